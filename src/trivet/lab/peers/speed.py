"""Measures Trivet beside every other library that is installed, in one run.

Slices of all measurements take turns, so that a busy moment of the machine hits all of them; the
result is the median.  Time is processor time of all threads together.  What each figure counts:

play-outs    decisions of random games from the first position to the end, inside the library
loop         decisions of random games when a Python program makes each one
copy         copies of a position in the middle of a game
search       iterations of tree search with one random rollout each, from the first decision; in our
             own games from the middle of a game, to the end of the round or stage
batch        environment steps with observation and mask, many games in one call
steps        the same, one game at a time from Python
"""

from collections.abc import Iterator
from functools import partial
from statistics import median
from time import process_time
from typing import Any

from trivet.bots.budget import Budget
from trivet.bots.search import Searcher
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.state import State
from trivet.core.walk import playouts, wander
from trivet.lab.peers.boxes import MEASURED
from trivet.lab.peers.measure import (
    COPIES,
    EXPLORATION,
    OPENING,
    ROLLOUTS,
    ROUNDS,
    Measure,
    Speed,
    Work,
)
from trivet.lab.peers.others import CARDS, others
from trivet.lab.peers.steps import ours, theirs

SLICES = 5
MIDDLE = 40  # answers before a position of our games, chance included


def measured(measures: list[Measure], seconds: float) -> Iterator[Speed]:
    """Run each measurement for `seconds` in all."""
    rates: list[list[float]] = [[] for _ in measures]
    for _ in range(SLICES):
        for place, measure in enumerate(measures):
            rates[place].append(_rate(measure.work, seconds / SLICES))
    for one, found in zip(measures, rates, strict=True):
        yield Speed(one.who, one.game, one.figure, one.unit, one.note, median(found))


def _rate(work: Work, seconds: float) -> float:
    done, began = 0.0, process_time()
    while (took := process_time() - began) < seconds or not done:
        done += work()
    return done / took


def everything(games: list[Game[Any]]) -> list[Measure]:
    """Games that all have, then our own games, then card games that only the others have."""
    found: list[Measure] = []
    for game in MEASURED.values():
        found += [*trivet(game, copied=OPENING, searched=0), *others(game.name)]
    for game in games:
        found += [*trivet(game, copied=MIDDLE, searched=MIDDLE), *ours(game)]
    for name in CARDS:
        found += others(name)
    found += theirs()
    return found


def trivet(game: Game[Any], copied: int, searched: int) -> Iterator[Measure]:
    """Our measurements of a game: copies after `copied` answers, searches after `searched`."""
    first, dice = game.new(game.fewest), Dice(1)
    middle, decision = after(game, copied), after(game, searched)
    tuning = Tuning(ROUNDS, 0.0)
    tuning.exploration = EXPLORATION
    searcher = Searcher(game.strategy, tuning, Budget(ROUNDS, 0.0, None))

    def games() -> float:
        return float(playouts(first, ROLLOUTS, dice))

    def loop() -> float:
        s, decisions = first.copy(), 0
        while not s.is_over():
            options = s.options(s.turn)
            decisions += s.turn >= 0
            s.apply(s.turn, options[dice.below(len(options))])
        return float(decisions)

    def copy() -> float:
        for _ in range(COPIES):
            middle.copy()
        return float(COPIES)

    def search() -> float:
        thought = searcher.think(Mind(decision, decision.turn), dice)
        return float(sum(one.tries for one in thought.weighed))  # it may stop early

    measure = partial(Measure, "trivet", game.name)
    yield measure("play-outs", "decisions", "our rules, compiled or not as installed", games)
    yield measure("loop", "decisions", "the same; options and apply", loop)
    yield measure("copy", "copies", "a state, to go its own way", copy)
    yield measure("search", "rounds", "our trees, in an imagined world a round if cards are hidden",
        search)  # fmt: skip


def after(game: Game[Any], answers: int) -> State:
    """The first position after `answers` random answers in which a player has a choice."""
    s: State = game.new(game.fewest)
    dice = Dice(2)
    wander(s, answers, dice)
    while s.turn < 0 or len(s.options(s.turn)) < 2:
        s.apply(s.turn, s.sample(s.turn, dice))
    return s
