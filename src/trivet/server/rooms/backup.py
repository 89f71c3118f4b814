"""Backups of the SQLite store: copied while the server runs, checked by replaying every game."""

import os
import shutil
import sqlite3
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from trivet.catalogue import GAMES
from trivet.core.game import game_with
from trivet.server.rooms.finished_logs import with_log
from trivet.server.store.contract import CannotOpen, Store, StoreError, Unreadable
from trivet.server.store.sqlite import FILE, LOCK, locked, make_private, open_store
from trivet.server.store.sqlite_writer import words_for
from trivet.server.table.room import room_from_store
from trivet.verifier import CannotCheck, Unfair, verified

PAGE = 200  # rooms looked at in one go
STAMP = "last-backup"  # in the folder of the store: an empty file of the time of the newest backup


class BadBackup(Exception):
    """A backup that cannot be made or used; the text says why."""


@dataclass
class Findings:
    """What a check of a store has found."""

    rooms: int = 0
    records: int = 0
    strange: int = 0  # tables and records of rules that this version does not play
    faults: list[str] = field(default_factory=list)

    def words(self) -> str:
        found = f"{self.rooms} tables replayed, {self.records} records verified"
        more = f", {self.strange} of other rules not checked" if self.strange else ""
        return found + more + (f", {len(self.faults)} faults" if self.faults else ", no fault")


async def check(store: Store) -> Findings:
    """Replay every table and verify every record."""
    found, after = Findings(), ""
    while names := await store.room_names(after, PAGE):
        for name in names:
            await _check_room(store, name, found)
        after = names[-1]
    return found


async def _check_room(store: Store, name: str, found: Findings) -> None:
    try:
        kept = await store.load(name)
        if kept is None:
            raise Unreadable("It is gone.")
        game = game_with(GAMES, kept.head.game, kept.head.rules)
        if game is None:
            found.strange += 1
            return
        whole = await with_log(store, kept, GAMES)
        room_from_store(game, whole, 0).table.close()
        found.rooms += 1
    except StoreError as damaged:
        found.faults.append(f"table {name}: {damaged}")
    text = await store.record(name)
    if text is None:
        return
    try:
        verified(text)
        found.records += 1
    except CannotCheck:
        found.strange += 1
    except Unfair as wrong:
        found.faults.append(f"record {name}: {wrong}")


async def back_up(folder: Path, target: Path) -> Findings:
    """Copy the store in a folder to a new file; a server may be using it."""
    source = folder / FILE
    if not source.exists():
        raise BadBackup(f"There is no store in {folder}.")
    if target.exists():
        raise BadBackup(f"{target} is there already.")
    if not target.parent.is_dir():  # it may be a disk that is not there: do not fill another one
        raise BadBackup(f"There is no folder {target.parent} for the copy: make it first.")
    with tempfile.TemporaryDirectory(prefix=".trivet-", dir=target.parent) as place:
        copy = Path(place, FILE)
        make_private(copy)
        try:
            with closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as db:
                db.execute("VACUUM INTO ?", (str(copy),))
        except sqlite3.Error as error:
            raise BadBackup(f"{source} cannot be copied: {words_for(error)}.") from None
        found = await _checked(copy)
        _sync(copy)
        copy.replace(target)
    _sync(target.parent)
    _stamp(folder)
    return found


def _stamp(folder: Path) -> None:
    stamp = folder / STAMP
    try:
        stamp.touch(mode=0o600)
    except OSError as error:
        raise BadBackup(f"The copy is made, but {stamp} cannot be: {error.strerror}.") from None


def backup_age(folder: Path, now: float) -> float | None:
    """Seconds since the newest backup of the store in a folder; None if there never was one."""
    try:
        return max(0.0, now - (folder / STAMP).stat().st_mtime)
    except OSError:
        return None


async def restore(backup: Path, folder: Path) -> tuple[Findings, Path | None]:
    """Restore a store from a backup; the store that was there is kept beside it."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".trivet-", dir=folder) as place:
        copy = Path(place, FILE)
        make_private(copy)
        try:
            shutil.copyfile(backup, copy)
        except OSError as error:
            raise BadBackup(f"{backup} cannot be read: {error.strerror}.") from None
        found = await _checked(copy)
        _sync(copy)
        with closing(locked(folder)):  # no server may run
            before = _set_aside(folder)
            copy.replace(folder / FILE)
            _sync(folder)
    return found, before


def _set_aside(folder: Path) -> Path | None:
    """Rename the store that is there, with all that is still in its log."""
    file = folder / FILE
    if not file.exists():
        return None
    try:
        with closing(sqlite3.connect(file)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error:
        pass  # it is damaged: that may be why it is replaced
    before = folder / f"trivet-{time.strftime('%Y%m%d-%H%M%S')}.sqlite"
    for ending in ("", "-wal", "-shm"):  # the last two are gone unless the file is damaged
        part = file.with_name(file.name + ending)
        if part.exists():
            part.replace(before.with_name(before.name + ending))
    return before


async def _checked(copy: Path) -> Findings:
    """Check a copy that nobody uses; its format is brought up to date."""
    try:
        with closing(sqlite3.connect(copy)) as db:
            wrong = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        raise BadBackup(f"The copy cannot be used: {words_for(error)}.") from None
    if wrong != "ok":
        raise BadBackup(f"The copy is damaged: {wrong}.")
    try:
        store = open_store(copy.parent)
    except CannotOpen as error:
        raise BadBackup(str(error).replace(str(copy), "the copy")) from None
    try:
        return await check(store)
    finally:
        await store.close()
        (copy.parent / LOCK).unlink(missing_ok=True)


def _sync(path: Path) -> None:
    if os.name == "nt" and path.is_dir():
        return  # a folder cannot be opened there
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
