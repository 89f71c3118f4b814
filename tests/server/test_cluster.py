"""Real servers on one database: relays, takeovers, notices, and what the operator may do."""

import asyncio
import json
import os
import signal
import subprocess
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

import pytest
from websockets.asyncio.client import connect

from server.tables import BUILD, A, address_of, enter, open_rooms_in
from server.test_commands import TRIVET
from trivet.client import COOKIE, AsyncClient
from trivet.server.store.contract import Sanction, StoredGuest
from trivet.server.store.sqlite import open_store
from trivet.server.wire.api import NewRoom
from trivet.server.wire.messages import Answer, Ready, Resign, Say
from trivet.server.wire.outgoing import Took

QUICK = ["--port", "0", "--bot-delay", "0", "--workers", "1"]


@contextmanager
def serving(folder, url, *more):
    """A server on a database, in a process of its own."""
    command = [*TRIVET, "serve", *QUICK, "--data", str(folder), "--store", url, *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield address_of(process), process
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            process.terminate()
        process.wait(30)
        process.stdout.close()


@pytest.fixture
def two(postgres, tmp_path):
    """Two servers on one database: their addresses and processes."""
    with (
        serving(tmp_path / "one", postgres.url) as one,
        serving(tmp_path / "two", postgres.url) as other,
    ):
        yield one, other


def admin(folder, *words):
    command = [*TRIVET, "admin", "--data", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def read(address, path):
    with build_opener(ProxyHandler({})).open(Request(address + path), timeout=20) as reply:
        return reply.status, reply.read().decode(), dict(reply.headers)


async def both_ready(one, other):
    """Two people of two servers at one table; their tables."""
    ann, bob = AsyncClient(one), AsyncClient(other)
    room = await ann.open_room("sovereign")
    first, second = await ann.enter(room), await bob.enter(room)
    for seat, table in enumerate((first, second)):
        table.longest_pause = 0.2
        await table.sit(seat)
        await table.insist(Ready())
    for table in (first, second):
        await table.question()
    return first, second


@pytest.mark.long
def test_two_people_play_at_one_table_through_two_servers(two, postgres):
    async def run():
        (one, _), (other, _) = two
        first, second = await both_ready(one, other)
        for table in (first, second):
            assert isinstance(await table.answer(BUILD), Took)
        await second.do(Say(text="hello from afar"))
        await first.until(lambda table: bool(table.lines["players"]))
        assert first.lines["players"][0].text == "hello from afar"
        owners = await postgres.sql("SELECT count(DISTINCT owner) FROM rooms")
        assert owners == [(1,)]
        for table in (first, second):
            await table.close()

    asyncio.run(run())


@pytest.mark.long
def test_another_server_goes_on_when_one_is_killed(two, postgres):
    async def run():
        (one, process), (other, _) = two
        first, second = await both_ready(one, other)
        assert isinstance(await first.answer(BUILD), Took)
        process.kill()
        assert isinstance(await second.answer(BUILD), Took)
        ask = await second.question()
        assert ask is not None or second.shown.count == 1
        assert await postgres.sql("SELECT epoch FROM rooms") == [(2,)]
        first.client.server = other  # where a proxy would send them now
        await first.question()
        for table in (first, second):
            await table.close()

    asyncio.run(run())


@pytest.mark.long
def test_a_paused_server_is_followed_and_told_the_truth_when_it_wakes(two, postgres):
    """An answer waits on its doorstep while another server takes the table and plays on."""

    async def run():
        (one, process), (_, _) = two
        first, second = await both_ready(one, two[1][0])
        assert isinstance(await first.answer(BUILD), Took)
        os.kill(process.pid, signal.SIGSTOP)
        try:
            assert isinstance(await second.answer(BUILD), Took)  # elsewhere, after the lease
            late = asyncio.create_task(first.do(Say(text="late")))
            await asyncio.sleep(0.2)
        finally:
            os.kill(process.pid, signal.SIGCONT)
        await first.until(lambda table: table.welcomes > 1)
        await first.question()
        with pytest.raises(Exception, match="line broke"):
            await late
        assert isinstance(await first.answer(first.shown.ask.options[0].text), Took)
        rows = await postgres.sql("SELECT count(*), count(DISTINCT n) FROM log")
        assert rows[0][0] == rows[0][1]
        assert await postgres.sql("SELECT count(*) FROM lines") == [(0,)]
        for table in (first, second):
            await table.close()

    asyncio.run(run())


@pytest.mark.long
def test_a_new_name_is_known_everywhere(two):
    async def run():
        (one, _), (other, _) = two
        first, second = await both_ready(one, other)
        assert await AsyncClient(other, first.client.token).me() != "Zelda"
        await AsyncClient(other, first.client.token).rename("Zelda")
        for table in (first, second):
            await table.until(lambda table: table.room.seats[0].name == "Zelda")
            await table.close()
        assert await first.client.me() == "Zelda"

    asyncio.run(run())


@pytest.mark.long
def test_the_operator_reaches_tables_and_people_of_other_servers(two, tmp_path):
    async def run():
        (one, _), (other, _) = two
        first, second = await both_ready(one, other)
        assert isinstance(await first.answer(BUILD), Took)
        room = first.name
        for table in (first, second):
            table.longest_pause = 0.2
        said = await asyncio.to_thread(
            admin, tmp_path / "two", "close", room, "--reason", "It is late."
        )
        assert "ended as abandoned" in said
        for table in (first, second):
            await table.until(lambda table: table.is_over)
            assert table.room.result.reason == "abandoned"
        third, _ = await both_ready(one, other)
        people = await asyncio.to_thread(admin, tmp_path / "one", "--json", "people")
        name = third.room.seats[0].name
        person = next(p["person"] for p in json.loads(people) if p["name"] == name)
        await asyncio.to_thread(admin, tmp_path / "two", "ban", person)
        with pytest.raises(Exception, match="may not use this server"):
            await third.until(lambda table: False)
        with pytest.raises(Exception, match="may not use this server"):
            await third.client.lobby()
        await asyncio.to_thread(admin, tmp_path / "one", "pardon", person)
        await asyncio.to_thread(admin, tmp_path / "two", "erase", person, "--yes")
        assert await third.client.me() != name
        for table in (first, second, third):
            await table.close()

    asyncio.run(run())


NAME = "games.example.org"
FORWARDED = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def a_line(address, client, room, **more):
    """A socket as a proxy with TLS passes it on."""
    host, _, port = address.removeprefix("http://").partition(":")
    headers = {"Cookie": f"{COOKIE}={client.token}", **FORWARDED, **more}
    return connect(
        f"ws://{NAME}/ws/{room}", host=host, port=int(port), origin=f"https://{NAME}",
        additional_headers=headers, proxy=None,
    )  # fmt: skip


@pytest.mark.long
def test_a_relayed_guest_keeps_name_scheme_and_address(postgres, tmp_path):
    """The owner checks origin and bans as if the guest had come to it at once."""

    async def run(one, other):
        client = AsyncClient(one)
        await client.me()
        room = await client.open_room("sovereign", bots=["", "random"], start=True)
        async with a_line(one, client, room) as here, a_line(other, client, room) as there:
            for line in (here, there):
                await line.send('{"do":"enter"}')
                assert json.loads(await line.recv())["is"] == "done"
            said = await asyncio.to_thread(admin, tmp_path / "one", "ban", "203.0.113.0/24")
            assert "(2 sockets closed)" in said
            for line in (here, there):
                await line.wait_closed()
                assert line.close_code == 4403
        claimed = {"x-trivet-from": "198.51.100.1", "x-trivet-secret": "guessed"}
        async with a_line(other, client, room, **claimed) as line:
            await line.wait_closed()
            assert line.close_code == 4403  # a stranger's word counts for nothing

    proxied = ("--behind-proxy", "--name", NAME)
    with (
        serving(tmp_path / "one", postgres.url, *proxied) as (one, _),
        serving(tmp_path / "two", postgres.url, *proxied) as (other, _),
    ):
        asyncio.run(run(one, other))
        assert read(one, "/livez")[:2] == (200, "alive\n")
        guessed = Request(one + "/livez", headers={"x-trivet-secret": "guessed"})
        with build_opener(ProxyHandler({})).open(guessed, timeout=20) as reply:
            assert "x-trivet-server" not in reply.headers


def test_a_database_that_is_away_is_waited_for(database, postgres, tmp_path):
    """Nobody is sent away for good; the game goes on when it is back."""

    async def run(address):
        client = AsyncClient(address)
        room = await client.open_room("sovereign", bots=["", "random"], start=True)
        table = await client.enter(room)
        table.longest_pause = 0.2
        await table.question()
        database.kill()
        answer = asyncio.create_task(table.answer(BUILD))
        await asyncio.sleep(1.0)
        assert not answer.done()
        told, code = await at_the_door(client, room)
        assert (told["is"], code) == ("bye", 1012)
        assert told["again"] > 0
        with pytest.raises(HTTPError, match="503"):
            await asyncio.to_thread(read, address, "/healthz")
        assert (await asyncio.to_thread(read, address, "/livez"))[0] == 200
        database.start()
        assert isinstance(await answer, Took)
        assert table.trouble is None
        assert (await client.lobby()).mine
        await table.close()

    with serving(tmp_path / "one", postgres.url) as (address, _):
        try:
            asyncio.run(run(address))
        finally:
            if database.process is None:
                database.start()


async def at_the_door(client, room):
    """What is said to somebody who comes now, and the code of the end."""
    async with connect(
        f"{client.server.replace('http', 'ws')}/ws/{room}", origin=client.server,
        additional_headers={"Cookie": f"{COOKIE}={client.token}"},
    ) as line:  # fmt: skip
        await line.send('{"do":"enter"}')
        told = json.loads(await line.recv())
        await line.wait_closed()
        return told, line.close_code


# --- the start ------------------------------------------------------------------------------------


def refused(folder, url, *more):
    command = [*TRIVET, "serve", *QUICK, "--data", str(folder), "--store", url, *more]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2, done.stdout
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


@pytest.mark.long
def test_a_peer_that_leads_elsewhere_is_refused(two, postgres, tmp_path):
    other = two[0][0].removeprefix("http://")
    words = refused(tmp_path / "three", postgres.url, "--peer", other)
    assert "does not lead to this server" in words
    words = refused(tmp_path / "three", postgres.url, "--peer", "127.0.0.1:9")
    assert "does not lead to this server" in words
    words = refused(tmp_path / "three", postgres.url, "--host", "0.0.0.0")
    assert "--peer" in words
    words = refused(tmp_path / "one", postgres.url)
    assert "Another server is using" in words


@pytest.mark.long
def test_a_database_that_would_lose_moves_is_refused(database, postgres, tmp_path):
    unsafe = f"{postgres.url}&synchronous_commit=off"
    with serving(tmp_path / "one", unsafe):
        pass  # every connection turns it on again
    assert "cannot be used" in refused(tmp_path, "postgresql://nobody@127.0.0.1:9/none")
    assert "password" in refused(tmp_path, "postgresql://ann:secret@127.0.0.1/none")
    assert "expected postgresql://" in refused(tmp_path, "mysql://ann@127.0.0.1/none")


def test_without_a_disk_that_is_waited_for_nothing_starts(tmp_path):
    from campaigns.database import NoDatabase, a_database

    try:
        with a_database(fsync="off") as database:
            assert "fsync is off" in refused(tmp_path, database.url())
    except NoDatabase as missing:
        if os.environ.get("TRIVET_POSTGRES") == "required":
            raise
        pytest.skip(f"postgres: {missing}")


# --- moving a community ---------------------------------------------------------------------------


def trivet(*words):
    done = subprocess.run([*TRIVET, *map(str, words)], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr, done.stderr
    return done.returncode, done.stdout + done.stderr


def test_a_community_moves_to_a_database_and_back(postgres, tmp_path):
    """With a finished game, one in play, chat and a session that still works."""

    async def play(rooms):
        done = await rooms.opening.open_room(
            A, NewRoom(game="sovereign", bots=["", "random"], start=True)
        )
        page = await enter(rooms, done, A)
        await page.must(Say(text="good game"))
        await page.must(Resign())
        room = await rooms.opening.open_room(
            A, NewRoom(game="sovereign", bots=["", "random"], start=True)
        )
        page = await enter(rooms, room, A)
        await page.must(Answer(count=0, text=BUILD))
        await rooms.store.add_guest(StoredGuest(A.id, A.name, 1, 2**40), b"cookie")
        await rooms.store.punish(Sanction("b", "ban", 2**40, "", 1))
        for mailbox in rooms.mailboxes.values():
            await mailbox.finish()
        return done, room

    async def begin(folder):
        async with open_rooms_in(folder) as rooms:
            return await play(rooms)

    async def all_of(store, rooms):
        try:
            kept = [(await store.load(room))._replace(epoch=0) for room in rooms]
            people = await store.guest(b"cookie", 5), await store.sanctions()
            return kept, await store.record(rooms[0]), people
        finally:
            await store.close()

    folder, back = tmp_path / "old", tmp_path / "back"
    rooms = asyncio.run(begin(folder))
    before = asyncio.run(all_of(open_store(folder), rooms))
    code, said = trivet("admin", "copy", folder, postgres.url)
    assert (code, "Copied: 2 tables" in said, "no fault" in said) == (0, True, True), said
    assert asyncio.run(stored_in(postgres, all_of, rooms)) == before
    code, said = trivet("admin", "copy", folder, postgres.url)
    assert (code, "already" in said) == (2, True)
    code, said = trivet("admin", "copy", postgres.url, back)
    assert (code, "2 tables replayed, 1 records verified" in said) == (0, True), said
    assert asyncio.run(all_of(open_store(back), rooms)) == before
    assert trivet("admin", "check", postgres.url)[0] == trivet("admin", "check", back)[0] == 0
    assert trivet("admin", "copy", postgres.url, back)[0] == 2
    code, said = trivet("admin", "copy", tmp_path / "nowhere", postgres.url)
    assert (code, "There is no store" in said) == (2, True)
    assert "pg_dump" in trivet("admin", "backup", "--store", postgres.url)[1]
    assert rooms[1] in trivet("admin", "--store", postgres.url, "tables")[1]


async def stored_in(kind, work, *more):
    return await work(await kind.open(), *more)
