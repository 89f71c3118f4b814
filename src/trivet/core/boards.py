"""Sets of cells of an 8x8 board: all 64 bits of a native int.

When compiled, the last bit is the sign; when interpreted, it is a bit like the others.  So use only
& | ^ ~ and these functions on such a set, and never compare, print or log it.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.sets import MEMBERS, NTH, SIZES


def every_row(columns: i64) -> i64:
    """These columns of all rows.  Compiled, a literal of more than 62 bits would be an object that
    is read anew each time."""
    found: i64 = 0
    for row in range(8):
        found |= columns << 8 * row
    return found


BUT_LAST_ROW: Final = 0x00FF_FFFF_FFFF_FFFF
BUT_LAST_COLUMN: Final[i64] = every_row(0b0111_1111)
ODD_COLUMNS: Final[i64] = every_row(0b0101_0101)


def near(cells: i64) -> i64:
    """All cells orthogonally adjacent to a cell of the set."""
    return (
        (cells & BUT_LAST_ROW) << 8
        | (cells & BUT_LAST_COLUMN) << 1
        | cells >> 8 & BUT_LAST_ROW
        | cells >> 1 & BUT_LAST_COLUMN
    )


def area(cells: i64) -> i64:
    """How many cells are in the set."""
    twos = (cells & ODD_COLUMNS) + (cells >> 1 & ODD_COLUMNS)  # counts of two cells, then of four
    fours = (twos & 0x3333_3333_3333_3333) + (twos >> 2 & 0x3333_3333_3333_3333)
    rows = fours + (fours >> 4) & 0x0F0F_0F0F_0F0F_0F0F
    rows += rows >> 32
    rows += rows >> 16
    return rows + (rows >> 8) & 127


def nth_cell(cells: i64, n: i64) -> i64:
    """The n-th cell, counted from 0 in reading order."""
    for row in range(8):
        columns = cells >> row * 8 & 255
        here: i64 = SIZES[columns]
        if n < here:
            return row * 8 + NTH[columns * 9 + n]
        n -= here
    return -1


def first_cell(cells: i64) -> i64:
    """The first cell of a set that is not empty, in reading order."""
    cell: i64 = 0
    if not cells & 0xFFFF_FFFF:
        cells >>= 32
        cell = 32
    if not cells & 0xFFFF:
        cells >>= 16
        cell += 16
    if not cells & 255:
        cells >>= 8
        cell += 8
    here: i64 = NTH[(cells & 255) * 9]
    return cell + here


def cells_of(cells: i64) -> list[int]:
    """All cells of the set, in reading order."""
    found: list[int] = []
    for row in range(8):
        columns = cells >> row * 8 & 255
        if columns:
            for column in MEMBERS[columns]:
                found.append(row * 8 + column)
    return found
