"""Passkeys in a real Chromium with a virtual authenticator, at two servers on one database.

A proxy sends every request to the other server: a ceremony that begins at one ends at the other.
"""

import asyncio
import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import cycle
from urllib.parse import urlsplit

import pytest
from campaigns.database import NoDatabase, a_database
from server.stores import PostgresKind
from server.test_cluster import serving
from server.test_keeping import FREE

pytest.importorskip("fido2", reason="fido2 is not installed: pip install 'trivet[people]'")
pytestmark = [pytest.mark.timeout(180), pytest.mark.long]

AUTHENTICATOR = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
    "hasUserVerification": True, "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip
DO = """
async ([path, body]) => {
  const reply = await fetch(path, {method: "POST", body: JSON.stringify(body ?? {})});
  return {status: reply.status, ...(await reply.json())};
}
"""
CREATE = """async (options) => (await navigator.credentials.create(
  {publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options)})).toJSON()"""
GET = """async (options) => (await navigator.credentials.get(
  {publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options)})).toJSON()"""


async def _pass_on(servers, reader, writer):
    """One request, to the next server."""
    writers = [writer]
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        lines = head.decode().split("\r\n")
        sizes = [int(one[15:]) for one in lines if one.lower().startswith("content-length:")]
        body = await reader.readexactly(sizes[0]) if sizes else b""
        kept = [one for one in lines if one and not one.lower().startswith("connection:")]
        place = urlsplit(next(servers))
        far, back = await asyncio.open_connection(place.hostname, place.port)
        writers.append(back)
        back.write("\r\n".join([*kept, "Connection: close", "", ""]).encode() + body)
        writer.write(await far.read())
    except (asyncio.IncompleteReadError, OSError):
        pass
    finally:
        for one in writers:
            one.close()


@contextmanager
def alternating(*servers):
    """An address whose every request goes to the other server."""
    loop, ports = asyncio.new_event_loop(), []
    turns, is_open = cycle(servers), threading.Event()

    async def listen():
        server = await asyncio.start_server(
            lambda reader, writer: _pass_on(turns, reader, writer), "127.0.0.1", 0
        )
        ports.append(server.sockets[0].getsockname()[1])
        is_open.set()
        await server.serve_forever()

    async def hang_up():
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # transports close in the loop's next turn
        loop.stop()

    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    asyncio.run_coroutine_threadsafe(listen(), loop)
    is_open.wait(10)
    try:
        yield f"http://localhost:{ports[0]}"
    finally:
        asyncio.run_coroutine_threadsafe(hang_up(), loop)
        thread.join(10)
        loop.close()


@pytest.fixture(scope="module")
def database():
    """In a thread of its own: the browser's driver has the event loop of this one."""
    with ThreadPoolExecutor(1) as beside:
        opening = a_database()
        try:
            found = beside.submit(opening.__enter__).result()
        except NoDatabase as missing:
            pytest.skip(f"postgres: {missing}")
        kind = beside.submit(PostgresKind, found).result()
        yield kind
        beside.submit(kind.remove).result()
        beside.submit(opening.__exit__, None, None, None).result()


@pytest.fixture(scope="module")
def site(database, tmp_path_factory):
    folder = tmp_path_factory.mktemp("two")
    limits = [word for name in FREE for word in ("--limit", f"{name}=1000000")]
    with (
        serving(folder / "one", database.url, *limits) as (one, _),
        serving(folder / "two", database.url, *limits) as (two, _),
        alternating(one.rstrip("/"), two.rstrip("/")) as address,
    ):
        yield address


class Device:
    """A browser with an authenticator of its own, and the passkeys that are synced to it."""

    def __init__(self, browser, site, passkeys=()):
        self.context = browser.new_context(base_url=site)
        self.page = self.context.new_page()
        self.page.goto("/settings")
        self.page.get_by_role("heading", name="Your name").wait_for()
        self.tool = self.context.new_cdp_session(self.page)
        self.tool.send("WebAuthn.enable")
        made = self.tool.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.key = {"authenticatorId": made["authenticatorId"]}
        for one in passkeys:
            self.tool.send("WebAuthn.addCredential", {**self.key, "credential": one})

    @property
    def passkeys(self):
        return self.tool.send("WebAuthn.getCredentials", self.key)["credentials"]

    @property
    def cookie(self):
        return self.context.cookies()[0]["value"]

    def get(self, path):
        return self.page.evaluate("async (path) => (await fetch(path)).json()", path)

    def name(self):
        return self.get("/api/me")["name"]

    def post(self, path, **body):
        return self.page.evaluate(DO, [path, body])

    def answer(self, kind, path):
        """What the authenticator says to a question of the server."""
        return self.page.evaluate(kind, self.post(path)["options"])

    def press(self, name):
        self.page.get_by_role("button", name=name).click()


@pytest.fixture
def devices(browser, site):
    made = []

    def device(*passkeys):
        made.append(Device(browser, site, passkeys))
        return made[-1]

    yield device
    for one in made:
        one.context.close()


def test_a_passkey_keeps_the_name_and_leads_back_on_any_device(devices):
    desk = devices()
    name, cookie = desk.name(), desk.cookie
    desk.press("Keep it with a passkey")
    desk.page.get_by_text(f"You keep the name {name}.").wait_for()
    assert desk.cookie != cookie
    (key,) = desk.passkeys
    assert key["isResidentCredential"]
    phone = devices(key)  # the passkey is synced
    assert phone.name() != name
    phone.press("Come back with a passkey")
    phone.page.wait_for_url("**/")
    assert phone.name() == name

    # the same authenticator is not asked twice
    again = desk.page.evaluate(
        f"async (o) => {{ try {{ await ({CREATE})(o) }} catch (e) {{ return e.name }} }}",
        desk.post("/api/me/passkey/begin")["options"],
    )
    assert again == "InvalidStateError"

    # the last way back stays
    (known,) = desk.get("/api/me/keeping")["keys"]
    no = desk.post("/api/me/passkey/drop", id=known["id"])
    assert (no["status"], no["reason"]) == (409, "This is the last way back to your name.")
    desk.post("/api/me/code")
    assert desk.post("/api/me/passkey/drop", id=known["id"])["keys"] == []
    no = phone.post("/api/me/sign-in", credential=phone.answer(GET, "/api/me/sign-in/begin"))
    assert (no["status"], no["reason"]) == (409, "This passkey is not known here.")


def test_what_was_overheard_is_refused_with_a_sentence(devices, site):
    desk = devices()
    name = desk.name()
    made = desk.answer(CREATE, "/api/me/passkey/begin")
    assert desk.post("/api/me/passkey", credential=made)["name"] == name
    used = desk.post("/api/me/passkey", credential=made)
    assert (used["status"], used["code"]) == (409, "not-asked")

    said = desk.answer(GET, "/api/me/sign-in/begin")
    thief = devices()
    before = thief.name()
    no = thief.post("/api/me/sign-in", credential=said)
    assert (no["status"], no["code"]) == (409, "not-asked")
    thief.post("/api/me/sign-in/begin")  # a question of its own does not help
    no = thief.post("/api/me/sign-in", credential=said)
    assert (no["status"], no["code"]) == (409, "strange-key")
    assert thief.name() == before

    assert desk.post("/api/me/sign-in", credential=said)["name"] == name
    again = desk.post("/api/me/sign-in", credential=said)
    assert (again["status"], again["code"]) == (409, "not-asked")
    crossed = desk.answer(GET, "/api/me/sign-in/begin")
    desk.post("/api/me/passkey/begin")
    no = desk.post("/api/me/passkey", credential=crossed)
    assert (no["status"], no["code"]) == (409, "strange-key")
    for garbage in ({}, {"rawId": 7}, {"rawId": "é", "response": None}, {"response": {"x": []}}):
        desk.post("/api/me/sign-in/begin")
        assert desk.post("/api/me/sign-in", credential=garbage)["status"] == 409

    foreign = desk.context.request.post(
        f"{site}/api/me/sign-in/begin", headers={"Origin": "http://evil.example"}, data="{}"
    )
    assert foreign.status == 403
    assert "Only pages of this server" in json.loads(foreign.text())["reason"]


def test_the_random_number_in_a_passkey_is_not_the_persons_id(devices):
    desk = devices()
    person = desk.get("/api/me/everything")["person"]
    made = desk.post("/api/me/passkey/begin")["options"]
    assert person not in json.dumps(made)
    assert made["user"]["id"] == desk.post("/api/me/passkey/begin")["options"]["user"]["id"]


def test_a_phone_joins_by_the_link_and_brings_its_tables(devices):
    desk, phone = devices(), devices()
    name = desk.name()
    reply = phone.post("/api/rooms", game="sovereign", bots=["", "random"], start=True)
    desk.press("Use another device")
    link = desk.page.get_by_role("textbox", name="Use another device").input_value()
    assert desk.page.get_by_role("img", name="QR code for another device").is_visible()
    phone.page.goto(link)
    phone.page.reload()
    phone.page.get_by_role("heading", name=f"Become {name} here?").wait_for()
    assert phone.name() != name  # it asks first
    phone.press(f"Yes, I am {name}")
    phone.page.get_by_text("Bring your table with you?").wait_for()
    phone.press("Bring them")
    phone.page.wait_for_url(lambda address: "#" not in address)
    assert phone.name() == name
    assert [table["id"] for table in desk.get("/api/lobby")["mine"]] == [reply["room"]]
    third = devices()
    third.page.goto(link)
    third.page.reload()
    third.page.get_by_role("alert").get_by_text("This link was used").wait_for()


def test_a_code_is_shown_once_and_leads_back(devices):
    desk, other = devices(), devices()
    name = desk.name()
    desk.press("Keep it with a recovery code")
    code = desk.page.locator("output").inner_text()
    desk.page.reload()
    desk.page.get_by_text(f"You keep the name {name}.").wait_for()
    assert desk.page.locator("output").count() == 0
    other.press("Come back with a code")
    other.page.get_by_label("Recovery code").fill(code.lower())
    other.press("Come back with a code")
    other.page.wait_for_url("**/")
    assert other.name() == name
    assert desk.name() != name  # its session has ended


def test_by_its_address_a_server_has_no_passkeys_and_all_else(browser, site):
    context = browser.new_context(base_url=site.replace("localhost", "127.0.0.1"))
    page = context.new_page()
    page.goto("/settings")
    page.get_by_role("button", name="Keep it with a recovery code").wait_for()
    assert page.get_by_role("button", name="Keep it with a passkey").count() == 0
    context.close()
