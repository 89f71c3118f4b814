"""What the operator of a server may do, on a store and on a server that runs."""

import asyncio
import json
import logging
import re

import pytest

from server.tables import (
    A,
    B,
    C,
    a_server,
    admin,
    at_a_table,
    figures,
    open_rooms_in,
    people_enter,
    quiet,
)
from server.wires import cookie, fetch
from trivet.client import Client
from trivet.client.table import Trouble
from trivet.server.http import operator
from trivet.server.http.app import App
from trivet.server.http.operator import Operator
from trivet.server.http.origins import Origins
from trivet.server.process.logs import OneLine
from trivet.server.store.contract import StoredGuest
from trivet.server.store.erasing import NO_WORDS, NOBODY
from trivet.server.store.sqlite import open_store
from trivet.server.table.commands import Left
from trivet.server.table.room import Failing
from trivet.server.wire.messages import Ready, Resign, Say, Sit
from trivet.server.wire.outgoing import Failed
from trivet.verifier import verified


async def keep(store, *people):
    for who in people:
        guest = StoredGuest(who.id, who.name, 1_700_000_000, 4_000_000_000)
        await store.add_guest(guest, who.id.encode())


# --- tables ---


def test_house_8_a_table_that_the_operator_closes_is_won_by_nobody_and_keeps_its_record(tmp_path):
    async def test(rooms, ann, bob, _):
        await ann.must(Say(text="hello"))
        room = ann.room.id
        done = await Operator(rooms).carry_out(operator.CloseRoom(room, "Spam."))
        assert done == {"closed": "ended as abandoned, with its record"}
        result = bob.room.result
        assert (result.reason, result.rule, result.scores) == ("abandoned", "HOUSE-8", [0.0, 0.0])
        assert verified(await rooms.store.record(room)).startswith("fair so far")
        assert bob.mailbox.room.lines["players"][-1].text == "Spam."
        with pytest.raises(Failing, match="The game is over"):
            await Operator(rooms).carry_out(operator.CloseRoom(room))

    at_a_table(tmp_path, test)


def test_a_table_that_has_not_begun_is_removed(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            (ann,) = await people_enter(rooms, [A])
            room = ann.room.id
            done = await Operator(rooms).carry_out(operator.CloseRoom(room))
            assert done == {"closed": "removed: it had not begun"}
            assert ann.bye is not None
            ann.mailbox.submit(Left(ann))
            await quiet(ann.mailbox)
            assert await rooms.mailbox(room) is None
            with pytest.raises(Failing, match="no such table"):
                await Operator(rooms).carry_out(operator.CloseRoom(room, "", True))

    asyncio.run(run())


def test_no_reply_to_the_operator_has_a_secret(tmp_path):
    async def test(rooms, ann, bob, _):
        await keep(rooms.store, A)
        head = ann.mailbox.room.head
        for command in (operator.ListRooms(), operator.ShowRoom(head.id), operator.Export(A.id)):
            text = json.dumps(await Operator(rooms).carry_out(command))
            assert head.id in text
            assert head.seed.hex() not in text
            assert "build" not in text

    at_a_table(tmp_path, test)


# --- people ---


def test_an_erased_person_is_nowhere_any_more_and_the_game_stays_fair(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            await keep(rooms.store, A, B)
            finished, running, waiting = [
                (await people_enter(rooms, [A, B, C]))[:2] for _ in range(3)
            ]
            for pair in (finished, running):
                for seat, page in enumerate(pair):
                    await page.must(Sit(seat=seat))
                    await page.must(Ready())
                await pair[0].must(Say(text="my secret"))
            await finished[0].must(Resign())
            rooms_of = [pair[0].room.id for pair in (finished, running, waiting)]
            data = await Operator(rooms).carry_out(operator.Export(A.id))
            assert {table["room"] for table in data["tables"]} == set(rooms_of)
            assert [line["text"] for line in data["chat"]] == ["my secret"] * 2
            assert list(data["records"]) == rooms_of[:1]
            done = await Operator(rooms).carry_out(operator.Erase(A.id))
            assert done == {"erased": A.id, "tables": 3}
            for page in (*finished, *running, *waiting):  # who is still there reads it again
                assert page.bye is not None
                page.mailbox.submit(
                    Left(page)
                )  # as a socket does that is closed; too late to store
                await quiet(page.mailbox)
            for room in rooms_of:
                kept = await rooms.store.load(room)
                shown = repr(kept) + (await rooms.store.record(room) or "")
                assert A.id not in shown
                assert A.name not in shown
                assert "my secret" not in shown
                mailbox = await rooms.mailbox(room)
                await quiet(mailbox)
            ended = await rooms.store.load(rooms_of[1])
            assert ended.head.result.reason == "resigned"
            assert [line.text for line in ended.lines] == [NO_WORDS]
            text = await rooms.store.record(rooms_of[0])
            assert f"player A: {NOBODY}" in text
            assert verified(text).startswith("fair")
            assert await rooms.store.guest(A.id.encode(), 1_700_000_001) is None
            with pytest.raises(Failing, match="no such person"):
                await Operator(rooms).carry_out(operator.Export(A.id))

    asyncio.run(run())


@pytest.mark.parametrize(
    ("who", "address", "is_met"),
    [
        ("192.0.2.7", "192.0.2.7", True),
        ("192.0.2.7", "192.0.2.8", False),
        ("192.0.2.0/24", "192.0.2.8", True),
        ("2001:db8::5", "2001:db8::", True),  # a household has a /64
        ("2001:db8::5", "2001:db8:0:1::", False),
    ],
)
def test_an_address_can_be_banned_and_pardoned(tmp_path, who, address, is_met):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            await Operator(rooms).carry_out(operator.Punish(who, "ban", 1.0, "Noise."))
            await rooms.sanctions.load()  # as after a restart
            assert (rooms.sanctions.ban("somebody", address) is not None) == is_met
            assert await Operator(rooms).carry_out(operator.Pardon(who)) == {"lifted": 1}
            assert rooms.sanctions.ban("somebody", address) is None

    asyncio.run(run())


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (operator.Punish("nobody", "ban"), "no such person"),
        (operator.Punish("192.0.2.7", "mute"), "only banned"),
        (operator.Punish("192.0.2.7", "hang"), "a ban or a mute"),
        (operator.ShowRoom("nowhere"), "no such table"),
        (operator.Erase("nobody"), "no such person"),
    ],
)
def test_what_the_operator_cannot_do_is_said(tmp_path, command, why):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            with pytest.raises(Failing, match=why):
                await Operator(rooms).carry_out(command)

    asyncio.run(run())


# --- a real server ---


@pytest.mark.long
def test_admin_looks_after_a_server_that_runs_and_after_its_store(tmp_path):
    with a_server(tmp_path) as (address, _):
        ann, bob = Client(address), Client(address)
        ann.rename("Ann Loud")
        room = ann.open_room("sovereign", bots=["", "greedy"], start=True)
        table, other = ann.enter(room), bob.enter(room)
        table.insist(Say(text="buy my goods"))
        listed = admin(tmp_path, "tables", "--phase", "playing")[1]
        assert room in listed
        assert "Ann Loud" in listed
        shown = admin(tmp_path, "table", room)[1]
        person = re.search(r"Ann Loud \((\S+)\): buy my goods", shown)[1]
        assert person in admin(tmp_path, "people", "loud")[1]

        assert admin(tmp_path, "mute", person, "--reason", "No trade.")[0] == 0
        reply = table.do(Say(text="again"))
        assert isinstance(reply, Failed)
        assert (reply.code, "No trade." in reply.reason) == ("muted", True)
        assert admin(tmp_path, "pardon", person)[1] == "1 lifted.\n"
        table.insist(Say(text="sorry"))

        assert "(1 sockets closed)" in admin(tmp_path, "ban", person, "--days", "0.5")[1]
        with pytest.raises(Trouble, match="You may not use this server until"):
            table.insist(Resign())
        mine = f"trivet={ann.token}"
        status, headers, body = fetch(address, "GET", "/api/lobby", Cookie=mine)
        assert (status, json.loads(body)["code"]) == (403, "banned")
        assert re.fullmatch("[0-9a-f]{12}", headers["x-request-id"])
        assert fetch(address, "GET", "/api/lobby", Cookie=cookie(address))[0] == 200
        other.insist(Say(text="quiet at last"))
        told = figures(tmp_path)
        assert 'trivet_refusals_total{reason="banned",where="http"} 1.0\n' in told
        assert 'trivet_refusals_total{reason="muted",where="socket"} 1.0\n' in told
        assert re.search(r'trivet_commit_seconds_bucket\{le="\+Inf"\} [1-9]', told)

        code, _, why = admin(tmp_path, "erase", person)
        assert (code, "--yes" in why) == (2, True)
        assert "erased from 1 tables" in admin(tmp_path, "erase", person, "--yes")[1]
        assert person not in admin(tmp_path, "table", room)[1]
        other.close()
    assert not (tmp_path / operator.ADMIN_FILE).exists()
    found = json.loads(admin(tmp_path, "--json", "list")[1])  # nothing runs now
    assert [(row["room"], row["phase"]) for row in found] == [(room, "over")]
    assert admin(tmp_path, "close", room)[2] == "trivet: The game is over.\n"
    assert admin(tmp_path, "close", room, "--remove")[1] == "The table is removed.\n"
    for file in tmp_path.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file


@pytest.mark.long
def test_the_operators_door_opens_for_its_token_alone(tmp_path):
    with a_server(tmp_path):
        port = json.loads((tmp_path / operator.ADMIN_FILE).read_text())["port"]
        door = f"http://127.0.0.1:{port}"
        for headers in ({}, {"Authorization": "Bearer x"}, {"Authorization": "Bearer \u00e4"}):
            assert fetch(door, "POST", "/do", '{"do":"people"}', **headers)[0] == 401
            assert fetch(door, "GET", "/metrics", **headers)[0] == 401
        assert fetch(door, "GET", "/api/me")[0] == 404
        assert (tmp_path / operator.ADMIN_FILE).stat().st_mode & 0o777 == 0o600


def test_a_fault_has_the_same_id_in_the_reply_and_in_the_log(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            app = App(rooms, Origins(frozenset()), is_behind_proxy=True)
            app.sessions.store = None  # so that looking up a cookie is a fault
            known = await asked(app.app(), (b"x-request-id", b"from-the-proxy"))
            assert known == (500, "from-the-proxy")
            for headers in ([], [(b"x-request-id", b"a b")]):
                assert re.fullmatch("[0-9a-f]{12}", (await asked(app.app(), *headers))[1])

    lines = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(json.loads(OneLine().format(record)))
    logging.getLogger("trivet.app").addHandler(handler)
    try:
        asyncio.run(run())
    finally:
        logging.getLogger("trivet.app").removeHandler(handler)
    assert lines[0]["request"] == "from-the-proxy"
    assert "AttributeError" in lines[0]["traceback"]


async def asked(app, *headers):
    """A request to an application without a server: status, and its id."""
    sent = []
    scope = {
        "type": "http", "method": "GET", "path": "/api/lobby", "raw_path": b"/api/lobby",
        "query_string": b"", "root_path": "", "scheme": "http", "server": ("localhost", 1),
        "client": ("127.0.0.1", 1), "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"cookie", b"trivet=x"), *headers],
    }  # fmt: skip

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    return sent[0]["status"], dict(sent[0]["headers"])[b"x-request-id"].decode()


def test_json_may_stand_before_or_behind_what_is_done(tmp_path):
    asyncio.run(opened_and_closed(tmp_path))
    wanted = ["tables", "--phase", "playing"]
    found = [admin(tmp_path, "--json", *wanted), admin(tmp_path, *wanted, "--json")]
    assert [(code, json.loads(out)) for code, out, _ in found] == [(0, [])] * 2


async def opened_and_closed(folder):
    await open_store(folder).close()
