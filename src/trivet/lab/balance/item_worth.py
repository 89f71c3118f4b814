"""What things are worth that are dealt to a seat, used by it, or barred to it."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from trivet.core.dice import Dice
from trivet.lab.balance.estimates import Estimate, mean, quantile, shares_of_place
from trivet.lab.balance.game_summary import GameSummary, Summaries
from trivet.lab.balance.win_curves import WinCurves
from trivet.lab.tally import SURE

FEW = 30  # fewer seats than this with or without a thing say nothing
EXAMPLES = 24  # games to choose one from that shows a thing
SHUFFLES = 120
NOBODY_MIXED = 1e-9  # a thing that always, or never, goes with a place tells nothing


@dataclass(frozen=True)
class ItemWorth:
    """What it is worth to have been dealt, or to have used, a thing."""

    name: str
    rate: float  # part of all seats that had or used it
    gain: float  # share of the win with it less without it, at the same place in turns
    half: float
    beyond: float | None = None  # share of the win less the chance just before the first use
    beyond_half: float = 0.0
    shows: tuple[int, ...] = ()
    is_sure: bool = False  # beyond what the best of all things would gain by luck

    @property
    def errors(self) -> float:
        """The gain in standard errors."""
        return abs(self.gain) / max(self.half / SURE, 1e-12)


ItemsOf = Callable[[GameSummary, int], set[str]]  # what a seat was dealt, or used, in a game


def dealt(summary: GameSummary, seat: int) -> set[str]:
    return set(summary["dealt"].get(str(seat), ()))


def used(summary: GameSummary, seat: int) -> set[str]:
    return {what for what, who, _ in summary["given"] if who == seat}


class _Holdings(NamedTuple):
    """Who had what, by game and place in turns."""

    summaries: Summaries
    had: list[list[set[str]]]
    rest: list[list[float]]  # shares of the win less the mean of the place

    @property
    def seats(self) -> int:
        return len(self.had[0])

    @property
    def size(self) -> int:
        return len(self.had) * self.seats


def _holding(summaries: Summaries, had: ItemsOf) -> _Holdings:
    seats = len(summaries[0]["shares"])
    par = [fmean(shares_of_place(summaries, place)) for place in range(seats)]
    return _Holdings(
        summaries,
        [[had(one, seat) for seat in one["order"]] for one in summaries],
        [
            [one["shares"][seat] - par[p] for p, seat in enumerate(one["order"])]
            for one in summaries
        ],
    )


def worth(summaries: Summaries, had: ItemsOf) -> list[ItemWorth]:
    """Of each thing, the best first: least squares with a mean for each place in turns.  The
    residual of a game is taken as if the game had not been fitted: rare things hang on few."""
    held = _holding(summaries, had)
    found = [_worth(held, name) for name in _names(held)]
    return sorted((one for one in found if one is not None), key=lambda one: -one.gain)


def _names(held: _Holdings) -> list[str]:
    counts: Counter[str] = Counter()
    for row in held.had:
        for things in row:
            counts.update(things)
    return sorted(name for name, n in counts.items() if min(n, held.size - n) >= FEW)


def _worth(held: _Holdings, name: str) -> ItemWorth | None:
    has = [[name in items for items in row] for row in held.had]
    means = [fmean(column) for column in zip(*has, strict=True)]
    parts = [
        _products([one - mean for one, mean in zip(row, means, strict=True)], rest)
        for row, rest in zip(has, held.rest, strict=True)
    ]
    bottom = sum(b for _, b in parts)
    if bottom < NOBODY_MIXED * held.size:
        return None
    gain = sum(a for a, _ in parts) / bottom
    error = sqrt(sum(((a - gain * b) / max(1 - b / bottom, 1e-6)) ** 2 for a, b in parts)) / bottom
    rate = sum(map(sum, has)) / held.size
    return ItemWorth(name, rate, gain, SURE * error, shows=_examples(held, has, gain))


def _products(off: Sequence[float], rest: Sequence[float]) -> tuple[float, float]:
    """Of one game: what having an item goes with, and how much it varies."""
    return sum(o * r for o, r in zip(off, rest, strict=True)), sum(o * o for o in off)


def _examples(held: _Holdings, has: Sequence[Sequence[bool]], gain: float) -> tuple[int, ...]:
    """Games that somebody with the item won, or where it costs, did not win."""
    shows = [
        one["n"]
        for one, row in zip(held.summaries, has, strict=True)
        for seat, had_it in zip(one["order"], row, strict=True)
        if had_it and (one["shares"][seat] == 1) == (gain > 0)
    ]
    return tuple(dict.fromkeys(shows))[:EXAMPLES]


# --- the bar of shuffling -------------------------------------------------------------------------


def worth_dealt(summaries: Summaries) -> tuple[list[ItemWorth], float]:
    """The worth of what is dealt, and the bar above which a gain is sure: the 95th percentile of
    the largest gain in standard errors when what was dealt is shuffled among the seats of each
    game."""
    found = worth(summaries, dealt)
    if not found:
        return [], 0.0
    held = _holding(summaries, dealt)
    dice, names = Dice(1), {one.name for one in found}
    bar = quantile([_largest(held, names, dice) for _ in range(SHUFFLES)], 0.95)
    return [replace(one, is_sure=one.errors > bar) for one in found], bar


def _largest(held: _Holdings, names: set[str], dice: Dice) -> float:
    """The largest gain in standard errors of one shuffling.  The residuals of a game add up to 0:
    only the seats that have a thing count."""
    tops: dict[str, list[tuple[float, int]]] = {name: [] for name in names}
    for row, rest in zip(held.had, held.rest, strict=True):
        order = list(range(held.seats))
        for last in range(held.seats - 1, 0, -1):
            other = dice.below(last + 1)
            order[last], order[other] = order[other], order[last]
        here: dict[str, list[float]] = {}
        for place, things in zip(order, row, strict=True):
            for name in things:
                here.setdefault(name, []).append(rest[place])
        for name, gains in here.items():
            if name in names:
                tops[name].append((sum(gains), len(gains)))
    return max(_errors(rows, len(held.had), held.seats) for rows in tops.values())


def _errors(rows: Sequence[tuple[float, int]], games: int, seats: int) -> float:
    """A gain in standard errors, from the games in which somebody had the thing."""
    rate = sum(n for _, n in rows) / (games * seats)

    def spread(n: int) -> float:
        return n * (1 - rate) ** 2 + (seats - n) * rate**2

    bottom = sum(spread(n) for _, n in rows) + (games - len(rows)) * spread(0)
    if bottom < NOBODY_MIXED:
        return 0.0
    gain = sum(a for a, _ in rows) / bottom
    left = sum(((a - gain * spread(n)) / (1 - spread(n) / bottom)) ** 2 for a, n in rows)
    left += (games - len(rows)) * (gain * spread(0)) ** 2
    return abs(gain) * bottom / max(sqrt(left), 1e-12)


# --- what is used ---------------------------------------------------------------------------------


def worth_used(summaries: Summaries, win_curves: WinCurves) -> list[ItemWorth]:
    """What bots answer: the gain of users over others (company, not cause), and what they won
    beyond the chance that they had just before."""
    return [_beyond(one, summaries, win_curves) for one in worth(summaries, used)]


def _beyond(thing: ItemWorth, summaries: Summaries, win_curves: WinCurves) -> ItemWorth:
    by_game = []
    for one, curve in zip(summaries, win_curves.curves, strict=True):
        gains = []
        for seat, share in enumerate(one["shares"]):
            point = one["first"].get(f"{thing.name}|{seat}", -1)
            if point >= 0:
                gains.append(share - curve.chances[point][seat])
        if gains:
            by_game.append((sum(gains), len(gains)))
    count = sum(n for _, n in by_game)
    if count < FEW:
        return thing
    value = sum(gain for gain, _ in by_game) / count
    error = sqrt(sum((gain - value * n) ** 2 for gain, n in by_game)) / count
    return replace(thing, beyond=value, beyond_half=SURE * error)


def cost_of_barring(free: Summaries, by_seat: Sequence[Summaries]) -> Estimate:
    """What it costs a seat not to use a thing: each seat in turn, on the same deals."""
    gains = []
    for number, one in enumerate(free):
        gains.append(
            fmean(
                summaries[number]["shares"][seat] - one["shares"][seat]
                for seat, summaries in enumerate(by_seat)
            )
        )
    return mean(gains)


def plain(name: str) -> str:
    """A name for people: "• drew the Event Red Tape." is "drew the Event Red Tape"."""
    return name.removeprefix("• ").rstrip(".")
