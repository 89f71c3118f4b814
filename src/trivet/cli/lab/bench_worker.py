"""One slice of a benchmark, in its own process: `python -m trivet.cli.lab.bench_worker GAME S`."""

import json
import sys
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from trivet.catalogue import GAMES
from trivet.cli.build import is_compiled
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.state import CHANCE, State
from trivet.core.walk import playout, wander

BURST = 50  # calls between two looks at the clock


def measure(game: Game[Any], seconds: float) -> dict[str, object]:
    """Decisions a second in random play; microseconds for a copy and for an imagined world."""
    dice = Dice(1)
    fresh = [game.new(seats) for seats in range(game.fewest, game.most + 1)]
    decisions, games, began = 0, 0, time.process_time()
    while (took := time.process_time() - began) < 0.6 * seconds or games < len(fresh):
        decisions += playout(fresh[games % len(fresh)].copy(), dice)
        games += 1
    middle = [halfway(state, decisions // games // 2) for state in fresh]
    return {
        "compiled": is_compiled(),
        "decisions_per_second": decisions / took,
        "copy_us": _microseconds([state.copy for state in middle], 0.2 * seconds),
        "imagine_us": _microseconds(
            [partial(state.imagine, state.turn, dice) for state in middle],
            0.2 * seconds,
        ),
    }


def halfway(fresh: State, answers: int) -> State:
    """A position from the middle of a game in which a seat, not chance, is asked."""
    state = fresh.copy()
    dice = Dice(3)
    wander(state, answers, dice)
    while state.turn == CHANCE:
        wander(state, 1, dice)
    return fresh if state.is_over() else state


def _microseconds(calls: list[Callable[[], object]], seconds: float) -> float:
    done, began = 0, time.process_time()
    while (took := time.process_time() - began) < seconds or not done:
        for call in calls:
            for _ in range(BURST):
                call()
        done += BURST * len(calls)
    return took / done * 1e6


if __name__ == "__main__":
    print(json.dumps(measure(GAMES[sys.argv[1]], float(sys.argv[2]))))
