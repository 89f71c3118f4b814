"""Fits the lines of calibration.py: logistic regression of what came on what was said.

A game counts the same however many thoughts it has.  A few games that came as they were said are
added, so that little data moves little.  Of several kinds of lines, from one shift for all phases
to a line for each, that one is kept which tells most about games that it was not fitted to; none,
if the estimates tell more as they were said.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log
from typing import Any

from trivet.bots.calibration import AS_SAID, CHANCES, SURELY, Line, corrected, log_odds
from trivet.core.game import Game
from trivet.lab.reliability import Said

FIRM_SHIFT = 1.0  # games that speak for no shift, and for a slope of 1
FIRM_SLOPE = 8.0
FIRM_PHASE = 1.0  # games that speak for the shift of all phases together
RIGID = 1e9  # the same, if the slope is to stay 1
FLAT = 0.05  # the least slope: the order of two estimates stays
STEPS = 30  # of Newton's method

Games = Sequence[Sequence[Said]]


@dataclass(frozen=True)
class Kind:
    """A way to fit lines."""

    words: str
    firm_slope: float
    is_shared: bool  # one line for all phases


# The first one tells least from little data, the last one most from much.
KINDS = (
    Kind("a shift for all phases", RIGID, is_shared=True),
    Kind("a shift for each phase", RIGID, is_shared=False),
    Kind("a line for all phases", FIRM_SLOPE, is_shared=True),
    Kind("a line for each phase", FIRM_SLOPE, is_shared=False),
)


def fitted(games: Games, phases: int, kind: Kind = KINDS[-1]) -> list[Line]:
    """A line for each phase; with little data it stays near that of all phases together."""
    line = fit(games, FIRM_SHIFT, kind.firm_slope)
    if kind.is_shared:
        return [line] * phases
    return [
        fit(
            [[one for one in played if one.phase == phase] for played in games],
            FIRM_PHASE, kind.firm_slope, line,
        )
        for phase in range(phases)
    ]  # fmt: skip


def fit(
    games: Games, firm_shift: float = FIRM_SHIFT, firm_slope: float = FIRM_SLOPE,
    usual: Line = AS_SAID,
) -> Line:  # fmt: skip
    """The likeliest shift and slope, by Newton's method; some games speak for a usual line."""
    thoughts = [
        (log_odds(one.said), one.came, 1.0 / len(played)) for played in games for one in played
    ]
    shift, slope = usual
    for _ in range(STEPS):
        down, aside = firm_shift * (shift - usual[0]), firm_slope * (slope - usual[1])  # gradient
        bend, both, tilt = firm_shift, 0.0, firm_slope  # and its slopes
        for said, came, weight in thoughts:
            share = 1.0 / (1.0 + exp(-shift - slope * said))
            error, spread = weight * (share - came), weight * share * (1.0 - share)
            down, aside = down + error, aside + error * said
            bend, both, tilt = bend + spread, both + spread * said, tilt + spread * said * said
        whole = bend * tilt - both * both
        shift -= (tilt * down - both * aside) / whole
        slope -= (bend * aside - both * down) / whole
    return round(shift, 3), round(max(FLAT, slope), 3)


def as_shown(games: Games, lines: Sequence[Line], judge: str = "") -> list[list[Said]]:
    """The same games with the estimates that people are shown.  Win chances of all seats at one
    moment are made to add up to 1."""
    found = [
        [replace(one, said=corrected(one.said, lines[one.phase])) for one in played]
        for played in games
    ]
    return [whole(played) for played in found] if judge == CHANCES else found


def whole(played: Sequence[Said]) -> list[Said]:
    """Estimates of one moment, made to add up to 1."""
    sums: dict[int, float] = {}
    for one in played:
        sums[one.moment] = sums.get(one.moment, 0.0) + one.said
    return [replace(one, said=one.said / sums[one.moment]) for one in played]


def held_out(games: Games, phases: int, judge: str, kind: Kind = KINDS[-1]) -> list[list[Said]]:
    """Estimates as they would be shown, each half of the games by lines fitted to the other."""
    halves = [games[::2], games[1::2]]
    shown = [as_shown(halves[one], fitted(halves[1 - one], phases, kind), judge) for one in (0, 1)]
    return [shown[number % 2][number // 2] for number in range(len(games))]


def best_kind(games: Games, phases: int, judge: str) -> Kind | None:
    """The kind of lines that tells most about games it was not fitted to; None if the estimates
    tell more as they were said."""
    tells = {kind: surprise(held_out(games, phases, judge, kind)) for kind in KINDS}
    best = min(KINDS, key=lambda kind: tells[kind])
    return best if tells[best] < surprise(games) else None


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
