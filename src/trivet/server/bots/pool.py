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
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.thinkers import Crashed, Thinker, Worker
from trivet.server.bots.turns import Owner, Turns, WaitingTurn, level_now
from trivet.server.process.threads import HAS_THREADS

SEED_BYTES = 12
ADVISER = "master"  # the bot that gives hints
GREEDY = "greedy"  # the bot that answers when there is no time to think
SHORT = 0.1  # seconds: a level that never thinks longer has a line and a worker of its own
LATEST = 0.1  # the weight of the latest thought in the mean time of a level
WATCHED = 6  # times the patience with tables where nobody plays
log = logging.getLogger("trivet.bots")


class WorkerGroup:
    """Some thinkers, and the bots that wait for them."""

    def __init__(self, make: Callable[[], Thinker], workers: int) -> None:
        self.workers = [make() for _ in range(workers)]
        self.free = list(self.workers)
        self.turns = Turns(workers)


class Bots:
    """Two lines of bots that want to think: a quick thought never waits behind long ones."""

    def __init__(self, pacing: BotPacing, make: Callable[[], Thinker] = Worker) -> None:
        self.pacing = pacing
        self.long = WorkerGroup(make, pacing.workers)
        self.short = WorkerGroup(make, pacing.quick) if pacing.quick else self.long
        self._quick_pool = ThreadPoolExecutor(1, thread_name_prefix="greedy")
        self._mean_seconds: dict[tuple[str, str, int], float] = {}  # by level, game and seats
        self.crashes = 0
        self.answers: Counter[tuple[str, str]] = Counter()  # by level: wanted, answered

    def move(self, home: Path) -> None:
        """Think with another build of the same rules.  Nobody waits for it: each worker ends its
        thought, and is replaced before its next one."""
        for worker in self.workers():
            worker.move(home)

    def workers(self) -> Iterator[Thinker]:
        for group in {self.long, self.short}:
            yield from group.workers

    def think(
        self, level: str, state: State, seat: int, owner: Owner, beat: float | None = None
    ) -> "asyncio.Task[ThinkReply]":
        """A bot's answer, some time later.  What the seat knows is taken down now."""
        mind = Mind(state, seat)
        beat = self.pacing.delay if beat is None else beat
        return asyncio.create_task(self._think_to_beat(mind, question(level, mind), owner, beat))

    def advise(self, state: State, seat: int, owner: Owner) -> "asyncio.Task[ThinkReply]":
        """What a bot would answer for a person, and why."""
        mind = Mind(state, seat)
        request = question(ADVISER, mind)
        request.is_hint = True
        return asyncio.create_task(self._think(mind, request, owner))

    async def _think_to_beat(
        self, mind: Mind, request: ThinkRequest, owner: Owner, beat: float
    ) -> ThinkReply:
        began = asyncio.get_running_loop().time()
        reply = await self._think(mind, request, owner)
        took = asyncio.get_running_loop().time() - began
        await asyncio.sleep(rounded_up_to_beat(beat, took))
        return reply

    async def _think(self, mind: Mind, request: ThinkRequest, owner: Owner) -> ThinkReply:
        """What the bot chooses.  Without a worker in time, a greedy bot answers; `level` says which
        one it was."""
        wanted, reply = request.bot, None
        called = asyncio.Event()
        turn, group = WaitingTurn(owner, called.set), self.group_for(mind, wanted)
        group.turns.join(turn)
        try:
            if await self._is_called(called, owner):
                request.bot = self._level_now(mind, wanted, owner, group)
                reply = await self._ask_worker(request, mind, group)
        finally:
            group.turns.leave(turn)
        if reply is None:
            log.warning("a bot of level %s answers greedily", wanted)
            reply = ThinkReply(await self.quick_answer(mind))
            request.bot = GREEDY
        reply.level = request.bot
        self.answers[wanted, reply.level] += 1
        return reply

    async def _is_called(self, called: asyncio.Event, owner: Owner) -> bool:
        """Whether the turn comes in time; tables that are only watched wait for longer."""
        patience = self.pacing.patience * (1 if owner.is_seated else WATCHED)
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await called.wait()
        return called.is_set()

    def group_for(self, mind: Mind, level: str) -> WorkerGroup:
        most = tuning_of(level, mind.world.game, mind.world.seats).seconds
        return self.short if most <= SHORT else self.long

    @property
    def waiting(self) -> int:
        return sum(len(group.turns) for group in {self.long, self.short})

    def _level_now(self, mind: Mind, wanted: str, owner: Owner, group: WorkerGroup) -> str:
        waiting, workers = group.turns.waiting(owner), len(group.workers)
        return level_now(wanted, waiting, workers, lambda name: self._seconds(name, mind))

    def _seconds(self, level: str, mind: Mind) -> float:
        """How long a thought takes: as its level allows, or less if it has lately."""
        game, seats = mind.world.game, mind.world.seats
        most = tuning_of(level, game, seats).seconds
        return min(most, self._mean_seconds.get((level, game.name, seats), most))

    async def _ask_worker(
        self, request: ThinkRequest, mind: Mind, group: WorkerGroup
    ) -> ThinkReply | None:
        """What a worker says; None if it crashes or thinks for too long."""
        worker, clock = group.free.pop(), asyncio.get_running_loop().time
        began = clock()
        try:
            async with asyncio.timeout(self.pacing.patience):
                reply = await worker.ask(request)
            self._note(request, mind, clock() - began)
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
            group.free.append(worker)

    def _note(self, request: ThinkRequest, mind: Mind, took: float) -> None:
        """Remember how long thoughts of a level take; a hint takes longer, and does not count."""
        if not request.is_hint:
            key = request.bot, mind.world.game.name, mind.world.seats
            before = self._mean_seconds.get(key, took)
            self._mean_seconds[key] = (1 - LATEST) * before + LATEST * took

    async def quick_answer(self, mind: Mind) -> int:
        """The answer of a greedy bot, from a thread: it needs no worker."""
        if not HAS_THREADS:
            return _greedy_choice(mind)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._quick_pool, _greedy_choice, mind)

    async def close(self) -> None:
        for group in (self.long, self.short):
            group.turns.close()  # else the next thought would begin in a new process
        self._quick_pool.shutdown(cancel_futures=True)
        for worker in self.workers():
            await worker.close()


def _greedy_choice(mind: Mind) -> int:
    return Greedy(mind.world.game.strategy).choose(mind, Dice(secrets.randbits(8 * SEED_BYTES)))


def rounded_up_to_beat(beat: float, took: float) -> float:
    """Seconds to the next beat.  Answers come on beats: the time taken would hint at the hand."""
    return max(1, math.ceil(took / beat)) * beat - took if beat else 0.0


def question(level: str, mind: Mind) -> ThinkRequest:
    return ThinkRequest(level, mind.seat, freeze(mind.world), secrets.token_bytes(SEED_BYTES))
