"""How long a bot may think: so many rounds of search, and a clock that stops it early.

Without a clock a thought depends on nothing but the mind and the dice.  The clock comes from
outside: whoever seats a bot at a table with people hands one in.
"""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

SOME: Final = 64  # rounds between two looks at whether more of them can change anything

Clock = Callable[[], float]  # seconds since some moment


@final
class Budget:
    __slots__ = ("iterations", "seconds", "clock", "stop")

    def __init__(self, iterations: i64, seconds: float, clock: Clock | None) -> None:
        self.iterations: i64 = iterations
        self.seconds = seconds
        self.clock = clock
        self.stop = 0.0  # when the present thought must end

    def start(self) -> None:
        clock = self.clock
        if clock is not None:
            self.stop = clock() + self.seconds

    def is_spent(self, done: i64) -> bool:
        """Whether so many rounds of search are enough."""
        return done >= self.iterations or self.is_late()

    def is_late(self) -> bool:
        clock = self.clock
        return clock is not None and clock() >= self.stop
