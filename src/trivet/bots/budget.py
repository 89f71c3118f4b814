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
    __slots__ = ("iterations", "seconds", "clock", "stop", "enough")

    def __init__(self, iterations: i64, seconds: float, clock: Clock | None) -> None:
        self.iterations: i64 = iterations
        self.seconds = seconds
        self.clock = clock
        self.stop = 0.0  # when the present thought must end
        self.enough: i64 = iterations  # the rest is only done where an answer is in doubt

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

    def is_late_for(self, part: i64, parts: i64) -> bool:
        """Whether the time for the first `part` of equal `parts` of a thought is up."""
        clock = self.clock
        if clock is None:
            return False
        return clock() >= self.stop - self.seconds * float(parts - part) / float(parts)

    def left(self, done: i64) -> i64:
        """How many more iterations there will be, if they go on as the first `done` did."""
        clock = self.clock
        left = self.iterations - done
        if clock is None or self.seconds <= 0.0:
            return left
        rest = self.stop - clock()
        used = max(1e-6, self.seconds - rest)
        return min(left, i64(max(0.0, float(done) * rest / used)))
