"""One damaged room hurts nobody else: it is set aside, and its people are told."""

import asyncio
import json
import logging
import sqlite3
from contextlib import suppress

import msgspec
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from server.tables import A, B, a_server, admin, enter, figures, open_rooms_in
from server.wires import a_socket, cookie, fetch, replies_until_closed
from trivet.client import Client
from trivet.server.store.contract import Unreadable
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Bank
from trivet.server.wire.outgoing import RoomSeen

GAME = {"game": "sovereign", "bots": ["", "greedy"], "start": True}
HEAD = "UPDATE rooms SET head = json_set(CAST(head AS TEXT), {}) WHERE id = ?"
DAMAGES = {
    "options": HEAD.format("'$.options.alternate', 'perhaps'"),
    "no options": HEAD.format("'$.options', 'none'"),
    "seed": HEAD.format("'$.seed', 'AAAA'"),
    "no seed": HEAD.format("'$.seed', '!!'"),
    "seats": HEAD.format("'$.chairs', json('[]')"),
    "one seat": HEAD.format("'$.chairs', json('[{}]')"),
    "waiting": HEAD.format("'$.clock', 7"),
    "head": "UPDATE rooms SET head = x'ff00ff' WHERE id = ?",
    "number for a head": "UPDATE rooms SET head = 17 WHERE id = ?",
    "row of older rules": HEAD.format("'$.rules', 0")
    + "; INSERT INTO log VALUES (?, 0, 'answer', 7, 0, '')",
    "row": "INSERT INTO log VALUES (?, 0, 'answer', 'x', 0, '')",
    "kind": "INSERT INTO log VALUES (?, 0, CAST(x'ff' AS TEXT), 0, 0, '')",
    "choice": "INSERT INTO log VALUES (?, 0, 'answer', 0, 4611686018427387904, '')",
    "lines": "INSERT INTO lines VALUES (?, 0, 'players', 'x', 0, x'ff', 0, '')",
}


@pytest.mark.parametrize("sql", DAMAGES.values(), ids=list(DAMAGES))
def test_clocks_of_all_other_rooms_go_on(tmp_path, sql, caplog):
    async def play():
        async with open_rooms_in(tmp_path) as rooms:
            clock = Bank(seconds=10)
            opened = [
                await rooms.opening.open_room(A, NewRoom(**GAME, clock=clock)) for _ in range(3)
            ]
            for room in opened:
                rooms.mailboxes[room].room.clocks.left[0] = 5
                rooms.mailboxes[room].room.is_changed = True
                await rooms.mailboxes[room]._store(rooms.now())
            for one in sql.split(";"):
                rooms.store._writer.db.execute(one, (opened[0],))
        return opened

    async def wake(opened):
        async with open_rooms_in(tmp_path) as rooms:
            await rooms.wake_up()
            for _ in range(500):
                pages = [await enter(rooms, room, B) for room in opened[1:]]
                if all(page.last(RoomSeen).phase == "over" for page in pages):
                    break
                await asyncio.sleep(0.01)
            with pytest.raises(Unreadable) as told:
                await rooms.mailbox(opened[0])
            lobby = await rooms.lobby(A)
            assert {one.id for one in lobby.mine} >= set(opened[1:])
            assert rooms.unreadable == {opened[0]: str(told.value)}
            return [page.room.result.reason for page in pages], str(told.value)

    opened = asyncio.run(play())
    with caplog.at_level(logging.ERROR):
        reasons, words = asyncio.run(wake(opened))
    assert reasons == ["time", "time"]
    assert words.startswith(("The table cannot be read: ", "This table's saved data is damaged."))
    set_aside = [r for r in caplog.records if "set aside" in r.message]
    assert len(set_aside) == 1  # once, not at every visit
    assert opened[0] not in set_aside[0].getMessage()


def test_its_people_are_told_in_words_and_a_repaired_room_comes_back(tmp_path):
    with a_server(tmp_path) as (address, _):
        room = Client(address).open_room(**GAME)
    db = sqlite3.connect(tmp_path / "trivet.sqlite")
    (kept,) = db.execute("SELECT head FROM rooms").fetchone()
    with db:
        db.execute(DAMAGES["seats"], (room,))

    async def visit(address):
        async with a_socket(address, room) as connection:
            await connection.send('{"do":"enter"}')
            return await replies_until_closed(connection)

    with a_server(tmp_path) as (address, _):
        replies, code = asyncio.run(visit(address))
        assert code == 4410
        assert "no other table is affected" in replies[-1]["reason"]
        assert "trivet_rooms_set_aside 1.0\n" in figures(tmp_path)
        with db:
            db.execute(DAMAGES["head"], (room,))
        asyncio.run(visit(address))
        assert f"{room}  SET ASIDE" in admin(tmp_path, "tables")[1]
        with db:
            db.execute("UPDATE rooms SET head = ?", (kept,))
        table = Client(address).enter(room)
        assert table.room.phase == "playing"
        assert "trivet_rooms_set_aside 0.0\n" in figures(tmp_path)
        table.close()
    db.close()


FAULTY = """
from trivet.server.rooms.registry import Rooms

async def broken(*args):
    raise ZeroDivisionError("planted")

Rooms.mailbox = broken
Rooms.lobby = broken
"""


def test_a_fault_has_a_line_in_the_log_and_a_close_code_with_a_reason(tmp_path, monkeypatch):
    monkeypatch.setattr("server.tables.CODE", FAULTY + __import__("server.tables").tables.CODE)

    async def visit(address):
        async with a_socket(address, "any") as connection:
            await connection.send('{"do":"enter"}')
            return await replies_until_closed(connection)

    with a_server(tmp_path) as (address, _):
        replies, code = asyncio.run(visit(address))
        status, _, text = fetch(address, "GET", "/api/lobby", Cookie=cookie(address))
    assert (code, replies[-1]["reason"]) == (1011, "Something went wrong here. Please come back.")
    assert (status, json.loads(text)["code"]) == (500, "fault")
    lines = (tmp_path / "server.log").read_text().splitlines()
    told = [json.loads(line)["what"] for line in lines if "planted" in line]
    assert told == ["a socket ends by a fault", "a request ends by a fault: lobby"]


@pytest.mark.parametrize(
    ("what", "told"),
    [
        ("from trivet.server.rooms.sessions import Sessions\nSessions.guest = broken",
         "a socket could not be opened"),
        ("from trivet.server.process.fair_share import FairShare\nFairShare.turn = broken",
         "a socket could not be opened"),
        ("from trivet.server.store.sqlite import SqliteStore\nSqliteStore.save = broken",
         "a command could not be handled"),
    ],
)  # fmt: skip
def test_no_fault_on_the_way_in_is_silent(tmp_path, monkeypatch, what, told):
    """A socket that could not be opened for a fault was closed without a reason once."""
    code = "def broken(*args):\n    raise ZeroDivisionError('planted')\n\n"
    names = __import__("server.tables").tables

    async def visit(address, room, session):
        way, headers = f"ws{address.removeprefix('http')}/ws/{room}", {"Cookie": session}
        async with connect(way, origin=address, additional_headers=headers, proxy=None) as line:
            with suppress(ConnectionClosed):
                await line.send('{"do":"enter"}')
            return await replies_until_closed(line)

    with a_server(tmp_path) as (address, _):
        client = Client(address)
        room, session = client.open_room(**GAME), f"trivet={client.token}"
    monkeypatch.setattr("server.tables.CODE", f"{code}{what}\n{names.CODE}")
    with a_server(tmp_path) as (address, _):
        replies, closed = asyncio.run(visit(address, room, session))
    assert closed in (1011, 1012)
    assert "went wrong" in replies[-1]["reason"]
    lines = map(json.loads, (tmp_path / "server.log").read_text().splitlines())
    assert any(one["what"].startswith(told) and "planted" in one["traceback"] for one in lines)


def test_what_is_damaged_is_not_said(tmp_path):
    """Words for people and the log name the kind of damage, never what is stored."""

    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            room = await rooms.opening.open_room(A, NewRoom(**GAME))
            head = rooms.mailboxes[room].room.head
            rooms.drop(room)
            head.options = {"alternate": "my secret"}
            data = msgspec.json.encode(head)
            rooms.store._writer.db.execute("UPDATE rooms SET head = ?", (data,))
            with pytest.raises(Unreadable) as told:
                await rooms.mailbox(room)
            return str(told.value)

    assert asyncio.run(run()) == "The table cannot be read: its options or seats are damaged."
