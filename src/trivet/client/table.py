"""The WebSocket side of the client: a room as it was shown last, and the connection to it."""

import asyncio
import contextlib
import itertools
import random
from collections.abc import AsyncIterator, Callable, Coroutine
from typing import TYPE_CHECKING, Any, cast

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from trivet.client.dice import Promise, promise_of
from trivet.core.scenes.patch import LatestScene, Unfit
from trivet.server.wire.messages import (
    Again,
    Answer,
    Enter,
    Invite,
    Offer,
    Ready,
    Request,
    Reveal,
    Say,
    Sit,
    Undo,
)
from trivet.server.wire.outgoing import (
    Ask,
    Bye,
    ChatLine,
    ChatLines,
    Failed,
    MomentSeen,
    NewsItem,
    Notice,
    Refused,
    RoomNotice,
    RoomSeen,
    Shown,
    Stale,
    Took,
    TurnSeen,
)

if TYPE_CHECKING:
    from trivet.client.connection import AsyncClient

COOKIE = "trivet"
FIRST_PAUSE = 0.05  # seconds between two attempts to connect; doubled each time
NO_WAY_BACK = (4401, 4403, 4404, 4410, 4429)  # close codes after which reconnecting is useless
LATER = {"unsure": 0.2, "too-fast": 0.5}  # seconds before a request is resent, by code of failure
MOMENTS_KEPT = 32
ONCE = (Invite, Offer, Say)  # requests that are not idempotent: never resent
_decoder = msgspec.json.Decoder(RoomNotice)


class Trouble(Exception):
    """A refusal of the server, or a lost connection; the text is the reason."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class AsyncTable:
    """A room of a server, as it was shown last."""

    longest_pause = 2.0  # seconds between two attempts to connect

    def __init__(self, client: "AsyncClient", name: str, have: Enter) -> None:
        self.client, self.name, self._have = client, name, have
        self._room: RoomSeen | None = None
        self.shown: Shown | None = None  # None while the game has not begun
        self.news: list[NewsItem] = []
        self.turns: list[TurnSeen] = []  # that the news belong to
        self.moments: list[MomentSeen] = []  # the latest ones on the way here
        self.lines: dict[str, list[ChatLine]] = {"players": [], "watchers": []}
        self.first_line = {"players": 0, "watchers": 0}  # the numbers of the first of these lines
        self.promise: Promise | None = None  # about the dice, once one is ready
        self.trouble: Trouble | None = None  # why the connection has ended for good
        self.welcomes = 0  # times the table was entered
        self.version = 0  # counts changes
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[Request, asyncio.Future[Notice]]] = {}
        self._changed = asyncio.Event()
        self._sending: set[asyncio.Future[None]] = set()  # resends, kept from the collector
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_new_here = True
        self._drawn = LatestScene()

    # --- state -----------------------------------------------------------------------------------

    @property
    def room(self) -> RoomSeen:
        if self._room is None:
            raise self.trouble or Trouble("no-server", "Nothing has been heard from the table yet.")
        return self._room

    @property
    def seat(self) -> int | None:
        return self.room.you

    @property
    def is_over(self) -> bool:
        return self.room.phase == "over"

    async def change(self, after: int | None = None) -> None:
        """Wait for a change since now, or since an earlier version."""
        after = self.version if after is None else after
        while self.version == after:
            if self.trouble is not None:
                raise self.trouble
            await self._changed.wait()

    async def until(self, is_so: Callable[["AsyncTable"], bool]) -> None:
        while not is_so(self):
            await self.change()

    async def question(self) -> Ask | None:
        """Wait for the next question to this seat; None when the game is over."""
        await self.until(
            lambda table: table.is_over or (table.shown is not None and table.shown.ask is not None)
        )
        return None if self.is_over or self.shown is None else self.shown.ask

    # --- requests --------------------------------------------------------------------------------

    async def answer(self, text: str, *more: str) -> Took | Refused | Stale | Failed:
        """Answer the question, or give all answers of a turn at once; when this returns Took, they
        are stored."""
        if self.shown is None:
            raise Trouble("not-begun", "The game has not begun.")
        count = self.shown.count
        whole = Answer(count=count, texts=[text, *more]) if more else Answer(count=count, text=text)
        return await self._act(whole)

    async def undo(self) -> Took | Refused | Stale | Failed:
        if self.shown is None:
            raise Trouble("not-begun", "The game has not begun.")
        return await self._act(Undo(count=self.shown.count))

    async def _act(self, request: Answer | Undo) -> Took | Refused | Stale | Failed:
        """Send it, and wait for the reply and for the position after it."""
        reply = await self.do(request)
        if isinstance(reply, Took | Stale):
            count = reply.count
            await self.until(lambda table: table.shown is not None and table.shown.count >= count)
        return cast(Took | Refused | Stale | Failed, reply)

    async def sit(self, seat: int | None = None, ticket: str = "") -> int:
        """Take a seat, by default the first free one; return its number."""
        if self.seat is not None and seat is None:
            return self.seat
        free = [n for n, chair in enumerate(self.room.seats) if chair.kind == "empty"]
        if seat is None and not free:
            raise Trouble("full", "All seats are taken.")
        wanted = free[0] if seat is None else seat
        await self.insist(Sit(seat=wanted, ticket=ticket))
        await self.until(lambda table: table.seat == wanted)
        return wanted

    async def ready(self) -> None:
        """Be ready, with salt of one's own for the dice: it is sealed now, and opened by itself
        when everybody is ready.  `promise` has what to compare the record with."""
        if self.seat is None:
            raise Trouble("not-seated", "Take a seat first.")
        self.promise = promise_of(self.room)
        await self.insist(Ready(sealed=self.promise.seal))

    async def insist(self, request: Request) -> Notice:
        """Send a request; raise Trouble if the server refuses it."""
        reply = await self.do(request)
        if isinstance(reply, Failed):
            raise Trouble(reply.code, reply.reason)
        if isinstance(reply, Refused):
            raise Trouble(reply.rule, reply.reason)
        return reply

    async def do(self, request: Request) -> Notice:
        """Send any request of docs/api.md and wait for the reply."""
        if self.trouble is not None:
            raise self.trouble
        numbered = msgspec.structs.replace(request, re=next(self._numbers))
        reply: asyncio.Future[Notice] = asyncio.get_running_loop().create_future()
        self._waiting[numbered.re] = (numbered, reply)
        if self._connection is not None:
            await self._send(self._connection, numbered)
        return await reply

    # --- connection ------------------------------------------------------------------------------

    async def start(self) -> None:
        self._task = asyncio.create_task(self._stay_connected())
        self._task.add_done_callback(self._give_up)
        await self.until(lambda table: table._room is not None)

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        self._end(Trouble("closed", "You have left the table."))

    async def __aenter__(self) -> "AsyncTable":
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.close()

    def _give_up(self, task: "asyncio.Task[None]") -> None:
        """If the task failed, fail all pending requests: nothing will answer them."""
        if not task.cancelled() and (fault := task.exception()) is not None:
            self._end(Trouble("fault", f"The line to the table ended: {fault}."))

    async def _stay_connected(self) -> None:
        pause = FIRST_PAUSE
        while self.trouble is None:
            try:
                async with self._connected() as connection:
                    pause = FIRST_PAUSE
                    await self._listen(connection)
            except ConnectionClosed as closed:
                self._connection = None
                if closed.rcvd is not None and closed.rcvd.code in NO_WAY_BACK:
                    self._end(Trouble("closed", closed.rcvd.reason))
            except InvalidStatus as refused:
                if refused.response.status_code < 500:
                    self._end(Trouble("refused", f"HTTP {refused.response.status_code}"))
            except (OSError, InvalidHandshake, TimeoutError, EOFError):
                pass  # try again below
            await asyncio.sleep(pause * (0.5 + random.random()))
            pause = min(2 * pause, self.longest_pause)

    @contextlib.asynccontextmanager
    async def _connected(self) -> AsyncIterator[ClientConnection]:
        server = self.client.server
        async with connect(
            f"ws{server.removeprefix('http')}/ws/{self.name}",
            origin=cast(Any, server),
            additional_headers={"Cookie": f"{COOKIE}={self.client.token}"},
            compression=None,
            max_size=None,
            proxy=None,
            close_timeout=1.0,
        ) as connection:
            yield connection

    async def _listen(self, connection: ClientConnection) -> None:
        await self._send(connection, self._enter())
        self._connection = connection
        self._is_new_here = True
        self._drawn = LatestScene()
        for number, (request, waiting) in list(self._waiting.items()):
            if isinstance(request, ONCE):
                del self._waiting[number]
                waiting.set_exception(Trouble("lost", "The line broke: it may have been done."))
            else:
                await self._send(connection, request)
        async for text in connection:
            self._take(_decoder.decode(text))

    def _enter(self) -> Enter:
        return Enter(
            news=len(self.news),
            takebacks=self.shown.takebacks if self.shown is not None else 0,
            lines=self.first_line["players"] + len(self.lines["players"]),
            asides=self.first_line["watchers"] + len(self.lines["watchers"]),
            scenes=self._have.scenes,
        )

    async def _send(self, connection: ClientConnection, request: Request) -> None:
        with contextlib.suppress(ConnectionClosed):  # it is resent after reconnecting
            await connection.send(msgspec.json.encode(request), text=True)

    def _take(self, notice: Notice) -> None:
        match notice:
            case RoomSeen():
                self._room = notice
                self._mix_dice(notice)
                self.welcomes += self._is_new_here
                self._is_new_here = False
            case Shown():
                try:
                    drawn: list[Shown | MomentSeen] = [*notice.moments, notice]
                    for one in drawn:
                        one.scene = self._drawn.take(one.number, one.scene, one.patch)
                except Unfit:
                    self._send_soon(Again())
                self.shown = notice
                self._take_news(notice)
            case ChatLines():
                self._take_lines(notice)
            case Bye():
                pass
            case _:
                self._take_reply(notice)
        self._tell()

    def _take_news(self, notice: Shown) -> None:
        del self.news[notice.since :]
        self.news += notice.news
        first = notice.turns[0].first if notice.turns else notice.since
        self.turns = [turn for turn in self.turns if turn.first < first] + notice.turns
        older = [one for one in self.moments if one.after <= notice.since]
        self.moments = (older + notice.moments)[-MOMENTS_KEPT:]

    def _mix_dice(self, room: RoomSeen) -> None:
        """Open our salt when it is asked for; be ready again if the dice had to be made anew."""
        promise = self.promise
        if promise is None or room.phase != "open" or room.you is None:
            return
        if promise.is_asked_for(room) and not promise.seals:
            promise.witness(room)
            self._in_background(self.do(Reveal(salt=promise.salt)))
        elif promise.seals and room.commitment != promise.commitment:
            self._in_background(self.ready())

    def _in_background(self, work: Coroutine[Any, Any, object]) -> None:
        task = asyncio.ensure_future(_quietly(work))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def _tell(self) -> None:
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def _take_lines(self, notice: ChatLines) -> None:
        """Chat comes in pages: what was missed in between is not kept."""
        lines, first = self.lines[notice.channel], self.first_line[notice.channel]
        if not first <= notice.since <= first + len(lines):
            self.first_line[notice.channel] = first = notice.since
            lines.clear()
        del lines[notice.since - first :]
        lines += notice.lines

    def _take_reply(self, reply: Notice) -> None:
        number = getattr(reply, "re", 0)
        if number not in self._waiting:
            return
        request, waiting = self._waiting[number]
        if isinstance(reply, Failed) and reply.code in LATER and not isinstance(request, Say):
            asyncio.get_running_loop().call_later(LATER[reply.code], self._send_again, number)
            return
        del self._waiting[number]
        if not waiting.done():
            waiting.set_result(reply)

    def _send_again(self, number: int) -> None:
        """Resend a request if it is still pending and there is a connection."""
        if number in self._waiting:
            self._send_soon(self._waiting[number][0])

    def _send_soon(self, request: Request) -> None:
        if self._connection is not None:
            self._in_background(self._send(self._connection, request))

    def _end(self, trouble: Trouble) -> None:
        self.trouble = self.trouble or trouble
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(trouble)
        self._waiting.clear()
        self._tell()


async def _quietly(work: Coroutine[Any, Any, object]) -> None:
    """Something that nobody waits for; a broken line is told to those who do."""
    with contextlib.suppress(Trouble):
        await work
