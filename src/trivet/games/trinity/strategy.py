from mypy_extensions import i64

from trivet.core.strategy import Strategy
from trivet.games.trinity.state import Trinity


class TrinityStrategy(Strategy[Trinity]):
    def worth(self, s: Trinity, seat: i64, choice: i64) -> float:
        return 0.0

    def value(self, s: Trinity) -> list[float]:
        return [1.0 / float(s.seats)] * s.seats
