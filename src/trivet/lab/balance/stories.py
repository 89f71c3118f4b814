"""How games stood: the chances of all seats over a game, when it was decided, and comebacks.

Chances are the game's own estimate (or rollouts) between two turns, raised to a power by quarter of
`progress`.  The power is the one that surprises least in the *other half* of the games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log2
from statistics import fmean

from trivet.lab.balance.figures import quantile
from trivet.lab.balance.sheets import GameSheet

DECIDED = 0.8  # a game is decided once the winner's chance stays at this or above
AHEAD = 0.05  # a change of the lead is by more than this
EARLY = 0.2  # part of a game that does not count for comebacks
SMALLEST = 1e-4  # chance that is told apart from none
QUARTERS = 4
SAMPLE = 1500  # points to find a power by
POWERS = [power / 10 for power in range(1, 31, 2)]


@dataclass
class Story:
    """One game as a curve of chances."""

    n: int
    times: list[float]  # parts of the game's answers
    chances: list[list[float]]  # by point and seat
    shares: list[float]
    changes: int = 0  # of the lead
    drama: float = 0.0  # how far the winner was behind the best, on average
    decided: float = 1.0  # part of the game after which it was
    lowest: float = 1.0  # chance of the winner after the first part of the game


@dataclass(frozen=True)
class Stories:
    """The stories of all games, and how good the chances are."""

    told: list[Story]
    before: float  # bits of surprise at who won, at each point, by the chances as estimated
    after: float  # and as corrected
    nothing: float  # knowing nothing

    @property
    def is_weak(self) -> bool:
        """Whether the chances know so little that games seem open to the end."""
        return self.after > 0.6 * self.nothing


def stories(sheets: Sequence[GameSheet]) -> Stories:
    halves = [[one for one in sheets if one["n"] % 2 == k] for k in (0, 1)]
    powers = [_powers(half) for half in halves]
    told, before, after = list[Story](), list[float](), list[float]()
    for one in sheets:
        power = powers[1 - one["n"] % 2]
        points = [_raised(row[2:], power(row[1])) for row in one["curve"]]
        for row, point in zip(one["curve"], points, strict=True):
            before.append(_surprise(row[2:], one["shares"]))
            after.append(_surprise(point, one["shares"]))
        times = [row[0] / max(one["answers"], 1) for row in one["curve"]]
        told.append(_told(Story(one["n"], [*times, 1.0], [*points, one["shares"]], one["shares"])))
    nothing = log2(len(sheets[0]["shares"]))
    return Stories(told, fmean(before or [nothing]), fmean(after or [nothing]), nothing)


def _powers(sheets: Sequence[GameSheet]) -> Callable[[float], float]:
    rows = [(row[1], row[2:], one["shares"]) for one in sheets for row in one["curve"]]
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


def _told(story: Story) -> Story:
    best = max(story.shares)
    winners = [seat for seat, share in enumerate(story.shares) if share == best]
    hopes = [sum(point[seat] for seat in winners) for point in story.chances]
    story.drama = fmean(
        max(point) - max(point[seat] for seat in winners) for point in story.chances
    )
    for time, hope in zip(reversed(story.times), reversed(hopes), strict=True):
        if hope < DECIDED:
            break
        story.decided = time
    later = [hope for time, hope in zip(story.times, hopes, strict=True) if time >= EARLY]
    story.lowest = min(later) / len(winners)
    leader = -1
    for point in story.chances:
        first = max(range(len(point)), key=point.__getitem__)
        if leader < 0:
            leader = first
        elif first != leader and point[first] > point[leader] + AHEAD:
            leader, story.changes = first, story.changes + 1
    return story


def openness(told: Sequence[Story], steps: int = 20) -> list[tuple[float, float, float, float]]:
    """By part of the game: the mean chance of the seat that won, and its quarters."""
    rows = []
    for k in range(steps + 1):
        at, hopes = k / steps, []
        for story in told:
            winner = max(range(len(story.shares)), key=story.shares.__getitem__)
            hope = 1 / len(story.shares)
            for time, point in zip(story.times, story.chances, strict=True):
                if time > at:
                    break
                hope = point[winner]
            hopes.append(hope)
        rows.append((at, fmean(hopes), quantile(hopes, 0.25), quantile(hopes, 0.75)))
    return rows
