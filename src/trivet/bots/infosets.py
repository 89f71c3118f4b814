"""Infoset keys: for each seat a hash of all it has been told since the search began.

Two points of a search at which a seat was told the same are one infoset.  A tree whose nodes are
found by these keys never lets a seat act on what it cannot know.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.state import EVERYONE, EventListener

KEYS: Final = (1 << 40) - 1


def mix(key: i64, number: i64) -> i64:
    """Hash one more number into a key; sums and products stay below 2 ** 62."""
    return (key * 1_000_003 + (number ^ number >> 40) * 7_919 + 1) & KEYS


@final
class InfosetListener(EventListener):
    __slots__ = ("keys", "names")

    def __init__(self, seats: i64) -> None:
        self.keys = [0] * seats
        self.names: dict[str, int] = {}  # numbers of the kinds of events, in the order first heard

    def forget(self) -> None:
        for seat in range(len(self.keys)):
            self.keys[seat] = 0

    def key(self, seat: i64, secret: i64) -> i64:
        """The infoset of a seat: what it was told, and the class of its secret."""
        key: i64 = self.keys[seat]
        return mix(mix(key, seat), secret)

    def answered(self, seat: i64, choice: i64) -> None:
        """A seat knows its own answers."""
        self.keys[seat] = mix(self.keys[seat], choice)

    def on_event_fast(self, what: str, to: i64, one: i64, two: i64, three: i64, four: i64) -> None:
        name = self.names.get(what)
        if name is None:
            name = len(self.names)
            self.names[what] = name
        news = mix(mix(mix(mix(name, one), two), three), four)
        if to == EVERYONE:
            for seat in range(len(self.keys)):
                self.keys[seat] = mix(self.keys[seat], news)
        else:
            self.keys[to] = mix(self.keys[to], news)
