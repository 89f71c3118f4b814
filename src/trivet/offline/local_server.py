"""The server inside a page: everything comes as messages, and there is one person."""

import asyncio
import re
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import Protocol
from urllib.parse import parse_qsl, unquote, urlsplit

from trivet.offline.saved import SavedGames
from trivet.offline.shelf import Shelf
from trivet.offline.store import ShelfStore
from trivet.offline.workers import PageEstimator, PageReplayer, PageThinker, PageWorker
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import Bots
from trivet.server.http.calls import ApiReply, ApiRoute, Refusing, reply
from trivet.server.http.endpoints import Endpoints
from trivet.server.http.record_endpoints import RecordEndpoints
from trivet.server.process.limits import USUAL
from trivet.server.records.analysis import Analysis
from trivet.server.records.archive import Archive
from trivet.server.rooms.caller import FAULT, RESTART, Caller, Closed
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sessions import Sessions, hashed
from trivet.server.store.contract import StoredGuest, StoreError
from trivet.server.store.names import guest as guest_name
from trivet.server.table.audience import written
from trivet.server.table.dispatch import read
from trivet.server.table.room import Failing, Person
from trivet.server.wire.api import HttpProblem
from trivet.server.wire.outgoing import Bye, Notice

TOKEN = "the person at this page"
FOR_EVER = 1 << 40
PATIENCE = 30.0  # seconds: a worker has to start first
SWEEP = 20.0
LIMITS = USUAL._replace(rooms_of_person=500)  # it is their own disk


class PageLine(Protocol):
    """The other end of a conversation."""

    def hear(self, text: str) -> None: ...
    def end(self, code: int, reason: str) -> None: ...


class LocalServer:
    """Everything a page may ask for."""

    def __init__(
        self, shelf: Shelf, bots: PageWorker, archive: PageWorker, *, delay: float = 0.7
    ) -> None:
        self.store = ShelfStore(shelf)
        pacing = BotPacing(
            delay=delay, opening=min(0.2, delay), patience=PATIENCE, workers=1, quick=0
        )
        thinking = Bots(pacing, lambda: PageThinker(bots))
        self.rooms = Rooms(self.store, thinking, LIMITS)
        self.sessions = Sessions(self.store)
        analysis = Analysis(self.store, PageEstimator(archive))
        records = RecordEndpoints(self.store, thinking, analysis, Archive(PageReplayer(archive)))
        self.saved = SavedGames(self.store, self.guest)
        endpoints = Endpoints(self.rooms, self.sessions, records)
        routes = (*self.saved.routes(), *endpoints.routes())
        self._routes = [(pattern_of(bound.route), bound) for bound in routes]
        self._conversations: dict[str, Conversation] = {}
        self._chores: list[asyncio.Task[None]] = []

    async def begin(self) -> None:
        """Let clocks run, and forget what is idle."""
        self._chores = [
            asyncio.create_task(self.rooms.see_to_clocks()),
            asyncio.create_task(self.sweep()),
        ]

    async def sweep(self) -> None:
        while True:
            await asyncio.sleep(SWEEP)
            self.rooms.sweep()

    async def guest(self) -> StoredGuest:
        """The person at this page, who is remembered."""
        known = await self.sessions.guest(TOKEN)
        if known is None:
            now = int(time.time())
            new = StoredGuest(secrets.token_urlsafe(16), guest_name(), now, FOR_EVER)
            await self.store.add_guest(new, hashed(TOKEN))
            known = await self.sessions.guest(TOKEN)
        if known is None:
            raise StoreError("It could not be stored who you are.")
        return known

    # --- requests ---

    async def call(self, method: str, address: str, body: bytes = b"") -> ApiReply:
        """The reply to a request; what goes wrong is said in words."""
        try:
            return await self._answer(method, address, body)
        except Refusing as no:
            return _problem(no.status, no.code, no.reason)
        except Failing as no:
            return _problem(409, no.code, no.reason)
        except StoreError as error:
            return _problem(503, "store", str(error))

    async def _answer(self, method: str, address: str, body: bytes) -> ApiReply:
        asked = urlsplit(address)
        for pattern, (route, endpoint) in self._routes:
            found = pattern.fullmatch(asked.path)
            if found is not None and route.method == method:
                named = {name: unquote(part) for name, part in found.groupdict().items()}
                query = dict(parse_qsl(asked.query))
                return await endpoint(PageCall(named, query, body, self.guest))
        raise Refusing(404, "missing", "Not found.")

    # --- conversations ---

    async def dial(self, key: str, room: str, wire: PageLine) -> None:
        """Begin to talk to a room."""
        guest = await self.guest()
        who = Person(guest.person, guest.name)
        self._conversations[key] = Conversation(self.rooms, room, who, wire)

    async def hear(self, key: str, text: str) -> None:
        if key in self._conversations:
            await self._conversations[key].hear(text)

    def hang_up(self, key: str) -> None:
        conversation = self._conversations.pop(key, None)
        if conversation is not None:
            conversation.leave()


class PageCall:
    """A call of the API from the page itself."""

    def __init__(
        self,
        named: Mapping[str, str],
        query: Mapping[str, str],
        body: bytes,
        guest: Callable[[], Awaitable[StoredGuest]],
    ) -> None:
        self.named, self.query = named, query
        self._body, self._guest = body, guest
        self.payer, self.session = "page", b""
        self.site = self.address = ""

    async def guest(self) -> StoredGuest:
        return await self._guest()

    visitor = guest

    async def body(self) -> bytes:
        return self._body

    def give_session(self, token: str, before: str) -> None:
        """There is one person at a page."""

    def end_session(self, person: str, *, is_own: bool) -> None:
        """There is one person at a page."""

    def send_away(self, person: str, reason: str) -> None:
        """The next request is a new person's."""

    def expect_few_rooms(self) -> None:
        """It is their own disk."""

    def expect_seldom(self, what: str) -> None:
        """It is their own machine."""


class Conversation:
    """A page as a listener of a room: it is never slow, and nobody limits it."""

    id = "page"

    def __init__(self, rooms: Rooms, room: str, who: Person, wire: PageLine) -> None:
        self.rooms, self.who, self.wire = rooms, who, wire
        self.caller = Caller(rooms, room)

    def send(self, text: bytes) -> None:
        self.wire.hear(text.decode())

    def say(self, notice: Notice) -> None:
        self.send(written(notice))

    def close(self, notice: Bye) -> None:
        self.say(notice)
        self.wire.end(RESTART, notice.reason)

    async def hear(self, text: str) -> None:
        try:
            request = self.caller.take(self, read(text), self.rooms.now())
            if request is not None:
                await self.caller.enter(self, request)
        except Closed as end:
            self.wire.end(end.code, end.reason)
        except Exception:
            self.wire.end(FAULT, "Something went wrong here. Please come back.")
            raise

    def leave(self) -> None:
        self.caller.leave(self)


def pattern_of(route: ApiRoute) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/]+)", re.escape(route.path)))


def _problem(status: int, code: str, reason: str) -> ApiReply:
    return reply(HttpProblem(code=code, reason=reason), status)
