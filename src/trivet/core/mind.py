"""What one seat knows when it is asked: the only thing a bot is ever handed.

A mind is made from an imagined world, never from the real one, so there is nothing to peek at:
everything reachable from it could have been invented by the seat.  It also does not show who has
answered a sealed question already, so it does not matter who is asked first.
"""

from typing import final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.state import State


@final
class Mind:
    """A seat and one imagined world."""

    __slots__ = ("seat", "world")

    def __init__(self, s: State, seat: i64) -> None:
        if seat < 0 or seat >= s.seats:
            raise ValueError(f"there is no seat {seat}: the seats are 0 to {s.seats - 1}")
        self.seat: i64 = seat
        asked = s.copy()
        asked.forget_sealed(seat)  # before imagining: sealed answers must not spend dice
        self.world: State = asked.imagine(seat, Dice(0))

    def options(self) -> list[int]:
        """What the seat may answer."""
        return self.world.options(self.seat)

    def is_vast(self) -> bool:
        """Whether there are too many options to weigh them all."""
        return self.world.step.is_vast()

    def sample(self, dice: Dice) -> i64:
        """A random allowed answer."""
        return self.world.sample(self.seat, dice)

    def imagine(self, dice: Dice) -> State:
        """Another world that the seat cannot rule out; the caller may play on in it."""
        return self.world.imagine(self.seat, dice)
