"""What is in the box: 27 Completes, the Singles, nine goals, and bags of cards.

A *value* is one of nine, 0 to 8: three patterns, three colours, three shapes.  A *kind* of card is
0 to 26 for the Completes (pattern x 9 + colour x 3 + shape) and 27 + value for the Singles.  A bag
of cards (a hand, a bid, the undealt deck) is one int: a bit for each Complete, then two bits that
count the Singles of each value.  Bags are put together with + and taken apart with -.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, nth, size

VALUES: Final = (
    "Filled", "Partial", "Hollow", "Red", "Green", "Blue", "Circle", "Square", "Triangle",
)  # fmt: skip
GOALS: Final = 0b111_111_111  # TRF-1  the goal pile: one Single of each value

SINGLE: Final = 27  # the kind of the first Single
KINDS: Final = 36
COPIES: Final = 3  # of each Single in the deck
COMPLETES: Final = (1 << SINGLE) - 1  # a bag with all of them

UNIT: Final = [1 << kind for kind in range(SINGLE)] + [
    1 << SINGLE + 2 * value for value in range(9)
]
DECK: Final = COMPLETES + COPIES * sum(UNIT[SINGLE:])  # TRF-1  a bag of 54 cards
CARDS: Final = 54
HAND: Final = 9  # TRF-4

LAST_STAGE: Final = 12  # TRF-23
LAST_TIES: Final = ("broken", "shared")  # TRF-23  the usual first


def _carries(kind: int, value: int) -> bool:
    return value in (kind // 9, 3 + kind // 3 % 3, 6 + kind % 3)


# TRF-3  by value: the Completes that carry it
MATCHING: Final = [sum(UNIT[kind] for kind in range(SINGLE) if _carries(kind, v)) for v in range(9)]

# By four counts of two bits each: how many Singles they are together.
FOUR_COUNTS: Final = bytes([sum(counts >> 2 * n & 3 for n in range(4)) for counts in range(256)])


WHOLE: Final = ((SINGLE, COPIES, 9),)  # TRF-26  Completes, copies of each Single, values
SEGMENTS: Final = ((3, 3, 3),)  # TRF-5  rounds of each


@final
class Terms:
    """The options of one playing, and what follows from them."""

    def __init__(
        self,
        stages: int,
        deck: list[list[int]],
        hand: int,
        rounds: list[list[int]],
        *,
        late_ante: bool,
        cards_break_ties: bool = False,
        last_tie: str = "broken",
    ) -> None:
        self.stages: i64 = stages  # TRF-23  the last one there can be
        self.deck = deck  # TRF-26  as WHOLE
        self.hand: i64 = hand  # TRF-4  cards dealt to each player
        self.rounds = rounds  # TRF-5  as SEGMENTS
        self.late_ante = late_ante  # TRF-15  a contested Blind goal is turned up before the ante
        self.cards_break_ties = cards_break_ties  # TRF-21
        self.last_tie = last_tie  # TRF-23  one of LAST_TIES
        completes, copies, values = deck[0]
        self.goals: i64 = (1 << values) - 1  # a set
        self.cards: i64 = _bag(completes, copies, values)
        self.size: i64 = completes + copies * values
        self.receivers = bytes([card // hand for card in range(CARDS + 1)])  # by card dealt
        self.opens: i64 = rounds[0][0]  # the last round that is not Open or Free,
        self.frees: i64 = self.opens + rounds[0][1]  # that is not Free,
        self.length: i64 = self.frees + rounds[0][2]  # and the last of all


def _bag(completes: int, copies: int, values: int) -> int:
    """The first so many Completes, and so many Singles of each of the first values."""
    return (1 << completes) - 1 + copies * sum(UNIT[SINGLE : SINGLE + values])


def terms_of(stages: int, *, late_ante: bool) -> Terms:
    """The whole game."""
    deck, rounds = [list(row) for row in WHOLE], [list(row) for row in SEGMENTS]
    return Terms(stages, deck, HAND, rounds, late_ante=late_ante)


STANDARD: Final = terms_of(LAST_STAGE, late_ante=False)


# --- bags of cards --------------------------------------------------------------------------------


def unit(kind: i64) -> i64:
    """A bag with just one card of this kind in it."""
    return bit(kind if kind < SINGLE else 2 * kind - SINGLE)


def singles(bag: i64, value: i64) -> i64:
    """How many Singles of a value are in the bag."""
    return bag >> SINGLE + 2 * value & 3


def copies(bag: i64, kind: i64) -> i64:
    """How many cards of a kind are in the bag."""
    return bag >> kind & 1 if kind < SINGLE else singles(bag, kind - SINGLE)


def total(bag: i64) -> i64:
    """How many cards are in the bag."""
    counts = bag >> SINGLE
    count: i64 = FOUR_COUNTS[counts & 255]
    count += FOUR_COUNTS[counts >> 8 & 255]
    return count + (counts >> 16) + size(bag & COMPLETES)


def matches(bag: i64, value: i64) -> i64:
    """TRF-3  How many cards of the bag match a goal."""
    completes: i64 = MATCHING[value]
    return size(bag & completes) + singles(bag, value)


def nth_card(bag: i64, n: i64) -> i64:
    """The kind of the n-th card, counted from 0, like beside like."""
    completes = size(bag & COMPLETES)
    return nth(bag & COMPLETES, n) if n < completes else _nth_single(bag, n - completes)


def pick(bag: i64, dice: Dice) -> i64:
    """The kind of a random card, every card equally likely."""
    completes = size(bag & COMPLETES)
    counts = bag >> SINGLE
    count: i64 = FOUR_COUNTS[counts & 255]
    count += FOUR_COUNTS[counts >> 8 & 255]
    n = dice.below(completes + count + (counts >> 16))
    return nth(bag & COMPLETES, n) if n < completes else _nth_single(bag, n - completes)


def _nth_single(bag: i64, n: i64) -> i64:
    kind: i64 = SINGLE
    counts = bag >> SINGLE
    while n >= counts & 3:
        n -= counts & 3
        counts >>= 2
        kind += 1
    return kind


def kinds(bag: i64) -> list[int]:
    """The kinds of card in the bag, in order."""
    found = each(bag & COMPLETES)[:]
    for value in range(9):
        if singles(bag, value):
            found.append(SINGLE + value)
    return found


def cards(bag: i64) -> list[int]:
    """The kind of every card in the bag, like beside like."""
    return [kind for kind in kinds(bag) for _ in range(copies(bag, kind))]


def is_held(bag: i64, hand: i64) -> bool:
    """Whether every card of the bag is also in the hand."""
    if bag & COMPLETES & ~hand:
        return False
    for value in range(9):
        if singles(bag, value) > singles(hand, value):
            return False
    return True


def values(kind: i64) -> i64:
    """The set of values a card carries: three of a Complete, one of a Single."""
    if kind >= SINGLE:
        return bit(kind - SINGLE)
    return bit(kind // 9) | bit(3 + kind // 3 % 3) | bit(6 + kind % 3)


def card_name(kind: int) -> str:
    """ "Filled Red Square", "Red Single"."""
    if kind >= SINGLE:
        return f"{VALUES[kind - SINGLE]} Single"
    return f"{VALUES[kind // 9]} {VALUES[3 + kind // 3 % 3]} {VALUES[6 + kind % 3]}"
