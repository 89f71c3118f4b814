"""A real server: sessions, headers, and clients that come back by themselves."""

import asyncio
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.asyncio.server import serve
from websockets.exceptions import InvalidStatus

from server.tables import a_server
from server.wires import a_room, a_socket, cookie, fetch, replies_until_closed
from trivet.client import AsyncClient, Client, Trouble, place_of
from trivet.server.table.dispatch import read
from trivet.server.wire.messages import Answer, Invite, Ping, Ready, Sit
from trivet.server.wire.outgoing import Took

TOP = Path(__file__).parents[2]


# --- people and pages -----------------------------------------------------------------------------


def test_a_guest_has_a_name_and_a_cookie_at_once(server):
    status, headers, body = fetch(server, "GET", "/api/me")
    assert (status, list(json.loads(body))) == (200, ["name"])
    given = headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=strict" in given
    assert len(re.match(r"trivet=([^;]+)", given)[1]) >= 43
    again = fetch(server, "GET", "/api/me", Cookie=given.split(";")[0])
    assert json.loads(again[2]) == json.loads(body)


def test_a_guest_can_be_renamed(server):
    mine = cookie(server)
    wish = json.dumps({"name": "  Mia\u202e  Müller "})
    status, _, body = fetch(server, "POST", "/api/me", wish, Cookie=mine, Origin=server)
    assert (status, json.loads(body)) == (200, {"name": "Mia Müller"})
    status, _, body = fetch(server, "POST", "/api/me", '{"name":"..."}', Cookie=mine, Origin=server)
    assert (status, json.loads(body)["code"]) == (422, "bad-name")


def test_every_reply_has_strict_headers(server):
    for path in ("/", "/api/me", "/api/nothing", "/metrics", "/%00", "/assets/%00", "/t/x"):
        status, headers, _ = fetch(server, "GET", path)
        assert status < 500
        assert "camera=()" in headers["permissions-policy"]
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_without_the_browser_table_a_page_says_what_to_do(server):
    status, headers, body = fetch(server, "GET", "/")
    assert status == 200
    assert headers["content-type"].startswith("text/html")
    assert "trivet join" in body or "<script" in body


@pytest.mark.parametrize(
    "headers",
    [{}, {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost"}],
)
def test_another_origin_may_not_change_anything(server, headers):
    status, _, body = fetch(server, "POST", "/api/rooms", '{"game":"sovereign"}', **headers)
    assert (status, json.loads(body)["code"]) == (403, "other-origin")


def test_a_name_that_somebody_pointed_at_us_is_not_ours(server):
    evil = {"Host": "evil.example", "Origin": "http://evil.example", "Cookie": cookie(server)}
    assert fetch(server, "GET", "/api/me", **evil)[0] == 421
    assert fetch(server, "POST", "/api/rooms", "{}", **evil)[0] == 421
    with pytest.raises(InvalidStatus, match="403"):
        asyncio.run(enter_and_close(server, "x", Origin="http://evil.example"))


async def enter_and_close(address, room, **headers):
    async with a_socket(address, room, **headers) as connection:
        return await replies_until_closed(connection)


@pytest.mark.parametrize(
    ("body", "status"),
    [("", 422), ("[]", 422), ("{}", 422), ('{"game":"chess"}', 409), ("{" * 9000, 413),
     ("\x00", 422),
     ('{"game":"sovereign","extra":1}', 422), ('{"game":"sovereign","seats":"2"}', 422)],
)  # fmt: skip
def test_a_bad_request_is_refused_in_words(server, body, status):
    found = fetch(server, "POST", "/api/rooms", body, Cookie=cookie(server), Origin=server)
    assert found[0] == status
    assert json.loads(found[2])["reason"].endswith(".")


def test_nobody_can_guess_the_name_of_a_table(server):
    rooms = [a_room(server) for _ in range(2)]
    assert all(re.fullmatch(r"[\w-]{22}", room) for room in rooms)  # 128 bits
    assert rooms[0] != rooms[1]


def test_nothing_without_a_session(server):
    assert fetch(server, "GET", "/api/lobby")[0] == 401
    assert fetch(server, "POST", "/api/rooms", "{}", Origin=server)[0] == 401
    replies, code = asyncio.run(enter_and_close(server, "x", Cookie="trivet=forged"))
    assert ([reply["code"] for reply in replies], code) == (["closed"], 4401)


def test_the_catalogue_tells_games_options_and_bots(server):
    found = Client(server).games()
    assert {"sovereign"} <= {game.name for game in found.games}
    assert "greedy" in found.bots
    trinity = next(game for game in found.games if game.name == "trinity")
    assert trinity.plays_like["sharp 4"] == "steady"
    assert json.loads(fetch(server, "GET", "/api/games/sovereign/art")[2])["faces"]


def test_health_is_public_and_metrics_are_not(server):
    assert fetch(server, "GET", "/healthz")[0] == 200
    assert "trivet_" not in fetch(server, "GET", "/metrics")[2]


# --- at the socket --------------------------------------------------------------------------------


def test_no_frame_is_compressed(server):
    async def run():
        async with connect(
            f"ws{server[4:]}/ws/x", origin=server, additional_headers={"Cookie": cookie(server)}
        ) as connection:
            return connection.protocol.extensions

    assert asyncio.run(run()) == []


def test_there_is_no_such_table(server):
    async def run():
        async with a_socket(server, "nowhere") as connection:
            await connection.send('{"do":"enter"}')
            return await replies_until_closed(connection)

    replies, code = asyncio.run(run())
    assert (replies[-1]["reason"], code) == ("There is no such table.", 4404)


@pytest.mark.parametrize(
    ("text", "code"),
    [("[", "bad-message"), ('{"do":"dance"}', "bad-message"), ('{"do":"ping"}', "not-entered"),
     ('{"do":"enter","news":-1}', "bad-message"), (b"\xff\xff", "bad-message")],
)  # fmt: skip
def test_what_is_not_understood_is_answered(server, text, code):
    async def run():
        async with a_socket(server, a_room(server)) as connection:
            await connection.send(text)
            return json.loads(await connection.recv())

    assert asyncio.run(run())["code"] == code


@pytest.mark.parametrize(
    ("text", "number"),
    [('{"do":"dance","re":7}', 7), ('{"do":"enter","news":-1,"re":8}', 8),
     ('{"do":"ping","re":9,"more":1}', 9), ('{"do":"ping","re":"x"}', 0), ("[7]", 0)],
)  # fmt: skip
def test_what_is_not_understood_comes_back_with_its_number(text, number):
    failed = read(text)
    assert (failed.code, failed.re) == ("bad-message", number)


def test_too_long_a_message_is_answered_and_the_socket_closed(server):
    async def run():
        async with a_socket(server, a_room(server)) as connection:
            await connection.send('{"do":"say","text":"' + "x" * 9000 + '"}')
            return await replies_until_closed(connection)

    replies, code = asyncio.run(run())
    assert "8192" in replies[-1]["reason"]
    assert code == 1009


# --- clients --------------------------------------------------------------------------------------


def test_a_link_is_taken_apart():
    assert place_of("http://h:1/t/abc#invite=1.tick") == ("http://h:1", "abc", 1, "tick")
    assert place_of("https://h/t/abc/") == ("https://h", "abc", None, "")
    with pytest.raises(Trouble, match="looks like"):
        place_of("h:1/abc")


def test_an_invited_guest_sits_down_with_the_link(server):
    host, guest = Client(server), Client(server)
    with host.enter(host.open_room("sovereign", is_public=False)) as table:
        ticket = table.insist(Invite(seat=1))
        place = place_of(f"{server}/t/{table.room.id}#invite={ticket.seat}.{ticket.ticket}")
        with guest.enter(place.room) as other:
            assert other.sit(place.seat, place.ticket) == 1
            other.do(Ping())  # the new seating was sent before its reply
            assert other.room.seats[1].kind == "person"


def test_a_client_goes_on_after_the_server_was_stopped_and_started(tmp_path):
    async def run():
        with a_server(tmp_path) as (address, _):
            client = AsyncClient(address)
            room = await client.open_room("sovereign", bots=["", "random"], start=True)
            table = await client.enter(room)
            ask = await table.question()
            await table.answer(ask.options[0].text)
            await table.question()
            before = table.shown.count, [item.words for item in table.news]
        pending = asyncio.create_task(table.answer(table.shown.ask.options[0].text))
        port = address.rpartition(":")[2]
        with a_server(tmp_path, port=port):
            assert isinstance(await asyncio.wait_for(pending, 20), Took)
            assert table.shown.count == before[0] + 1
            assert [item.words for item in table.news][: len(before[1])] == before[1]
            assert table.welcomes == 2
            await table.close()

    asyncio.run(run())


@pytest.mark.parametrize("text", ["nonsense", '{"is":"dance"}', '{"is":"room"}'])
def test_nobody_waits_for_a_line_that_has_ended(text):
    """A server of another kind, or from another time."""

    async def babble(connection):
        await connection.recv()
        await connection.send(text)
        await connection.wait_closed()

    async def run():
        async with serve(babble, "127.0.0.1", 0) as other:
            port = other.sockets[0].getsockname()[1]
            await AsyncClient(f"http://127.0.0.1:{port}", "token").enter("room")

    with pytest.raises(Trouble, match="The line to the table ended"):
        asyncio.run(asyncio.wait_for(run(), 10))


def test_a_ping_of_somebody_who_has_entered_is_answered(server):
    async def pinged():
        async with a_socket(server, a_room(server)) as connection:
            await connection.send('{"do":"enter"}')
            while json.loads(await asyncio.wait_for(connection.recv(), 10))["is"] != "room":
                pass
            for content in (b"", b"hello", b"x" * 125):
                await asyncio.wait_for(await connection.ping(content), 10)
            await connection.pong(b"nobody asked")
            await connection.send('{"do":"ping","re":7}')
            return json.loads(await asyncio.wait_for(connection.recv(), 10))

    assert asyncio.run(pinged()) == {"is": "pong", "re": 7}


@pytest.mark.long
def test_a_stopping_server_says_so(tmp_path):
    async def run():
        with a_server(tmp_path) as (address, process):
            room = await asyncio.to_thread(a_room, address)
            async with a_socket(address, room) as connection:
                await connection.send('{"do":"enter"}')
                await connection.recv()
                process.terminate()
                return await replies_until_closed(connection)

    replies, code = asyncio.run(run())
    assert (replies[-1]["is"], code) == ("bye", 1012)
    assert replies[-1]["again"] is not None


def test_a_finished_game_can_be_looked_at_position_by_position(server):
    client = Client(server)
    with client.enter(client.open_room("sovereign", bots=["", "random"], start=True)) as table:
        room = table.room.id
        assert fetch(server, "GET", f"/api/records/{room}")[0] == 404
        while ask := table.question():
            table.answer(ask.options[-1].text)
    text = client.record(room)
    answers = len(re.findall(r"^\d+ [AB*] ", text, re.M))
    path = f"/api/records/{room}/frames"
    whole = json.loads(fetch(server, "GET", path)[2])
    assert whole["total"] == answers + 1
    assert len(whole["frames"]) == min(60, answers + 1)
    some = json.loads(fetch(server, "GET", f"{path}?viewer=0&from=3&count=2")[2])
    assert [frame["text"] for frame in some["frames"]] == [f["text"] for f in whole["frames"][3:5]]
    assert some["frames"][0]["view"]["viewer"] == 0
    last = json.loads(fetch(server, "GET", f"{path}?from={answers}")[2])
    assert last["frames"][0]["view"]["over"]
    for query in ("viewer=x", "from=-1", "from=1e3", "count=99999999999"):
        assert fetch(server, "GET", f"{path}?{query}")[0] == 422


def test_no_secret_is_in_the_log(tmp_path):
    with a_server(tmp_path) as (address, _):
        client = Client(address)
        room = client.open_room("sovereign", bots=["", "random"], start=True)
        with client.enter(room) as table:
            for _ in range(4):
                ask = table.question()
                table.answer(ask.options[0].text)
            said = ask.options[0].text
    log = (tmp_path / "server.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    answers = [line for line in lines if line["what"] == "took"]
    assert len(answers) == 4
    assert {"room", "seat", "ms", "store_ms"} <= set(answers[0])
    for secret in (room, client.token, said, "127.0.0.1"):
        assert secret not in log


def test_the_example_bot_plays_a_game(server):
    client = Client(server)
    with client.enter(client.open_room("sovereign")) as table:
        link = f"{server}/t/{table.room.id}"
        bot = subprocess.Popen(
            [sys.executable, str(TOP / "docs/examples/bot.py"), link],
            stdout=subprocess.PIPE,
            text=True,
        )
        table.insist(Ready())
        while ask := table.question():
            table.answer(ask.options[0].text)
        assert table.room.seats[1].name == "Random Robot"
    assert "The game is over" in bot.communicate(timeout=20)[0]
    assert len((TOP / "docs/examples/bot.py").read_text().splitlines()) <= 32


def test_two_answer_at_once_from_two_pages_and_one_is_taken(server):
    async def run():
        client = AsyncClient(server)
        room = await client.open_room("sovereign", bots=["", "random"], start=True)
        pages = [await client.enter(room) for _ in range(2)]
        texts = [option.text for option in pages[0].shown.ask.options[:2]]
        replies = await asyncio.gather(
            *(page.do(Answer(count=0, text=text)) for page, text in zip(pages, texts, strict=True))
        )
        for page in pages:
            await page.close()
        return sorted(type(reply).__name__ for reply in replies)

    assert asyncio.run(run()) == ["Stale", "Took"]


def test_sit_is_refused_with_a_reason(server):
    host, guest = Client(server), Client(server)
    room = host.open_room("sovereign")
    with guest.enter(room) as other, pytest.raises(Trouble, match="Somebody else sits there"):
        other.insist(Sit(seat=0))
