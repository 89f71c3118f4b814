"""Tries each answer in many imagined worlds, plays on at random, and drops the worse half.

All answers are tried in the same worlds with the same dice, so that luck favours none of them.
"""

from math import sqrt
from typing import Any, final

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought, Weighed
from trivet.bots.budget import Budget
from trivet.bots.playout import play_on
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy
from trivet.core.tuning import Tuning


@final
class Steady(Bot):
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, budget: Budget) -> None:
        super().__init__(strategy)
        self.tuning = tuning
        self.budget = budget

    def think(self, mind: Mind, dice: Dice) -> Thought:
        options = mind.options()
        if len(options) == 1:
            return Thought(options[0], [])
        self.budget.start()
        left = self.candidates(mind, dice)
        dropped: list[Trial] = []
        rounds = halvings(len(left))
        done: i64 = 0
        for number in range(rounds):
            worlds = max(1, self.budget.iterations // (rounds * len(left)))
            for _ in range(worlds):
                if self.budget.is_late() and number + done > 0:
                    break
                self.try_all(mind, left, dice)
                done += 1
            left = sorted(left, key=_rank)
            half = (len(left) + 1) // 2
            if number < rounds - 1:
                dropped = left[half:] + dropped
                left = left[:half]
        weighed = [trial.weighed() for trial in left + dropped]
        return Thought(weighed[0].choice, weighed)

    def candidates(self, mind: Mind, dice: Dice) -> "list[Trial]":
        """What the game's lore finds worth a look, at most so many as the tuning says."""
        world = mind.imagine(dice)
        choices = self.strategy.worth_a_look(world, mind.seat, dice)
        trials = [Trial(choice) for choice in choices]
        bias = self.tuning.bias
        if bias > 0.0 or 0 < self.tuning.width < len(trials):
            for trial in trials:
                trial.worth = self.strategy.worth(world, mind.seat, trial.choice)
            trials = sorted(trials, key=_promise)
            spread = max(1e-9, trials[0].worth - trials[-1].worth)
            for trial in trials:
                trial.credit = bias * (trial.worth - trials[0].worth) / spread
        return trials[: self.tuning.width] if self.tuning.width > 0 else trials

    def try_all(self, mind: Mind, trials: "list[Trial]", dice: Dice) -> None:
        """Each answer once, in one world."""
        world = mind.imagine(dice)
        seed = dice.bits()
        for trial in trials:
            twin = world.copy()
            twin.apply(mind.seat, trial.choice)
            shares = play_on(twin, self.strategy, self.tuning, Dice(seed))
            trial.total += shares[mind.seat]
            trial.tries += 1


@final
class Trial:
    __slots__ = ("choice", "worth", "credit", "total", "tries")

    def __init__(self, choice: i64) -> None:
        self.choice: i64 = choice
        self.worth = 0.0  # by the game's lore
        self.credit = 0.0  # for it: 0 for the favourite, less for others
        self.total = 0.0
        self.tries: i64 = 0

    def mean(self) -> float:
        return self.total / float(self.tries) if self.tries else 0.0

    def weighed(self) -> Weighed:
        return Weighed(self.choice, self.mean(), self.tries)


def _rank(trial: Trial) -> float:
    """The fewer tries, the more the game's lore counts."""
    return -trial.mean() - trial.credit / sqrt(float(trial.tries + 1))


def _promise(trial: Trial) -> float:
    return -trial.worth


def halvings(count: i64) -> i64:
    """How often so many can be halved until two or fewer are left, and the last comparison."""
    rounds: i64 = 1
    while count > 2:
        count = (count + 1) // 2
        rounds += 1
    return rounds
