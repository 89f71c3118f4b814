"""Garbage collection in short slices, so that no player waits for it.

Python's own full collection stops a server with two thousand tables for most of a second.  Here
young objects are collected four times a second, and all that is not frozen about once a second.
When that begins to take long, its survivors are frozen: later slices leave them out.  What died
among them is found by a full collection: after as much has been frozen as half of what the last one
left, if it will be short, or as soon as nobody does anything.
"""

import asyncio
import gc
import time
from collections.abc import Callable

OFTEN = 0.25  # seconds between two collections of young objects
SELDOM = 1.0  # seconds between two slices, and more after a long one:
SHARE = 0.01  # of a processor is spent on them
LONG_SLICE = 0.01  # seconds, after which the survivors are frozen
AFFORDABLE = 0.04  # seconds that a full collection may take while people play
FEWEST = 50_000  # frozen objects that are worth a full collection
COUNTING = 0.2  # of the time to collect objects: the time to count them ...
COUNTED = 240  # ... which is done once in so many quarters of a second at most


class Collector:
    """Decides what is collected when; `clock` counts the processor time of this thread."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.left = self.frozen = 0  # objects after the last full collection; frozen since
        self.each = 1e-6  # seconds for an object, at the last full collection
        self._until_count = 0

    def begin(self) -> None:
        """What has been loaded stays for good."""
        gc.disable()
        self.collect_all()

    def slice(self) -> float:
        """Collect all that is not frozen; return the seconds until the next slice."""
        took = self._timed(2)
        if took > LONG_SLICE:
            self.frozen += int(took / self.each)
            gc.freeze()
        return max(SELDOM, took / SHARE)

    def is_full_due(self, *, is_quiet: bool) -> bool:
        """Whether it is time for a full collection: by growth, and if nobody has to wait."""
        self._until_count -= 1
        if not self._has_grown():
            return False
        if is_quiet or self._seconds() < AFFORDABLE:
            return True
        if self._until_count < 0 and COUNTING * self._seconds() < AFFORDABLE:
            self._until_count = COUNTED
            self.frozen = max(0, gc.get_freeze_count() - self.left)  # most may have gone by itself
        return False

    def _has_grown(self) -> bool:
        return self.frozen >= max(FEWEST, self.left // 2)

    def _seconds(self) -> float:
        """How long a full collection would take."""
        return (self.left + self.frozen) * self.each

    def collect_all(self) -> None:
        gc.unfreeze()
        took = self._timed(2)
        self.left, self.frozen = len(gc.get_objects()), 0
        self.each = max(took, 1e-6) / self.left
        gc.freeze()

    def _timed(self, generation: int) -> float:
        began = self.clock()
        gc.collect(generation)
        return self.clock() - began


async def tidy(is_quiet: Callable[[], bool]) -> None:
    """Collect garbage for as long as the server runs."""
    collector = Collector()
    collector.begin()
    loop = asyncio.get_running_loop()
    due = loop.time() + SELDOM
    while True:
        await asyncio.sleep(OFTEN)
        if collector.is_full_due(is_quiet=is_quiet()):
            collector.collect_all()
            due = loop.time() + SELDOM
        elif loop.time() >= due:
            due = loop.time() + collector.slice()
        else:
            gc.collect(1)
