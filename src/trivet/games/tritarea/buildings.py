"""A building is one int: a leading 1, then two bits for each block, from the bottom up.

One trick adds at most three blocks to a square (one by the first right or one additional, two by
the second), so eight tricks build 24 high at most: 49 bits, far below the 62 that are safe.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count, one

GROUND: Final = 1  # a square without a block
HIGHEST: Final = 24


def add(building: i64, seat: i64) -> i64:
    """TTA-34  One more block on top, without a limit."""
    return building << 2 | seat


def height(building: i64) -> i64:
    blocks: i64 = 0
    while building != GROUND:
        building >>= 2
        blocks += 1
    return blocks


def holds(building: i64, seat: i64) -> bool:
    """Whether a block of the seat lies anywhere in it."""
    while building != GROUND:
        if building & 3 == seat:
            return True
        building >>= 2
    return False


def majority(building: i64) -> i64:
    """TTA-52  The seat with the most blocks in a building; tied: the one whose block lies lowest.

    The building has at least one block."""
    bag: i64 = 0  # blocks by seat
    rest = building
    while rest != GROUND:
        bag += one(rest & 3)
        rest >>= 2
    most: i64 = 0
    holder: i64 = 0
    while building != GROUND:  # from the top down: of tied seats the lowest one is found last
        seat = building & 3
        if count(bag, seat) >= most:
            most = count(bag, seat)
            holder = seat
        building >>= 2
    return holder


def blocks(building: int) -> list[int]:
    """The seats of its blocks, from the bottom up."""
    found: list[int] = []
    while building != GROUND:
        found.append(building & 3)
        building >>= 2
    return found[::-1]
