"""A client that reads no more of a notice than it needs to play at random.

It takes little of the machine that it measures, and speaks to servers of other revisions.  It asks
for scenes, as the page does.
"""

import asyncio
import itertools
import random
from collections.abc import Sequence
from typing import Any, cast

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from trivet.catalogue import GAMES
from trivet.client import AsyncClient
from trivet.client.table import COOKIE

TABLES_OF_GROUP = 10  # tables of the same people
GROUP = 4  # people


class Choice(Struct):
    """An allowed answer."""

    text: str


class Question(Struct):
    """What a seat is asked."""

    options: list[Choice] = []
    rows: list[tuple[str, int, str, int, list[str]]] = []  # the same, told briefly

    @property
    def texts(self) -> list[str]:
        return [row[0] for row in self.rows] or [option.text for option in self.options]


class Chair(Struct):
    """What matters of a seat: the level of its bot's latest answer, if it is not the usual one."""

    bot: str = ""
    answered: str = ""


class Heard(Struct):
    """What matters of any notice."""

    kind: str = msgspec.field(name="is", default="")
    re: int = 0
    count: int = 0
    ask: Question | None = None
    phase: str = ""
    seats: list[Chair] = []


_decode = msgspec.json.Decoder(Heard).decode


class Seat:
    """A person's socket at one table."""

    def __init__(self, game: str, connection: ClientConnection, room: str = "") -> None:
        self.game, self.connection, self.room = game, connection, room
        self.options: Sequence[str] = ()  # in notation, while the seat is asked
        self.count = 0  # how often it has acted
        self.bytes = 0  # received
        self.is_over = False
        self.levels: list[str] = []  # of bots that answered below their own level
        self._numbers = itertools.count(1)
        self._waiting: dict[int, asyncio.Future[Heard]] = {}
        self._has_moved = asyncio.Event()
        self._listening = asyncio.create_task(self._listen())

    async def ask(self, what: str, **fields: Any) -> Heard:
        """Send a request and wait for its reply."""
        number = next(self._numbers)
        reply: asyncio.Future[Heard] = asyncio.get_running_loop().create_future()
        self._waiting[number] = reply
        request = msgspec.json.encode({"do": what, "re": number, **fields})
        await self.connection.send(request, text=True)
        return await reply

    async def answer(self) -> bool:
        """Answer at random; whether it was taken.  It returns once the answer is shown."""
        text = random.choice(self.options)
        self.options = ()
        reply = await self.ask("answer", count=self.count, text=text)
        while reply.kind == "took" and self.count < reply.count:
            await self.moved()
        return reply.kind == "took"

    async def moved(self) -> None:
        """Wait for the next notice about the game or the room."""
        if self._listening.done():
            raise ConnectionError("the socket was closed")
        self._has_moved.clear()
        await self._has_moved.wait()

    async def leave(self) -> None:
        await self.connection.close()
        await asyncio.gather(self._listening, return_exceptions=True)

    async def _listen(self) -> None:
        try:
            while True:
                data = await self.connection.recv(decode=False)
                self.bytes += len(data)
                self._take(_decode(data))
        except ConnectionClosed:
            pass
        for reply in self._waiting.values():
            if not reply.done():
                reply.set_exception(ConnectionError("the socket was closed"))
        self._has_moved.set()

    def _take(self, heard: Heard) -> None:
        if heard.kind == "shown":
            self.count = heard.count
            self.options = heard.ask.texts if heard.ask is not None else ()
            self._has_moved.set()
        elif heard.kind == "room":
            self.is_over = heard.phase == "over"
            self.levels = [chair.answered for chair in heard.seats if chair.bot]
            self._has_moved.set()
        elif heard.re in self._waiting:
            reply = self._waiting.pop(heard.re)
            if not reply.done():  # somebody may have given up waiting
                reply.set_result(heard)


class Company:
    """People of one server who open tables and sit down together."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opened = 0
        self._group: list[AsyncClient] = []
        self._gate = asyncio.Lock()

    async def people(self) -> list[AsyncClient]:
        """The people of the next table; after some tables these are others."""
        async with self._gate:
            if self.opened % TABLES_OF_GROUP == 0:
                self._group = [AsyncClient(self.address) for _ in range(GROUP)]
                for client in self._group:
                    await client.me()
            self.opened += 1
            return self._group

    async def table(self, game: str) -> list[Seat]:
        """A table in play: the seats of its people."""
        people = (await self.people())[: GAMES[game].fewest]
        room = await people[0].open_room(game, is_public=False)
        seats = [await enter(client, room, game) for client in people]
        for place, seat in enumerate(seats):
            await seat.ask("sit", seat=place)
        for seat in seats:
            await seat.ask("ready")
        return seats

    async def leave(self, table: list[Seat]) -> None:
        await asyncio.gather(*(seat.leave() for seat in table))


async def enter(client: AsyncClient, room: str, game: str = "") -> Seat:
    return await entered(client.server, room, game, cookie=f"{COOKIE}={client.token}")


async def entered(server: str, room: str, game: str, *, cookie: str, address: str = "") -> Seat:
    """A socket that has entered a room, from an address of this machine."""
    connection = await connect(
        f"ws{server.removeprefix('http')}/ws/{room}",
        origin=cast(Any, server),
        additional_headers={"Cookie": cookie},
        compression=None,
        max_size=None,
        proxy=None,
        close_timeout=1.0,
        local_addr=(address, 0) if address else None,
    )
    seat = Seat(game, connection, room)
    try:
        if (await seat.ask("enter", scenes=True, brief=True)).kind == "failed":
            await seat.ask("enter", scenes=True)  # a server from before there were brief notices
    except BaseException:
        await seat.leave()
        raise
    return seat
