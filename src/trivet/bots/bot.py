"""What every bot is: it answers for a seat from what the seat may know."""

from typing import Any, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy


@final
class Weighed:
    """A candidate move with its estimated value."""

    __slots__ = ("choice", "value", "tries")

    def __init__(self, choice: i64, value: float, tries: i64) -> None:
        self.choice: i64 = choice
        self.value = value  # the share of the win, or `worth` where nothing was searched
        self.tries: i64 = tries  # rollouts or worlds it was tried in


@final
class Thought:
    """A bot's answer, and all candidate moves it weighed, best first."""

    __slots__ = ("choice", "weighed", "is_share")

    def __init__(self, choice: i64, weighed: list[Weighed]) -> None:
        self.choice: i64 = choice
        self.weighed = weighed
        self.is_share = True  # whether values are shares of the win


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Made for one game from its strategy; keeps nothing between two answers."""

    def __init__(self, strategy: Strategy[Any]) -> None:
        self.strategy = strategy

    def think(self, mind: Mind, dice: Dice) -> Thought:
        """Choose an allowed answer; the same mind and dice give the same thought."""
        raise NotImplementedError

    def choose(self, mind: Mind, dice: Dice) -> i64:
        """The answer alone."""
        return self.think(mind, dice).choice


def best_first(weighed: list[Weighed]) -> list[Weighed]:
    """Sort by value; equal values by choice, so that the order is deterministic."""
    return sorted(weighed, key=_rank)


def _rank(one: Weighed) -> tuple[float, int]:
    return (-one.value, one.choice)
