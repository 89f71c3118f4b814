"""`./play campaign load`: many tables of all games in play at one server, drawn as the page asks.

Clients send answers at a steady rate (open loop), at random tables.  The time measured is from
sending an answer to its acknowledgement, which comes after it is on the disk.  Processor time is
measured game by game, in short slices: as fast as answers are acknowledged, and at a rate that
leaves the server mostly idle.  With a base, another revision is measured in the same run, slice by
slice, on its own server.
"""

import asyncio
import random
import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.light_client import Company, Seat
from campaigns.machine import BUSY, Machine, run, stop_tidying
from campaigns.stage import Stage, allow_many_files
from trivet.catalogue import GAMES
from trivet.lab.base import base_folder

AT_ONCE = 24  # tables set up at the same time
BAR = 50.0  # milliseconds that 99 of 100 answers may take
SLICE = 500  # answers of one game between two looks at the server's processor time
ANSWERS_OF_ROOM = 5  # in half a slice, about
SLICE_ROOMS = (
    96  # tables that they are played at: a short game is not over in the middle of a slice
)
SLICE_RATE = 150.0  # answers a second: a server at a third to a half of a processor
UNDER_WAY = 8  # answers at once, at a server that is busy
FAST_ENOUGH = 120.0  # seconds for a slice of them
LAST_REPLY = 10.0  # seconds to wait for the last replies


@dataclass
class Cost:
    """What answers of one game cost while only this game was played."""

    answers: int = 0
    cpu: float = 0.0  # seconds of the server
    bytes: int = 0  # received by all clients

    @property
    def each(self) -> float:
        """Milliseconds of processor an answer."""
        return 1000 * self.cpu / self.answers if self.answers else 0.0

    @property
    def size(self) -> float:
        """Bytes an answer, to all clients."""
        return self.bytes / self.answers if self.answers else 0.0

    def line(self, base: "Cost | None") -> str:
        said = f"{self.each:6.2f} ms {self.size:8,.0f} bytes, {self.answers:,} answers"
        if base is None or not base.each or not base.size:
            return said
        return (
            f"{said}; base {base.each:6.2f} ms {base.size:8,.0f} bytes:"
            f" x {self.each / base.each:.2f}, x {self.size / base.size:.2f}"
        )


@dataclass
class Figures:
    """Answers of one game at one server."""

    answers: int = 0
    steady: Cost = field(default_factory=Cost)  # at a steady rate: the server is mostly idle
    busy: Cost = field(default_factory=Cost)  # as fast as they are acknowledged
    milliseconds: list[float] = field(default_factory=list)


@dataclass
class LoadReport:
    """The figures of one server."""

    name: str = "as it is"
    rooms: int = 0
    sockets: int = 0
    seconds: float = 0.0  # of the mixture
    refused: int = 0
    lost: int = 0  # answers without a reply
    late: int = 0  # answers that were not sent in time because no seat was free to answer
    games: dict[str, Figures] = field(default_factory=dict)
    cpu: float = 0.0  # seconds of the server in the mixture
    mixed: int = 0  # answers in the mixture
    megabytes: float = 0.0
    others: float = 0.0  # share of the machine used by other processes

    @property
    def is_void(self) -> bool:
        return self.others > BUSY

    @property
    def broken(self) -> int:
        """Errors that no load of the machine excuses."""
        return self.refused + self.lost

    @property
    def answers(self) -> int:
        return sum(one.answers for one in self.games.values())

    @property
    def milliseconds(self) -> list[float]:
        return [time for one in self.games.values() for time in one.milliseconds]

    def at(self, share: float) -> float:
        """The quantile of the times, in milliseconds."""
        return quantile(self.milliseconds, share)

    def lines(self) -> list[str]:
        rate = self.mixed / self.seconds if self.seconds else 0.0
        each = 1000 * self.cpu / self.mixed if self.mixed else 0.0
        found = [
            f"{self.name}: {self.rooms:,} rooms, {self.sockets:,} sockets",
            f"  {self.refused} answers refused, {self.lost} lost, {self.late} late",
            f"  {self.mixed:,} answers in {self.seconds:.0f} s ({rate:.0f}/s)",
            f"  {each:.2f} ms of processor an answer, {self.megabytes:.0f} MB",
            f"  acknowledged after {times(self.milliseconds)} ms",
            *(
                f"    {name}: {times(one.milliseconds)} ms"
                for name, one in self.games.items()
                if one.milliseconds
            ),
            f"  others used {100 * self.others:.0f} % of the machine",
        ]
        return found + (["VOID: the machine was too busy for times"] if self.is_void else [])


def quantile(values: list[float], share: float) -> float:
    found = sorted(values)
    return found[min(len(found) - 1, int(share * len(found)))] if found else float("inf")


def times(values: list[float]) -> str:
    named = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999, "most": 1.0}
    return ", ".join(f"{name} {quantile(values, share):.1f}" for name, share in named.items())


def cost_lines(report: LoadReport, base: LoadReport | None) -> list[str]:
    """Processor time and bytes an answer by game, beside those of the base."""
    found = ["processor (ms) and bytes an answer, by game:"]
    for name, now in report.games.items():
        was = base.games.get(name) if base is not None else None
        found.append(f"  {name:12s} busy   {now.busy.line(was.busy if was else None)}")
        found.append(f"  {'':12s} steady {now.steady.line(was.steady if was else None)}")
    return found


@dataclass(frozen=True)
class Load:
    """How much to measure."""

    rooms: int = 2000
    rate: float = 500.0  # answers a second in the mixture
    seconds: float = 60.0
    answers: int = 2000  # of each game, for its processor time
    games: tuple[str, ...] = tuple(GAMES)


def campaign(folder: Path, load: Load, fault: str = "", base: str = "") -> list[LoadReport]:
    """Measure this build, and then the base if there is one."""
    allow_many_files()
    stages = [Stage(folder / "now", fault)]
    if base:
        stages.append(Stage(folder / "base", home=base_folder(base)))
    return measured(dict(zip(("as it is", "base"), stages, strict=False)), load)


def measured(stages: dict[str, Stage], load: Load) -> list[LoadReport]:
    """Measure servers side by side."""
    with ExitStack() as stack:
        for stage in stages.values():
            stack.enter_context(stage)
        sides = [Side(stage, name) for name, stage in stages.items()]
        run(_measure(sides, load))
        return [side.report for side in sides]


async def _measure(sides: list["Side"], load: Load) -> None:
    stop_tidying()
    for number in range(-(-load.answers // SLICE)):
        for game in load.games:
            for side in sides if number % 2 else reversed(sides):
                await side.slice(game, min(SLICE, load.answers))
    for side in sides:
        await side.mix(load)


class Side:
    """One server with its clients."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.stage = stage
        self.company = Company(stage.address)
        self.report = LoadReport(name)
        self.slices: dict[str, list[list[Seat]]] = {}  # by game: tables

    def figures(self, game: str) -> Figures:
        return self.report.games.setdefault(game, Figures())

    async def slice(self, game: str, answers: int) -> None:
        """Play one game alone for a while.  Tables that are over are replaced before."""
        tables = [table for table in self.slices.get(game, []) if not table[0].is_over]
        for table in self.slices.get(game, []):
            if table[0].is_over:
                await self.company.leave(table)
        rooms = min(SLICE_ROOMS, max(2, answers // ANSWERS_OF_ROOM))
        tables += [await self.company.table(game) for _ in range(rooms - len(tables))]
        self.slices[game] = tables
        seats, figures = [seat for table in tables for seat in table], self.figures(game)
        with self._measured(figures.busy, figures, seats):
            await self._play_fast(seats, answers)
        with self._measured(figures.steady, figures, seats):
            await self._play(seats, SLICE_RATE, answers / SLICE_RATE)

    @contextmanager
    def _measured(self, cost: Cost, figures: Figures, seats: list[Seat]) -> Iterator[None]:
        """Add what is used meanwhile to a cost."""
        cpu, given = self.stage.cpu_seconds(), figures.answers
        before = sum(seat.bytes for seat in seats)
        yield
        cost.cpu += self.stage.cpu_seconds() - cpu
        cost.answers += figures.answers - given
        cost.bytes += sum(seat.bytes for seat in seats) - before

    async def mix(self, load: Load) -> None:
        """All games at once: how long does an answer take?"""
        for tables in self.slices.values():
            for table in tables:
                await self.company.leave(table)
        for figures in self.report.games.values():
            figures.milliseconds.clear()
        tables = await self._set_up([load.games[n % len(load.games)] for n in range(load.rooms)])
        seats = [seat for table in tables for seat in table]
        random.shuffle(seats)
        report = self.report
        report.rooms, report.sockets = load.rooms, len(seats)
        await asyncio.sleep(1.0)
        machine, given = Machine(self.stage), report.answers
        report.seconds = await self._play(seats, load.rate, load.seconds)
        report.cpu, report.others, report.megabytes = machine.used()
        report.mixed = report.answers - given
        for table in tables:
            await self.company.leave(table)

    async def _set_up(self, games: list[str]) -> list[list[Seat]]:
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(game: str) -> list[Seat]:
            async with gate:
                return await self.company.table(game)

        return await asyncio.gather(*map(one, games))

    async def _play(self, seats: list[Seat], rate: float, seconds: float) -> float:
        """Send answers at a steady rate; the seconds it took, without waiting for the last."""
        under_way: set[asyncio.Task[None]] = set()
        rested, sent, began = deque(seats), 0, time.monotonic()

        def answered(task: asyncio.Task[None]) -> None:
            under_way.discard(task)
            self.report.lost += task.exception() is not None

        while (now := time.monotonic() - began) < seconds:
            while sent < now * rate:
                sent += 1
                seat = _asked(rested)
                if seat is None:
                    self.report.late += 1
                    continue
                task = asyncio.create_task(self._answer(seat, rested))
                under_way.add(task)
                task.add_done_callback(answered)
            await asyncio.sleep(0.001)
        took = time.monotonic() - began
        if under_way:
            _, missing = await asyncio.wait(under_way, timeout=LAST_REPLY)
            self.report.lost += len(missing)
            for task in missing:
                task.remove_done_callback(answered)
                task.cancel()
        return took

    async def _play_fast(self, seats: list[Seat], answers: int) -> None:
        """Send answers as fast as they are acknowledged, some at a time."""
        rested, left = deque(seats), answers

        async def play() -> None:
            nonlocal left
            while left > 0 and not all(seat.is_over for seat in seats):
                seat = _asked(rested)
                if seat is None:
                    await asyncio.sleep(0.001)
                    continue
                left -= 1
                await self._answer(seat, rested)

        await asyncio.wait_for(asyncio.gather(*(play() for _ in range(UNDER_WAY))), FAST_ENOUGH)

    async def _answer(self, seat: Seat, rested: deque[Seat]) -> None:
        began = time.perf_counter()
        is_taken = await seat.answer()
        figures = self.figures(seat.game)
        figures.milliseconds.append(1000 * (time.perf_counter() - began))
        figures.answers += 1
        self.report.refused += not is_taken
        rested.append(seat)


def _asked(rested: deque[Seat]) -> Seat | None:
    """A seat that owes an answer and has none under way."""
    for _ in range(len(rested)):
        seat = rested.popleft()
        if seat.options:
            return seat
        rested.append(seat)
    return None
