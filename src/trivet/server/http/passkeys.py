"""Passkeys (WebAuthn) by the package fido2: the extra `trivet[people]`.  Without it there are none.

The questions of a ceremony go through the store, as tickets of the session that asked: any server
may take the answer.  Keys belong to the name of the server: under another one they are worthless.
"""

import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from functools import cache
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from trivet.server.rooms.keeping import ASKING, Arrival, NameKeeper
from trivet.server.store.contract import StoredGuest
from trivet.server.table.room import Failing

USER_KEY = 32  # bytes of the random number by which an authenticator knows a person
STRANGE = "The answer of your device does not fit the question. Try again."


@cache
def is_installed() -> bool:
    try:
        import fido2.server  # noqa: F401
    except ImportError:
        return False
    return True


def why_not(site: str) -> str:
    """Why a page cannot use passkeys here; empty if it can."""
    if not is_installed():
        return "This server takes no passkeys."
    place = urlsplit(site)
    name = place.hostname or ""
    if _is_address(name):
        return "Passkeys need a server with a name; this one was reached by its address."
    if place.scheme != "https" and name != "localhost":
        return "Passkeys need https."
    return ""


class Passkeys:
    """Begins and ends ceremonies."""

    def __init__(self, keeping: NameKeeper) -> None:
        self.keeping, self.people = keeping, keeping.people

    async def begin_keeping(self, guest: StoredGuest, session: bytes, site: str) -> dict[str, Any]:
        """The question for a new key."""
        from fido2.webauthn import AttestedCredentialData

        await self.keeping.expect_free(guest)
        user = await self.people.user_key(guest.person, secrets.token_bytes(USER_KEY))
        known = [AttestedCredentialData(one) for one in await self.people.credentials(guest.person)]
        options, state = _server(site).register_begin(
            {"id": user, "name": guest.name, "displayName": guest.name}, known,
            resident_key_requirement="required", user_verification="preferred",
        )  # fmt: skip
        await self._remember("keep", guest, session, state)
        return _plain(options)

    async def keep(
        self, guest: StoredGuest, session: bytes, site: str, reply: dict[str, Any]
    ) -> None:
        """A new key is theirs, and so is the name."""
        state = await self._asked("keep", guest, session)
        try:
            new = _server(site).register_complete(state, reply).credential_data
        except Exception as wrong:  # the library fails in many ways on what strangers send
            raise Failing("strange-key", STRANGE) from wrong
        if new is None:
            raise Failing("strange-key", STRANGE)
        await self.keeping.keep(guest)
        if not await self.people.add_key(new.credential_id, guest.person, bytes(new), _now()):
            raise Failing("known-key", "This passkey is known already, or you have too many.")

    async def begin_sign_in(self, guest: StoredGuest, session: bytes, site: str) -> dict[str, Any]:
        """The question for any key of this server."""
        options, state = _server(site).authenticate_begin(user_verification="preferred")
        await self._remember("sign in", guest, session, state)
        return _plain(options)

    async def sign_in(
        self, guest: StoredGuest, session: bytes, site: str, reply: dict[str, Any]
    ) -> Arrival:
        from fido2.webauthn import AttestedCredentialData

        state = await self._asked("sign in", guest, session)
        key = _bytes_of(reply.get("rawId"))
        found = await self.people.with_key(key)
        if found is None:
            raise Failing("unknown-key", "This passkey is not known here.")
        person, known, user = found
        response = reply.get("response")
        handle = response.get("userHandle") if isinstance(response, dict) else None
        if _bytes_of(handle) != user:
            raise Failing("unknown-key", "This passkey is not known here.")
        try:
            _server(site).authenticate_complete(state, [AttestedCredentialData(known)], reply)
        except Exception as wrong:  # as above
            raise Failing("strange-key", STRANGE) from wrong
        await self.people.note_use(key, _now())
        return await self.keeping.arrive(person, guest, session)

    async def _remember(self, what: str, guest: StoredGuest, session: bytes, state: Any) -> None:
        data = json.dumps(state).encode()
        token = f"{what} {session.hex()}"
        await self.people.issue(token, what, guest.person, _now() + ASKING, data)

    async def _asked(self, what: str, guest: StoredGuest, session: bytes) -> Any:
        used = await self.people.use(f"{what} {session.hex()}", what, _now())
        if used is None or used[0] != guest.person:
            raise Failing("not-asked", "Nothing was asked, or it took too long. Try again.")
        return json.loads(used[1])


def _server(site: str) -> Any:
    from fido2.server import Fido2Server
    from fido2.webauthn import PublicKeyCredentialRpEntity

    entity = PublicKeyCredentialRpEntity(id=urlsplit(site).hostname or "", name="Trivet")
    return Fido2Server(entity, verify_origin=lambda origin: origin == site)


def _plain(options: Any) -> dict[str, Any]:
    """The options as JSON has them."""
    text = json.dumps(dict(options)["publicKey"], default=dict)
    found: dict[str, Any] = json.loads(text)
    return found


def key_name(key: bytes) -> str:
    return urlsafe_b64encode(key).rstrip(b"=").decode()


def _bytes_of(text: object) -> bytes:
    if not isinstance(text, str):
        return b""
    return key_of(text)


def key_of(text: str) -> bytes:
    try:
        return urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        return b""


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _now() -> int:
    return int(time.time())
