"""Bots at the table.  They think in workers, and are sent only what their seat knows."""

import asyncio
import logging
import math
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from trivet.bots.greedy import Greedy
from trivet.bots.tuned import tuning_of
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import State
from trivet.freeze import freeze
from trivet.server.bots.bot_worker import ThinkReply, ThinkRequest
from trivet.server.bots.manners import Manners
from trivet.server.bots.thinkers import Crashed, Thinker, Worker
from trivet.server.bots.turns import Owner, Turns, WaitingTurn, level_now
from trivet.server.process.aside import HAS_THREADS

SEED_BYTES = 12
ADVISER = "master"  # the bot that gives hints
GREEDY = "greedy"  # the bot that answers when there is no time to think
SHORT = 0.1  # seconds: a level that never thinks longer has a line and a worker of its own
LATEST = 0.1  # the weight of the latest thought in the mean time of a level
WATCHED = 6  # times the patience with tables where nobody plays
log = logging.getLogger("trivet.bots")


class Line:
    """Some thinkers, and the bots that wait for them."""

    def __init__(self, make: Callable[[], Thinker], workers: int) -> None:
        self.workers = [make() for _ in range(workers)]
        self.free = list(self.workers)
        self.turns = Turns(workers)


class Bots:
    """Two lines of bots that want to think: a quick thought never waits behind long ones."""

    def __init__(self, manners: Manners, make: Callable[[], Thinker] = Worker) -> None:
        self.manners = manners
        self.long = Line(make, manners.workers)
        self.short = Line(make, manners.quick) if manners.quick else self.long
        self._greedy = ThreadPoolExecutor(1, thread_name_prefix="greedy")
        self._took: dict[tuple[str, str, int], float] = {}  # mean seconds by level, game and seats
        self.crashes = 0
        self.answers: Counter[tuple[str, str]] = Counter()  # by level: wanted, answered

    def move(self, home: Path) -> None:
        """Think with another build of the same rules.  Nobody waits for it: each worker ends its
        thought, and is replaced before its next one."""
        for worker in self.workers():
            worker.move(home)

    def workers(self) -> Iterator[Thinker]:
        for line in {self.long, self.short}:
            yield from line.workers

    def think(
        self, level: str, state: State, seat: int, owner: Owner, beat: float | None = None
    ) -> "asyncio.Task[ThinkReply]":
        """A bot's answer, some time later.  What the seat knows is taken down now."""
        mind = Mind(state, seat)
        beat = self.manners.delay if beat is None else beat
        return asyncio.create_task(self._answer(mind, question(level, mind), owner, beat))

    def advise(self, state: State, seat: int, owner: Owner) -> "asyncio.Task[ThinkReply]":
        """What a bot would answer for a person, and why."""
        mind = Mind(state, seat)
        asked = question(ADVISER, mind)
        asked.is_hint = True
        return asyncio.create_task(self._thought(mind, asked, owner))

    async def _answer(
        self, mind: Mind, asked: ThinkRequest, owner: Owner, beat: float
    ) -> ThinkReply:
        began = asyncio.get_running_loop().time()
        reply = await self._thought(mind, asked, owner)
        took = asyncio.get_running_loop().time() - began
        await asyncio.sleep(until_next(beat, took))
        return reply

    async def _thought(self, mind: Mind, asked: ThinkRequest, owner: Owner) -> ThinkReply:
        """What the bot chooses.  Without a worker in time, a greedy bot answers; `level` says which
        one it was."""
        wanted, reply = asked.bot, None
        called = asyncio.Event()
        turn, line = WaitingTurn(owner, called.set), self.line_of(mind, wanted)
        line.turns.join(turn)
        try:
            if await self._is_called(called, owner):
                asked.bot = self._level_now(mind, wanted, owner, line)
                reply = await self._work(asked, mind, line)
        finally:
            line.turns.leave(turn)
        if reply is None:
            log.warning("a bot of level %s answers greedily", wanted)
            reply = ThinkReply(await self.at_a_glance(mind))
            asked.bot = GREEDY
        reply.level = asked.bot
        self.answers[wanted, reply.level] += 1
        return reply

    async def _is_called(self, called: asyncio.Event, owner: Owner) -> bool:
        """Whether the turn comes in time; tables that are only watched wait for longer."""
        patience = self.manners.patience * (1 if owner.is_seated else WATCHED)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await called.wait()
        return called.is_set()

    def line_of(self, mind: Mind, level: str) -> Line:
        most = tuning_of(level, mind.world.game, mind.world.seats).seconds
        return self.short if most <= SHORT else self.long

    @property
    def waiting(self) -> int:
        return sum(len(line.turns) for line in {self.long, self.short})

    def _level_now(self, mind: Mind, wanted: str, owner: Owner, line: Line) -> str:
        waiting, workers = line.turns.waiting(owner), len(line.workers)
        return level_now(wanted, waiting, workers, lambda name: self._seconds(name, mind))

    def _seconds(self, level: str, mind: Mind) -> float:
        """How long a thought takes: as its level allows, or less if it has lately."""
        game, seats = mind.world.game, mind.world.seats
        most = tuning_of(level, game, seats).seconds
        return min(most, self._took.get((level, game.name, seats), most))

    async def _work(self, asked: ThinkRequest, mind: Mind, line: Line) -> ThinkReply | None:
        """What a worker says; None if it crashes or thinks for too long."""
        worker, clock = line.free.pop(), asyncio.get_running_loop().time
        began = clock()
        try:
            async with asyncio.timeout(self.manners.patience):
                reply = await worker.ask(asked)
            self._note(asked, mind, clock() - began)
            return reply
        except (TimeoutError, Crashed) as trouble:
            self.crashes += 1
            log.warning("a worker is replaced: %s", str(trouble) or "the worker took too long")
            worker.kill()
            return None
        except asyncio.CancelledError:
            worker.kill()
            raise
        finally:
            line.free.append(worker)

    def _note(self, asked: ThinkRequest, mind: Mind, took: float) -> None:
        """Remember how long thoughts of a level take; a hint takes longer, and does not count."""
        if not asked.is_hint:
            key = asked.bot, mind.world.game.name, mind.world.seats
            self._took[key] = (1 - LATEST) * self._took.get(key, took) + LATEST * took

    async def at_a_glance(self, mind: Mind) -> int:
        """The answer of a greedy bot, from a thread: it needs no worker."""
        if not HAS_THREADS:
            return _greedy(mind)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._greedy, _greedy, mind)

    async def close(self) -> None:
        for line in (self.long, self.short):
            line.turns.close()  # else the next thought would begin in a new process
        self._greedy.shutdown(cancel_futures=True)
        for worker in self.workers():
            await worker.close()


def _greedy(mind: Mind) -> int:
    return Greedy(mind.world.game.strategy).choose(mind, Dice(secrets.randbits(8 * SEED_BYTES)))


def until_next(beat: float, took: float) -> float:
    """Seconds to the next beat.  Answers come on beats: the time taken would hint at the hand."""
    return max(1, math.ceil(took / beat)) * beat - took if beat else 0.0


def question(level: str, mind: Mind) -> ThinkRequest:
    return ThinkRequest(level, mind.seat, freeze(mind.world), secrets.token_bytes(SEED_BYTES))
