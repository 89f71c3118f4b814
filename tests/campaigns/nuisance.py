"""The crowd of `./play campaign strangers`, in a process of its own.

It reads lines from its input: the rooms of the honest players, as JSON, each time they change.  At
the end of the input it stops and writes what it did, as JSON.
"""

import asyncio
import contextlib
import http.client
import json
import os
import random
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from websockets.exceptions import WebSocketException

from campaigns.light_client import Seat, entered
from campaigns.machine import run
from campaigns.stage import allow_many_files
from trivet.catalogue import GAMES

HALF_REQUESTS = 12  # that one guest leaves open
NUISANCES = (
    OSError, WebSocketException, http.client.HTTPException, ConnectionError, KeyError, IndexError
)  # fmt: skip
NICENESS = 10  # the crowd's own Python must not hold up those who are timed


class Guest:
    """Somebody with an address of their own."""

    def __init__(self, port: int, address: str) -> None:
        self.port, self.server, self.address = port, f"http://127.0.0.1:{port}", address
        self.cookie = ""
        self.seats: list[Seat] = []

    async def fetch(self, method: str, path: str, **fields: Any) -> dict[str, Any]:
        return await asyncio.to_thread(self._fetch, method, path, fields)

    def _fetch(self, method: str, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        source = (self.address, 0)
        line = http.client.HTTPConnection("127.0.0.1", self.port, 20, source_address=source)
        with contextlib.closing(line):
            headers = {"Origin": self.server, "Cookie": self.cookie}
            line.request(method, path, json.dumps(fields) if fields else None, headers)
            reply = line.getresponse()
            self.cookie = reply.headers.get("Set-Cookie", self.cookie).partition(";")[0]
            text = reply.read()
        return {"status": reply.status, **(json.loads(text) if text[:1] == b"{" else {})}

    async def enter(self, room: str, game: str = "") -> Seat:
        if not self.cookie:
            await self.fetch("GET", "/api/me")
        seat = await entered(self.server, room, game, cookie=self.cookie, address=self.address)
        self.seats.append(seat)
        return seat

    async def leave(self) -> None:
        await asyncio.gather(*(seat.leave() for seat in self.seats), return_exceptions=True)
        self.seats.clear()


class Stranger:
    """Does one thing after the other that the API allows, as fast as it allows it."""

    def __init__(self, guest: Guest, rooms: list[str]) -> None:
        self.guest, self.rooms = guest, rooms
        self.did: Counter[str] = Counter()  # by kind and outcome
        self.halves: list[asyncio.StreamWriter] = []

    async def bother(self) -> None:
        deeds: tuple[Callable[[], Awaitable[None]], ...] = (
            self.open_tables, self.flood, self.half_requests, self.watch, self.come_and_go,
            self.ask_much, self.fetch_much,
        )  # fmt: skip
        while True:
            deed = random.choice(deeds)
            name = getattr(deed, "__name__", "").replace("_", " ")
            try:
                await deed()
                self.did[name] += 1
            except (*NUISANCES, TimeoutError):
                self.did[f"{name} (cut short)"] += 1
                await asyncio.sleep(0.05)

    async def leave(self) -> None:
        for half in self.halves:
            half.close()
        await self.guest.leave()

    async def open_tables(self) -> None:
        """Tables full of the strongest bots, empty or with this guest at them."""
        for _ in range(6):
            game = random.choice(list(GAMES.values()))
            bots = ["", *["master"] * (game.most - 1)]
            opened = await self.guest.fetch(
                "POST", "/api/rooms", game=game.name, bots=bots, start=True
            )
            self.did[f"tables ({opened['status']})"] += 1
            if "room" in opened and len(self.guest.seats) < 8:
                await self.guest.enter(opened["room"], game.name)

    async def flood(self) -> None:
        """Chat at an honest player's table, as fast as messages are taken."""
        async with self._at_an_honest_table() as seat:
            for number in range(120):
                reply = await seat.ask("say", text=f"{number} " + "x" * 400)
                self.did[f"lines ({reply.kind})"] += 1

    async def half_requests(self) -> None:
        for _ in range(max(0, HALF_REQUESTS - len(self.halves))):
            _, half = await asyncio.open_connection(
                "127.0.0.1", self.guest.port, local_addr=(self.guest.address, 0)
            )
            half.write(b"POST /api/rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Le")
            self.halves.append(half)
        await asyncio.sleep(0.5)
        self.halves = [half for half in self.halves if not half.is_closing()]

    async def watch(self) -> None:
        """Look at an honest player's table for a while."""
        async with self._at_an_honest_table():
            await asyncio.sleep(1.0)

    async def come_and_go(self) -> None:
        for _ in range(10):
            async with self._at_an_honest_table():
                pass

    async def ask_much(self) -> None:
        """Everything that makes the server think, at a table of one's own."""
        if not self.guest.seats:
            await self.open_tables()
        seat = random.choice(self.guest.seats)
        for _ in range(10):
            text = seat.options[0] if seat.options else "x"
            for request in (
                {"what": "foresee", "text": text}, {"what": "why", "text": text},
                {"what": "narrow"}, {"what": "look"}, {"what": "again"}, {"what": "hint"},
            ):  # fmt: skip
                async with asyncio.timeout(5.0):  # wait_for may swallow being cancelled
                    await seat.ask(**request)
            if seat.options:
                await seat.answer()

    async def fetch_much(self) -> None:
        for path in ("/api/lobby", "/api/games", "/", "/api/rules/trinity", "/api/me") * 4:
            reply = await self.guest.fetch("GET", path)
            self.did[f"requests ({reply['status']})"] += 1

    @contextlib.asynccontextmanager
    async def _at_an_honest_table(self) -> AsyncIterator[Seat]:
        """A place at an honest player's table, left again however the visit ends."""
        seat = await self.guest.enter(random.choice(self.rooms))
        self.guest.seats.remove(seat)
        try:
            yield seat
        finally:
            await seat.leave()


async def crowd(port: int, guests: int) -> Counter[str]:
    """Bother the server until the input ends; what was done."""
    rooms: list[str] = []
    loop = asyncio.get_running_loop()
    loop.set_default_executor(ThreadPoolExecutor(guests))  # of requests; the input has its own
    reader = ThreadPoolExecutor(1)
    strangers = [Stranger(Guest(port, f"127.0.3.{n + 1}"), rooms) for n in range(guests)]
    tasks = [asyncio.create_task(stranger.bother()) for stranger in strangers]
    while line := await loop.run_in_executor(reader, sys.stdin.readline):
        rooms[:] = json.loads(line)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await asyncio.gather(*(stranger.leave() for stranger in strangers))
    return sum((stranger.did for stranger in strangers), Counter[str]())


if __name__ == "__main__":
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    allow_many_files()
    print(json.dumps(run(crowd(int(sys.argv[1]), int(sys.argv[2])))), flush=True)
