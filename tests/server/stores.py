"""The stores, each with what a test needs to open it, and to reach behind it by SQL."""

import asyncio
import re
import secrets
import sqlite3
from contextlib import asynccontextmanager, closing

import msgspec
from campaigns.simulation.model_store import Database, Due, SharedStore

from trivet.offline.shelf import DictShelf
from trivet.offline.store import ShelfStore
from trivet.server.store import sqlite
from trivet.server.store.migrations import MIGRATIONS


class WithSql:
    """A store that can be reached behind by SQL."""

    async def due(self):
        """Parked rooms."""
        return [room for (room,) in await self.sql("SELECT room FROM due")]

    async def let_pass(self, milliseconds):
        """Time passes for parked rooms."""
        await self.sql("UPDATE due SET since = since - $1, at = at - $1", milliseconds)

    async def be_silent(self, milliseconds):
        """So long no server has run."""
        await self.sql("UPDATE alive SET at = at - $1", milliseconds)


class SqliteKind(WithSql):
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


class PostgresKind(WithSql):
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

    # What happens to the server that has a store.

    async def die(self, store):
        """As kill -9 would: nothing is said, connections are gone."""
        for task in store._tasks:
            task.cancel()
        store.pulse.stop()
        store.pool.terminate()
        store.writer.hang_up()
        await asyncio.sleep(0.2)

    async def pause(self, store):
        """As SIGSTOP would, for longer than a lease: no more signs of life, the lock is held."""
        store._tasks[1].cancel()
        late = "UPDATE servers SET until = now() - interval '1 s' WHERE id = $1"
        await self.sql(late, store.server)

    async def forget_servers(self):
        await self.sql("DELETE FROM servers")

    async def break_connections(self):
        await self.sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE pid <> pg_backend_pid() AND application_name LIKE 'trivet%'"
        )

    async def owners(self):
        return [owner for (owner,) in await self.sql("SELECT owner FROM rooms")]

    async def servers(self):
        return [number for (number,) in await self.sql("SELECT id FROM servers")]

    def remove(self):
        self.database.sql(f"DROP SCHEMA {self.schema} CASCADE")


class ShelfKind:
    """On a shelf in memory, as a page without a network has one."""

    is_shared = False

    def __init__(self):
        self.shelf = DictShelf()

    async def open(self):
        return ShelfStore(self.shelf)


class ModelKind:
    """The model of a shared store that simulated servers use."""

    is_shared = True

    def __init__(self):
        self.database = Database()

    async def open(self):
        return SharedStore(self.database, address="127.0.0.1:1")

    def remove(self):
        pass

    async def due(self):
        return [name[4:] for name, _ in await self.database.shelf.find("due/")]

    async def let_pass(self, milliseconds):
        for name, data in await self.database.shelf.find("due/"):
            due = msgspec.json.decode(data, type=Due)
            earlier = Due(due.epoch, due.since - milliseconds, due.at - milliseconds)
            self.database.shelf.things[name] = msgspec.json.encode(earlier)

    async def be_silent(self, milliseconds):
        at = int(self.database.shelf.things["alive"]) - milliseconds
        self.database.shelf.things["alive"] = str(at).encode()

    # What happens to the server that has a store.

    async def die(self, store):
        store.pulse.cancel()
        store.disconnect()

    async def pause(self, store):
        store.pulse.cancel()
        store.until = 0.0

    async def forget_servers(self):
        self.database.servers.clear()

    async def break_connections(self):
        for store in self.database.servers.values():
            store.disconnect()

    async def owners(self):
        return [owned.server or None for owned in self.database.rooms.values()]

    async def servers(self):
        return list(self.database.servers)


@asynccontextmanager
async def opened(kind, **more):
    store = await kind.open(**more)
    try:
        yield store
    finally:
        await store.close()
