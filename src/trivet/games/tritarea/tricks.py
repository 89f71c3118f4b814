"""A trick is one int: six bits for the face that each seat laid.  It gives up to two rights."""

from typing import Final

from mypy_extensions import i64

from trivet.games.tritarea.pieces import NOTHING, SEATS, SUIT_OF, SUITS, VALUE_OF

FACE: Final = 63
ABOVE: Final = 11  # more than any value


def face_of(trick: i64, seat: i64) -> i64:
    """The face that a seat has laid."""
    return trick >> 6 * seat & FACE


def rights(trick: i64, leader: i64) -> tuple[i64, i64]:
    """TTA-20 to TTA-23  RH1 and RH2 of a full trick; RH2 is NOTHING when not awarded."""
    suit = dominant(trick, leader)
    if suit == NOTHING:
        return leader, NOTHING  # TTA-23
    low: i64 = NOTHING
    high: i64 = NOTHING
    least: i64 = ABOVE
    most: i64 = -1
    for seat in range(SEATS):
        face = face_of(trick, seat)
        if i64(SUIT_OF[face]) == suit:
            value: i64 = VALUE_OF[face]  # TTA-24
            if value < least:
                least = value
                low = seat
            if value > most:
                most = value
                high = seat
    return low, high


def dominant(trick: i64, leader: i64) -> i64:
    """The suit that gives the rights; NOTHING if all four cards differ in suit.

    TTA-20, TTA-21  The only suit with more than one card.  TTA-22  Of two and two, the suit with
    the greater difference of values; equal: the suit led."""
    led: i64 = SUIT_OF[face_of(trick, leader)]
    suit: i64 = NOTHING
    widest: i64 = -1
    for candidate in range(SUITS):
        cards: i64 = 0
        least: i64 = ABOVE
        most: i64 = 0
        for seat in range(SEATS):
            face = face_of(trick, seat)
            if i64(SUIT_OF[face]) == candidate:
                value: i64 = VALUE_OF[face]
                cards += 1
                least = min(least, value)
                most = max(most, value)
        if cards >= 2:
            width = 2 * (most - least)
            if candidate == led:
                width += 1  # breaks ties only: all widths are even
            if width > widest:
                widest = width
                suit = candidate
    return suit
