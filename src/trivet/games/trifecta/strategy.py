"""What a bot should know about Trifecta."""

from mypy_extensions import i64

from trivet.core.strategy import Strategy
from trivet.games.trifecta.state import Trifecta


class TrifectaStrategy(Strategy[Trifecta]):
    def worth(self, s: Trifecta, seat: i64, choice: i64) -> float:
        return 0.0
