"""The HTTP routes of finished games: records, positions, pictures, win chances, better answers."""

import asyncio
from collections.abc import Awaitable, Callable

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from trivet import reports
from trivet.core.record import BadRecord
from trivet.core.state import EVERYONE, NOBODY
from trivet.server import sharing, what_if
from trivet.server.analysis import Analysis
from trivet.server.api import Better
from trivet.server.archive import Archive
from trivet.server.bots import Bots
from trivet.server.messages import Result
from trivet.server.records import MOST_FRAMES
from trivet.server.replies import Refusing, json_reply, reply
from trivet.server.store import Store, StoredGuest, StoreError
from trivet.server.turns import Owner

Endpoint = Callable[[Request], Awaitable[Response]]
PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'"  # a picture brings its colours
FROM_AND_COUNT = (("from", "0"), ("count", str(MOST_FRAMES)))


class RecordRoutes:
    """What is shown of finished games."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        guest: Callable[[Request], Awaitable[StoredGuest]],
    ) -> None:
        self.store, self.bots, self.guest = store, bots, guest
        self.analysis, self.archive = Analysis(store), Archive()

    def routes(self, answering: Callable[[Endpoint], Endpoint]) -> list[BaseRoute]:
        return [
            Route("/api/records/{room}", answering(self.record)),
            Route("/api/records/{room}/frames", answering(self.frames)),
            Route("/api/records/{room}/chances", answering(self.chances)),
            Route("/api/records/{room}/verdict", answering(self.verdict)),
            Route("/api/records/{room}/draws", answering(self.draws)),
            Route("/api/records/{room}/picture", answering(self.picture)),
            Route("/api/records/{room}/better", answering(self.better)),
        ]

    async def close(self) -> None:
        await self.analysis.close()
        await self.archive.close()

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
        return reply(await self.analysis.chances(request.path_params["room"], text))

    async def verdict(self, request: Request) -> Response:
        text = await self.finished(request)
        return json_reply(await self.archive.verdict(request.path_params["room"], text))

    async def draws(self, request: Request) -> Response:
        text = await self.finished(request)
        try:
            return json_reply(await self.archive.draws(request.path_params["room"], text))
        except LookupError as wrong:
            raise Refusing(422, "bad-record", f"This cannot be read: {wrong}.") from None

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
        room: str = request.path_params["room"]
        try:
            text = await self.text_of(room)
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
        thought = await self.bots.advise(found.state, found.seat, owner)
        return reply(Better(answer=what_if.better(found, thought)))

    async def ending(self, room: str) -> str:
        """How a finished game ended, in one sentence."""
        result = await self.result(room)
        return result.words if result is not None else ""

    async def result(self, room: str) -> Result | None:
        """How a game ended, by resigning or time as well: the record knows only what was played."""
        kept = await self.store.load(room)
        return kept.head.result if kept is not None else None

    async def text_of(self, room: str) -> str | None:
        """The record of a table, or of a game in a balance report."""
        found = await asyncio.to_thread(reports.record, room)
        return found if found is not None else await self.store.record(room)

    async def finished(self, request: Request) -> str:
        text = await self.text_of(request.path_params["room"])
        if text is None:
            raise Refusing(404, "no-record", "There is no finished game of that name.")
        return text


def with_result(frames: bytes, result: Result | None) -> bytes:
    """Frames with the stored result: a record knows only what was played."""
    if result is None:
        return frames
    parts = msgspec.json.decode(frames, type=dict[str, msgspec.Raw])
    parts["result"] = msgspec.Raw(msgspec.json.encode(result))
    return msgspec.json.encode(parts)
