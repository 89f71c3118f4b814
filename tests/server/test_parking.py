"""Tables with days on the clock leave memory, and come back when due or when somebody comes."""

import asyncio

import pytest

from server.stores import ModelKind, SqliteKind, opened
from server.tables import QUICK_BOTS, A, B, enter, open_rooms_in, people_enter
from server.test_store_contract import a_change, with_store
from trivet.server.bots.pool import Bots
from trivet.server.rooms import registry
from trivet.server.rooms.registry import Rooms
from trivet.server.store.contract import Lost, Parked
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Answer, Bank, Days, Ready, Sit
from trivet.server.wire.outgoing import Shown

DAY = 86_400_000
DAYS = Days(days=3)


@pytest.fixture(params=["sqlite", "postgres", "model"])
def kind(request, tmp_path):
    """Every kind of store that can park rooms."""
    if request.param == "sqlite":
        return SqliteKind(tmp_path)
    return ModelKind() if request.param == "model" else request.getfixturevalue("postgres")


async def in_play(rooms, clock=DAYS):
    """A game that two people have begun and left; who owes the next answer."""
    ann, bob = await people_enter(rooms, [A, B], clock=clock)
    for seat, page in enumerate((ann, bob)):
        await page.must(Sit(seat=seat))
        await page.must(Ready())
    await leave(ann, bob)
    return ann.mailbox.room.head.id


async def leave(*pages):
    for page in pages:
        await page.mailbox.on_left(page)


async def swept(rooms):
    """Idle rooms are put away."""
    for mailbox in rooms.mailboxes.values():
        mailbox.idle_since = rooms.now() - registry.IDLE - 1
    rooms.sweep()
    await asyncio.gather(*rooms._beside)


def at_rooms(kind, work):
    async def run():
        async with opened(kind) as store:
            await work(Rooms(store, Bots(QUICK_BOTS)), store)

    asyncio.run(run())


def left(page):
    return next(clock.left for clock in page.last(Shown).clocks if clock.runs)


def test_a_table_that_nobody_looks_at_leaves_memory_with_its_clock_running(kind):
    """Ten thousand of them took a gigabyte, and had to be replayed at every start."""

    async def run(rooms, store):
        room = await in_play(rooms)
        await swept(rooms)
        assert rooms.mailboxes == {}
        assert await store.timed_rooms() == []
        await kind.let_pass(DAY)
        await rooms.wake_clocks()
        assert rooms.mailboxes == {}
        ann = await enter(rooms, room, A)
        assert 2 * DAY - 60_000 < left(ann) <= 2 * DAY
        assert await kind.due() == []  # it runs here now
        await leave(ann)
        await swept(rooms)
        await kind.let_pass(DAY)
        ann = await enter(rooms, room, A)
        assert DAY - 60_000 < left(ann) <= DAY

    at_rooms(kind, run)


def test_a_clock_that_runs_out_in_the_store_ends_the_game(kind):
    async def run(rooms, store):
        room = await in_play(rooms)
        await swept(rooms)
        await kind.let_pass(3 * DAY)
        assert await store.timed_rooms() == [room]
        await rooms.wake_clocks()
        await rooms.mailboxes[room].wait_until_idle()
        assert (await store.load(room)).head.result.reason == "time"
        assert await kind.due() == []
        assert await store.timed_rooms() == []

    at_rooms(kind, run)


def test_an_answer_gives_all_days_again(kind):
    async def run(rooms, store):
        room = await in_play(rooms)
        await swept(rooms)
        await kind.let_pass(2 * DAY)
        for who in (A, B):
            page = await enter(rooms, room, who)
            while page.shown.ask is not None:
                await page.must(Answer(count=page.shown.count, text=page.shown.ask.options[0].text))
            await leave(page)
        await swept(rooms)
        kept = await store.load(room)
        assert {chair.left for chair in kept.head.chairs} <= {*range(3 * DAY - 60_000, 3 * DAY + 1)}
        assert kept.elapsed < 60_000

    at_rooms(kind, run)


def test_short_clocks_and_those_that_run_out_soon_stay_here(kind):
    async def run(rooms, store):
        short = await in_play(rooms, Bank(seconds=600, increment=0))
        soon = await in_play(rooms)
        clocks = rooms.mailboxes[soon].room.clocks
        for seat in clocks.running:
            clocks.left[seat] = registry.SOON // 2
        await swept(rooms)
        assert set(rooms.mailboxes) == {short, soon}

    at_rooms(kind, run)


def test_a_server_that_stops_parks_its_tables_and_the_next_one_reads_none(kind):
    async def run():
        async with opened(kind) as store:
            rooms = Rooms(store, Bots(QUICK_BOTS))
            room = await in_play(rooms)
            await rooms.close(registry.Bye(reason="stop"))
        await kind.be_silent(2 * DAY)  # two days pass, without a server
        await kind.let_pass(2 * DAY)
        async with opened(kind) as store:
            rooms = Rooms(store, Bots(QUICK_BOTS))
            await store.skip_downtime()
            await rooms.wake_clocks()
            assert rooms.mailboxes == {}
            ann = await enter(rooms, room, A)
            assert left(ann) > 3 * DAY - 60_000  # clocks stand still while no server runs

    asyncio.run(run())


def test_time_goes_on_while_a_server_runs(kind):
    async def run(rooms, store):
        room = await in_play(rooms)
        await swept(rooms)
        await kind.let_pass(DAY)
        await kind.be_silent(DAY)
        await store.note_uptime()
        await store.skip_downtime()
        assert DAY <= (await store.load(room)).elapsed < DAY + 60_000

    at_rooms(kind, run)


def test_who_reads_a_table_and_dies_has_changed_nothing(kind):
    async def run():
        async with opened(kind) as store:
            rooms = Rooms(store, Bots(QUICK_BOTS))
            room = await in_play(rooms)
            await swept(rooms)
            await kind.let_pass(DAY)
            await rooms.mailbox(room)  # read, and nothing stored
        async with opened(kind) as store:
            kept = await store.claim(room)
            assert DAY <= kept.elapsed < DAY + 60_000

    asyncio.run(run())


def test_a_removed_table_is_not_due(kind):
    async def work(store):
        await store.save(a_change(clock=DAYS, phase="playing"))
        kept = await store.claim("room")
        await store.park({"room": Parked(kept.epoch, 1000)})
        assert await kind.due() == ["room"]
        await store.remove_room("room")
        assert await kind.due() == []

    with_store(kind, work)


def test_a_parked_table_is_not_too_old(kind):
    async def work(store):
        await store.save(a_change(clock=DAYS, phase="playing"))
        kept = await store.claim("room")
        await store.park({"room": Parked(kept.epoch, 1000)})
        assert await store.tidy(Lifetimes(), 10**10, []) == 0

    with_store(kind, work)


# --- several servers ------------------------------------------------------------------------------


def test_another_server_goes_on_with_a_parked_table(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            first, second = Rooms(one, Bots(QUICK_BOTS)), Rooms(two, Bots(QUICK_BOTS))
            room = await in_play(first)
            await swept(first)
            await shared.let_pass(DAY)
            ann = await enter(second, room, A)
            assert 2 * DAY - 60_000 < left(ann) <= 2 * DAY
            with pytest.raises(Lost):
                await one.save(a_change(room, row=50, epoch=1, clock=DAYS))
            assert await shared.due() == []
            await leave(ann)
            await swept(second)
            await shared.let_pass(2 * DAY)
            assert await one.timed_rooms() == [room]

    asyncio.run(run())


def test_a_room_that_was_lost_is_not_parked(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            await one.save(a_change(clock=DAYS, phase="playing"))
            old = await one.claim("room")
            await one.release({"room": old.epoch})
            await two.claim("room")
            await one.park({"room": Parked(old.epoch, 1000)})
            assert await shared.due() == []

    asyncio.run(run())


def test_a_due_time_of_an_older_epoch_does_not_count(postgres):
    """A server of the version before may have played on, and knows nothing of it."""

    async def work(store):
        await store.save(a_change(clock=DAYS, phase="playing"))
        await store.park({"room": Parked((await store.claim("room")).epoch, 1000)})
        await postgres.sql("UPDATE rooms SET epoch = epoch + 5")
        await postgres.let_pass(DAY)
        assert await store.timed_rooms() == ["room"]
        assert (await store.claim("room")).elapsed == 0

    with_store(postgres, work)


# --- blocked rooms --------------------------------------------------------------------------------


def test_who_waits_for_one_blocked_room_is_not_woken_for_ever_by_another(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            room = await rooms.opening.open_room(A, NewRoom(game="sovereign"))
            rooms.peers._block(["first", room])
            waiting = asyncio.create_task(rooms.mailbox(room))
            await asyncio.sleep(0)
            rooms.peers._unblock(["first"])
            await asyncio.wait_for(asyncio.sleep(0.05), 5)
            assert not waiting.done()
            rooms.peers._unblock([room])
            assert await waiting is not None

    asyncio.run(run())
