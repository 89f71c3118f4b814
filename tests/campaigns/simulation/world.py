"""One world: servers, a store, tables, guests, and the trouble they have."""

import asyncio
import hashlib
import logging
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress
from functools import partial
from random import Random
from typing import NamedTuple, TypeVar

from campaigns.simulation.guests import Guest
from campaigns.simulation.model_store import (
    Database,
    Link,
    LinkedStore,
    LyingDisk,
    SharedStore,
)
from campaigns.simulation.observer import Observer
from campaigns.simulation.servers import Server
from campaigns.simulation.virtual import Fate, VirtualLoop, virtual_world
from trivet.catalogue import GAMES
from trivet.offline.shelf import DictShelf
from trivet.offline.store import ShelfStore
from trivet.server.store.contract import StoredGuest, StoreError
from trivet.server.table.room import Person
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Bank, Days

MOST_SERVERS = 3
PLAY, CALM, EMPTY = 150.0, 45.0, 110.0  # seconds: of play, without trouble, without people
SETTLED = 15.0  # seconds after the last trouble when all must be well
MOST_IDLE = 85.0  # seconds in memory, looked at now and then
LONGEST_WAIT = 20.0  # for an acknowledgement in calm weather
POINT_ZERO = re.compile(rb"(?<=\d)\.0(?=[],}])")  # compiled code makes 36.0 of 36
T = TypeVar("T")


class Outcome(NamedTuple):
    """What became of a world."""

    seed: int
    broken: list[str]
    counts: Counter[str]
    events: list[str]
    trace: str  # a hash of everything that people were sent, and when

    @property
    def acts(self) -> int:
        """Everything acknowledged."""
        return sum(self.counts[what] for what in ("answers", "lines", "others"))


def simulate(
    seed: int,
    only: Collection[str] | None = None,
    database: Callable[[], Database] = Database,
    disk: Callable[[], DictShelf] = DictShelf,
) -> Outcome:
    """The world of a seed; with faults planted into its database or disk."""
    fate = Fate(seed, only)
    with virtual_world(fate) as loop:
        world = World(fate, loop, database(), disk())
        asyncio.set_event_loop(loop)
        loop.set_exception_handler(lambda _, about: world.stumbles(about.get("exception")))
        ear = Tracebacks(world)
        logger = logging.getLogger("trivet")
        kept = logger.level, logger.propagate
        logger.addHandler(ear)
        logger.setLevel(logging.ERROR)
        logger.propagate = False
        try:
            loop.run_until_complete(world.run())
        finally:
            logger.removeHandler(ear)
            logger.level, logger.propagate = kept
            left = asyncio.all_tasks(loop)
            for task in left:
                task.cancel()
            loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
            asyncio.set_event_loop(None)
    found = world.observer
    return Outcome(seed, found.broken, found.counts, fate.events, world.trace.hexdigest())


class Tracebacks(logging.Handler):
    """Hears of whatever a server stumbles over."""

    def __init__(self, world: "World") -> None:
        super().__init__(logging.ERROR)
        self.world = world

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info is not None and record.exc_info[1] is not None:
            self.world.stumbles(record.exc_info[1])


class World:
    """Everything that one seed decides."""

    def __init__(self, fate: Fate, loop: VirtualLoop, database: Database, disk: DictShelf) -> None:
        self.fate, self.loop, self.database, self.disk = fate, loop, database, disk
        self.now = loop.time
        self.observer = Observer()
        self.trace = hashlib.sha256()
        self.chance: Random = fate.of("world")
        self.many = 1 + fate.seed % MOST_SERVERS
        self.is_alone = self.many == 1
        self.is_over = False
        self.lives: list[Server] = []  # of all servers there ever were
        self.servers: list[Server] = []
        self.guests: list[Guest] = []
        self._calm_since: float | None = None

    # --- what guests find ---

    def note(self, who: str, data: bytes) -> None:
        self.trace.update(f"{self.now():.6f} {who} ".encode() + POINT_ZERO.sub(b"", data))

    def stumbles(self, error: BaseException | None) -> None:
        """A fault inside of a server, or of the simulation."""
        if error is not None and not isinstance(error, StoreError):
            self.observer.breaks(f"a fault: {type(error).__name__}: {error}")

    def a_server(self, who: str) -> Server | None:
        """Where a proxy sends somebody."""
        well = [server for server in self.servers if server.is_up]
        return self.fate.of(f"{who} comes").choice(well) if well else None

    def server_at(self, address: str) -> Server:
        return next(server for server in self.lives if server.name == address)

    def is_settled(self) -> bool:
        return self._calm_since is not None and self.now() > self._calm_since + SETTLED

    # --- servers ---

    def boot(self) -> None:
        server = Server(self.loop, self.fate, f"server {len(self.lives) + 1}", self.open_store)
        self.lives.append(server)
        self.servers.append(server)

    def open_store(self, link: Link, name: str) -> LinkedStore:
        if self.is_alone:
            return LinkedStore(self.disk, link)
        return SharedStore(self.database, link, name)

    async def trouble(self) -> None:
        """Now and then something happens to a server."""
        while not self.fate.is_calm:
            await asyncio.sleep(self.chance.expovariate(1 / 12))
            server, seconds = self.chance.choice(self.servers), self.chance.uniform(0.5, 20.0)
            if self.fate.happens("a server crashes", 0.35):
                await self.crash(server)
            elif self.fate.happens("a server restarts", 0.1):
                await server.stop()
                await self.replace(server)
            elif self.fate.happens("a store is cut off", 0.25):
                server.link.is_cut = True
                self.loop.call_later(seconds, setattr, server.link, "is_cut", False)
                if isinstance(server.store, SharedStore) and self.chance.random() < 0.5:
                    server.store.disconnect()  # else the database notices nothing

    async def crash(self, server: Server) -> None:
        server.crash()
        if isinstance(self.disk, LyingDisk):
            self.disk.crash()
        await self.replace(server)

    async def replace(self, server: Server) -> None:
        self.servers.remove(server)
        for guest in self.guests:
            if guest.line is not None and guest.line.server is server:
                guest.is_cut_off(guest.line, None)
        await self.compare()
        await asyncio.sleep(self.chance.uniform(0.1, 3.0))
        self.boot()

    # --- tables ---

    async def open_tables(self) -> None:
        for number in range(self.chance.choice([1, 1, 2])):
            game = GAMES[self.chance.choice(list(GAMES))]
            seats = self.chance.randint(game.fewest, min(game.most, 4))
            players = self.chance.randint(1, min(seats, 3))
            people = [await self.meet(f"guest {number}{n}") for n in range(players + 1)]
            bots = [""] * players + ["greedy"] * (seats - players)
            clocks = [None, None, Bank(seconds=60), Bank(seconds=20, increment=5), Days(days=1)]
            options = {"stages": 2} if game.name == "trifecta" else {}
            wish = NewRoom(
                game=game.name, seats=seats, bots=bots, clock=self.chance.choice(clocks),
                sit=self.chance.random() < 0.5, options=options, hints=True,
            )  # fmt: skip
            room = await self.insist(partial(_open_room, people[0], wish))
            for n, who in enumerate(people):
                self.guests.append(Guest(self, who, room, plays=n < players))

    async def meet(self, name: str) -> Person:
        """Somebody new."""
        who = Person(name.replace(" ", "_").ljust(22, "_"), name)
        await self.servers[0].store.add_guest(StoredGuest(who.id, name, 0, 1 << 40), name.encode())
        return who

    async def insist(self, ask: Callable[[Server], Awaitable[T]]) -> T:
        """Ask any server until it is granted."""
        while True:
            server = self.a_server("a visitor")
            if server is not None:
                with suppress(StoreError):
                    found = await server.call(partial(ask, server))
                    if found is not None:
                        return found
            await asyncio.sleep(0.3)

    # --- the course of things ---

    async def run(self) -> None:
        for _ in range(self.many):
            self.boot()
        await self.open_tables()
        lives = [asyncio.create_task(guest.live()) for guest in self.guests]
        trouble = asyncio.create_task(self.trouble())
        await self._pass(PLAY)
        self.fate.is_calm = True
        await trouble
        await self.calm_down()
        self.is_over = True
        await asyncio.wait(lives)
        for life in lives:
            self.stumbles(life.exception())
        if not self.observer.broken:
            await self.empty()

    async def _pass(self, seconds: float) -> None:
        """Time passes until something is broken."""
        end = self.now() + seconds
        while self.now() < end and not self.observer.broken:
            await asyncio.sleep(1.0)

    async def calm_down(self) -> None:
        """Without trouble all guests come back, and whoever is asked can answer."""
        for server in self.servers:
            server.link.is_cut = False
        self._calm_since = self.now()
        await self._pass(SETTLED)
        names = {guest: await self.rename(guest) for guest in self.guests}
        await self._pass(CALM - SETTLED)
        for guest in self.guests:
            if guest.is_finished or self.observer.broken:
                continue
            if not guest.is_in:
                self.observer.breaks("somebody cannot come back")
            owed = guest.owed_since
            if owed is not None and self.now() - owed > LONGEST_WAIT:
                self.observer.breaks("an answer is never acknowledged")
            if guest.chair is not None and guest.chair.name != names[guest]:
                self.observer.breaks("a new name has not arrived")

    async def rename(self, guest: Guest) -> str:
        name = f"{guest.who.name} II"
        await self.insist(lambda server: server.rename(guest.who, name))
        guest.who = guest.who._replace(name=name)
        return name

    async def empty(self) -> None:
        """Nobody is there any more: tables leave memory, and all is stored."""
        await asyncio.sleep(EMPTY)
        for server in self.servers:
            for mailbox in server.rooms.mailboxes.values():
                is_timed = isinstance(mailbox.room.head.clock, Bank)  # its time may just be up
                since = self.now() - mailbox.idle_since / 1000
                if not is_timed or (mailbox.is_idle and since > MOST_IDLE):
                    self.observer.breaks("an idle table stays in memory")
        for server in self.servers:
            await server.stop()
        await self.compare()
        store = ShelfStore(self.disk if self.is_alone else self.database.shelf)
        for room in self._rooms():
            stored = await store.load(room)
            views = [guest.views[room] for guest in self.guests if room in guest.views]
            if stored is not None:
                self.observer.replays(stored, views, await store.record(room))

    async def compare(self) -> None:
        """What is stored with what was promised."""
        store = ShelfStore(self.disk if self.is_alone else self.database.shelf)
        for room in self._rooms():
            self.observer.compare(room, await store.load(room))

    def _rooms(self) -> list[str]:
        return list(dict.fromkeys(room for guest in self.guests for room in guest.views))


async def _open_room(who: Person, wish: NewRoom, server: Server) -> str:
    return await server.rooms.opening.open_room(who, wish)
