"""Two players take cells of a grid in turn: what connect four and tic-tac-toe have in common."""

from typing import Any, final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.game import NOBODY, State, Step


@final
class Grid(State):
    __slots__ = ("mine", "theirs", "mover", "winner")

    def __init__(self, todo: list[Step[Any]], said: list[int]) -> None:
        super().__init__(2, todo, said)
        self.mine: i64 = 0  # the cells of the player to move
        self.theirs: i64 = 0
        self.mover: i64 = 0
        self.winner: i64 = NOBODY

    def copy(self) -> "Grid":
        twin = Grid(self.todo[:], self.said[:])
        self.share(twin)
        twin.mine = self.mine
        twin.theirs = self.theirs
        twin.mover = self.mover
        twin.winner = self.winner
        return twin

    def imagine(self, seat: i64, dice: Dice) -> "Grid":
        """Nothing is hidden."""
        return self.copy()

    def scores(self) -> list[float]:
        if self.turn != NOBODY:
            return [0.0, 0.0]
        if self.winner == NOBODY:
            return [0.5, 0.5]
        return [1.0, 0.0] if self.winner == 0 else [0.0, 1.0]

    def audit(self) -> str:
        return "two pieces on one cell" if self.mine & self.theirs else ""

    def hand_over(self, cells: i64) -> None:
        """The mover, who has these cells now, becomes the other one."""
        self.mine = self.theirs
        self.theirs = cells
        self.mover = 1 - self.mover


def begin(turn: list[Step[Any]]) -> Grid:
    """An empty grid, and the first turn."""
    s = Grid([], [0, 0, 0])
    s.next(turn)
    return s
