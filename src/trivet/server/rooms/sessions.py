"""Sessions: a guest is known by a cookie.  The store keeps only a hash of it."""

import hashlib
import hmac
import secrets
import time

from trivet.server.store.contract import Store, StoredGuest, StoredSession, StoreError
from trivet.server.store.names import BadName, guest, name_of
from trivet.server.store.people import People, has_tables
from trivet.server.table.room import Person

TOKEN_BYTES = 32
MOST_REMEMBERED = 50_000
DAY = 86_400
YEAR = 365 * DAY  # after which somebody who has not come back is a stranger
GRACE = 60  # seconds for which a cookie still works once its successor has been used


class Sessions:
    """All sessions: finds, adds and renews guests; the latest ones are cached."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.people = People(store) if has_tables(store) else None
        self._known: dict[bytes, StoredGuest] = {}
        self._key = secrets.token_bytes(TOKEN_BYTES)  # of this process; makes new cookies from old

    async def guest(self, token: str) -> StoredGuest | None:
        """The guest with this cookie; None if it is unknown or expired."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        if key not in self._known:
            found = await self.store.guest(key, _now())
            if found is None:
                return None
            if found.replaces:
                await self._replace(key, found.replaces)
            self._remember(key, found)
        known = self._known[key]
        return known if known.until > _now() else None

    def known(self, token: str) -> str:
        """The person with this cookie, if the store need not be asked; else empty."""
        found = self._known.get(hashed(token)) if token else None
        return found.person if found is not None else ""

    async def add(self) -> tuple[str, StoredGuest]:
        """A new guest, and the cookie for it."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        new = StoredGuest(secrets.token_urlsafe(16), guest(), _now(), _now() + YEAR)
        await self.store.add_guest(new, hashed(token))
        self._remember(hashed(token), new)
        return token, new

    async def renewed(self, token: str, known: StoredGuest) -> str:
        """Another cookie for a guest whose cookie is a day old; else the same.  The old one works
        until the new one has been used: the reply may be lost.  Who asks again gets the same."""
        if _now() - known.issued < DAY:
            return token
        new = hmac.new(self._key, token.encode(), hashlib.sha256).hexdigest()
        if hashed(new) not in self._known:  # else it has been used
            old = hashed(token)
            fresh = known._replace(issued=_now(), until=_now() + YEAR, replaces=old)
            await self.store.renew(hashed(new), fresh)
        return new

    async def _replace(self, new: bytes, old: bytes) -> None:
        """The new cookie has arrived: the old one is good for a little longer."""
        until = _now() + GRACE
        await self.store.replace(new, old, until)
        if old in self._known:
            self._known[old] = self._known[old]._replace(until=until)

    async def rename(self, known: StoredGuest, text: str) -> Person:
        """Give a guest a new name; BadName if nothing of it can be shown, or somebody keeps it."""
        name = name_of(text)
        if self.people is None:
            await self.store.rename(known.person, name)
        elif not await self.people.rename(known.person, name):
            raise BadName("Somebody else keeps that name.")
        for key, other in self._known.items():
            if other.person == known.person:
                self._known[key] = other._replace(name=name)
        return Person(known.person, name)

    async def switch(self, old: bytes, person: str) -> str:
        """A cookie for whoever has shown to be this person.  Their cookie before, by its hash, is
        good a little longer: the reply may be lost."""
        token, name = secrets.token_urlsafe(TOKEN_BYTES), await self.store.name(person)
        if name is None:
            raise StoreError("There is no such person any more.")
        fresh = StoredGuest(person, name, _now(), _now() + YEAR)
        await self.store.renew(hashed(token), fresh)
        await self.store.replace(hashed(token), old, _now() + GRACE)
        if old in self._known:
            before = self._known[old]
            self._known[old] = before._replace(until=min(before.until, _now() + GRACE))
        return token

    async def of(self, person: str) -> list[StoredSession]:
        """Where a person is logged in, the latest first."""
        return await self.store.sessions_of(person, _now())

    async def end(self, person: str, token: bytes) -> None:
        """A session, by the hash of its cookie, is good no longer."""
        await self.store.end_session(person, token)
        self.forget(person)

    def forget(self, person: str = "") -> None:
        """What is remembered may have changed in the store: of one person, or of anybody."""
        for key in [key for key, known in self._known.items() if person in ("", known.person)]:
            del self._known[key]

    def _remember(self, key: bytes, known: StoredGuest) -> None:
        if len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[key] = known


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _now() -> int:
    return int(time.time())
