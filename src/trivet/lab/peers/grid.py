"""Two players take cells of a grid in turn: shared by connect four and tic-tac-toe."""

from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.state import NOBODY, State, Step

FIRST_WINS: Final = [1.0, 0.0]
SECOND_WINS: Final = [0.0, 1.0]
DRAW: Final = [0.5, 0.5]
UNDECIDED: Final = [0.0, 0.0]


@mypyc_attr(free_list_len=1)
@final
class Grid(State):
    __slots__ = ("mine", "theirs", "mover", "winner")

    def __init__(self) -> None:
        super().__init__(2)
        self.mine: i64 = 0  # the cells of the player to move
        self.theirs: i64 = 0
        self.mover: i64 = 0
        self.winner: i64 = NOBODY

    def copy(self) -> "Grid":
        twin = Grid()
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
            return UNDECIDED
        if self.winner == NOBODY:
            return DRAW
        return FIRST_WINS if self.winner == 0 else SECOND_WINS

    def audit(self) -> str:
        return "two pieces on one cell" if self.mine & self.theirs else ""

    def hand_over(self, cells: i64) -> None:
        """The mover now has these cells; the other player moves next."""
        self.mine = self.theirs
        self.theirs = cells
        self.mover = 1 - self.mover


def begin(turn: list[Step[Any]]) -> Grid:
    """An empty grid, and the first turn."""
    s = Grid()
    s.next(turn)
    return s
