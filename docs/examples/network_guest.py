"""A bot for a table of a server: `trivet join LINK --bot docs/examples/network_guest.py:make`.

It is handed the table as it was shown last: `table.shown.view` is what its seat sees, and
`table.shown.ask` the question with its answers.
"""

import random

from trivet.client import BlockingTable


class Robot:
    def answer(self, table: BlockingTable) -> str:
        """Any of the answers."""
        shown = table.shown
        if shown is None or shown.ask is None:
            raise ValueError("nothing is asked")
        return random.choice(shown.ask.options).text


def make(game: str) -> Robot:
    return Robot()
