"""The web application: checks every request, then calls rooms, pages and records."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from functools import wraps
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import HTTPConnection, Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from trivet.server.http import origins, session_cookie, what_is_stored
from trivet.server.http.calling_endpoints import CallingEndpoints
from trivet.server.http.calls import BoundRoute, Refusing
from trivet.server.http.endpoints import Endpoints, HasRoutes
from trivet.server.http.keeping_endpoints import KeepingEndpoints
from trivet.server.http.lab_page import whole_report
from trivet.server.http.record_endpoints import RecordEndpoints
from trivet.server.http.relay import Relay
from trivet.server.http.replies import address, body, reply, response, turn_away
from trivet.server.http.session_cookie import token_of
from trivet.server.http.socket import WRONG, Socket
from trivet.server.http.static import Headers, HttpEndpoint, page_routes
from trivet.server.process.limits import Allowance, RateBuckets, SeldomLimits, Sockets
from trivet.server.process.logs import REQUEST
from trivet.server.process.metering import metered
from trivet.server.records import sharing
from trivet.server.records.analysis import Analysis, EstimateProcess
from trivet.server.records.archive import Archive, ReplayProcess
from trivet.server.rooms.caller import (
    BANNED,
    FAULT,
    LOGGED_OUT,
    NO_SESSION,
    RESTART,
    SOMEBODY_ELSE,
    TOO_MANY,
    Closed,
)
from trivet.server.rooms.calling import TurnCalls
from trivet.server.rooms.keeping import NameKeeper
from trivet.server.rooms.notices import Notices
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sanctions import words_for
from trivet.server.rooms.sessions import Sessions, hashed
from trivet.server.store import lifetimes
from trivet.server.store.contract import Elsewhere, StoredGuest, StoreError
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.table.room import Failing, Person
from trivet.server.wire.api import HttpProblem

log = logging.getLogger("trivet.app")
PAYER = "trivet.payer"  # in the scope of a request
TIDY, TIDY_PAUSE = 3600.0, 1.0  # seconds between two removals of what is old, and their parts
SWEEP = 20.0  # seconds between two looks for what nobody needs
REQUEST_COST = 0.0005  # seconds of the loop for a request, besides what it asks for ...
SOCKET_COST = 0.002  # ... and for a socket that is opened and closed
MAX_HANDSHAKES = 32  # let in at once; when thousands come back together, the first can play already


def payer_of(request: Request) -> str:
    """On whose account a request is: a person, or the address of a stranger."""
    payer: str = request.scope[PAYER]
    return payer


class HttpCall:
    """A call of the API that came over HTTP."""

    def __init__(self, app: "App", request: Request) -> None:
        self.app, self.request = app, request
        self.token = ""  # of the session, if the reply has to set its cookie
        self.is_over = False  # the session: the reply takes its cookie away

    @property
    def named(self) -> Mapping[str, str]:
        return self.request.path_params

    @property
    def query(self) -> Mapping[str, str]:
        return self.request.query_params

    @property
    def payer(self) -> str:
        return payer_of(self.request)

    async def guest(self) -> StoredGuest:
        return await self.app.guest(self.request)

    async def visitor(self) -> StoredGuest:
        self.token, guest = await self.app.welcome(self.request)
        return guest

    @property
    def session(self) -> bytes:
        return hashed(token_of(self.request))

    @property
    def site(self) -> str:
        return f"{self.request.url.scheme}://{self.request.headers.get('host', '')}"

    @property
    def address(self) -> str:
        return address(self.request)

    def give_session(self, token: str, before: str) -> None:
        self.token = token
        self.app.send_away(lambda one, _: one == before, RESTART, SOMEBODY_ELSE)

    def end_session(self, person: str, *, is_own: bool) -> None:
        self.is_over = is_own
        self.app.send_away(lambda one, _: one == person, RESTART, LOGGED_OUT)

    def send_away(self, person: str, reason: str) -> None:
        self.is_over = True
        self.app.send_away(lambda one, _: one == person, BANNED, reason)

    async def body(self) -> bytes:
        return await body(self.request, self.app.rooms.limits.message)

    def expect_few_rooms(self) -> None:
        if not self.app.new_rooms.spend(address(self.request), self.app.seconds()):
            raise Refusing(429, "too-fast", "Too many new tables from where you are.")

    def expect_seldom(self, what: str) -> None:
        if not self.app.seldom.spend(what, address(self.request), self.app.seconds()):
            raise Refusing(429, "too-often", "Too many such requests from where you are.")


class App:
    """The web application: checks origin, session and rate limits, then calls rooms and pages."""

    def __init__(
        self,
        rooms: Rooms,
        origins: origins.Origins,
        lifetimes: Lifetimes = lifetimes.USUAL,
        *,
        is_behind_proxy: bool = False,
        relay: Relay | None = None,
        push_services: frozenset[str] = frozenset(),
    ) -> None:
        self.is_behind_proxy = is_behind_proxy
        self.rooms, self.origins, self.lifetimes = rooms, origins, lifetimes
        self.sessions = Sessions(rooms.store)
        self.estimates = EstimateProcess()
        analysis = Analysis(rooms.store, self.estimates)
        self.records = RecordEndpoints(rooms.store, rooms.bots, analysis, Archive(ReplayProcess()))
        self.calls = self._turn_calls(push_services)
        self.endpoints = Endpoints(rooms, self.sessions, self.records, *self._of_people())
        self.sockets = Sockets(rooms.limits)
        self.live: set[Socket] = set()
        limits = rooms.limits
        self.new_guests = RateBuckets(limits.guests_of_address / 60, limits.guests_of_address)
        self.new_rooms = RateBuckets(limits.rooms_of_address / 60, limits.rooms_of_address)
        self.seldom = SeldomLimits(limits)
        self.allowance = Allowance(limits)
        self.doorstep = asyncio.Semaphore(MAX_HANDSHAKES)
        self.notices = Notices(rooms, self.sessions, self.send_away, self.forget)
        self.relay = relay or Relay("", 0)

    def _turn_calls(self, services: frozenset[str]) -> TurnCalls | None:
        if self.sessions.people is None:
            return None
        name = min(self.origins.hosts, default="localhost")
        return TurnCalls(self.rooms, self.sessions.people, f"https://{name}", services)

    def _of_people(self) -> list[HasRoutes]:
        if self.sessions.people is None or self.calls is None:
            return []
        keeper = NameKeeper(self.rooms, self.sessions, self.sessions.people)
        return [KeepingEndpoints(keeper), CallingEndpoints(self.calls)]

    def app(self) -> ASGIApp:
        """The headers are added outside of everything: a failure has them as well."""
        inner = Starlette(routes=self.routes(), lifespan=self.lifespan)
        return Headers(inner, is_behind_proxy=self.is_behind_proxy)

    def move(self, home: Path) -> None:
        """Let bots and estimates use another build of the same rules."""
        self.rooms.bots.move(home)
        self.estimates.move(home)

    def routes(self) -> list[BaseRoute]:
        return [
            *(
                Route(bound.route.path, self.over_http(bound), methods=[bound.route.method])
                for bound in self.endpoints.routes()
            ),
            Route("/lab/{game}/{seats:int}", self.answering(whole_report)),
            Route("/stored", self.answering(self.stored)),
            Route("/healthz", self.answering(self.health)),
            Route("/livez", self.alive),
            WebSocketRoute("/ws/{room}", self.socket),
            *page_routes(self.card, self.limited),
        ]

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        await self.rooms.sanctions.load()
        self.rooms.store.listen(self.notices)
        chores = [
            asyncio.create_task(self.rooms.see_to_clocks()),
            asyncio.create_task(self.sweep()),
        ]
        chores.append(asyncio.create_task(self.tidy()))
        if self.calls is not None:
            chores.append(asyncio.create_task(self.calls.run()))
        yield
        for chore in chores:
            chore.cancel()
        self.notices.close()
        await self.records.close()
        await self.rooms.store.close()

    async def sweep(self) -> None:
        """Every 20 s drop idle rooms and full rate buckets."""
        while True:
            await asyncio.sleep(SWEEP)
            self.rooms.sweep()
            for budgets in (self.allowance, self.new_guests, self.new_rooms, self.seldom):
                budgets.sweep(self.seconds())

    async def tidy(self) -> None:
        """Every hour remove what is too old; in small parts, as long as there is some."""
        while True:
            try:
                while await self.rooms.tidy(self.lifetimes, int(time.time())):
                    self.sessions.forget()
                    await asyncio.sleep(TIDY_PAUSE)
            except StoreError as error:
                log.error("what is old could not be removed: %s", error)
            await asyncio.sleep(TIDY)

    def seconds(self) -> float:
        return self.rooms.now() / 1000

    def over_http(self, bound: BoundRoute) -> HttpEndpoint:
        @wraps(bound.endpoint)
        async def answer(request: Request) -> Response:
            call = HttpCall(self, request)
            said = response(request, await bound.endpoint(call), lasts=bound.route.lasts)
            if call.token:
                session_cookie.give(request, said, call.token)
            if call.is_over:
                session_cookie.take_away(request, said)
            return said

        return self.answering(answer)

    def answering(self, endpoint: HttpEndpoint) -> HttpEndpoint:
        """The endpoint behind the checks; its exceptions become an HttpProblem."""

        async def answer(request: Request) -> Response:
            try:
                self.expect_own(request)
                return await self.in_turn(request, endpoint)
            except Refusing as no:
                return self.refusal(no)
            except Failing as no:
                return self.refusal(Refusing(409, no.code, no.reason))
            except StoreError as error:
                return self.refusal(Refusing(503, "store", str(error)))
            except Exception:
                log.exception("a request ends by a fault: %s", endpoint.__name__)
                reason = f"Something went wrong here. The operator can look up {REQUEST.get()}."
                return self.refusal(Refusing(500, "fault", reason))

        return answer

    def limited(self, endpoint: HttpEndpoint) -> HttpEndpoint:
        """A page that costs more than a file has the limits of a request."""

        async def answer(request: Request) -> Response:
            try:
                return await self.in_turn(request, endpoint)
            except Refusing as no:
                return self.refusal(no)
            except StoreError as error:
                return self.refusal(Refusing(503, "store", str(error)))

        return answer

    async def in_turn(self, request: Request, endpoint: HttpEndpoint) -> Response:
        """Within the limits, when it is the person's turn, and on their account."""
        payer = request.scope[PAYER] = await self.expect_within_limits(request)
        await self.rooms.share.turn(payer)
        self.rooms.share.charge(payer, REQUEST_COST)
        return await metered(self.rooms.share, payer, endpoint(request))

    def refusal(self, no: Refusing) -> Response:
        self.rooms.metrics.refusals["http", no.code] += 1
        return reply(HttpProblem(code=no.code, reason=no.reason), no.status)

    def expect_own(self, request: Request) -> None:
        if not origins.is_host(request.headers.get("host", "")):
            raise Refusing(400, "bad-host", "Invalid host name.")
        if not self.origins.is_own_host(request):
            raise Refusing(421, "other-host", "This server goes by another name.")
        if request.method == "POST" and not self.origins.is_own_origin(request):
            raise Refusing(403, "other-origin", "Only pages of this server may do that.")

    async def expect_within_limits(self, request: Request) -> str:
        """Bans, and rate limits: each person has a token bucket, and so has each address.  Whoever
        pays for the request with a share of the loop: the person, or the address of a stranger."""
        guest = await self.sessions.guest(token_of(request))
        person = guest.person if guest is not None else ""
        if ban := self.rooms.sanctions.ban(person, address(request)):
            raise Refusing(403, "banned", words_for(ban))
        if not self.allowance.spend(person, address(request), self.seconds()):
            raise Refusing(429, "too-fast", "Too many requests. Wait a moment.")
        return person or address(request)

    # --- people ---

    async def welcome(self, request: Request) -> tuple[str, StoredGuest]:
        """The player of this session, and its token; a visitor without a cookie becomes a guest."""
        token = token_of(request)
        guest = await self.sessions.guest(token)
        if guest is not None:
            return await self.sessions.renewed(token, guest), guest
        if not self.new_guests.spend(address(request), self.seconds()):
            raise Refusing(429, "too-fast", "Too many new guests from where you are.")
        return await self.sessions.add()

    async def guest(self, connection: HTTPConnection) -> StoredGuest:
        guest = await self.sessions.guest(token_of(connection))
        if guest is None:
            raise Refusing(401, "no-session", "Ask for /api/me first.")
        return guest

    async def card(self, request: Request) -> sharing.LinkCard | None:
        if not self.origins.is_own_host(request):
            return None
        return await self.records.card(payer_of(request), request.path_params["room"])

    # --- the house ---

    async def stored(self, request: Request) -> Response:
        headers = {"Content-Security-Policy": what_is_stored.POLICY, "Cache-Control": "no-cache"}
        return HTMLResponse(what_is_stored.page(self.lifetimes), headers=headers)

    async def health(self, request: Request) -> Response:
        if await self.rooms.store.is_well():
            return PlainTextResponse("well\n")
        return PlainTextResponse("the store does not answer\n", 503)

    async def alive(self, request: Request) -> Response:
        """For a proxy: whether people should be sent here.  A short failure of the store is no
        reason to send them elsewhere."""
        headers = self.relay.signature(request)
        if self.rooms.store.is_cut_off:
            return PlainTextResponse("cut off from the store\n", 503, headers)
        return PlainTextResponse("alive\n", headers=headers)

    # --- sockets ---

    async def socket(self, websocket: WebSocket) -> None:
        """Let somebody in; whatever goes wrong has a line in the log, and a code with a reason."""
        try:
            await self._socket(websocket)
        except Exception:
            log.exception("a socket could not be opened")
            with suppress(RuntimeError, OSError, WebSocketDisconnect):
                if websocket.application_state == WebSocketState.CONNECTING:
                    await websocket.accept()
                await turn_away(websocket, Closed(FAULT, WRONG))

    async def _socket(self, websocket: WebSocket) -> None:
        is_host = origins.is_host(websocket.headers.get("host", ""))
        if not is_host or not self.origins.is_own_origin(websocket):
            await websocket.close(1008, "other origin")  # before it is open: 403
            return
        where = address(websocket)
        await self.rooms.share.turn(self.sessions.known(token_of(websocket)) or where)
        async with self.doorstep:
            await websocket.accept()
            try:
                guest = await self.sessions.guest(token_of(websocket))
            except StoreError as error:
                await turn_away(websocket, Closed(RESTART, str(error)))
                return
        self.rooms.share.charge(where if guest is None else guest.person, SOCKET_COST)
        if guest is None:
            await turn_away(websocket, Closed(NO_SESSION, "Ask for /api/me first."))
            return
        if ban := self.rooms.sanctions.ban(guest.person, where):
            await turn_away(websocket, Closed(BANNED, words_for(ban)))
            return
        if too_many := self.sockets.why_not(guest.person, where):
            await turn_away(websocket, Closed(TOO_MANY, too_many))
            return
        who = Person(guest.person, guest.name)
        self.sockets.add(guest.person, where)
        try:
            elsewhere = await self.elsewhere(websocket.path_params["room"])
            if elsewhere:
                await self.relay.pass_on(websocket, elsewhere)
            else:
                await self.serve(Socket(websocket, self.rooms, self.allowance, who, where))
        finally:
            self.sockets.remove(guest.person, where)

    async def serve(self, socket: Socket) -> None:
        self.live.add(socket)
        try:
            await socket.serve()
        finally:
            self.live.discard(socket)

    async def elsewhere(self, room: str) -> str:
        """Where the server listens that has the room; empty if it is here, or nowhere."""
        if self.rooms.store.is_shared:
            try:
                await self.rooms.mailbox(room)
            except Elsewhere as other:
                return other.address
            except StoreError:
                pass  # the socket says why
        return ""

    def forget(self) -> None:
        """What is remembered of people may be gone from the store."""
        self.sessions.forget()
        self.records.archive.forget()

    def send_away(self, is_meant: Callable[[str, str], bool], code: int, reason: str) -> int:
        """Close the sockets of some people, by their id or their address; how many."""
        meant = [one for one in self.live if is_meant(one.who.id, one.address)]
        for one in meant:
            one.end(code, reason)
        return len(meant)
