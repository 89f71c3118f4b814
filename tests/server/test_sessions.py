"""A guest keeps the same self; a cookie does not stay the same."""

import asyncio
import http.client
import json
import sqlite3
from urllib.parse import urlsplit

import pytest

from server.stores import opened
from server.tables import a_server
from server.wires import a_socket, cookie, fetch, replies_until_closed
from trivet.client import AsyncClient
from trivet.server.rooms import sessions
from trivet.server.rooms.sessions import DAY, GRACE, YEAR, Sessions, hashed
from trivet.server.store.sqlite import FILE, open_store


@pytest.fixture
def clock(monkeypatch):
    """What time it is, to be turned by hand."""
    time = [1_000_000]
    monkeypatch.setattr(sessions, "_now", lambda: time[0])
    return time


def with_sessions(folder, test):
    async def run():
        store = open_store(folder)
        try:
            await test(Sessions(store), lambda: Sessions(store))
        finally:
            await store.close()

    asyncio.run(run())


def test_a_cookie_is_replaced_once_a_day_and_the_guest_stays(tmp_path, clock):
    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += DAY - 1
        assert await sessions.renewed(token, guest) == token
        clock[0] += 1
        fresh = await sessions.renewed(token, guest)
        assert fresh != token
        for rooms in (sessions, restarted()):
            found = await rooms.guest(fresh)
            assert (found.person, found.name) == (guest.person, guest.name)

    with_sessions(tmp_path, test)


def test_the_old_cookie_is_good_for_a_minute_once_the_new_one_was_used(tmp_path, clock):
    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += DAY
        fresh = await sessions.renewed(token, guest)
        assert await sessions.guest(fresh)
        clock[0] += GRACE - 1
        assert await sessions.guest(token)
        clock[0] += 1
        assert await sessions.guest(token) is None
        assert await restarted().guest(token) is None

    with_sessions(tmp_path, test)


def test_a_lost_reply_costs_nobody_who_they_are(tmp_path, clock):
    """The new cookie never arrived: the old one still works, and leads to another new one."""

    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += DAY
        lost = await sessions.renewed(token, guest)
        clock[0] += 30 * DAY
        for rooms in (sessions, restarted()):
            again = await rooms.guest(token)
            assert again.person == guest.person
            fresh = await rooms.renewed(token, again)
            assert (fresh == lost) == (rooms is sessions)
        assert (await sessions.guest(fresh)).person == guest.person

    with_sessions(tmp_path, test)


def test_asking_often_makes_one_new_cookie(tmp_path, clock):
    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += DAY
        assert len({await sessions.renewed(token, guest) for _ in range(20)}) == 1
        (count,) = sessions.store._writer.db.execute("SELECT count(*) FROM sessions").fetchone()
        assert count == 2

    with_sessions(tmp_path, test)


def test_two_pages_that_renew_at_once_both_stay(tmp_path, clock):
    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += DAY
        tokens = [await sessions.renewed(token, guest) for _ in range(2)]
        clock[0] += 30 * DAY
        for fresh in tokens:
            assert (await restarted().guest(fresh)).person == guest.person

    with_sessions(tmp_path, test)


def test_who_stays_away_for_a_year_is_a_stranger(tmp_path, clock):
    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += YEAR - 1
        assert await sessions.guest(token) == guest
        clock[0] += 1
        assert await sessions.guest(token) is None

    with_sessions(tmp_path, test)


def test_a_new_name_is_known_to_every_page(tmp_path, clock):
    async def test(sessions, restarted):
        token, guest = await sessions.add()
        clock[0] += DAY
        fresh = await sessions.renewed(token, guest)
        await sessions.rename(guest, "Mia")
        for rooms in (sessions, restarted()):
            assert (await rooms.guest(fresh)).name == "Mia"

    with_sessions(tmp_path, test)


def test_the_store_keeps_no_cookie(tmp_path, clock):
    tokens = []

    async def test(sessions, restarted):
        tokens.append((await sessions.add())[0])

    with_sessions(tmp_path, test)
    with sqlite3.connect(tmp_path / FILE) as db:
        kept = repr(db.execute("SELECT * FROM sessions").fetchall())
    db.close()
    assert tokens[0] not in kept
    assert tokens[0].encode() not in (tmp_path / FILE).read_bytes()


# --- cookies --------------------------------------------------------------------------------------

BROWSER = {"X_Forwarded_Proto": "https", "Sec_Fetch_Site": "same-origin"}


def cookies_of(address, **headers):
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request("GET", "/api/me", headers=sent)
    reply = connection.getresponse()
    name = json.loads(reply.read())["name"]
    connection.close()
    return name, reply.headers.get_all("Set-Cookie")


@pytest.fixture(scope="module")
def behind_tls(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tls")
    with a_server(folder, guests_of_address=1e6, is_behind_proxy=True) as (address, _):
        yield address


def test_a_browser_has_a_cookie_over_tls_that_no_other_host_can_set(behind_tls):
    name, (given,) = cookies_of(behind_tls, **BROWSER)
    assert given.startswith("__Host-trivet=")
    assert {"Secure", "Path=/", "HttpOnly"} <= set(given.split("; "))
    assert "Domain" not in given
    mine = given.split(";")[0]
    planted = {**BROWSER, "Cookie": f"{mine}; trivet=of-a-neighbour"}
    assert cookies_of(behind_tls, **planted)[0] == name
    assert fetch(behind_tls, "GET", "/api/lobby", Cookie=mine)[0] == 200


def test_an_older_cookie_goes_on_and_is_replaced(behind_tls):
    name, (plain,) = cookies_of(behind_tls, X_Forwarded_Proto="https")  # a program, or long ago
    assert plain.startswith("trivet=")
    again, given = cookies_of(behind_tls, **BROWSER, Cookie=plain.split(";")[0])
    assert again == name
    assert [one.split("=")[0] for one in given] == ["__Host-trivet", "trivet"]
    assert 'trivet=""' in given[1]
    assert "Max-Age=0" in given[1]


def test_without_tls_the_cookie_is_the_plain_one(server):
    _, (given,) = cookies_of(server, Sec_Fetch_Site="same-origin")
    assert given.startswith("trivet=")
    assert "Secure" not in given


# --- logging out ----------------------------------------------------------------------------------


def asked(address, path, cookie, body=None):
    method, more = ("GET", {}) if body is None else ("POST", {"Origin": address})
    status, headers, text = fetch(address, method, path, body, Cookie=cookie, **more)
    return status, json.loads(text), headers


def test_a_list_of_ones_sessions_names_the_one_that_asks(server):
    mine = cookie(server)
    _, found, _ = asked(server, "/api/sessions", mine)
    (one,) = found["sessions"]
    assert one["is_this"]
    assert one["until"] - one["since"] == YEAR
    assert fetch(server, "GET", "/api/sessions")[0] == 401


def test_who_logs_out_is_a_stranger_and_the_cookie_is_worthless(server):
    mine = cookie(server)
    status, left, headers = asked(server, "/api/logout", mine, "{}")
    assert (status, left) == (200, {"sessions": []})
    assert 'trivet=""' in headers["set-cookie"]
    assert asked(server, "/api/lobby", mine)[0] == 401


def test_logging_out_closes_the_sockets(server):
    async def run():
        client = AsyncClient(server)
        room = await client.open_room("sovereign")
        async with a_socket(server, room, Cookie=f"trivet={client.token}") as line:
            await line.send('{"do":"enter"}')
            await asyncio.to_thread(asked, server, "/api/logout", f"trivet={client.token}", "{}")
            return await replies_until_closed(line)

    replies, code = asyncio.run(run())
    assert (replies[-1]["reason"], code) == ("You have logged out.", 1012)


def test_another_session_is_ended_by_its_id_and_no_strangers(kind, clock):
    async def run():
        async with opened(kind) as store:
            sessions = Sessions(store)
            token, ann = await sessions.add()
            other, stranger = await sessions.add()
            clock[0] += DAY
            successor = await sessions.renewed(token, ann)
            assert [one.token for one in await sessions.of(ann.person)] == [hashed(token)]
            assert await sessions.guest(successor) is not None
            assert hashed(successor) in [one.token for one in await sessions.of(ann.person)]
            await sessions.end(ann.person, hashed(other))
            assert await sessions.guest(other) is not None
            await sessions.end(ann.person, hashed(successor))
            assert await sessions.guest(successor) is None
            clock[0] += GRACE
            assert await sessions.of(ann.person) == []
            assert len(await sessions.of(stranger.person)) == 1

    asyncio.run(run())


def test_a_session_that_ends_takes_its_unused_successor_along(kind, clock):
    async def run():
        async with opened(kind) as store:
            sessions = Sessions(store)
            token, ann = await sessions.add()
            clock[0] += DAY
            successor = await sessions.renewed(token, ann)
            await sessions.end(ann.person, hashed(token))
            assert await sessions.guest(successor) is None

    asyncio.run(run())
