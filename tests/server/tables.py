"""A house without sockets for quick tests, and a real server in a process of its own."""

import asyncio
import json
import subprocess
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from urllib.request import ProxyHandler, Request, build_opener

import msgspec

from trivet.core.scenes.patch import LatestScene
from trivet.server.bots.pacing import BotPacing
from trivet.server.bots.pool import Bots
from trivet.server.process.limits import USUAL
from trivet.server.rooms.registry import Rooms
from trivet.server.store.sqlite import open_store
from trivet.server.table.commands import Entered, Requested
from trivet.server.table.room import Person
from trivet.server.wire.api import NewRoom
from trivet.server.wire.brief import BriefShown, whole
from trivet.server.wire.messages import Enter, Ready, Sit
from trivet.server.wire.outgoing import Failed, Refused, RoomNotice, RoomSeen, Shown

decode = msgspec.json.Decoder(RoomNotice).decode
decode_brief = msgspec.json.Decoder(BriefShown).decode
QUICK_BOTS = BotPacing(delay=0.0, patience=30.0, workers=1)
BUILD = "build SSIRRMA"  # an answer to the first question of Sovereign
A, B, C = Person("a" * 22, "Ann"), Person("b" * 22, "Bob"), Person("c" * 22, "Cy")


class Page:
    """Somebody who looks at a room, and remembers every byte."""

    id = "a page"

    def __init__(self, who, mailbox, *, is_brief=False):
        self.who, self.mailbox, self.is_brief = who, mailbox, is_brief
        self.texts, self.notices = [], []
        self.scenes = LatestScene()
        self.bye = None

    def send(self, text):
        self.texts.append(text.decode())
        if self.is_brief and b'"is":"shown"' in text[:20]:
            self.notices.append(whole(decode_brief(text), self.scenes))
            return
        self.notices.append(decode(text))
        if isinstance(self.notices[-1], Shown):
            self._draw(self.notices[-1])

    def _draw(self, shown):
        """Whole scenes for patches."""
        for one in (*shown.moments, shown):
            one.scene = self.scenes.take(one.number, one.scene, one.patch)

    def close(self, notice):
        self.bye = notice

    def last(self, kind):
        return next(n for n in reversed(self.notices) if isinstance(n, kind))

    @property
    def shown(self):
        return self.last(Shown)

    @property
    def room(self):
        return self.last(RoomSeen)

    async def do(self, wish):
        """Post a wish and wait for its reply."""
        before = len(self.notices)
        self.mailbox.submit(Requested(self, wish, self.mailbox.rooms.now()))
        await quiet(self.mailbox)
        return self.notices[before]

    async def must(self, wish):
        reply = await self.do(wish)
        assert not isinstance(reply, Failed | Refused), reply
        return reply


async def quiet(mailbox):
    """Wait until the mailbox is empty."""
    while mailbox.is_working:
        await asyncio.sleep(0)


@asynccontextmanager
async def open_rooms_in(folder, *, pacing=QUICK_BOTS, limits=USUAL, store=None, bots=None):
    rooms = Rooms(store or open_store(Path(folder)), bots or Bots(pacing), limits)
    try:
        yield rooms
    finally:
        for mailbox in list(rooms.mailboxes.values()):
            mailbox.cancel_tasks()
        await rooms.bots.close()
        await rooms.store.close()


async def enter(rooms, room, who, **have):
    mailbox = await rooms.mailbox(room)
    page = Page(who, mailbox, is_brief=have.get("brief", False))
    mailbox.submit(Entered(page, Enter(**have)))
    await quiet(mailbox)
    return page


async def people_enter(rooms, people, **wish):
    """A room with these people around it, not seated but for the first one."""
    room = await rooms.opening.open_room(people[0], NewRoom(**{"game": "sovereign", **wish}))
    return [await enter(rooms, room, who) for who in people]


def at_a_table(tmp_path, test, people=(A, B), **wish):
    """A game that has just begun, with a watcher."""

    async def run():
        async with open_rooms_in(tmp_path) as rooms:
            pages = await people_enter(rooms, [*people, C], **wish)
            for seat, page in enumerate(pages[:-1]):
                await page.must(Sit(seat=seat))
                await page.must(Ready())
            await test(rooms, *pages)

    asyncio.run(run())


def code(reply):
    """How a wish ended."""
    return reply.code if isinstance(reply, Failed) else type(reply).__name__


CODE = """
import sys
from pathlib import Path
from trivet.server.bots.pacing import BotPacing
from trivet.server.process.limits import Limits
from trivet.server.http.serve import Settings, serve

folder, port, limits = Path(sys.argv[1]), int(sys.argv[2]), eval(sys.argv[3])
log, pacing = folder / "server.log", BotPacing(delay=0.0, workers=1)
behind = limits.pop("is_behind_proxy", False)
limits = Limits(**limits)
serve(Settings(folder, port=port, log=log, limits=limits, pacing=pacing, is_behind_proxy=behind))
"""


@contextmanager
def a_server(folder, *, port=0, **limits):
    """A server in a process of its own, and its address."""
    command = [sys.executable, "-c", CODE, str(folder), str(port), repr(limits)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        yield address_of(process), process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


def figures(folder):
    """What the server in a folder tells its operator, in Prometheus' format."""
    door = json.loads((Path(folder) / "operator.json").read_text())
    request = Request(
        f"http://127.0.0.1:{door['port']}/metrics",
        headers={"Authorization": f"Bearer {door['token']}"},
    )
    with build_opener(ProxyHandler({})).open(request, timeout=20) as response:
        return response.read().decode()


def address_of(process):
    line = process.stdout.readline()
    assert " at " in line, line
    return line.split(" at ")[1].split()[0].rstrip("/")


def admin(folder, *words):
    """`trivet admin`: exit code, standard output and error."""
    command = [sys.executable, "-P", "-m", "trivet", "admin", "--data", str(folder), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    return done.returncode, done.stdout, done.stderr
