"""The thread that writes to SQLite: the changes of many rooms in one transaction."""

import asyncio
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from trivet.server.store.contract import StoreError, StoreStats

MOST_AT_ONCE = 512  # changes in one commit
log = logging.getLogger("trivet.store")

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


def roll_back(db: sqlite3.Connection) -> None:
    if db.in_transaction:
        db.execute("ROLLBACK")


class Wanted(NamedTuple):
    """A job for the writer, and who is told its outcome in a turn of the loop."""

    job: Job
    done: Callable[[Any], object]  # is given the job's result, or a StoreError
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
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.ask_soon(job, partial(_resolve, done))
        return await done

    def ask_soon(self, job: Job, done: Callable[[Any], object]) -> None:
        """Run the job; `done` is called once it is durable, or has failed."""
        self.inbox.put(Wanted(job, done, asyncio.get_running_loop()))

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
            roll_back(self.db)
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
        try:
            wanted.done(outcome)
        except Exception:  # the others want to know as well
            log.exception("what follows a commit has stumbled")


def _resolve(done: "asyncio.Future[Any]", outcome: object) -> None:
    if done.done():
        return
    if isinstance(outcome, StoreError):
        done.set_exception(outcome)
    else:
        done.set_result(outcome)
