"""A process that tells how the positions of a game stood: `python -m trivet.server.estimate`.

It reads a record and writes a line of JSON for each position that it has looked at: from there,
quick bots that see all cards have played on to the end, again and again.  First positions all over
the game, then those between which much has changed.  Nobody waits for it, and so it is very nice.
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

from trivet.bots.playout import is_between, liked
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.dice import Dice
from trivet.core.game import CHANCE, State
from trivet.server.api import Point

NICENESS = 10  # tables come first, then bots
GAMES_EACH = 100  # played on from a position ...
FEWEST_EACH = 12  # ... unless that takes too long
SECONDS_EACH = 0.1
FEW = 3  # answers, at random, of which a quick bot takes the one that looks best
MOST_POINTS = 60
LOOKED_INTO = 3  # changes, the greatest ones
SURE = 1.96  # standard errors on either side: 95 % of such intervals hold the truth


def main(source: TextIO, sink: TextIO) -> None:
    for point in points(source.read()):
        sink.write(msgspec.json.encode(point).decode() + "\n")
        sink.flush()


def points(text: str) -> Iterator[Point]:
    """Some positions of a record, and how they stood."""
    resting = positions(text)
    dice, found = Dice(1), dict[int, Point]()
    for at in spread(list(resting), MOST_POINTS):
        found[at] = estimate(resting[at], at, dice)
        yield found[at]
    for before, after in steepest(list(found.values())):
        between = [at for at in resting if before < at < after]
        for at in spread(between, MOST_POINTS // 6):
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
    totals, games, end = [0.0] * s.seats, 0, time.monotonic() + SECONDS_EACH
    while games < GAMES_EACH and (games < FEWEST_EACH or time.monotonic() < end):
        scores = played_on(s.copy(), dice)
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        games += 1
    shares = [total / games for total in totals]
    return Point(at=at, shares=shares, error=max(half(p, games) for p in shares), games=games)


def played_on(s: State, dice: Dice) -> list[float]:
    """How the game ends if quick bots play on."""
    strategy = s.game.strategy
    while not s.is_over():
        seat = s.turn
        is_chance = seat == CHANCE
        s.apply(seat, s.sample(seat, dice) if is_chance else liked(s, strategy, FEW, dice))
    return s.scores()


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
