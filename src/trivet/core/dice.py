"""Fast random numbers for bots and play-outs: the same seed gives the same numbers everywhere.

The generator is sfc32.  Its sums stay far below 63 bits, so compiled and interpreted code agree.
Games between people use the dice of `fair.py` instead.
"""

from typing import Final, final

from mypy_extensions import i64

LOW: Final = 0xFFFF_FFFF


@final
class Dice:
    """A fast pseudo-random generator (sfc32), not for games between people."""

    __slots__ = ("a", "b", "c", "turn")

    def __init__(self, seed: int) -> None:
        self.a: i64 = seed & LOW
        self.b: i64 = seed >> 32 & LOW
        self.c: i64 = seed >> 64 & LOW
        self.turn: i64 = 1
        for _ in range(12):
            self.bits()

    def copy(self) -> "Dice":
        """Dice that will roll the same numbers."""
        return dice_at(self.a, self.b, self.c, self.turn)

    def __copy__(self) -> "Dice":
        return self.copy()

    def __deepcopy__(self, memo: object) -> "Dice":
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return dice_at, (self.a, self.b, self.c, self.turn)

    def __eq__(self, other: object) -> bool:
        """Whether both will roll the same numbers."""
        if not isinstance(other, Dice):
            return False
        same = self.a == other.a and self.b == other.b and self.c == other.c
        return same and self.turn == other.turn

    def __hash__(self) -> int:
        raise TypeError("dice change: they cannot be in a set, or a key")

    def __repr__(self) -> str:
        return f"<dice at {self.a:08x} {self.b:08x} {self.c:08x}, turn {self.turn}>"

    def bits(self) -> i64:
        """32 random bits."""
        a, b, c = self.a, self.b, self.c
        bits = a + b + self.turn & LOW
        self.turn = self.turn + 1 & LOW
        self.a = b ^ b >> 9
        self.b = c + (c << 3) & LOW
        self.c = ((c << 21 | c >> 11) & LOW) + bits & LOW
        return bits

    def below(self, count: i64) -> i64:
        """One of 0, 1, ..., count - 1; count is at most 2 to the 30th."""
        return self.bits() * count >> 32

    def chance(self) -> float:
        """A number from 0 up to, but not including, 1."""
        return float(self.bits()) / 4294967296.0

    def shuffle(self, things: list[int]) -> None:
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]

    def weighted(self, odds: list[int]) -> i64:
        """A random index; the odds are weights."""
        total: i64 = 0
        for weight in odds:
            total += weight
        rest = self.below(total)
        index: i64 = 0
        for weight in odds:
            rest -= weight
            if rest < 0:
                break
            index += 1
        return index


def dice_at(a: i64, b: i64, c: i64, turn: i64) -> Dice:
    """Dice in the middle of their row of numbers."""
    dice = Dice(0)
    dice.a = a
    dice.b = b
    dice.c = c
    dice.turn = turn
    return dice
