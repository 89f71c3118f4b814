"""The HTTP side of the client: session, games, lobby, rooms and records."""

import asyncio
import contextlib
import json
import urllib.error
import urllib.request
from http.client import HTTPException
from http.cookies import SimpleCookie
from typing import Any, NamedTuple, TypeVar, cast
from urllib.parse import urlsplit

import msgspec

from trivet.client.table import COOKIE, AsyncTable, Trouble
from trivet.server.wire.api import Catalogue, Lobby, Me, NewRoom, Opened
from trivet.server.wire.messages import Enter

TIMEOUT = 20.0
PAUSES = (0.2, 0.5, 1.0, 2.0, 3.0, 3.0)  # seconds between two tries, while the server is away
T = TypeVar("T")


class Away(Trouble):
    """The server, or its store, is away for a moment."""


class RoomAddress(NamedTuple):
    """The parts of a link to a table."""

    server: str
    room: str
    seat: int | None = None  # reserved for the holder of the ticket
    ticket: str = ""


def place_of(link: str) -> RoomAddress:
    """The parts of http://host:port/t/ROOM or .../t/ROOM#invite=SEAT.TICKET."""
    parts = urlsplit(link)
    folder, _, room = parts.path.strip("/").rpartition("/")
    if parts.scheme not in ("http", "https") or not parts.netloc or folder != "t" or not room:
        raise Trouble("bad-link", "A link to a table looks like http://host:8000/t/NAME.")
    invitation = parts.fragment.removeprefix("invite=")
    seat, _, ticket = invitation.partition(".")
    server = f"{parts.scheme}://{parts.netloc}"
    return RoomAddress(server, room, int(seat) if seat.isdecimal() else None, ticket)


class AsyncClient:
    """A guest at a server; `token` is the session cookie of an earlier visit."""

    def __init__(self, server: str, token: str = "") -> None:
        self.server, self.token = server.rstrip("/"), token

    async def me(self) -> str:
        """Your name at the server; it gives a new guest one."""
        return (await self._fetch("GET", "/api/me", None, Me)).name

    async def rename(self, name: str) -> str:
        return (await self._fetch("POST", "/api/me", {"name": name}, Me)).name

    async def games(self) -> Catalogue:
        return await self._fetch("GET", "/api/games", None, Catalogue)

    async def lobby(self) -> Lobby:
        return await self._fetch("GET", "/api/lobby", None, Lobby)

    async def open_room(self, game: str, **wish: Any) -> str:
        """Open a room and return its name; `wish` has the fields of NewRoom in docs/api.md."""
        NewRoom(game=game, **wish)  # a field that does not exist is a TypeError
        wanted = {"game": game, **msgspec.to_builtins(wish)}  # an older server knows fewer fields
        return (await self._fetch("POST", "/api/rooms", wanted, Opened)).room

    async def record(self, room: str) -> str:
        """The record of a finished game."""
        return (await self._request("GET", f"/api/records/{room}", None)).decode()

    async def enter(self, room: str, **have: Any) -> "AsyncTable":
        """Connect to a table, as a player or a spectator."""
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
        """Wait for a server that is away for a moment, if asking twice does no harm."""
        for pause in PAUSES if method == "GET" else ():
            try:
                return await asyncio.to_thread(self._request_now, method, path, body)
            except Away:
                await asyncio.sleep(pause)
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
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise Trouble("no-server", f"{self.server} does not answer: {reason}.") from None


def _problem(error: urllib.error.HTTPError) -> Trouble:
    with contextlib.suppress(ValueError, KeyError, TypeError):
        problem = json.loads(error.read())
        if problem["code"] == "store":
            return Away("no-server", problem["reason"])
        return Trouble(problem["code"], problem["reason"])
    if error.code in (502, 503, 504):  # of a proxy, while servers change places
        return Away("no-server", f"The server answered with {error.code}.")
    return Trouble("http", f"The server answered with {error.code}.")
