"""Multisets (bags) as one int: eight bits count the things of each of up to seven sorts."""

from typing import Final

from mypy_extensions import i64

from trivet.core.sets import bit

SORTS: Final = 7
ONE: Final = [1 << 8 * sort for sort in range(SORTS)]  # a bag with one thing, by sort


def one(sort: i64) -> i64:
    """A bag with just one thing of this sort in it."""
    return bit(8 * sort)


def count(bag: i64, sort: i64) -> i64:
    """How many things of this sort are in the bag."""
    return bag >> 8 * sort & 255


def total(bag: i64) -> i64:
    """How many things are in the bag."""
    things: i64 = 0
    while bag:
        things += bag & 255
        bag >>= 8
    return things


def nth(bag: i64, n: i64) -> i64:
    """The sort of the n-th thing, counted from 0."""
    sort: i64 = 0
    while n >= bag & 255:
        n -= bag & 255
        bag >>= 8
        sort += 1
    return sort


def sorts(bag: i64) -> list[int]:
    """The sorts with something in the bag."""
    return [sort for sort in range(SORTS) if bag >> 8 * sort & 255]


def things(bag: i64) -> list[int]:
    """The sort of every thing in the bag, equal ones side by side."""
    return [sort for sort in range(SORTS) for _ in range(count(bag, sort))]


def union(bag: i64, other: i64) -> i64:
    """The smallest bag that contains both: of each sort the greater count."""
    both: i64 = 0
    for sort in range(SORTS):
        both += max(count(bag, sort), count(other, sort)) << 8 * sort
    return both
