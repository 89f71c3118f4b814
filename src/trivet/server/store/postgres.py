"""The store in a PostgreSQL database, for several servers: each room belongs to one at a time.

A room's row carries an epoch.  To claim a room raises it, also if it was ours before: a statement
of ours may still be running in the database after its connection broke.  Every write names the
epoch it was made under; a write of an older one finds no row.
"""

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import asyncpg

from trivet.server.store import postgres_operator as operator_sql
from trivet.server.store.contract import (
    CannotOpen,
    Change,
    Elsewhere,
    Notified,
    Parked,
    PersonData,
    Sanction,
    Saved,
    StoredGuest,
    StoredPerson,
    StoredRoom,
    StoredSession,
    StoreError,
)
from trivet.server.store.decoding import head_or_none, stored_room
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.store.people import Row, Statement
from trivet.server.store.postgres_schema import MIGRATIONS, OLDEST
from trivet.server.store.postgres_writer import PATIENCE, SAFE, BatchWriter, words_for
from trivet.server.store.pulse import UNABLE, Pulse
from trivet.server.store.stored import RoomHead

MARK = 0x54525654  # "TRVT": the advisory lock under which the schema is changed
MOST_UNFINISHED = 500  # rooms of one person that are looked at
LAST_WORDS = 5.0  # seconds to store what waits when the server stops
OUTDATED = "The database was changed for a newer Trivet: this server has to be upgraded."

# A room may be claimed if it is nobody's, or ours, or if its owner shows no sign of life: its lease
# is over, or the lock is free that it holds for as long as its connection lives.
CLAIM = """
WITH old AS (SELECT id, owner FROM rooms WHERE id = $1 FOR UPDATE)
UPDATE rooms SET owner = $2, epoch = epoch + 1 FROM old WHERE rooms.id = old.id AND (
    old.owner IS NULL OR old.owner = $2
    OR NOT EXISTS (SELECT FROM servers s WHERE s.id = old.owner AND s.until > clock_timestamp())
    OR pg_try_advisory_xact_lock_shared('servers'::regclass::oid::int, old.owner::int))
RETURNING epoch, head, old.owner AS former
"""
NOW = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
PARK = f"""
WITH parked AS (
    UPDATE rooms SET owner = NULL
    FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS h (id, epoch, remains)
    WHERE rooms.id = h.id AND rooms.epoch = h.epoch AND owner = $4
    RETURNING rooms.id, rooms.epoch, remains
), a AS (
    INSERT INTO due SELECT id, epoch, {NOW}, {NOW} + remains FROM parked ON CONFLICT (room)
    DO UPDATE SET epoch = excluded.epoch, since = excluded.since, at = excluded.at
) INSERT INTO alive VALUES (1, {NOW}) ON CONFLICT (id) DO UPDATE SET at = excluded.at
"""
DOWN = 60_000  # milliseconds without a sign of any server: then none has run
OWNER = "SELECT address FROM rooms LEFT JOIN servers s ON s.id = owner WHERE rooms.id = $1"
LIVING = "EXISTS (SELECT FROM servers s WHERE s.id = owner AND s.until > clock_timestamp())"


# --- opening --------------------------------------------------------------------------------------


async def open_store(
    url: str, address: str = "", migrations: Sequence[str] = MIGRATIONS, oldest: int = OLDEST
) -> "PostgresStore":
    """The store in a database, created or migrated if necessary; CannotOpen says why not."""
    store = PostgresStore(url, address, len(migrations))
    try:
        store.pool = await asyncpg.create_pool(
            url, min_size=0, max_size=8, timeout=PATIENCE, command_timeout=PATIENCE,
            server_settings=SAFE,
        )  # fmt: skip
        async with store.pool.acquire() as db:
            await _check(db)
            store.secret = await _migrate(db, migrations, oldest)
        await store.start()
    except (*UNABLE, ValueError) as error:  # a ValueError is about the URL
        await store.close()
        words = str(error) if isinstance(error, ValueError) else words_for(error)
        raise CannotOpen(f"The database cannot be used: {words}.") from error
    except BaseException:
        await store.close()
        raise
    return store


async def _check(db: Any) -> None:
    if await db.fetchval("SHOW fsync") != "on":
        raise CannotOpen("The database does not wait for its disk: fsync is off. Turn it on.")
    if await db.fetchval("SELECT pg_is_in_recovery()"):
        raise CannotOpen("The database is a standby and takes no writes. Name the primary.")
    if await db.fetchval("SHOW server_encoding") != "UTF8":
        raise CannotOpen("The database is not in UTF-8.")
    if await db.fetchval("SHOW synchronous_commit") not in ("on", "remote_apply"):
        raise CannotOpen("The database does not wait for its disk: synchronous_commit is not on.")


async def _migrate(db: Any, migrations: Sequence[str], oldest: int) -> str:
    """Servers that start together wait for each other.  The secret that they share."""
    async with db.transaction():
        await db.execute("SELECT pg_advisory_xact_lock($1)", MARK)
        await db.execute(
            "CREATE TABLE IF NOT EXISTS trivet "
            "(version INTEGER NOT NULL, oldest INTEGER NOT NULL, secret TEXT NOT NULL)"
        )
        known = await db.fetchrow("SELECT version, secret FROM trivet")
        version, secret = known or (0, secrets.token_urlsafe(32))
        if version > len(migrations):
            raise CannotOpen(
                f"The database was written by a newer Trivet (schema {version}); this one knows "
                f"schemas up to {len(migrations)}. Nothing was changed."
            )
        for number in range(version + 1, len(migrations) + 1):
            try:
                await db.execute(migrations[number - 1])
            except asyncpg.PostgresError as error:
                raise CannotOpen(
                    f"The database has schema {version} and could not be brought to {number}: "
                    f"{error}. Nothing was changed."
                ) from error
        if version < len(migrations):
            await db.execute("DELETE FROM trivet")
            await db.execute(
                "INSERT INTO trivet VALUES ($1, $2, $3)", len(migrations), oldest, secret
            )
        return str(secret)


# --- the store ------------------------------------------------------------------------------------


class PostgresStore:
    """The Store on PostgreSQL; the promises are in store.py."""

    is_shared = True
    can_park = True
    has_tables = True

    def __init__(self, url: str, address: str, schema: int) -> None:
        self.pool: Any = None
        self.secret = ""  # of all servers on this database
        self.pulse = Pulse(url, address, schema)
        self.writer = BatchWriter(url, lambda: self.pulse.server)
        self.stats = self.writer.stats
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        self.pulse.again = lambda: self._in_background(self.pool.expire_connections())
        await self.pulse.start()
        self._tasks = [
            asyncio.create_task(self.writer.run()),
            asyncio.create_task(self.pulse.run()),
        ]

    def _in_background(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.append(task)
        task.add_done_callback(self._tasks.remove)

    @property
    def server(self) -> int:
        return self.pulse.server

    @property
    def is_cut_off(self) -> bool:
        return self.pulse.is_cut_off

    # --- rooms ---

    async def save(self, change: Change) -> None:
        if self.pulse.is_outdated:
            raise StoreError(OUTDATED)
        await self.writer.save(change)

    def save_soon(self, change: Change, done: Saved) -> None:
        if self.pulse.is_outdated:
            asyncio.get_running_loop().call_soon(done, StoreError(OUTDATED))
        else:
            self.writer.save_soon(change, done)

    async def claim(self, room: str) -> StoredRoom | None:
        if self.pulse.is_outdated:
            raise StoreError(OUTDATED)
        if not _is_id(room):
            return None
        async with self._reading() as db, db.transaction():
            mine = await db.fetchrow(CLAIM, room, self.server)
            if mine is not None:
                if mine["former"] not in (None, self.server):
                    await self._tell(db, f"lost {room} {mine['epoch']}")
                await db.execute(
                    "UPDATE due SET epoch = $2 WHERE room = $1 AND epoch = $2 - 1",
                    room, mine["epoch"])  # fmt: skip
                return await _read(db, room, mine["head"], mine["epoch"])
            other = await db.fetchrow(OWNER, room)
        if other is None:
            return None
        raise Elsewhere(other["address"] or "")

    async def release(self, held: Mapping[str, int]) -> None:
        await self._do(
            "UPDATE rooms SET owner = NULL FROM unnest($1::text[], $2::bigint[]) AS h (id, epoch) "
            "WHERE rooms.id = h.id AND rooms.epoch = h.epoch AND owner = $3",
            list(held), list(held.values()), self.server)  # fmt: skip

    async def lost(self, held: Mapping[str, int]) -> list[str]:
        rows = await self._all(
            "SELECT new.id FROM unnest($1::text[], $2::bigint[]) AS new (id, epoch) "
            "LEFT JOIN rooms ON rooms.id = new.id "
            "WHERE (rooms.epoch = new.epoch AND rooms.owner = $3) IS NOT TRUE",
            list(held), list(held.values()), self.server)  # fmt: skip
        return [row["id"] for row in rows]

    async def ask_for(self, room: str) -> None:
        await self._do(
            "SELECT pg_notify($1, $3 || ' wanted ' || id || ' ' || owner) FROM rooms WHERE id = $2",
            self.pulse.channel, room, str(self.server))  # fmt: skip

    def listen(self, hears: Notified) -> None:
        self.pulse.hears = hears

    async def load(self, room: str) -> StoredRoom | None:
        if not _is_id(room):
            return None
        async with self._reading() as db, db.transaction(isolation="repeatable_read"):
            found = await db.fetchrow("SELECT head, epoch FROM rooms WHERE id = $1", room)
            return await _read(db, room, *found) if found is not None else None

    async def open_rooms(self, since: int, most: int) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM rooms WHERE phase = 'open' AND is_public AND changed >= $1 "
            "ORDER BY changed DESC LIMIT $2", since, most)  # fmt: skip

    async def rooms_of(self, person: str, most: int) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM members JOIN rooms ON id = room WHERE person = $1 "
            "ORDER BY changed DESC LIMIT $2", person, most)  # fmt: skip

    async def unfinished_rooms(self, person: str) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM members JOIN rooms ON id = room WHERE person = $1 "
            "AND phase != 'over' ORDER BY changed DESC LIMIT $2",
            person, MOST_UNFINISHED)  # fmt: skip

    async def timed_rooms(self) -> list[str]:
        rows = await self._all(
            "SELECT id FROM rooms WHERE phase = 'playing' AND is_timed "
            f"AND (owner = $1 OR NOT {LIVING}) AND NOT EXISTS (SELECT FROM due d "
            f"WHERE d.room = rooms.id AND d.epoch = rooms.epoch AND d.at > {NOW})",
            self.server)  # fmt: skip
        return [row["id"] for row in rows]

    async def park(self, rooms: Mapping[str, Parked]) -> None:
        epochs, remains = (
            [one.epoch for one in rooms.values()],
            [one.left for one in rooms.values()],
        )
        await self._do(PARK, list(rooms), epochs, remains, self.server)

    async def skip_downtime(self) -> None:
        async with self._writing() as db:
            gone = await db.fetchval(f"SELECT {NOW} - at FROM alive FOR UPDATE")
            if gone is not None and gone > DOWN:
                await db.execute("UPDATE due SET since = since + $1, at = at + $1", gone)
            await db.execute(f"UPDATE alive SET at = {NOW}")

    async def note_uptime(self) -> None:
        await self._do(f"UPDATE alive SET at = {NOW} WHERE EXISTS (SELECT FROM due)")

    async def record(self, room: str) -> str | None:
        if not _is_id(room):
            return None
        rows = await self._all("SELECT text FROM records WHERE room = $1", room)
        return rows[0]["text"] if rows else None

    async def chances(self, room: str) -> bytes | None:
        rows = await self._all("SELECT data FROM chances WHERE room = $1", room)
        return rows[0]["data"] if rows else None

    async def keep_chances(self, room: str, data: bytes) -> None:
        await self._do(
            "INSERT INTO chances SELECT $1, $2 WHERE EXISTS (SELECT FROM records WHERE room = $1) "
            "ON CONFLICT (room) DO UPDATE SET data = excluded.data", room, data)  # fmt: skip

    # --- people ---

    async def add_guest(self, guest: StoredGuest, token: bytes) -> None:
        async with self._writing() as db:
            await db.execute(
                "INSERT INTO people (id, name, since) VALUES ($1, $2, $3)",
                guest.person, guest.name, guest.issued)  # fmt: skip
            await _add_session(db, token, guest)

    async def guest(self, token: bytes, now: int) -> StoredGuest | None:
        rows = await self._all(
            "SELECT person, name, issued, until, replaces FROM sessions JOIN people ON id = person "
            "WHERE token = $1 AND until > $2", token, now)  # fmt: skip
        return StoredGuest(*rows[0]) if rows else None

    async def sessions_of(self, person: str, now: int) -> list[StoredSession]:
        rows = await self._all(
            "SELECT token, issued, until FROM sessions WHERE person = $1 AND until > $2 "
            "AND replaces = '' ORDER BY issued DESC", person, now)  # fmt: skip
        return [StoredSession(*row) for row in rows]

    async def end_session(self, person: str, token: bytes) -> None:
        async with self._writing() as db:
            await db.execute(
                "DELETE FROM sessions WHERE person = $1 AND $2 IN (token, replaces)",
                person, token)  # fmt: skip
            await self._tell(db, f"ended {person}")

    async def name(self, person: str) -> str | None:
        rows = await self._all("SELECT name FROM people WHERE id = $1", person)
        return rows[0]["name"] if rows else None

    async def rename(self, person: str, name: str) -> None:
        async with self._writing() as db:
            await db.execute("UPDATE people SET name = $2 WHERE id = $1", person, name)
            await self._tell(db, f"person {person}")

    async def renew(self, new: bytes, guest: StoredGuest) -> None:
        async with self._writing() as db:
            await _add_session(db, new, guest)
            await db.execute(
                "UPDATE people SET seen = $1 WHERE id = $2", guest.issued, guest.person
            )

    async def replace(self, new: bytes, old: bytes, until: int) -> None:
        async with self._writing() as db:
            person = await db.fetchval(
                "UPDATE sessions SET replaces = '' WHERE token = $1 RETURNING person", new
            )
            await db.execute(
                "UPDATE sessions SET until = least(until, $1) WHERE token = $2", until, old
            )
            await self._tell(db, f"person {person}")

    # --- for the operator ---

    async def rooms_in(self, phase: str, most: int) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM rooms WHERE $1 IN (phase, '') ORDER BY changed DESC LIMIT $2",
            phase, most)  # fmt: skip

    async def rooms_by_rules(self) -> dict[tuple[str, int], list[str]]:
        async with self._reading() as db:
            return await operator_sql.rooms_by_rules(db)

    async def room_names(self, after: str, most: int) -> list[str]:
        rows = await self._all(
            "SELECT id FROM rooms WHERE id > $1 ORDER BY id LIMIT $2", after, most
        )
        return [row["id"] for row in rows]

    async def remove_room(self, room: str, epoch: int | None = None) -> None:
        async with self._writing() as db:
            await operator_sql.remove_room(db, room, epoch)

    async def find_people(self, text: str, most: int) -> list[StoredPerson]:
        async with self._reading() as db:
            return await operator_sql.find_people(db, text, most)

    async def person_data(self, person: str) -> PersonData | None:
        async with self._reading() as db, db.transaction(isolation="repeatable_read"):
            return await operator_sql.person_data(db, person)

    async def erase(self, person: str) -> int:
        async with self._writing() as db:
            await self._tell(db, f"person {person}")
            await self._tell(db, "sanctions")
            return await operator_sql.erase(db, person)

    async def sanctions(self) -> list[Sanction]:
        async with self._reading() as db:
            return await operator_sql.sanctions(db)

    async def punish(self, sanction: Sanction) -> None:
        async with self._writing() as db:
            await db.execute(
                "INSERT INTO sanctions VALUES ($1, $2, $3, $4, $5) ON CONFLICT (who, kind) "
                "DO UPDATE SET until = excluded.until, reason = excluded.reason, "
                "since = excluded.since", *sanction)  # fmt: skip
            await self._tell(db, "sanctions")

    async def pardon(self, who: str) -> int:
        async with self._writing() as db:
            lifted = await db.fetch("DELETE FROM sanctions WHERE who = $1 RETURNING 1", who)
            await self._tell(db, "sanctions")
            return len(lifted)

    # --- statements that are the same for every store with tables ---

    async def rows(self, sql: str, *values: object) -> list[Row]:
        return [tuple(row) for row in await self._all(sql, *values)]

    async def run(self, *statements: Statement, notice: str = "") -> list[list[Row]]:
        async with self._writing() as db:
            if notice:
                await self._tell(db, notice)
            found = [await db.fetch(sql, *values) for sql, *values in statements]
            return [[tuple(row) for row in rows] for rows in found]

    # --- the house ---

    async def tidy(self, lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
        async with self._writing() as db:
            removed = await operator_sql.tidy(db, lifetimes, now, in_use)
            if removed:
                await self._tell(db, "people")
            return removed

    async def is_well(self) -> bool:
        if self.pulse.is_outdated:
            return False
        with suppress(StoreError):
            await self._do("UPDATE servers SET until = until WHERE id = $1", self.server)
            return True
        return False

    async def close(self) -> None:
        """Store what waits, release all rooms, and hang up."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_WORDS):
                while self._tasks and self.writer.inbox:
                    await asyncio.sleep(0.01)
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self.writer.hang_up()
        if self.pool is None:
            return
        if self.server:
            with suppress(StoreError):
                await self._do("UPDATE rooms SET owner = NULL WHERE owner = $1", self.server)
                await self._do("DELETE FROM servers WHERE id = $1", self.server)
        self.pulse.stop()
        with suppress(*UNABLE):
            async with asyncio.timeout(LAST_WORDS):
                await self.pool.close()

    # --- statements ---

    @asynccontextmanager
    async def _reading(self, words: str = "It could not be read") -> AsyncIterator[Any]:
        """A connection of the pool; what goes wrong with it is a StoreError."""
        try:
            async with self.pool.acquire(timeout=PATIENCE) as db:
                yield db
        except UNABLE as error:
            raise StoreError(f"{words}: {words_for(error)}.") from error

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[Any]:
        """The same in a transaction."""
        try:
            async with self._reading("It could not be stored") as db, db.transaction():
                yield db
        except StoreError:
            self.stats.failures += 1
            raise

    async def _do(self, sql: str, *values: object) -> None:
        async with self._reading("It could not be stored") as db:
            await db.execute(sql, *values)

    async def _all(self, sql: str, *values: object) -> list[Any]:
        async with self._reading() as db:
            return list(await db.fetch(sql, *values))

    async def _heads(self, sql: str, *values: object) -> list[RoomHead]:
        found = (head_or_none(row["head"]) for row in await self._all(sql, *values))
        return [head for head in found if head is not None]

    async def _tell(self, db: Any, text: str) -> None:
        """A notice for all servers, once this transaction is stored."""
        words = f"{self.server} {text}"
        await db.execute("SELECT pg_notify($1, $2)", self.pulse.channel, words)


def _is_id(room: str) -> bool:
    """Whether a database takes it for a text at all: somebody may ask for any room."""
    return room.isascii() and room.isprintable()


async def _read(db: Any, room: str, head: bytes, epoch: int) -> StoredRoom:
    log = await db.fetch(
        "SELECT n, kind, seat, choice, said FROM log WHERE room = $1 ORDER BY n", room
    )
    lines = await db.fetch(
        "SELECT channel, name, seat, text, at, person FROM lines WHERE room = $1 ORDER BY n", room
    )
    elapsed = await db.fetchval(
        f"SELECT greatest(0, {NOW} - since) FROM due WHERE room = $1 AND epoch = $2", room, epoch
    )
    return stored_room(
        room, head, [tuple(row) for row in log], [tuple(row) for row in lines], epoch, elapsed or 0
    )


async def _add_session(db: Any, token: bytes, guest: StoredGuest) -> None:
    await db.execute(
        "INSERT INTO sessions VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        token, guest.person, guest.issued, guest.until, guest.replaces)  # fmt: skip
