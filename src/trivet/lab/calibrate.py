"""Fits the lines of calibration.py: logistic regression of what came on what was said.

A game counts the same however many thoughts it has.  A few games that came as they were said are
added, so that little data moves little.  Lines are kept only if they tell more about games that
they were not fitted to than the estimates as they were said.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp, log
from typing import Any

from trivet.bots.calibration import AS_SAID, SURELY, Line, corrected, log_odds
from trivet.core.game import Game
from trivet.lab.reliability import Said

FIRM_SHIFT = 4.0  # games that speak for no shift, and for a slope of 1
FIRM_SLOPE = 8.0
FLAT = 0.05  # the least slope: the order of two estimates stays
STEPS = 30  # of Newton's method

Games = Sequence[Sequence[Said]]


def fitted(games: Games, phases: int) -> list[Line]:
    """A line for each phase."""
    return [
        fit([[one for one in played if one.phase == phase] for played in games])
        for phase in range(phases)
    ]


def fit(games: Games) -> Line:
    """The likeliest shift and slope, by Newton's method."""
    thoughts = [
        (log_odds(one.said), one.came, 1.0 / len(played)) for played in games for one in played
    ]
    shift, slope = AS_SAID
    for _ in range(STEPS):
        down, aside = FIRM_SHIFT * shift, FIRM_SLOPE * (slope - 1.0)  # the gradient
        bend, both, tilt = FIRM_SHIFT, 0.0, FIRM_SLOPE  # and its slopes
        for said, came, weight in thoughts:
            share = 1.0 / (1.0 + exp(-shift - slope * said))
            error, spread = weight * (share - came), weight * share * (1.0 - share)
            down, aside = down + error, aside + error * said
            bend, both, tilt = bend + spread, both + spread * said, tilt + spread * said * said
        whole = bend * tilt - both * both
        shift -= (tilt * down - both * aside) / whole
        slope -= (bend * aside - both * down) / whole
    return round(shift, 3), round(max(FLAT, slope), 3)


def as_shown(games: Games, lines: Sequence[Line]) -> list[list[Said]]:
    """The same games with the estimates that people are shown."""
    return [
        [replace(one, said=corrected(one.said, lines[one.phase])) for one in played]
        for played in games
    ]


def held_out(games: Games, phases: int) -> list[list[Said]]:
    """Estimates as they would be shown, each half of the games by lines fitted to the other."""
    halves = [games[::2], games[1::2]]
    shown = [as_shown(halves[one], fitted(halves[1 - one], phases)) for one in (0, 1)]
    return [shown[number % 2][number // 2] for number in range(len(games))]


def surprise(games: Games) -> float:
    """Cross-entropy in bits, the mean over games."""
    played = [one for one in games if one]
    return sum(sum(map(_bits, one)) / len(one) for one in played) / max(1, len(played))


def _bits(one: Said) -> float:
    sure = min(1.0 - SURELY, max(SURELY, one.said))
    return -(one.came * log(sure, 2) + (1.0 - one.came) * log(1.0 - sure, 2))


def written(game: Game[Any], tables: Mapping[str, Mapping[str, object]]) -> str:
    """The text of a game's file: a row for each level at each number of seats."""
    head = json.dumps({"game": game.name, "rules": game.version, "phases": game.strategy.phases()})
    rows = [f"{json.dumps(name)}: {json.dumps(tables[name])}" for name in sorted(tables)]
    return head[:-1] + ', "tables": {\n' + ",\n".join(rows) + "\n}}\n"
