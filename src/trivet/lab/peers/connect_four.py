"""Connect four on our contract, for benchmarks beside other libraries; not in the catalogue.

A bitboard for each player, seven bits a column: six cells from the bottom up, and one that stays
empty so that no line runs over an edge.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.state import Objection, Step, only, plan
from trivet.lab.peers.grid import Grid

COLUMNS: Final = 7
HIGH: Final = 7  # bits of a column
BOTTOM: Final = [1 << HIGH * column for column in range(COLUMNS)]
COLUMN: Final = [0b111111 << HIGH * column for column in range(COLUMNS)]
TOP: Final = [0b100000 << HIGH * column for column in range(COLUMNS)]
FULL: Final = sum(COLUMN)


class Drop(Step[Grid]):
    """C4-1  Drop a disc into a column that is not full; four in a row win."""

    what = "drop"

    def begin(self, s: Grid) -> i64:
        return only(s.mover)

    def options(self, s: Grid, seat: i64) -> list[int]:
        taken = s.mine | s.theirs
        return [column for column in range(COLUMNS) if not taken & TOP[column]]

    def sample(self, s: Grid, seat: i64, dice: Dice) -> i64:
        taken = s.mine | s.theirs
        while True:
            column = dice.below(COLUMNS)
            if not taken & TOP[column]:
                return column

    def why_not(self, s: Grid, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < COLUMNS:
            return Objection("C4-1", "That column is full.")
        return Objection("C4-1", "There are seven columns.")

    def then(self, s: Grid, seat: i64, column: i64) -> None:
        taken = s.mine | s.theirs
        bottom: i64 = BOTTOM[column]
        cells = s.mine | taken + bottom & COLUMN[column]
        s.tell("dropped", seat, column)
        if has_four(cells):
            s.winner = seat
        elif cells | s.theirs != FULL:
            s.ask(1 - seat)
        s.hand_over(cells)


def has_four(cells: i64) -> bool:
    """Whether four cells are in a row: up, across, or along a diagonal."""
    pairs = cells & cells >> 1
    if pairs & pairs >> 2:
        return True
    pairs = cells & cells >> HIGH
    if pairs & pairs >> 2 * HIGH:
        return True
    pairs = cells & cells >> HIGH - 1
    if pairs & pairs >> 2 * (HIGH - 1):
        return True
    pairs = cells & cells >> HIGH + 1
    return pairs & pairs >> 2 * (HIGH + 1) != 0


TURN: Final = plan(Drop())
