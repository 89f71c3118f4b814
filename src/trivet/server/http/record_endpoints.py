"""Requests about finished games: records, positions, pictures, win chances, better answers."""

from trivet import reports
from trivet.catalogue import GAMES
from trivet.core.state import EVERYONE, NOBODY
from trivet.server.bots.pool import Bots
from trivet.server.bots.turns import Owner
from trivet.server.http.calls import (
    JSON,
    SVG,
    TEXT,
    ApiCall,
    ApiReply,
    ApiRoute,
    BoundRoute,
    Refusing,
    bound,
    reply,
)
from trivet.server.process.threads import in_thread
from trivet.server.records import branching
from trivet.server.records.analysis import Analysis
from trivet.server.records.archive import Archive, Look, is_packed
from trivet.server.records.branching import Beginning
from trivet.server.records.positions import MOST_FRAMES
from trivet.server.records.record_links import BadLink, is_carried, unpacked
from trivet.server.records.sharing import THEMES, LinkCard
from trivet.server.store.contract import Store, StoreError
from trivet.server.table.results import result_of_head
from trivet.server.table.room import Failing
from trivet.server.wire.api import Better, Chances, Draws, Frames, Verdict
from trivet.server.wire.outgoing import Result

FROM_AND_COUNT = (("from", "0"), ("count", str(MOST_FRAMES)))


class RecordEndpoints:
    """What is shown of finished games."""

    def __init__(self, store: Store, bots: Bots, analysis: Analysis, archive: Archive) -> None:
        self.store, self.bots = store, bots
        self.analysis, self.archive = analysis, archive

    def routes(self) -> list[BoundRoute]:
        return bound(ROUTES, self)

    async def close(self) -> None:
        await self.analysis.close()
        await self.archive.close()

    async def record(self, call: ApiCall) -> ApiReply:
        look = await self.finished(call)
        return ApiReply(look.text.encode(), kind=TEXT, is_open=True)

    async def frames(self, call: ApiCall) -> ApiReply:
        look = await self.finished(call)
        viewers = {"open": EVERYONE, "public": NOBODY, **{str(seat): seat for seat in range(16)}}
        viewer = viewers.get(call.query.get("viewer", "open"))
        numbers = [call.query.get(name, usual) for name, usual in FROM_AND_COUNT]
        if viewer is None or not all(n.isdecimal() and len(n) < 7 for n in numbers):
            raise Refusing(422, "bad-request", "Say viewer=open, public or a seat; from; count.")
        try:
            wanted = int(numbers[0]), min(MOST_FRAMES, int(numbers[1]))
            result = await self.result(look.room)
            return finished_reply(await self.archive.frames(look, viewer, *wanted, result))
        except LookupError as wrong:
            raise Refusing(422, "bad-record", f"This cannot be shown: {wrong}.") from None

    async def chances(self, call: ApiCall) -> ApiReply:
        return reply(await self.analysis.chances(await self.finished(call)))

    async def verdict(self, call: ApiCall) -> ApiReply:
        return finished_reply(await self.archive.verdict(await self.finished(call)))

    async def draws(self, call: ApiCall) -> ApiReply:
        look = await self.finished(call)
        try:
            return finished_reply(await self.archive.draws(look))
        except LookupError as wrong:
            raise Refusing(422, "bad-record", f"This cannot be read: {wrong}.") from None

    # --- what others see of a game, and what might have been ---

    async def picture(self, call: ApiCall) -> ApiReply:
        """A position as an SVG file with a title."""
        look = await self.finished(call)
        at, theme = call.query.get("at"), call.query.get("theme", "light")
        if (at is not None and not (at.isdecimal() and len(at) < 7)) or theme not in THEMES:
            raise Refusing(422, "bad-request", "Say at=NUMBER, theme=light or dark.")
        try:
            where = None if at is None else int(at)
            says = await self.ending(look.room)
            return finished_reply(await self.archive.picture(look, says, where, theme), SVG)
        except LookupError as wrong:
            raise Refusing(422, "no-picture", f"This cannot be drawn: {wrong}") from None

    async def card(self, who: str, room: str) -> LinkCard | None:
        """What a link to a page says elsewhere; nothing for what cannot be read, and while too many
        games are being looked at."""
        try:
            text = await self.named(room)
            if text is not None:
                return await self.archive.card(Look(who, room, text), await self.ending(room))
        except (LookupError, StoreError, Failing):
            return None
        return None

    async def better(self, call: ApiCall) -> ApiReply:
        """What a strong bot would have answered on the way from one position to another."""
        look = await self.finished(call)
        ends = [call.query.get(name, "") for name in ("before", "at")]
        if not all(n.isdecimal() and len(n) < 7 for n in ends):
            raise Refusing(422, "bad-request", "Say before=NUMBER and at=NUMBER.")
        try:
            found = await self.archive.crossroads(look, *map(int, ends))
        except LookupError as wrong:
            raise Refusing(422, "bad-record", f"This cannot be shown: {wrong}.") from None
        if found is None:
            return reply(Better(answer=None))
        guest = await call.guest()
        owner = Owner(guest.person, look.room, is_seated=False)
        thought = await self.bots.advise(found.state, found.seat, owner)
        return reply(Better(answer=branching.better(found, thought)))

    async def beginning(self, call: ApiCall, at: int) -> Beginning:
        """The position to play on from."""
        try:
            return await self.archive.beginning(await self.finished(call), at)
        except LookupError as wrong:
            raise Refusing(422, "bad-record", f"This cannot be played on: {wrong}.") from None

    async def ending(self, room: str) -> str:
        """How a finished game ended, in one sentence."""
        result = await self.result(room)
        return result.words if result is not None else ""

    async def result(self, room: str) -> Result | None:
        """How a game ended, by resigning or time as well: the record knows only what was played."""
        kept = await self.store.load(room)
        return result_of_head(kept.head, GAMES) if kept is not None else None

    async def named(self, room: str) -> str | None:
        """The record of a table, or of a game in a balance report."""
        if reports.is_named(room):
            return await in_thread(reports.record, room)
        return await self.store.record(room)

    async def finished(self, call: ApiCall) -> Look:
        room = call.named["room"]
        try:
            text = unpacked(room) if is_carried(room) else await self.named(room)
        except BadLink as wrong:
            raise Refusing(422, "bad-record", f"This cannot be read: {wrong}.") from None
        if text is None:
            raise Refusing(404, "no-record", "There is no finished game of that name.")
        return Look(call.payer, room, text)


def finished_reply(made: bytes, kind: str = JSON) -> ApiReply:
    """A reply about a finished game, as the archive has made it."""
    return ApiReply(made, kind=kind, is_open=True, is_packed=is_packed(made))


RECORD = "/api/records/{room}"
ROUTES = (
    ApiRoute("GET", RECORD, RecordEndpoints.record, TEXT, "the record of a finished game"),
    ApiRoute(
        "GET", f"{RECORD}/frames", RecordEndpoints.frames, Frames,
        "its positions; `viewer` is `open`, `public` or a seat",
        query={"viewer": "open", "from": 0, "count": MOST_FRAMES},
    ),
    ApiRoute(
        "GET", f"{RECORD}/chances", RecordEndpoints.chances, Chances,
        "its win chances, position by position; computed on the first request, so ask again until "
        "`is_done`",
    ),
    ApiRoute(
        "GET", f"{RECORD}/verdict", RecordEndpoints.verdict, Verdict,
        "whether its dice were fair and its rules kept, as `trivet verify` says",
    ),
    ApiRoute(
        "GET", f"{RECORD}/draws", RecordEndpoints.draws, Draws,
        "its answers of chance with their odds, to be compared with the seed",
    ),
    ApiRoute(
        "GET", f"{RECORD}/picture", RecordEndpoints.picture, SVG,
        "a position with all cards open, with a title; the last one unless `at` says otherwise",
        query={"at": 30, "theme": "dark"},
    ),
    ApiRoute(
        "GET", f"{RECORD}/better", RecordEndpoints.better, Better,
        "what a strong bot would have given as the last answer between two positions",
        query={"before": 20, "at": 23},
    ),
)  # fmt: skip
