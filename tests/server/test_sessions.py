"""A guest keeps the same self; a cookie does not stay the same."""

import asyncio
import http.client
import json
import sqlite3
from urllib.parse import urlsplit

import pytest

from server.tables import a_server
from server.wires import fetch
from trivet.server.rooms import sessions
from trivet.server.rooms.sessions import DAY, GRACE, YEAR, Sessions
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
