"""What every bot is: something that answers for a seat from what the seat may know."""

from typing import Any

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Made for one game by its strategy; keeps nothing between two answers."""

    def __init__(self, strategy: Strategy[Any]) -> None:
        self.strategy = strategy

    def choose(self, mind: Mind, dice: Dice) -> i64:
        """An allowed answer; the same mind and dice give the same one."""
        raise NotImplementedError
