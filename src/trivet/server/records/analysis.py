"""Win chances of finished games, position by position.

They are computed on the first request, elsewhere, and stored with the record.
"""

import asyncio
import logging
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import aclosing
from itertools import pairwise
from pathlib import Path
from typing import Protocol

import msgspec

from trivet import reports
from trivet.server.bots.thinkers import HOME, environment
from trivet.server.process.bounded_cache import BoundedCache, key_of
from trivet.server.records.analysis_worker import change
from trivet.server.records.archive import RecordRequest
from trivet.server.records.looking_line import LinePlace, LookingLine
from trivet.server.records.record_links import is_carried
from trivet.server.store.contract import Store, StoreError
from trivet.server.table.room import Failing
from trivet.server.wire.api import Chances, Point, Turn

COMMAND = (sys.executable, "-P", "-m", "trivet.server.records.analysis_worker")
LONGEST = 600.0  # seconds for one game: others come first on a busy machine
MOST_WAITING = 12  # games
MOST_CARRIED = 4_000_000  # bytes of games that are remembered, but not stored, with their keys
MOST_FAILED = 250_000  # the same of games that could not be worked out
MOST_TURNS = 3
LEAST_TURN = 0.1  # a smaller change is not a turning point
log = logging.getLogger("trivet.chances")


class StoredAnalysis(msgspec.Struct):
    """The stored result; one of another edition is computed anew."""

    points: list[Point]
    edition: int = 1


EDITION = StoredAnalysis([]).edition


class Estimator(Protocol):
    """Where chances are estimated: a process, or a worker of a page."""

    def points(self, text: str) -> AsyncGenerator[Point, None]:
        """Estimates for some positions of a record, as they are found; OSError if it breaks off."""
        ...


class EstimateProcess:
    """A worker process for each game."""

    def __init__(self, command: tuple[str, ...] = COMMAND) -> None:
        self.command = command
        self.home = HOME  # the build that it estimates with

    def move(self, home: Path) -> None:
        """Estimate with another build of the same rules, from the next game on."""
        self.home = home

    async def points(self, text: str) -> AsyncGenerator[Point, None]:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(self.home)
        )
        try:
            if process.stdin is None or process.stdout is None:
                return
            process.stdin.write(text.encode())
            process.stdin.close()
            async for line in process.stdout:
                yield msgspec.json.decode(line, type=Point)
            if await process.wait():
                raise OSError(f"the process ended with {process.returncode}")
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()


class Analysis:
    """Computes win chances, one game at a time, and keeps them in the store."""

    def __init__(self, store: Store, estimator: Estimator) -> None:
        self.store, self.estimator = store, estimator
        self._found: dict[bytes, list[Point]] = {}  # of games under way
        self._tasks: dict[bytes, asyncio.Task[None]] = {}
        self._failed = BoundedCache(MOST_FAILED)
        self._carried = BoundedCache(MOST_CARRIED)  # of records that are stored nowhere
        self._line = LookingLine(MOST_WAITING)

    async def chances(self, look: RecordRequest) -> Chances:
        """The win chances found so far; starts the computation if nobody has asked before."""
        kept, key = await self._kept(look.room), key_of(look.room)
        if kept is not None:
            return told(kept, is_done=True)
        if self._failed.get(key) is not None:
            raise Failing("no-chances", "How this game stood could not be worked out.")
        if key not in self._tasks:
            place = self._line.join(look.who)
            place.expect_kept()
            self._found[key] = []
            task = self._tasks[key] = asyncio.create_task(self._work_out(look, key, place))
            task.add_done_callback(lambda _: self._forget(key))
        return told(self._found[key], is_done=False)

    async def _kept(self, room: str) -> list[Point] | None:
        data = self._carried.get(key_of(room)) or await self.store.chances(room)
        if data is None:
            return None
        try:
            kept = msgspec.json.decode(data, type=StoredAnalysis)
        except msgspec.DecodeError:
            return None  # it can be computed again
        return kept.points if kept.edition == EDITION else None

    def _forget(self, key: bytes) -> None:
        self._tasks.pop(key, None)
        self._found.pop(key, None)

    async def _work_out(self, look: RecordRequest, key: bytes, place: LinePlace) -> None:
        try:
            await place.called
            async with asyncio.timeout(LONGEST):
                async with aclosing(self.estimator.points(look.text)) as points:
                    async for point in points:
                        self._found[key].append(point)
            found = msgspec.json.encode(StoredAnalysis(self._found[key]))
            if is_carried(look.room) or reports.is_named(look.room):
                self._carried.put(key, found)
            else:
                await self.store.keep_chances(look.room, found)
        except Failing:
            pass  # the line was full: whoever asks again is told, or has a place
        except (TimeoutError, OSError, msgspec.DecodeError, StoreError) as trouble:
            log.warning("the chances of a game were not worked out: %s", trouble)
            self._failed.put(key, b"")
        finally:
            place.leave()

    async def close(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def told(points: list[Point], *, is_done: bool) -> Chances:
    points = sorted(points, key=lambda point: point.at)
    return Chances(points=points, turns=turns(points) if is_done else [], is_done=is_done)


def turns(points: list[Point]) -> list[Turn]:
    """The greatest changes that are larger than their error, at most MOST_TURNS, in game order.
    The end itself is not one: what is certain then was decided before."""
    found = [
        Turn(before=before.at, at=after.at)
        for before, after in sorted(pairwise(points[:-1]), key=lambda pair: -change(*pair))
        if change(before, after) > max(LEAST_TURN, before.error + after.error)
    ]
    return sorted(found[:MOST_TURNS], key=lambda turn: turn.at)
