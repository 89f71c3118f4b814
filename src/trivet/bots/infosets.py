"""Remembers, as one number for each seat, what the seat has been told since a search began.

Two points of a search where a seat was told the same are the same point to it: so a tree whose
nodes are found by these numbers never lets a seat act on what it cannot know.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.state import EVERYONE, Ear

KEYS: Final = (1 << 40) - 1


def mix(key: i64, number: i64) -> i64:
    """The key of a story that goes on with this number; sums and products stay below 2 ** 62."""
    return (key * 1_000_003 + (number ^ number >> 40) * 7_919 + 1) & KEYS


@final
class Told(Ear):
    __slots__ = ("keys", "names")

    def __init__(self, seats: i64) -> None:
        self.keys = [0] * seats
        self.names: dict[str, int] = {}  # of events, in the order they were first heard

    def forget(self) -> None:
        for seat in range(len(self.keys)):
            self.keys[seat] = 0

    def key(self, seat: i64, secret: i64) -> i64:
        """Where a seat stands that has been told so much, and holds a secret of this class."""
        key: i64 = self.keys[seat]
        return mix(mix(key, seat), secret)

    def answered(self, seat: i64, choice: i64) -> None:
        """A seat knows what it has answered."""
        self.keys[seat] = mix(self.keys[seat], choice)

    def catch(self, what: str, to: i64, one: i64, two: i64, three: i64, four: i64) -> None:
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
