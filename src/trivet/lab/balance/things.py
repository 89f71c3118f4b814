"""What things are worth that are dealt, used or barred, and what is dead."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import sqrt
from statistics import fmean
from typing import NamedTuple

from trivet.core.dice import Dice
from trivet.lab.balance.figures import Figure, mean, quantile, shares_of_place
from trivet.lab.balance.sheets import GameSheet
from trivet.lab.balance.stories import Stories
from trivet.lab.tally import SURE

FEW = 30  # fewer seats than this with or without a thing say nothing
EXAMPLES = 24  # games to choose one from that shows a thing
SHUFFLES = 120
NOBODY_MIXED = 1e-9  # a thing that always, or never, goes with a place tells nothing


@dataclass(frozen=True)
class Thing:
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


Had = Callable[[GameSheet, int], set[str]]  # what a seat was dealt, or used, in a game


def dealt(sheet: GameSheet, seat: int) -> set[str]:
    return set(sheet["dealt"].get(str(seat), ()))


def used(sheet: GameSheet, seat: int) -> set[str]:
    return {what for what, who, _ in sheet["given"] if who == seat}


class _Holding(NamedTuple):
    """Who had what, by game and place in turns."""

    sheets: Sequence[GameSheet]
    had: list[list[set[str]]]
    rest: list[list[float]]  # shares of the win less the mean of the place

    @property
    def seats(self) -> int:
        return len(self.had[0])

    @property
    def size(self) -> int:
        return len(self.had) * self.seats


def _holding(sheets: Sequence[GameSheet], had: Had) -> _Holding:
    seats = len(sheets[0]["shares"])
    par = [fmean(shares_of_place(sheets, place)) for place in range(seats)]
    return _Holding(
        sheets,
        [[had(one, seat) for seat in one["order"]] for one in sheets],
        [[one["shares"][seat] - par[p] for p, seat in enumerate(one["order"])] for one in sheets],
    )


def worth(sheets: Sequence[GameSheet], had: Had) -> list[Thing]:
    """Of each thing, the best first: least squares with a mean for each place in turns.  The
    residual of a game is taken as if the game had not been fitted: rare things hang on few."""
    held = _holding(sheets, had)
    found = [_worth(held, name) for name in _names(held)]
    return sorted((one for one in found if one is not None), key=lambda one: -one.gain)


def _names(held: _Holding) -> list[str]:
    counts: Counter[str] = Counter()
    for row in held.had:
        for things in row:
            counts.update(things)
    return sorted(name for name, n in counts.items() if min(n, held.size - n) >= FEW)


def _worth(held: _Holding, name: str) -> Thing | None:
    places = range(held.seats)
    has = [[name in row[p] for p in places] for row in held.had]
    means = [fmean(row[p] for row in has) for p in places]
    parts = []
    for row, rest in zip(has, held.rest, strict=True):
        off = [row[p] - means[p] for p in places]
        parts.append((sum(o * r for o, r in zip(off, rest, strict=True)), sum(o * o for o in off)))
    bottom = sum(b for _, b in parts)
    if bottom < NOBODY_MIXED * held.size:
        return None
    gain = sum(a for a, _ in parts) / bottom
    error = sqrt(sum(((a - gain * b) / max(1 - b / bottom, 1e-6)) ** 2 for a, b in parts)) / bottom
    shows = [
        one["n"]
        for one, row in zip(held.sheets, has, strict=True)
        if any(row[p] and (one["shares"][one["order"][p]] == 1) == (gain > 0) for p in places)
    ]
    rate = sum(map(sum, has)) / held.size
    return Thing(name, rate, gain, SURE * error, shows=tuple(shows[:EXAMPLES]))


# --- the bar of shuffling -------------------------------------------------------------------------


def worth_dealt(sheets: Sequence[GameSheet]) -> tuple[list[Thing], float]:
    """The worth of what is dealt, and the bar above which a gain is sure: the 95th percentile of
    the largest gain in standard errors when what was dealt is shuffled among the seats of each
    game."""
    found = worth(sheets, dealt)
    if not found:
        return [], 0.0
    held = _holding(sheets, dealt)
    dice, names = Dice(1), {one.name for one in found}
    bar = quantile([_largest(held, names, dice) for _ in range(SHUFFLES)], 0.95)
    return [replace(one, is_sure=one.errors > bar) for one in found], bar


def _largest(held: _Holding, names: set[str], dice: Dice) -> float:
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


def worth_used(sheets: Sequence[GameSheet], stories: Stories) -> list[Thing]:
    """What bots answer: the gain of users over others (company, not cause), and what they won
    beyond the chance that they had just before."""
    return [_beyond(one, sheets, stories) for one in worth(sheets, used)]


def _beyond(thing: Thing, sheets: Sequence[GameSheet], stories: Stories) -> Thing:
    by_game = []
    for one, story in zip(sheets, stories.told, strict=True):
        gains = []
        for seat, share in enumerate(one["shares"]):
            point = one["first"].get(f"{thing.name}|{seat}", -1)
            if point >= 0:
                gains.append(share - story.chances[point][seat])
        if gains:
            by_game.append((sum(gains), len(gains)))
    count = sum(n for _, n in by_game)
    if count < FEW:
        return thing
    value = sum(gain for gain, _ in by_game) / count
    error = sqrt(sum((gain - value * n) ** 2 for gain, n in by_game)) / count
    return replace(thing, beyond=value, beyond_half=SURE * error)


def barred(free: Sequence[GameSheet], by_seat: Sequence[Sequence[GameSheet]]) -> Figure:
    """What it costs a seat not to use a thing: each seat in turn, on the same deals."""
    gains = []
    for number, one in enumerate(free):
        gains.append(
            fmean(
                sheets[number]["shares"][seat] - one["shares"][seat]
                for seat, sheets in enumerate(by_seat)
            )
        )
    return mean(gains)


# --- who begins a round ---------------------------------------------------------------------------


class Opener(NamedTuple):
    """The seats that began a round or stage, as the game tells it."""

    number: int
    share: Figure  # of the win
    beyond: Figure  # share of the win less the chance once the round has begun


def openers(sheets: Sequence[GameSheet], stories: Stories) -> list[Opener]:
    """By round; none in a game that names nobody at the beginning of one."""
    found: dict[int, list[tuple[float, float]]] = {}
    for one, story in zip(sheets, stories.told, strict=True):
        for number, seat, point in one["opened"]:
            share = one["shares"][seat]
            chance = story.chances[min(point, len(story.chances) - 1)][seat]
            found.setdefault(number, []).append((share, share - chance))
    return [
        Opener(number, mean([share for share, _ in rows]), mean([gain for _, gain in rows]))
        for number, rows in sorted(found.items())
    ]


# --- what brings points -------------------------------------------------------------------------


class Booked(NamedTuple):
    """A part of the score sheet, or one thing that writes there."""

    part: str
    thing: str  # empty: all of them together
    times: float  # in a game
    points: Figure  # each time


def booked(sheets: Sequence[GameSheet]) -> list[Booked]:
    """Parts in the order of their points in a game, each before its things."""
    by_part: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for number, one in enumerate(sheets):
        for part, thing, times, points in one["booked"]:
            for name in dict.fromkeys(("", thing)):
                rows = by_part.setdefault(part, {}).setdefault(name, [(0, 0)] * len(sheets))
                before = rows[number]
                rows[number] = before[0] + times, before[1] + points
    order = sorted(by_part, key=lambda part: -abs(sum(p for _, p in by_part[part][""])))
    return [
        Booked(part, thing, sum(t for t, _ in rows) / len(rows), _each(rows))
        for part in order
        for thing, rows in sorted(by_part[part].items())
        if not (thing and set(by_part[part]) == {"", thing})
    ]


def _each(rows: Sequence[tuple[int, int]]) -> Figure:
    """Points each time, by games."""
    times = sum(t for t, _ in rows)
    value = sum(p for _, p in rows) / times
    error = sqrt(sum((p - value * t) ** 2 for t, p in rows)) / times
    return Figure(value, SURE * error, times)


# --- what is dead ---------------------------------------------------------------------------------


class Usage(NamedTuple):
    """An answer in the games that were looked into."""

    name: str
    offered: int  # beside others
    given: int


def usage(sheets: Sequence[GameSheet]) -> list[Usage]:
    """All answers, the least used first."""
    offered: Counter[str] = Counter()
    given: Counter[str] = Counter()
    for one in sheets:
        offered.update(one["offered"])
        given.update(one["taken"])
    found = [Usage(name, n, given[name]) for name, n in offered.items()]
    return sorted(found, key=lambda row: (row.given / row.offered, -row.offered, row.name))


def kinds(sheets: Sequence[GameSheet]) -> set[str]:
    """The kinds of event that happened."""
    return {what for one in sheets for what, _, _ in one["heard"]}


def sentences(sheets: Sequence[GameSheet]) -> dict[str, str]:
    """The events that happened, as sentences, with their kinds."""
    return {said: what for one in sheets for what, said, _ in one["heard"]}


def rules_asked(sheets: Sequence[GameSheet]) -> set[str]:
    return {rule for one in sheets for rule in one["rules"] if rule}
