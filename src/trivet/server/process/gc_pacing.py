"""Garbage collection in short slices, so that no player waits for it.

Python's own full collection stops a server with two thousand tables for most of a second.  Here
young objects are collected four times a second, and all that is not frozen about once a second.
When that begins to take long, its survivors are frozen: later slices leave them out.  What dies
among them is found by a full collection, once as much has been frozen as half of what the last one
left, and as soon as nobody has done anything for ten seconds.
"""

import asyncio
import gc
import time
from collections.abc import Callable

OFTEN = 0.25  # seconds between two collections of young objects
SELDOM = 1.0  # seconds between two slices, and more after a long one:
SHARE = 0.01  # of a processor is spent on them ...
LATEST = 2.0  # ... unless that is longer: what comes alive meanwhile makes the next one long
LONG_SLICE = 0.01  # seconds, after which the survivors are frozen
FEWEST = 50_000  # frozen objects that are worth a full collection
EACH = 4e-7  # seconds that an object takes, about: a slice tells how many there were


class GarbageCollector:
    """Decides what is collected when; `clock` counts the processor time of this thread."""

    def __init__(self, clock: Callable[[], float] = time.thread_time) -> None:
        self.clock = clock
        self.left = self.frozen = 0  # objects after the last full collection; frozen since

    def begin(self) -> None:
        """What has been loaded stays for good."""
        gc.disable()
        self.collect_all()

    def slice(self) -> float:
        """Collect all that is not frozen; return the seconds until the next slice."""
        began = self.clock()
        gc.collect()
        took = self.clock() - began
        if took > LONG_SLICE:
            gc.freeze()
            self.frozen += int(took / EACH)
        return min(max(SELDOM, took / SHARE), LATEST)

    @property
    def has_grown(self) -> bool:
        """Whether a full collection is worth its time."""
        return self.frozen >= max(FEWEST, self.left // 2)

    def collect_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self.left, self.frozen = gc.get_freeze_count(), 0


async def tidy(is_quiet: Callable[[], bool]) -> None:
    """Collect garbage for as long as the server runs."""
    collector = GarbageCollector()
    collector.begin()
    loop = asyncio.get_running_loop()
    due = loop.time() + SELDOM
    while True:
        await asyncio.sleep(OFTEN)
        if collector.has_grown and is_quiet():
            collector.collect_all()
        elif loop.time() >= due:
            due = loop.time() + collector.slice()
        else:
            gc.collect(1)
