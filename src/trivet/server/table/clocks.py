"""The clocks of a table: they run for seats that owe an answer, and stop while the server is down.

Times are in milliseconds; `now` comes from a monotonic clock.
"""

from collections.abc import Collection

from trivet.server.wire.messages import Bank, Clock
from trivet.server.wire.outgoing import ClockSeen

SECOND, DAY = 1000, 86_400_000


def at_first(clock: Clock | None) -> int:
    """The time on a seat's clock when the game begins."""
    if clock is None:
        return 0
    return clock.seconds * SECOND if isinstance(clock, Bank) else clock.days * DAY


class Clocks:
    """The clocks of all seats of one table."""

    def __init__(self, clock: Clock, left: list[int]) -> None:
        self.clock, self.left = clock, left
        self.running: dict[int, int] = {}  # by seat: since when

    def has_acted(self, seat: int, now: int) -> None:
        """A seat has answered: stop its clock and add the increment, or give it new days."""
        self.stop(seat, now)
        if isinstance(self.clock, Bank):
            self.left[seat] += self.clock.increment * SECOND
        else:
            self.left[seat] = self.clock.days * DAY

    def run_for(self, seats: Collection[int], now: int) -> None:
        """Run the clocks of these seats and stop all others."""
        for seat in [seat for seat in self.running if seat not in seats]:
            self.stop(seat, now)
        for seat in seats:
            self.running.setdefault(seat, now)

    def stop(self, seat: int, now: int) -> None:
        self.left[seat] = self.left_of(seat, now)
        self.running.pop(seat, None)

    def left_of(self, seat: int, now: int) -> int:
        used = max(0, now - self.running[seat]) if seat in self.running else 0
        return max(0, self.left[seat] - used)

    def next_flag(self) -> int | None:
        """When the first running clock reaches zero."""
        return min((since + self.left[seat] for seat, since in self.running.items()), default=None)

    def fallen(self, now: int) -> list[int]:
        """Seats whose time is up."""
        return [seat for seat in sorted(self.running) if self.left_of(seat, now) == 0]

    def seen(self, now: int) -> list[ClockSeen]:
        return [
            ClockSeen(left=self.left_of(seat, now), runs=seat in self.running)
            for seat in range(len(self.left))
        ]
