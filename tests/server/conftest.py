"""A house without sockets for quick tests, and a real server in a process of its own."""

import asyncio
import subprocess
import sys
import tempfile
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

import msgspec
import pytest

from trivet.server.api import NewRoom
from trivet.server.bots import Bots, Manners
from trivet.server.house import House
from trivet.server.limits import Limits
from trivet.server.messages import Enter, Failed, Refused, RoomNotice, RoomSeen, Shown
from trivet.server.room import Person
from trivet.server.sqlite import open_store

decode = msgspec.json.Decoder(RoomNotice).decode
QUICK_BOTS = Manners(delay=0.0, patience=5.0, workers=1)
A, B, C = Person("a" * 22, "Ann"), Person("b" * 22, "Bob"), Person("c" * 22, "Cy")


class Page:
    """Somebody who looks at a room, and remembers every byte."""

    def __init__(self, who, desk):
        self.who, self.desk = who, desk
        self.texts, self.notices = [], []
        self.bye = None

    def send(self, text):
        self.texts.append(text)
        self.notices.append(decode(text))

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
        self.desk.post(self.desk.wished, self, wish, self.desk.house.now())
        await quiet(self.desk)
        return self.notices[before]

    async def must(self, wish):
        reply = await self.do(wish)
        assert not isinstance(reply, Failed | Refused), reply
        return reply


async def quiet(desk):
    """Wait until the mailbox is empty."""
    while desk._working is not None:
        await asyncio.sleep(0)


@asynccontextmanager
async def a_house(folder, *, manners=QUICK_BOTS, limits=Limits(), store=None, bots=None):
    house = House(store or open_store(Path(folder)), bots or Bots(manners), limits)
    try:
        yield house
    finally:
        for desk in list(house.desks.values()):
            desk.forget()
        house.bots.close()
        await house.store.close()


async def enter(house, room, who, **have):
    desk = await house.desk(room)
    page = Page(who, desk)
    desk.post(desk.entered, page, Enter(**have))
    await quiet(desk)
    return page


async def people_enter(house, people, **wish):
    """A room with these people around it, not seated but for the first one."""
    room = await house.open_room(people[0], NewRoom(**{"game": "sovereign", **wish}))
    return [await enter(house, room, who) for who in people]


@contextmanager
def a_server(folder, *more):
    """A server in a process of its own; its address."""
    command = [sys.executable, "-m", "trivet", "serve", "--port", "0", "--data", str(folder), *more]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        line = process.stdout.readline()
        assert " at " in line, line
        yield line.split(" at ")[1].split()[0].rstrip("/"), process
    finally:
        process.terminate()
        process.wait(20)
        process.stdout.close()


@pytest.fixture(scope="session")
def server():
    with tempfile.TemporaryDirectory() as folder, a_server(folder, "--bot-delay", "0") as found:
        yield found[0]
