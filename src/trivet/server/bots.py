"""Bots at the table.  They think in worker processes, and are sent only what their seat knows."""

import asyncio
import logging
import math
import os
import secrets
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import msgspec

import trivet
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import State
from trivet.freeze import freeze
from trivet.server.bot_worker import LENGTH, ThinkReply, ThinkRequest

SEED_BYTES = 12
HOME = Path(trivet.__file__).parents[1]  # the folder that this process imports trivet from
ADVISER = "master"  # the bot that gives hints
COMMAND = (sys.executable, "-P", "-m", "trivet.server.bot_worker")
log = logging.getLogger("trivet.bots")


class Crashed(Exception):
    """A worker ended before it replied."""


@dataclass(frozen=True)
class Manners:
    """The pace of bots; times are in seconds."""

    delay: float = 0.7  # between a question and its answer at least, so that people can follow
    opening: float = 0.2  # the same until a person has answered: a newcomer wants to begin
    patience: float = 10.0  # a longer thought is given up
    workers: int = max(1, min(4, (os.cpu_count() or 2) - 1))


POLITE = Manners()


class Bots:
    """A pool of worker processes that think for bots and for hints."""

    def __init__(self, manners: Manners, command: tuple[str, ...] = COMMAND) -> None:
        self.manners = manners
        self.home = HOME  # the build that workers think with
        self._workers = [Worker(command) for _ in range(manners.workers)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._workers:
            self._free.put_nowait(worker)
        self.crashes = 0

    def move(self, home: Path) -> None:
        """Think with another build of the same rules.  Nobody waits for it: each worker ends its
        thought, and is replaced before its next one."""
        self.home = home

    def think(
        self, level: str, state: State, seat: int, beat: float | None = None
    ) -> "asyncio.Task[int]":
        """A task for a bot's answer.  What the seat knows is copied now, not when it thinks."""
        mind = Mind(state, seat)
        beat = self.manners.delay if beat is None else beat
        return asyncio.create_task(self._answer(mind, question(level, mind), beat))

    def advise(self, state: State, seat: int) -> "asyncio.Task[ThinkReply]":
        """A task for a hint: what a bot would answer in this seat, and why."""
        mind = Mind(state, seat)
        asked = question(ADVISER, mind)
        asked.is_hint = True
        return asyncio.create_task(self._thought(mind, asked))

    async def _answer(self, mind: Mind, asked: ThinkRequest, beat: float) -> int:
        began = asyncio.get_running_loop().time()
        reply = await self._thought(mind, asked)
        took = asyncio.get_running_loop().time() - began
        await asyncio.sleep(until_next(beat, took))
        return reply.choice

    async def _thought(self, mind: Mind, asked: ThinkRequest) -> ThinkReply:
        """The worker's reply; a random allowed answer if it is late or the worker crashed."""
        try:
            async with asyncio.timeout(self.manners.patience):
                worker = await self._free.get()
        except TimeoutError:
            log.warning("all workers are busy: a bot answers without thinking")
            return self._any(mind)
        try:
            async with asyncio.timeout(self.manners.patience):
                return await worker.ask(asked, self.home)
        except (TimeoutError, Crashed) as trouble:
            self.crashes += 1
            words = str(trouble) or "the worker took too long"
            log.warning("a worker is replaced: %s", words)
            worker.kill()
            return self._any(mind)
        except asyncio.CancelledError:
            worker.kill()
            raise
        finally:
            self._free.put_nowait(worker)

    def _any(self, mind: Mind) -> ThinkReply:
        return ThinkReply(mind.sample(Dice(secrets.randbits(8 * SEED_BYTES))))

    async def close(self) -> None:
        for worker in self._workers:
            await worker.close()


def until_next(beat: float, took: float) -> float:
    """Seconds to the next beat.  Answers come on beats: the time taken would hint at the hand."""
    return max(1, math.ceil(took / beat)) * beat - took if beat else 0.0


def question(level: str, mind: Mind) -> ThinkRequest:
    return ThinkRequest(level, mind.seat, freeze(mind.world), secrets.token_bytes(SEED_BYTES))


class Worker:
    """One worker process; started on first use, and again after it has ended."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self.process: asyncio.subprocess.Process | None = None
        self.home = HOME  # the folder that the process imports trivet from
        self._killed: list[asyncio.subprocess.Process] = []

    async def ask(self, question: ThinkRequest, home: Path = HOME) -> ThinkReply:
        process = self.process
        if process is None or process.returncode is not None or home != self.home:
            await self.close()
            self.home = home
            process = self.process = await self._started()
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
        """End the process and wait for its end."""
        self.kill()
        while self._killed:
            await self._killed.pop().wait()


def environment(home: Path = HOME) -> dict[str, str]:
    """In which another process finds this very trivet, or another build of it."""
    path = os.pathsep.join([str(home), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path}
