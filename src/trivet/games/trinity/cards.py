"""Event cards face down: bags of them (the Event deck, the discards), and those a tycoon holds.

A card held lies where all can see how it came there, so it is its kind and what everyone knows of
it: whether it is from the draft, whether it was drawn this turn, and who has looked at it.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, has, size
from trivet.games.trinity.pieces import EVENTS, HOSTILE_EXPANSION, HOSTILE_REZONING, IMMEDIATES

# --- bags: two bits for each of the kinds, since there are at most two cards of a kind ----------

ODD: Final = 0x15_5555_5555  # the lower bit of each kind
ALL: Final = (
    2 * ODD - (1 << 2 * HOSTILE_EXPANSION) - (1 << 2 * HOSTILE_REZONING)
)  # TRI-1  36 of them
IMMEDIATE: Final = 0b1111  # the bag's bits for the Immediate kinds


def card(kind: i64) -> i64:
    """A bag with just this card in it."""
    return bit(2 * kind)


def copies(bag: i64, kind: i64) -> i64:
    """How many cards of this kind are in the bag."""
    return bag >> 2 * kind & 3


def cards(bag: i64) -> i64:
    """How many cards are in the bag."""
    return size(bag & ODD) + 2 * size(bag >> 1 & ODD)


def nth_card(bag: i64, n: i64) -> i64:
    """The kind of the n-th card, counted from 0."""
    kind: i64 = 0
    while n >= bag & 3:
        n -= bag & 3
        bag >>= 2
        kind += 1
    return kind


def any_card(bag: i64, dice: Dice) -> i64:
    return nth_card(bag, dice.below(cards(bag)))


def kinds(bag: i64) -> list[int]:
    """The kinds with a card in the bag."""
    return [kind for kind in range(EVENTS) if bag >> 2 * kind & 3]


# --- cards held: a sorted tuple, so that only what all know decides where a card stands ---------

KIND: Final = 31
DRAFTED: Final = 32  # TRI-6   it may be an Immediate one, unless that was agreed away
NEW: Final = 64  # TRI-40  drawn this turn
LOOKERS: Final = 7  # where the set of seats that have looked at it begins


def added(held: tuple[int, ...], new: i64) -> tuple[int, ...]:
    """The cards held with one more."""
    if not held or held[-1] <= new:
        return held + (new,)
    place: i64 = 0
    while held[place] <= new:
        place += 1
    return held[:place] + (new,) + held[place:]


def removed(held: tuple[int, ...], old: i64) -> tuple[int, ...]:
    """The cards held without one of them."""
    place = held.index(old)
    return held[:place] + held[place + 1 :]


def looked_at(held: tuple[int, ...], seat: i64) -> tuple[int, ...]:
    """The cards held once a seat has looked at them."""
    return tuple(sorted([one | bit(LOOKERS + seat) for one in held]))


def aged(held: tuple[int, ...]) -> tuple[int, ...]:
    """The cards held when the turn is over: none is new."""
    new: i64 = 0
    for one in held:
        if one & NEW:
            new += 1
    if new == 0:
        return held
    if new == 1 and held[-1] & NEW:  # mostly
        return added(held[:-1], held[-1] & ~NEW)
    return tuple(sorted([one & ~NEW for one in held]))


def is_known(one: i64, seat: i64) -> bool:
    """Whether a seat other than the holder has looked at a card."""
    return has(one, LOOKERS + seat)


def bag_of(held: tuple[int, ...]) -> i64:
    bag: i64 = 0
    for one in held:
        bag += card(one & KIND)
    return bag


def unknown(held: tuple[int, ...], seat: i64) -> i64:
    """What a seat has not looked at among the cards that another seat holds, as a bag."""
    bag: i64 = 0
    for one in held:
        if not has(one, LOOKERS + seat):
            bag += card(one & KIND)
    return bag


def is_immediate(kind: i64) -> bool:
    return kind < IMMEDIATES
