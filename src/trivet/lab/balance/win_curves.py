"""How games stood: the chances of all seats over a game, when it was decided, and comebacks.

Chances are the game's own estimate (or rollouts) between two turns, raised to a power by quarter of
`progress`.  The power is the one that surprises least in the *other half* of the games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean

from trivet.lab.balance.estimates import quantile
from trivet.lab.balance.game_summary import Summaries

DECIDED = 0.8  # a game is decided once the winner's chance stays at this or above
AHEAD = 0.05  # a change of the lead is by more than this
EARLY = 0.2  # part of a game that does not count for comebacks
SMALLEST = 1e-4  # chance that is told apart from none
QUARTERS = 4
SAMPLE = 1500  # points to find a power by
POWERS = [power / 10 for power in range(1, 31, 2)]


@dataclass(frozen=True)
class WinCurve:
    """One game as a curve of chances."""

    n: int
    times: list[float]  # parts of the game's answers
    chances: list[list[float]]  # by point and seat
    shares: list[float]
    changes: int  # of the lead
    drama: float  # how far the winner was behind the best, on average
    decided: float  # part of the game after which it was
    lowest: float  # chance of the winner after the first part of the game

    @property
    def is_comeback(self) -> bool:
        """Whether the winner was below half of par."""
        return self.lowest < 0.5 / len(self.shares)


@dataclass(frozen=True)
class WinCurves:
    """The curves of all games, and how good the chances are."""

    curves: list[WinCurve]
    before: float  # bits of surprise at who won, at each point, by the chances as estimated
    after: float  # and as corrected
    nothing: float  # knowing nothing

    @property
    def is_weak(self) -> bool:
        """Whether the chances know so little that games seem open to the end."""
        return self.after > 0.6 * self.nothing


def win_curves(summaries: Summaries) -> WinCurves:
    halves = [[one for one in summaries if one["n"] % 2 == k] for k in (0, 1)]
    powers = [_powers(half) for half in halves]
    curves, before, after = list[WinCurve](), list[float](), list[float]()
    for one in summaries:
        power = powers[1 - one["n"] % 2]
        points = [_raised(row[2:], power(row[1])) for row in one["curve"]]
        for row, point in zip(one["curve"], points, strict=True):
            before.append(_surprise(row[2:], one["shares"]))
            after.append(_surprise(point, one["shares"]))
        times = [row[0] / max(one["answers"], 1) for row in one["curve"]]
        curves.append(_win_curve(one["n"], [*times, 1.0], [*points, one["shares"]], one["shares"]))
    nothing = log2(len(summaries[0]["shares"]))
    return WinCurves(curves, fmean(before or [nothing]), fmean(after or [nothing]), nothing)


def _powers(summaries: Summaries) -> Callable[[float], float]:
    """The power to raise chances to, by progress."""
    rows = [(row[1], row[2:], one["shares"]) for one in summaries for row in one["curve"]]
    if not rows:
        return lambda progress: 1.0
    times = [progress for progress, _, _ in rows]
    cuts = [quantile(times, part / QUARTERS) for part in range(1, QUARTERS)]

    def quarter(progress: float) -> int:
        return sum(progress > cut for cut in cuts)

    by_quarter: list[list[tuple[list[float], list[float]]]] = [[] for _ in range(QUARTERS)]
    for progress, chances, shares in rows:
        by_quarter[quarter(progress)].append((chances, shares))
    found = [_best_power(some[:: len(some) // SAMPLE + 1]) for some in by_quarter]
    return lambda progress: found[quarter(progress)]


def _best_power(rows: Sequence[tuple[list[float], list[float]]]) -> float:
    if not rows:
        return 1.0

    def cost(power: float) -> float:
        return fmean(_surprise(_raised(guess, power), shares) for guess, shares in rows)

    return min(POWERS, key=cost)


def _raised(guess: Sequence[float], power: float) -> list[float]:
    raised = [max(share, SMALLEST) ** power for share in guess]
    whole = sum(raised)
    return [share / whole for share in raised]


def _surprise(guess: Sequence[float], shares: Sequence[float]) -> float:
    return -sum(
        share * log2(max(p, SMALLEST)) for p, share in zip(guess, shares, strict=True) if share
    )


def _win_curve(
    n: int, times: list[float], chances: list[list[float]], shares: list[float]
) -> WinCurve:
    """A game as a curve, and what its shape says."""
    best = max(shares)
    winners = [seat for seat, share in enumerate(shares) if share == best]
    hopes = [sum(point[seat] for seat in winners) for point in chances]
    later = [hope for time, hope in zip(times, hopes, strict=True) if time >= EARLY]
    return WinCurve(
        n, times, chances, shares,
        changes=_lead_changes(chances),
        drama=fmean(max(point) - max(point[seat] for seat in winners) for point in chances),
        decided=_decided(times, hopes),
        lowest=min(later) / len(winners),
    )  # fmt: skip


def _lead_changes(chances: Sequence[list[float]]) -> int:
    leaders = [max(range(len(point)), key=point.__getitem__) for point in chances]
    leader, changes = leaders[0], 0
    for point, first in zip(chances, leaders, strict=True):
        if first != leader and point[first] > point[leader] + AHEAD:
            leader, changes = first, changes + 1
    return changes


def _decided(times: Sequence[float], hopes: Sequence[float]) -> float:
    """The time from which on the chance of the winners stays high."""
    decided = 1.0
    for time, hope in zip(reversed(times), reversed(hopes), strict=True):
        if hope < DECIDED:
            break
        decided = time
    return decided


def openness(
    curves: Sequence[WinCurve], steps: int = 20
) -> list[tuple[float, float, float, float]]:
    """By part of the game: the mean chance of the seat that won, and its quarters."""
    rows = []
    for k in range(steps + 1):
        hopes = [_hope_at(curve, k / steps) for curve in curves]
        rows.append((k / steps, fmean(hopes), quantile(hopes, 0.25), quantile(hopes, 0.75)))
    return rows


def _hope_at(curve: WinCurve, part: float) -> float:
    """The chance of the seat that won, at a part of the game."""
    winner = max(range(len(curve.shares)), key=curve.shares.__getitem__)
    hope = 1 / len(curve.shares)
    for time, point in zip(curve.times, curve.chances, strict=True):
        if time > part:
            break
        hope = point[winner]
    return hope
