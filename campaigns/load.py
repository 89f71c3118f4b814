"""`./play campaign load` and `restart`: thousands of tables in play at one server.

The real client sends answers at a steady rate (open loop), from random tables.  The time measured
is from sending an answer to its acknowledgement, which comes after it is on the disk.
"""

import asyncio
import contextlib
import gc
import os
import random
import time
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from campaigns.stage import Stage, allow_many_files
from trivet.client import AsyncClient, AsyncTable
from trivet.server.messages import Ready, Took
from trivet.server.serve import has_uvloop

TABLES_OF_PAIR = 10  # tables of the same two people
AT_ONCE = 24  # tables set up at the same time
BUSY = 0.15  # share of the machine used by other processes that makes the figures void
BAR = 50.0  # milliseconds that 99 of 100 answers may take
FIRST_BAR = 3.0  # seconds from the start of a server to its first answer
T = TypeVar("T")


@dataclass
class LoadReport:
    """The figures of one run."""

    rooms: int = 0
    sockets: int = 0
    answers: int = 0
    seconds: float = 0.0
    refused: int = 0
    lost: int = 0  # answers without a reply
    late: int = 0  # answers that were not sent in time because no seat was free to answer
    milliseconds: list[float] = field(default_factory=list)
    cpu: float = 0.0  # seconds of the server
    megabytes: float = 0.0
    others: float = 0.0  # share of the machine used by other processes

    @property
    def is_void(self) -> bool:
        return self.others > BUSY

    @property
    def broken(self) -> int:
        """Errors that no load of the machine excuses."""
        return self.refused + self.lost

    def at(self, share: float) -> float:
        """The quantile of the times, in milliseconds."""
        times = sorted(self.milliseconds)
        return times[min(len(times) - 1, int(share * len(times)))] if times else float("inf")

    def _times(self) -> list[str]:
        named = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "most": 1.0}
        return [f"{name} {self.at(share):.1f}" for name, share in named.items()]

    def lines(self) -> list[str]:
        rate = self.answers / self.seconds if self.seconds else 0.0
        each = 1000 * self.cpu / self.answers if self.answers else 0.0
        found = [
            f"{self.rooms:,} rooms, {self.sockets:,} sockets",
            f"{self.answers:,} answers in {self.seconds:.0f} s ({rate:.0f}/s)",
            f"{self.refused} answers refused, {self.lost} lost, {self.late} late",
            f"acknowledged after {', '.join(self._times())} ms",
            f"server: {each:.2f} ms of processor an answer, {self.megabytes:.0f} MB",
            f"others used {100 * self.others:.0f} % of the machine",
        ]
        return found + (["VOID: the machine was too busy to say anything"] if self.is_void else [])


def campaign(folder: Path, rooms: int, rate: float, seconds: float, fault: str = "") -> LoadReport:
    """Measure `rate` answers a second at `rooms` tables."""
    allow_many_files()
    with Stage(folder, fault) as stage:
        return run(_load(stage, rooms, rate, seconds))


def restart(folder: Path, rooms: int) -> dict[str, float]:
    """Seconds from the start of a new server until clients are back and can play."""
    allow_many_files()
    with Stage(folder) as stage:
        return run(_restart(stage, rooms))


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


# --- load -----------------------------------------------------------------------------------------


async def _load(stage: Stage, rooms: int, rate: float, seconds: float) -> LoadReport:
    tables = await set_up(stage.address, rooms)
    report = LoadReport(rooms=rooms, sockets=len(tables))
    stop_tidying()
    await asyncio.sleep(1.0)
    machine, began = Machine(stage), time.monotonic()
    under_way: set[asyncio.Task[None]] = set()
    rested = deque(tables)
    sent = 0

    def answered(task: asyncio.Task[None]) -> None:
        under_way.discard(task)
        report.lost += task.exception() is not None

    while (now := time.monotonic() - began) < seconds:
        while sent < now * rate:
            sent += 1
            table = _asked(rested)
            if table is None:
                report.late += 1
                continue
            task = asyncio.create_task(_answer(table, rested, report))
            under_way.add(task)
            task.add_done_callback(answered)
        await asyncio.sleep(0.001)
    report.seconds = time.monotonic() - began
    report.cpu, report.others, report.megabytes = machine.used()
    if under_way:
        _, missing = await asyncio.wait(under_way, timeout=10)
        report.lost += len(missing)
        for task in missing:
            task.remove_done_callback(answered)
            task.cancel()
    for table in tables:
        await table.close()
    return report


def _asked(rested: deque[AsyncTable]) -> AsyncTable | None:
    """A seat that owes an answer and has none under way."""
    for _ in range(len(rested)):
        table = rested.popleft()
        if table.shown is not None and table.shown.ask is not None:
            return table
        rested.append(table)
    return None


async def _answer(table: AsyncTable, rested: deque[AsyncTable], report: LoadReport) -> None:
    if table.shown is None or table.shown.ask is None:
        return
    began = time.perf_counter()
    reply = await table.answer(random.choice(table.shown.ask.options).text)
    report.milliseconds.append(1000 * (time.perf_counter() - began))
    report.answers += 1
    report.refused += not isinstance(reply, Took)
    rested.append(table)


async def set_up(address: str, rooms: int) -> list[AsyncTable]:
    """Tables with two people each, after their first answers."""
    gate = asyncio.Semaphore(AT_ONCE)
    pairs = [
        (AsyncClient(address), AsyncClient(address)) for _ in range(-(-rooms // TABLES_OF_PAIR))
    ]
    for pair in pairs:
        for client in pair:
            await client.me()

    async def one(number: int) -> list[AsyncTable]:
        async with gate:
            return await _set_up_one(pairs[number // TABLES_OF_PAIR])

    found = await asyncio.gather(*(one(number) for number in range(rooms)))
    return [table for tables in found for table in tables]


async def _set_up_one(pair: tuple[AsyncClient, AsyncClient]) -> list[AsyncTable]:
    room = await pair[0].open_room("sovereign", is_public=False)
    tables = [await client.enter(room) for client in pair]
    for seat, table in enumerate(tables):
        await table.sit(seat)
        await table.insist(Ready())
    for table in tables:
        ask = await table.question()
        if ask is not None:
            await table.answer(random.choice(ask.options).text)
    return tables


class Machine:
    """Measures who uses the processors, from its creation on."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.busy, self.total = _processors()
        self.server, self.own = stage.cpu_seconds(), time.process_time()

    def used(self) -> tuple[float, float, float]:
        """CPU seconds of the server, share of the machine used by other processes, megabytes."""
        server = self.stage.cpu_seconds() - self.server
        busy, total = _processors()
        ours = server + time.process_time() - self.own
        others = max(0.0, busy - self.busy - ours) / max(1e-9, total - self.total)
        return server, others, self.stage.megabytes()


def _processors() -> tuple[float, float]:
    """Busy seconds and total seconds of all processors."""
    with contextlib.suppress(OSError):
        fields = Path("/proc/stat").read_text().splitlines()[0].split()[1:9]
        ticks = [int(field) / os.sysconf("SC_CLK_TCK") for field in fields]
        return sum(ticks) - ticks[3] - ticks[4], sum(ticks)
    return 0.0, 1.0


# --- restart --------------------------------------------------------------------------------------


async def _restart(stage: Stage, rooms: int) -> dict[str, float]:
    tables = await set_up(stage.address, rooms)
    before = {table: table.welcomes for table in tables}
    stop_tidying()
    stage.kill()
    began = time.monotonic()
    await asyncio.to_thread(stage.start)
    up, machine = time.monotonic() - began, Machine(stage)
    first = asyncio.create_task(_first_answer(tables, before, began))
    back: list[float] = []
    waiting = list(tables)
    while waiting and time.monotonic() - began < 60:
        still = [table for table in waiting if table.welcomes == before[table]]
        back += [time.monotonic() - began] * (len(waiting) - len(still))
        waiting = still
        await asyncio.sleep(0.02)
    answered = await first
    for table in tables:
        await table.close()
    back.sort()
    return {
        "rooms": rooms,
        "sockets": len(tables),
        "listening after": up,
        "first answer after": answered,
        "half of all back after": back[len(back) // 2] if back else float("inf"),
        "99 % back after": back[int(0.99 * len(back))] if back else float("inf"),
        "not back after a minute": len(waiting),
        "others": machine.used()[1],
    }


async def _first_answer(
    tables: list[AsyncTable], before: dict[AsyncTable, int], began: float
) -> float:
    """Answer with the first client that is back and asked; return the seconds since the start."""
    while True:
        for table in tables:
            if table.welcomes > before[table] and table.shown is not None and table.shown.ask:
                await table.answer(random.choice(table.shown.ask.options).text)
                return time.monotonic() - began
        await asyncio.sleep(0.005)
