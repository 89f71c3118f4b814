"""All rooms of a server: reads them from the store, drops them when they are idle."""

import asyncio
import logging
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any

from trivet.catalogue import GAMES
from trivet.core.game import Game, game_with
from trivet.server.bots.pool import Bots
from trivet.server.process.fair_share import FairShare
from trivet.server.process.limits import USUAL, Limits
from trivet.server.process.logs import Metrics, short
from trivet.server.rooms import retiring
from trivet.server.rooms.finished_logs import with_log
from trivet.server.rooms.opening import Opening
from trivet.server.rooms.peers import Peers
from trivet.server.rooms.removal import Removal
from trivet.server.rooms.retiring import abandoned
from trivet.server.rooms.sanctions import Sanctions
from trivet.server.store.contract import (
    Elsewhere,
    NoLongerPlayed,
    Store,
    StoredRoom,
    StoreError,
    Unreadable,
)
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.table.commands import Closing, Renamed, TimeUp
from trivet.server.table.listing import shared, summary
from trivet.server.table.mailbox import Mailbox
from trivet.server.table.room import Person, Room, room_from_store
from trivet.server.wire.api import Lobby
from trivet.server.wire.outgoing import Bye

IDLE = 60_000  # milliseconds after which an idle room is dropped from memory ...
SOON = 300_000  # ... unless one of its clocks runs out within these
PARKED_AT_ONCE = 50  # rooms
DAY = 86_400
WAKE = 4.0  # seconds between two looks for clocks that no server sees to ...
WAKE_ALONE = 20.0  # ... and for those that are due, by a server that has the store for itself
MOST_LISTED = 60  # rooms in the lobby
MOST_LOOKED_AT = 600  # ... chosen from so many
log = logging.getLogger("trivet.rooms")


class Rooms:
    """The registry of rooms: the mailboxes in memory, and the store behind them."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        limits: Limits = USUAL,
        games: Mapping[str, Game[Any]] = GAMES,
    ) -> None:
        self.store, self.bots, self.limits, self.games = store, bots, limits, games
        self.metrics = Metrics()
        self.began = int(time.time())
        self.share = FairShare()  # of the event loop
        self.mailboxes: dict[str, Mailbox] = {}
        self.unreadable: dict[str, str] = {}  # rooms that cannot be read, and why
        self.sanctions = Sanctions(store)
        self._opening: dict[str, asyncio.Task[Mailbox | None]] = {}
        self.peers = Peers(store, self.mailboxes, self._opening)
        self.opening = Opening(store, limits, games, self.now, self._register)
        self.removal = Removal(store, self.peers, self.mailbox, self.unreadable)
        self._beside: set[asyncio.Task[None]] = set()  # kept from the collector

    def now(self) -> int:
        """Milliseconds of a monotonic clock."""
        return int(asyncio.get_running_loop().time() * 1000)

    # --- rooms -----------------------------------------------------------------------------------

    async def mailbox(self, room: str) -> Mailbox | None:
        """The mailbox of a room, read from the store if necessary; None if there is no room."""
        await self.peers.wait_until_unblocked(room)
        if room in self.mailboxes:
            return self.mailboxes[room]
        task = self._opening.get(room)
        if task is None:
            task = self._opening[room] = asyncio.create_task(self._open(room))
            task.add_done_callback(lambda _: self._opening.pop(room, None))
        return await asyncio.shield(task)

    async def _open(self, room: str) -> Mailbox | None:
        found = await self.reopen(room)
        return self._register(found) if found is not None else None

    async def reopen(self, room: str) -> Room | None:
        """A room as it was stored; Unreadable if it cannot be gone on with."""
        try:
            found = await self._reopened(room)
        except NoLongerPlayed:
            raise
        except Unreadable as error:
            if self.unreadable.get(room) != str(error):
                self.unreadable[room] = str(error)
                log.error("a room is set aside: %s", error, extra={"about": {"room": short(room)}})
            raise
        self.unreadable.pop(room, None)
        return found

    async def _reopened(self, room: str) -> Room | None:
        stored = await self.store.claim(room)
        if stored is None:
            return None
        try:
            return await self._resume(stored)
        except StoreError:
            await self.peers.release({room: stored.epoch})
            raise

    async def _resume(self, stored: StoredRoom) -> Room:
        head, room = stored.head, stored.head.id
        game = game_with(self.games, head.game, head.rules)
        if game is None and head.phase == "open" and head.game in self.games:
            game = self.games[head.game]  # nothing was played by the older rules yet
            head.rules = game.version
        if game is not None:
            stored = await with_log(self.store, stored, self.games)
            since = int(time.time()) if self.store.is_shared else self.began
            return room_from_store(game, stored, self.now(), since)
        if head.game not in self.games:
            raise Unreadable("This server does not have the game of this table.")
        if self.store.is_shared and head.rules > self.games[head.game].version:
            raise StoreError("This table needs a newer version of the server. Please come back.")
        if head.phase == "playing":
            await self.store.save(abandoned(stored))
            log.warning("a table of older rules ends", extra={"about": {"room": short(room)}})
        raise NoLongerPlayed(retiring.words_for(head))

    def _register(self, room: Room) -> Mailbox:
        mailbox = self.mailboxes[room.head.id] = Mailbox(self, room)
        return mailbox

    def drop(self, room: str) -> None:
        """Forget a room; the next visitor's request reads it from the store."""
        self.mailboxes.pop(room, None)

    async def rematch(self, room: Room) -> str:
        """Open a room for the same people and bots; return its id."""
        return await self.opening.rematch(room)

    # --- people ----------------------------------------------------------------------------------

    async def lobby(self, who: Person) -> Lobby:
        mine = await self.store.rooms_of(who.id, MOST_LISTED)
        mine = [head for head in mine if head.seat_of(who.id) is not None or head.host == who.id]
        candidates = await self.store.open_rooms(int(time.time()) - DAY, MOST_LOOKED_AT)
        open_ones = shared(candidates, MOST_LISTED)
        listed = [summary(head, who, self.games) for head in mine]
        listed.sort(key=lambda room: (not room.is_your_turn, room.phase == "over", -room.changed))
        others = [summary(head, who, self.games) for head in open_ones if head not in mine]
        return Lobby(mine=listed, open=others)

    def rename(self, who: Person) -> None:
        for mailbox in self.mailboxes.values():
            if mailbox.room.seat_of(who) is not None or who.id in mailbox.room.present:
                mailbox.submit(Renamed(who))

    # --- start, sweep, stop ----------------------------------------------------------------------

    async def wake_up(self) -> None:
        """Read all rooms with a clock that runs here or is due, so that their clocks go on after a
        restart, and end those whose rules are no longer here."""
        try:
            await self.store.skip_downtime()
        except StoreError as error:
            log.error("the clocks of parked rooms could not be set: %s", error)
        await self._look_at_rules()
        await self.wake_clocks()

    async def see_to_clocks(self) -> None:
        """Look every few seconds: a parked room may be due, and another server on the store may
        have died."""
        await self.wake_up()
        while self.store.is_shared or self.store.can_park:
            await asyncio.sleep(WAKE if self.store.is_shared else WAKE_ALONE)
            await self.wake_clocks()

    async def wake_clocks(self) -> None:
        try:
            timed = await self.store.timed_rooms()
        except StoreError as error:
            log.error("no clock could be started: %s", error)
            return
        for room in timed:
            if room in self.mailboxes:
                continue
            try:
                mailbox = await self.mailbox(room)
            except StoreError:
                continue  # set aside, with a line in the log; or another server was faster
            except Exception:
                log.exception("a room could not be woken up")
                continue
            if mailbox is not None:
                mailbox.submit(TimeUp())

    async def _look_at_rules(self) -> None:
        """Say how many tables need older rules; end those that cannot go on."""
        try:
            for (name, rules), found in (await self.store.rooms_by_rules()).items():
                now = self.games.get(name)
                if now is None or now.version == rules:
                    continue
                if self.store.is_shared and now.version < rules:
                    continue  # a newer server sees to them
                about = {"game": name, "rules": rules, "tables": len(found)}
                log.warning("tables are played by older rules", extra={"about": about})
                for room in found if game_with(self.games, name, rules) is None else ():
                    with suppress(Unreadable, Elsewhere):
                        await self.mailbox(room)
        except StoreError as error:
            log.error("older rules could not be looked for: %s", error)

    async def tidy(self, lifetimes: Lifetimes, now: int) -> int:
        """Remove some of what is too old from the store; `now` is seconds since 1970."""
        return await self.store.tidy(lifetimes, now, [*self.mailboxes, *self._opening])

    def sweep(self) -> None:
        """Drop rooms that have been idle for a while; if their clocks run, park them."""
        self.share.sweep()
        now, idle, parked = self.now(), dict[str, int](), list[str]()
        for room, mailbox in list(self.mailboxes.items()):
            if not mailbox.is_idle or now - mailbox.idle_since <= IDLE:
                continue
            left = mailbox.left()
            if left is not None:
                parked += [room] if left > SOON else []
                continue
            self.drop(room)
            mailbox.cancel_tasks()
            idle[room] = mailbox.room.epoch
        if idle:
            self._in_background(self.peers.release(idle))
        if self.store.can_park:
            self._in_background(self._park(parked))

    async def _park(self, rooms: Sequence[str]) -> None:
        for start in range(0, len(rooms), PARKED_AT_ONCE):
            some = rooms[start : start + PARKED_AT_ONCE]
            await asyncio.gather(*map(self.peers.park, some))
        try:
            await self.store.note_uptime()
        except StoreError as error:
            log.warning("it could not be stored that this server runs: %s", error)

    def _in_background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._beside.add(task)
        task.add_done_callback(self._beside.discard)

    async def close(self, notice: Bye) -> None:
        """Graceful shutdown: say goodbye to all listeners, then empty and store every mailbox."""
        for mailbox in list(self.mailboxes.values()):
            mailbox.submit(Closing(notice))
        for mailbox in list(self.mailboxes.values()):
            await mailbox.finish()
        if self.store.can_park:
            await self._park([room for room, box in self.mailboxes.items() if box.may_be_parked])
        await self.peers.release({name: box.room.epoch for name, box in self.mailboxes.items()})
        await self.bots.close()
        self.metrics.lines.flush()
