"""A guest keeps the name, and is the same person on another device."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.stores import opened
from server.tables import A, B, C, a_server, at_a_table, open_rooms_in
from server.test_cluster import serving
from server.test_operator import keep
from server.wires import fetch
from trivet.client import Client
from trivet.server.http import passkeys
from trivet.server.rooms import keeping, sessions
from trivet.server.rooms.keeping import NameKeeper
from trivet.server.rooms.sessions import Sessions, hashed
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.store.people import People, handle_of, is_handle
from trivet.server.table.room import Failing
from trivet.server.wire.messages import Say

FREE = {"guests_of_address": 1e6, "names_of_address": 1e6, "ceremonies_of_address": 1e6}
DAY = 86_400


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with a_server(tmp_path_factory.mktemp("keeping"), **FREE) as (address, _):
        yield address


class Device:
    """A browser: a cookie, which replies may replace."""

    def __init__(self, address):
        self.address, self.cookie = address, ""
        self.name = self.get("/api/me")["name"]

    def ask(self, method, path, body=None, address=""):
        where = address or self.address
        more = {"Origin": where} if method == "POST" else {}
        more |= {"Cookie": self.cookie} if self.cookie else {}
        status, headers, text = fetch(where, method, path, body, **more)
        if "set-cookie" in headers:
            self.cookie = headers["set-cookie"].split(";")[0]
        return status, json.loads(text)

    def get(self, path):
        return self.ask("GET", path)[1]

    def post(self, path, address="", **body):
        return self.ask("POST", path, json.dumps(body), address)

    def must(self, path, **body):
        status, reply = self.post(path, **body)
        assert status == 200, reply
        return reply

    @property
    def client(self):
        return Client(self.address, token=self.cookie.partition("=")[2])


# --- a code ---------------------------------------------------------------------------------------


def test_a_code_brings_the_name_back_and_ends_all_other_sessions(server):
    ann, lost = Device(server), Device(server)
    code = ann.must("/api/me/code")["code"]
    assert [len(part) for part in code.split("-")] == [5] * 4
    assert ann.get("/api/me/keeping")["has_code"]
    before = lost.cookie
    arrived = lost.must("/api/me/recover", token=f" {code.lower()} ".replace("-", " "))
    assert (arrived["name"], arrived["was"]) == (ann.name, None)
    assert lost.cookie != before
    assert lost.get("/api/me")["name"] == ann.name
    assert ann.ask("GET", "/api/lobby")[0] == 401
    assert not lost.get("/api/me/keeping")["has_code"]  # it was used


def test_a_code_works_once_but_for_the_session_whose_reply_was_lost(server):
    ann, lost, thief = (Device(server) for _ in range(3))
    code = ann.must("/api/me/code")["code"]
    cookie = lost.cookie
    lost.must("/api/me/recover", token=code)
    lost.cookie = cookie  # the reply never came
    lost.must("/api/me/recover", token=code)
    assert lost.get("/api/me")["name"] == ann.name
    status, no = thief.post("/api/me/recover", token=code)
    assert (status, no["reason"]) == (409, "This code is wrong, or was used.")


def test_a_new_code_ends_the_one_before(server):
    ann, other = Device(server), Device(server)
    old, new = (ann.must("/api/me/code")["code"] for _ in range(2))
    assert other.post("/api/me/recover", token=old)[0] == 409
    other.must("/api/me/recover", token=new)


def test_six_wrong_codes_are_an_hours_pause_also_for_the_right_one(tmp_path):
    with a_server(tmp_path, **FREE) as (address, _):
        ann, thief = Device(address), Device(address)
        code = ann.must("/api/me/code")["code"]
        replies = [thief.post("/api/me/recover", token="AAAAA-AAAAA")[1] for _ in range(6)]
        assert [reply["code"] for reply in replies] == ["wrong-code"] * 5 + ["too-many-codes"]
        assert thief.post("/api/me/recover", token=code)[1]["code"] == "too-many-codes"
        assert "127.0.0" not in repr((tmp_path / "trivet.sqlite").read_bytes())


# --- another device -------------------------------------------------------------------------------


def test_a_link_makes_another_device_the_same_person_after_asking(server):
    desk, phone, third = (Device(server) for _ in range(3))
    link = desk.must("/api/me/move-link")
    assert phone.must("/api/me/mover", token=link["token"]) == {"name": desk.name}
    assert phone.must("/api/me/move", token=link["token"])["name"] == desk.name
    assert phone.get("/api/me")["name"] == desk.get("/api/me")["name"]  # both are logged in
    status, no = third.post("/api/me/move", token=link["token"])
    assert (status, no["reason"]) == (409, keeping.USED)
    assert third.post("/api/me/mover", token=link["token"])[0] == 409


def test_a_newer_link_ends_the_one_before(server):
    desk, phone = Device(server), Device(server)
    old, new = (desk.must("/api/me/move-link")["token"] for _ in range(2))
    assert phone.post("/api/me/move", token=old)[0] == 409
    phone.must("/api/me/move", token=new)


def test_a_ticket_is_no_code_and_a_code_is_no_ticket(server):
    desk, phone = Device(server), Device(server)
    link, code = desk.must("/api/me/move-link")["token"], desk.must("/api/me/code")["code"]
    assert phone.post("/api/me/recover", token=link)[0] == 409
    assert phone.post("/api/me/move", token=code.replace("-", ""))[0] == 409
    assert phone.post("/api/me/bring", token=link)[0] == 409


@pytest.mark.long
def test_of_four_at_once_at_two_servers_one_gets_in(postgres, tmp_path):
    limits = [word for name in FREE for word in ("--limit", f"{name}=1000000")]
    with (
        serving(tmp_path / "one", postgres.url, *limits) as (one, _),
        serving(tmp_path / "two", postgres.url, *limits) as (two, _),
        ThreadPoolExecutor(4) as crowd,
    ):
        desk = Device(one)
        for what, path in (("move-link", "move"), ("code", "recover")):
            reply = desk.must(f"/api/me/{what}")
            token = reply.get("token") or reply["code"]
            thieves = [Device(one) for _ in range(4)]
            asked = [
                crowd.submit(thief.post, f"/api/me/{path}", (one, two)[n % 2], token=token)
                for n, thief in enumerate(thieves)
            ]
            took = [reply.result()[0] for reply in asked]
            assert sorted(took) == [200, 409, 409, 409]
            desk = thieves[took.index(200)]
        link = desk.must("/api/me/move-link")["token"]
        phone = Device(two)
        phone.must("/api/me/move", token=link)
        assert phone.get("/api/me")["name"] == desk.name or phone.get("/api/me")["name"]
        assert desk.ask("GET", "/api/lobby", address=two)[0] == 200


def test_a_link_runs_out_after_ten_minutes(kind_with_sql, monkeypatch, tmp_path):
    async def run():
        async with opened(kind_with_sql) as store, open_rooms_in(tmp_path, store=store) as rooms:
            known = Sessions(store)
            keeper = NameKeeper(rooms, known, known.people)
            (_, ann), (token, bob) = await known.add(), await known.add()
            link, until = await keeper.move_link(ann.person)
            monkeypatch.setattr(keeping, "_now", lambda: until + 1)
            with pytest.raises(Failing, match="has run out"):
                await keeper.move(link, bob, hashed(token))
            monkeypatch.setattr(keeping, "_now", lambda: until)
            arrival = await keeper.move(link, bob, hashed(token))
            assert (await known.guest(arrival.token)).person == ann.person

    asyncio.run(run())


# --- the guest who was here before ----------------------------------------------------------------


def test_tables_of_the_guest_who_was_here_before_come_along(server):
    desk, phone = Device(server), Device(server)
    room = phone.client.open_room("sovereign", bots=["", "random"], start=True)
    link = desk.must("/api/me/move-link")["token"]
    arrived = phone.must("/api/me/move", token=link)
    assert arrived["was"]["tables"] == 1
    assert phone.must("/api/me/bring", token=arrived["was"]["token"]) == {"tables": 1}
    (table,) = desk.get("/api/lobby")["mine"]
    assert (table["id"], table["you"], table["seats"][0]) == (room, 0, desk.name)
    assert phone.post("/api/me/bring", token=arrived["was"]["token"])[0] == 409
    with desk.client.enter(room) as at_table:
        assert at_table.room.you == 0


def test_tables_do_not_come_along_where_both_sit(tmp_path):
    async def test(rooms, ann, bob, _):
        await keep(rooms.store, A, B)
        known = Sessions(rooms.store)
        keeper = NameKeeper(rooms, known, known.people)
        guest = await known.store.guest(B.id.encode(), 0)
        arrival = await keeper.arrive(A.id, guest, hashed("old"))
        assert arrival.tables == 1
        with pytest.raises(Failing, match="both sit"):
            await keeper.bring(await known.guest(arrival.token), arrival.ticket)
        assert bob.mailbox.room.head.chairs[1].person == B.id

    at_a_table(tmp_path, test)


def test_a_guest_that_was_merged_is_nowhere_any_more(tmp_path, kind_with_sql):
    async def test(rooms, ann, bob, cy):
        kind = kind_with_sql
        await keep(rooms.store, A, B, C)
        known = Sessions(rooms.store)
        keeper = NameKeeper(rooms, known, known.people)
        await ann.must(Say(text="mine"))
        guest = await known.store.guest(A.id.encode(), 0)
        arrival = await keeper.arrive(C.id, guest, hashed("old"))
        assert await keeper.bring(await known.guest(arrival.token), arrival.ticket) == 1
        head = (await rooms.store.load(ann.room.id)).head
        assert [chair.person for chair in head.chairs] == [C.id, B.id]
        assert (head.host, head.chairs[0].name) == (C.id, C.name)
        data = await rooms.store.person_data(C.id)
        assert [line.text for _, line in data.lines] == ["mine"]
        assert await rooms.store.person_data(A.id) is None
        for table in ("rooms", "lines", "members", "sessions", "people", "tickets"):
            assert A.id not in repr(await kind.sql(f"SELECT * FROM {table}"))

    async def run():
        from server.tables import Ready, Sit, people_enter

        async with opened(kind_with_sql) as store, open_rooms_in(tmp_path, store=store) as rooms:
            pages = await people_enter(rooms, [A, B, C])
            for seat, page in enumerate(pages[:-1]):
                await page.must(Sit(seat=seat))
                await page.must(Ready())
            await test(rooms, *pages)

    asyncio.run(run())


# --- names ----------------------------------------------------------------------------------------


def test_kept_names_are_unique_by_their_looks(server):
    ann, bob = Device(server), Device(server)
    ann.must("/api/me", name="Ilya")
    ann.must("/api/me/code")
    status, no = bob.post("/api/me", name="IIya")
    assert (status, no["reason"]) == (422, "Somebody else keeps that name.")
    ann.must("/api/me", name="Ilja")
    bob.must("/api/me", name="IIya")  # it is free again
    status, no = bob.post("/api/me", name="ILJA")
    assert status == 422


def test_a_guest_with_a_kept_name_needs_another_one_to_keep(kind_with_sql, tmp_path):
    async def run():
        async with opened(kind_with_sql) as store:
            people = People(store)
            await keep(store, A._replace(name="Mia"), B._replace(name="Mia"))
            assert await people.keep(A.id, "Mia", 5)
            assert await people.keep(A.id, "Mia", 6)  # once more changes nothing
            assert not await people.keep(B.id, "Mia", 5)
            assert not await people.is_free(B.id, "Mia")
            assert await people.rename(B.id, "Mio")
            assert await people.keep(B.id, "Mio", 5)
            assert [(await people.of(one.id)).handle for one in (A, B)] == ["mia", "mio"]
            assert (await people.of(A.id)).kept == 5

    asyncio.run(run())


def test_a_handle_is_changed_at_most_once_in_90_days(kind_with_sql):
    async def run():
        async with opened(kind_with_sql) as store:
            people = People(store)
            await keep(store, A, B)
            await people.keep(A.id, "Ann", 1)
            await people.keep(B.id, "Bob", 1)
            now = 1000 * DAY
            assert not await people.take_handle(B.id, "ann", now)
            assert await people.take_handle(A.id, "annie", now)
            assert not await people.take_handle(A.id, "anna", now + 89 * DAY)
            assert await people.take_handle(B.id, "ann", now)
            assert await people.take_handle(A.id, "anna", now + 91 * DAY)

    asyncio.run(run())


@pytest.mark.parametrize(
    ("name", "handle"),
    [("Calm Otter", "calm-otter"), ("Zoë", "zoe"), ("名前", "player"), ("X", "player-x")],
)
def test_a_name_gives_a_handle(name, handle):
    assert handle_of(name) == handle
    assert is_handle(handle)
    assert not is_handle(handle + "-")


def test_a_bot_is_a_bot_for_ever_and_a_guest_is_none(server):
    ann = Device(server)
    assert ann.post("/api/me/bot")[1]["reason"] == "Keep your name first."
    ann.must("/api/me/code")
    assert not ann.get("/api/me/keeping")["is_bot"]
    assert ann.must("/api/me/bot")["is_bot"]
    assert ann.must("/api/me/bot")["is_bot"]


# --- what is kept ---------------------------------------------------------------------------------


def test_of_guests_nothing_is_stored_here_and_the_kept_stay(kind_with_sql):
    async def run():
        async with opened(kind_with_sql) as store:
            people, now = People(store), 2_000_000_000
            await keep(store, A, B)
            await people.keep(A.id, A.name, 1_700_000_000)
            await people.issue("code", "code", A.id, keeping.FOR_EVER)
            await people.issue("link", "move", B.id, now - 1)
            await store.tidy(Lifetimes(), 1_700_000_000 + 100 * DAY, [])
            assert await store.person_data(B.id) is None
            assert await store.person_data(A.id) is not None
            await store.tidy(Lifetimes(), now, [])  # three years later
            assert await store.person_data(A.id) is None
            for table in ("people", "keys", "tickets", "sessions"):
                assert await kind_with_sql.sql(f"SELECT * FROM {table}") == []

    asyncio.run(run())


def test_a_cookie_changes_with_who_one_is_and_the_old_one_ends(kind_with_sql, monkeypatch):
    async def run():
        async with opened(kind_with_sql) as store:
            known = Sessions(store)
            (old, bob), (_, ann) = await known.add(), await known.add()
            new = await known.switch(hashed(old), ann.person)
            assert new != old
            assert (await known.guest(new)).person == ann.person
            assert (await known.guest(old)).person == bob.person  # the reply may be lost
            now = sessions._now()
            monkeypatch.setattr(sessions, "_now", lambda: now + sessions.GRACE + 1)
            assert await known.guest(old) is None
            assert await Sessions(store).guest(old) is None

    asyncio.run(run())


def test_without_the_extra_there_are_no_passkeys_and_all_else_works(server, monkeypatch):
    monkeypatch.setattr(passkeys, "is_installed", lambda: False)
    assert passkeys.why_not("https://trivet.example") == "This server takes no passkeys."
    monkeypatch.setattr(passkeys, "is_installed", lambda: True)
    assert passkeys.why_not("https://trivet.example") == ""
    assert passkeys.why_not("http://localhost:1") == ""
    assert "https" in passkeys.why_not("http://trivet.example")
    assert "address" in passkeys.why_not("https://127.0.0.1")
    status, no = Device(server).post("/api/me/passkey/begin")  # by its address
    assert (status, no["code"]) == (409, "no-passkeys")
