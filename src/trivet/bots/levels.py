"""The levels of strength, with the same meaning in every game; weaker by thought alone.

0 random    any allowed answer
1 greedy    what looks best at a glance, by the game's own lore
2 steady    each answer tried in imagined worlds, a tenth of a second
3 sharp     more of that, or a tree of what all seats may know, 0.4 seconds
4 master    the same for 1.2 seconds, with all the game's lore can do for it
"""

from typing import Any, Final, final

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought
from trivet.bots.budget import Budget, Clock
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.bots.search import Searcher
from trivet.bots.trials import Steady
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy

LEVELS: Final = ("random", "greedy", "steady", "sharp", "master")  # by level


def bot_of(level: i64, strategy: Strategy[Any], tuning: Tuning, clock: Clock | None) -> Bot:
    """A bot of a level; without a clock it thinks as long as it takes."""
    budget = Budget(tuning.iterations, tuning.seconds, clock)
    if level == 0:
        return Random(strategy)
    if level == 1:
        return Greedy(strategy)
    if level == 2 or tuning.tree == 0:
        return Steady(strategy, tuning, budget)
    return Searcher(strategy, tuning, budget)


@final
class Seated(Bot):
    """Thinks as suits the number of seats at the table."""

    def __init__(self, strategy: Strategy[Any], bots: dict[int, Bot]) -> None:
        super().__init__(strategy)
        self.bots = bots

    def think(self, mind: Mind, dice: Dice) -> Thought:
        return self.bots[mind.world.seats].think(mind, dice)
