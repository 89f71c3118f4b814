"""How long bots take, by level and game.  Run by measure.py, here and in the site's Python.

For each level: the median seconds of an answer at a table, those of all its iterations without a
clock, and the clock.
"""

import json
import sys
import time

from trivet.bots.levels import LEVELS
from trivet.bots.tuned import BOTS, bot, tuned
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.walk import playouts

ANSWERS = 5
APART = 9  # answers between two questions
SLICE = 0.25  # seconds of random play


def questions(game):
    """Positions of a random game in which a bot has something to think about."""
    state, dice, number = game.new(game.fewest), Dice(7), 0
    strategy = bot("greedy", game).strategy
    while number < ANSWERS * APART:
        if state.is_over():
            state = game.new(game.fewest)
        seat = state.turn
        if seat != CHANCE and len(strategy.worth_a_look(state, seat, dice)) > 1:
            number += 1
            if number % APART == 0:
                yield Mind(state, seat)
        state.apply(seat, state.sample(seat, dice))


def seconds(make, game):
    took = []
    for mind in questions(game):
        player = make(game)
        began = time.perf_counter()
        player.choose(mind, Dice(1))
        took.append(time.perf_counter() - began)
    return round(sorted(took)[len(took) // 2], 4)  # the site has no module statistics


def levels(game):
    for level in LEVELS[1:]:
        whole = seconds(lambda game, level=level: bot(level, game), game)
        yield level, [seconds(BOTS[level], game), whole, tuned(level, game, game.fewest).seconds]


def speed(game):
    """Decisions a second of random play, the best of three slices."""
    dice, found = Dice(3), []
    for _ in range(3):
        began, number = time.perf_counter(), 0
        while (took := time.perf_counter() - began) < SLICE:
            number += playouts(game.new(game.fewest), 2, dice)
        found.append(number / took)
    return round(max(found))


what = {"speed": speed, "levels": lambda game: dict(levels(game))}
wanted = globals().get("WANTED") or sys.argv[1]
result = json.dumps({name: what[wanted](game) for name, game in GAMES.items()})
if sys.platform != "emscripten":
    print(result)
