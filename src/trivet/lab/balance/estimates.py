"""Estimates with 95 % intervals from many games, and the difference of two variants.

Games are independent, the seats of one game are not: all errors are by game.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import log, sqrt
from statistics import fmean, stdev

from trivet.lab.balance.game_summary import GameSummary, Summaries
from trivet.lab.tally import SURE

PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SHOWN = 3  # games named beside a figure
TENTH, QUARTER = 0.1, 0.25  # of par: "off par" and "far off par"
LEAST = 8  # games before an interval may end a run
MOST_SAVED = 100.0  # times: a place that a variant never changes would have no end
ABOUT = 500  # games at which the interval for any time is tightest


@dataclass(frozen=True)
class Estimate:
    """A number with half of its 95 % interval."""

    value: float
    half: float
    n: int
    shows: tuple[int, ...] = ()  # numbers of games to look at
    warning: str = ""

    @property
    def low(self) -> float:
        return self.value - self.half

    @property
    def high(self) -> float:
        return self.value + self.half


def mean(values: Sequence[float], shows: Sequence[int] = ()) -> Estimate:
    half = SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 1.0
    return Estimate(fmean(values), half, len(values), tuple(shows[:SHOWN]))


def quantile(values: Sequence[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[round(part * (len(ordered) - 1))]


def anytime(values: Sequence[float], error: float = 0.05) -> float:
    """Half of an interval that may be looked at after every game: a confidence sequence by a normal
    mixture.  The usual interval would be left by luck sooner or later."""
    n = len(values)
    if n < LEAST:
        return float("inf")
    wide = -2 * log(error)
    rho = (wide + log(wide) + 1) / ABOUT
    spread = max(stdev(values), 1e-9)
    return spread * sqrt((n * rho + 1) / (n * n * rho) * 2 * log(sqrt(n * rho + 1) / error))


def luck(repeats: Sequence[Summaries]) -> Estimate:
    """The part of the variance of the win that lies between deals: each game of the first list was
    played again with the same dice of chance.  0: dice decide nothing; 1: they decide everything.
    The interval leaves out one deal at a time."""
    deals = [[one["shares"] for one in games] for games in zip(*repeats, strict=True)]
    parts = [_spread(deal) for deal in deals]
    times, many = len(repeats), len(deals)
    means = [[fmean(column) for column in zip(*deal, strict=True)] for deal in deals]

    def part_between(left_out: int) -> float:
        kept = [row for n, row in enumerate(means) if n != left_out]
        inside = fmean(part for n, part in enumerate(parts) if n != left_out)
        between = _spread(kept) - inside / times
        return max(0.0, between) / max(max(0.0, between) + inside, 1e-9)

    value = part_between(-1)
    without = [part_between(n) for n in range(many)]
    middle = fmean(without)
    error = sqrt((many - 1) / many * sum((one - middle) ** 2 for one in without))
    return Estimate(value, SURE * error, many)


def _spread(rows: Sequence[Sequence[float]]) -> float:
    """The variance of the columns, added up."""
    return float(sum(stdev(column) ** 2 for column in zip(*rows, strict=True)))


# --- who wins -------------------------------------------------------------------------------------


def shares_of_place(summaries: Summaries, place: int) -> list[float]:
    """Of each game: the share of the seat with this place in the order of turns."""
    return [one["shares"][one["order"][place]] for one in summaries]


def order(summaries: Summaries) -> list[Estimate]:
    """The share of the win by place in the order of turns; a warning from a tenth off par."""
    seats = len(summaries[0]["shares"])
    found = [mean(shares_of_place(summaries, place)) for place in range(seats)]
    return [replace(one, warning=_off_par(one, 1 / seats)) for one in found]


def _off_par(one: Estimate, par: float) -> str:
    far = abs(one.value - par) / par
    if one.low <= par <= one.high or far <= TENTH:
        return ""
    return "far off par" if far > QUARTER else "off par"


def chairs(summaries: Summaries) -> list[Estimate]:
    """The share by seat: apart from the order of turns it must not matter where one sits."""
    seats = len(summaries[0]["shares"])
    return [mean([one["shares"][seat] for one in summaries]) for seat in range(seats)]


def is_shared(summary: GameSummary) -> bool:
    return bool(max(summary["shares"]) < 1)


def ties(summaries: Summaries) -> Estimate:
    """How many wins are shared."""
    shared = [one["n"] for one in summaries if is_shared(one)]
    return mean([float(is_shared(one)) for one in summaries], shared)


def margin(summaries: Summaries) -> Estimate | None:
    """How far the second is behind the winner, as a part of the winner's points; None in a game
    without points."""
    found = [sorted(one["points"], reverse=True) for one in summaries]
    parts = [(best - second) / best for best, second, *_ in found if best > 0]
    return mean(parts) if len(parts) > len(summaries) / 2 else None


def endings(summaries: Summaries) -> dict[str, list[int]]:
    """The numbers of the games by ending, the commonest first."""
    found: dict[str, list[int]] = {}
    for one in summaries:
        found.setdefault(one["ending"], []).append(one["n"])
    return dict(sorted(found.items(), key=lambda row: -len(row[1])))


def widths(summaries: Summaries) -> Counter[int]:
    """How often a question allowed so many answers."""
    found: Counter[int] = Counter()
    for one in summaries:
        found.update({int(many): count for many, count in one["width"].items()})
    return found


# --- two variants ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Change:
    """A figure in two variants, on paired games."""

    name: str
    before: float
    after: float
    gain: float
    half: float
    always: float  # half of the interval that may be looked at at any time
    saved: float  # how many times as many games the same interval takes without pairing

    @property
    def is_sure(self) -> bool:
        return abs(self.gain) > self.half


def change(name: str, before: Sequence[float], after: Sequence[float]) -> Change:
    gains = [new - old for old, new in zip(before, after, strict=True)]
    alone = _variance(before) + _variance(after)
    together = max(_variance(gains), 1e-12)
    half = SURE * sqrt(together / len(gains))
    saved = min(MOST_SAVED, alone / together) if alone > 0 else 1.0
    return Change(name, fmean(before), fmean(after), fmean(gains), half, anytime(gains), saved)


def _variance(values: Sequence[float]) -> float:
    return stdev(values) ** 2 if len(values) > 1 else 0.0
