"""What a server writes that lost a room must not be stored: four servers claim from each other.

Runs in a process of its own, so that a fault can be planted: `python -m campaigns.fence URL WRITES
[FAULT]` prints what was found, as JSON.
"""

import asyncio
import json
import random
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from typing import Any

import asyncpg

from campaigns.database import a_database
from campaigns.faults import FAULTS
from campaigns.stage import path_of
from trivet.server.store.contract import Change, Elsewhere, LogRow, Lost, StoreError
from trivet.server.store.postgres import PostgresStore, open_store
from trivet.server.store.stored import Chair, RoomHead

SERVERS, ROOMS, HANGS = 4, 20, 10
TRIES = 10  # to claim a room whose owner beats once a second
BROKEN = (
    "stale writes stored", "claimed from the living", "hanging writes that landed",
    "acknowledged and lost", "stored and not acknowledged",
)  # fmt: skip
OVER = "UPDATE servers SET until = clock_timestamp() - interval '1 s' WHERE id = $1"
BACK = "UPDATE servers SET until = clock_timestamp() + interval '4 s' WHERE id = $1"


def campaign(url: str, writes: int, fault: str = "") -> Counter[str]:
    words = [sys.executable, "-P", "-m", "campaigns.fence", url, str(writes), fault]
    done = subprocess.run(words, capture_output=True, text=True, check=False, env=path_of())
    if done.returncode:
        raise RuntimeError(done.stderr[-2000:])
    return Counter(json.loads(done.stdout))


def on_a_database(writes: int, fault: str = "") -> Counter[str]:
    """The same on a database of its own."""
    with a_database() as database:
        return campaign(database.url(), writes, fault)


def breaches(found: Counter[str]) -> int:
    return sum(found[kind] for kind in BROKEN)


class Fence:
    """Rooms, the servers that claim them, and what was acknowledged to each."""

    def __init__(self, url: str, stores: list[PostgresStore], db: Any) -> None:
        self.url, self.stores, self.db = url, stores, db
        self.found: Counter[str] = Counter()
        self.owner: dict[str, int] = {}  # by room: the place of its server
        self.epochs: dict[tuple[int, str], int] = {}  # by server and room: the latest it had
        self.said: dict[str, list[str]] = {}  # by room: what was acknowledged
        self.number = 0

    def change(self, room: str, epoch: int) -> Change:
        self.number += 1
        head = RoomHead(id=room, game="sovereign", rules=1, seed=b"s", host="h", chairs=[Chair()],
                        options={}, title=str(self.number))  # fmt: skip
        said = self.said.get(room, [])
        rows = (
            [LogRow("answer", 0, 1, str(self.number))] if self.number % 4 else []
        )  # or a head alone
        return Change(head, len(said), rows, 0, [], "", epoch)

    async def run(self, writes: int) -> Counter[str]:
        for room in map(str, range(ROOMS)):
            await self.stores[0].save(self.change(room, 0)._replace(rows=[]))
            await self.claim(0, room)
        while self.found["stale writes tried"] < writes:
            rooms = random.sample(list(self.owner), ROOMS // 2)
            for room in rooms[:3]:
                await self.take(room)
            await asyncio.gather(*(self.write(room) for room in rooms))
        for _ in range(HANGS):
            await self.hang(random.choice(list(self.owner)))
        await self.compare()
        return self.found

    async def claim(self, place: int, room: str) -> None:
        kept = await self.stores[place].claim(room)
        assert kept is not None
        self.owner[room] = place
        self.epochs[place, room] = kept.epoch

    async def take(self, room: str) -> None:
        """Another server claims a room: from the living it must fail, from the dead not."""
        was = self.owner[room]
        place = random.choice([n for n in range(SERVERS) if n != was])
        number = self.stores[was].server
        try:
            await self.claim(place, room)
            self.found["claimed from the living"] += 1
        except Elsewhere:
            await self._claim_from_the_dead(place, room, number)
            await self.db.execute(BACK, number)
        self.found["claims"] += 1

    async def _claim_from_the_dead(self, place: int, room: str, number: int) -> None:
        """End the lease of the owner, again if the owner's pulse was quicker than the claim."""
        for _ in range(TRIES):
            await self.db.execute(OVER, number)
            with suppress(Elsewhere):
                return await self.claim(place, room)
        raise AssertionError("a room could not be claimed from a server whose lease is over")

    async def write(self, room: str) -> None:
        """The owner writes, and beside it every server that once had the room."""
        owner = self.owner[room]
        stale = [
            place for place in range(SERVERS) if place != owner and (place, room) in self.epochs
        ]
        for place in random.sample(stale, len(stale)):
            self.found["stale writes tried"] += 1
            try:
                await self.stores[place].save(self.change(room, self.epochs[place, room]))
                self.found["stale writes stored"] += 1
            except Lost:
                pass
            except StoreError:  # the database itself has noticed, and by luck only
                self.found["stale writes stored"] += 1
        change = self.change(room, self.epochs[owner, room])
        try:
            await self.stores[owner].save(change)
            self.said.setdefault(room, []).extend(row.said for row in change.rows)
        except StoreError:
            self.found["writes of the owner refused"] += 1

    async def hang(self, room: str) -> None:
        """A write waits in the database while its own server claims the room again."""
        place = self.owner[room]
        store, old = self.stores[place], self.epochs[place, room]
        blocker = await asyncpg.connect(self.url)
        async with blocker.transaction():
            await blocker.execute("LOCK TABLE log IN SHARE MODE")
            late = self.change(room, old)
            hanging = asyncio.create_task(store.save(late))
            waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            while not await self.db.fetchval(waits) and not hanging.done():
                await asyncio.sleep(0.005)
            await self.claim(place, room)
        try:
            await hanging
            self.found["hanging writes that landed"] += 1
        except StoreError:
            pass
        await blocker.close()

    async def compare(self) -> None:
        for room in self.owner:
            kept = await self.stores[0].load(room)
            stored = {row.said for row in kept.rows} if kept is not None else set()
            said = set(self.said.get(room, []))
            self.found["acknowledged"] += len(said)
            self.found["acknowledged and lost"] += len(said - stored)
            self.found["stored and not acknowledged"] += len(stored - said)


async def _main(url: str, writes: int) -> Counter[str]:
    stores = [await open_store(url, f"127.0.0.1:{n + 1}") for n in range(SERVERS)]
    db = await asyncpg.connect(url)
    try:
        return await Fence(url, stores, db).run(writes)
    finally:
        await db.close()
        for store in stores:
            await store.close()


if __name__ == "__main__":
    fault = sys.argv[3] if len(sys.argv) > 3 else ""
    if fault:
        FAULTS[fault]()
    print(json.dumps(asyncio.run(_main(sys.argv[1], int(sys.argv[2])))))
