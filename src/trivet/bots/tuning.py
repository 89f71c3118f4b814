"""The knobs of a search.  Each game's `thought` sets them for each level; see docs/bots.md."""

from typing import Final, final

from mypy_extensions import i64

Weights = dict[int, tuple[float, ...]]  # by number of seats: two for each feature, early and late

NUMBERS: Final = (
    "iterations", "seconds", "exploration", "horizon", "turns", "greed", "bias", "width", "growth",
    "weigh_at", "mixing", "exact", "tree", "tree_at", "prudence", "naive", "patience",
)  # fmt: skip


@final
class Tuning:
    """The defaults are a plain search: random rollouts to the end, no lore."""

    def __init__(self, iterations: i64, seconds: float) -> None:
        self.iterations: i64 = iterations  # rollouts for one answer
        self.seconds: float = seconds  # at most, where there is a clock
        self.exploration: float = 0.7  # the constant of UCB
        self.horizon: i64 = 1_000_000  # answers of a rollout before it may be cut off
        self.turns: i64 = 1  # ... at the n-th settled point after that
        self.greed: i64 = 1  # candidates of which a rollout takes the best; 1: a random answer
        self.bias: float = 0.0  # weight of an answer's worth; fades with its tries
        self.width: i64 = 0  # candidate moves considered at first; 0: all of them
        self.growth: float = 1.0  # ... progressive widening, by the root of the visits
        self.weigh_at: i64 = 4  # visits of a node before its answers are asked for their worth
        self.mixing: float = 0.0  # regret matching: how often it explores; 0: not used
        self.exact: i64 = 0  # answers left in a chapter from which on it is solved
        self.tree: i64 = 1  # 1: ISMCTS; 0: flat Monte Carlo, as steady does
        self.tree_at: i64 = 0  # ... answers left in a chapter from which on it is ISMCTS anyway
        self.prudence: float = 0.0  # flat only: standard errors needed to leave the favourite
        self.naive: float = 0.5  # sealed questions: how often a rival takes any candidate
        self.patience: i64 = 1  # with a clock: times the iterations, while there is time and doubt
        self.weights: Weights | None = None  # of the game's features; None: use its `value`
