"""Looks into a server under test: how long its loop stood still, and what is still alive in it.

SIGUSR1 asks for the times since the last look, SIGUSR2 for the objects as well; the reply is in a
file.
"""

import asyncio
import gc
import json
import os
import signal
import time
from collections import Counter
from pathlib import Path
from typing import Any

from trivet.server.http import app, serve
from trivet.server.rooms import registry

FILE = "watch.json"
TICK = 0.01  # seconds between two looks at the loop
KINDS = ("Mailbox", "Room", "Table", "Socket", "Caller", "Audience", "DirectProtocol")


class Watch:
    """Times are the processor time of the loop's own thread: other processes do not count."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / FILE
        self.stop = self.collection = self._began = 0.0

    async def run(self) -> None:
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, self._tell, {})
        loop.add_signal_handler(signal.SIGUSR2, lambda: self._tell({"alive": alive()}))
        gc.callbacks.append(self._collecting)
        before = time.thread_time()
        while True:
            await asyncio.sleep(TICK)
            now = time.thread_time()
            self.stop = max(self.stop, now - before)
            before = now

    def _collecting(self, phase: str, info: dict[str, int]) -> None:
        now = time.thread_time()
        if phase == "stop":
            self.collection = max(self.collection, now - self._began)
        self._began = now

    def _tell(self, more: dict[str, Any]) -> None:
        found = {"stop": 1000 * self.stop, "collection": 1000 * self.collection, **more}
        new = self.file.with_suffix(".new")
        new.write_text(json.dumps(found))
        os.replace(new, self.file)
        self.stop = self.collection = 0.0


def alive() -> dict[str, int]:
    """Objects that nothing has freed, also those that are exempt from collections."""
    gc.unfreeze()
    found = Counter[str]()
    for kind, count in Counter(map(type, gc.get_objects())).items():
        found.update({one.__name__: count for one in kind.__mro__})
    return {kind: found[kind] for kind in KINDS}


def watch(folder: Path) -> None:
    """Let the server of this process be watched."""

    class WatchedServer(serve.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets)
            self.watching = asyncio.create_task(Watch(folder).run())

    vars(serve)["Server"] = WatchedServer


def never_collect() -> None:
    """No garbage is collected, and idle tables leave memory at once: what leaves a cycle stays."""

    async def tidy(*_: Any) -> None:
        gc.disable()

    vars(serve)["tidy"] = tidy
    vars(registry)["IDLE"] = 200
    vars(app)["SWEEP"] = 0.2
