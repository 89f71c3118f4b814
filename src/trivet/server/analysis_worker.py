"""A process that estimates win chances: `python -m trivet.server.analysis_worker`.

It reads a record and writes a line of JSON for each position that it has looked at: from there,
quick bots that see all cards have played on again and again, as far as the game's lore thinks
worthwhile, and how it stood then was guessed at a glance.  First positions all over the game, then
those between which much has changed.  Nobody waits for it, and so it is very nice.
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

from trivet.bots.playout import is_between, play_on
from trivet.bots.tuned import tuning_of
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.state import State
from trivet.server.api import Point

NICENESS = 10  # tables come first, then bots
GAMES_EACH = 100  # played on from a position ...
FEWEST_EACH = 12  # ... unless that takes too long
SECONDS_EACH = 0.1
LEVEL = "sharp"  # of the bots that play on
SECONDS = 20.0  # for all of it; a slow game is looked at in fewer places
MOST_POINTS, FEWEST_POINTS = 60, 12
LOOKED_INTO = 3  # changes, the greatest ones
SURE = 1.96  # standard errors on either side: 95 % of such intervals hold the truth


def main(source: TextIO, sink: TextIO) -> None:
    for point in points(source.read()):
        sink.write(msgspec.json.encode(point).decode() + "\n")
        sink.flush()


def points(text: str) -> Iterator[Point]:
    """Some positions of a record, and how they stood."""
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
    """By number of answers, wherever no secret answer lies on the table."""
    table = record.load(text, GAMES).table
    s = table.game.new(table.seats, table.options)
    found: dict[int, State] = {0: s.copy()}
    for number, (seat, choice) in enumerate(table.log, 1):
        s.apply(seat, choice)
        if is_between(s):
            found[number] = s.copy()
    return found


def spread(numbers: list[int], most: int) -> list[int]:
    """All of them, or so many all over, the first and the last among them."""
    if len(numbers) <= most:
        return numbers
    return [numbers[round(place * (len(numbers) - 1) / (most - 1))] for place in range(most)]


def steepest(points: list[Point]) -> list[tuple[int, int]]:
    """Where much has changed between two neighbours that are far apart."""
    pairs = [pair for pair in pairwise(points) if pair[1].at - pair[0].at > 1]
    pairs.sort(key=lambda pair: -change(*pair))
    return [(before.at, after.at) for before, after in pairs[:LOOKED_INTO]]


def change(before: Point, after: Point) -> float:
    """How much more or less of the win somebody could expect."""
    both = zip(before.shares, after.shares, strict=True)
    return max(abs(now - then) for then, now in both)


def estimate(s: State, at: int, dice: Dice) -> Point:
    if s.is_over():
        return Point(at=at, shares=s.scores(), error=0.0, games=0)
    game = s.game
    tuning = tuning_of(LEVEL, game, s.seats)
    totals, games, end = [0.0] * s.seats, 0, time.monotonic() + SECONDS_EACH
    while games < GAMES_EACH and (games < FEWEST_EACH or time.monotonic() < end):
        scores = play_on(s.copy(), game.strategy, tuning, dice)
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        games += 1
    shares = [total / games for total in totals]
    return Point(at=at, shares=shares, error=max(half(p, games) for p in shares), games=games)


def half(share: float, games: int) -> float:
    """Half of an interval by Wilson, which is honest about few games and about sure wins."""
    square = SURE * SURE
    spread_out = share * (1 - share) / games + square / (4 * games * games)
    return SURE / (1 + square / games) * sqrt(spread_out)


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    main(sys.stdin, sys.stdout)
