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


@dataclass
class WinCurve:
    """One game as a curve of chances."""

    n: int
    times: list[float]  # parts of the game's answers
    chances: list[list[float]]  # by point and seat
    shares: list[float]
    changes: int = 0  # of the lead
    drama: float = 0.0  # how far the winner was behind the best, on average
    decided: float = 1.0  # part of the game after which it was
    lowest: float = 1.0  # chance of the winner after the first part of the game

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
    told, before, after = list[WinCurve](), list[float](), list[float]()
    for one in summaries:
        power = powers[1 - one["n"] % 2]
        points = [_raised(row[2:], power(row[1])) for row in one["curve"]]
        for row, point in zip(one["curve"], points, strict=True):
            before.append(_surprise(row[2:], one["shares"]))
            after.append(_surprise(point, one["shares"]))
        times = [row[0] / max(one["answers"], 1) for row in one["curve"]]
        told.append(
            _told(WinCurve(one["n"], [*times, 1.0], [*points, one["shares"]], one["shares"]))
        )
    nothing = log2(len(summaries[0]["shares"]))
    return WinCurves(told, fmean(before or [nothing]), fmean(after or [nothing]), nothing)


def _powers(summaries: Summaries) -> Callable[[float], float]:
    rows = [(row[1], row[2:], one["shares"]) for one in summaries for row in one["curve"]]
    if not rows:
        return lambda progress: 1.0
    cuts = [quantile([row[0] for row in rows], part / QUARTERS) for part in range(1, QUARTERS)]
    found = []
    for quarter in range(QUARTERS):
        mine = [row for row in rows if sum(row[0] > cut for cut in cuts) == quarter]
        mine = mine[:: len(mine) // SAMPLE + 1]
        found.append(_best_power([(row[1], row[2]) for row in mine]) if mine else 1.0)
    return lambda progress: found[sum(progress > cut for cut in cuts)]


def _best_power(rows: Sequence[tuple[list[float], list[float]]]) -> float:
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


def _told(curve: WinCurve) -> WinCurve:
    best = max(curve.shares)
    winners = [seat for seat, share in enumerate(curve.shares) if share == best]
    hopes = [sum(point[seat] for seat in winners) for point in curve.chances]
    curve.drama = fmean(
        max(point) - max(point[seat] for seat in winners) for point in curve.chances
    )
    for time, hope in zip(reversed(curve.times), reversed(hopes), strict=True):
        if hope < DECIDED:
            break
        curve.decided = time
    later = [hope for time, hope in zip(curve.times, hopes, strict=True) if time >= EARLY]
    curve.lowest = min(later) / len(winners)
    leader = -1
    for point in curve.chances:
        first = max(range(len(point)), key=point.__getitem__)
        if leader < 0:
            leader = first
        elif first != leader and point[first] > point[leader] + AHEAD:
            leader, curve.changes = first, curve.changes + 1
    return curve


def openness(told: Sequence[WinCurve], steps: int = 20) -> list[tuple[float, float, float, float]]:
    """By part of the game: the mean chance of the seat that won, and its quarters."""
    rows = []
    for k in range(steps + 1):
        at, hopes = k / steps, []
        for curve in told:
            winner = max(range(len(curve.shares)), key=curve.shares.__getitem__)
            hope = 1 / len(curve.shares)
            for time, point in zip(curve.times, curve.chances, strict=True):
                if time > at:
                    break
                hope = point[winner]
            hopes.append(hope)
        rows.append((at, fmean(hopes), quantile(hopes, 0.25), quantile(hopes, 0.75)))
    return rows
