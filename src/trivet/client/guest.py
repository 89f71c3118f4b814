"""Seats a bot of this machine at a table of a server.

A server shows a seat what it may know as a view, and its answers as text; it never sends a state.
So a bot for the network is another kind: an object with `answer(table)`, which is handed the table
as it was shown last and returns one of the answers as text.  `make(game)` makes it; `game` is the
name of the game that is played.
"""

import threading
from collections.abc import Callable
from typing import Any, Protocol

from trivet import outside
from trivet.client.blocking import BlockingTable
from trivet.guests import BadGuest, Forfeit, short
from trivet.server.wire.messages import Resign
from trivet.server.wire.outgoing import Failed, Refused

DEADLINE = 30.0  # seconds for an answer


class NetworkBot(Protocol):
    """What `make(game)` returns."""

    def answer(self, table: BlockingTable) -> str:
        """The answer to `table.shown.ask` in notation; the seat sees `table.shown.view`."""
        ...


Make = Callable[[str], NetworkBot]


def load(place: str) -> Make:
    """The function at a place: file.py:make, package.module:make, or an entry point's name."""
    try:
        made: Any = outside.load(outside.named(outside.BOTS).get(place, place))
    except outside.NotThere as wrong:
        raise BadGuest(f"'{place}' is not a bot: {wrong}") from None
    if not callable(made):
        raise BadGuest(f"'{place}' is not a bot: it cannot be called with a game's name")
    found: Make = made
    return found


def play(table: BlockingTable, make: Make, name: str, deadline: float = DEADLINE) -> None:
    """Answer until the game is over.  An answer that is refused, or does not come in time,
    forfeits: the bot resigns, and Forfeit says why."""
    try:
        bot = make(table.room.game)
    except Exception as wrong:  # a stranger's function may do anything
        raise BadGuest(f"'{name}' is not a bot: {type(wrong).__name__}: {wrong}") from None
    if not callable(getattr(bot, "answer", None)):
        raise BadGuest(f"'{name}' is not a bot: it has no method answer(table)")
    while table.question() is not None:
        try:
            text = in_time(lambda: bot.answer(table), name, deadline)
            reply = table.answer(text)
            if isinstance(reply, Refused):
                words = f"{reply.reason} [{reply.rule}]"
                raise Forfeit(f"{short(name)} answered '{text[:80]}', which is refused: {words}")
            if isinstance(reply, Failed):
                raise Forfeit(f"{short(name)} could not answer: {reply.reason}")
        except Forfeit:
            table.do(Resign())
            raise


def in_time(think: Callable[[], str], name: str, deadline: float) -> str:
    """What a bot answers within the deadline.  A thread that goes on for ever ends with the
    process."""
    found: list[Any] = []

    def run() -> None:
        try:
            found.append(think())
        except Exception as wrong:
            found.append(Forfeit(f"{short(name)} has failed with {type(wrong).__name__}: {wrong}."))

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join(deadline)
    if not found:
        raise Forfeit(f"{short(name)} has not answered within {deadline:g} seconds.")
    if isinstance(found[0], Forfeit):
        raise found[0]
    if not isinstance(found[0], str):
        raise Forfeit(f"{short(name)} answered {found[0]!r}, which is not text.")
    return found[0]
