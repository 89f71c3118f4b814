"""All rooms of a server: opens them, reads them from the store, drops them when they are idle."""

import asyncio
import logging
import secrets
import time
from collections.abc import (
    AsyncIterator,
    Awaitable,
    Callable,
    Collection,
    Coroutine,
    Mapping,
)
from contextlib import asynccontextmanager, suppress
from typing import Any, TypeVar

from trivet.catalogue import GAMES
from trivet.core.fair import SEED_BYTES
from trivet.core.game import BadSeats, Game, game_with
from trivet.core.options import BadOption
from trivet.server.bots.pool import Bots
from trivet.server.process.fair_share import FairShare
from trivet.server.process.limits import USUAL, Limits
from trivet.server.process.logs import Metrics, short
from trivet.server.process.threads import in_thread
from trivet.server.records import branching
from trivet.server.rooms import retiring
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
from trivet.server.store.names import title_of
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.commands import Abandoned, Closing, Departed, Renamed, TakenOver, TimeUp
from trivet.server.table.listing import shared, summary
from trivet.server.table.mailbox import Mailbox
from trivet.server.table.room import STAND_IN, Failing, Person, Room, room_from_store
from trivet.server.table.salts import begin_if_ready
from trivet.server.table.seating import expect_level, kept_for_guest
from trivet.server.wire.api import Lobby, NewRoom, Opened, PlayOn, SeatTicket
from trivet.server.wire.outgoing import Bye

ID_BYTES = 16
IDLE = 60_000  # milliseconds after which an idle room is dropped from memory
DAY = 86_400
WAKE = 4.0  # seconds between two looks for clocks that no server sees to
MOST_ASKED, ASKED_AGAIN = 50, 0.1  # times another server is asked for a room; seconds in between
MOST_LISTED = 60  # rooms in the lobby
MOST_LOOKED_AT = 600  # ... chosen from so many
log = logging.getLogger("trivet.rooms")
T = TypeVar("T")


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
        self._blocked: set[str] = set()  # rooms that nobody may open for a moment
        self._released = asyncio.Event()
        self._beside: set[asyncio.Task[None]] = set()  # kept from the collector

    def now(self) -> int:
        """Milliseconds of a monotonic clock."""
        return int(asyncio.get_running_loop().time() * 1000)

    # --- rooms -----------------------------------------------------------------------------------

    async def mailbox(self, room: str) -> Mailbox | None:
        """The mailbox of a room, read from the store if necessary; None if there is no room."""
        while room in self._blocked:
            await self._released.wait()
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
            await self._release({room: stored.epoch})
            raise

    async def _resume(self, stored: StoredRoom) -> Room:
        head, room = stored.head, stored.head.id
        game = game_with(self.games, head.game, head.rules)
        if game is None and head.phase == "open" and head.game in self.games:
            game = self.games[head.game]  # nothing was played by the older rules yet
            head.rules = game.version
        if game is not None:
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

    async def open_room(self, who: Person, wish: NewRoom) -> str:
        """Open a room and return its id; Failing says what is wrong with the request."""
        return (await self.open_with_tickets(who, wish)).room

    async def open_with_tickets(self, who: Person, wish: NewRoom) -> Opened:
        """The same, with tickets for the seats that are kept for guests."""
        tickets: list[SeatTicket] = []
        head = self._head(who, wish, tickets)
        await self._expect_room_for(who)
        try:
            room = Room(self.games[head.game], StoredRoom(head, [], []), self.now())
        except (BadOption, BadSeats) as wrong:
            raise Failing("bad-option", f"{wrong}.") from None
        head.options = room.table.options
        if wish.start:
            if not all(chair.bot or chair.person for chair in head.chairs):
                raise Failing("not-full", "The game cannot start: there are empty seats.")
            head.is_agreed = wish.seals
            begin_if_ready(room, self.now())
        return Opened(room=await self._store_new(room), tickets=tickets)

    async def _expect_room_for(self, who: Person) -> None:
        mine = await self.store.unfinished_rooms(who.id)
        mine = [h for h in mine if h.host == who.id or h.seat_of(who.id) is not None]
        if len(mine) >= self.limits.rooms_of_person:
            raise Failing("too-many", "You have too many games going. Finish or leave one first.")

    def _head(self, who: Person, wish: NewRoom, tickets: list[SeatTicket]) -> RoomHead:
        """What is to be stored of it; tickets of seats that are kept for guests are added."""
        if wish.game not in self.games:
            raise Failing("no-game", f"There is no such game; there are: {', '.join(self.games)}.")
        game = self.games[wish.game]
        seats = wish.seats or max(game.fewest, len(wish.bots))
        if len(wish.bots) > seats:
            raise Failing("bad-option", "There are more bots than seats.")
        for level in filter(None, [*wish.bots, wish.stand_in]):
            expect_level(level)
        chairs = [Chair(bot=level) for level in wish.bots]
        chairs += [Chair() for _ in range(seats - len(chairs))]
        for seat in sorted(set(wish.friends)):
            if seat >= seats or chairs[seat].bot:
                raise Failing("bad-option", "A seat that is kept for a friend must be empty.")
            chairs[seat], ticket = kept_for_guest()
            tickets.append(SeatTicket(seat=seat, ticket=ticket))
        free = [place for place, chair in enumerate(chairs) if not chair.bot and not chair.ticket]
        if wish.sit and free:
            own = Chair(person=who.id, name=who.name, is_ready=wish.start and not wish.seals)
            chairs[free[0]] = own
        return self._new_head(
            game, who.id, chairs, wish.options, title=title_of(wish.title),
            is_public=wish.is_public, clock=wish.clock, stand_in=wish.stand_in or STAND_IN,
            has_hints=wish.clock is None if wish.hints is None else wish.hints,
            has_conceding=wish.concede,
        )  # fmt: skip

    def _new_head(
        self,
        game: Game[Any],
        host: str,
        chairs: list[Chair],
        options: dict[str, Any],
        **rest: Any,
    ) -> RoomHead:
        return RoomHead(
            id=secrets.token_urlsafe(ID_BYTES),
            game=game.name,
            rules=game.version,
            seed=secrets.token_bytes(SEED_BYTES),
            host=host,
            chairs=chairs,
            options=options,
            opened=int(time.time()),
            **rest,
        )

    async def rematch(self, room: Room) -> str:
        """Open a room with the same people and bots, each one seat further on; return its id.  If
        people have sealed their salts, they do so again before it begins."""
        old = room.head
        game = self.games.get(old.game, room.game)  # a table of older rules goes on by the new ones
        options = old.options if game.version == old.rules else {}
        seals = any(chair.sealed for chair in old.chairs)
        chairs = [
            Chair(person=chair.person, name=chair.name, is_ready=not seals)
            if chair.person
            else Chair(bot=chair.bot)
            for chair in old.chairs[-1:] + old.chairs[:-1]
        ]
        head = self._new_head(
            game, old.host, chairs, options, title=old.title,
            is_public=old.is_public, clock=old.clock, stand_in=old.stand_in,
            has_hints=old.has_hints, has_conceding=old.has_conceding, is_agreed=seals,
        )  # fmt: skip
        again = Room(game, StoredRoom(head, [], []), self.now())
        begin_if_ready(again, self.now())
        return await self._store_new(again)

    async def play_on(self, who: Person, text: str, wish: PlayOn) -> str:
        """A table against bots that goes on from a position of a finished game."""
        expect_level(wish.bot)
        begun = await in_thread(branching.beginning, text, wish.at)
        await self._expect_room_for(who)
        game = begun.table.game
        head = self._new_head(
            game, who.id, branching.chairs(begun.table, wish, who.id, who.name),
            begun.table.options, title=f"What if, from answer {wish.at}", is_public=False,
        )  # fmt: skip
        branching.go_on_in(head, begun.table)
        room = Room(game, StoredRoom(head, begun.rows, []), self.now())
        room.rows = begun.rows
        return await self._store_new(room)

    async def _store_new(self, room: Room) -> str:
        room.is_changed = True
        change = room.change(self.now())
        if change is not None:
            await self.store.save(change)
        room.forget_changes()
        if not self.store.is_shared:  # else the server that people come to claims it
            self._register(room)
        return room.head.id

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

    # --- for the operator ------------------------------------------------------------------------

    async def close_room(self, room: str, reason: str) -> str:
        """End a table, whatever is played there; return what became of it."""
        try:
            mailbox = await self._from_anywhere(room, self.mailbox)
        except Unreadable as damaged:
            raise Failing("set-aside", f"{damaged} It can only be removed.") from None
        if mailbox is None:
            raise Failing("no-room", "There is no such table.")
        if mailbox.room.head.phase == "over":
            raise Failing("over", "The game is over.")
        if mailbox.room.head.phase == "playing":
            mailbox.submit(Abandoned(reason))
            await mailbox.wait_until_idle()
            return "ended as abandoned, with its record"
        await self.remove_room(room, reason)
        return "removed: it had not begun"

    async def remove_room(self, room: str, reason: str) -> None:
        """Remove a table and all that belongs to it."""
        async with self._holding([room], f"The operator has closed this table. {reason}".strip()):
            self.unreadable.pop(room, None)
            await self.store.remove_room(room)

    async def erase(self, person: str, send_away: Callable[[], object]) -> int:
        """Take a person out of all rooms and out of the store; in how many rooms they were."""
        data = await self.store.person_data(person)
        names = {head.id for head in data.rooms} if data is not None else set()
        names |= {room for room, _ in data.lines} if data is not None else set()
        names |= {name for name, box in self.mailboxes.items() if box.room.knows(person)}
        for head in data.rooms if data is not None else ():
            if head.phase != "over" and head.seat_of(person) is not None:
                await self._depart(head.id, person)
        async with self._holding(names, "This table has to be read again."):
            send_away()
            return await self.store.erase(person)

    async def _depart(self, room: str, person: str) -> None:
        """Let a person leave a table for good, as if they had stood up or resigned."""
        try:
            mailbox = await self._from_anywhere(room, self.mailbox)
        except Unreadable:
            return
        if mailbox is not None:
            mailbox.submit(Departed(person))
            await mailbox.wait_until_idle()

    async def _from_anywhere(self, room: str, take: Callable[[str], Awaitable[T]]) -> T:
        """Take a room, also one that another server has: that one is asked for it."""
        for _ in range(MOST_ASKED):
            try:
                return await take(room)
            except Elsewhere:
                await self.store.ask_for(room)
                await asyncio.sleep(ASKED_AGAIN)
        raise Failing("elsewhere", "Another server has this table and does not release it.")

    @asynccontextmanager
    async def _holding(self, rooms: Collection[str], reason: str) -> AsyncIterator[None]:
        """Drop rooms from memory, and let nobody open them until the store has been changed."""
        self._released.clear()
        self._blocked.update(rooms)
        claimed: dict[str, int] = {}
        try:
            for room in rooms:
                if room in self._opening:
                    await asyncio.wait([self._opening[room]])
                mailbox = self.mailboxes.get(room)
                if mailbox is not None:
                    notice = Bye(reason=reason, again=1.0)
                    mailbox.submit(Closing(notice))
                    await mailbox.finish()
                    mailbox.close_inbox(notice)
                    self.drop(room)
                with suppress(Unreadable):  # nobody can have it
                    stored = await self._from_anywhere(room, self.store.claim)
                    claimed.update({room: stored.epoch} if stored is not None else {})
            yield
        finally:
            await self._release(claimed)
            self._blocked.difference_update(rooms)
            self._released.set()

    # --- other servers ---------------------------------------------------------------------------

    async def release_to_peer(self, room: str) -> None:
        """Release a room of ours that another server asks for."""
        if room not in self._blocked:
            with suppress(StoreError, Failing):
                async with self._holding([room], "This table moves to another server."):
                    pass

    def taken_over(self, room: str, epoch: int) -> None:
        """Another server has claimed a room under this epoch."""
        mailbox = self.mailboxes.get(room)
        if mailbox is not None and mailbox.room.epoch < epoch:
            mailbox.submit(TakenOver(epoch))

    async def look_for_lost(self) -> None:
        """Let go of rooms that are ours no longer: notices of it may have been missed."""
        held = {name: mailbox.room.epoch for name, mailbox in self.mailboxes.items()}
        try:
            lost = await self.store.lost(held)
        except StoreError as error:
            log.warning("lost rooms could not be looked for: %s", error)
            return
        for name in lost:
            self.taken_over(name, held[name] + 1)

    async def _release(self, held: Mapping[str, int]) -> None:
        try:
            await self.store.release(held)
        except StoreError as error:  # they stay ours: others send people here
            log.warning("rooms could not be released: %s", error)

    # --- start, sweep, stop ----------------------------------------------------------------------

    async def wake_up(self) -> None:
        """Read all rooms with a running clock, so that their clocks go on after a restart, and
        end those whose rules are no longer here.  If other servers share the store, look again
        every few seconds: one of them may have died."""
        await self._look_at_rules()
        await self.wake_clocks()
        while self.store.is_shared:
            await asyncio.sleep(WAKE)
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
        """Drop rooms that have been idle for a while."""
        self.share.sweep()
        now, idle = self.now(), dict[str, int]()
        for room, mailbox in list(self.mailboxes.items()):
            if mailbox.is_idle and now - mailbox.idle_since > IDLE:
                self.drop(room)
                mailbox.cancel_tasks()
                idle[room] = mailbox.room.epoch
        if idle:
            self._in_background(self._release(idle))

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
        await self._release({name: box.room.epoch for name, box in self.mailboxes.items()})
        await self.bots.close()
        self.metrics.lines.flush()
