"""Answers at random: the baseline for all bots."""

from typing import final

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought
from trivet.core.dice import Dice
from trivet.core.mind import Mind


@final
class Random(Bot):
    def think(self, mind: Mind, dice: Dice) -> Thought:
        return Thought(mind.sample(dice), [])

    def choose(self, mind: Mind, dice: Dice) -> i64:
        return mind.sample(dice)
