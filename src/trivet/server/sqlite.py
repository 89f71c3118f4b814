"""The store in one SQLite file: one thread writes the changes of many rooms in one transaction."""

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

import msgspec

from trivet.server import operator_sql
from trivet.server.lifetimes import Lifetimes, tidy
from trivet.server.migrations import MIGRATIONS
from trivet.server.store import (
    CannotOpen,
    Change,
    PersonData,
    Row,
    Sanction,
    Spoken,
    StoredGuest,
    StoredPerson,
    StoredRoom,
    StoreError,
    StoreStats,
    Unreadable,
)
from trivet.server.stored import RoomHead

FILE, LOCK = "trivet.sqlite", "lock.sqlite"
MARK = 0x54525654  # "TRVT": tells our files from other people's
PATIENCE = 2.0  # seconds to wait for a file that another program has locked
MOST_UNFINISHED = 500  # rooms of one person that are looked at
MOST_AT_ONCE = 512  # changes in one commit

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], object]

WORDS = {  # SQLite's errors, in words for people
    "SQLITE_FULL": "the disk is full",
    "SQLITE_BUSY": "another program has locked the file",
    "SQLITE_LOCKED": "another program has locked the file",
    "SQLITE_READONLY": "the file may not be written to",
    "SQLITE_PERM": "the file may not be opened",
    "SQLITE_CANTOPEN": "the file cannot be opened",
    "SQLITE_IOERR": "the disk does not read or write",
    "SQLITE_CORRUPT": "the file is damaged",
    "SQLITE_NOTADB": "the file is damaged, or it is not a Trivet store",
}


def words_for(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", "")
    return next((words for known, words in WORDS.items() if name.startswith(known)), str(error))


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
            _roll_back(db)
            raise CannotOpen(
                f"{file} has schema {version} and could not be brought to {number}: "
                f"{words_for(error)}. Nothing was changed."
            ) from error


def _number(db: sqlite3.Connection, pragma: str) -> int:
    return int(db.execute(f"PRAGMA {pragma}").fetchone()[0])


def _roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        db.execute("ROLLBACK")


# --- writing --------------------------------------------------------------------------------------


class Wanted(NamedTuple):
    """A job for the writer, and the future that waits for it."""

    job: Job
    done: "asyncio.Future[Any]"
    loop: asyncio.AbstractEventLoop


class Writer(threading.Thread):
    """A thread that runs all queued jobs in one transaction and reports when it is on the disk."""

    def __init__(self, db: sqlite3.Connection) -> None:
        super().__init__(name="store", daemon=True)
        self.db = db
        self.inbox: SimpleQueue[Wanted | None] = SimpleQueue()
        self.stats = StoreStats(self.inbox.qsize)

    async def ask(self, job: Callable[[sqlite3.Connection], T]) -> T:
        """The job's result, once it is durable."""
        loop = asyncio.get_running_loop()
        wanted = Wanted(job, loop.create_future(), loop)
        self.inbox.put(wanted)
        done: T = await wanted.done
        return done

    def run(self) -> None:
        while True:
            first = self.inbox.get()
            if first is None:
                return
            batch = [first]
            ends = self._take_more(batch)
            self._tell(batch, self._outcomes(batch))
            if ends:
                return

    def _take_more(self, batch: list[Wanted]) -> bool:
        """Add the queued jobs to the batch, up to a limit; True if the queue has ended."""
        while len(batch) < MOST_AT_ONCE:
            try:
                wanted = self.inbox.get_nowait()
            except Empty:
                return False
            if wanted is None:
                return True
            batch.append(wanted)
        return False

    def _outcomes(self, batch: list[Wanted]) -> list[object]:
        try:
            return self._together([wanted.job for wanted in batch])
        except Exception as error:  # one bad job must not spoil the others: run each alone
            if len(batch) == 1:
                return [self._as_outcome(error)]
            return [self._alone(wanted.job) for wanted in batch]

    def _alone(self, job: Job) -> object:
        try:
            return self._together([job])[0]
        except Exception as error:
            return self._as_outcome(error)

    def _together(self, jobs: Sequence[Job]) -> list[object]:
        began = time.perf_counter()
        self.db.execute("BEGIN IMMEDIATE")
        try:
            outcomes = [job(self.db) for job in jobs]
            self.db.execute("COMMIT")
            self.stats.committed(1000 * (time.perf_counter() - began))
        except BaseException:
            _roll_back(self.db)
            raise
        return outcomes

    def _as_outcome(self, error: Exception) -> StoreError:
        self.stats.failures += 1
        if isinstance(error, sqlite3.Error):
            return StoreError(f"It could not be stored: {words_for(error)}.")
        return StoreError(f"It could not be stored: {type(error).__name__}.")

    def _tell(self, batch: list[Wanted], outcomes: list[object]) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits for the results
            batch[0].loop.call_soon_threadsafe(_settle, batch, outcomes)


def _settle(batch: list[Wanted], outcomes: list[object]) -> None:
    for wanted, outcome in zip(batch, outcomes, strict=True):
        if wanted.done.done():
            continue
        if isinstance(outcome, StoreError):
            wanted.done.set_exception(outcome)
        else:
            wanted.done.set_result(outcome)


# --- the store ------------------------------------------------------------------------------------


class SqliteStore:
    """The Store on SQLite; the promises are in store.py."""

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
        wanted = "SELECT id FROM rooms WHERE phase = 'playing' AND is_timed"
        return [row[0] for row in await self._read(lambda db: db.execute(wanted).fetchall())]

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
        return [head for row in rows if (head := _head_or_none(row[0])) is not None]

    # --- people ---

    async def add_guest(self, guest: StoredGuest, token: bytes) -> None:
        def job(db: sqlite3.Connection) -> None:
            db.execute(
                "INSERT INTO people VALUES (?, ?, ?)", (guest.person, guest.name, guest.issued)
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

    async def rename(self, person: str, name: str) -> None:
        await self._writer.ask(
            lambda db: db.execute("UPDATE people SET name = ? WHERE id = ?", (name, person))
        )

    async def renew(self, new: bytes, guest: StoredGuest) -> None:
        await self._writer.ask(lambda db: _add_session(db, new, guest))

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

    async def remove_room(self, room: str) -> None:
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
    head = change.head
    db.execute(
        "INSERT INTO rooms VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET "
        "phase = excluded.phase, is_public = excluded.is_public, is_timed = excluded.is_timed, "
        "changed = excluded.changed, head = excluded.head",
        (
            head.id, head.phase, head.is_public, head.clock is not None, head.changed,
            msgspec.json.encode(head),
        ),
    )  # fmt: skip
    if head.phase == "open" or not change.row:  # nobody sits down later
        db.executemany(
            "INSERT OR IGNORE INTO members VALUES (?, ?)",
            {(one, head.id) for one in (head.host, *(c.person for c in head.chairs)) if one},
        )
    for place, row in enumerate(change.rows):
        db.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?, ?)", (head.id, change.row + place, *row))
    for place, line in enumerate(change.lines):
        values = (head.id, change.line + place, *line)
        db.execute("INSERT INTO lines VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
    if change.record:
        db.execute("INSERT OR REPLACE INTO records VALUES (?, ?)", (head.id, change.record))


def _write_something(db: sqlite3.Connection) -> None:
    """Write the schema version again: tests the way to the disk and changes nothing."""
    db.execute(f"PRAGMA user_version = {_number(db, 'user_version')}")


def _add_session(db: sqlite3.Connection, token: bytes, guest: StoredGuest) -> None:
    session = (token, guest.person, guest.issued, guest.until, guest.replaces)
    db.execute("INSERT OR IGNORE INTO sessions VALUES (?, ?, ?, ?, ?)", session)


def _load(db: sqlite3.Connection, room: str) -> StoredRoom | None:
    db.execute("BEGIN")  # all three from one snapshot
    try:
        found = db.execute("SELECT head FROM rooms WHERE id = ?", (room,)).fetchone()
        log = db.execute(
            "SELECT n, kind, seat, choice, said FROM log WHERE room = ? ORDER BY n", (room,)
        ).fetchall()
        lines = db.execute(
            "SELECT channel, name, seat, text, at, person FROM lines WHERE room = ? ORDER BY n",
            (room,),
        ).fetchall()
    finally:
        db.execute("ROLLBACK")
    if not found:
        return None
    head = _head_or_none(found[0])
    if head is None or head.id != room:
        raise Unreadable("The table cannot be read: its head is damaged.")
    if [row[0] for row in log] != list(range(len(log))):
        raise Unreadable("The table cannot be read: a line of its log is missing.")
    if not all(isinstance(line[3], str) for line in lines):
        raise Unreadable("The table cannot be read: its chat is damaged.")
    return StoredRoom(head, [Row(*row[1:]) for row in log], [Spoken(*line) for line in lines])


def _head_or_none(data: bytes) -> RoomHead | None:
    try:
        return msgspec.json.decode(data, type=RoomHead)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return None
