"""Tic-tac-toe on our contract, for benchmarks beside other libraries; not in the catalogue."""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import NTH, SIZES, bit, each
from trivet.core.state import Objection, Step, only, plan
from trivet.lab.peers.grid import Grid

FULL: Final = 0b111_111_111
LINES: Final = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def _has_line(cells: int) -> bool:
    return any(cells & line == line for line in LINES)


WINS: Final = bytes([_has_line(cells) for cells in range(512)])  # by set of cells


class MarkSquare(Step[Grid]):
    """TTT-1  Mark an empty cell; three in a line win."""

    what = "mark"

    def begin(self, s: Grid) -> i64:
        return only(s.mover)

    def options(self, s: Grid, seat: i64) -> list[int]:
        return each(FULL ^ (s.mine | s.theirs))

    def sample(self, s: Grid, seat: i64, dice: Dice) -> i64:
        empty = FULL ^ (s.mine | s.theirs)
        return NTH[empty * 9 + dice.below(SIZES[empty])]

    def why_not(self, s: Grid, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < 9:
            return Objection("TTT-1", "That cell is marked already.")
        return Objection("TTT-1", "There are nine cells.")

    def then(self, s: Grid, seat: i64, cell: i64) -> None:
        cells = s.mine | bit(cell)
        s.tell("marked", seat, cell)
        if WINS[cells]:
            s.winner = seat
        elif cells | s.theirs != FULL:
            s.ask(1 - seat)
        s.hand_over(cells)


TURN: Final = plan(MarkSquare())
