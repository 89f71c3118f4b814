"""People who keep their name: ways back to it, tickets, and the names that are taken.

kept: somebody who can come back on any device.  handle: the name in addresses.  shape: what a kept
name looks like; no two people keep names that look alike.  key: a passkey.  ticket: a secret that
works once, or the question of a ceremony; only its hash is stored, and to use it is to delete it:
of two servers one accepts it.  All statements are the same for both databases.
"""

import hashlib
import re
import unicodedata
from typing import Any, NamedTuple, Protocol, TypeGuard

import msgspec
from msgspec.structs import replace

from trivet.server.store.contract import Store
from trivet.server.store.decoding import head_or_none
from trivet.server.store.names import skeleton

Row = tuple[Any, ...]
Statement = tuple[Any, ...]  # SQL with $1, $2, ..., and its values
DAY = 86_400
HANDLE_LASTS = 90 * DAY  # seconds before it may be changed again
LONGEST_HANDLE = 24
GRACE = 600  # seconds in which the session that used a code may use it again: a reply may be lost
KEYS = 10  # of one person


def do(sql: str, *values: object) -> Statement:
    return (sql, *values)


class SqlStore(Store, Protocol):
    """A store with tables."""

    has_tables: bool

    async def rows(self, sql: str, *values: object) -> list[Row]: ...
    async def run(self, *statements: Statement, notice: str = "") -> list[list[Row]]:
        """The rows of statements in one transaction, and a notice to other servers."""
        ...


def has_tables(store: Store) -> TypeGuard[SqlStore]:
    return getattr(store, "has_tables", False)


class Kept(NamedTuple):
    """What is stored of a person besides tables."""

    name: str
    kept: int  # since when; 0: a guest
    handle: str
    is_bot: bool
    has_code: bool
    keys: list[Row]  # id, made, used


class People:
    """The people of a store with tables."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def of(self, person: str) -> Kept | None:
        found = await self.store.rows(
            "SELECT name, kept, coalesce(handle, ''), is_bot, EXISTS (SELECT 1 FROM tickets "
            "WHERE person = people.id AND what = 'code' AND data = $2) FROM people WHERE id = $1",
            person, b"")  # fmt: skip
        if not found:
            return None
        keys = await self.store.rows(
            "SELECT id, made, used FROM keys WHERE person = $1 ORDER BY made", person
        )
        name, kept, handle, is_bot, has_code = found[0]
        return Kept(name, kept, handle, bool(is_bot), bool(has_code), keys)

    # --- names ---

    async def keep(self, person: str, name: str, now: int) -> bool:
        """Keep the name of a person; False if somebody keeps one that looks like it."""
        handle = await self._free_handle(name)
        (done,) = await self.store.run(do(
            "UPDATE people SET kept = $2, shape = $3, handle = $4, handle_since = 0 "
            "WHERE id = $1 AND kept = 0 "
            "AND NOT EXISTS (SELECT 1 FROM people other WHERE other.shape = $3) RETURNING id",
            person, now, skeleton(name), handle,
        ))  # fmt: skip
        known = None if done else await self.of(person)
        return bool(done) or (known is not None and known.kept > 0)

    async def is_free(self, person: str, name: str) -> bool:
        """Whether nobody else keeps a name that looks like it."""
        return not await self.store.rows(
            "SELECT 1 FROM people WHERE shape = $1 AND id != $2", skeleton(name), person
        )

    async def rename(self, person: str, name: str) -> bool:
        """False if somebody else keeps a name that looks like it."""
        (done,) = await self.store.run(do(
            "UPDATE people SET name = $2, shape = CASE WHEN kept > 0 THEN $3 END WHERE id = $1 AND "
            "NOT EXISTS (SELECT 1 FROM people other WHERE other.shape = $3 AND other.id != $1) "
            "RETURNING id", person, name, skeleton(name),
        ), notice=f"person {person}")  # fmt: skip
        return bool(done)

    async def _free_handle(self, name: str) -> str:
        stem = handle_of(name)
        taken = {row[0] for row in await self.store.rows(
            "SELECT handle FROM people WHERE handle LIKE $1", f"{stem}%")}  # fmt: skip
        tries = (f"{stem}-{number}" if number > 1 else stem for number in range(1, 10**9))
        return next(handle for handle in tries if handle not in taken)

    async def take_handle(self, person: str, handle: str, now: int) -> bool:
        """False if it is somebody else's, or was changed not long ago."""
        (done,) = await self.store.run(do(
            "UPDATE people SET handle = $2, handle_since = $3 WHERE id = $1 AND kept > 0 "
            "AND handle_since < $4 AND NOT EXISTS "
            "(SELECT 1 FROM people other WHERE other.handle = $2 AND other.id != $1) RETURNING id",
            person, handle, now, now - HANDLE_LASTS,
        ))  # fmt: skip
        return bool(done)

    async def mark_bot(self, person: str) -> bool:
        (done,) = await self.store.run(do(
            "UPDATE people SET is_bot = 1 WHERE id = $1 AND kept > 0 RETURNING id", person,
        ))  # fmt: skip
        return bool(done)

    # --- tickets ---

    async def issue(
        self, token: str, what: str, person: str, until: int, data: bytes = b""
    ) -> None:
        """A ticket; a person has one of a kind, the latest."""
        await self.store.run(
            do("DELETE FROM tickets WHERE (person = $1 AND what = $2) OR token = $3",
             person, what, hashed(token)),
            do("INSERT INTO tickets (token, what, person, until, data) VALUES ($1, $2, $3, $4, $5)",
             hashed(token), what, person, until, data))  # fmt: skip

    async def holder(self, token: str, what: str, now: int) -> str:
        """The name of the person whose ticket it is, which is not used by it; else empty."""
        found = await self.store.rows(
            "SELECT name FROM tickets JOIN people ON id = person "
            "WHERE token = $1 AND what = $2 AND until >= $3", hashed(token), what, now)  # fmt: skip
        return str(found[0][0]) if found else ""

    async def whose(self, token: str, what: str, now: int) -> str:
        """The person whose ticket it is, which goes on working; else empty."""
        found = await self.store.rows(
            "SELECT person FROM tickets WHERE token = $1 AND what = $2 AND until >= $3",
            hashed(token), what, now)  # fmt: skip
        return str(found[0][0]) if found else ""

    async def use(self, token: str, what: str, now: int) -> tuple[str, bytes] | None:
        """Whose ticket it is, and what goes with it; it works no more."""
        (found,) = await self.store.run(do(
            "DELETE FROM tickets WHERE token = $1 AND what = $2 AND until >= $3 "
            "RETURNING person, data", hashed(token), what, now,
        ))  # fmt: skip
        return (found[0][0], bytes(found[0][1])) if found else None

    async def use_code(self, code: str, session: bytes, now: int) -> str | None:
        """The person with a recovery code, which from now on works for this session alone, for some
        minutes: the reply may be lost."""
        (found,) = await self.store.run(do(
            "UPDATE tickets SET data = $2, until = CASE WHEN data = $5 THEN $4 ELSE until END "
            "WHERE token = $1 AND what = 'code' AND until >= $3 AND data IN ($5, $2) "
            "RETURNING person", hashed(code), session, now, now + GRACE, b"",
        ))  # fmt: skip
        return str(found[0][0]) if found else None

    async def wrong_codes(self, address: bytes, since: int) -> int:
        found = await self.store.rows(
            "SELECT count(*) FROM wrong WHERE address = $1 AND at >= $2", address, since
        )
        return int(found[0][0])

    async def note_wrong_code(self, address: bytes, now: int, since: int) -> None:
        await self.store.run(
            do("DELETE FROM wrong WHERE at < $1", since),
            do("INSERT INTO wrong (address, at) VALUES ($1, $2)", address, now),
        )

    # --- passkeys ---

    async def user_key(self, person: str, new: bytes) -> bytes:
        """The random number by which an authenticator knows a person."""
        (_, found) = await self.store.run(
            do("UPDATE people SET user_key = $2 WHERE id = $1 AND user_key IS NULL", person, new),
            do("SELECT user_key FROM people WHERE id = $1", person))  # fmt: skip
        return bytes(found[0][0])

    async def credentials(self, person: str) -> list[bytes]:
        found = await self.store.rows("SELECT known FROM keys WHERE person = $1", person)
        return [bytes(row[0]) for row in found]

    async def add_key(self, key: bytes, person: str, known: bytes, now: int) -> bool:
        """False if somebody has it, or they have too many."""
        (done,) = await self.store.run(do(
            "INSERT INTO keys (id, person, known, made, used) "
            "SELECT $1, $2, $3, $4, $4 WHERE (SELECT count(*) FROM keys WHERE person = $2) < $5 "
            "ON CONFLICT (id) DO NOTHING RETURNING id", key, person, known, now, KEYS,
        ))  # fmt: skip
        return bool(done)

    async def with_key(self, key: bytes) -> tuple[str, bytes, bytes] | None:
        """Whose it is, its public half, and the random number of the person."""
        found = await self.store.rows(
            "SELECT person, known, user_key FROM keys JOIN people ON people.id = person "
            "WHERE keys.id = $1", key)  # fmt: skip
        return (found[0][0], bytes(found[0][1]), bytes(found[0][2] or b"")) if found else None

    async def note_use(self, key: bytes, now: int) -> None:
        await self.store.run(do("UPDATE keys SET used = $2 WHERE id = $1", key, now))

    async def drop_key(self, person: str, key: bytes) -> bool:
        """False if it is the last way back, or not theirs."""
        (done,) = await self.store.run(do(
            "DELETE FROM keys WHERE person = $1 AND id = $2 AND ("
            "(SELECT count(*) FROM keys WHERE person = $1) > 1 OR EXISTS "
            "(SELECT 1 FROM tickets WHERE person = $1 AND what = 'code' AND data = $3)) "
            "RETURNING id", person, key, b"",
        ))  # fmt: skip
        return bool(done)

    async def secret(self, name: str, new: bytes) -> bytes:
        """A secret of all servers on this store; the new one if there was none."""
        (_, found) = await self.store.run(
            do("INSERT INTO secrets VALUES ($1, $2) ON CONFLICT DO NOTHING", name, new),
            do("SELECT value FROM secrets WHERE name = $1", name))  # fmt: skip
        return bytes(found[0][0])

    # --- sessions ---

    async def end_sessions(self, person: str) -> None:
        await self.store.run(
            do("DELETE FROM sessions WHERE person = $1", person), notice=f"ended {person}"
        )

    async def merge(self, old: str, new: str, name: str) -> None:
        """Give the tables and lines of one person to another.  None of the tables may be in memory;
        what is left of the old one has to be erased."""
        heads = await self.store.rows(
            "SELECT head FROM members JOIN rooms ON id = room WHERE person = $1", old
        )
        changed: list[Statement] = [
            do("UPDATE lines SET person = $2 WHERE person = $1", old, new),
            do("INSERT INTO members (person, room) SELECT $2, room FROM members WHERE person = $1 "
             "ON CONFLICT DO NOTHING", old, new),
            do("DELETE FROM members WHERE person = $1", old),
        ]  # fmt: skip
        for (data,) in heads:
            head = head_or_none(data)
            if head is None:
                continue
            is_over = head.phase == "over"
            head.chairs = [
                replace(chair, person=new, name=chair.name if is_over else name)
                if chair.person == old
                else chair
                for chair in head.chairs
            ]
            head.host = new if head.host == old else head.host
            changed.append(
                do("UPDATE rooms SET head = $2 WHERE id = $1", head.id, msgspec.json.encode(head))
            )
        await self.store.run(*changed)


def hashed(token: str) -> bytes:
    return hashlib.sha256(token.encode()).digest()


def handle_of(name: str) -> str:
    """A name as it stands in addresses: "calm-otter"."""
    plain = unicodedata.normalize("NFKD", name).casefold().encode("ascii", "ignore").decode()
    words = re.sub("[^a-z0-9]+", "-", plain).strip("-")[: LONGEST_HANDLE - 4].strip("-")
    return words if len(words) > 2 else f"player-{words}".strip("-")


def is_handle(text: str) -> bool:
    return bool(re.fullmatch("[a-z0-9](-?[a-z0-9]){2,23}", text)) and len(text) <= LONGEST_HANDLE
