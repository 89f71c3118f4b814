"""What every store promises; each test runs on each of them."""

import asyncio

import pytest

from server.stores import opened
from server.tables import A, B, C, enter, open_rooms_in, people_enter
from trivet.server.store.contract import (
    CannotOpen,
    Change,
    LogRow,
    Sanction,
    Spoken,
    StoredGuest,
    StoreError,
    Unreadable,
)
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.store.stored import Chair, RoomHead
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Answer, Ready, Say, Sit

DAY = 86_400


def a_head(name="room", **more):
    chairs = [Chair(person=A.id, name=A.name), Chair(bot="greedy")]
    return RoomHead(
        id=name, game="sovereign", rules=1, seed=b"s" * 32, host=A.id, chairs=chairs, options={},
        **more,
    )  # fmt: skip


def a_change(name="room", row=0, epoch=0, **more):
    rows = [LogRow("answer", 0, 7, "b2>"), LogRow("answer", -1, 3, "")]
    lines = [Spoken("players", "Ann", 0, "hi", 12, A.id)]
    return Change(a_head(name, **more), row, rows, row // 2, lines, "", epoch)


def with_store(kind, work, **more):
    async def run():
        async with opened(kind, **more) as store:
            return await work(store)

    return asyncio.run(run())


# --- rooms ----------------------------------------------------------------------------------------


def test_what_was_saved_is_loaded(kind):
    async def save(store):
        await store.save(a_change())
        kept = await store.claim("room")
        await store.save(a_change(row=2, epoch=kept.epoch))

    with_store(kind, save)
    kept = with_store(kind, lambda store: store.load("room"))
    assert kept.head == a_head()
    assert kept.rows == a_change().rows * 2
    assert kept.lines == a_change().lines * 2


def test_a_line_of_the_log_cannot_be_written_twice(kind):
    async def save(store):
        await store.save(a_change())
        epoch = (await store.claim("room")).epoch
        with pytest.raises(StoreError):
            await store.save(a_change(epoch=epoch))
        return await store.load("room")

    assert with_store(kind, save).rows == a_change().rows


@pytest.mark.parametrize("bad", ["a row twice", "a text that cannot be encoded"])
def test_one_bad_change_does_not_spoil_those_stored_with_it(kind, bad):
    async def save(store):
        await store.save(a_change("first"))
        epoch = (await store.claim("first")).epoch
        wrong = a_change("first", epoch=epoch)
        if bad != "a row twice":
            line = Spoken("players", "Ann", 0, "\ud800", 1)
            wrong = a_change("first", 2, epoch)._replace(lines=[line])
        changes = [a_change("one"), wrong, a_change("two"), a_change("three")]
        done = await asyncio.gather(*map(store.save, changes), return_exceptions=True)
        assert [isinstance(outcome, StoreError) for outcome in done] == [False, True, False, False]
        return [await store.load(name) for name in ("one", "two", "three")]

    assert all(with_store(kind, save))


def test_changes_of_many_rooms_share_a_commit(kind_with_sql):
    async def save(store):
        await asyncio.gather(*(store.save(a_change(str(n))) for n in range(300)))
        return store.stats.milliseconds.total()

    assert with_store(kind_with_sql, save) < 30


def test_two_changes_of_one_room_are_stored_in_their_order(kind):
    async def save(store):
        await store.save(a_change())
        epoch = (await store.claim("room")).epoch
        await asyncio.gather(*(store.save(a_change(row=n, epoch=epoch)) for n in (2, 4, 6)))
        return await store.load("room")

    assert with_store(kind, save).rows == a_change().rows * 4


@pytest.mark.parametrize("name", ["nowhere", "", "a\0b", "ß"])
def test_there_is_no_such_room(kind, name):
    async def work(store):
        assert await store.load(name) is await store.claim(name) is None
        assert await store.record(name) is None

    with_store(kind, work)


@pytest.mark.parametrize("text", ["a\0b", "\ud800", "'; DROP TABLE log; --", "x" * 8000, "𝄞"])
def test_a_text_comes_back_or_its_refusal_is_said(kind, text):
    async def work(store):
        change = a_change()._replace(lines=[Spoken("players", "Ann", 0, text, 1)])
        try:
            await store.save(change)
        except StoreError:
            return await store.load("room") is None
        return (await store.load("room")).lines[0].text == text

    assert with_store(kind, work)


@pytest.mark.parametrize("number", [2**31, 2**53, 2**62])
def test_choices_may_be_large(kind, number):
    async def work(store):
        await store.save(a_change()._replace(rows=[LogRow("answer", 0, number, "")]))
        return (await store.load("room")).rows[0].choice

    assert with_store(kind, work) == number


def test_rooms_are_listed(kind):
    async def work(store):
        for n, name in enumerate("abc"):
            await store.save(a_change(name, changed=n))
        assert [h.id for h in await store.open_rooms(1, 9)] == ["c", "b"]
        assert [h.id for h in await store.rooms_of(A.id, 2)] == ["c", "b"]
        assert [h.id for h in await store.rooms_in("", 2)] == ["c", "b"]
        assert await store.rooms_in("over", 9) == []
        assert await store.room_names("a", 9) == ["b", "c"]
        assert await store.timed_rooms() == []
        await store.save(a_change("d", phase="playing"))
        assert await store.rooms_by_rules() == {("sovereign", 1): ["d"]}
        assert len(await store.unfinished_rooms(A.id)) == 4

    with_store(kind, work)


def test_records_and_chances_are_kept(kind):
    async def work(store):
        await store.save(a_change()._replace(record="text"))
        assert await store.record("room") == "text"
        await store.keep_chances("room", b"1")
        await store.keep_chances("room", b"2")
        assert await store.chances("room") == b"2"
        await store.remove_room("room")
        assert await store.load("room") is await store.record("room") is None
        assert await store.chances("room") is None

    with_store(kind, work)


# --- people ---------------------------------------------------------------------------------------


def test_guests_and_their_cookies(kind):
    async def work(store):
        ann = StoredGuest(A.id, "Ann", 100, 1000)
        await store.add_guest(ann, b"old")
        assert await store.guest(b"old", 999) == ann
        assert await store.guest(b"old", 1000) is None
        assert await store.name(A.id) == "Ann"
        assert await store.name(B.id) is None
        await store.rename(A.id, "Anna")
        new = StoredGuest(A.id, "Anna", 110, 2000, b"old")
        await store.renew(b"new", new)
        await store.renew(b"new", new)  # the same once more
        assert await store.guest(b"new", 1999) == new
        await store.replace(b"new", b"old", 160)
        assert (await store.guest(b"old", 159)).name == "Anna"
        assert await store.guest(b"old", 160) is None
        assert (await store.guest(b"new", 1999)).replaces == b""

    with_store(kind, work)


def test_the_operator_finds_exports_and_erases_people(kind):
    async def work(store):
        await store.add_guest(StoredGuest(A.id, "Ann", 100, 1000), b"ann")
        await store.add_guest(StoredGuest(B.id, "Bob", 200, 1000), b"bob")
        await store.save(a_change(title="Ann's")._replace(record="player A: Ann\ndigest: x\n"))
        found = await store.find_people("an", 9)
        assert [(one.person, one.since, one.seen, one.tables) for one in found] == [
            (A.id, 100, 100, 1)
        ]
        assert [one.person for one in await store.find_people("", 9)] == [B.id, A.id]
        data = await store.person_data(A.id)
        assert (data.name, data.own["sessions"]) == ("Ann", [{"issued": 100, "until": 1000}])
        assert [head.id for head in data.rooms] == ["room"]
        assert data.lines == [("room", a_change().lines[0])]
        assert [room for room, _ in data.records] == ["room"]
        assert await store.erase(A.id) == 1
        kept = await store.load("room")
        assert (kept.head.chairs[0].person, kept.head.host, kept.head.title) == ("", "", "")
        assert (kept.lines[0].text, kept.lines[0].person) == ("(removed)", "")
        assert "Ann" not in await store.record("room")
        assert await store.person_data(A.id) is await store.guest(b"ann", 1) is None
        assert await store.guest(b"bob", 1) is not None

    with_store(kind, work)


def test_whoever_was_muted_while_watching_is_erased_too(kind):
    """The id of a watcher stayed in the list of those whom the host had muted."""

    async def work(store):
        await store.add_guest(StoredGuest(C.id, "Cy", 100, 1000), b"cy")
        await store.save(a_change(muted=[C.id]))
        assert await store.erase(C.id) == 1
        assert (await store.load("room")).head.muted == []

    with_store(kind, work)


def test_an_erased_person_leaves_no_sanction_behind(kind):
    async def work(store):
        await store.add_guest(StoredGuest(A.id, A.name, 1, 2), b"token")
        for who in (A.id, B.id):
            await store.punish(Sanction(who, "mute", 10**10, "", 1))
        await store.erase(A.id)
        return [one.who for one in await store.sanctions()]

    assert with_store(kind, work) == [B.id]


def test_the_log_of_a_finished_game_goes_after_a_week_and_its_record_stays(kind_with_sql):
    async def work(store):
        now = 100 * DAY
        for name, phase, changed in (
            ("old", "over", now - 8 * DAY), ("new", "over", now - 6 * DAY),
            ("long", "playing", now - 8 * DAY), ("bare", "over", now - 8 * DAY),
        ):  # fmt: skip
            change = a_change(name, phase=phase, changed=changed)
            await store.save(change._replace(record="" if name == "bare" else "text"))
        while await store.tidy(Lifetimes(guest=10**4), now, []):
            pass
        return {name: len((await store.load(name)).rows) for name in ("old", "new", "long", "bare")}

    assert with_store(kind_with_sql, work) == {"old": 0, "new": 2, "long": 2, "bare": 2}


def test_sanctions_are_kept(kind):
    async def work(store):
        ban = Sanction(A.id, "ban", 100, "rude", 1)
        await store.punish(ban)
        await store.punish(ban._replace(until=200))
        await store.punish(Sanction(A.id, "mute", 50, "", 2))
        assert [one.until for one in await store.sanctions()] == [200, 50]
        assert await store.pardon(A.id) == 2
        assert await store.sanctions() == []

    with_store(kind, work)


def test_what_is_old_is_removed_and_what_is_in_use_is_not(kind):
    async def work(store):
        now = 1000 * DAY
        for name, days in (("new", 1), ("old", 100), ("used", 100)):
            await store.save(a_change(name, changed=now - days * DAY))
        await store.save(a_change("done", phase="over", changed=now - 60 * DAY))
        await store.add_guest(StoredGuest(A.id, "Ann", now - 90 * DAY, now + DAY), b"ann")
        await store.add_guest(StoredGuest(B.id, "Bob", now - 90 * DAY, now + DAY), b"bob")
        await store.add_guest(StoredGuest("c", "Cy", now - DAY, now - 1), b"cy")
        assert await store.tidy(Lifetimes(), now, ["used"]) == 4
        assert await store.load("old") is None
        assert (await store.load("new")).rows
        assert (await store.load("used")).rows
        assert (await store.load("done")).lines == []
        assert await store.name(A.id) == "Ann"
        assert await store.name(B.id) is None
        assert await store.tidy(Lifetimes(), now, ["used"]) == 0

    with_store(kind, work)


# --- schemas and damage ---------------------------------------------------------------------------


def test_something_can_be_stored(kind):
    assert with_store(kind, lambda store: store.is_well())


def test_a_newer_schema_is_left_alone(kind_with_sql):
    newer = (*kind_with_sql.migrations, "SELECT 1")
    with_store(kind_with_sql, lambda store: store.save(a_change()), migrations=newer)
    with pytest.raises(CannotOpen, match="newer Trivet"):
        with_store(kind_with_sql, lambda store: store.load("room"))


def test_an_old_schema_is_brought_up_to_date(kind_with_sql):
    with_store(kind_with_sql, lambda store: store.save(a_change()))
    newer = (*kind_with_sql.migrations, "ALTER TABLE records ADD COLUMN stars INTEGER")
    assert with_store(kind_with_sql, lambda store: store.load("room"), migrations=newer).rows


def test_an_old_schema_that_cannot_be_brought_up_to_date_is_left_as_it_was(kind_with_sql):
    with_store(kind_with_sql, lambda store: store.save(a_change()))
    wrong = "ALTER TABLE log ADD COLUMN x INTEGER; ALTER TABLE nothing ADD COLUMN x INTEGER"
    with pytest.raises(
        CannotOpen, match=f"could not be brought to {len(kind_with_sql.migrations) + 1}"
    ):
        with_store(
            kind_with_sql,
            lambda store: store.load("room"),
            migrations=(*kind_with_sql.migrations, wrong),
        )
    assert with_store(kind_with_sql, lambda store: store.load("room")).rows


DAMAGE = [
    ("UPDATE rooms SET head = 'nonsense' WHERE id = $1", "saved data is damaged"),
    ("DELETE FROM log WHERE n = 0 AND room = $1", "missing"),
    ("UPDATE log SET choice = 99999 WHERE n = 0 AND room = $1", "breaks the rules"),
    ("UPDATE log SET seat = 5 WHERE n = 0 AND room = $1", "damaged"),
    ("UPDATE log SET kind = 'dance' WHERE n = 0 AND room = $1", "damaged"),
    ("UPDATE log SET choice = 1 - choice WHERE seat = -1 AND room = $1", "breaks the rules"),
    ("DELETE FROM log WHERE seat = -1 AND room = $1", "the end of its log is missing"),
]


@pytest.mark.parametrize(("sql", "words"), DAMAGE)
def test_a_corrupt_row_closes_one_room_and_no_other(kind_with_sql, tmp_path, sql, words):
    async def run():
        async with open_rooms_in(tmp_path, store=await kind_with_sql.open()) as rooms:
            two = []
            for _ in range(2):
                ann, bob = await people_enter(rooms, [A, B])
                two.append(ann.room.id)
                await bob.must(Sit(seat=1))
                for page in (ann, bob):
                    await page.must(Ready())
                await ann.must(Answer(count=0, text="build SSIRRMA"))
                await bob.must(Answer(count=0, text="build SSIRRMA"))
            for room in two:
                rooms.drop(room)
            await kind_with_sql.sql(sql, two[0])
            with pytest.raises(Unreadable, match=words):
                await rooms.mailbox(two[0])
            other = await enter(rooms, two[1], A)
            assert other.shown.view["table"]["round"] == 1
            lobby = await rooms.lobby(A)
            assert two[1] in [listed.id for listed in lobby.mine]
            await rooms.removal.remove_room(two[0], "")
            assert await rooms.mailbox(two[0]) is None

    asyncio.run(run())


def test_a_room_of_other_rules_is_not_gone_on_with(kind, tmp_path):
    async def run():
        async with open_rooms_in(tmp_path, store=await kind.open()) as rooms:
            wish = NewRoom(game="sovereign", bots=["", "random"], start=True)
            room = await rooms.opening.open_room(A, wish)
            rooms.drop(room)
            kept = await rooms.store.claim(room)
            kept.head.rules = 0
            await rooms.store.save(Change(kept.head, len(kept.rows), [], 0, [], "", kept.epoch))
            with pytest.raises(Unreadable, match="Rules 0"):
                await rooms.mailbox(room)
            assert not rooms.unreadable  # it is not damaged; it has ended
            assert (await rooms.store.load(room)).head.phase == "over"

    asyncio.run(run())


def test_chat_survives(kind, tmp_path):
    async def run():
        async with open_rooms_in(tmp_path, store=await kind.open()) as rooms:
            ann, bob = await people_enter(rooms, [A, B])
            await ann.must(Say(text="hello"))
            await bob.must(Say(text="psst"))
            rooms.drop(ann.room.id)
            again = await enter(rooms, ann.room.id, A)
            assert [line.text for line in again.mailbox.room.lines["players"]] == ["hello"]
            assert [line.text for line in again.mailbox.room.lines["watchers"]] == ["psst"]

    asyncio.run(run())
