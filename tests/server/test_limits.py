"""Limits: a clear answer first, and nothing that an honest player would ever meet."""

import asyncio
import json
import random
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import pytest
from websockets.asyncio.client import connect

from server.tables import a_server
from server.wires import a_room, a_socket, cookie, fetch, replies_until_closed
from trivet.client import AsyncClient, AsyncTable, Client, Trouble
from trivet.server.http.socket import HELD
from trivet.server.process import limits
from trivet.server.process.limits import USUAL, Allowance, RateBuckets
from trivet.server.wire.messages import Say, Why
from trivet.server.wire.outgoing import Failed, Took

MANY = 3000  # messages


def test_guests_from_one_address_are_limited(tmp_path):
    with a_server(tmp_path, guests_of_address=3.0) as (address, _):
        replies = [fetch(address, "GET", "/api/me") for _ in range(5)]
        assert [reply[0] for reply in replies] == [200, 200, 200, 429, 429]
        assert "Too many" in json.loads(replies[-1][2])["reason"]


def test_too_many_messages_are_warned_about_and_then_cut_off(server):
    async def run():
        async with a_socket(server, a_room(server)) as connection:
            await connection.send('{"do":"enter"}')
            for number in range(800):
                await connection.send(f'{{"do":"ping","re":{number + 1}}}')
            return await replies_until_closed(connection)

    replies, code = asyncio.run(run())
    kinds = [reply.get("code", reply["is"]) for reply in replies]
    assert kinds.count("pong") >= 199
    assert 100 <= kinds.count("too-fast") < 140
    assert (kinds[-1], code) == ("closed", 4429)
    numbers = [reply["re"] for reply in replies if reply["is"] == "pong" or "re" in reply]
    assert set(range(1, 300)) <= set(numbers)  # every one was answered, also those not done


def test_a_person_has_one_budget_for_all_sockets_and_others_have_theirs(server):
    async def pings(address, room, headers, number):
        async with a_socket(address, room, **headers) as connection:
            await connection.send('{"do":"enter"}')
            for _ in range(number):
                await connection.send('{"do":"ping"}')
            replies = [json.loads(await connection.recv()) for _ in range(number)]
            return [reply.get("code", reply["is"]) for reply in replies]

    async def run():
        room = await asyncio.to_thread(a_room, server)
        mine = {"Cookie": cookie(server)}
        one, two = [await pings(server, room, mine, 150) for _ in range(2)]
        return one, two, await pings(server, room, {}, 50)

    one, two, other = asyncio.run(run())
    assert "too-fast" not in one + other
    assert "too-fast" in two


def test_who_sends_faster_than_is_handled_is_read_later_and_loses_nothing(tmp_path):
    """A socket with several messages in line is not read for a while."""

    async def run(address):
        room = await asyncio.to_thread(a_room, address)
        async with a_socket(address, room) as flood, a_socket(address, room) as other:
            for one in (flood, other):
                await one.send('{"do":"enter"}')
            sending = asyncio.create_task(send_all(flood))
            numbers = [await pong(flood) for _ in range(100)]
            await other.send('{"do":"ping","re":7}')
            assert await pong(other) == 7
            numbers += [await pong(flood) for _ in range(MANY - 100)]
            await sending
            return numbers

    async def send_all(connection):
        for number in range(MANY):
            await connection.send(f'{{"do":"ping","re":{number + 1}}}')

    async def pong(connection):
        while (reply := json.loads(await connection.recv()))["is"] != "pong":
            pass
        return reply["re"]

    with a_server(tmp_path, rate=1e9, burst=1e9) as (address, _):
        assert asyncio.run(asyncio.wait_for(run(address), 120)) == list(range(1, MANY + 1))


def test_an_honest_fast_player_never_meets_a_limit():
    """Ten answers a second, each with a touch and a question before it, for a whole hour."""
    allowance, moments = Allowance(USUAL), range(3600 * 30)
    assert all(allowance.spend("mia", "school", moment / 30) for moment in moments)


def test_a_school_never_meets_a_limit():
    """Three hundred people behind one address open the page at once, and play."""
    allowance = Allowance(USUAL)
    opening = [allowance.spend(f"pupil {n % 300}", "school", 0.0) for n in range(20 * 300)]
    playing = [allowance.spend(f"pupil {n % 300}", "school", 1 + n / 600) for n in range(60_000)]
    assert all(opening + playing)


@pytest.mark.long
def test_a_player_faster_than_the_limits_is_held_up_and_loses_nothing(tmp_path, monkeypatch):
    """A message that came too fast was lost once, and whoever waited for its reply waits still."""
    held_up, send_again = [], AsyncTable._send_again
    monkeypatch.setattr(
        AsyncTable,
        "_send_again",
        lambda table, number: (held_up.append(number), send_again(table, number)),
    )

    async def run(address):
        client = AsyncClient(address)
        room = await client.open_room("sovereign", bots=["", "random"], start=True)
        async with await client.enter(room) as table:
            while (ask := await table.question()) is not None:
                option = random.choice(ask.options).text
                assert not isinstance(await table.do(Why(text=option)), Failed)
                assert isinstance(await table.answer(option), Took)
            return table.room.result

    with a_server(tmp_path, rate=10.0, burst=5.0) as (address, _):
        assert asyncio.run(asyncio.wait_for(run(address), 60)).reason == "played"
    assert held_up


def test_chat_has_a_limit_of_its_own(server):
    async def run():
        client = AsyncClient(server)
        async with await client.enter(await client.open_room("sovereign")) as table:
            return [await table.do(Say(text=f"line {n}")) for n in range(12)]

    codes = [getattr(reply, "code", "said") for reply in asyncio.run(run())]
    assert codes[:8] == ["said"] * 8
    assert "too-fast" in codes[8:]


def test_a_socket_that_floods_a_chat_is_read_a_few_times_a_second(server):
    """It was answered as fast as it sent once, and held up everybody else."""

    async def run():
        loop = asyncio.get_running_loop()
        async with a_socket(server, await asyncio.to_thread(a_room, server)) as connection:
            await connection.send('{"do":"enter"}')
            began = loop.time()
            for number in range(20):
                await connection.send(f'{{"do":"say","text":"x","re":{number + 1}}}')
                while json.loads(await connection.recv()).get("re") != number + 1:
                    pass
            return loop.time() - began

    took = asyncio.run(run())
    assert took > 10 * HELD  # eight lines at once, and one or two more meanwhile


def test_one_person_may_not_open_too_many_sockets(server):
    async def run():
        client = AsyncClient(server)
        room = await client.open_room("sovereign")
        tables = [await client.enter(room) for _ in range(16)]
        with pytest.raises(Trouble, match="too many tables open"):
            await client.enter(room)
        for table in tables:
            await table.close()
        await (await client.enter(room)).close()

    asyncio.run(run())


def test_one_person_may_not_open_too_many_rooms(server):
    client = Client(server)
    for _ in range(24):
        client.open_room("sovereign")
    with pytest.raises(Trouble, match="too many games"):
        client.open_room("sovereign")


def test_a_slow_reader_is_dropped_and_others_do_not_wait(tmp_path):
    wide = {"rate": 1e9, "burst": 1e9, "chat_rate": 1e9, "chat_burst": 1e9}
    with a_server(tmp_path, unread=20_000, **wide) as (address, _):
        last, code = asyncio.run(talk_past_a_slow_reader(address))
    assert (last["is"], code) == ("bye", 4408)
    assert "too slow" in last["reason"]


async def talk_past_a_slow_reader(address):
    client = AsyncClient(address)
    room = await client.open_room("sovereign")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect(("127.0.0.1", urlsplit(address).port))
    headers = {"Origin": address, "Cookie": cookie(address)}
    async with (
        connect(f"ws{address[4:]}/ws/{room}", sock=raw, additional_headers=headers) as slow,
        await client.enter(room) as table,
    ):
        await slow.send('{"do":"enter"}')
        slow.transport.pause_reading()
        await table.until(lambda table: table.room.watchers == 1)
        for number in range(1900):
            await table.insist(Say(text=f"{number} " + "x" * 490))
            if table.room.watchers == 0:
                break
        assert table.room.watchers == 0
        slow.transport.resume_reading()
        replies, code = await replies_until_closed(slow)
        return replies[-1], code


def test_requests_have_the_budget_of_their_person_wherever_they_come_from(tmp_path):
    with a_server(tmp_path, rate=0.01, burst=6.0) as (address, _):
        mine, other = cookie(address), cookie(address)
        replies = [fetch(address, "GET", "/api/lobby", Cookie=mine) for _ in range(8)]
        assert [reply[0] for reply in replies] == [200] * 6 + [429] * 2
        assert json.loads(replies[-1][2])["code"] == "too-fast"
        assert fetch(address, "GET", "/api/lobby", Cookie=other)[0] == 200
        assert fetch(address, "GET", "/api/games")[0] == 200


def test_requests_and_new_tables_from_one_address_are_limited(tmp_path):
    with a_server(tmp_path, rooms_of_address=2.0, rate_of_address=0.01, burst_of_address=9.0) as (
        address,
        _,
    ):
        mine = {"Cookie": cookie(address), "Origin": address}  # one request of nine
        wish = '{"game":"sovereign"}'
        opened = [fetch(address, "POST", "/api/rooms", wish, **mine) for _ in range(4)]
        assert [reply[0] for reply in opened] == [201, 201, 429, 429]
        assert "Too many new tables" in json.loads(opened[-1][2])["reason"]
        looks = [fetch(address, "GET", "/api/games")[0] for _ in range(6)]
        assert looks == [200] * 4 + [429] * 2


def test_sockets_from_one_address_are_limited(tmp_path):
    async def run(address):
        clients = [AsyncClient(address) for _ in range(3)]
        room = await clients[0].open_room("sovereign")
        tables = [await client.enter(room) for client in clients[:2]]
        with pytest.raises(Trouble, match="Too many tables are open from where you are"):
            await clients[2].enter(room)
        await tables[0].close()
        await (await enter_soon(clients[2], room)).close()
        await tables[1].close()

    with a_server(tmp_path, sockets_of_address=2) as (address, _):
        asyncio.run(run(address))


async def enter_soon(client, room):
    """The server notices a moment later that somebody has left."""
    for _ in range(200):
        with suppress(Trouble):
            return await client.enter(room)
        await asyncio.sleep(0.02)
    return await client.enter(room)


def test_messages_that_waited_for_their_turn_are_not_too_many():
    """On a busy server an address was refused because an older message came after newer ones."""
    budgets = RateBuckets(rate=100.0, burst=200.0)
    assert all(budgets.spend("a school", at) for at in (60.0, 57.5, 60.0, 58.0, 57.0))


def test_full_budgets_are_forgotten():
    budgets = RateBuckets(rate=2.0, burst=10.0)
    for second in range(4):
        budgets.spend(f"at {second}", second)
    budgets.sweep(5.5)
    assert list(budgets._by_name) == ["at 1", "at 2", "at 3"]


def test_rates_of_ever_new_addresses_do_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(limits, "MOST_BUCKETS", 100)
    budgets = RateBuckets(rate=0.001, burst=1.0)
    assert all(budgets.spend(f"2001:db8::{n}", 0.0) for n in range(1000))
    assert len(budgets._by_name) == 100
    assert not budgets.spend("2001:db8::999", 0.0)
