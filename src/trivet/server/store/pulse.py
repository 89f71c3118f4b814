"""A server's signs of life in the database, on a connection of its own, which also hears notices.

Each server has a number that is never given twice, a lease that it renews every second by the
database's clock, and an advisory lock that is free as soon as its connection ends.  Both only say
when its rooms may be claimed; epochs decide whose writes count.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import asyncpg

from trivet.server.store.contract import Notified, StoreError

BEAT, LEASE = 1.0, 4.0  # seconds between two signs of life; without one its rooms may be claimed
CUT_OFF = 2 * LEASE  # seconds without an answer, after which people are better off elsewhere
PATIENCE = 2.0  # seconds for a beat, and to connect
FORGOTTEN = "1 hour"  # after which a dead server is taken off the list
QUICK = {  # so that the database notices soon that a machine is gone
    "application_name": "trivet pulse", "tcp_keepalives_idle": "4", "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
}  # fmt: skip
UNABLE = (
    asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError, OSError,
    TimeoutError,
)  # fmt: skip
BEATS = f"""
UPDATE servers SET until = clock_timestamp() + '{LEASE} s' WHERE id = $1
RETURNING (SELECT oldest FROM trivet)
"""
BEGIN = f"""
INSERT INTO servers (address, until) VALUES ($1, clock_timestamp() + '{LEASE} s') RETURNING id
"""
log = logging.getLogger("trivet.pulse")


class Pulse:
    """Beats as long as the server lives."""

    def __init__(self, url: str, address: str, schema: int) -> None:
        self.url, self.address, self.schema = url, address, schema
        self.server = 0  # our number
        self.channel = ""
        self.hears: Notified | None = None
        self.again: Callable[[], None] = lambda: None  # called after the connection was lost
        self.is_outdated = False  # the schema is for newer servers only
        self._db: Any = None
        self._holds = False  # the lock that says we live
        self._last = 0.0  # when the last beat was answered

    @property
    def is_cut_off(self) -> bool:
        return asyncio.get_running_loop().time() - self._last > CUT_OFF

    async def start(self) -> None:
        self._db = await asyncpg.connect(
            self.url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=QUICK
        )
        self._holds = False
        if not self.server:
            await self._db.execute(
                f"DELETE FROM servers WHERE until < clock_timestamp() - interval '{FORGOTTEN}'"
            )
            self.server = await self._db.fetchval(BEGIN, self.address)
        # Of this schema: locks and channels belong to the whole database.
        table = await self._db.fetchval("SELECT 'servers'::regclass::oid::int")
        self.channel = f"trivet_{table}"
        await self._db.add_listener(self.channel, self._noticed)
        await self.beat()

    def _noticed(self, _db: object, _pid: int, _channel: str, payload: str) -> None:
        """A notice, after the number of the server that sent it."""
        sender, _, text = payload.partition(" ")
        is_for_another = text.startswith("wanted ") and text.split()[-1] != str(self.server)
        if self.hears is not None and sender != str(self.server) and not is_for_another:
            self.hears.noticed(text)

    async def beat(self) -> None:
        oldest = await self._db.fetchval(BEATS, self.server)
        if oldest is None:  # we were taken for dead: all rooms are lost
            self.server = 0
            raise StoreError("This server was taken off the list.")
        if oldest > self.schema and not self.is_outdated:
            self.is_outdated = True
            log.critical("the database was changed for a newer Trivet: upgrade this server")
        if not self._holds:  # an earlier connection of ours may not have ended yet
            self._holds = await self._db.fetchval(
                "SELECT pg_try_advisory_lock('servers'::regclass::oid::int, $1::int)", self.server
            )
        now = asyncio.get_running_loop().time()
        was, self._last = self._last, now
        if was and now - was > LEASE:
            self._gap()

    def _gap(self) -> None:
        if self.hears is not None:
            self.hears.missed()

    async def run(self) -> None:
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.beat()
            except (*UNABLE, StoreError) as error:
                log.warning("a beat failed: %s", type(error).__name__)
                self.stop()
                with suppress(*UNABLE, StoreError):
                    await self.start()
                    self.again()
                    self._gap()
            except Exception:
                log.exception("the pulse stumbled")
                self.stop()

    def stop(self) -> None:
        if self._db is not None:
            self._db.terminate()
