"""What strangers may not do to a server."""

import asyncio
import json
import socket
import subprocess
import sys
import time
from http.client import HTTPException
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from server.tables import A, B, a_server, open_rooms_in, people_enter
from server.wires import fetch
from trivet.client import Client, Trouble
from trivet.server.http.connection_limits import network
from trivet.server.process.bounded_cache import OVERHEAD
from trivet.server.records import archive
from trivet.server.records.archive import RecordRequest
from trivet.server.store import names
from trivet.server.table.room import Person
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Resign


def raw(address, data=b""):
    connection = socket.create_connection(("127.0.0.1", urlsplit(address).port), timeout=10)
    connection.sendall(data)
    return connection


def is_closed(connection, seconds):
    connection.settimeout(seconds)
    try:
        return connection.recv(10_000) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False


@pytest.mark.long
@pytest.mark.parametrize(
    "data",
    [b"", b"GET / HTTP/1.1\r\nHost: loc", b"POST /api/me HTTP/1.1\r\nContent-Length: 90\r\n\r\n{"],
    ids=["nothing", "half a head", "half a body"],
)
def test_half_a_request_does_not_stay(tmp_path, data):
    data = data.replace(
        b"POST /api/me HTTP/1.1\r\n", b"POST /api/me HTTP/1.1\r\nHost: localhost\r\n"
    )
    with a_server(tmp_path, request_seconds=0.5) as (address, _):
        connection = raw(address, data)
        began = time.monotonic()
        while not is_closed(connection, 5):  # an error may be told first
            assert time.monotonic() - began < 5
        connection.close()


@pytest.mark.long
def test_one_byte_after_the_other_does_not_help(tmp_path):
    with a_server(tmp_path, request_seconds=0.6) as (address, _):
        connection, began = raw(address, b"GET / HTTP/1.1\r\nHost: "), time.monotonic()
        while time.monotonic() - began < 5:
            try:
                connection.sendall(b"x")
            except ConnectionError:
                break
            time.sleep(0.05)
        assert time.monotonic() - began < 3
        connection.close()


@pytest.mark.long
def test_an_idle_keep_alive_connection_can_still_be_used(tmp_path):
    with a_server(tmp_path, request_seconds=0.6) as (address, _):
        host = urlsplit(address).netloc.encode()
        connection = raw(address, b"")
        for _ in range(3):
            connection.sendall(b"GET /healthz HTTP/1.1\r\nHost: " + host + b"\r\n\r\n")
            told = b""
            while not told.endswith(b"well\n"):
                told += connection.recv(10_000)
            assert told.startswith(b"HTTP/1.1 200")
            time.sleep(0.4)
        connection.close()


def is_served(address):
    try:
        return fetch(address, "GET", "/healthz")[0] == 200
    except (OSError, HTTPException):
        return False


@pytest.mark.long
def test_who_does_not_read_replies_does_not_stay(tmp_path):
    with a_server(tmp_path, reply_seconds=0.5, connections_of_address=1) as (address, _):
        host = urlsplit(address).netloc.encode()
        connection = socket.socket()
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", urlsplit(address).port))
        connection.sendall(
            (b"GET /api/rules/trinity HTTP/1.1\r\nHost: " + host + b"\r\n\r\n") * 900
        )
        until = time.monotonic() + 30
        while not is_served(address) and time.monotonic() < until:
            time.sleep(0.1)
        assert is_served(address)  # there is room for one: the other one is gone
        connection.close()


@pytest.mark.long
def test_connections_of_one_address_are_limited_and_sockets_are_not_counted(tmp_path):
    with a_server(tmp_path, connections_of_address=8) as (address, _):
        client = Client(address)
        name = client.open_room("sovereign")
        tables = [client.enter(name) for _ in range(10)]
        held = [raw(address, b"GET") for _ in range(8)]
        extra = raw(address, b"GET")
        assert is_closed(extra, 5)
        assert not is_closed(held[0], 0.1)
        for connection in (*held, extra):
            connection.close()
        time.sleep(0.3)
        assert fetch(address, "GET", "/healthz")[0] == 200
        for table in tables:
            table.close()


def test_an_address_of_ipv6_is_its_64():
    assert network("2001:db8:1:2:3:4:5:6") == network("2001:db8:1:2::1") == "2001:db8:1:2::"
    assert network("2001:db8:1:3::1") != network("2001:db8:1:2::1")
    assert network("::ffff:192.0.2.7") == network("192.0.2.7") == "192.0.2.7"


@pytest.mark.parametrize("host", ["[", "]", "[::1", "a:b:c", "localhost:99999999", ""])
@pytest.mark.parametrize("path", ["/api/me", "/healthz", "/", "/assets/x"])
def test_a_host_that_cannot_be_read_gets_a_clear_answer(server, host, path):
    connection = raw(server, f"GET {path} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    status = int(connection.recv(100).split()[1])
    connection.close()
    assert status == 400 if path.startswith(("/api", "/healthz")) else status < 500


def test_a_socket_to_a_host_that_cannot_be_read_is_refused(server):
    head = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    connection = raw(server, f"GET /ws/x HTTP/1.1\r\nHost: [\r\n{head}{key}\r\n".encode())
    assert int(connection.recv(100).split()[1]) in (400, 403)
    connection.close()


def test_tables_one_has_opened_count_like_those_where_one_sits(server):
    client = Client(server)
    for number in range(24):
        client.open_room("sovereign", sit=number % 2 == 0)
    with pytest.raises(Trouble, match="too many games"):
        client.open_room("sovereign", sit=False)


def test_finished_games_do_not_hide_unfinished_ones(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            opened = [
                await rooms.opening.open_room(A, NewRoom(game="sovereign")) for _ in range(24)
            ]
            for name in opened[:4]:
                room = rooms.mailboxes[name].room
                room.head.phase = "over"
                room.is_changed = True
                await rooms.mailboxes[name]._store(rooms.now())
            return len(await rooms.store.unfinished_rooms(A.id))

    assert asyncio.run(run()) == 20


def test_places_in_the_lobby_are_shared(tmp_path):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            first = await rooms.opening.open_room(B, NewRoom(game="sovereign"))
            for number in range(70):
                host = A._replace(id=f"loud {number // 20}")
                await rooms.opening.open_room(host, NewRoom(game="sovereign"))
            lobby = await rooms.lobby(A)
            return first, [one.id for one in lobby.open]

    first, listed = asyncio.run(run())
    assert len(listed) == 60
    assert first in listed[:5]


@pytest.mark.parametrize(
    "given",
    [
        ["Ann"] * 3000 + ["ann"] * 3000,
        [f"{'x' * 26} {n // 2:05}" for n in range(6000)],
        [f"Ann ({n})" for n in range(3000)] + ["Ann"] * 3000,
    ],
    ids=["the same", "the same but for its end", "forged numbers"],
)
def test_comparing_many_names_is_not_quadratic(monkeypatch, given):
    compared, skeleton = [], names.skeleton
    monkeypatch.setattr(names, "skeleton", lambda name: compared.append(name) or skeleton(name))
    shown = names.told_apart(given)
    assert len(compared) < 10 * len(given)
    assert len(set(map(skeleton, shown))) == len(given)


def test_a_line_of_chat_costs_the_same_however_many_have_written(tmp_path, monkeypatch):
    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            room = (await people_enter(rooms, [A, B]))[0].mailbox.room
            for number in range(1000):
                room.introduce(Person(f"p{number}", "Ann"))
            compared, skeleton = [], names.skeleton
            monkeypatch.setattr(
                names, "skeleton", lambda name: compared.append(name) or skeleton(name)
            )
            assert room.introduce(Person("late", "ann")) == "ann (1002)"
            assert room.introduce(Person("p7", "Ann")) == "Ann (9)"
            assert len(compared) < 10

    asyncio.run(run())


# --- looking back ---------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def finished(server):
    client = Client(server)
    name = client.open_room("sovereign", bots=["", "random"], start=True)
    with client.enter(name) as table:
        table.answer(table.question().options[0].text)
        table.insist(Resign())
    return name


def test_frames_are_kept_and_made_elsewhere(server, finished):
    path = f"/api/records/{finished}/frames?viewer=open&from=0&count=2"
    replies = [fetch(server, "GET", path) for _ in range(2)]
    assert [reply[0] for reply in replies] == [200, 200]
    assert replies[0][2] == replies[1][2]
    assert json.loads(replies[0][2])["first"] == 0
    assert json.loads(fetch(server, "GET", f"/api/records/{finished}/verdict")[2])["is_fair"]


def test_a_reply_is_worked_out_once_and_the_oldest_are_forgotten(monkeypatch):
    made = []

    async def run():
        class Counting:
            async def run(self, make, text, rest):
                made.append(rest)
                await asyncio.sleep(0)
                return b"x" * 40

        monkeypatch.setattr(archive, "MOST_KEPT", 2 * (40 + OVERHEAD))
        kept, look = archive.Archive(Counting()), RecordRequest("ann", "r", "")
        both = await asyncio.gather(*(kept.frames(look, -3, 0, 60) for _ in range(5)))
        assert set(both) == {b"x" * 40}
        assert len(made) == 1
        for first in range(1, 4):
            await kept.frames(look, -3, first, 60)
        assert len(kept.kept) == 2
        assert kept.kept.size == kept.kept.most

    asyncio.run(run())


def test_a_record_that_cannot_be_shown_is_refused_in_words():
    async def run():
        kept = archive.Archive(archive.ReplayProcess())
        try:
            with pytest.raises(LookupError, match="line 1"):
                await kept.frames(RecordRequest("ann", "r", "nonsense"), -3, 0, 60)
            verdict = await kept.verdict(RecordRequest("ann", "r", "nonsense"))
            assert b"not a Trivet record" in verdict
        finally:
            await kept.close()

    asyncio.run(run())


REPLAYS = """
import asyncio
from contextlib import suppress
from pathlib import Path
from trivet.server.records import archive

async def run():
    wanted = archive.RecordRequest("ann", "r", "nonsense")
    await archive.Archive(archive.ReplayProcess()).verdict(wanted)
    for task in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # a thread that has ended meanwhile
            print((task / "children").read_text(), flush=True)
    print("ready", flush=True)
    await asyncio.sleep(60)

if __name__ == "__main__":
    asyncio.run(run())
"""


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="looks for processes in /proc")
def test_the_process_that_replays_records_ends_with_a_killed_server(tmp_path):
    script = tmp_path / "server.py"
    script.write_text(REPLAYS)
    server = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True)
    found = set()
    for line in server.stdout:
        if line == "ready\n":
            break
        found |= set(line.split())
    server.kill()
    server.wait()
    server.stdout.close()
    assert found
    until = time.monotonic() + 10
    while (alive := [one for one in found if is_running(one)]) and time.monotonic() < until:
        time.sleep(0.05)
    assert alive == []


def is_running(process):
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
