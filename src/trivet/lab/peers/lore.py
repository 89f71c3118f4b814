"""A strategy without heuristics, so that all libraries' searches do the same work."""

from typing import Any, final

from mypy_extensions import i64

from trivet.core.state import State
from trivet.core.strategy import Strategy


@final
class NoLore(Strategy[Any]):
    def worth(self, s: State, seat: i64, choice: i64) -> float:
        return 0.0

    def is_open(self) -> bool:
        return True

    def value(self, s: State) -> list[float]:
        return s.scores() if s.is_over() else [0.5, 0.5]
