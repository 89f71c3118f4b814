"""Where points come from: the parts of the score sheet, and the things that write there."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from trivet.lab.balance.estimates import Estimate
from trivet.lab.balance.game_summary import Summaries
from trivet.lab.tally import SURE


class PointSource(NamedTuple):
    """A part of the score sheet, or one thing that writes there."""

    part: str
    thing: str  # empty: all of them together
    times: float  # in a game
    points: Estimate  # each time


def score_sources(summaries: Summaries) -> list[PointSource]:
    """Parts in the order of their points in a game, each before its things."""
    by_part: dict[str, dict[str, list[tuple[int, int]]]] = {}
    for number, one in enumerate(summaries):
        for part, thing, times, points in one["booked"]:
            for name in dict.fromkeys(("", thing)):
                rows = by_part.setdefault(part, {}).setdefault(name, [(0, 0)] * len(summaries))
                before = rows[number]
                rows[number] = before[0] + times, before[1] + points
    order = sorted(by_part, key=lambda part: -abs(sum(p for _, p in by_part[part][""])))
    return [
        PointSource(part, thing, sum(t for t, _ in rows) / len(rows), _each(rows))
        for part in order
        for thing, rows in sorted(by_part[part].items())
        if not (thing and set(by_part[part]) == {"", thing})
    ]


def _each(rows: Sequence[tuple[int, int]]) -> Estimate:
    """Points each time, by games."""
    times = sum(t for t, _ in rows)
    value = sum(p for _, p in rows) / times
    error = sqrt(sum((p - value * t) ** 2 for t, p in rows)) / times
    return Estimate(value, SURE * error, times)
