"""The learnt value of a position: a linear model of its terms, and a softmax over the seats.

Each term has two weights, for the start and the end of a game; in between they are interpolated
by `pace`.  Each number of seats has weights of its own.
"""

from typing import Any, Final

from mypy_extensions import i64

from trivet.bots.tuning import Weights
from trivet.core.state import NOBODY, State
from trivet.core.strategy import Strategy, shares

OUT: Final = -1e9  # the score of a seat that cannot win any more


def guess(s: State, strategy: Strategy[Any], weights: Weights | None) -> list[float]:
    """Each seat's estimated share of the win, by learnt weights or else by the game's `value`."""
    learnt = weights.get(s.seats) if weights is not None else None
    if learnt is None:
        return strategy.value(s)
    if s.turn == NOBODY:
        return s.scores()
    pace = strategy.pace(s)
    hopes = [hope(strategy.terms(s, seat), pace, learnt) for seat in range(s.seats)]
    return shares(hopes)


def hope(terms: list[float], pace: float, weights: tuple[float, ...]) -> float:
    """A seat's score before the softmax."""
    if not terms:
        return OUT
    early = 0.0
    late = 0.0
    place: i64 = 0
    for term in terms:
        early += term * weights[place]
        late += term * weights[place + 1]
        place += 2
    return early + pace * (late - early)
