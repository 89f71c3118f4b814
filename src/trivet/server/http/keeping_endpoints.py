"""Requests about who one is: to keep a name, and to be the same person on another device."""

from trivet.server.http import passkeys
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
from trivet.server.http.passkeys import Passkeys, key_name, key_of
from trivet.server.rooms.keeping import Arrival, NameKeeper
from trivet.server.store.contract import StoredGuest
from trivet.server.wire.api import (
    Arrived,
    Before,
    Brought,
    Ceremony,
    Credential,
    Handle,
    Keeping,
    KeyId,
    KeySeen,
    MoveLink,
    Mover,
    Nothing,
    RecoveryCode,
    Token,
)


class KeepingEndpoints:
    """Answers these requests; only of servers whose store has tables."""

    def __init__(self, keeper: NameKeeper) -> None:
        self.keeper, self.passkeys = keeper, Passkeys(keeper)

    def routes(self) -> list[BoundRoute]:
        return bound(ROUTES, self)

    async def keeping(self, call: ApiCall) -> ApiReply:
        return await self._seen(call, (await call.guest()).person)

    async def _seen(self, call: ApiCall, person: str) -> ApiReply:
        known = await self.keeper.of(person)
        return reply(
            Keeping(
                name=known.name, since=known.kept, handle=known.handle, is_bot=known.is_bot,
                has_code=known.has_code,
                keys=[KeySeen(id=key_name(k), made=made, used=at) for k, made, at in known.keys],
                why_no_passkey=passkeys.why_not(call.site),
            )
        )  # fmt: skip

    # --- codes and links ---

    async def code(self, call: ApiCall) -> ApiReply:
        guest = await call.guest()
        call.expect_seldom("keep")
        return reply(RecoveryCode(code=await self.keeper.new_code(guest)))

    async def recover(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Token)
        found = await self.keeper.recover(wish.token, guest, call.session, call.address)
        call.end_session(found.person, is_own=False)  # all others are out
        return self._arrived(call, guest, found)

    async def move_link(self, call: ApiCall) -> ApiReply:
        guest = await call.guest()
        call.expect_seldom("ceremony")
        token, until = await self.keeper.move_link(guest.person)
        return reply(MoveLink(token=token, until=until))

    async def mover(self, call: ApiCall) -> ApiReply:
        await call.guest()
        wish = decoded(await call.body(), Token)
        return reply(Mover(name=await self.keeper.mover(wish.token)))

    async def move(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Token)
        found = await self.keeper.move(wish.token, guest, call.session)
        return self._arrived(call, guest, found)

    async def bring(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Token)
        return reply(Brought(tables=await self.keeper.bring(guest, wish.token)))

    def _arrived(self, call: ApiCall, guest: StoredGuest, found: Arrival) -> ApiReply:
        call.give_session(found.token, guest.person)
        was = Before(tables=found.tables, token=found.ticket) if found.ticket else None
        code = found.kept.has_code
        return reply(Arrived(name=found.kept.name, was=was, has_code=code))

    # --- passkeys ---

    async def begin_keeping(self, call: ApiCall) -> ApiReply:
        guest = await self._with_passkeys(call)
        options = await self.passkeys.begin_keeping(guest, call.session, call.site)
        return reply(Ceremony(options=options))

    async def keep(self, call: ApiCall) -> ApiReply:
        guest = await self._with_passkeys(call)
        call.expect_seldom("keep")
        wish = decoded(await call.body(), Credential)
        await self.passkeys.keep(guest, call.session, call.site, wish.credential)
        sessions = self.keeper.sessions
        call.give_session(await sessions.switch(call.session, guest.person), "")
        return await self._seen(call, guest.person)

    async def begin_sign_in(self, call: ApiCall) -> ApiReply:
        guest = await self._with_passkeys(call)
        options = await self.passkeys.begin_sign_in(guest, call.session, call.site)
        return reply(Ceremony(options=options))

    async def sign_in(self, call: ApiCall) -> ApiReply:
        guest = await self._with_passkeys(call)
        wish = decoded(await call.body(), Credential)
        found = await self.passkeys.sign_in(guest, call.session, call.site, wish.credential)
        return self._arrived(call, guest, found)

    async def drop_key(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), KeyId)
        if not await self.keeper.people.drop_key(guest.person, key_of(wish.id)):
            raise Refusing(409, "last-way", "This is the last way back to your name.")
        return await self._seen(call, guest.person)

    async def _with_passkeys(self, call: ApiCall) -> StoredGuest:
        guest = await call.guest()
        if reason := passkeys.why_not(call.site):
            raise Refusing(409, "no-passkeys", reason)
        call.expect_seldom("ceremony")
        return guest

    # --- the rest ---

    async def handle(self, call: ApiCall) -> ApiReply:
        guest, wish = await call.guest(), decoded(await call.body(), Handle)
        await self.keeper.take_handle(guest.person, wish.handle)
        return await self._seen(call, guest.person)

    async def bot(self, call: ApiCall) -> ApiReply:
        guest = await call.guest()
        await self.keeper.mark_bot(guest.person)
        return await self._seen(call, guest.person)


ROUTES = (
    ApiRoute(
        "GET", "/api/me/keeping", KeepingEndpoints.keeping, Keeping,
        "whether you keep your name, and the ways back to it",
    ),
    ApiRoute(
        "POST", "/api/me/code", KeepingEndpoints.code, RecoveryCode,
        "you keep your name, by a new recovery code", takes=Nothing,
    ),
    ApiRoute(
        "POST", "/api/me/recover", KeepingEndpoints.recover, Arrived,
        "you are the person with this code; their other sessions end", takes=Token,
    ),
    ApiRoute(
        "POST", "/api/me/move-link", KeepingEndpoints.move_link, MoveLink,
        "another device becomes you by it: once, within 10 minutes", takes=Nothing,
    ),
    ApiRoute(
        "POST", "/api/me/mover", KeepingEndpoints.mover, Mover,
        "who you would become by a link", takes=Token,
    ),
    ApiRoute(
        "POST", "/api/me/move", KeepingEndpoints.move, Arrived,
        "you are the person who made the link", takes=Token,
    ),
    ApiRoute(
        "POST", "/api/me/bring", KeepingEndpoints.bring, Brought,
        "the tables of the guest you were before are yours", takes=Token,
    ),
    ApiRoute(
        "POST", "/api/me/passkey/begin", KeepingEndpoints.begin_keeping, Ceremony,
        "the question for a new passkey", takes=Nothing,
    ),
    ApiRoute(
        "POST", "/api/me/passkey", KeepingEndpoints.keep, Keeping,
        "you keep your name, by a new passkey", takes=Credential,
    ),
    ApiRoute(
        "POST", "/api/me/sign-in/begin", KeepingEndpoints.begin_sign_in, Ceremony,
        "the question for a passkey of this server", takes=Nothing,
    ),
    ApiRoute(
        "POST", "/api/me/sign-in", KeepingEndpoints.sign_in, Arrived,
        "you are the person with this passkey", takes=Credential,
    ),
    ApiRoute(
        "POST", "/api/me/passkey/drop", KeepingEndpoints.drop_key, Keeping,
        "a passkey leads back no more; the last way back stays", takes=KeyId,
    ),
    ApiRoute(
        "POST", "/api/me/handle", KeepingEndpoints.handle, Keeping,
        "your name in addresses; once in 90 days", takes=Handle,
    ),
    ApiRoute(
        "POST", "/api/me/bot", KeepingEndpoints.bot, Keeping,
        "you are a bot, for ever; only for names that are kept", takes=Nothing,
    ),
)  # fmt: skip
