"""What is stored stays; what goes wrong is said, and loses nothing."""

import asyncio
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import contextmanager

import pytest

from server.tables import A, B, C, Page, enter, open_rooms_in, people_enter, quiet
from trivet.server.store import sqlite
from trivet.server.store.contract import CannotOpen, Change, LogRow, Spoken, StoreError
from trivet.server.store.migrations import MIGRATIONS
from trivet.server.store.sqlite import FILE, open_store
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.commands import Entered, Left, Requested
from trivet.server.table.mailbox import RETRY
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Answer, Enter, Ready, Say, Sit
from trivet.server.wire.outgoing import Done, Failed, Took


def a_head(name="room"):
    chairs = [Chair(person=A.id, name=A.name), Chair(bot="greedy")]
    return RoomHead(
        id=name, game="sovereign", rules=1, seed=b"s" * 32, host=A.id, chairs=chairs, options={}
    )


def a_change(name="room", row=0):
    rows = [LogRow("answer", 0, 7, "b2>"), LogRow("answer", -1, 3, "")]
    return Change(a_head(name), row, rows, row, [Spoken("players", "Ann", 0, "hi", 12)])


def with_store(folder, work, **more):
    async def run():
        store = open_store(folder, **more)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def test_every_commit_waits_for_the_disk(tmp_path):
    async def look(store):
        db = store._writer.db
        return [
            db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]

    assert with_store(tmp_path, look) == ["wal", 2]


# --- what can go wrong ----------------------------------------------------------------------------


def test_a_full_disk_is_said_and_loses_nothing(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            ann, bob = await people_enter(rooms, [A, B])
            await bob.must(Sit(seat=1))
            for page in (ann, bob):
                await page.must(Ready())
            await ann.must(Answer(count=0, text="build SSIRRMA"))
            db = rooms.store._writer.db
            full = db.execute("PRAGMA page_count").fetchone()[0]
            db.execute(f"PRAGMA max_page_count = {full}")
            said = 0
            while isinstance(await bob.do(Say(text=f"{said} " + "x" * 400)), Done):
                said += 1
            assert [n.code for n in bob.notices if isinstance(n, Failed)] == ["unsure"]
            assert len(ann.mailbox.room.lines["players"]) == said
            assert ann.shown.count == 1
            db.execute("PRAGMA max_page_count = 1000000")
            assert isinstance(await bob.do(Answer(count=0, text="build SSSIRMA")), Took)
            assert ann.shown.view["table"]["round"] == 1
            kept = await rooms.store.load(ann.room.id)
            assert [row.said for row in kept.rows[:2]] == ["build SSIRRMA", "build SSSIRMA"]
            assert len(kept.lines) == said

    asyncio.run(run())


def test_a_disk_that_takes_nothing_more_is_seen_by_whoever_looks_after_the_server(tmp_path):
    async def work(store):
        await store.save(a_change())
        assert await store.is_well()
        log = tmp_path / f"{FILE}-wal"
        with files_no_longer_than(log.stat().st_size):
            with pytest.raises(StoreError, match="disk"):
                await store.save(a_change("second"))
            assert not await store.is_well()
        assert await store.is_well()
        assert await store.load("second") is None
        await store.save(a_change("second"))
        return await store.load("room"), await store.load("second")

    assert all(with_store(tmp_path, work))


@contextmanager
def files_no_longer_than(size):
    """The system refuses to write beyond it, as it would on a full disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def test_a_file_that_another_program_holds_is_said_at_the_start(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)
    newer = (*MIGRATIONS, "ALTER TABLE records ADD COLUMN stars INTEGER")
    with_store(tmp_path, lambda store: store.save(a_change()))
    with sqlite3.connect(tmp_path / FILE, isolation_level=None) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(CannotOpen, match="another program has locked the file"):
            open_store(tmp_path, newer)
        other.execute("ROLLBACK")
    other.close()
    assert with_store(tmp_path, lambda store: store.load("room"), migrations=newer).rows


def test_a_locked_file_is_said_and_nothing_is_lost(tmp_path, monkeypatch):
    monkeypatch.setattr(sqlite, "PATIENCE", 0.05)

    async def work(store):
        await store.save(a_change())
        with sqlite3.connect(tmp_path / FILE, isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked"):
                await store.save(a_change("second"))
            other.execute("ROLLBACK")
        other.close()
        await store.save(a_change("second"))
        return await store.load("room"), await store.load("second")

    assert all(with_store(tmp_path, work))


def test_two_servers_cannot_share_a_store(tmp_path):
    async def work(store):
        with pytest.raises(CannotOpen, match="Another server"):
            open_store(tmp_path)

    with_store(tmp_path, work)


def test_a_store_is_free_again_after_its_server_was_killed(tmp_path):
    code = "import sys, time; from pathlib import Path\n"
    code += "from trivet.server.store.sqlite import open_store\n"
    code += "open_store(Path(sys.argv[1])); print('open', flush=True); time.sleep(60)"
    with subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout.readline() == "open\n"
        process.kill()
    with_store(tmp_path, lambda store: store.save(a_change()))


def test_a_newer_schema_is_left_alone(tmp_path):
    with_store(tmp_path, lambda store: store.save(a_change()), migrations=(*MIGRATIONS, "SELECT 1"))
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(CannotOpen, match="newer Trivet"):
        open_store(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_an_old_schema_is_brought_up_to_date_and_a_copy_kept(tmp_path):
    with_store(tmp_path, lambda store: store.save(a_change()))
    newer = (*MIGRATIONS, "ALTER TABLE records ADD COLUMN stars INTEGER")
    assert with_store(tmp_path, lambda store: store.load("room"), migrations=newer).rows
    copy = sqlite3.connect(tmp_path / f"trivet-schema-{len(MIGRATIONS)}.sqlite")
    assert copy.execute("SELECT count(*) FROM log").fetchone() == (2,)
    copy.close()


def test_the_chances_of_a_game_are_kept_in_a_store_of_the_first_schema_too(tmp_path):
    with_store(
        tmp_path,
        lambda store: store.save(a_change()._replace(record="text", lines=[])),
        migrations=MIGRATIONS[:1],
    )
    assert with_store(tmp_path, lambda store: store.chances("room")) is None
    with_store(tmp_path, lambda store: store.keep_chances("room", b"some"))
    with_store(tmp_path, lambda store: store.keep_chances("room", b"better"))
    assert with_store(tmp_path, lambda store: store.chances("room")) == b"better"


def test_an_old_schema_that_cannot_be_brought_up_to_date_is_left_as_it_was(tmp_path):
    with_store(tmp_path, lambda store: store.save(a_change()))
    broken = (*MIGRATIONS, "ALTER TABLE log ADD COLUMN x INTEGER; ALTER TABLE nothing ADD x")
    with pytest.raises(CannotOpen, match=f"could not be brought to {len(MIGRATIONS) + 1}"):
        open_store(tmp_path, broken)
    assert with_store(tmp_path, lambda store: store.load("room")).rows


@pytest.mark.parametrize(
    "content", [b"this is no database at all" * 100, b"SQLite format 3\x00junk"]
)
def test_a_damaged_file_is_said(tmp_path, content):
    (tmp_path / FILE).write_bytes(content)
    with pytest.raises(CannotOpen, match="damaged"):
        open_store(tmp_path)


def test_somebody_elses_file_is_left_alone(tmp_path):
    with sqlite3.connect(tmp_path / FILE) as other:
        other.execute("CREATE TABLE cats (name TEXT)")
    other.close()
    with pytest.raises(CannotOpen, match="is not a Trivet store"):
        open_store(tmp_path)


def test_a_folder_that_cannot_be_made_is_said(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CannotOpen, match="cannot be used"):
        open_store(tmp_path / "file" / "data")


def test_a_store_can_be_carried_elsewhere(tmp_path):
    with_store(tmp_path / "one", lambda store: store.save(a_change()))
    shutil.copytree(tmp_path / "one", tmp_path / "two")
    assert with_store(tmp_path / "two", lambda store: store.load("room")).rows


def test_a_table_that_cannot_be_read_again_is_closed_and_does_nothing_more(tmp_path):
    """Bots at it, and letters on their way, must not act for a room that somebody else reads."""

    async def fail(*_):
        raise StoreError("The disk does not read or write.")

    def fail_soon(_, done):
        asyncio.get_running_loop().call_soon(done, StoreError("The disk does not write."))

    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = NewRoom(game="sovereign", bots=["", "random"], start=True)
            ann = await enter(rooms, await rooms.opening.open_room(A, wish), A)
            mailbox, store = ann.mailbox, rooms.store
            while mailbox.pending_bots:
                await asyncio.sleep(0.01)
            sound = store.save_soon, store.load
            store.save_soon, store.load = fail_soon, fail
            late = Page(B, mailbox)
            mailbox.submit(Requested(ann, Answer(count=0, text="build SSIRRMA"), rooms.now()))
            mailbox.submit(Entered(late, Enter()))
            await quiet(mailbox)
            store.save_soon, store.load = sound
            assert ann.bye.again == late.bye.again == RETRY
            mailbox.submit(Left(ann))
            await quiet(mailbox)
            assert not mailbox.pending_bots
            after = Page(C, mailbox)
            mailbox.submit(Entered(after, Enter()))
            assert after.bye is not None
            again = await enter(rooms, ann.room.id, A)
            assert again.mailbox is not mailbox
            assert await again.do(Answer(count=0, text="build SSIRRMA")) == Took(count=1)

    asyncio.run(run())
