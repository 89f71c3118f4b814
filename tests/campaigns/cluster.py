"""`./play campaign cluster`: two servers on one database behind a proxy; much goes wrong.

Servers are killed and paused, the database is killed.  No acknowledged answer may be lost or
applied twice, nothing that a player saw may be undone, and nobody may give up.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from campaigns import fence, load
from campaigns.database import Database, a_database
from campaigns.kill import pair
from campaigns.proxy import Proxy
from campaigns.stage import Stage, allow_many_files
from campaigns.witness import GAVE_UP, Testimony, breaches, check
from trivet.client import AsyncClient, AsyncTable
from trivet.core.dice import Dice
from trivet.server.wire.messages import Say

if TYPE_CHECKING:
    from campaigns.disasters import Filler, Island

WARM = 2.0  # seconds of play before anything goes wrong
PAUSE = (0.5, 1.2)  # seconds between two events
MOST = 60.0  # seconds to wait until every game has gone on
DOWN = 1.0  # seconds without a database
GLANCE = 0.01
HEARING = 10.0  # seconds in which a new name must be known everywhere
BARS = {  # seconds in which 99 of 100 games go on
    "kill": 2.0, "pause": 7.0, "database": 2.0, "partition": 15.0, "full disk": 10.0,
}  # fmt: skip


@dataclass(frozen=True)
class Events:
    """What goes wrong, and how many pairs play meanwhile."""

    kills: int = 0
    pauses: int = 0
    database: int = 0
    pairs: int = 8
    answers: int = 0  # acknowledged at least
    partitions: int = 0  # a server cannot reach the database
    full: int = 0  # the disk of the database is full
    patience: float = MOST  # seconds for every game to go on
    is_fair: bool = False  # the proxy knows nothing of rooms: half of the sockets are relayed


@dataclass
class Outcome:
    """What was found, and after how many seconds games went on, by kind of event."""

    found: Counter[str]
    seconds: dict[str, list[float]] = field(default_factory=dict)

    def lines(self) -> list[str]:
        return [
            f"games go on after a {what}: {load.times([1000 * one for one in seconds])} ms"
            f" (bar: 99 of 100 within {BARS[what]:g} s)"
            for what, seconds in self.seconds.items()
        ]

    def late(self) -> list[str]:
        kinds = self.seconds.items()
        return [what for what, seconds in kinds if load.quantile(seconds, 0.99) > BARS[what]]


def campaign(folder: Path, events: Events, fault: str = "") -> Outcome:
    allow_many_files()
    with a_database() as database, ExitStack() as stack:
        stages = [Stage(folder / str(n), fault, store=database.url()) for n in range(2)]
        for stage in stages:
            stack.enter_context(stage)
        trial = Trial(database, stages, events)
        return asyncio.run(trial.run())


class Trial:
    """Pairs that play while servers and the database come and go."""

    def __init__(
        self,
        database: Database,
        stages: list[Stage],
        events: Events,
        island: "Island | None" = None,
        filler: "Filler | None" = None,
    ) -> None:
        self.database, self.stages, self.events = database, stages, events
        self.island, self.filler = island, filler  # where the first server is; fills the disk
        self.testimonies: list[Testimony] = []
        self.seconds: dict[str, list[float]] = {}

    async def run(self) -> Outcome:
        events = self.events
        async with Proxy([one.address for one in self.stages], is_fair=events.is_fair) as proxy:
            self.players = [
                asyncio.create_task(pair(proxy.address, Dice(1000 + n), self.testimonies))
                for n in range(events.pairs)
            ]
            await asyncio.sleep(WARM)
            kinds = ["kill"] * events.kills + ["pause"] * events.pauses
            kinds += ["database"] * events.database + ["partition"] * events.partitions
            kinds += ["full disk"] * events.full
            random.shuffle(kinds)
            for number, kind in enumerate(kinds):
                await self._until(events.answers * number // len(kinds))
                await self._event(kind, await self._busiest())
                await asyncio.sleep(random.uniform(*PAUSE))
            await self._until(events.answers)
            await asyncio.sleep(1.0)
            for player in self.players:
                player.cancel()
            ends = await asyncio.gather(*self.players, return_exceptions=True)
        return Outcome(await self._checked(ends), self.seconds)

    async def _busiest(self) -> Stage:
        """The server that has most rooms."""
        rows = await self.database.ask(
            "SELECT address FROM rooms JOIN servers s ON s.id = owner GROUP BY 1 ORDER BY -count(*)"
        )
        ports = [row[0].rpartition(":")[2] for row in rows]
        known = [stage for port in ports for stage in self.stages if str(stage.port) == port]
        return known[0] if known else self.stages[0]

    async def _event(self, kind: str, stage: Stage) -> None:
        began = time.monotonic()
        if kind == "kill":
            stage.kill()
            await self._all_go_on(kind, began)
            await asyncio.to_thread(stage.start)
        elif kind == "pause":
            stage.pause()
            await self._all_go_on(kind, began)
            stage.wake()
        elif self.island is not None:
            self.island.cut()
            await self._all_go_on(kind, began)
            self.island.mend()
        elif self.filler is not None:
            await asyncio.to_thread(self.filler.fill)
            await asyncio.to_thread(self.filler.empty)
            await self._all_go_on(kind, time.monotonic())
        else:
            await asyncio.to_thread(self.database.kill)
            await asyncio.sleep(DOWN)
            await asyncio.to_thread(self.database.start)
            await self._all_go_on(kind, time.monotonic())

    async def _all_go_on(self, kind: str, since: float) -> None:
        """Note when each game under way has its next acknowledged answer, or is over."""
        waiting = {id(one): (one, len(one.promised)) for one in self.testimonies if not one.news}
        seconds = self.seconds.setdefault(kind, [])
        while waiting and time.monotonic() - since < self.events.patience and not self._has_ended():
            for key, (one, before) in list(waiting.items()):
                if len(one.promised) > before or one.news:
                    del waiting[key]
                    seconds.append(time.monotonic() - since)
            await asyncio.sleep(GLANCE)
        seconds += [self.events.patience] * len(waiting)

    def _has_ended(self) -> bool:
        return any(player.done() for player in self.players)

    async def _until(self, acknowledged: int) -> None:
        while sum(len(one.promised) for one in self.testimonies) < acknowledged:
            if self._has_ended():
                return
            await asyncio.sleep(GLANCE)

    async def _checked(self, ends: list[BaseException | None]) -> Counter[str]:
        from trivet.server.store.postgres import open_store

        found = await check(await open_store(self.database.url()), self.testimonies)
        gone = [end for end in ends if isinstance(end, Exception)]
        found[GAVE_UP] = len(gone)
        for trouble in gone[:3]:
            found[f"{GAVE_UP}: {trouble!r}"] += 1
        return found


# --- notices --------------------------------------------------------------------------------------


def hearing(folder: Path, fault: str = "") -> Counter[str]:
    """A new name, and a table that was taken over, must be known at both servers."""
    with a_database() as database, ExitStack() as stack:
        stages = [Stage(folder / str(n), fault, store=database.url()) for n in range(2)]
        for stage in stages:
            stack.enter_context(stage)
        return asyncio.run(_hearing(stages))


async def _hearing(stages: list[Stage]) -> Counter[str]:
    found: Counter[str] = Counter()
    ann = AsyncClient(stages[0].address)
    table = await ann.enter(await ann.open_room("sovereign", bots=["", "random"], start=True))
    there = AsyncClient(stages[1].address, ann.token)
    await there.me()
    await there.rename("Zelda")
    found["names not heard of"] += not await _comes(
        table, lambda shown: shown.room.seats[0].name == "Zelda"
    )
    # A table that is taken over while its server is paused: who sits there is told when it wakes.
    stages[0].pause()
    try:
        elsewhere = await there.enter(table.name)
        await elsewhere.do(Say(text="over here"))
    finally:
        stages[0].wake()
    ann.server = stages[1].address  # where a proxy sends them
    found["takeovers not heard of"] += not await _comes(
        table, lambda shown: bool(shown.lines["players"])
    )
    await table.close()
    await elsewhere.close()
    return found


async def _comes(table: AsyncTable, is_so: Callable[[AsyncTable], bool]) -> bool:
    try:
        async with asyncio.timeout(HEARING):
            await table.until(is_so)
    except TimeoutError:
        return False
    return True


# --- planted faults -------------------------------------------------------------------------------

# A player who was told what is lost then may never go on: that is what is looked for.
BY_KILLS = Events(kills=4, pairs=12, patience=10.0)
BY_DATABASE_KILLS = Events(database=2, pairs=12, patience=10.0)
TRIES = 4  # of a campaign that finds by chance


def planted(folder: Path) -> Iterator[tuple[str, int]]:
    """Every fault, and how often it was noticed."""
    for fault, events in (
        ("acknowledge-before-slow-commit", BY_KILLS),
        ("commit-unsynced", BY_DATABASE_KILLS),
    ):
        yield fault, found_by(folder / fault, events, fault)
    for fault in ("no-epoch", "claim-from-the-living", "own-claim-keeps-epoch"):
        yield fault, fence.breaches(fence.on_a_database(300, fault))
    yield "deaf-to-notices", hearing(folder / "deaf", "deaf-to-notices").total()


def found_by(folder: Path, events: Events, fault: str) -> int:
    for attempt in range(TRIES):
        found = breaches(campaign(folder / str(attempt), events, fault).found)
        if found:
            return found
    return 0


# --- costs ----------------------------------------------------------------------------------------


def cost(folder: Path, answers: int, game: str = "sovereign") -> list[str]:
    """Processor time of a server an answer, on PostgreSQL and on SQLite, in one run."""
    allow_many_files()
    with a_database() as database:
        stages = {
            "PostgreSQL": Stage(folder / "postgres", store=database.url()),
            "SQLite": Stage(folder / "sqlite"),
        }
        size = load.Load(rooms=40, rate=100.0, seconds=10.0, answers=answers, games=(game,))
        reports = load.measured(stages, size)
    lines = [line for report in reports for line in report.lines()]
    return lines + load.cost_lines(*reports)


async def _closed_loop(
    proxy: Proxy, stages: list[Stage], pairs: int, seconds: float
) -> tuple[float, list[float]]:
    """Answers a second of pairs that play as fast as they can, and the servers' shares of a core.
    It is counted from when everybody has answered once."""
    async with proxy:
        testimonies: list[Testimony] = []
        players = [
            asyncio.create_task(pair(proxy.address, Dice(5000 + n), testimonies))
            for n in range(pairs)
        ]
        setting_up = time.monotonic()
        while len([one for one in testimonies if one.promised]) < 2 * pairs:
            await asyncio.sleep(GLANCE)
            if time.monotonic() - setting_up > MOST:
                break
        before, began = sum(len(one.promised) for one in testimonies), time.monotonic()
        used = [stage.cpu_seconds() for stage in stages]
        await asyncio.sleep(seconds)
        given = sum(len(one.promised) for one in testimonies) - before
        took = time.monotonic() - began
        shares = [
            (stage.cpu_seconds() - was) / took for stage, was in zip(stages, used, strict=True)
        ]
        for player in players:
            player.cancel()
        await asyncio.gather(*players, return_exceptions=True)
        return given / took, shares


def throughput(folder: Path, pairs: int, seconds: float) -> list[str]:
    """Answers a second of one server and of two, in one run; with what each process used."""
    allow_many_files()
    lines = []
    with a_database() as database, ExitStack() as stack:
        stages = [Stage(folder / str(n), store=database.url()) for n in range(2)]
        for stage in stages:
            stack.enter_context(stage)
        for count, is_fair in ((1, False), (2, False), (2, True)):
            playing = stages[:count]
            proxy = Proxy([stage.address for stage in playing], is_fair=is_fair)
            rate, shares = asyncio.run(_closed_loop(proxy, playing, pairs, seconds))
            how = ", half of the sockets relayed" if is_fair else ""
            words = " + ".join(f"{100 * share:.0f} %" for share in shares)
            lines.append(f"{count} servers{how}: {rate:.0f} answers/s ({words} of a core)")
    return lines
