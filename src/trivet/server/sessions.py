"""Sessions: a guest is known by a cookie.  The store keeps only a hash of it."""

import hashlib
import secrets
import time

from trivet.server.names import guest, name_of
from trivet.server.room import Person
from trivet.server.store import Store, StoredGuest

TOKEN_BYTES = 32
MOST_REMEMBERED = 50_000
DAY = 86_400
YEAR = 365 * DAY  # a session ends after a year without a visit
GRACE = 60  # seconds a replaced cookie still works: requests with it may be under way


class Sessions:
    """All sessions: finds, adds and renews guests; the latest ones are cached."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[bytes, StoredGuest] = {}

    async def guest(self, token: str) -> StoredGuest | None:
        """The guest with this cookie; None if it is unknown or expired."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        if key not in self._known:
            found = await self.store.guest(key, _now())
            if found is None:
                return None
            self._remember(key, found)
        known = self._known[key]
        return known if known.until > _now() else None

    async def add(self) -> tuple[str, StoredGuest]:
        """A new guest, and the cookie for it."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        new = StoredGuest(secrets.token_urlsafe(16), guest(), _now(), _now() + YEAR)
        await self.store.add_guest(new, hashed(token))
        self._remember(hashed(token), new)
        return token, new

    async def renewed(self, token: str, known: StoredGuest) -> str:
        """A new cookie if this one is more than a day old; otherwise the same."""
        if _now() - known.issued < DAY:
            return token
        new, good_until = secrets.token_urlsafe(TOKEN_BYTES), _now() + GRACE
        fresh = known._replace(issued=_now(), until=_now() + YEAR)
        await self.store.renew(hashed(token), good_until, hashed(new), fresh)
        self._known.pop(hashed(token), None)
        self._remember(hashed(new), fresh)
        return new

    async def rename(self, known: StoredGuest, text: str) -> Person:
        """Give a guest a new name; BadName if nothing of it can be shown."""
        name = name_of(text)
        await self.store.rename(known.person, name)
        for key, other in self._known.items():
            if other.person == known.person:
                self._known[key] = other._replace(name=name)
        return Person(known.person, name)

    def _remember(self, key: bytes, known: StoredGuest) -> None:
        if len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[key] = known


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _now() -> int:
    return int(time.time())
