"""What a bot should know about one game.  Each game writes its own strategy; bots only call it.

A game must implement `worth` and `value`.  The other methods have a default that is right for every
game and that a game can improve.
"""

from math import exp
from typing import Final, Generic, TypeVar

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.state import State

S = TypeVar("S", bound=State)

WIDTH: Final = 24  # answers to a vast question that are considered
NONE: Final = -1  # no answer
FAR: Final = 1_000_000  # more answers than any search looks ahead


@mypyc_attr(allow_interpreted_subclasses=True)
class Strategy(Generic[S]):
    """What bots ask about one game.  The state may be imagined; nothing in it is hidden."""

    # --- answers ---------------------------------------------------------------------------------

    def worth_a_look(self, s: S, seat: i64, dice: Dice) -> list[int]:
        """The candidate answers: all of them, or a sample of a vast number."""
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
        """The same for rollouts, where many cheap answers may be better than a few good ones."""
        return self.worth(s, seat, choice)

    def habit(self, s: S, seat: i64) -> i64:
        """The answer of a seat in rollouts unless a better one is seen; NONE if all answers have to
        be weighed."""
        return NONE

    def plausible(self, s: S, seat: i64) -> float:
        """From 0 to 1: how likely the other seats would have answered as they did in this world.
        The less likely, the more often another world is imagined instead."""
        return 1.0

    # --- positions -------------------------------------------------------------------------------

    def value(self, s: S) -> list[float]:
        """Each seat's expected share of the win, by a static evaluation; they add up to 1."""
        raise NotImplementedError

    def is_chapter(self, s: S) -> bool:
        """Whether a round or a stage has just ended: a rollout may stop here."""
        return False

    def is_settled(self, s: S) -> bool:
        """Whether the position is quiet: no unfinished trick or the like that `value` misses."""
        return True

    def secret(self, s: S, seat: i64) -> i64:
        """A class of the seat's hidden cards, one of a few: seats of one class are expected to
        answer alike."""
        return 0

    def features(self, s: S, seat: i64) -> list[float]:
        """The seat's advantages, in the order of `reasons` and in one unit, the more the better;
        empty for a seat that cannot win any more.  For explanations, and for learning weights."""
        return []

    def reasons(self, s: S) -> list[str]:
        """The names of the features; the game's `Advice` has words for more and less of each."""
        return []

    def terms(self, s: S, seat: i64) -> list[float]:
        """What learnt weights are for, in the order of `term_names`: the features, unless `value`
        is made of other ones.  Empty for a seat that cannot win any more."""
        return self.features(s, seat)

    def term_names(self, s: S) -> list[str]:
        return self.reasons(s)

    def pace(self, s: S) -> float:
        """From 0 to 1: where between its early and its late weight a term has its weight."""
        return self.progress(s)

    def progress(self, s: S) -> float:
        """From 0 at the start to 1 at the end, since the weight of a feature may depend on it."""
        return 0.0

    def phase(self, s: S, seat: i64) -> i64:
        """Which of `phases` a seat is in, from what all can see: win estimates shown to people are
        corrected by it."""
        return min(2, i64(3.0 * self.progress(s)))

    def phases(self) -> list[str]:
        """The names of the phases: thirds by `progress`."""
        return ["first third", "second third", "last third"]

    # --- certainty -------------------------------------------------------------------------------

    def is_open(self) -> bool:
        """Whether the game has perfect information and no chance."""
        return False

    def answers_left(self, s: S) -> i64:
        """At most how many answers the chapter has left, if they are few enough to try them all."""
        return FAR

    def bounds(self, s: S) -> tuple[float, float]:
        """The least and the most that seat 0's share can be at the end of the chapter."""
        return 0.0, 1.0

    def position(self, s: S) -> int:
        """A number for a known world in which a seat is asked: worlds with the same number have
        the same value.  -1 where none was made."""
        return -1

    def foresee(self, s: S, dice: Dice) -> None:
        """In an imagined world, let chance decide now all it will be asked in this chapter."""


def shares(hopes: list[float]) -> list[float]:
    """Softmax: shares that add up to 1; one more in `hopes` is e times the share."""
    best = hopes[0]
    for one in hopes:
        best = max(best, one)
    odds: list[float] = []
    whole = 0.0
    for one in hopes:
        odd = exp(one - best)
        odds.append(odd)
        whole += odd
    return [odd / whole for odd in odds]
