"""Fits the curves of calibration.py: monotone regression of what came on what was said.

Thoughts are sorted by what was said and put into bins of equal weight, a game counting the same
however many thoughts it has.  A bin's point is the mean said and the mean come; a few games that
come as they were said are added to each, so that little data moves little.  Bins in the wrong order
are joined (pool adjacent violators).
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from trivet.bots.calibration import AS_SAID, Curve, corrected
from trivet.core.game import Game
from trivet.lab.reliability import Said

LEAST = 25.0  # games in a bin
MOST_BINS = 6
PRIOR = 5.0  # games in every bin that come as they were said
BEYOND = 0.5  # of the way from the outer points to 0 and 1 that the ends of a curve go

Games = Sequence[Sequence[Said]]


def fitted(games: Games, phases: int) -> list[Curve]:
    """A curve for each phase."""
    return [
        fit([[one for one in played if one.phase == phase] for played in games])
        for phase in range(phases)
    ]


def fit(games: Games) -> Curve:
    thoughts = sorted((one.said, one.came, 1.0 / len(played)) for played in games for one in played)
    weight = sum(one[2] for one in thoughts)
    if weight < LEAST:
        return AS_SAID
    wanted = weight / min(MOST_BINS, int(weight / LEAST))
    bins: list[list[float]] = []  # weight, sum said, sum come
    full = wanted
    for said, came, part in thoughts:
        if full >= wanted - 1e-9:
            bins.append([PRIOR, 0.0, 0.0])
            full = 0.0
        full += part
        bins[-1][0] += part
        bins[-1][1] += said * part
        bins[-1][2] += came * part
    for one in bins:
        mean = one[1] / (one[0] - PRIOR)
        one[1] += PRIOR * mean
        one[2] += PRIOR * mean
    points = [(said / weight, came / weight) for weight, said, came in pooled(bins)]
    low, high = points[0], points[-1]
    curve = [(0.0, low[1] * (1.0 - BEYOND)), *points, (1.0, high[1] + BEYOND * (1.0 - high[1]))]
    return [(round(said, 3), round(came, 3)) for said, came in curve]


def pooled(bins: Sequence[Sequence[float]]) -> list[list[float]]:
    """Join neighbours until what came rises with what was said."""
    found: list[list[float]] = []
    for one in bins:
        found.append(list(one))
        while len(found) > 1 and found[-2][2] / found[-2][0] >= found[-1][2] / found[-1][0]:
            last = found.pop()
            found[-1] = [a + b for a, b in zip(found[-1], last, strict=True)]
    return found


def as_shown(games: Games, curves: Sequence[Curve]) -> list[list[Said]]:
    """The same games with the estimates that people are shown."""
    return [
        [replace(one, said=corrected(one.said, curves[one.phase])) for one in played]
        for played in games
    ]


def held_out(games: Games, phases: int) -> list[list[Said]]:
    """Estimates as they would be shown, each half of the games by curves fitted to the other."""
    halves = [games[::2], games[1::2]]
    shown = [as_shown(halves[one], fitted(halves[1 - one], phases)) for one in (0, 1)]
    return [*shown[0], *shown[1]]


def written(game: Game[Any], tables: Mapping[str, Mapping[str, object]]) -> str:
    """The text of a game's file: a line for each level at each number of seats."""
    head = json.dumps({"game": game.name, "rules": game.version, "phases": game.strategy.phases()})
    rows = [f"{json.dumps(name)}: {json.dumps(tables[name])}" for name in sorted(tables)]
    return head[:-1] + ', "tables": {\n' + ",\n".join(rows) + "\n}}\n"
