"""What is never finished, never started, expired or old does not stay for ever."""

import asyncio
import time

import pytest

from server.tables import BUILD, A, enter, open_rooms_in, people_enter
from trivet.server.rooms.backup import check
from trivet.server.store import lifetimes
from trivet.server.store.contract import Change, LogRow, Spoken, StoredGuest
from trivet.server.store.lifetimes import DAY, USUAL
from trivet.server.store.sqlite import open_store
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.wire.messages import Answer, Resign

NOW = 1_000_000_000


def head(name, phase, changed, clock=None):
    chairs = [Chair(person=f"p {name}", name="Ann"), Chair(bot="greedy")]
    return RoomHead(
        id=name, game="sovereign", rules=1, seed=b"x" * 32, host=f"p {name}", chairs=chairs,
        options={}, phase=phase, changed=changed, clock=clock,
    )  # fmt: skip


async def keep(store, name, phase, changed, clock=None):
    guest = StoredGuest(f"p {name}", "Ann", changed, changed + 365 * DAY)
    await store.add_guest(guest, name.encode())
    line, record = Spoken("players", "Ann", 0, "hello", changed), "text" * (phase == "over")
    rows = [LogRow("answer", 0, 1, "x")]
    change = Change(head(name, phase, changed, clock), 0, rows, 0, [line], record)
    await store.save(change)


def counts(store):
    tables = ("rooms", "log", "lines", "records", "members", "people", "sessions")
    db = store._writer.db
    return {name: db.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in tables}


async def tidied(store, now, in_use=()):
    while await store.tidy(USUAL, now, in_use):
        pass


def with_store(folder, test):
    async def run():
        store = open_store(folder)
        try:
            await test(store)
        finally:
            await store.close()

    asyncio.run(run())


@pytest.mark.parametrize(
    ("phase", "days"), [("open", USUAL.open), ("playing", USUAL.left), ("over", USUAL.finished)]
)
def test_a_room_goes_with_all_that_belongs_to_it(tmp_path, phase, days):
    async def test(store):
        await keep(store, "old", phase, NOW - days * DAY - 60)  # in play: by the minute
        await keep(store, "new", phase, NOW - days * DAY + 1)
        await tidied(store, NOW)
        assert await store.load("old") is None
        kept = await store.load("new")
        assert bool(kept.rows) == (phase != "over")  # the record of a finished game is enough
        found = counts(store)
        assert (found["rooms"], found["members"], found["log"]) == (1, 1, phase != "over")

    with_store(tmp_path, test)


def test_a_room_in_use_stays(tmp_path):
    async def test(store):
        await keep(store, "old", "open", NOW - 100 * DAY)
        await tidied(store, NOW, ["old"])
        assert await store.load("old") is not None

    with_store(tmp_path, test)


def test_a_game_with_a_clock_ends_by_its_clock(tmp_path):
    async def test(store):
        await keep(store, "timed", "playing", NOW - 200 * DAY)
        store._writer.db.execute("UPDATE rooms SET is_timed = 1")
        await tidied(store, NOW)
        assert await store.load("timed") is not None

    with_store(tmp_path, test)


def test_chat_goes_before_its_record(tmp_path):
    async def test(store):
        await keep(store, "game", "over", NOW - 40 * DAY)
        await tidied(store, NOW)
        assert (await store.load("game")).lines == []
        assert await store.record("game") == "text"

    with_store(tmp_path, test)


def test_guests_without_a_table_are_forgotten_unless_they_still_come(tmp_path):
    async def test(store):
        old = NOW - 60 * DAY
        for name in ("gone", "comes"):
            await store.add_guest(StoredGuest(name, "Ann", old, old + 365 * DAY), name.encode())
        await store.renew(b"new", StoredGuest("comes", "Ann", NOW - DAY, NOW + DAY))
        await tidied(store, NOW)
        assert await store.guest(b"gone", NOW) is None
        assert (await store.guest(b"comes", NOW)).person == "comes"

    with_store(tmp_path, test)


def test_one_job_removes_only_so_much(tmp_path, monkeypatch):
    monkeypatch.setattr(lifetimes, "MOST", 3)

    async def test(store):
        for number in range(8):
            await keep(store, f"r{number}", "open", NOW - 20 * DAY)
        assert await store.tidy(USUAL, NOW, ()) == 3
        assert counts(store)["rooms"] == 5

    with_store(tmp_path, test)


def test_a_year_stays_bounded(tmp_path):
    """Each day some tables of each kind and a guest; after three years no more than after two and
    a bit, which is as long as the longest lifetime."""

    async def test(store):
        sizes = []
        for day in range(0, 3 * 365, 5):
            now = NOW + day * DAY
            for phase in ("open", "playing", "over"):
                await keep(store, f"{phase} {day}", phase, now)
            guest = StoredGuest(f"g {day}", "Ann", now, now + 365 * DAY)
            await store.add_guest(guest, f"g {day}".encode())
            await tidied(store, now)
            sizes.append(counts(store))
        most = {name: max(size[name] for size in sizes[: 850 // 5]) for name in sizes[0]}
        assert all(sizes[-1][name] <= most[name] for name in most), (sizes[-1], most)
        assert sizes[-1]["lines"] < 40

    with_store(tmp_path, test)


def test_a_finished_table_is_read_from_its_record_once_its_log_is_gone(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            wish = {"bots": ["", "random"], "start": True}
            (ann,) = await people_enter(rooms, [A], **wish)
            await ann.must(Answer(count=0, text=BUILD))
            await ann.must(Resign())
            room, log = ann.room.id, list(ann.mailbox.room.table.log)
            rooms.drop(room)
            while await rooms.store.tidy(USUAL, int(time.time()) + 8 * DAY, []):
                pass
            assert (await rooms.store.load(room)).rows == []
            again = await enter(rooms, room, A)
            assert again.mailbox.room.table.log == log
            assert again.room.result.reason == "resigned"
            found = await check(rooms.store)
            assert (found.rooms, found.faults) == (1, [])

    asyncio.run(run())
