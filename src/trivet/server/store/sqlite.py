"""The store in one SQLite file: one thread writes the changes of many rooms in one transaction."""

import asyncio
import os
import re
import sqlite3
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

import msgspec

from trivet.server.store import operator_sql
from trivet.server.store.contract import (
    CannotOpen,
    Change,
    Owed,
    Parked,
    PersonData,
    Sanction,
    Saved,
    StoredGuest,
    StoredPerson,
    StoredRoom,
    StoredSession,
    StoreError,
    Unshared,
)
from trivet.server.store.decoding import (
    head_or_none,
    may_be_parked,
    new_members,
    stored_room,
)
from trivet.server.store.lifetimes import Lifetimes, tidy
from trivet.server.store.migrations import MIGRATIONS
from trivet.server.store.people import Row, Statement
from trivet.server.store.sqlite_writer import WORDS, Writer, roll_back, words_for
from trivet.server.store.stored import RoomHead

FILE, LOCK = "trivet.sqlite", "lock.sqlite"
MARK = 0x54525654  # "TRVT": tells our files from other people's
PATIENCE = 2.0  # seconds to wait for a file that another program has locked
MOST_UNFINISHED = 500  # rooms of one person that are looked at

MINUTE = 60
# Most changes of a room in play leave all columns but the head as they were: then no index is
# written.
WRITE_AGAIN = (
    "UPDATE rooms SET head = ? "
    "WHERE id = ? AND phase = ? AND is_public = ? AND is_timed = ? AND changed = ?"
)
WRITE_HEAD = (
    "INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
    "phase = excluded.phase, is_public = excluded.is_public, is_timed = excluded.is_timed, "
    "changed = excluded.changed, head = excluded.head"
)

OWE = """
INSERT INTO turns (room, person, acts, since, last) SELECT ?1, ?2, ?3, ?4, ?5
WHERE EXISTS (SELECT 1 FROM ways WHERE person = ?2) ON CONFLICT (room, person) DO UPDATE SET
acts = excluded.acts, since = excluded.since, last = excluded.last, told = 0, taken = 0
WHERE turns.acts != excluded.acts
"""

_encode = msgspec.json.Encoder().encode
T = TypeVar("T")

# --- opening --------------------------------------------------------------------------------------


def open_store(folder: Path, migrations: Sequence[str] = MIGRATIONS) -> "SqliteStore":
    """The store in a folder, created or migrated if necessary; CannotOpen says why not."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = locked(folder)
        try:
            file = folder / FILE
            make_private(file)
            writer = _connected(file)
            _check(writer, file, len(migrations))
            writer.execute("PRAGMA journal_mode = WAL")
            _migrate(writer, file, migrations)
            return SqliteStore(lock, writer, _connected(file))
        except BaseException:
            lock.close()
            raise
    except sqlite3.Error as error:
        raise CannotOpen(f"The store in {folder} cannot be used: {words_for(error)}.") from error
    except OSError as error:
        raise CannotOpen(f"The store in {folder} cannot be used: {error.strerror}.") from error


def make_private(file: Path) -> None:
    """Create a file that only its owner may read; SQLite's other files are made like it."""
    os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    file.chmod(0o600)


def locked(folder: Path) -> sqlite3.Connection:
    """A lock held as long as the process lives: two servers would not see each other's changes."""
    make_private(folder / LOCK)
    lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        if words_for(error) != WORDS["SQLITE_BUSY"]:
            raise
        raise CannotOpen(f"Another server is using the store in {folder}.") from None
    return lock


def _connected(file: Path) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=PATIENCE, isolation_level=None, check_same_thread=False)
    db.execute("PRAGMA synchronous = FULL")
    db.execute("PRAGMA foreign_keys = ON")
    db.text_factory = _text
    return db


def _text(data: bytes) -> str:
    """A damaged text spoils its own row, not the whole query."""
    return data.decode(errors="replace")


def _check(db: sqlite3.Connection, file: Path, newest: int) -> None:
    version, mark = _number(db, "user_version"), _number(db, "application_id")
    is_fresh = not db.execute("SELECT 1 FROM sqlite_schema").fetchone()
    if mark != MARK and not is_fresh:
        raise CannotOpen(f"{file} is not a Trivet store.")
    if version > newest:
        raise CannotOpen(
            f"{file} was written by a newer Trivet (schema {version}); this one knows schemas up "
            f"to {newest}. Nothing was changed."
        )


def _migrate(db: sqlite3.Connection, file: Path, migrations: Sequence[str]) -> None:
    version = _number(db, "user_version")
    if 0 < version < len(migrations):
        copy = file.with_name(f"{file.stem}-schema-{version}.sqlite")
        copy.unlink(missing_ok=True)
        make_private(copy)
        db.execute("VACUUM INTO ?", (str(copy),))
    for number in range(version + 1, len(migrations) + 1):
        db.execute("BEGIN IMMEDIATE")
        try:
            for statement in migrations[number - 1].split(";"):
                db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
            db.execute(f"PRAGMA application_id = {MARK}")
            db.execute("COMMIT")
        except sqlite3.Error as error:
            roll_back(db)
            raise CannotOpen(
                f"{file} has schema {version} and could not be brought to {number}: "
                f"{words_for(error)}. Nothing was changed."
            ) from error


def _number(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])


# --- the store ------------------------------------------------------------------------------------


class SqliteStore(Unshared):
    """The Store on SQLite; the promises are in store.py."""

    can_park = True
    has_tables = True

    def __init__(
        self, lock: sqlite3.Connection, writer: sqlite3.Connection, reader: sqlite3.Connection
    ) -> None:
        self._lock, self._reader = lock, reader
        self._writer = Writer(writer)
        self._writer.start()
        self.stats = self._writer.stats
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="store-reader")

    # --- rooms ---

    async def save(self, change: Change) -> None:
        await self._writer.ask(lambda db: _write(db, change))

    def save_soon(self, change: Change, done: Saved) -> None:
        self._writer.ask_soon(lambda db: _write(db, change), done)

    async def claim(self, room: str) -> StoredRoom | None:
        return await self.load(room)

    async def load(self, room: str) -> StoredRoom | None:
        return await self._read(lambda db: _load(db, room))

    async def open_rooms(self, since: int, most: int) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM rooms WHERE phase = 'open' AND is_public AND changed >= ? "
            "ORDER BY changed DESC LIMIT ?",
            (since, most),
        )

    async def rooms_of(self, person: str, most: int) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM members JOIN rooms ON id = room WHERE person = ? "
            "ORDER BY changed DESC LIMIT ?",
            (person, most),
        )

    async def unfinished_rooms(self, person: str) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM members JOIN rooms ON id = room WHERE person = ? AND phase != 'over' "
            "ORDER BY changed DESC LIMIT ?",
            (person, MOST_UNFINISHED),
        )

    async def timed_rooms(self) -> list[str]:
        wanted = (
            "SELECT id FROM rooms WHERE phase = 'playing' AND is_timed "
            "AND NOT EXISTS (SELECT 1 FROM due WHERE room = id AND at > ?)"
        )
        rows = await self._read(lambda db: db.execute(wanted, (_milliseconds(),)).fetchall())
        return [row[0] for row in rows]

    async def park(self, rooms: Mapping[str, Parked]) -> None:
        await self._writer.ask(lambda db: _park(db, rooms))

    async def skip_downtime(self) -> None:
        await self._writer.ask(_skip_downtime)

    async def note_uptime(self) -> None:
        wanted = "UPDATE alive SET at = ? WHERE EXISTS (SELECT 1 FROM due)"
        await self._writer.ask(lambda db: db.execute(wanted, (_milliseconds(),)))

    async def record(self, room: str) -> str | None:
        wanted = "SELECT text FROM records WHERE room = ?"
        row = await self._read(lambda db: db.execute(wanted, (room,)).fetchone())
        return row[0] if row else None

    async def chances(self, room: str) -> bytes | None:
        wanted = "SELECT data FROM chances WHERE room = ?"
        row = await self._read(lambda db: db.execute(wanted, (room,)).fetchone())
        return row[0] if row else None

    async def keep_chances(self, room: str, data: bytes) -> None:
        await self._writer.ask(
            lambda db: db.execute("INSERT OR REPLACE INTO chances VALUES (?, ?)", (room, data))
        )

    async def _heads(self, wanted: str, values: tuple[object, ...]) -> list[RoomHead]:
        rows = await self._read(lambda db: db.execute(wanted, values).fetchall())
        return [head for row in rows if (head := head_or_none(row[0])) is not None]

    # --- people ---

    async def add_guest(self, guest: StoredGuest, token: bytes) -> None:
        def job(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO people (id, name, since) VALUES (?, ?, ?)",
                (guest.person, guest.name, guest.issued),
            )
            _add_session(db, token, guest)

        await self._writer.ask(job)

    async def guest(self, token: bytes, now: int) -> StoredGuest | None:
        wanted = (
            "SELECT person, name, issued, until, replaces FROM sessions JOIN people ON id = person "
            "WHERE token = ? AND until > ?"
        )
        row = await self._read(lambda db: db.execute(wanted, (token, now)).fetchone())
        return StoredGuest(*row) if row else None

    async def sessions_of(self, person: str, now: int) -> list[StoredSession]:
        wanted = (
            "SELECT token, issued, until FROM sessions WHERE person = ? AND until > ? "
            "AND replaces = x'' ORDER BY issued DESC"
        )
        rows = await self._read(lambda db: db.execute(wanted, (person, now)).fetchall())
        return [StoredSession(*row) for row in rows]

    async def end_session(self, person: str, token: bytes) -> None:
        gone = "DELETE FROM sessions WHERE person = ? AND ? IN (token, replaces)"
        await self._writer.ask(lambda db: db.execute(gone, (person, token)))

    async def name(self, person: str) -> str | None:
        wanted = "SELECT name FROM people WHERE id = ?"
        row = await self._read(lambda db: db.execute(wanted, (person,)).fetchone())
        return row[0] if row else None

    async def rename(self, person: str, name: str) -> None:
        await self._writer.ask(
            lambda db: db.execute("UPDATE people SET name = ? WHERE id = ?", (name, person))
        )

    async def renew(self, new: bytes, guest: StoredGuest) -> None:
        def job(db: sqlite3.Connection) -> None:
            _add_session(db, new, guest)
            db.execute("UPDATE people SET seen = ? WHERE id = ?", (guest.issued, guest.person))

        await self._writer.ask(job)

    async def replace(self, new: bytes, old: bytes, until: int) -> None:
        def job(db: sqlite3.Connection) -> None:
            db.execute("UPDATE sessions SET replaces = x'' WHERE token = ?", (new,))
            db.execute("UPDATE sessions SET until = min(until, ?) WHERE token = ?", (until, old))

        await self._writer.ask(job)

    # --- for the operator ---

    async def rooms_in(self, phase: str, most: int) -> list[RoomHead]:
        return await self._heads(
            "SELECT head FROM rooms WHERE ? IN (phase, '') ORDER BY changed DESC LIMIT ?",
            (phase, most),
        )

    async def rooms_by_rules(self) -> dict[tuple[str, int], list[str]]:
        return await self._read(operator_sql.rooms_by_rules)

    async def room_names(self, after: str, most: int) -> list[str]:
        wanted = "SELECT id FROM rooms WHERE id > ? ORDER BY id LIMIT ?"
        rows = await self._read(lambda db: db.execute(wanted, (after, most)).fetchall())
        return [row[0] for row in rows]

    async def remove_room(self, room: str, epoch: int | None = None) -> None:
        await self._writer.ask(lambda db: operator_sql.remove_room(db, room))

    async def find_people(self, text: str, most: int) -> list[StoredPerson]:
        return await self._read(lambda db: operator_sql.find_people(db, text, most))

    async def person_data(self, person: str) -> PersonData | None:
        return await self._read(lambda db: operator_sql.person_data(db, person))

    async def erase(self, person: str) -> int:
        return await self._writer.ask(lambda db: operator_sql.erase(db, person))

    async def sanctions(self) -> list[Sanction]:
        return await self._read(operator_sql.sanctions)

    async def punish(self, sanction: Sanction) -> None:
        await self._writer.ask(lambda db: operator_sql.punish(db, sanction))

    async def pardon(self, who: str) -> int:
        return await self._writer.ask(lambda db: operator_sql.pardon(db, who))

    # --- statements that are the same for every store with tables ---

    async def rows(self, sql: str, *values: object) -> list[Row]:
        text = _numbered(sql)
        return await self._read(lambda db: db.execute(text, values).fetchall())

    async def run(self, *statements: Statement, notice: str = "") -> list[list[Row]]:
        jobs = [(_numbered(sql), values) for sql, *values in statements]
        return await self._writer.ask(
            lambda db: [db.execute(text, values).fetchall() for text, values in jobs]
        )

    # --- the house ---

    async def tidy(self, lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
        return await self._writer.ask(lambda db: tidy(db, lifetimes, now, in_use))

    async def is_well(self) -> bool:
        try:
            await self._writer.ask(_write_something)
        except StoreError:
            return False
        return True

    async def close(self) -> None:
        """Run all queued jobs, then close the files."""
        self._writer.inbox.put(None)
        await asyncio.to_thread(self._writer.join)
        self._reading.shutdown()
        for db in (self._reader, self._writer.db, self._lock):
            db.close()

    async def _read(self, job: Callable[[sqlite3.Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._reading, job, self._reader)
        except sqlite3.Error as error:
            raise StoreError(f"It could not be read: {words_for(error)}.") from error


# --- rows -----------------------------------------------------------------------------------------


def _write(db: sqlite3.Connection, change: Change) -> None:
    head, data = change.head, _encode(change.head)
    listed = (head.phase, head.is_public, head.clock is not None, _listed_at(head))
    if not db.execute(WRITE_AGAIN, (data, head.id, *listed)).rowcount:
        db.execute(WRITE_HEAD, (head.id, *listed, data))
    if members := new_members(change):
        db.executemany("INSERT OR IGNORE INTO members VALUES (?, ?)", members)
    for place, row in enumerate(change.rows):
        db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", (head.id, change.row + place, *row))
    for place, line in enumerate(change.lines):
        values = (head.id, change.line + place, *line)
        db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    if change.record:
        db.execute("INSERT OR REPLACE INTO records VALUES (?, ?)", (head.id, change.record))
    if change.owed is not None:
        _owe(db, head.id, change.owed)
    if may_be_parked(head):
        db.execute("DELETE FROM due WHERE room = ?", (head.id,))


def _owe(db: sqlite3.Connection, room: str, owed: Sequence[Owed]) -> None:
    people = [one.person for one in owed]
    marks = ", ".join("?" for _ in people)
    gone = f"DELETE FROM turns WHERE room = ? AND person NOT IN ({marks})"
    db.execute(gone, (room, *people))
    for one in owed:
        db.execute(OWE, (room, *one))


def _numbered(sql: str) -> str:
    return re.sub(r"\$(\d)", r"?\1", sql)


def _park(db: sqlite3.Connection, rooms: Mapping[str, Parked]) -> None:
    now = _milliseconds()
    due = [(room, now, now + parked.left) for room, parked in rooms.items()]
    db.executemany("INSERT OR REPLACE INTO due VALUES (?, ?, ?)", due)
    db.execute("INSERT OR REPLACE INTO alive VALUES (1, ?)", (now,))


def _skip_downtime(db: sqlite3.Connection) -> None:
    now = _milliseconds()
    for (at,) in db.execute("SELECT at FROM alive").fetchall():
        gone = max(0, now - at)
        db.execute("UPDATE due SET since = since + ?, at = at + ?", (gone, gone))
        db.execute("UPDATE alive SET at = ?", (now,))


def _milliseconds() -> int:
    return int(1000 * time.time())


def _listed_at(head: RoomHead) -> int:
    """When a room has changed, for lists: by the full minute while it is played, so that an answer
    does not have to change an index.  Rounded up: no room is too old a moment early."""
    return head.changed + -head.changed % MINUTE if head.phase == "playing" else head.changed


def _write_something(db: sqlite3.Connection) -> None:
    """Write the schema version again: tests the way to the disk and changes nothing."""
    db.execute(f"PRAGMA user_version = {_number(db, 'user_version')}")


def _add_session(db: sqlite3.Connection, token: bytes, guest: StoredGuest) -> None:
    session = (token, guest.person, guest.issued, guest.until, guest.replaces)
    db.execute("INSERT OR IGNORE INTO sessions VALUES (?, ?, ?, ?, ?)", session)


def _load(db: sqlite3.Connection, room: str) -> StoredRoom | None:
    db.execute("BEGIN")  # all from one snapshot
    try:
        found = db.execute("SELECT head FROM rooms WHERE id = ?", (room,)).fetchone()
        log = db.execute(
            "SELECT n, kind, seat, choice, said FROM log WHERE room = ? ORDER BY n", (room,)
        ).fetchall()
        lines = db.execute(
            "SELECT channel, name, seat, text, at, person FROM lines WHERE room = ? ORDER BY n",
            (room,),
        ).fetchall()
        due = db.execute("SELECT since FROM due WHERE room = ?", (room,)).fetchone()
    finally:
        db.execute("ROLLBACK")
    elapsed = max(0, _milliseconds() - due[0]) if due else 0
    return stored_room(room, found[0], log, lines, elapsed=elapsed) if found else None
