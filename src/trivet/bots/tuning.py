"""The numbers that make one search differ from another; a game knows which suit it."""

from typing import Final, final

from mypy_extensions import i64

Weights = dict[int, tuple[float, ...]]  # by number of seats: of each feature, early and late

NUMBERS: Final = (
    "iterations", "seconds", "exploration", "horizon", "turns", "greed", "bias", "width", "growth",
    "weigh_at", "mixing", "exact", "tree", "prudence",
)  # fmt: skip


@final
class Tuning:
    """A search as it would be without any enhancement."""

    def __init__(self, iterations: i64, seconds: float) -> None:
        self.iterations: i64 = iterations  # rounds of search
        self.seconds: float = seconds  # the longest that a person is kept waiting
        self.exploration: float = 0.7  # how much what was seldom tried is favoured
        self.horizon: i64 = 1_000_000  # answers of a play-out before its end is guessed
        self.turns: i64 = 1  # ... at which settled point from there on: 1 the next one
        self.greed: i64 = 1  # answers the lore picks the best of in a play-out; 1: any answer
        self.bias: float = 0.0  # how much the game's lore counts, while an answer was seldom tried
        self.width: i64 = 0  # answers looked at from the start; 0: all of them
        self.growth: float = 1.0  # ... and how many more with the root of the visits
        self.weigh_at: i64 = 4  # a node visited so often is worth asking the game's lore
        self.mixing: float = 0.0  # at sealed questions, how often any answer is tried; 0: no mixing
        self.exact: i64 = 0  # answers before the end of a chapter from which on all are tried
        self.tree: i64 = 1  # 0: without a tree, answers are tried as steady does
        self.prudence: float = 0.0  # without a tree: how sure it must be to leave the favourite
        self.weights: Weights | None = None  # of the game's features; None: its own guess
