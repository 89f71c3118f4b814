"""Who somebody is: a guest with a cookie.  The store keeps a hash of it, never the cookie."""

import hashlib
import secrets
import time

from trivet.server.names import guest, name_of
from trivet.server.room import Person
from trivet.server.store import Guest, Store

TOKEN_BYTES = 32
MOST_REMEMBERED = 50_000
DAY = 86_400
GRACE = 60  # seconds for which a replaced cookie still works: other pages may have it under way


class Sessions:
    def __init__(self, store: Store) -> None:
        self.store = store
        self._known: dict[bytes, Guest] = {}

    async def guest(self, token: str) -> Guest | None:
        """Whose cookie this is."""
        if not token or len(token) > 100:
            return None
        key = hashed(token)
        if key not in self._known:
            found = await self.store.guest(key, _now())
            if found is None:
                return None
            self._remember(key, found)
        return self._known[key]

    async def add(self) -> tuple[str, Guest]:
        """A new guest, and the cookie to give away."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        new = Guest(secrets.token_urlsafe(16), guest(), _now())
        await self.store.add_guest(new, hashed(token))
        self._remember(hashed(token), new)
        return token, new

    async def renewed(self, token: str, known: Guest) -> str:
        """Another cookie for a guest whose cookie is a day old; else the same."""
        if _now() - known.issued < DAY:
            return token
        new = secrets.token_urlsafe(TOKEN_BYTES)
        await self.store.renew(hashed(token), hashed(new), _now(), _now() + GRACE)
        self._known.pop(hashed(token), None)
        self._remember(hashed(new), known._replace(issued=_now()))
        return new

    async def rename(self, known: Guest, text: str) -> Person:
        """BadName if it cannot be shown."""
        name = name_of(text)
        await self.store.rename(known.person, name)
        for key, other in self._known.items():
            if other.person == known.person:
                self._known[key] = other._replace(name=name)
        return Person(known.person, name)

    def _remember(self, key: bytes, known: Guest) -> None:
        if len(self._known) >= MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        self._known[key] = known


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def _now() -> int:
    return int(time.time())
