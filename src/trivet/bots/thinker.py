"""What steady, sharp and master share: a forced answer needs no search, a near end is solved."""

from typing import Any

from trivet.bots.bot import Bot, Thought
from trivet.bots.budget import Budget
from trivet.bots.endings import solve_worlds
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy


class Thinker(Bot):
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, budget: Budget) -> None:
        super().__init__(strategy)
        self.tuning = tuning
        self.budget = budget

    def think(self, mind: Mind, dice: Dice) -> Thought:
        options = mind.options()
        if len(options) == 1:
            return Thought(options[0], [])
        if self.strategy.answers_left(mind.world) <= self.tuning.exact:
            solved = solve_worlds(self.strategy, mind, self.budget, dice)
            if solved is not None:
                return solved
        return self.ponder(mind, dice)

    def ponder(self, mind: Mind, dice: Dice) -> Thought:
        """Search: several answers are possible, and the end is too far to solve."""
        raise NotImplementedError
