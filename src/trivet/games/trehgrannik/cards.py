"""A multiset of project cards: a value of four ints that copies of a state share."""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, has

KINDS: Final = 26  # different names
HALF: Final = 13  # kinds in each of the two ints: four bits for each


@final
class Cards:
    """Immutable once it is shared: `plus` and `minus` make new bags.  `add`, `drop` and `draw`
    change a bag in place; use them only on a bag that is not shared yet."""

    __slots__ = ("low", "high", "size", "kinds")

    def __init__(self, low: i64, high: i64, size: i64, kinds: i64) -> None:
        self.low: i64 = low  # how many of each kind: the first half ...
        self.high: i64 = high  # ... and the second
        self.size: i64 = size  # how many cards
        self.kinds: i64 = kinds  # the set of kinds with at least one card

    def copy(self) -> "Cards":
        return Cards(self.low, self.high, self.size, self.kinds)

    # --- looking --------------------------------------------------------------------------------

    def count(self, kind: i64) -> i64:
        """How many cards of this kind."""
        if kind < HALF:
            return self.low >> 4 * kind & 15
        return self.high >> 4 * (kind - HALF) & 15

    def has(self, kind: i64) -> bool:
        return has(self.kinds, kind)

    def nth(self, n: i64) -> i64:
        """The kind of the n-th card, counted from 0, sorted by kind."""
        bag = self.low
        kind: i64 = 0
        while bag:
            here = bag & 15
            if n < here:
                return kind
            n -= here
            bag >>= 4
            kind += 1
        bag = self.high
        kind = HALF
        while n >= bag & 15:
            n -= bag & 15
            bag >>= 4
            kind += 1
        return kind

    def each(self) -> list[int]:
        """The kind of every card, sorted."""
        return [kind for kind in range(KINDS) for _ in range(self.count(kind))]

    def kinds_without(self, kind: i64) -> i64:
        """The set of kinds that are left when one card of this kind is gone."""
        return self.kinds if self.count(kind) > 1 else self.kinds & ~bit(kind)

    def counts(self) -> list[int]:
        """The number of cards of each kind in `kinds`, in order."""
        return [self.count(kind) for kind in range(KINDS) if self.has(kind)]

    # --- new bags -------------------------------------------------------------------------------

    def plus(self, kind: i64) -> "Cards":
        twin = Cards(self.low, self.high, self.size, self.kinds)
        twin.add(kind)
        return twin

    def minus(self, kind: i64) -> "Cards":
        twin = Cards(self.low, self.high, self.size, self.kinds)
        twin.drop(kind)
        return twin

    def together(self, other: "Cards") -> "Cards":
        return Cards(
            self.low + other.low,
            self.high + other.high,
            self.size + other.size,
            self.kinds | other.kinds,
        )

    # --- in place, before the bag is shared -----------------------------------------------------

    def add(self, kind: i64) -> None:
        if kind < HALF:
            self.low += bit(4 * kind)
        else:
            self.high += bit(4 * (kind - HALF))
        self.size += 1
        self.kinds |= bit(kind)

    def drop(self, kind: i64) -> None:
        left: i64 = 0
        if kind < HALF:
            self.low -= bit(4 * kind)
            left = self.low >> 4 * kind & 15
        else:
            self.high -= bit(4 * (kind - HALF))
            left = self.high >> 4 * (kind - HALF) & 15
        self.size -= 1
        if left == 0:
            self.kinds &= ~bit(kind)

    def draw(self, dice: Dice) -> i64:
        """Remove a random card, all equally likely; return its kind."""
        kind = self.nth(dice.below(self.size))
        self.drop(kind)
        return kind


NO_CARDS: Final = Cards(0, 0, 0, 0)


def bag_of(low: i64, high: i64) -> Cards:
    """The bag with these counts."""
    size: i64 = 0
    kinds: i64 = 0
    for kind in range(HALF):
        first = low >> 4 * kind & 15
        if first:
            size += first
            kinds |= bit(kind)
        second = high >> 4 * kind & 15
        if second:
            size += second
            kinds |= bit(kind + HALF)
    return Cards(low, high, size, kinds)


def cards_of(kinds: list[int]) -> Cards:
    """A bag with one card for each entry of the list."""
    bag = NO_CARDS.copy()
    for kind in kinds:
        bag.add(kind)
    return bag
