"""Opens rooms: new tables, rematches, and tables that go on from a position of a finished game."""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from trivet.core.fair import SEED_BYTES
from trivet.core.game import BadSeats, Game
from trivet.core.options import BadOption
from trivet.server.process.limits import Limits
from trivet.server.records import branching
from trivet.server.records.branching import Beginning
from trivet.server.store.contract import Store, StoredRoom
from trivet.server.store.names import title_of
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.room import STAND_IN, Failing, Person, Room
from trivet.server.table.salts import begin_if_ready
from trivet.server.table.seating import expect_level, kept_for_guest
from trivet.server.wire.api import NewRoom, Opened, PlayOn, SeatTicket

ID_BYTES = 16


class Opening:
    """Makes new rooms and stores them; `register` puts one into the memory of this server."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        games: Mapping[str, Game[Any]],
        now: Callable[[], int],
        register: Callable[[Room], object],
    ) -> None:
        self.store, self.limits, self.games = store, limits, games
        self._now, self._register = now, register

    async def open_room(self, who: Person, wish: NewRoom) -> str:
        """Open a room and return its id; Failing says what is wrong with the request."""
        return (await self.open_with_tickets(who, wish)).room

    async def open_with_tickets(self, who: Person, wish: NewRoom) -> Opened:
        """The same, with tickets for the seats that are kept for guests."""
        tickets: list[SeatTicket] = []
        head = self._head(who, wish, tickets)
        await self._expect_room_for(who)
        try:
            room = Room(self.games[head.game], StoredRoom(head, [], []), self._now())
        except (BadOption, BadSeats) as wrong:
            raise Failing("bad-option", f"{wrong}.") from None
        head.options = room.table.options
        if wish.start:
            if not all(chair.bot or chair.person for chair in head.chairs):
                raise Failing("not-full", "The game cannot start: there are empty seats.")
            head.is_agreed = wish.seals
            begin_if_ready(room, self._now())
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
        chairs = _chairs(wish, wish.seats or max(game.fewest, len(wish.bots)))
        tickets += _keep_for_friends(chairs, wish)
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
        people have sealed their salts, they do so again before it begins.  A table has one rematch,
        unless that was closed."""
        old = room.head
        if old.next and await self.store.load(old.next) is not None:
            return old.next
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
        again = Room(game, StoredRoom(head, [], []), self._now())
        begin_if_ready(again, self._now())
        return await self._store_new(again)

    async def play_on(self, who: Person, begun: Beginning, wish: PlayOn) -> str:
        """A table against bots that goes on from a position of a finished game."""
        expect_level(wish.bot)
        await self._expect_room_for(who)
        game = branching.game_of(begun)
        head = self._new_head(
            game, who.id, branching.chairs(begun, wish, who.id, who.name),
            begun.options, title=f"What if, from answer {wish.at}", is_public=False,
        )  # fmt: skip
        branching.go_on_in(head, begun)
        room = Room(game, StoredRoom(head, begun.rows, []), self._now())
        room.rows = begun.rows
        return await self._store_new(room)

    async def _store_new(self, room: Room) -> str:
        room.is_changed = True
        change = room.change(self._now())
        if change is not None:
            await self.store.save(change)
        room.forget_changes()
        if not self.store.is_shared:  # else the server that people come to claims it
            self._register(room)
        return room.head.id


def _chairs(wish: NewRoom, seats: int) -> list[Chair]:
    """The bots that were asked for, and empty seats."""
    if len(wish.bots) > seats:
        raise Failing("bad-option", "There are more bots than seats.")
    for level in filter(None, [*wish.bots, wish.stand_in]):
        expect_level(level)
    return [Chair(bot=level) for level in (*wish.bots, *[""] * (seats - len(wish.bots)))]


def _keep_for_friends(chairs: list[Chair], wish: NewRoom) -> Iterator[SeatTicket]:
    for seat in sorted(set(wish.friends)):
        if seat >= len(chairs) or chairs[seat].bot:
            raise Failing("bad-option", "A seat that is kept for a friend must be empty.")
        chairs[seat], ticket = kept_for_guest()
        yield SeatTicket(seat=seat, ticket=ticket)
