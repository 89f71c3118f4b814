"""Tic-tac-toe on our contract, to be measured beside other libraries; not in the catalogue."""

from typing import Any, Final, final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.game import NOBODY, Objection, State, Step, only, plan
from trivet.core.sets import bit, each, nth, size

FULL: Final = 0b111_111_111
LINES: Final = (0o7, 0o70, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124)


def _has_line(cells: int) -> bool:
    return any(cells & line == line for line in LINES)


WINS: Final = bytes([_has_line(cells) for cells in range(512)])  # by set of cells


@final
class TicTacToe(State):
    __slots__ = ("mine", "theirs", "mover", "winner")

    def __init__(self, todo: list[Step[Any]], said: list[int]) -> None:
        super().__init__(2, todo, said)
        self.mine: i64 = 0  # the cells of the player to move
        self.theirs: i64 = 0
        self.mover: i64 = 0
        self.winner: i64 = NOBODY

    def copy(self) -> "TicTacToe":
        twin = TicTacToe(self.todo[:], self.said[:])
        self.share(twin)
        twin.mine = self.mine
        twin.theirs = self.theirs
        twin.mover = self.mover
        twin.winner = self.winner
        return twin

    def imagine(self, seat: i64, dice: Dice) -> "TicTacToe":
        """Nothing is hidden."""
        return self.copy()

    def scores(self) -> list[float]:
        if self.turn != NOBODY:
            return [0.0, 0.0]
        if self.winner == NOBODY:
            return [0.5, 0.5]
        return [1.0, 0.0] if self.winner == 0 else [0.0, 1.0]

    def audit(self) -> str:
        return "two marks on one cell" if self.mine & self.theirs else ""


class Mark(Step[TicTacToe]):
    """TTT-1  Mark an empty cell; three in a line win."""

    what = "mark"

    def begin(self, s: TicTacToe) -> i64:
        return only(s.mover)

    def options(self, s: TicTacToe, seat: i64) -> list[int]:
        return each(FULL ^ (s.mine | s.theirs))

    def sample(self, s: TicTacToe, seat: i64, dice: Dice) -> i64:
        empty = FULL ^ (s.mine | s.theirs)
        return nth(empty, dice.below(size(empty)))

    def why_not(self, s: TicTacToe, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < 9:
            return Objection("TTT-1", "That cell is marked already.")
        return Objection("TTT-1", "There are nine cells.")

    def then(self, s: TicTacToe, said: list[int]) -> None:
        cell: i64 = said[s.mover]
        cells = s.mine | bit(cell)
        s.tell("marked", s.mover, cell)
        if WINS[cells]:
            s.winner = s.mover
        elif cells | s.theirs != FULL:
            s.next(TURN)
        s.mine = s.theirs
        s.theirs = cells
        s.mover = 1 - s.mover


TURN: Final = plan(Mark())


def begin() -> TicTacToe:
    s = TicTacToe([], [0, 0, 0])
    s.next(TURN)
    return s
