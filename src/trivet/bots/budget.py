"""How long a bot may think: a number of iterations, and a clock that stops it early.

Without a clock a thought depends on the mind and the dice alone.  The caller hands in a clock when
the bot plays at a table with people.
"""

from collections.abc import Callable
from typing import Final, final

from mypy_extensions import i64

SOME: Final = 64  # iterations between two checks whether the rest can change the verdict

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
        """Whether `done` iterations, or the clock, end the search."""
        return done >= self.iterations or self.is_late()

    def is_late(self) -> bool:
        clock = self.clock
        return clock is not None and clock() >= self.stop
