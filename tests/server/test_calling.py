"""Who is away is called when it is their turn: once, not while they are there, not at night."""

import asyncio
import json
import threading
import time
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from zoneinfo import ZoneInfo

import pytest

from server.stores import opened
from server.tables import A, B, a_server, enter, open_rooms_in, people_enter, quiet
from server.test_keeping import FREE, Device
from server.test_operator import keep
from server.wires import fetch
from trivet.server.process import outgoing
from trivet.server.process.quiet_hours import after_quiet
from trivet.server.rooms import calendar, web_push, webhooks
from trivet.server.rooms.calling import TurnCalls
from trivet.server.store.people import People
from trivet.server.store.turns import DAILY, GRACE, QuietRange, Turns
from trivet.server.table.commands import Left
from trivet.server.wire.messages import Answer, Days, Ready, Resign, Sit

ec = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.ec")
utils = pytest.importorskip("cryptography.hazmat.primitives.asymmetric.utils")
hashes = pytest.importorskip("cryptography.hazmat.primitives.hashes")
AESGCM = pytest.importorskip("cryptography.hazmat.primitives.ciphers.aead").AESGCM

# --- messages -------------------------------------------------------------------------------------


def key_of(text):
    return web_push.key_of(web_push.unb64(text))


def decrypted(body, browser, secret):
    """What a browser does."""
    salt, theirs = body[:16], body[21 : 21 + body[20]]
    point = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
    shared = browser.exchange(ec.ECDH(), point)
    info = b"WebPush: info\x00" + web_push.point(browser) + theirs
    material = web_push._hkdf(shared, secret, info, 32)
    key = web_push._hkdf(material, salt, b"Content-Encoding: aes128gcm\x00", 16)
    nonce = web_push._hkdf(material, salt, b"Content-Encoding: nonce\x00", 12)
    return AESGCM(key).decrypt(nonce, body[21 + body[20] :], None).rstrip(b"\x00")[:-1]


EXAMPLE = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6T"
    "lzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4"
    "a-fN"
)


def test_the_example_of_rfc_8291_byte_for_byte():
    browser = key_of("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94")
    secret = web_push.unb64("BTBZMqHH6r4Tts7J_aSIgg")
    to = web_push.Subscription("", web_push.point(browser), secret)
    own = key_of("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")
    said = b"When I grow up, I want to be a watermelon"
    body = web_push.encrypted(said, to, own, web_push.unb64("DGv6ra1nlYgDCS1FRnbzlw"))
    assert web_push.b64(body) == EXAMPLE
    assert decrypted(body, browser, secret) == said


PLACES = {
    "https://fcm.googleapis.com/fcm/send/x": True,
    "https://updates.push.services.mozilla.com:443/wpush/v2/x": True,
    "https://wns2-par02p.notify.windows.com/w/?token=x": True,
    "http://fcm.googleapis.com/x": False,
    "https://fcm.googleapis.com:8443/x": False,
    "https://fcm.googleapis.com@127.0.0.1/x": False,
    "https://127.0.0.1/fcm.googleapis.com": False,
    "https://fcm.googleapis.com.evil.example/x": False,
    "https://evilfcm.googleapis.com.example/": False,
    "https://notfcm.googleapis.com/x": False,
    "https://[::1]/x": False,
    "https://169.254.169.254/latest/meta-data": False,
    "https://10.0.0.1\\@fcm.googleapis.com/": False,
    "https://fcm.googleapis.com/x\r\nHost: 10.0.0.1": False,
    "https://fcm.googleapis.com:x/": False,
    "file:///etc/passwd": False,
    "//fcm.googleapis.com/x": False,
    "http://localhost:1": False,
    "https://fcm.googleapis.com ": False,
    "": False,
}


@pytest.mark.parametrize("place", PLACES)
def test_only_push_services_are_called(place):
    assert (web_push.why_not(place) == "") is PLACES[place]


def test_the_operators_own_push_service_is_called_and_no_other_port_of_it():
    own = {"http://127.0.0.1:9"}
    assert not web_push.why_not("http://127.0.0.1:9/x", own)
    for other in ("http://127.0.0.1:99/x", "http://127.0.0.1/x", "https://127.0.0.1:9/x"):
        assert web_push.why_not(other, own)


# --- a push service of our own --------------------------------------------------------------------


class PushService(ThreadingHTTPServer):
    """Checks who signs, keeps what comes, and answers as it is told."""

    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), PushHandler)
        self.address = f"http://127.0.0.1:{self.server_port}"
        self.status, self.came, self.location = 201, [], ""
        self.is_plain = False  # a webhook is not signed
        self.browser = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"

    @property
    def subscription(self):
        key = web_push.b64(web_push.point(self.browser))
        return {
            "endpoint": f"{self.address}/p/1", "key": key, "secret": web_push.b64(self.secret)
        }  # fmt: skip

    def messages(self):
        return [json.loads(decrypted(body, self.browser, self.secret)) for _, body in self.came]


class PushHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        if not self.server.is_plain:
            self._check_who_signs()
        self._take()

    def _check_who_signs(self):
        said = dict(
            one.strip().split("=", 1)
            for one in self.headers["Authorization"].removeprefix("vapid").split(",")
        )
        text, _, signature = said["t"].rpartition(".")
        raw = web_push.unb64(signature)
        numbers = (int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
        public = ec.EllipticCurvePublicKey.from_encoded_point(
            ec.SECP256R1(), web_push.unb64(said["k"])
        )
        public.verify(
            utils.encode_dss_signature(*numbers), text.encode(), ec.ECDSA(hashes.SHA256())
        )
        claims = json.loads(web_push.unb64(text.split(".")[1]))
        assert claims["aud"] == self.server.address
        assert time.time() < claims["exp"] < time.time() + 86_400

    def _take(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.came.append((dict(self.headers), body))
        self.send_response(self.server.status)
        if self.server.location:
            self.send_header("Location", self.server.location)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


@contextmanager
def a_push_service():
    service = PushService()
    thread = threading.Thread(target=service.serve_forever, daemon=True)
    thread.start()
    try:
        yield service
    finally:
        service.shutdown()
        service.server_close()
        thread.join()


# --- turns ----------------------------------------------------------------------------------------


def at_a_slow_table(kind, tmp_path, test, clock=None, grace=GRACE):
    """Ann and Bob play, Ann is called by a push service; it is her turn."""

    async def run():
        with a_push_service() as service:
            async with (
                opened(kind) as store,
                open_rooms_in(tmp_path / "rooms", store=store) as rooms,
            ):
                await keep(store, A, B)
                own = {service.address}
                calls = TurnCalls(rooms, People(store), "https://trivet.example", own, grace)
                said = service.subscription
                data = json.dumps({"key": said["key"], "secret": said["secret"]})
                assert await calls.turns.add(A.id, "push", said["endpoint"], data)
                ann, bob = (await people_enter(rooms, [A, B], clock=clock))[:2]
                for seat, page in enumerate((ann, bob)):
                    await page.must(Sit(seat=seat))
                    await page.must(Ready())
                await test(calls, service, ann, bob)

    asyncio.run(run())


async def leave(page):
    page.mailbox.submit(Left(page))
    await quiet(page.mailbox)


async def rows(calls):
    return await calls.people.store.rows("SELECT person, acts, told FROM turns ORDER BY person")


async def answer(page):
    option = page.shown.ask.options[0]
    await page.must(Answer(count=page.shown.count, text=option.text))


def test_who_leaves_with_a_turn_is_called_once_after_the_grace(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        now = int(time.time())
        assert ann.shown.ask
        assert await rows(calls) == []
        await leave(ann)
        assert await rows(calls) == [(A.id, 0, 0)]
        assert await calls.call(now + GRACE - 10) == 0
        assert await calls.call(now + GRACE + 10) == 1
        assert await calls.call(now + GRACE + 1000) == 0
        (said,) = service.messages()
        assert said == {
            "room": ann.mailbox.room.head.id, "acts": 0, "words": "Sovereign: it is your turn."
        }  # fmt: skip
        sent = service.came[0][0]
        assert (sent["Topic"], sent["TTL"]) == (said["room"][:32], "86400")
        assert A.id not in repr(service.came)

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_who_is_there_or_comes_back_is_not_called(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        far = int(time.time()) + 10 * GRACE
        assert await calls.call(far) == 0
        await leave(ann)
        back = await enter(calls.rooms, ann.mailbox.room.head.id, A)
        assert await rows(calls) == []
        assert await calls.call(far) == 0
        assert back.shown.ask
        assert service.came == []

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_a_rivals_answer_calls_who_is_away(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        await leave(ann)
        await answer(bob)  # both build a deck at once: it does not renew Ann's turn
        assert await rows(calls) == [(A.id, 0, 0)]
        far = int(time.time()) + 2 * GRACE
        assert await calls.call(far) == 1
        back = await enter(calls.rooms, ann.mailbox.room.head.id, A)
        await answer(back)
        await leave(back)
        while bob.shown.ask:
            await answer(bob)
        assert [row[:2] for row in await rows(calls)] == [(A.id, 1)]
        assert await calls.call(far + 2 * GRACE) == 1
        assert [said["acts"] for said in service.messages()] == [0, 1]

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_a_live_table_writes_nothing_and_the_end_leaves_nothing(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        store, seen = calls.people.store, []
        save = store.save_soon
        store.save_soon = lambda change, done: seen.append(change) or save(change, done)
        for page in (ann, bob):
            await answer(page)
        assert len(seen) == 2
        assert [change.owed for change in seen] == [None, None]
        await leave(ann)
        await bob.must(Resign())
        assert await rows(calls) == []

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_without_a_way_nothing_is_stored(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        (way,) = await calls.turns.ways(A.id)
        await leave(ann)
        assert len(await rows(calls)) == 1
        await calls.turns.drop(A.id, way.id)
        assert await rows(calls) == []
        await leave(bob)
        assert await rows(calls) == []

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_with_days_on_the_clock_a_second_call_comes_before_the_end(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        now = int(time.time())
        await leave(ann)
        assert await calls.call(now + 2 * GRACE) == 1
        assert await calls.call(now + int(1.7 * 86_400)) == 0
        assert await calls.call(now + int(1.85 * 86_400)) == 1
        assert await calls.call(now + int(1.95 * 86_400)) == 0
        assert service.messages()[1]["words"] == "Sovereign: your time has nearly run out."

    at_a_slow_table(kind_with_sql, tmp_path, test, clock=Days(days=2))


def test_a_server_that_dies_while_it_sends_leaves_the_turn_to_others(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        await leave(ann)
        now = int(time.time()) + 2 * GRACE
        other = Turns(calls.people.store)
        (taken,) = await other.take(now)  # and then its process is killed
        assert taken.person == A.id
        assert await calls.call(now + 30) == 0
        assert await calls.call(now + 61) == 1

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_two_servers_call_once(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        await leave(ann)
        now = int(time.time()) + 2 * GRACE
        own = {service.address}
        other = TurnCalls(calls.rooms, calls.people, "https://trivet.example", own)
        assert sum(await asyncio.gather(calls.call(now), other.call(now))) == 1
        assert await calls.push_key() == await other.push_key()

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_a_table_is_looked_at_again_when_a_server_starts(kind_with_sql, tmp_path):
    """Ann was there when the server was killed: no turn of hers was stored."""

    async def test(calls, service, ann, bob):
        room, rooms = ann.mailbox.room.head.id, calls.rooms
        ann.mailbox.cancel_tasks()
        rooms.mailboxes.clear()  # as kill -9 does
        await calls.find_forgotten()
        await quiet(rooms.mailboxes[room])
        assert await rows(calls) == [(A.id, 0, 0)]

    at_a_slow_table(kind_with_sql, tmp_path, test)


# --- push services that do not take it ------------------------------------------------------------


@pytest.mark.parametrize("status", [404, 410])
def test_a_browser_that_is_gone_is_forgotten(kind_with_sql, tmp_path, status):
    async def test(calls, service, ann, bob):
        await leave(ann)
        service.status = status
        assert await calls.call(int(time.time()) + 2 * GRACE) == 0
        assert await calls.turns.ways(A.id) == await rows(calls) == []

    at_a_slow_table(kind_with_sql, tmp_path, test)


@pytest.mark.parametrize("status", [429, 500, 302])
def test_a_service_that_is_busy_is_asked_again_later(kind_with_sql, tmp_path, status):
    async def test(calls, service, ann, bob):
        await leave(ann)
        now = int(time.time()) + 2 * GRACE
        service.status, service.location = status, f"{service.address}/elsewhere"
        assert await calls.call(now) == 0
        assert len(service.came) == 1  # no redirect is followed
        service.status = 201
        assert await calls.call(now + 30) == 0
        assert await calls.call(now + 130) == 1
        assert (await calls.turns.ways(A.id))[0].fails == 0

    at_a_slow_table(kind_with_sql, tmp_path, test)


def test_nobody_has_more_than_some_messages_a_day(kind_with_sql):
    async def run():
        async with opened(kind_with_sql) as store:
            await keep(store, A)
            turns, now = Turns(store), 1_800_000_000
            await turns.add(A.id, "push", "https://x", "{}")
            for _ in range(DAILY):
                (way,) = await turns.open_ways(A.id, now)
                await turns.went(way, now)
            assert await turns.open_ways(A.id, now) == []
            assert len(await turns.open_ways(A.id, now + 86_400)) == 1

    asyncio.run(run())


# --- quiet hours ----------------------------------------------------------------------------------


def at(text, zone="Europe/Berlin"):
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("when", "then"),
    [
        ("2026-05-04 21:59", "2026-05-04 21:59"),
        ("2026-05-04 22:00", "2026-05-05 08:00"),
        ("2026-05-05 07:59", "2026-05-05 08:00"),
        ("2026-05-05 08:00", "2026-05-05 08:00"),
        ("2026-03-28 23:00", "2026-03-29 08:00"),  # summer time begins that night
        ("2026-10-24 23:00", "2026-10-25 08:00"),  # and ends
    ],
)
def test_nobody_is_called_at_night_by_their_own_clock(when, then):
    assert after_quiet(at(when), "Europe/Berlin", 22, 8) == at(then)


def test_quiet_hours_may_lie_in_the_day_or_be_none():
    noon = at("2026-05-04 12:00")
    assert after_quiet(noon, "Europe/Berlin", 9, 17) == at("2026-05-04 17:00")
    assert after_quiet(noon, "Europe/Berlin", 0, 0) == noon
    assert after_quiet(noon, "No/Where", 9, 17) == noon


def test_what_was_answered_at_night_is_never_told(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        now = int(time.time()) + 2 * GRACE
        hour = time.gmtime(now).tm_hour
        await calls.turns.set_quiet_hours(A.id, QuietRange("UTC", hour, (hour + 2) % 24))
        await leave(ann)
        assert await calls.call(now) == 0
        await enter(calls.rooms, ann.mailbox.room.head.id, A)
        assert await calls.call(now + 3 * 3600) == 0
        assert service.came == []

    at_a_slow_table(kind_with_sql, tmp_path, test)


# --- requests -------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    with a_server(tmp_path_factory.mktemp("calling"), **FREE) as (address, _):
        yield address


def test_a_browser_subscribes_and_leaves_again(server):
    ann, service = Device(server), PushService()
    service.server_close()
    place = {**service.subscription, "endpoint": "https://fcm.googleapis.com/fcm/send/1"}
    before = ann.get("/api/me/calling")
    assert web_push.is_point(web_push.unb64(before["push_key"]))
    assert before["ways"] == []
    (way,) = ann.must("/api/me/calling", **place)["ways"]
    assert ann.must("/api/me/calling", **place)["ways"] == [way]
    bob = Device(server)
    assert bob.get("/api/me/calling")["push_key"] == before["push_key"]
    bob.must("/api/me/calling", **place)  # the same browser, somebody else by now
    assert ann.get("/api/me/calling")["ways"] == []
    assert ann.must("/api/me/calling/drop", id=way["id"])["ways"] == []
    assert len(bob.get("/api/me/calling")["ways"]) == 1
    assert bob.must("/api/me/calling/drop", id=way["id"])["ways"] == []
    for wrong, code in (
        ({"endpoint": "https://10.0.0.1/x"}, "bad-endpoint"),
        ({"key": web_push.b64(b"\x04" + b"x" * 64)}, "bad-key"),
        ({"key": web_push.b64(web_push.point(service.browser)[:33])}, "bad-key"),
        ({"secret": "AAAA"}, "bad-key"),
    ):
        status, no = ann.post("/api/me/calling", **{**place, **wrong})
        assert (status, no["code"]) == (422, code)


def test_quiet_hours_are_asked_for_by_zone(server):
    ann = Device(server)
    said = ann.must("/api/me/quiet", zone="Europe/Berlin", begins=22, ends=8)
    assert (said["zone"], said["begins"], said["ends"]) == ("Europe/Berlin", 22, 8)
    assert ann.post("/api/me/quiet", zone="Europe/Atlantis", begins=22, ends=8)[0] == 422
    assert ann.post("/api/me/quiet", zone="../../etc/passwd", begins=22, ends=8)[0] == 422


# --- webhooks -------------------------------------------------------------------------------------

HOOKS = {
    "https://discord.com/api/webhooks/1/x": True,
    "https://discord.com/other": False,
    "https://discord.com.evil.example/api/webhooks/1/x": False,
    "http://discord.com/api/webhooks/1/x": False,
    "https://localhost/api/webhooks/1/x": False,
}
PRIVATE = (
    "localhost", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0", "10.1.2.3", "172.16.0.1",
    "192.168.1.1", "169.254.169.254", "100.64.0.1", "224.0.0.1", "::1", "::", "fe80::1", "fd00::1",
    "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "ff02::1",
)  # fmt: skip


@pytest.mark.parametrize("address", HOOKS)
def test_only_webhooks_of_known_hosts_are_taken(address):
    assert (webhooks.why_not(address) == "") is HOOKS[address]


@pytest.mark.parametrize("host", PRIVATE)
def test_a_name_that_leads_to_a_private_address_is_not_called(host):
    try:
        assert not all(outgoing.is_public(one) for one in outgoing.resolved(host, 443))
    except OSError:
        return  # this machine cannot even resolve it
    with pytest.raises(outgoing.Private):
        outgoing.post(f"https://[{host}]/x" if ":" in host else f"https://{host}/x", b"", {})


def test_public_addresses_are_called():
    for host in ("8.8.8.8", "2001:4860:4860::8888"):
        assert all(outgoing.is_public(one) for one in outgoing.resolved(host, 443))


def test_a_webhook_says_what_waits_and_where(kind_with_sql, tmp_path):
    async def test(calls, service, ann, bob):
        (way,) = await calls.turns.ways(A.id)
        await calls.turns.drop(A.id, way.id)
        assert await calls.turns.add(A.id, "webhook", f"{service.address}/hook", "")
        await leave(ann)
        service.is_plain = True
        assert await calls.call(int(time.time()) + 2 * GRACE) == 1
        said = json.loads(service.came[0][1])
        link = f"https://trivet.example/t/{ann.mailbox.room.head.id}"
        assert said["content"] == f"Sovereign: it is your turn. {link}"
        assert said["allowed_mentions"] == {"parse": []}

    at_a_slow_table(kind_with_sql, tmp_path, test)


# --- the calendar ---------------------------------------------------------------------------------


def test_a_calendar_has_the_deadlines_of_ones_turns(server):
    ann = Device(server)
    client = ann.client
    room = client.open_room("sovereign", bots=["", "random"], start=True, clock=Days(days=3))
    client.open_room("sovereign", bots=["", "random"], start=True)  # no clock, no deadline
    path = ann.must("/api/me/calendar")["path"]
    status, headers, text = fetch(server, "GET", path)
    assert (status, headers["content-type"]) == (200, "text/calendar; charset=utf-8")
    lines = text.replace("\r\n ", "").split("\r\n")
    assert lines.count("BEGIN:VEVENT") == 1
    assert f"UID:{room}@trivet" in lines
    assert any(line.startswith("URL:") and line.endswith(f"/t/{room}") for line in lines)
    (starts,) = [line.removeprefix("DTSTART:") for line in lines if line.startswith("DTSTART")]
    left = datetime.strptime(starts + "+0000", "%Y%m%dT%H%M%SZ%z").timestamp() - time.time()
    assert 3 * 86_400 - 120 < left <= 3 * 86_400 + 1
    assert ann.name not in text
    again = ann.must("/api/me/calendar")["path"]
    assert fetch(server, "GET", path)[0] == 404  # a new address ends the one before
    assert fetch(server, "GET", again)[0] == 200


def test_long_lines_of_a_calendar_are_folded_between_letters():
    folded = calendar._folded("SUMMARY:" + "é" * 100)
    assert all(len(line.encode()) <= 75 for line in folded.split("\r\n"))
    assert folded.replace("\r\n ", "") == "SUMMARY:" + "é" * 100
    assert calendar._escaped("a, b; c\\") == "a\\, b\\; c\\\\"
