"""Copies a whole store between SQLite and PostgreSQL: rooms, logs, records, people, sessions.

The source of a copy may be a database that servers are using: it is read as it is at one moment.
The target must be new, and is not there at all if something goes wrong.
"""

import sqlite3
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

from trivet.server.rooms.backup import Findings, check
from trivet.server.store.contract import CannotOpen, Store
from trivet.server.store.sqlite import FILE, LOCK, locked, open_store
from trivet.server.store.sqlite_writer import words_for

PAGE = 500  # rows in one go
TABLES = {  # in an order in which what others refer to comes first
    "people": (
        "id", "name", "since", "kept", "seen", "shape", "handle", "handle_since", "is_bot",
        "user_key", "zone", "quiet_from", "quiet_to",
    ),
    "sessions": ("token", "person", "issued", "until", "replaces"),
    "rooms": ("id", "phase", "is_public", "is_timed", "changed", "head"),
    "members": ("person", "room"),
    "log": ("room", "n", "kind", "seat", "choice", "said"),
    "lines": ("room", "n", "channel", "name", "seat", "text", "at", "person"),
    "records": ("room", "text"),
    "chances": ("room", "data"),
    "sanctions": ("who", "kind", "until", "reason", "since"),
    "keys": ("id", "person", "known", "made", "used"),
    "tickets": ("token", "what", "person", "until", "data"),
    "ways": ("id", "person", "kind", "place", "data", "fails", "next", "day", "sent"),
    "turns": ("room", "person", "acts", "since", "last", "told", "taken"),
    "wrong": ("address", "at"),
    "secrets": ("name", "value"),
    "due": ("room", "since", "at"),
    "alive": ("id", "at"),
}  # fmt: skip
Rows = Sequence[tuple[Any, ...]]


class CannotCopy(Exception):
    """Why there is no copy; the text is for people."""


def is_database(place: str) -> bool:
    return place.startswith(("postgresql://", "postgres://"))


async def copy(source: str, target: str) -> tuple[Counter[str], Findings]:
    """Copy a store to a new place, and check it there; rows by table, and what was found."""
    counts: Counter[str] = Counter()
    reading = _from_database(source) if is_database(source) else _from_folder(Path(source))
    writing = _to_database(target) if is_database(target) else _to_folder(Path(target))
    try:
        async with reading as old, writing as new:
            for table in TABLES:
                async for rows in old.rows(table):
                    await new.add(table, rows)
                    counts[table] += len(rows)
    except sqlite3.Error as error:
        raise CannotCopy(f"The store could not be copied: {words_for(error)}.") from None
    except CannotOpen as error:
        raise CannotCopy(str(error)) from None
    return counts, await look_over(target)


async def look_over(place: str) -> Findings:
    """Replay every table of a store and verify every record."""
    try:
        store = await opened(place)
    except CannotOpen as error:
        raise CannotCopy(str(error)) from None
    try:
        return await check(store)
    finally:
        await store.close()


async def opened(place: str) -> Store:
    """The store in a folder or a database."""
    if is_database(place):
        from trivet.server.store import postgres

        return await postgres.open_store(place)
    if not (Path(place) / FILE).exists():
        raise CannotOpen(f"There is no store in {place}.")
    return open_store(Path(place))


# --- SQLite ---------------------------------------------------------------------------------------


class SqliteFile:
    """The file of a store that no server uses."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    async def rows(self, table: str) -> AsyncIterator[Rows]:
        found = self.db.execute(f"SELECT {', '.join(TABLES[table])} FROM {table}")
        while rows := found.fetchmany(PAGE):
            yield rows

    async def add(self, table: str, rows: Rows) -> None:
        columns = TABLES[table]
        marks = ", ".join("?" for _ in columns)
        self.db.executemany(f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


@asynccontextmanager
async def _from_folder(folder: Path) -> AsyncIterator[SqliteFile]:
    await (await opened(str(folder))).close()  # its format is brought up to date
    with closing(locked(folder)), closing(sqlite3.connect(folder / FILE)) as db:
        yield SqliteFile(db)


@asynccontextmanager
async def _to_folder(folder: Path) -> AsyncIterator[SqliteFile]:
    if (folder / FILE).exists():
        raise CannotCopy(f"There is a store in {folder} already.")
    await open_store(folder).close()
    try:
        with closing(locked(folder)), closing(sqlite3.connect(folder / FILE)) as db:
            with db:
                yield SqliteFile(db)
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except BaseException:
        for ending in ("", "-wal", "-shm"):
            (folder / f"{FILE}{ending}").unlink(missing_ok=True)
        (folder / LOCK).unlink(missing_ok=True)
        raise


# --- PostgreSQL -----------------------------------------------------------------------------------


class PostgresTransaction:
    """A database, as it is at one moment."""

    def __init__(self, db: Any) -> None:
        self.db = db

    async def rows(self, table: str) -> AsyncIterator[Rows]:
        where = " JOIN rooms ON id = room AND rooms.epoch = due.epoch" if table == "due" else ""
        cursor = await self.db.cursor(f"SELECT {', '.join(TABLES[table])} FROM {table}{where}")
        while rows := await cursor.fetch(PAGE):
            yield [tuple(row) for row in rows]

    async def add(self, table: str, rows: Rows) -> None:
        columns = list(TABLES[table])
        if table == "rooms":  # new ones belong to nobody; SQLite has no booleans
            rows = [(*row[:2], bool(row[2]), bool(row[3]), *row[4:], 0) for row in rows]
            columns.append("epoch")
        if table == "due":
            rows = [(*row, 0) for row in rows]
            columns.append("epoch")
        await self.db.copy_records_to_table(table, records=rows, columns=columns)


@asynccontextmanager
async def _transaction(url: str) -> AsyncIterator[PostgresTransaction]:
    import asyncpg

    from trivet.server.store import postgres
    from trivet.server.store.postgres_writer import SAFE
    from trivet.server.store.postgres_writer import words_for as words_of
    from trivet.server.store.pulse import UNABLE

    await (await postgres.open_store(url)).close()  # it is there, and its schema is the newest
    try:
        db = await asyncpg.connect(url, server_settings=SAFE)
        try:
            async with db.transaction(isolation="repeatable_read"):
                yield PostgresTransaction(db)
        finally:
            await db.close()
    except (*UNABLE, ValueError) as error:
        raise CannotCopy(f"The store could not be copied: {words_of(error)}.") from error


@asynccontextmanager
async def _from_database(url: str) -> AsyncIterator[PostgresTransaction]:
    async with _transaction(url) as database:
        yield database


@asynccontextmanager
async def _to_database(url: str) -> AsyncIterator[PostgresTransaction]:
    async with _transaction(url) as database:
        for table in ("rooms", "people"):
            if await database.db.fetchval(f"SELECT EXISTS (SELECT FROM {table})"):
                raise CannotCopy("There is a store in that database already.")
        yield database
