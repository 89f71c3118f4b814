"""Several servers on one store: a room belongs to one of them, and no other writes to it.

What needs no SQL is tried on the model of such a store as well, which simulated servers use.
"""

import asyncio

import pytest

from server.stores import opened
from server.tables import A, B, enter, open_rooms_in, people_enter, quiet
from server.test_store_contract import DAY, a_change
from trivet.server.http.operator import nobody_is_here
from trivet.server.rooms.notices import Notices
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sessions import Sessions
from trivet.server.store.contract import Change, Elsewhere, Lost, Sanction, StoredGuest, StoreError
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.table.commands import Requested
from trivet.server.table.mailbox import AT_ONCE
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Bank, Say
from trivet.server.wire.outgoing import Done


def test_a_room_has_one_owner_and_others_are_told_where(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            await one.save(a_change())
            assert (await one.claim("room")).epoch == 1
            with pytest.raises(Elsewhere) as told:
                await two.claim("room")
            assert told.value.address == "127.0.0.1:1"
            assert "127" not in str(told.value)  # that is for servers, not for people
            await one.release({"room": 1})
            assert (await two.claim("room")).epoch == 2

    asyncio.run(run())


def test_of_many_who_claim_a_room_one_gets_it(shared):
    async def run():
        stores = [await shared.open() for _ in range(4)]
        for n in range(10):
            await stores[0].save(a_change(str(n)))
            claims = (store.claim(str(n)) for store in stores)
            got = await asyncio.gather(*claims, return_exceptions=True)
            assert sum(not isinstance(one, Elsewhere) for one in got) == 1
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_a_dead_owner_is_followed_at_once(shared):
    async def run():
        one = await shared.open()
        async with opened(shared) as two:
            await one.save(a_change())
            await one.claim("room")
            await shared.die(one)
            assert (await two.claim("room")).epoch == 2

    asyncio.run(run())


def test_a_server_that_stops_releases_its_rooms_and_leaves_the_list(shared):
    async def run():
        async with opened(shared) as two:
            async with opened(shared) as one:
                await one.save(a_change())
                await one.claim("room")
            assert await shared.owners() == [None]
            assert await shared.servers() == [two.server]

    asyncio.run(run())


def test_what_a_paused_owner_writes_afterwards_is_refused_and_changes_nothing(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            await one.save(a_change())
            old = (await one.claim("room")).epoch
            with pytest.raises(Elsewhere):
                await two.claim("room")
            await shared.pause(one)
            new = (await two.claim("room")).epoch
            await two.save(a_change(row=2, epoch=new))
            late = a_change(row=4, epoch=old, title="late")
            with pytest.raises(Lost):
                await one.save(late)
            with pytest.raises(Lost):
                await one.save(Change(late.head, 4, [], 4, [], "", old))  # a head alone
            with pytest.raises(Lost):
                await one.remove_room("room", old)
            await one.release({"room": old})
            assert await one.lost({"room": old}) == ["room"]
            assert await two.lost({"room": new}) == []
            kept = await two.load("room")
            assert len(kept.rows) == 4
            assert kept.head.title == ""
            assert await shared.owners() == [two.server]

    asyncio.run(run())


def test_a_write_of_ours_that_hangs_is_void_once_the_room_was_claimed_again(postgres):
    """The connection breaks while the statement waits in the database: it must not land later."""

    async def run():
        import asyncpg

        async with opened(postgres) as one:
            await one.save(a_change())
            old = (await one.claim("room")).epoch
            blocker = await asyncpg.connect(postgres.url)
            async with blocker.transaction():
                await blocker.execute("LOCK TABLE log IN SHARE MODE")  # it can be read
                hanging = asyncio.create_task(one.save(a_change(row=2, epoch=old, title="late")))
                await waiting_for_a_lock(postgres, 1)
                kept = await one.claim("room")
                assert not hanging.done()
            assert isinstance((await asyncio.gather(hanging, return_exceptions=True))[0], Lost)
            now = await one.load("room")
            assert (len(kept.rows), len(now.rows), now.head.title) == (2, 2, "")
            await blocker.close()

    asyncio.run(run())


async def waiting_for_a_lock(kind, count):
    wanted = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    for _ in range(500):
        if (await kind.sql(wanted))[0][0] >= count:
            return
        await asyncio.sleep(0.01)
    raise AssertionError("nobody waits")


def test_claiming_a_room_of_ours_again_raises_its_epoch(shared):
    async def run():
        async with opened(shared) as one:
            await one.save(a_change())
            old = (await one.claim("room")).epoch
            assert (await one.claim("room")).epoch == old + 1
            with pytest.raises(Lost):
                await one.save(a_change(row=2, epoch=old))

    asyncio.run(run())


def test_a_batch_keeps_the_rooms_that_are_ours_and_refuses_those_that_are_not(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            for n in range(20):
                await one.save(a_change(str(n)))
            mine = [(await one.claim(str(n))).epoch for n in range(20)]
            for n in range(0, 20, 2):
                await one.release({str(n): mine[n]})
                await two.claim(str(n))
            saves = (one.save(a_change(str(n), 2, mine[n])) for n in range(20))
            done = await asyncio.gather(*saves, return_exceptions=True)
            assert [isinstance(one, Lost) for one in done] == [n % 2 == 0 for n in range(20)]
            for n in range(20):
                assert len((await one.load(str(n))).rows) == (2 if n % 2 == 0 else 4)

    asyncio.run(run())


def test_a_room_that_was_removed_does_not_come_back_by_a_late_write(shared):
    async def run():
        async with opened(shared) as one:
            await one.save(a_change())
            epoch = (await one.claim("room")).epoch
            await one.remove_room("room")
            with pytest.raises(Lost):
                await one.save(a_change(row=2, epoch=epoch))
            assert await one.load("room") is None

    asyncio.run(run())


def test_servers_may_start_on_an_empty_database_at_once(postgres):
    async def run():
        stores = await asyncio.gather(*(postgres.open() for _ in range(4)))
        assert len({store.server for store in stores}) == 4
        assert len({store.secret for store in stores}) == 1
        for store in stores:
            await store.close()

    asyncio.run(run())


def test_every_commit_waits_for_the_disk(postgres):
    async def run():
        async with opened(postgres) as store:
            await store.save(a_change())
            for db in (store.pool, store.writer._db):
                assert await db.fetchval("SHOW synchronous_commit") == "on"

    asyncio.run(run())


def test_clocks_are_seen_to_by_whoever_lives(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            timed = {"phase": "playing", "clock": Bank(seconds=60)}
            await one.save(a_change(**timed))
            assert await two.timed_rooms() == ["room"]  # nobody's
            await one.claim("room")
            assert await two.timed_rooms() == []
            assert await one.timed_rooms() == ["room"]
            await shared.pause(one)
            assert await two.timed_rooms() == ["room"]

    asyncio.run(run())


def test_rooms_of_other_servers_are_not_too_old(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two:
            await one.save(a_change())
            await one.claim("room")
            assert await two.tidy(Lifetimes(), 1000 * DAY, []) == 0
            await shared.pause(one)
            assert await two.tidy(Lifetimes(), 1000 * DAY, []) == 1

    asyncio.run(run())


class Ear:
    """Remembers notices."""

    def __init__(self, store):
        self.heard, self.gaps = [], 0
        store.listen(self)

    def noticed(self, text):
        self.heard.append(text)

    def missed(self):
        self.gaps += 1

    async def hears(self, *texts):
        for _ in range(500):
            if set(texts) <= set(self.heard):
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.heard)


def test_servers_tell_each_other(shared):
    async def run():
        async with opened(shared) as one, opened(shared) as two, opened(shared) as three:
            first, second, third = Ear(one), Ear(two), Ear(three)
            await one.add_guest(StoredGuest(A.id, "Ann", 1, 9), b"t")
            await one.rename(A.id, "Anna")
            await one.punish(Sanction(A.id, "ban", 100, "", 1))
            await one.save(a_change())
            await one.claim("room")
            await two.ask_for("room")
            await second.hears(f"person {A.id}", "sanctions")
            await first.hears(f"wanted room {one.server}")
            await shared.pause(one)
            await two.claim("room")
            await first.hears("lost room 2")
            await third.hears("lost room 2")
            assert not [text for text in third.heard if text.startswith("wanted")]
            assert "sanctions" not in first.heard  # that was its own

    asyncio.run(run())


def test_a_lost_connection_is_noticed_and_made_again(shared):
    async def run():
        async with opened(shared) as one:
            ear = Ear(one)
            await one.save(a_change())
            await shared.break_connections()
            for _ in range(1000):
                if ear.gaps:
                    break
                await asyncio.sleep(0.01)
            assert ear.gaps
            for _ in range(100):
                try:
                    await one.save(a_change("second"))
                    break
                except StoreError:
                    await asyncio.sleep(0.05)
            assert await one.load("second")
            assert await one.is_well()

    asyncio.run(run())


def test_a_server_that_was_forgotten_gets_another_number_and_knows_what_it_lost(shared):
    async def run():
        async with opened(shared) as one:
            await one.save(a_change())
            epoch = (await one.claim("room")).epoch
            ear, before = Ear(one), one.server
            await shared.forget_servers()
            for _ in range(1000):
                if ear.gaps and one.server > before:
                    break
                await asyncio.sleep(0.01)
            assert one.server > before
            assert await one.lost({"room": epoch}) == ["room"]

    asyncio.run(run())


def test_a_schema_for_newer_servers_only_stops_the_older_ones(postgres):
    async def run():
        async with opened(postgres) as one:
            await one.save(a_change())
            await postgres.sql("UPDATE trivet SET version = 9, oldest = 9")
            await one.pulse.beat()
            with pytest.raises(StoreError, match="newer Trivet"):
                await one.claim("room")
            with pytest.raises(StoreError, match="newer Trivet"):
                await one.save(a_change("second"))
            assert not await one.is_well()

    asyncio.run(run())


def test_the_clocks_of_a_dead_server_go_on_at_another(shared, tmp_path):
    async def run():
        one = await shared.open()
        async with open_rooms_in(tmp_path, store=await shared.open()) as there:
            here = Rooms(one, there.bots)
            wish = NewRoom(
                game="sovereign", bots=["", "random"], start=True, clock=Bank(seconds=60)
            )
            page = await enter(here, await here.opening.open_room(A, wish), A)
            room = page.mailbox.room.head.id
            await there.wake_clocks()
            assert room not in there.mailboxes  # a living server sees to it
            page.mailbox.cancel_tasks()
            await shared.pause(one)
            await shared.die(one)
            await there.wake_clocks()
            await quiet(there.mailboxes[room])
            assert there.mailboxes[room]._alarm is not None
            assert there.mailboxes[room].room.epoch == 2

    asyncio.run(run())


def test_a_room_that_was_taken_over_is_let_go_and_its_people_come_back(shared, tmp_path):
    async def run():
        async with (
            open_rooms_in(tmp_path, store=await shared.open()) as here,
            open_rooms_in(tmp_path, store=await shared.open()) as there,
        ):
            for store in (here.store, there.store):
                store.listen(Notices(here if store is here.store else there, Sessions(store),
                                     nobody_is_here, lambda: None))  # fmt: skip
            ann, bob = await people_enter(here, [A, B])
            room = ann.mailbox.room.head.id
            await shared.pause(here.store)
            after = await enter(there, room, A)
            for _ in range(500):  # the notice
                if ann.bye is not None:
                    break
                await asyncio.sleep(0.01)
            assert ann.bye.again == bob.bye.again == AT_ONCE
            assert room not in here.mailboxes
            assert after.mailbox.room.seat_of(A) == 0

    asyncio.run(run())


def test_a_write_to_a_room_that_was_taken_over_closes_it_here(shared, tmp_path):
    """Without a notice: the store refuses it, and the answer is not acknowledged."""

    async def run():
        async with (
            open_rooms_in(tmp_path, store=await shared.open()) as here,
            open_rooms_in(tmp_path, store=await shared.open()) as there,
        ):
            (ann,) = await people_enter(here, [A])
            room = ann.mailbox.room.head.id
            await shared.pause(here.store)
            await enter(there, room, B)
            ann.mailbox.submit(Requested(ann, Say(text="hello"), here.now()))
            await quiet(ann.mailbox)
            assert ann.bye.again == AT_ONCE
            assert not [notice for notice in ann.notices if isinstance(notice, Done)][1:]
            assert (await there.store.load(room)).lines == []

    asyncio.run(run())
