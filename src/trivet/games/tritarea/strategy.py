"""What a bot should know about Tri*T*Area."""

from mypy_extensions import i64

from trivet.core.game import NOBODY
from trivet.core.strategy import Strategy
from trivet.games.tritarea.state import TriTArea


class TriTAreaStrategy(Strategy[TriTArea]):
    def worth(self, s: TriTArea, seat: i64, choice: i64) -> float:
        return 0.0

    def value(self, s: TriTArea) -> list[float]:
        if s.turn == NOBODY:
            return s.scores()
        return [0.25, 0.25, 0.25, 0.25]
