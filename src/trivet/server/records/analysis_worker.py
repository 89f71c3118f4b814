"""A process that estimates win chances: `python -m trivet.server.records.analysis_worker`.

It reads a record and writes a line of JSON for each position it has estimated, by rollouts of quick
bots, corrected by how often such estimates came true.  Positions spread over the whole game come
first, then positions between which the chances changed most.  The worker runs at low priority.
"""

import os
import signal
import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from math import sqrt
from typing import TextIO

import msgspec

from trivet.bots.budget import Budget
from trivet.bots.calibration import shown_chances
from trivet.bots.chances import rolled_out
from trivet.bots.playout import is_between
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.state import State
from trivet.server.wire.api import Point

NICENESS = 15  # tables come first, then bots
GAMES_EACH = 100  # rollouts from a position, or fewer, if they take longer than
SECONDS_EACH = 0.1
SECONDS = 20.0  # for the whole game; a slow game gets fewer points
MOST_POINTS, FEWEST_POINTS = 60, 12
LOOKED_INTO = 3  # greatest changes that get more points between them
SURE = 1.96  # standard errors on either side: 95 % of such intervals hold the truth


def main(source: TextIO, sink: TextIO) -> None:
    for point in points(source.read()):
        sink.write(msgspec.json.encode(point).decode() + "\n")
        sink.flush()


def points(text: str) -> Iterator[Point]:
    """Estimates for some positions of a record."""
    resting = positions(text)
    dice, found, began = Dice(1), dict[int, Point](), time.monotonic()
    first = estimate(resting[0], 0, dice)
    affordable = int(SECONDS / (time.monotonic() - began))
    most = max(FEWEST_POINTS, min(MOST_POINTS, affordable))
    for at in spread(list(resting), most):
        found[at] = estimate(resting[at], at, dice) if at else first
        yield found[at]
    for before, after in steepest(list(found.values())):
        between = [at for at in resting if before < at < after]
        for at in spread(between, most // 6):
            yield estimate(resting[at], at, dice)


def positions(text: str) -> dict[int, State]:
    """All positions in which no sealed answer lies on the table, by the number of answers."""
    table = record.load(text, GAMES).table
    s = table.game.new(table.seats, table.options)
    found: dict[int, State] = {0: s.copy()}
    for number, (seat, choice) in enumerate(table.log, 1):
        s.apply(seat, choice)
        if is_between(s):
            found[number] = s.copy()
    return found


def spread(numbers: list[int], most: int) -> list[int]:
    """At most `most` of the numbers, evenly spread, the first and the last among them."""
    if len(numbers) <= most:
        return numbers
    return [numbers[round(place * (len(numbers) - 1) / (most - 1))] for place in range(most)]


def steepest(points: list[Point]) -> list[tuple[int, int]]:
    """The pairs of neighbouring points with the greatest change and other positions between."""
    pairs = [pair for pair in pairwise(points) if pair[1].at - pair[0].at > 1]
    pairs.sort(key=lambda pair: -change(*pair))
    return [(before.at, after.at) for before, after in pairs[:LOOKED_INTO]]


def change(before: Point, after: Point) -> float:
    """The greatest change of any seat's share."""
    both = zip(before.shares, after.shares, strict=True)
    return max(abs(now - then) for then, now in both)


def estimate(s: State, at: int, dice: Dice) -> Point:
    if s.is_over():
        return Point(at=at, shares=s.scores(), error=0.0, games=0)
    rolled, games = rolled_out(s, Budget(GAMES_EACH, SECONDS_EACH, time.monotonic), dice)
    shares = shown_chances(s, rolled)
    return Point(at=at, shares=shares, error=max(half(p, games) for p in shares), games=games)


def half(share: float, games: int) -> float:
    """Half the width of Wilson's interval, which holds for few games and for shares near 0 or 1."""
    square = SURE * SURE
    spread_out = share * (1 - share) / games + square / (4 * games * games)
    return SURE / (1 + square / games) * sqrt(spread_out)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which stops this one
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    main(sys.stdin, sys.stdout)
