"""Playing on at random in an imagined world, and guessing how it ends."""

from typing import Any

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.game import CHANCE, NOBODY, State
from trivet.core.strategy import Strategy


def play_on(s: State, strategy: Strategy[Any], horizon: i64, dice: Dice) -> list[float]:
    """As far as the horizon or the end of the chapter, never amid sealed answers; each seat's share
    of the win there."""
    while s.turn != NOBODY:
        if is_between(s) and (horizon <= 0 or strategy.is_chapter(s)):
            return strategy.value(s)
        if s.turn != CHANCE:
            horizon -= 1
        s.apply(s.turn, s.step.sample(s, s.turn, dice))
    return s.scores()


def is_between(s: State) -> bool:
    """Whether no answer to the present question has been given yet."""
    return s.waiting == s.asked
