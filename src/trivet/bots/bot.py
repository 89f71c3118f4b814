"""What every bot is: something that answers for a seat from what the seat may know."""

from typing import Any, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy


@final
class Weighed:
    """An answer a bot has thought about."""

    __slots__ = ("choice", "value", "tries")

    def __init__(self, choice: i64, value: float, tries: i64) -> None:
        self.choice: i64 = choice
        self.value = value  # a share of the win, or what the game's lore says of it
        self.tries: i64 = tries  # how often it was looked at


@final
class Thought:
    """What a bot answers, and what else it thought about, the best first."""

    __slots__ = ("choice", "weighed", "is_share")

    def __init__(self, choice: i64, weighed: list[Weighed]) -> None:
        self.choice: i64 = choice
        self.weighed = weighed
        self.is_share = True  # whether values are shares of the win


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """Made for one game by its strategy; keeps nothing between two answers."""

    def __init__(self, strategy: Strategy[Any]) -> None:
        self.strategy = strategy

    def think(self, mind: Mind, dice: Dice) -> Thought:
        """An allowed answer, and others; the same mind and dice give the same thought."""
        raise NotImplementedError

    def choose(self, mind: Mind, dice: Dice) -> i64:
        """An allowed answer."""
        return self.think(mind, dice).choice


def best_first(weighed: list[Weighed]) -> list[Weighed]:
    """By value; of equal ones the lower choice first, so that an order is always the same."""
    return sorted(weighed, key=_rank)


def _rank(one: Weighed) -> tuple[float, int]:
    return (-one.value, one.choice)
