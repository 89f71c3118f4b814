"""Writes the changes of many rooms to PostgreSQL in one statement: one round trip, one commit."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

import asyncpg
import msgspec

from trivet.server.store.contract import Change, Lost, Saved, StoreError, StoreStats
from trivet.server.store.decoding import may_be_parked, new_members
from trivet.server.store.pulse import UNABLE

MOST_AT_ONCE = 512  # changes in one commit
PATIENCE = 5.0  # seconds for one statement, and to connect
SAFE = {"synchronous_commit": "on", "application_name": "trivet"}
log = logging.getLogger("trivet.postgres")

# What was made under an old epoch, or belongs to a room that is gone, is not in `kept`, and nothing
# of it is stored.
SAVE = """
WITH new AS (
    SELECT * FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bool[], $6::bool[],
        $7::bigint[], $8::bytea[]) AS new (id, epoch, phase, is_public, is_timed, changed, head)
), changed AS (
    UPDATE rooms SET phase = new.phase, is_public = new.is_public, is_timed = new.is_timed,
        changed = new.changed, head = new.head
    FROM new WHERE rooms.id = new.id AND rooms.epoch = new.epoch AND rooms.owner = $1
    RETURNING rooms.id
), opened AS (
    INSERT INTO rooms (id, epoch, phase, is_public, is_timed, changed, head)
    SELECT * FROM new WHERE epoch = 0 ON CONFLICT DO NOTHING RETURNING id
), kept AS (
    SELECT id FROM changed UNION ALL SELECT id FROM opened
), a AS (
    INSERT INTO members SELECT person, room
    FROM unnest($9::text[], $10::text[]) AS new (person, room) JOIN kept ON id = room
    ON CONFLICT DO NOTHING
), b AS (
    INSERT INTO log SELECT new.*
    FROM unnest($11::text[], $12::int[], $13::text[], $14::int[], $15::bigint[], $16::text[])
        AS new (room, n, kind, seat, choice, said) JOIN kept ON id = room
), c AS (
    INSERT INTO lines SELECT new.*
    FROM unnest($17::text[], $18::int[], $19::text[], $20::text[], $21::int[], $22::text[],
        $23::bigint[], $24::text[]) AS new (room, n, channel, name, seat, text, at, person)
        JOIN kept ON id = room
), d AS (
    INSERT INTO records SELECT room, text
    FROM unnest($25::text[], $26::text[]) AS new (room, text) JOIN kept ON id = room
    ON CONFLICT (room) DO UPDATE SET text = excluded.text
), e AS (
    DELETE FROM due USING kept WHERE room = id AND room = ANY($27::text[])
), f AS (
    DELETE FROM turns USING kept WHERE room = id AND room = ANY($28::text[]) AND NOT EXISTS (
        SELECT FROM unnest($29::text[], $30::text[]) AS new (room, person)
        WHERE new.room = turns.room AND new.person = turns.person)
), g AS (
    INSERT INTO turns (room, person, acts, since, last) SELECT new.*
    FROM unnest($29::text[], $30::text[], $31::int[], $32::bigint[], $33::bigint[])
        AS new (room, person, acts, since, last) JOIN kept ON id = room
    WHERE EXISTS (SELECT FROM ways w WHERE w.person = new.person)
    ON CONFLICT (room, person) DO UPDATE SET acts = excluded.acts, since = excluded.since,
        last = excluded.last, told = 0, taken = 0 WHERE turns.acts != excluded.acts
) SELECT id FROM kept
"""

WORDS = {  # classes of errors, in words for people
    "22": "the database does not take it",
    "23": "the database does not take it",
    "25": "the database takes no writes",
    "28": "the database does not let us in",
    "3D": "there is no such database",
    "42": "the database lacks a table or a right",
    "53": "the database has no room left",
    "57": "the database is stopping or starting",
    "58": "the database cannot use its disk",
    "XX": "the database is damaged",
}


def words_for(error: BaseException) -> str:
    """Without the database's own text: it may quote what was to be stored."""
    if isinstance(error, asyncpg.PostgresError):
        code = error.sqlstate or ""
        return WORDS.get(code[:2], f"the database failed ({code})")
    return "the database does not answer"


def is_bad(error: Exception) -> bool:
    """Whether it is the fault of a change, which must not spoil those stored with it."""
    if isinstance(error, asyncpg.InterfaceError | ValueError):
        return isinstance(error, ValueError)  # a text that cannot be encoded
    return isinstance(error, asyncpg.IntegrityConstraintViolationError | asyncpg.DataError)


Waiting = tuple[Change, Saved]


class BatchWriter:
    """A task with a connection of its own: one of the pool is reset after each use."""

    def __init__(self, url: str, server: Callable[[], int]) -> None:
        self.url, self.server = url, server
        self.inbox: deque[Waiting] = deque()
        self.stats = StoreStats(lambda: len(self.inbox))
        self._news = asyncio.Event()
        self._db: Any = None

    async def save(self, change: Change) -> None:
        saved: asyncio.Future[StoreError | None] = asyncio.get_running_loop().create_future()
        self.save_soon(change, lambda error: None if saved.done() else saved.set_result(error))
        if (error := await saved) is not None:
            raise error

    def save_soon(self, change: Change, done: Saved) -> None:
        self.inbox.append((change, done))
        self._news.set()

    async def run(self) -> None:
        """What has come while the last commit was under way goes into the next."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self.inbox:
                await self._save_all(self._batch())

    def _batch(self) -> list[Waiting]:
        """Changes of different rooms: a statement can change a row only once."""
        batch, rooms = list[Waiting](), set[str]()
        while self.inbox and len(batch) < MOST_AT_ONCE and self.inbox[0][0].head.id not in rooms:
            batch.append(self.inbox.popleft())
            rooms.add(batch[-1][0].head.id)
        return batch

    async def _save_all(self, batch: list[Waiting]) -> None:
        try:
            kept = await self._together([change for change, _ in batch])
        except Exception as error:  # a writer that ends would leave every room waiting
            if is_bad(error) and len(batch) > 1:
                for one in batch:
                    await self._save_all([one])
                return
            if not is_bad(error):
                self.hang_up()
            if not is_bad(error) and not isinstance(error, UNABLE):
                log.exception("the writer stumbled")
            self.stats.failures += len(batch)
            self._settle(batch, StoreError(f"It could not be stored: {words_for(error)}."))
        else:
            for one in batch:
                lost = Lost("Another server has this table now.")
                self._settle([one], None if one[0].head.id in kept else lost)

    def _settle(self, batch: list[Waiting], outcome: StoreError | None) -> None:
        loop = asyncio.get_running_loop()
        for _, done in batch:
            loop.call_soon(done, outcome)  # the writer goes on with the next batch

    async def _together(self, changes: Sequence[Change]) -> set[str]:
        began = time.perf_counter()
        db = await self._connected()
        parked = [change.head.id for change in changes if may_be_parked(change.head)]
        found = await db.fetch(
            SAVE,
            self.server(),
            *head_columns(changes),
            *added_columns(changes),
            parked,
            *owed_columns(changes),
        )
        self.stats.committed(1000 * (time.perf_counter() - began))
        return {row[0] for row in found}

    async def _connected(self) -> Any:
        if self._db is None or self._db.is_closed():
            self._db = await asyncpg.connect(
                self.url, timeout=PATIENCE, command_timeout=PATIENCE, server_settings=SAFE
            )
        return self._db

    def hang_up(self) -> None:
        """What became of the last statement is not known: this connection is used no more."""
        if self._db is not None:
            self._db.terminate()
            self._db = None


def head_columns(changes: Sequence[Change]) -> list[list[Any]]:
    """The heads of the rooms, as `SAVE` takes them."""
    rows = [
        (
            h.id,
            c.epoch,
            h.phase,
            h.is_public,
            h.clock is not None,
            h.changed,
            msgspec.json.encode(h),
        )
        for c in changes
        for h in [c.head]
    ]
    return columns(rows, 7)


def added_columns(changes: Sequence[Change]) -> list[list[Any]]:
    """What is added to the rooms: members, rows of the log, lines of the chat and records."""
    members = {member for change in changes for member in new_members(change)}
    rows = [(c.head.id, c.row + n, *row) for c in changes for n, row in enumerate(c.rows)]
    lines = [(c.head.id, c.line + n, *line) for c in changes for n, line in enumerate(c.lines)]
    records = [(c.head.id, c.record) for c in changes if c.record]
    return [
        *columns(sorted(members), 2), *columns(rows, 6), *columns(lines, 8), *columns(records, 2),
    ]  # fmt: skip


def owed_columns(changes: Sequence[Change]) -> list[list[Any]]:
    """Rooms in which something else is owed than before, and all that is owed there."""
    new = [change for change in changes if change.owed is not None]
    rows = [(change.head.id, *one) for change in new for one in change.owed or ()]
    return [[change.head.id for change in new], *columns(rows, 5)]


def columns(rows: Sequence[tuple[Any, ...]], width: int) -> list[list[Any]]:
    return [list(column) for column in zip(*rows, strict=True)] or [[] for _ in range(width)]
