"""The HTTP and WebSocket routes of the server; the work is done in other modules."""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

import trivet
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.options import Number, Numbers, OneOf, Option, Preset
from trivet.core.record import BadRecord
from trivet.core.state import EVERYONE, NOBODY
from trivet.rulebook import HOUSE, NoRulebook
from trivet.server import lifetimes, origins, pages, sharing, what_if
from trivet.server.analysis import Analysis
from trivet.server.api import (
    Better,
    Catalogue,
    GameInfo,
    HttpProblem,
    Me,
    NewRoom,
    Opened,
    OptionInfo,
    PlayOn,
    PresetInfo,
    Rename,
)
from trivet.server.archive import Archive
from trivet.server.guard import network
from trivet.server.lifetimes import Lifetimes
from trivet.server.limits import Allowance, RateBuckets, Sockets
from trivet.server.logs import metrics
from trivet.server.messages import Failed, Result
from trivet.server.names import BadName
from trivet.server.records import MOST_FRAMES
from trivet.server.room import Failing, Person
from trivet.server.rooms import Rooms
from trivet.server.sessions import YEAR, Sessions
from trivet.server.socket import NO_SESSION, RESTART, TOO_MANY, Closed, Socket
from trivet.server.static import lasting, page_routes
from trivet.server.store import StoredGuest, StoreError
from trivet.server.turns import Owner

log = logging.getLogger("trivet.app")
COOKIE = "trivet"
TIDY, TIDY_PAUSE = 3600.0, 1.0  # seconds between two removals of what is old, and their parts
SWEEP = 20.0  # seconds between two looks for what nobody needs
AT_THE_DOOR = 32  # let in at once; when thousands come back together, the first can play already
T = TypeVar("T")
Endpoint = Callable[[Request], Awaitable[Response]]


class Refusing(Exception):
    """An HTTP request is refused; becomes a reply with this status."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason = status, code, reason


class App:
    """The web application: checks origin, session and rate limits, then calls rooms and pages."""

    def __init__(
        self, rooms: Rooms, origins: origins.Origins, lifetimes: Lifetimes = lifetimes.USUAL
    ) -> None:
        self.rooms, self.origins, self.lifetimes = rooms, origins, lifetimes
        self.sessions = Sessions(rooms.store)
        self.oracle = Analysis(rooms.store)
        self.archive = Archive()
        self.sockets = Sockets(rooms.limits)
        limits = rooms.limits
        self.new_guests = RateBuckets(limits.guests_of_address / 60, limits.guests_of_address)
        self.new_rooms = RateBuckets(limits.rooms_of_address / 60, limits.rooms_of_address)
        self.allowance = Allowance(limits)
        self.doorstep = asyncio.Semaphore(AT_THE_DOOR)

    def app(self) -> Starlette:
        return Starlette(
            routes=self.routes(),
            lifespan=self.lifespan,
            middleware=[Middleware(Headers)],
        )

    def move(self, home: Path) -> None:
        """Let bots and estimates use another build of the same rules."""
        self.rooms.bots.move(home)
        self.oracle.move(home)

    def routes(self) -> list[BaseRoute]:
        return [
            Route("/api/me", self.answering(self.me), methods=["GET"]),
            Route("/api/me", self.answering(self.rename), methods=["POST"]),
            Route("/api/games", self.answering(self.games)),
            Route("/api/games/{game}/art", self.answering(self.art)),
            Route("/api/games/{game}/lesson", self.answering(self.lesson)),
            Route("/api/rules/{book}", self.answering(self.rules)),
            Route("/api/rules/{book}/bites", self.answering(self.bites)),
            Route("/api/lobby", self.answering(self.lobby)),
            Route("/api/rooms", self.answering(self.open_room), methods=["POST"]),
            Route("/api/records/{room}", self.answering(self.record)),
            Route("/api/records/{room}/frames", self.answering(self.frames)),
            Route("/api/records/{room}/chances", self.answering(self.chances)),
            Route("/api/records/{room}/verdict", self.answering(self.verdict)),
            Route("/api/records/{room}/picture", self.answering(self.picture)),
            Route("/api/records/{room}/better", self.answering(self.better)),
            Route("/api/records/{room}/play", self.answering(self.play_on), methods=["POST"]),
            Route("/healthz", self.answering(self.health)),
            Route("/metrics", self.answering(self.metrics)),
            WebSocketRoute("/ws/{room}", self.socket),
            *page_routes(self.card),
        ]

    @asynccontextmanager
    async def lifespan(self, app: Starlette) -> AsyncIterator[None]:
        chores = [asyncio.create_task(self.rooms.wake_up()), asyncio.create_task(self.sweep())]
        chores.append(asyncio.create_task(self.tidy()))
        yield
        for chore in chores:
            chore.cancel()
        await self.oracle.close()
        await self.archive.close()
        await self.rooms.store.close()

    async def sweep(self) -> None:
        """Every 20 s drop idle rooms and full rate buckets."""
        while True:
            await asyncio.sleep(SWEEP)
            self.rooms.sweep()
            for budgets in (self.allowance, self.new_guests, self.new_rooms):
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

    def answering(self, endpoint: Endpoint) -> Endpoint:
        """The endpoint behind the checks; its exceptions become an HttpProblem."""

        async def answer(request: Request) -> Response:
            try:
                self.expect_own(request)
                await self.expect_moderation(request)
                return await endpoint(request)
            except Refusing as no:
                return reply(HttpProblem(code=no.code, reason=no.reason), no.status)
            except Failing as no:
                return reply(HttpProblem(code=no.code, reason=no.reason), 409)
            except StoreError as error:
                return reply(HttpProblem(code="store", reason=str(error)), 503)
            except Exception:
                log.exception("a request ends by a fault: %s", endpoint.__name__)
                return reply(HttpProblem(code="fault", reason="Something went wrong here."), 500)

        return answer

    def expect_own(self, request: Request) -> None:
        if not origins.is_host(request.headers.get("host", "")):
            raise Refusing(400, "bad-host", "This is not a name of a server.")
        if not self.origins.is_own_host(request):
            raise Refusing(421, "other-host", "This server goes by another name.")
        if request.method == "POST" and not self.origins.is_own_origin(request):
            raise Refusing(403, "other-origin", "Only pages of this server may do that.")

    async def expect_moderation(self, request: Request) -> None:
        """Rate limits: each person has a token bucket, and so has each address."""
        guest = await self.sessions.guest(request.cookies.get(COOKIE, ""))
        person = guest.person if guest is not None else ""
        if not self.allowance.spend(person, address(request), self.seconds()):
            raise Refusing(429, "too-fast", "Too many requests. Wait a moment.")

    # --- people ---

    async def me(self, request: Request) -> Response:
        """The player of this session; a visitor without a cookie becomes a guest with a name."""
        token = request.cookies.get(COOKIE, "")
        guest = await self.sessions.guest(token)
        if guest is None:
            if not self.new_guests.spend(address(request), self.seconds()):
                raise Refusing(429, "too-fast", "Too many new guests from where you are.")
            token, guest = await self.sessions.add()
        else:
            token = await self.sessions.renewed(token, guest)
        response = reply(Me(name=guest.name))
        response.set_cookie(
            COOKIE, token, max_age=YEAR, httponly=True, samesite="strict",
            secure=request.url.scheme == "https",
        )  # fmt: skip
        return response

    async def rename(self, request: Request) -> Response:
        guest = await self.guest(request)
        wish = await self.body(request, Rename)
        try:
            who = await self.sessions.rename(guest, wish.name)
        except BadName as wrong:
            raise Refusing(422, "bad-name", str(wrong)) from None
        self.rooms.rename(who)
        return reply(Me(name=who.name))

    async def guest(self, connection: HTTPConnection) -> StoredGuest:
        guest = await self.sessions.guest(connection.cookies.get(COOKIE, ""))
        if guest is None:
            raise Refusing(401, "no-session", "Ask for /api/me first.")
        return guest

    # --- rooms ---

    async def games(self, request: Request) -> Response:
        return lasting(request, msgspec.json.encode(catalogue()))

    async def art(self, request: Request) -> Response:
        drawings = await asyncio.to_thread(pages.drawings, self.game(request))
        return lasting(request, msgspec.json.encode(drawings))

    async def lesson(self, request: Request) -> Response:
        lesson = pages.lesson(self.game(request))
        if lesson is None:
            raise Refusing(404, "no-lesson", "There is no lesson for this game yet.")
        return lasting(request, msgspec.json.encode(lesson))

    def game(self, request: Request) -> str:
        game: str = request.path_params["game"]
        if game not in GAMES:
            raise Refusing(404, "no-game", "There is no such game.")
        return game

    async def rules(self, request: Request) -> Response:
        try:
            return lasting(request, msgspec.json.encode(pages.book(self.book(request))))
        except NoRulebook:
            reason = "Nobody has written a rulebook for this game yet."
            raise Refusing(404, "no-rules", reason) from None

    async def bites(self, request: Request) -> Response:
        bites = await asyncio.to_thread(pages.bites_of, self.book(request))
        return lasting(request, msgspec.json.encode(bites))

    def book(self, request: Request) -> str:
        book: str = request.path_params["book"]
        if book not in GAMES and book != HOUSE:
            raise Refusing(404, "no-rules", "There is no such rulebook.")
        return book

    async def lobby(self, request: Request) -> Response:
        guest = await self.guest(request)
        return reply(await self.rooms.lobby(Person(guest.person, guest.name)))

    async def open_room(self, request: Request) -> Response:
        guest = await self.guest(request)
        if not self.new_rooms.spend(address(request), self.seconds()):
            raise Refusing(429, "too-fast", "Too many new tables from where you are.")
        wish = await self.body(request, NewRoom)
        who = Person(guest.person, guest.name)
        return reply(await self.rooms.open_with_tickets(who, wish), 201)

    async def record(self, request: Request) -> Response:
        return PlainTextResponse(await self.finished(request))

    async def frames(self, request: Request) -> Response:
        room, text = request.path_params["room"], await self.finished(request)
        viewers = {"open": EVERYONE, "public": NOBODY, **{str(seat): seat for seat in range(16)}}
        viewer = viewers.get(request.query_params.get("viewer", "open"))
        numbers = [request.query_params.get(name, usual) for name, usual in FROM_AND_COUNT]
        if viewer is None or not all(n.isdecimal() and len(n) < 7 for n in numbers):
            raise Refusing(422, "bad-request", "Say viewer=open, public or a seat; from; count.")
        try:
            wanted = int(numbers[0]), min(MOST_FRAMES, int(numbers[1]))
            body = await self.archive.frames(room, text, viewer, *wanted)
            return json_reply(with_result(body, await self.result(room)))
        except LookupError as wrong:
            raise Refusing(422, "bad-record", f"This cannot be shown: {wrong}.") from None

    async def chances(self, request: Request) -> Response:
        text = await self.finished(request)
        return reply(await self.oracle.chances(request.path_params["room"], text))

    async def verdict(self, request: Request) -> Response:
        text = await self.finished(request)
        return json_reply(await self.archive.verdict(request.path_params["room"], text))

    # --- what others see of a game, and what might have been ---

    async def picture(self, request: Request) -> Response:
        """A position as an SVG file with a title."""
        text = await self.finished(request)
        at, theme = request.query_params.get("at"), request.query_params.get("theme", "light")
        if at is not None and not (at.isdecimal() and len(at) < 7):
            raise Refusing(422, "bad-request", "Say at=NUMBER, theme=light or dark.")
        try:
            where = None if at is None else int(at)
            says = await self.ending(request.path_params["room"])
            svg = await asyncio.to_thread(sharing.picture, text, says, where, theme)
        except (BadRecord, sharing.NoPicture) as wrong:
            raise Refusing(422, "no-picture", f"This cannot be drawn: {wrong}") from None
        headers = {"Content-Security-Policy": PICTURE_POLICY, "Cache-Control": "no-cache"}
        return Response(svg, headers=headers, media_type="image/svg+xml")

    async def card(self, request: Request) -> sharing.LinkCard | None:
        """What a link to a page says elsewhere; nothing for what cannot be read."""
        room: str = request.path_params.get("room", "")
        if not room or not self.origins.is_own_host(request):
            return None
        try:
            text = await self.rooms.store.record(room)
            if text is not None:
                return await asyncio.to_thread(sharing.card_of, room, text, await self.ending(room))
        except (BadRecord, StoreError):
            return None
        return None

    async def better(self, request: Request) -> Response:
        """What a strong bot would have answered on the way from one position to another."""
        text = await self.finished(request)
        ends = [request.query_params.get(name, "") for name in ("before", "at")]
        if not all(n.isdecimal() and len(n) < 7 for n in ends):
            raise Refusing(422, "bad-request", "Say before=NUMBER and at=NUMBER.")
        try:
            found = await asyncio.to_thread(what_if.crossroads, text, *map(int, ends))
        except BadRecord as wrong:
            raise Refusing(422, "bad-record", f"This cannot be shown: {wrong}.") from None
        if found is None:
            return reply(Better(answer=None))
        guest = await self.guest(request)
        owner = Owner(guest.person, request.path_params["room"], is_seated=False)
        thought = await self.rooms.bots.advise(found.state, found.seat, owner)
        return reply(Better(answer=what_if.better(found, thought)))

    async def play_on(self, request: Request) -> Response:
        guest, text = await self.guest(request), await self.finished(request)
        if not self.new_rooms.spend(address(request), self.seconds()):
            raise Refusing(429, "too-fast", "Too many new tables from where you are.")
        wish = await self.body(request, PlayOn)
        try:
            who = Person(guest.person, guest.name)
            return reply(Opened(room=await self.rooms.play_on(who, text, wish)), 201)
        except BadRecord as wrong:
            raise Refusing(422, "bad-record", f"This cannot be played on: {wrong}.") from None

    async def ending(self, room: str) -> str:
        """How a finished game ended, in one sentence."""
        result = await self.result(room)
        return result.words if result is not None else ""

    async def result(self, room: str) -> Result | None:
        """How a game ended, by resigning or time as well: the record knows only what was played."""
        kept = await self.rooms.store.load(room)
        return kept.head.result if kept is not None else None

    async def finished(self, request: Request) -> str:
        text = await self.rooms.store.record(request.path_params["room"])
        if text is None:
            raise Refusing(404, "no-record", "There is no finished game of that name.")
        return text

    # --- the house ---

    async def health(self, request: Request) -> Response:
        if await self.rooms.store.is_well():
            return PlainTextResponse("well\n")
        return PlainTextResponse("the store does not answer\n", 503)

    async def metrics(self, request: Request) -> Response:
        gauges = {
            "rooms": float(len(self.rooms.mailboxes)),
            "sockets": float(self.sockets.open),
            "bot_crashes_total": float(self.rooms.bots.crashes),
            "rooms_set_aside": float(len(self.rooms.aside)),
            "bots_waiting": float(len(self.rooms.bots.turns)),
            **bot_levels(self.rooms.bots.answers),
        }
        return PlainTextResponse(metrics(self.rooms.metrics, gauges))

    # --- sockets ---

    async def socket(self, websocket: WebSocket) -> None:
        is_host = origins.is_host(websocket.headers.get("host", ""))
        if not is_host or not self.origins.is_own_origin(websocket):
            await websocket.close(1008, "other origin")  # before it is open: 403
            return
        async with self.doorstep:
            await websocket.accept()
            try:
                guest = await self.sessions.guest(websocket.cookies.get(COOKIE, ""))
            except StoreError as error:
                await turn_away(websocket, Closed(RESTART, str(error)))
                return
        if guest is None:
            await turn_away(websocket, Closed(NO_SESSION, "Ask for /api/me first."))
            return
        where = address(websocket)
        if too_many := self.sockets.why_not(guest.person, where):
            await turn_away(websocket, Closed(TOO_MANY, too_many))
            return
        self.sockets.add(guest.person, where)
        try:
            who = Person(guest.person, guest.name)
            await Socket(websocket, self.rooms, self.allowance, who, where).serve()
        finally:
            self.sockets.remove(guest.person, where)

    async def body(self, request: Request, kind: type[T]) -> T:
        """The decoded body; Refusing if it is too long or not of this type."""
        data = b""
        async for chunk in request.stream():
            data += chunk
            if len(data) > self.rooms.limits.message:
                raise Refusing(413, "too-big", "That is too long.")
        try:
            return msgspec.json.decode(data, type=kind)
        except msgspec.ValidationError as wrong:
            raise Refusing(422, "bad-request", f"That is not understood: {wrong}.") from None
        except (msgspec.DecodeError, UnicodeError, RecursionError):
            raise Refusing(422, "bad-request", "That is not valid JSON.") from None


def bot_levels(answers: Counter[tuple[str, str]]) -> dict[str, float]:
    """How often bots of a level were wanted, what answered, and how many thought less."""
    short = sum(count for (wanted, answered), count in answers.items() if wanted != answered)
    found = {"bot_thoughts_cut_short_total": float(short)}
    for (wanted, answered), count in sorted(answers.items()):
        found[f'bot_thoughts_total{{wanted="{wanted}",answered="{answered}"}}'] = float(count)
    return found


FROM_AND_COUNT = (("from", "0"), ("count", str(MOST_FRAMES)))


def address(connection: HTTPConnection) -> str:
    return network(connection.client.host) if connection.client is not None else "?"


def reply(content: Any, status: int = 200) -> Response:
    return json_reply(msgspec.json.encode(content), status)


def json_reply(content: bytes, status: int = 200) -> Response:
    return Response(
        content,
        status,
        {"Cache-Control": "no-store"},
        media_type="application/json",
    )


async def turn_away(websocket: WebSocket, end: Closed) -> None:
    notice = Failed(code="closed", reason=end.reason)
    await websocket.send_text(msgspec.json.encode(notice).decode())
    await websocket.close(end.code, end.reason)


def with_result(frames: bytes, result: Result | None) -> bytes:
    """Frames with the stored result: a record knows only what was played."""
    if result is None:
        return frames
    parts = msgspec.json.decode(frames, type=dict[str, msgspec.Raw])
    parts["result"] = msgspec.Raw(msgspec.json.encode(result))
    return msgspec.json.encode(parts)


# --- what does not change -------------------------------------------------------------------------


def _option(option: Option) -> OptionInfo:
    bounds = (option.low, option.high) if isinstance(option, Number | Numbers) else (None, None)
    return OptionInfo(
        name=option.name,
        words=option.words,
        rule=option.rule,
        kind=option.kind,
        default=option.default,
        choices=list(option.values) if isinstance(option, OneOf) else [],
        low=bounds[0],
        high=bounds[1],
    )


def _preset(preset: Preset) -> PresetInfo:
    options = dict(preset.options)
    return PresetInfo(name=preset.name, words=preset.words, rule=preset.rule, options=options)


def catalogue() -> Catalogue:
    return Catalogue(
        version=trivet.__version__,
        games=[
            GameInfo(
                name=game.name,
                title=game.title,
                tagline=game.tagline,
                prefix=game.prefix,
                version=game.version,
                fewest=game.fewest,
                most=game.most,
                minutes=game.minutes,
                options=[_option(option) for option in game.options],
                presets=[_preset(preset) for preset in game.presets],
            )
            for game in GAMES.values()
        ],
        bots=list(BOTS),
    )


PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # a picture brings its colours


class Headers:
    """Middleware that adds the security headers to every HTTP response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                usual = [header for header in ENCODED if header[0] not in own]
                message["headers"] = [*message["headers"], *usual]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


ENCODED = [(name.lower().encode(), value.encode()) for name, value in origins.HEADERS.items()]
