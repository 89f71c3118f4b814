"""How a game may end, by what self-play has taught about its features.

There are two weights for each feature, and others for each number of seats: what it is worth at the
start and at the end of a game.  In between they are mixed.  The better a seat's features, the
greater its share.
"""

from typing import Any, Final

from mypy_extensions import i64

from trivet.bots.tuning import Weights
from trivet.core.state import NOBODY, State
from trivet.core.strategy import Strategy, shares

OUT: Final = -1e9  # the hope of a seat that cannot win any more


def guess(s: State, strategy: Strategy[Any], weights: Weights | None) -> list[float]:
    """Each seat's share of the win: learnt, or, without weights, as the game's lore has it."""
    learnt = weights.get(s.seats) if weights is not None else None
    if learnt is None:
        return strategy.value(s)
    if s.turn == NOBODY:
        return s.scores()
    progress = strategy.progress(s)
    hopes = [hope(strategy.features(s, seat), progress, learnt) for seat in range(s.seats)]
    return shares(hopes)


def hope(features: list[float], progress: float, weights: tuple[float, ...]) -> float:
    if not features:
        return OUT
    early = 0.0
    late = 0.0
    place: i64 = 0
    for feature in features:
        early += feature * weights[place]
        late += feature * weights[place + 1]
        place += 2
    return early + progress * (late - early)
