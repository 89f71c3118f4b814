"""`./play campaign soak`: the same load for long.  Does memory level off, and does the loop run on?

Tables of all games are played at random and watched, at a steady rate; a table that is over is left
and replaced.  Every minute the server's memory is noted, with the longest time that its loop and
its collector held it up.  At the end everybody leaves, and what is still alive is counted.

`closing` opens sockets, plays and closes them while no garbage is collected: nothing may be left.
"""

import asyncio
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from campaigns.light_client import Company, Seat, enter
from campaigns.machine import run, stop_tidying
from campaigns.stage import Stage, allow_many_files
from trivet.catalogue import GAMES
from trivet.client import AsyncClient

BAR = 50.0  # milliseconds for which nothing may hold up the loop
GROWTH = 20.0  # megabytes that may come after the first minutes ...
SETTLED = 10  # ... of which there are so many
TABLES = 30
AT_ONCE = 8  # sockets of `closing`
ANSWERS_OF_SOCKET = 3
LEFT_AFTER = 90.0  # seconds after which idle tables have left memory


@dataclass
class Minute:
    answers: int  # given so far
    megabytes: float
    stop: float  # the longest time in milliseconds for which the loop stood still ...
    collection: float  # ... and for which garbage was collected

    def line(self, number: int) -> str:
        return (
            f"  minute {number:3d}: {self.megabytes:6.1f} MB, {self.answers:8,} answers, "
            f"longest stop {self.stop:5.1f} ms, collection {self.collection:5.1f} ms"
        )


@dataclass
class SoakReport:
    minutes: list[Minute] = field(default_factory=list)
    games: int = 0
    refused: int = 0
    lost: int = 0
    after: float = 0.0  # megabytes, once everybody has left
    alive: dict[str, int] = field(default_factory=dict)  # objects then

    @property
    def stop(self) -> float:
        return max((one.stop for one in self.minutes), default=0.0)

    @property
    def growth(self) -> float:
        """Megabytes since memory should have levelled off."""
        settled = self.minutes[min(SETTLED, len(self.minutes)) - 1 :]
        return settled[-1].megabytes - settled[0].megabytes if settled else 0.0

    def lines(self) -> list[str]:
        return [
            *(minute.line(number) for number, minute in enumerate(self.minutes, 1)),
            f"  {self.games:,} games, {self.refused} answers refused, {self.lost} lost",
            f"  {self.growth:+.1f} MB since minute {SETTLED}, {self.after:.1f} MB in the end",
            "  then alive: " + words(self.alive),
        ]

    @property
    def broken(self) -> int:
        kept = self.alive.get("Socket", 0) + self.alive.get("Caller", 0)
        return self.refused + self.lost + kept + int(self.growth > GROWTH) + int(self.stop > BAR)


def words(alive: dict[str, int]) -> str:
    return ", ".join(f"{count:,} {kind}" for kind, count in alive.items())


def campaign(
    folder: Path, minutes: float, rate: float, fault: str = "", *, home: Path | None = None
) -> SoakReport:
    allow_many_files()
    with Stage(folder, fault, home=home, is_watched=True) as stage:
        return run(Soak(stage, rate).play(60 * minutes))


class Soak:
    """Tables that are played for long."""

    def __init__(self, stage: Stage, rate: float) -> None:
        self.stage, self.rate = stage, rate
        self.company = Company(stage.address)
        self.report = SoakReport()
        self.rested: deque[tuple[Seat, list[Seat]]] = deque()  # seats, with their tables
        self.answers = 0
        self.tasks: set[asyncio.Task[None]] = set()

    async def play(self, seconds: float) -> SoakReport:
        stop_tidying()
        for number in range(TABLES):
            await self._open(list(GAMES)[number % len(GAMES)])
        await asyncio.to_thread(self.stage.look)
        began, sent, noted = time.monotonic(), 0, 0.0
        while (now := time.monotonic() - began) < seconds:
            while sent < now * self.rate:
                sent += 1
                self._answer_somewhere()
            if now >= noted + min(60.0, seconds):
                noted = now
                await self._note()
            await asyncio.sleep(0.002)
        await self._note()
        await self._leave_all()
        return self.report

    async def _open(self, game: str) -> None:
        """A table in play, with a watcher."""
        table = await self.company.table(game)
        watcher = AsyncClient(self.stage.address)
        await watcher.me()
        table.append(await enter(watcher, table[0].room, game))
        self.rested.extend((seat, table) for seat in table[:-1])

    def _answer_somewhere(self) -> None:
        for _ in range(len(self.rested)):
            seat, table = self.rested.popleft()
            if seat.is_over:
                if all(other is not table for _, other in self.rested):
                    self._begin(self._replace(table))
                continue
            if seat.options:
                self._begin(self._answer(seat, table))
                return
            self.rested.append((seat, table))

    def _begin(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: "asyncio.Task[None]") -> None:
        self.tasks.discard(task)
        self.report.lost += not task.cancelled() and task.exception() is not None

    async def _answer(self, seat: Seat, table: list[Seat]) -> None:
        is_taken = await seat.answer()
        self.answers += 1
        self.report.refused += not is_taken
        self.rested.append((seat, table))

    async def _replace(self, table: list[Seat]) -> None:
        self.report.games += 1
        await self.company.leave(table)
        await self._open(table[0].game)

    async def _note(self) -> None:
        seen = await asyncio.to_thread(self.stage.look)
        self.report.minutes.append(
            Minute(self.answers, self.stage.megabytes(), seen["stop"], seen["collection"])
        )

    async def _leave_all(self) -> None:
        if self.tasks:
            await asyncio.wait(set(self.tasks), timeout=10.0)
        tables = {id(table): table for _, table in self.rested}
        await asyncio.gather(*map(self.company.leave, tables.values()))
        await asyncio.sleep(LEFT_AFTER)
        self.report.after = self.stage.megabytes()
        self.report.alive = (await asyncio.to_thread(self.stage.look, at_objects=True))["alive"]


# --- nothing that closes leaves a cycle -----------------------------------------------------------


def closing(folder: Path, sockets: int, fault: str = "") -> dict[str, int]:
    """What is alive after sockets were opened, played at and closed while nothing was collected."""
    allow_many_files()
    with Stage(folder, fault, is_watched=True, collects=False) as stage:
        return run(_close_many(stage, sockets))


async def _close_many(stage: Stage, sockets: int) -> dict[str, int]:
    company, opened, number = Company(stage.address), 0, 0
    while opened < sockets:
        wanted = [list(GAMES)[(number + n) % len(GAMES)] for n in range(AT_ONCE // 2)]
        tables = await asyncio.gather(*map(company.table, wanted))
        number += len(tables)
        opened += sum(map(len, tables))
        await asyncio.gather(*(_play_a_little(table) for table in tables))
        await asyncio.gather(*map(company.leave, tables))
    return await _once_quiet(stage)


async def _play_a_little(table: Sequence[Seat]) -> None:
    for _ in range(ANSWERS_OF_SOCKET):
        for seat in table:
            if seat.options:
                await seat.answer()


async def _once_quiet(stage: Stage) -> dict[str, int]:
    """The objects that are alive once all tables have left memory, or do not leave it."""
    found: dict[str, int] = {}
    for _ in range(40):
        await asyncio.sleep(0.25)
        found = (await asyncio.to_thread(stage.look, at_objects=True))["alive"]
        if not any(found.values()):
            break
    return found
