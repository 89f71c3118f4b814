"""The levels of strength.  They mean the same in every game; a weaker bot only thinks less.

0 random    any allowed answer
1 greedy    the highest `worth` by the game's strategy
2 steady    flat Monte Carlo with sequential halving, up to 0.1 seconds
3 sharp     more of that, or ISMCTS, up to 0.4 seconds
4 master    as sharp, up to 1.2 seconds, with exact endings and learnt weights where they help
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
    """Make a bot of a level; without a clock it does all its iterations."""
    budget = Budget(tuning.iterations, tuning.seconds, clock)
    if clock is not None:
        budget.iterations *= tuning.patience
    if level == 0:
        return Random(strategy)
    if level == 1:
        return Greedy(strategy)
    if level == 2 or tuning.tree == 0:
        return Steady(strategy, tuning, budget)
    return Searcher(strategy, tuning, budget)


@final
class Seated(Bot):
    """Uses the bot that is tuned for the number of seats at the table."""

    def __init__(self, strategy: Strategy[Any], bots: dict[int, Bot]) -> None:
        super().__init__(strategy)
        self.bots = bots

    def think(self, mind: Mind, dice: Dice) -> Thought:
        return self.bots[mind.world.seats].think(mind, dice)
