"""A page without a browser: its server on a shelf in memory, its workers in the same process."""

import asyncio
import json

from trivet.catalogue import GAMES
from trivet.offline.local_server import LocalServer
from trivet.offline.shelf import DictShelf
from trivet.offline.work import Work
from trivet.server.bots.thinkers import Crashed


class HereWorker:
    """A worker that does its work at once."""

    def __init__(self):
        self.work, self.asked, self.killed = Work(), [], 0
        self.is_broken = False

    async def ask(self, name, data):
        self.asked.append(name)
        if self.is_broken:
            raise Crashed("the worker has ended")
        return self.work.do(name, data)

    def kill(self):
        self.killed += 1
        self.work = Work()


class Ear:
    """The other end of a conversation: keeps what it hears."""

    def __init__(self):
        self.heard, self.ended, self.news = [], None, asyncio.Event()

    def hear(self, text):
        self.heard.append(json.loads(text))
        self.news.set()

    def end(self, code, reason):
        self.ended = code, reason
        self.news.set()


def a_local_server(shelf=None):
    return LocalServer(shelf or DictShelf(), HereWorker(), HereWorker(), delay=0.0)


async def asked(here, address, body=None, status=200):
    """The decoded reply to a request."""
    method = "GET" if body is None else "POST"
    reply = await here.call(method, address, b"" if body is None else json.dumps(body).encode())
    assert reply.status == status, reply.content
    return json.loads(reply.content)


async def opened(here, game, **more):
    bots = ["", *["greedy"] * (GAMES[game].fewest - 1)]
    wish = {"game": game, "bots": bots, "start": True, **more}
    return (await asked(here, "/api/rooms", wish, 201))["room"]


async def sit(here, room, most, number="tab:1"):
    """Take the first option of every question, up to some; everything that was heard."""
    ear = Ear()
    await here.dial(number, room, ear)
    await here.hear(number, '{"do": "enter", "scenes": true}')
    seen, answered, wish = 0, set(), {}
    async with asyncio.timeout(100):
        while len(answered) < most and ear.ended is None:
            await ear.news.wait()
            ear.news.clear()
            for notice in ear.heard[seen:]:
                seen += 1
                if notice["is"] == "room" and notice["phase"] == "over":
                    return ear
                if notice["is"] == "failed" and notice["code"] == "unsure":
                    await here.hear(number, json.dumps(wish))
                if notice["is"] == "shown" and notice["ask"] and notice["count"] not in answered:
                    answered.add(notice["count"])
                    text = notice["ask"]["options"][0]["text"]
                    wish = {"do": "answer", "count": notice["count"], "text": text}
                    await here.hear(number, json.dumps(wish))
    return ear


async def close(here):
    for chore in here._chores:
        chore.cancel()
    for mailbox in list(here.rooms.mailboxes.values()):
        await mailbox.wait_until_idle()
        mailbox.cancel_tasks()
    await here.rooms.bots.close()
