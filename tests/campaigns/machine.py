"""The machine that a campaign runs on: who uses its processors, and an event loop for clients."""

import asyncio
import contextlib
import gc
import os
import time
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

from campaigns.stage import Stage
from trivet.server.http.serve import has_uvloop

BUSY = 0.15  # share of the machine used by other processes that makes times void
T = TypeVar("T")


def stop_tidying() -> None:
    """Stop garbage collection in the process of the clients: its pauses would spoil the times."""
    gc.collect()
    gc.disable()


def run(work: Coroutine[Any, Any, T]) -> T:
    factory = None
    if has_uvloop():
        import uvloop

        factory = uvloop.new_event_loop
    with asyncio.Runner(loop_factory=factory) as runner:
        try:
            return runner.run(work)
        finally:
            gc.enable()


class Machine:
    """Measures who uses the processors, from its creation on."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.busy, self.total = _processors()
        self.server, self.own = stage.cpu_seconds(), time.process_time()
        self.bots = stage.bots_seconds()

    def used(self, clients: float = 0.0) -> tuple[float, float, float]:
        """CPU seconds of the server, share of the machine used by other processes, megabytes;
        `clients` are CPU seconds of other processes of the campaign."""
        server = self.stage.cpu_seconds() - self.server
        busy, total = _processors()
        ours = server + time.process_time() - self.own + clients
        ours += self.stage.bots_seconds() - self.bots
        others = max(0.0, busy - self.busy - ours) / max(1e-9, total - self.total)
        return server, others, self.stage.megabytes()


def _processors() -> tuple[float, float]:
    """Busy seconds and total seconds of all processors."""
    with contextlib.suppress(OSError):
        fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
        ticks = [int(field) / os.sysconf("SC_CLK_TCK") for field in fields]
        return sum(ticks) - ticks[3] - ticks[4], sum(ticks)
    return 0.0, 1.0
