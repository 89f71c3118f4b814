"""A player's end of the line: the server's tables from Python, for people, bots and terminals.

    from trivet.client import Client

    client = Client("http://127.0.0.1:8000")
    with client.enter(client.open_room("sovereign", bots=["", "greedy"], start=True)) as table:
        while ask := table.question():
            table.answer(ask.options[0].text)
        print(table.room.result)

`AsyncClient` is the same with `await`.  A table keeps itself connected: after a break it says what
it has, gets the rest, and sends again what was not acknowledged; the server takes it only once.
"""

import asyncio
import contextlib
import itertools
import json
import random
import threading
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Callable, Coroutine
from http.cookies import SimpleCookie
from typing import Any, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from trivet.server.api import Catalogue, Lobby, Me, NewRoom, Opened
from trivet.server.messages import (
    Answer,
    Ask,
    Bye,
    Enter,
    Failed,
    Invite,
    Line,
    Lines,
    NewsItem,
    Notice,
    Offer,
    Refused,
    RoomNotice,
    RoomSeen,
    Say,
    Shown,
    Sit,
    Stale,
    Took,
    Undo,
    Wish,
)

COOKIE = "trivet"
FIRST_PAUSE = 0.05  # seconds between two attempts to connect; doubled each time
NO_WAY_BACK = range(4400, 4430)  # the server has said why, and would say it again
TIMEOUT = 20.0
ONCE = (Invite, Offer, Say)  # wishes that are not the same when they are made twice
T = TypeVar("T")
_decoder = msgspec.json.Decoder(RoomNotice)


class Trouble(Exception):
    """The server said no; the text is its reason."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code, self.reason = code, reason


class Place(NamedTuple):
    """What a link leads to."""

    server: str
    room: str
    seat: int | None = None  # that is kept for whoever has the ticket
    ticket: str = ""


def place_of(link: str) -> Place:
    """The parts of http://host:port/t/ROOM or .../t/ROOM#invite=SEAT.TICKET."""
    parts = urlsplit(link)
    folder, _, room = parts.path.strip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or folder != "t" or not room:
        raise Trouble("bad-link", "A link to a table looks like http://host:8000/t/NAME.")
    invitation = parts.fragment.removeprefix("invite=")
    seat, _, ticket = invitation.partition(".")
    server = f"{parts.scheme}://{parts.netloc}"
    return Place(server, room, int(seat) if seat.isdecimal() else None, ticket)


# --- asynchronous ---------------------------------------------------------------------------------


class AsyncClient:
    """A guest at a server; `token` is the cookie of an earlier visit."""

    def __init__(self, server: str, token: str = "") -> None:
        self.server, self.token = server.rstrip("/"), token

    async def me(self) -> str:
        """Your name there; who has none gets one."""
        return (await self._fetch("GET", "/api/me", None, Me)).name

    async def rename(self, name: str) -> str:
        return (await self._fetch("POST", "/api/me", {"name": name}, Me)).name

    async def games(self) -> Catalogue:
        return await self._fetch("GET", "/api/games", None, Catalogue)

    async def lobby(self) -> Lobby:
        return await self._fetch("GET", "/api/lobby", None, Lobby)

    async def open_room(self, game: str, **wish: Any) -> str:
        """The name of a new room: see NewRoom in docs/api.md for what can be wished."""
        wanted = msgspec.to_builtins(NewRoom(game=game, **wish))
        return (await self._fetch("POST", "/api/rooms", wanted, Opened)).room

    async def record(self, room: str) -> str:
        """The record of a finished game."""
        return (await self._request("GET", f"/api/records/{room}", None)).decode()

    async def enter(self, room: str, **have: Any) -> "AsyncTable":
        """A seat at a table, or a place to watch it from."""
        if not self.token:
            await self.me()
        table = AsyncTable(self, room, Enter(**have))
        await table.start()
        return table

    async def _fetch(self, method: str, path: str, body: object, kind: type[T]) -> T:
        if not self.token and (method, path) != ("GET", "/api/me"):
            await self.me()
        return msgspec.json.decode(await self._request(method, path, body), type=kind)

    async def _request(self, method: str, path: str, body: object) -> bytes:
        return await asyncio.to_thread(self._request_now, method, path, body)

    def _request_now(self, method: str, path: str, body: object) -> bytes:
        data = json.dumps(body).encode() if body is not None else None
        headers = {"Origin": self.server, "Cookie": f"{COOKIE}={self.token}"}
        request = urllib.request.Request(self.server + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as reply:
                cookies = SimpleCookie(reply.headers.get("Set-Cookie", ""))
                if COOKIE in cookies:
                    self.token = cookies[COOKIE].value
                return cast(bytes, reply.read())
        except urllib.error.HTTPError as error:
            raise _problem(error) from None
        except OSError as error:
            reason = getattr(error, "reason", error)
            raise Trouble("no-server", f"{self.server} does not answer: {reason}.") from None


def _problem(error: urllib.error.HTTPError) -> Trouble:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        problem = json.loads(error.read())
        return Trouble(problem["code"], problem["reason"])
    return Trouble("http", f"The server answered with {error.code}.")


class AsyncTable:
    """A room of a server, as it was shown last."""

    longest_pause = 2.0  # seconds between two attempts to connect

    def __init__(self, client: AsyncClient, name: str, have: Enter) -> None:
        self.client, self.name, self._have = client, name, have
        self._room: RoomSeen | None = None
        self.shown: Shown | None = None  # None while the game has not begun
        self.news: list[NewsItem] = []
        self.lines: dict[str, list[Line]] = {"players": [], "watchers": []}
        self.trouble: Trouble | None = None  # why it cannot be gone on
        self.welcomes = 0  # how often the table was entered
        self.version = 0  # how often something has changed
        self._numbers = itertools.count(1)
        self._waiting: dict[int, tuple[Wish, asyncio.Future[Notice]]] = {}
        self._changed = asyncio.Event()
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._is_new_here = True

    # --- what is so ------------------------------------------------------------------------------

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
        """Wait for anything new, since now or since an earlier version."""
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

    # --- doing -----------------------------------------------------------------------------------

    async def answer(self, text: str) -> Took | Refused | Stale | Failed:
        """Answer the question; it is stored when this returns Took."""
        if self.shown is None:
            raise Trouble("not-begun", "The game has not begun.")
        return await self._act(Answer(count=self.shown.count, text=text))

    async def undo(self) -> Took | Refused | Stale | Failed:
        if self.shown is None:
            raise Trouble("not-begun", "The game has not begun.")
        return await self._act(Undo(count=self.shown.count))

    async def _act(self, wish: Answer | Undo) -> Took | Refused | Stale | Failed:
        """What is so afterwards is shown a moment after the reply: wait for that, too."""
        reply = await self.do(wish)
        if isinstance(reply, Took | Stale):
            count = reply.count
            await self.until(lambda table: table.shown is not None and table.shown.count >= count)
        return cast(Took | Refused | Stale | Failed, reply)

    async def sit(self, seat: int | None = None, ticket: str = "") -> int:
        """Take a seat, the first free one if none is said; which one it is."""
        if self.seat is not None and seat is None:
            return self.seat
        free = [n for n, chair in enumerate(self.room.seats) if chair.kind == "empty"]
        if seat is None and not free:
            raise Trouble("full", "All seats are taken.")
        wanted = free[0] if seat is None else seat
        await self.insist(Sit(seat=wanted, ticket=ticket))
        await self.until(lambda table: table.seat == wanted)
        return wanted

    async def insist(self, wish: Wish) -> Notice:
        """Do it, or raise what the server has against it."""
        reply = await self.do(wish)
        if isinstance(reply, Failed):
            raise Trouble(reply.code, reply.reason)
        if isinstance(reply, Refused):
            raise Trouble(reply.rule, reply.reason)
        return reply

    async def do(self, wish: Wish) -> Notice:
        """Send any wish of docs/api.md and wait for the reply."""
        if self.trouble is not None:
            raise self.trouble
        numbered = msgspec.structs.replace(wish, re=next(self._numbers))
        reply: asyncio.Future[Notice] = asyncio.get_running_loop().create_future()
        self._waiting[numbered.re] = (numbered, reply)
        if self._connection is not None:
            await self._send(self._connection, numbered)
        return await reply

    # --- the line --------------------------------------------------------------------------------

    async def start(self) -> None:
        self._task = asyncio.create_task(self._stay_connected())
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
                pass  # it will be back
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
        for number, (wish, waiting) in list(self._waiting.items()):
            if isinstance(wish, ONCE):
                del self._waiting[number]
                waiting.set_exception(Trouble("lost", "The line broke: it may have been done."))
            else:
                await self._send(connection, wish)
        async for text in connection:
            self._take(_decoder.decode(text))

    def _enter(self) -> Enter:
        return Enter(
            news=len(self.news),
            takebacks=self.shown.takebacks if self.shown is not None else 0,
            lines=len(self.lines["players"]),
            asides=len(self.lines["watchers"]),
            scenes=self._have.scenes,
        )

    async def _send(self, connection: ClientConnection, wish: Wish) -> None:
        with contextlib.suppress(ConnectionClosed):  # it is sent again on the next line
            await connection.send(msgspec.json.encode(wish), text=True)

    def _take(self, notice: Notice) -> None:
        match notice:
            case RoomSeen():
                self._room = notice
                self.welcomes += self._is_new_here
                self._is_new_here = False
            case Shown():
                self.shown = notice
                del self.news[notice.since :]
                self.news += notice.news
            case Lines():
                lines = self.lines[notice.channel]
                del lines[notice.since :]
                lines += notice.lines
            case Bye():
                pass
            case _:
                self._take_reply(notice)
        self._tell()

    def _tell(self) -> None:
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def _take_reply(self, reply: Notice) -> None:
        number = getattr(reply, "re", 0)
        if number not in self._waiting:
            return
        wish, waiting = self._waiting[number]
        if isinstance(reply, Failed) and reply.code == "unsure" and self._connection is not None:
            resend = self._send(self._connection, wish)
            asyncio.get_running_loop().call_later(0.2, asyncio.ensure_future, resend)
            return
        del self._waiting[number]
        if not waiting.done():
            waiting.set_result(reply)

    def _end(self, trouble: Trouble) -> None:
        self.trouble = self.trouble or trouble
        for _, waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(trouble)
        self._waiting.clear()
        self._tell()


# --- synchronous ----------------------------------------------------------------------------------


class Client:
    """The same for programs that wait: it listens in a thread of its own."""

    def __init__(self, server: str, token: str = "") -> None:
        self._client = AsyncClient(server, token)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="trivet-client", daemon=True).start()

    @property
    def token(self) -> str:
        """What makes you the same guest the next time: keep it to yourself."""
        return self._client.token

    def me(self) -> str:
        return self.wait(self._client.me())

    def rename(self, name: str) -> str:
        return self.wait(self._client.rename(name))

    def games(self) -> Catalogue:
        return self.wait(self._client.games())

    def lobby(self) -> Lobby:
        return self.wait(self._client.lobby())

    def open_room(self, game: str, **wish: Any) -> str:
        return self.wait(self._client.open_room(game, **wish))

    def record(self, room: str) -> str:
        return self.wait(self._client.record(room))

    def enter(self, room: str, **have: Any) -> "Table":
        return Table(self, self.wait(self._client.enter(room, **have)))

    def wait(self, work: Coroutine[Any, Any, T], seconds: float | None = None) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)


class Table:
    """See AsyncTable."""

    def __init__(self, client: Client, table: AsyncTable) -> None:
        self._client, self._table = client, table
        self._seen = table.version

    @property
    def room(self) -> RoomSeen:
        return self._table.room

    @property
    def shown(self) -> Shown | None:
        return self._table.shown

    @property
    def news(self) -> list[NewsItem]:
        return self._table.news

    @property
    def lines(self) -> dict[str, list[Line]]:
        return self._table.lines

    @property
    def seat(self) -> int | None:
        return self._table.seat

    @property
    def is_over(self) -> bool:
        return self._table.is_over

    def change(self) -> None:
        """Wait for anything new since the last time."""
        self._client.wait(self._table.change(self._seen))
        self._seen = self._table.version

    def question(self) -> Ask | None:
        return self._client.wait(self._table.question())

    def answer(self, text: str) -> Took | Refused | Stale | Failed:
        return self._client.wait(self._table.answer(text))

    def undo(self) -> Took | Refused | Stale | Failed:
        return self._client.wait(self._table.undo())

    def sit(self, seat: int | None = None, ticket: str = "") -> int:
        return self._client.wait(self._table.sit(seat, ticket))

    def insist(self, wish: Wish) -> Notice:
        return self._client.wait(self._table.insist(wish))

    def do(self, wish: Wish) -> Notice:
        return self._client.wait(self._table.do(wish))

    def close(self) -> None:
        self._client.wait(self._table.close())

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
