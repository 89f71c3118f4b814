"""Sets of small numbers (cells, cards) as one int, a bit for each: cheap to copy and compare."""

from typing import Final

from mypy_extensions import i64

CHUNK: Final = 512  # sets are read nine bits at a time
MEMBERS: Final = [[bit for bit in range(9) if mask >> bit & 1] for mask in range(CHUNK)]
SIZES: Final = bytes([len(members) for members in MEMBERS])
NTH: Final = bytes([(members + [0] * 9)[n] for members in MEMBERS for n in range(9)])


def bit(member: i64) -> i64:
    """The set with this one member.  Not `1 << member`: mypyc makes that a 32-bit shift."""
    one = member - member + 1
    return one << member


def has(members: i64, member: i64) -> bool:
    """Whether the member is in the set."""
    return members >> member & 1 != 0


def size(members: i64) -> i64:
    """The number of members."""
    count: i64 = 0
    while members:
        count += SIZES[members & 511]
        members >>= 9
    return count


def is_several(members: i64) -> bool:
    """Whether the set has two or more members."""
    return members & (members - 1) != 0


def nth(members: i64, n: i64) -> i64:
    """The n-th lowest member, counted from 0."""
    base: i64 = 0
    while True:
        here: i64 = SIZES[members & 511]
        if n < here:
            return base + NTH[(members & 511) * 9 + n]
        n -= here
        members >>= 9
        base += 9


def lowest(members: i64) -> i64:
    """The lowest member of a set that is not empty."""
    base: i64 = 0
    while not members & 511:
        members >>= 9
        base += 9
    return base + NTH[(members & 511) * 9]


def each(members: i64) -> list[int]:
    """All members, lowest first.  Do not change the list: small sets share theirs."""
    if members < CHUNK:
        return MEMBERS[members]
    found: list[int] = []
    base: i64 = 0
    while members:
        for member in MEMBERS[members & 511]:
            found.append(base + member)
        members >>= 9
        base += 9
    return found


def set_of(members: list[int]) -> i64:
    """The set of these members."""
    found: i64 = 0
    for member in members:
        found |= bit(member)
    return found
