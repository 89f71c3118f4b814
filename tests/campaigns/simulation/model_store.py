"""Stores of the simulation: one on a disk of its own, and a model of a store that servers share.

Both are the store on a shelf, with parked rooms besides (`due/ROOM`, and `alive`, when a server ran
last).  Between a server and its store lies a link on which everything may be late, refused, or done
without anybody hearing of it.  The model keeps what PostgreSQL keeps: who has which room under
which epoch, leases, locks that end with a connection, and notices.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping
from contextlib import suppress
from contextvars import Context, copy_context
from dataclasses import dataclass
from typing import Any, ParamSpec, TypeVar

import msgspec
from msgspec import Struct

from campaigns.simulation.virtual import HERE, Fate
from trivet.offline.shelf import DictShelf
from trivet.offline.store import ShelfStore
from trivet.server.store.contract import (
    Change,
    Elsewhere,
    Lost,
    Notified,
    Parked,
    StoredRoom,
    StoreError,
)
from trivet.server.store.decoding import may_be_parked
from trivet.server.store.lifetimes import Lifetimes

BEAT, LEASE, CUT_OFF = 1.0, 4.0, 8.0  # seconds, as in pulse.py
PATIENCE = 2.0  # seconds until a cut is noticed
REFUSED, UNKNOWN, HANGS = 0.004, 0.008, 0.04  # how often a write fails, each in its way
LONGEST_HANG = 12.0
P = ParamSpec("P")
T = TypeVar("T")
AWAY = "It could not be stored: the database does not answer."


class Link:
    """The line between one life of a server and its store; without a fate nothing goes wrong."""

    def __init__(self, fate: Fate | None = None, name: str = "") -> None:
        self.fate, self.name = fate, name
        self.is_cut = False  # nothing comes through
        self.is_dead = False  # its server is gone: nobody waits any more

    async def there(self) -> None:
        if self.fate is not None:
            await asyncio.sleep(self.fate.of(self.name).expovariate(300))
        await self._expect_life()
        if self._happens("is refused", REFUSED):
            raise StoreError(AWAY)

    async def back(self) -> None:
        """The way back: what fails now was done, and nobody knows."""
        if self.fate is not None and self.fate.of(self.name).random() < 0.5:
            await asyncio.sleep(self.fate.of(self.name).expovariate(300))
        await self._expect_life()
        if self._happens("is done in silence", UNKNOWN):
            raise StoreError(AWAY)

    def hang(self) -> float:
        """Seconds that a write hangs in the database after its connection broke."""
        if self.fate is None or not self._happens("hangs", HANGS):
            return 0.0
        return self.fate.of(self.name).uniform(0.0, LONGEST_HANG)

    def _happens(self, what: str, chance: float) -> bool:
        return self.fate is not None and self.fate.happens(f"{self.name} {what}", chance)

    async def _expect_life(self) -> None:
        if self.is_dead:
            await asyncio.get_running_loop().create_future()  # never
        if self.is_cut:
            await asyncio.sleep(PATIENCE)
            raise StoreError(AWAY)


def over_link(ask: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """A request of the store, over its link."""

    async def asked(*args: P.args, **more: P.kwargs) -> T:
        link: Link = vars(args[0])["link"]
        await link.there()
        found = await ask(*args, **more)
        await link.back()
        return found

    return asked


class Due(Struct):
    """A parked room: when it was parked, and when the first of its clocks runs out."""

    epoch: int
    since: int  # milliseconds
    at: int


class LinkedStore(ShelfStore):
    """The store of one server, on a disk that may be slow or fail."""

    can_park = True
    most_silent = 0  # milliseconds without a sign of life that count for parked rooms

    def __init__(self, shelf: DictShelf, link: Link) -> None:
        super().__init__(shelf)
        self.link = link

    async def _put(self, change: Change) -> None:
        await ShelfStore._save(self, change)
        if may_be_parked(change.head):
            await self.shelf.change({}, {}, [f"due/{change.head.id}"])

    def epoch(self, room: str) -> int:
        return 0

    async def _read(self, room: str) -> StoredRoom | None:
        found, due = await ShelfStore.load(self, room), (await self._due()).get(room)
        elapsed = _now() - due.since if due is not None else 0
        return found and found._replace(epoch=self.epoch(room), elapsed=elapsed)

    async def _remove(self, room: str) -> None:
        await ShelfStore.remove_room(self, room)
        await self.shelf.change({}, {}, [f"due/{room}"])

    @over_link
    async def _save(self, change: Change) -> None:
        await self._put(change)

    @over_link
    async def load(self, room: str) -> StoredRoom | None:
        return await self._read(room)

    @over_link
    async def timed_rooms(self) -> list[str]:
        due, timed = await self._due(), await ShelfStore.timed_rooms(self)
        return [room for room in timed if room not in due or due[room].at <= _now()]

    @over_link
    async def remove_room(self, room: str, epoch: int | None = None) -> None:
        await self._remove(room)

    unfinished_rooms = over_link(ShelfStore.unfinished_rooms)
    rename = over_link(ShelfStore.rename)
    name = over_link(ShelfStore.name)

    # --- parked rooms ---

    async def _due(self) -> dict[str, Due]:
        """Those of an older epoch do not count: a server has played on that knows nothing of it."""
        named = {name[4:]: data for name, data in await self.shelf.find("due/")}
        due = {room: msgspec.json.decode(data, type=Due) for room, data in named.items()}
        return {room: one for room, one in due.items() if one.epoch == self.epoch(room)}

    async def _set_due(self, due: Mapping[str, Due]) -> None:
        put = {f"due/{room}": msgspec.json.encode(one) for room, one in due.items()}
        await self.shelf.change({}, put, ())

    async def _live(self) -> None:
        await self.shelf.change({}, {"alive": str(_now()).encode()}, ())

    @over_link
    async def park(self, rooms: Mapping[str, Parked]) -> None:
        await self._set_due({room: due_of(one) for room, one in rooms.items()})
        await self._live()

    @over_link
    async def skip_downtime(self) -> None:
        for _, data in await self.shelf.find("alive"):
            gone, due = _now() - int(data), await self._due()
            if gone > self.most_silent:
                await self._set_due({
                    room: Due(one.epoch, one.since + gone, one.at + gone)
                    for room, one in due.items()
                })  # fmt: skip
            await self._live()

    @over_link
    async def note_uptime(self) -> None:
        if await self._due():
            await self._live()


def due_of(parked: Parked) -> Due:
    return Due(parked.epoch, _now(), _now() + parked.left)


def _now() -> int:
    """Milliseconds, by the clock of the store."""
    return int(1000 * asyncio.get_running_loop().time())


class LyingDisk(DictShelf):
    """Planted fault: what is said to be stored waits for a while, and a crash loses it."""

    def __init__(self) -> None:
        super().__init__()
        self._safe: dict[str, bytes] = {}
        self._until = 0.0

    async def change(
        self, add: Mapping[str, bytes], put: Mapping[str, bytes], drop: Collection[str]
    ) -> None:
        now = asyncio.get_running_loop().time()
        if now >= self._until:
            self._safe, self._until = dict(self.things), now + 3.0
        await super().change(add, put, drop)

    def crash(self) -> None:
        if asyncio.get_running_loop().time() < self._until:
            self.things = dict(self._safe)


# --- shared ---------------------------------------------------------------------------------------


@dataclass
class Owned:
    """Who has a room, under which epoch; server 0 is nobody."""

    server: int = 0
    epoch: int = 0


class Database:
    """What several servers share.  Every method is one transaction."""

    def __init__(self) -> None:
        self.shelf = DictShelf()
        self.rooms: dict[str, Owned] = {}
        self.servers: dict[int, SharedStore] = {}
        self._latest = 0  # number of a server; none is given twice

    def enlist(self, store: "SharedStore") -> int:
        self._latest += 1
        self.servers[self._latest] = store
        return self._latest

    def is_leased(self, server: int) -> bool:
        known = self.servers.get(server)
        return known is not None and known.until > asyncio.get_running_loop().time()

    def is_dead(self, server: int) -> bool:
        """No lease, or the lock is free that it holds for as long as its connection lives."""
        return not self.is_leased(server) or not self.servers[server].holds_lock

    def expect_owned(self, room: str, server: int, epoch: int) -> None:
        if self.rooms.get(room) != Owned(server, epoch):
            raise Lost("Another server has this table now.")

    def claim(self, room: str, server: int) -> int:
        """The new epoch; Elsewhere if somebody who lives has the room."""
        owned = self.rooms.setdefault(room, Owned())
        if owned.server not in (0, server) and not self.may_be_taken_from(owned.server):
            raise Elsewhere(self.servers[owned.server].address)
        former, owned.server = owned.server, server
        owned.epoch = self.next_epoch(owned.epoch, is_ours=former == server)
        if former not in (0, server):
            self.tell(server, f"lost {room} {owned.epoch}")
        return owned.epoch

    def may_be_taken_from(self, server: int) -> bool:
        return self.is_dead(server)

    def next_epoch(self, epoch: int, *, is_ours: bool) -> int:
        return epoch + 1

    def tell(self, sender: int, text: str) -> None:
        """A notice for all other servers whose connection lives."""
        for number, store in self.servers.items():
            is_for_another = text.startswith("wanted ") and text.rsplit(maxsplit=1)[-1] != str(
                number
            )
            if number != sender and store.holds_lock and not is_for_another:
                store.hear(text)


def told(ask: Callable[P, Awaitable[T]], notice: str) -> Callable[P, Coroutine[Any, Any, T]]:
    """A request of the store of which other servers are told, with the person it is about."""

    async def asked(*args: P.args, **more: P.kwargs) -> T:
        found = await ask(*args, **more)
        store: SharedStore = args[0]  # type: ignore[assignment]
        store.database.tell(store.server, notice.format(args[1]))
        return found

    return asked


class SharedStore(LinkedStore):
    """The store of one of several servers."""

    is_shared = True
    most_silent = 60_000

    def __init__(self, database: Database, link: Link | None = None, address: str = "") -> None:
        super().__init__(database.shelf, link or Link())
        self.database, self.address = database, address
        self.until = 0.0  # of the lease, by the clock of the database
        self.holds_lock = False
        self._hears: Notified | None = None
        self._last = asyncio.get_running_loop().time()  # sign of life
        self._context = copy_context()  # of the process that this store belongs to
        self.server = database.enlist(self)
        self._connect()
        self.pulse = asyncio.create_task(self._beat())

    # --- signs of life ---

    @property
    def is_cut_off(self) -> bool:  # type: ignore[override]
        return asyncio.get_running_loop().time() - self._last > CUT_OFF

    def _connect(self) -> None:
        if self.server not in self.database.servers:  # we were forgotten: all rooms are lost
            self.server = self.database.enlist(self)
        self.holds_lock = True
        self._renew()

    def _renew(self) -> None:
        now = asyncio.get_running_loop().time()
        was, self._last, self.until = self._last, now, now + LEASE
        if now - was > LEASE:
            self._gap()

    async def _beat(self) -> None:
        is_lost = False
        while True:
            await asyncio.sleep(BEAT)
            if self.link.is_cut or self.link.is_dead:
                is_lost = True
            elif is_lost or not self.holds_lock or self.server not in self.database.servers:
                is_lost = False
                self._connect()
                self._gap()
            else:
                self._renew()

    def _gap(self) -> None:
        if self._hears is not None:
            self._hears.missed()

    def disconnect(self) -> None:
        """The connection ends, as the database sees it: the lock is free."""
        self.holds_lock = False

    def hear(self, text: str) -> None:
        if self._hears is not None and not self.link.is_cut:
            loop = asyncio.get_running_loop()
            loop.call_soon(self._hears.noticed, text, context=self._context)

    def listen(self, hears: Notified) -> None:
        self._hears = hears

    # --- rooms ---

    async def _save(self, change: Change) -> None:
        await self.link.there()
        if (seconds := self.link.hang()) > 0.0:
            loop = asyncio.get_running_loop()
            self.hanging = loop.create_task(self._land(change, seconds), context=_outside())
            raise StoreError(AWAY)
        await self._write(change)
        await self.link.back()

    async def _write(self, change: Change) -> None:
        room = change.head.id
        if change.epoch:
            self.database.expect_owned(room, self.server, change.epoch)
        elif room in self.database.rooms:
            raise Lost("There is such a table already.")
        await self._put(change)
        self.database.rooms.setdefault(room, Owned())

    async def _land(self, change: Change, seconds: float) -> None:
        """What hung is written after all, if it may be."""
        await asyncio.sleep(seconds)
        with suppress(StoreError):
            await self._write(change)

    async def claim(self, room: str) -> StoredRoom | None:
        await self.link.there()
        if await ShelfStore.load(self, room) is None:
            return None
        due = await self._due()
        epoch = self.database.claim(room, self.server)
        if room in due:
            due[room].epoch = epoch
            await self._set_due({room: due[room]})
        found = await self._read(room)
        await self.link.back()
        return found

    def epoch(self, room: str) -> int:
        return self.database.rooms.get(room, Owned()).epoch

    @over_link
    async def park(self, rooms: Mapping[str, Parked]) -> None:
        held = {room: one for room, one in rooms.items() if self._owns(room, one.epoch)}
        for room in held:
            self.database.rooms[room].server = 0
        await self._set_due({room: due_of(one) for room, one in held.items()})
        await self._live()

    def _owns(self, room: str, epoch: int) -> bool:
        return self.database.rooms.get(room) == Owned(self.server, epoch)

    async def release(self, held: Mapping[str, int]) -> None:
        await self.link.there()
        for room, epoch in held.items():
            if self._owns(room, epoch):
                self.database.rooms[room].server = 0

    async def lost(self, held: Mapping[str, int]) -> list[str]:
        await self.link.there()
        return [room for room, epoch in held.items() if not self._owns(room, epoch)]

    async def ask_for(self, room: str) -> None:
        await self.link.there()
        owned = self.database.rooms.get(room)
        if owned is not None and owned.server:
            self.database.tell(self.server, f"wanted {room} {owned.server}")

    async def timed_rooms(self) -> list[str]:
        timed = await LinkedStore.timed_rooms(self)
        return [room for room in timed if not self._is_anothers(room)]

    def _is_anothers(self, room: str) -> bool:
        """Whether another server sees to a room, as far as leases tell."""
        owned = self.database.rooms.get(room, Owned())
        return owned.server != self.server and self.database.is_leased(owned.server)

    async def remove_room(self, room: str, epoch: int | None = None) -> None:
        await self.link.there()
        if epoch is not None:
            self.database.expect_owned(room, self.server, epoch)
        await self._remove(room)
        self.database.rooms.pop(room, None)
        await self.link.back()

    async def tidy(self, lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
        used = [room for room in self.database.rooms if self._is_anothers(room)]
        removed = await super().tidy(lifetimes, now, [*in_use, *used])
        left = {name.removeprefix("head/") for name, _ in await self.shelf.find("head/")}
        for room in [room for room in self.database.rooms if room not in left]:
            del self.database.rooms[room]
        if removed:
            self.database.tell(self.server, "people")
        return removed

    rename = told(LinkedStore.rename, "person {}")
    erase = told(ShelfStore.erase, "person {}")
    punish = told(ShelfStore.punish, "sanctions")
    pardon = told(ShelfStore.pardon, "sanctions")

    async def close(self) -> None:
        """Release all rooms, and leave the list."""
        self.pulse.cancel()
        for owned in self.database.rooms.values():
            if owned.server == self.server:
                owned.server = 0
        self.database.servers.pop(self.server, None)


def _outside() -> Context:
    """Where no server runs: what happens there outlives a crash."""
    outside = copy_context()
    outside.run(HERE.set, None)
    return outside
