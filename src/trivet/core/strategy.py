"""What a bot should know about one game.  Games write their own; bots only ask."""

from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.game import State

S = TypeVar("S", bound=State)

WIDTH: Final = 24  # how many answers to a vast question are worth a look


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Generic[S]):
    """All questions are about a world that may be imagined: a strategy sees it whole."""

    def worth_a_look(self, s: S, seat: i64, dice: Dice) -> list[int]:
        """The answers to think about: all of them, or some of a vast number."""
        if not s.step.is_vast():
            return s.options(seat)
        found: list[int] = []
        for _ in range(WIDTH):
            choice = s.sample(seat, dice)
            if choice not in found:
                found.append(choice)
        return found

    def worth(self, s: S, seat: i64, choice: i64) -> float:
        """How promising an answer looks at a glance; any scale, the more the better."""
        raise NotImplementedError

    def value(self, s: S) -> list[float]:
        """Each seat's share of the win, guessed at a glance; they add up to 1."""
        raise NotImplementedError
