"""What a bot should know about one game.  Games write their own; bots only ask.

A game must answer `worth` and `value`; the rest has an answer that is right for every game and can
be made better where a game knows more.
"""

from math import exp
from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.state import State

S = TypeVar("S", bound=State)

WIDTH: Final = 24  # how many answers to a vast question are worth a look
NONE: Final = -1  # no answer
FAR: Final = 1_000_000  # more answers than anybody looks ahead


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Generic[S]):
    """All questions are about a world that may be imagined: a strategy sees it whole."""

    # --- answers ---------------------------------------------------------------------------------

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

    def glance(self, s: S, seat: i64, choice: i64, dice: Dice) -> float:
        """The same for play-outs, where many cheap answers may be better than a few good ones."""
        return self.worth(s, seat, choice)

    def habit(self, s: S, seat: i64) -> i64:
        """What a seat answers in play-outs without weighing anything, and would leave only for
        something better; NONE: answers have to be weighed."""
        return NONE

    def plausible(self, s: S, seat: i64) -> float:
        """From 0 to 1: how likely the others would have answered as they did, were this the world.
        A world that is less so is more often imagined anew."""
        return 1.0

    # --- positions -------------------------------------------------------------------------------

    def value(self, s: S) -> list[float]:
        """Each seat's share of the win, guessed at a glance; they add up to 1."""
        raise NotImplementedError

    def is_chapter(self, s: S) -> bool:
        """Whether a round or a stage has just ended: a play-out need not go further."""
        return False

    def is_settled(self, s: S) -> bool:
        """Whether nothing is in the air, like half a trick, that `value` cannot see."""
        return True

    def secret(self, s: S, seat: i64) -> i64:
        """What a seat's hidden things amount to, in a few classes: seats of one class may be
        expected to answer alike."""
        return 0

    def features(self, s: S, seat: i64) -> list[float]:
        """What speaks for a seat, in the order of `reasons`, all in one unit: the more the better;
        nothing for a seat that cannot win any more.  For explanations, and for learning what they
        are worth."""
        return []

    def reasons(self, s: S) -> list[str]:
        """The names of the features, as in "It promises more ...", or less; or fewer, if one of the
        first two words ends with s."""
        return []

    def progress(self, s: S) -> float:
        """From 0 at the start to 1 at the end: what is worth something early may be worth little
        late."""
        return 0.0

    # --- certainty -------------------------------------------------------------------------------

    def is_open(self) -> bool:
        """Whether the game hides nothing and leaves nothing to chance, so that what was answered is
        all there is to know."""
        return False

    def answers_left(self, s: S) -> i64:
        """How many answers the chapter has left at most, if they are few enough to try them all."""
        return FAR

    def foresee(self, s: S, dice: Dice) -> None:
        """In an imagined world, let chance decide now what it will be asked in this chapter."""


def shares(hopes: list[float]) -> list[float]:
    """They add up to 1; whoever hopes for one more has 2.7 times the share."""
    best = max(hopes)
    odds = [exp(one - best) for one in hopes]
    whole = sum(odds)
    return [odd / whole for odd in odds]
