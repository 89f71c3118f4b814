"""How long bots take, by level and game.  Run by measure.py, here and in the site's Python."""

import json
import sys
import time
from statistics import median

from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE

ANSWERS = 5
APART = 9  # answers between two questions


def questions(game):
    """Positions of a random game in which somebody is asked."""
    state, dice, number = game.new(game.fewest), Dice(7), 0
    while number < ANSWERS * APART:
        if state.is_over():
            state = game.new(game.fewest)
        if state.turn != CHANCE:
            number += 1
            if number % APART == 0:
                yield Mind(state, state.turn)
        state.apply(state.turn, state.sample(state.turn, dice))


def seconds(level, game):
    took = []
    for mind in questions(game):
        bot = BOTS[level](game)
        began = time.perf_counter()
        bot.choose(mind, Dice(1))
        took.append(time.perf_counter() - began)
    return round(median(took), 3)


result = json.dumps(
    {name: {level: seconds(level, game) for level in BOTS} for name, game in GAMES.items()}
)
if sys.platform != "emscripten":
    print(result)
