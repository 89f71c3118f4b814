"""The stores, each with what a test needs to open it, and to reach behind it by SQL."""

import re
import secrets
import sqlite3
from contextlib import asynccontextmanager, closing

from trivet.offline.shelf import DictShelf
from trivet.offline.store import ShelfStore
from trivet.server.store import sqlite
from trivet.server.store.migrations import MIGRATIONS


class SqliteKind:
    """In a folder; one server."""

    is_shared = False
    migrations = MIGRATIONS

    def __init__(self, folder):
        self.folder = folder

    async def open(self, **more):
        return sqlite.open_store(self.folder, **more)

    async def sql(self, text, *values):
        """Rows of a statement with $1, $2, ..."""
        with closing(sqlite3.connect(self.folder / sqlite.FILE)) as db, db:
            return db.execute(re.sub(r"\$(\d+)", r"?\1", text), values).fetchall()

    def remove(self):
        pass


class PostgresKind:
    """In a schema of its own in the database of the test session."""

    is_shared = True

    def __init__(self, database):
        from trivet.server.store.postgres_schema import MIGRATIONS

        self.migrations, self.database = MIGRATIONS, database
        self.schema = "t" + secrets.token_hex(6)
        self.url = database.url(self.schema)
        database.sql(f"CREATE SCHEMA {self.schema}")

    async def open(self, **more):
        from trivet.server.store import postgres

        return await postgres.open_store(self.url, "127.0.0.1:1", **more)

    async def sql(self, text, *values):
        rows = await self.database.ask(text, *values, url=self.url)
        return [tuple(row) for row in rows]

    def remove(self):
        self.database.sql(f"DROP SCHEMA {self.schema} CASCADE")


class ShelfKind:
    """On a shelf in memory, as a page without a network has one."""

    is_shared = False

    def __init__(self):
        self.shelf = DictShelf()

    async def open(self):
        return ShelfStore(self.shelf)


@asynccontextmanager
async def opened(kind, **more):
    store = await kind.open(**more)
    try:
        yield store
    finally:
        await store.close()
