"""Statistics of an arena: shares of the win with Wilson intervals, and a sequential test."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import log, sqrt
from statistics import fmean, variance

from trivet.lab.arena import PlayedTable, milliseconds

SURE = 1.96  # standard errors on either side of a 95 % interval
LEAST = 8  # blocks before the sequential test may decide


@dataclass(frozen=True)
class Interval:
    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:6.1%}  {self.low:6.1%} to {self.high:6.1%}"


@dataclass(frozen=True)
class MatchResult:
    """How one player fared in one contest."""

    player: str
    share: Interval  # of the win, at each of its seats
    par: float  # the share if all players are equally good
    tables: int
    p50: float  # thinking time in milliseconds
    p95: float


def results(blocks: Sequence[Sequence[PlayedTable]]) -> list[MatchResult]:
    """The result of every player of a contest, in the order of the line-up."""
    players = dict.fromkeys(blocks[0][0].players) if blocks else {}
    return [_result(player, blocks) for player in players]


def _result(player: str, blocks: Sequence[Sequence[PlayedTable]]) -> MatchResult:
    thinking: Counter[int] = Counter()
    for table in (table for block in blocks for table in block):
        for seat, name in enumerate(table.players):
            if name == player:
                thinking.update(table.thinking[seat])
    shares = [share_of(player, block) for block in blocks]
    tables = sum(len(block) for block in blocks)
    par = 1 / len(blocks[0][0].players)
    return MatchResult(
        player, interval(shares, tables), par, tables,
        quantile(thinking, 0.5), quantile(thinking, 0.95),
    )  # fmt: skip


def share_of(player: str, block: Sequence[PlayedTable]) -> float:
    """A player's mean share at all its seats of a block."""
    return fmean(
        table.shares[seat]
        for table in block
        for seat, name in enumerate(table.players)
        if name == player
    )


def interval(shares: Sequence[float], tables: int) -> Interval:
    """A Wilson interval.  Blocks are independent, tables are not; so the number of tables is
    replaced by the effective one, which would give the variance seen between the blocks."""
    mean = fmean(shares)
    scatter = variance(shares) / len(shares) if len(shares) > 1 else 0.0
    spread = mean * (1 - mean)
    count = spread / scatter if scatter > 0 and spread > 0 else float(tables)
    square = SURE * SURE
    middle = (mean + square / (2 * count)) / (1 + square / count)
    half = SURE / (1 + square / count) * sqrt(spread / count + square / (4 * count * count))
    return Interval(mean, max(0.0, middle - half), min(1.0, middle + half))


def quantile(thinking: Counter[int], part: float) -> float:
    """A quantile of the thinking times, in milliseconds."""
    rest = part * thinking.total()
    for step in sorted(thinking):
        rest -= thinking[step]
        if rest <= 0:
            return milliseconds(step)
    return 0.0


# --- a sequential test ----------------------------------------------------------------------------


@dataclass(frozen=True)
class SequentialTest:
    """SPRT: is the first player's share nearer to `high` or to `low`?  `error` is the probability
    of a wrong verdict."""

    low: float
    high: float
    error: float = 0.05

    def evidence(self, shares: Sequence[float]) -> float:
        """The log-likelihood ratio of `high` over `low`, with the variance of the blocks."""
        if len(shares) < LEAST:
            return 0.0
        scatter = max(variance(shares), 0.25 / len(shares))
        lead = 2 * fmean(shares) - self.low - self.high
        return len(shares) * (self.high - self.low) * lead / (2 * scatter)

    @property
    def bound(self) -> float:
        return log((1 - self.error) / self.error)

    def verdict(self, shares: Sequence[float]) -> str:
        """'high', 'low', or '' while it is not decided."""
        evidence = self.evidence(shares)
        if evidence >= self.bound:
            return "high"
        return "low" if evidence <= -self.bound else ""
