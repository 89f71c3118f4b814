"""Requests about being called: by which ways, and when not."""

import json
import secrets
import time

from trivet.server.http.calls import (
    ApiCall,
    ApiReply,
    ApiRoute,
    BoundRoute,
    Refusing,
    bound,
    decoded,
    reply,
)
from trivet.server.process.quiet_hours import zone_of
from trivet.server.rooms import web_push, webhooks
from trivet.server.rooms.calendar import KIND, MOST, calendar
from trivet.server.rooms.calling import TurnCalls
from trivet.server.rooms.keeping import FOR_EVER
from trivet.server.store.turns import QuietRange
from trivet.server.wire.api import (
    CalendarLink,
    Calling,
    Nothing,
    QuietHours,
    Subscribe,
    WayId,
    WaySeen,
    Webhook,
)


class CallingEndpoints:
    """Answers these requests; only of servers whose store has tables."""

    def __init__(self, calls: TurnCalls) -> None:
        self.calls, self.turns = calls, calls.turns

    def routes(self) -> list[BoundRoute]:
        return bound(ROUTES, self)

    async def calling(self, call: ApiCall) -> ApiReply:
        return await self._seen((await call.guest()).person)

    async def _seen(self, person: str) -> ApiReply:
        quiet = await self.turns.quiet_hours(person)
        key = b""
        if web_push.is_installed():
            key = web_push.point(web_push.key_of(await self.calls.push_key()))
        return reply(
            Calling(
                push_key=web_push.b64(key),
                ways=[
                    WaySeen(id=way.id.hex(), kind=way.kind, fails=way.fails)
                    for way in await self.turns.ways(person)
                ],
                zone=quiet.zone, begins=quiet.begins, ends=quiet.ends,
            )
        )  # fmt: skip

    async def subscribe(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Subscribe)
        if not web_push.is_installed():
            raise Refusing(409, "no-push", "This server sends no messages to browsers.")
        if reason := web_push.why_not(wish.endpoint, self.calls.own):
            raise Refusing(422, "bad-endpoint", reason)
        key, secret = web_push.unb64(wish.key), web_push.unb64(wish.secret)
        if not web_push.is_point(key) or len(secret) != web_push.SECRET:
            raise Refusing(422, "bad-key", "These are not the keys of a browser.")
        data = json.dumps({"key": wish.key, "secret": wish.secret})
        if not await self.turns.add(guest.person, "push", wish.endpoint, data):
            raise Refusing(409, "too-many-ways", "You are called in too many places. Remove one.")
        return await self._seen(guest.person)

    async def webhook(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Webhook)
        call.expect_seldom("ceremony")
        if reason := webhooks.why_not(wish.address, self.calls.own):
            raise Refusing(422, "bad-endpoint", reason)
        if not await self.turns.add(guest.person, "webhook", wish.address, ""):
            raise Refusing(409, "too-many-ways", "You are called in too many places. Remove one.")
        return await self._seen(guest.person)

    async def unsubscribe(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), WayId)
        try:
            await self.turns.drop(guest.person, bytes.fromhex(wish.id))
        except ValueError:
            raise Refusing(422, "bad-request", "That is not understood.") from None
        return await self._seen(guest.person)

    async def calendar_link(self, call: ApiCall) -> ApiReply:
        guest = await call.guest()
        call.expect_seldom("ceremony")
        token = secrets.token_urlsafe(16)
        await self.calls.people.issue(token, "calendar", guest.person, FOR_EVER)
        return reply(CalendarLink(path=f"/calendar/{token}.ics"))

    async def calendar(self, call: ApiCall) -> ApiReply:
        """For programs without a cookie: the address is the secret."""
        token = call.named["token"].removesuffix(".ics")
        person = await self.calls.people.whose(token, "calendar", int(time.time()))
        if not person:
            raise Refusing(404, "missing", "There is no such calendar.")
        rooms = self.calls.rooms
        heads = await rooms.store.rooms_of(person, MOST)
        text = calendar(heads, person, rooms.games, call.site)
        return ApiReply(text.encode(), kind=KIND)

    async def quiet(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), QuietHours)
        if wish.zone and zone_of(wish.zone) is None:
            raise Refusing(422, "no-zone", "This server does not know that time zone.")
        await self.turns.set_quiet_hours(
            guest.person, QuietRange(wish.zone, wish.begins, wish.ends)
        )
        return await self._seen(guest.person)


ROUTES = (
    ApiRoute(
        "GET", "/api/me/calling", CallingEndpoints.calling, Calling,
        "how you are called when it is your turn and you are away",
    ),
    ApiRoute(
        "POST", "/api/me/calling", CallingEndpoints.subscribe, Calling,
        "this browser is called by its push service", takes=Subscribe,
    ),
    ApiRoute(
        "POST", "/api/me/webhook", CallingEndpoints.webhook, Calling,
        "a webhook of Discord calls you", takes=Webhook,
    ),
    ApiRoute(
        "POST", "/api/me/calling/drop", CallingEndpoints.unsubscribe, Calling,
        "you are not called there any more", takes=WayId,
    ),
    ApiRoute(
        "POST", "/api/me/calendar", CallingEndpoints.calendar_link, CalendarLink,
        "a new address for calendar programs", takes=Nothing,
    ),
    ApiRoute(
        "GET", "/calendar/{token}", CallingEndpoints.calendar, KIND,
        "the deadlines of somebody's turns; the address is their secret",
    ),
    ApiRoute(
        "POST", "/api/me/quiet", CallingEndpoints.quiet, Calling,
        "between two hours of your day you are not called", takes=QuietHours,
    ),
)  # fmt: skip
