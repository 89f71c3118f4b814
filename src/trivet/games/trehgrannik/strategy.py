"""What a bot should know about Trehgrannik."""

from mypy_extensions import i64

from trivet.core.strategy import Strategy
from trivet.games.trehgrannik.state import Trehgrannik


class TrehgrannikStrategy(Strategy[Trehgrannik]):
    def worth(self, s: Trehgrannik, seat: i64, choice: i64) -> float:
        return 0.0

    def value(self, s: Trehgrannik) -> list[float]:
        return [1.0 / float(s.seats)] * s.seats
