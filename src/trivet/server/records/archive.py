"""Looking at finished games costs replaying them: it is done elsewhere, and replies are kept.

A record never changes, so what was made of it stays true.
"""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from trivet.core.record import BadRecord
from trivet.server.records.positions import draws, frames
from trivet.server.table.room import Failing
from trivet.server.wire.api import Verdict
from trivet.verifier import CannotCheck, Unfair, verified

if TYPE_CHECKING:  # Python in a page has no processes
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

MOST_KEPT = 32_000_000  # bytes of replies
MOST_WAITING = 16  # requests that wait to be worked out
NICENESS = 5
Key = tuple[str | int, ...]


class Replayer(Protocol):
    """Where records are replayed: a process, or a worker of a page."""

    async def run(self, make: Callable[..., bytes], text: str, rest: tuple[Any, ...]) -> bytes:
        """What the function makes of a record; LookupError says what is wrong with it."""
        ...

    async def close(self) -> None: ...


class ReplayProcess:
    """A process that replays records; started on first use, and again after it has ended."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None

    async def run(self, make: Callable[..., bytes], text: str, rest: tuple[Any, ...]) -> bytes:
        import multiprocessing
        from concurrent.futures import ProcessPoolExecutor
        from concurrent.futures.process import BrokenProcessPool

        loop = asyncio.get_running_loop()
        for is_last in (False, True):
            if self._pool is None:
                context = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, context, initializer=_begin)
            try:
                return await loop.run_in_executor(self._pool, make, text, *rest)
            except BrokenProcessPool:
                self._pool = None
                if is_last:
                    raise
        raise AssertionError

    async def close(self) -> None:
        if self._pool is not None:
            await asyncio.to_thread(self._pool.shutdown, cancel_futures=True)


class Archive:
    """What is asked about finished games, and the replies."""

    def __init__(self, replayer: Replayer) -> None:
        self._replayer = replayer
        self._kept: OrderedDict[Key, bytes] = OrderedDict()
        self._size = 0
        self._under_way: dict[Key, asyncio.Future[bytes]] = {}

    async def frames(self, room: str, text: str, viewer: int, first: int, count: int) -> bytes:
        """Frames as JSON; BadRecord or IndexError if there are none."""
        return await self._reply(("frames", room, viewer, first, count), frames_json, text)

    async def verdict(self, room: str, text: str) -> bytes:
        """A Verdict as JSON."""
        return await self._reply(("verdict", room), verdict_json, text)

    async def draws(self, room: str, text: str) -> bytes:
        """Draws as JSON; LookupError if the record cannot be read here."""
        return await self._reply(("draws", room), draws_json, text)

    async def _reply(self, key: Key, make: Callable[..., bytes], text: str) -> bytes:
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._under_way:
            if len(self._under_way) >= MOST_WAITING:
                raise Failing("busy", "Too many games are being looked at. Try again in a moment.")
            work = asyncio.ensure_future(self._replayer.run(make, text, key[2:]))
            self._under_way[key] = work
            work.add_done_callback(lambda done: self._keep(key, done))
        return await asyncio.shield(self._under_way[key])

    def _keep(self, key: Key, done: "asyncio.Future[bytes]") -> None:
        del self._under_way[key]
        if done.cancelled() or done.exception() is not None:
            return
        self._kept[key] = done.result()
        self._size += len(done.result())
        while self._size > MOST_KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])

    def forget(self) -> None:
        """Records have changed: a person was erased."""
        self._kept.clear()
        self._size = 0

    async def close(self) -> None:
        for work in list(self._under_way.values()):
            work.cancel()
        await self._replayer.close()


def frames_json(text: str, viewer: int, first: int, count: int) -> bytes:
    try:
        return msgspec.json.encode(frames(text, viewer, first, count))
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None  # a BadRecord cannot travel between processes


def draws_json(text: str) -> bytes:
    try:
        return msgspec.json.encode(draws(text))
    except BadRecord as wrong:
        raise LookupError(str(wrong)) from None


def verdict_json(text: str) -> bytes:
    try:
        return msgspec.json.encode(Verdict(is_fair=True, words=verified(text)))
    except Unfair as wrong:
        return msgspec.json.encode(Verdict(is_fair=False, words=str(wrong)))
    except CannotCheck as why:
        return msgspec.json.encode(Verdict(is_fair=False, is_checked=False, words=str(why)))


def _begin() -> None:
    """In the new process: tables come first; it ends with the server, even if that is killed."""
    import multiprocessing
    import threading

    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: "BaseProcess") -> None:
    server.join()
    os._exit(0)
