"""What bots think in: worker processes."""

import asyncio
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Protocol

import msgspec

import trivet
from trivet.server.bots.bot_worker import LENGTH, ThinkReply, ThinkRequest

HOME = Path(trivet.__file__).parents[1]  # the folder that this process imports trivet from
COMMAND = (sys.executable, "-P", "-m", "trivet.server.bots.bot_worker")


class Crashed(Exception):
    """A worker ended before it replied."""


class Thinker(Protocol):
    """Something that bots think in, one thought at a time: a process, or a worker of a page."""

    async def ask(self, question: ThinkRequest) -> ThinkReply:
        """What a bot answers; Crashed if there is no answer."""
        ...

    def kill(self) -> None:
        """End a thought; the next question begins anew."""
        ...

    def move(self, home: Path) -> None:
        """Think with another build of the same rules, from the next thought on."""
        ...

    async def close(self) -> None: ...


class Worker:
    """One worker process; started on first use, and again after it has ended."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.home = HOME  # the folder that the next process imports trivet from
        self._is_old = False  # the process has another one
        self._start: asyncio.Task[asyncio.subprocess.Process] | None = None  # under way
        self._killed: list[asyncio.subprocess.Process] = []

    def move(self, home: Path) -> None:
        self._is_old = self._is_old or home != self.home
        self.home = home

    async def ask(self, question: ThinkRequest) -> ThinkReply:
        process = self.process
        if process is None or process.returncode is not None or self._is_old:
            await self.close()
            self._is_old = False
            self._start = asyncio.create_task(self._started())
            process = self.process = await asyncio.shield(self._start)
            self._start = None
        if process.stdin is None or process.stdout is None:
            raise Crashed("the worker has no pipes")
        data = msgspec.msgpack.encode(question)
        try:
            process.stdin.write(LENGTH.pack(len(data)) + data)
            await process.stdin.drain()
            head = await process.stdout.readexactly(LENGTH.size)
            reply = await process.stdout.readexactly(LENGTH.unpack(head)[0])
            return msgspec.msgpack.decode(reply, type=ThinkReply)
        except (ConnectionError, asyncio.IncompleteReadError, msgspec.DecodeError) as error:
            raise Crashed(f"the worker broke off ({type(error).__name__})") from None

    async def _started(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(self.home)
        )

    def kill(self) -> None:
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.kill()
            self._killed.append(self.process)
            self.process = None

    async def close(self) -> None:
        """End the process and wait for its end.  A start that was called off goes on until there is
        a process that can be ended: half of one would be left over."""
        if self._start is not None:
            with suppress(OSError):
                self.process = await asyncio.shield(self._start)
            self._start = None
        self.kill()
        while self._killed:
            await self._killed.pop().wait()


def environment(home: Path = HOME) -> dict[str, str]:
    """In which another process finds this very trivet, or another build of it."""
    path = os.pathsep.join([str(home), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}
