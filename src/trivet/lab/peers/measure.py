"""A measurement, its result, and how much work is done between two looks at the clock."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from trivet.core.dice import Dice

ROLLOUTS = 100  # random games between two looks at the clock
ROUNDS = 1000  # iterations of a search
EXPLORATION = 1.0  # for shares of the win, from 0 to 1; twice as much for returns from -1 to 1
COPIES = 2000
OPENING = 4  # answers before a position is copied

Work = Callable[[], float]  # does some work and returns how many units of it


@dataclass(frozen=True)
class Measure:
    who: str
    game: str
    figure: str  # "play-outs", "loop", "copy" or "search"
    unit: str
    note: str  # what is done, in plain words
    work: Work


@dataclass(frozen=True)
class Speed:
    who: str
    game: str
    figure: str
    unit: str
    note: str
    rate: float  # units in a second


def by_agents(env: Any, dice: Dice) -> float:
    """One game through the agents' interface of PettingZoo."""
    env.reset(seed=dice.bits())
    steps = 0
    for _ in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        if over or cut:
            env.step(None)
            continue
        may = seen["action_mask"].nonzero()[0]
        env.step(int(may[dice.below(len(may))]))
        steps += 1
    return float(steps)
