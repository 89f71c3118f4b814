"""`./play campaign strangers`: a crowd of guests who do everything that the API allows, beside a
few honest players.

The server has its usual limits and every guest an address of its own.  The honest players' answers
and their bots are timed before, during and after the crowd; they should stay as quick.
"""

import asyncio
import contextlib
import http.client
import itertools
import json
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from websockets.exceptions import WebSocketException

from campaigns.light_client import Seat, entered
from campaigns.load import quantile
from campaigns.machine import BUSY, Machine, run, stop_tidying
from campaigns.stage import Stage, allow_many_files
from trivet.catalogue import GAMES

BAR = 2.0  # times as long as without the crowd, for 95 of 100 answers
THINKING = 0.3  # seconds that an honest player takes for an answer
LEVEL = "steady"  # of the honest players' bots
HALF_REQUESTS = 12  # that one guest leaves open
FLOOR = 10.0  # milliseconds: an answer that is quicker than this is quick enough
NUISANCES = (OSError, WebSocketException, http.client.HTTPException, ConnectionError, KeyError)


@dataclass
class Times:
    """Milliseconds of the honest players, in one part of the campaign."""

    answers: list[float] = field(default_factory=list)  # until the acknowledgement
    bots: list[float] = field(default_factory=list)  # from there until the next question


@dataclass
class CrowdReport:
    """What the honest players met, without and with the crowd."""

    quiet: Times = field(default_factory=Times)
    loud: Times = field(default_factory=Times)
    deeds: Counter[str] = field(default_factory=Counter)  # of the crowd, by kind and outcome
    refused: int = 0  # honest answers
    lost: int = 0  # honest players who were thrown out
    answered: Counter[str] = field(default_factory=Counter)  # by level: the honest players' bots
    others: float = 0.0  # share of the machine used by other processes

    @property
    def broken(self) -> int:
        return self.refused + self.lost + sum(self.answered.values()) - self.answered[LEVEL]

    @property
    def is_void(self) -> bool:
        return self.others > BUSY

    def ratio(self, what: str) -> float:
        """How many times as long 95 of 100 take with the crowd."""
        quiet, loud = (quantile(getattr(part, what), 0.95) for part in (self.quiet, self.loud))
        return max(loud, FLOOR) / max(quiet, FLOOR)

    @property
    def is_slow(self) -> bool:
        return max(self.ratio("answers"), self.ratio("bots")) > BAR

    def lines(self) -> list[str]:
        found = [f"honest: {self.refused} answers refused, {self.lost} players thrown out"]
        for what, words in (("answers", "acknowledged"), ("bots", "asked again by bots")):
            for name, part in (("quiet", self.quiet), ("crowd", self.loud)):
                times = getattr(part, what)
                shares = ", ".join(
                    f"p{100 * share:g} {quantile(times, share):.1f}" for share in (0.5, 0.95, 0.99)
                )
                found.append(f"  {words} ({name}, {len(times):,}): {shares} ms")
            found.append(f"  ratio at p95: {self.ratio(what):.2f}")
        levels = ", ".join(f"{count:,} {level}" for level, count in self.answered.items())
        found.append(f"  their bots ({LEVEL}) answered as: {levels}")
        deeds = ", ".join(f"{count:,} {deed}" for deed, count in sorted(self.deeds.items()))
        found += [f"crowd: {deeds}", f"others used {100 * self.others:.0f} % of the machine"]
        return found + (["VOID: the machine was too busy for times"] if self.is_void else [])


def campaign(
    folder: Path, guests: int, players: int, seconds: float, fault: str = ""
) -> CrowdReport:
    """Time the honest players alone, with the crowd, and alone again."""
    allow_many_files()
    with Stage(folder, fault, delay=THINKING, is_usual=True) as stage:
        return run(_campaign(stage, guests, players, seconds))


async def _campaign(stage: Stage, guests: int, players: int, seconds: float) -> CrowdReport:
    report = CrowdReport()
    names = itertools.cycle(GAMES)
    honest = [Honest(Guest(stage, f"127.0.2.{n + 1}"), next(names), report) for n in range(players)]
    crowd = [Stranger(Guest(stage, f"127.0.3.{n + 1}"), report, honest) for n in range(guests)]
    for player in honest:
        await player.begin()
    stop_tidying()
    times = report.quiet
    playing = [asyncio.create_task(player.play(lambda: times)) for player in honest]
    machine = Machine(stage)
    await asyncio.sleep(seconds / 2)
    loud = [asyncio.create_task(stranger.bother()) for stranger in crowd]
    await asyncio.sleep(min(2.0, seconds / 4))
    times = report.loud
    await asyncio.sleep(seconds)
    for task in loud:
        task.cancel()
    await asyncio.gather(*loud, return_exceptions=True)
    for stranger in crowd:
        await stranger.leave()
    times = Times()  # what is still under way belongs to neither
    await asyncio.sleep(min(2.0, seconds / 4))
    times = report.quiet
    await asyncio.sleep(seconds / 2)
    report.others = machine.used()[1]
    for task in playing:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        report.lost += isinstance(ended, Exception)
    for player in honest:
        await player.guest.leave()
    return report


class Guest:
    """Somebody with an address of their own."""

    def __init__(self, stage: Stage, address: str) -> None:
        self.port, self.server, self.address = stage.port, stage.address, address
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


class Honest:
    """Plays against bots, one game after the other, and takes time to think."""

    def __init__(self, guest: Guest, game: str, report: CrowdReport) -> None:
        self.guest, self.game, self.report = guest, game, report
        self.room = ""
        self.seat: Seat | None = None

    async def begin(self) -> None:
        await self.guest.fetch("GET", "/api/me")
        bots = ["", *[LEVEL] * (GAMES[self.game].fewest - 1)]
        opened = await self.guest.fetch("POST", "/api/rooms", game=self.game, bots=bots, start=True)
        self.room = opened["room"]
        self.seat = await self.guest.enter(self.room, self.game)

    async def play(self, times: Callable[[], Times]) -> None:
        while True:
            seat = self.seat
            assert seat is not None
            began = time.perf_counter()
            while not seat.options and not seat.is_over:
                await seat.moved()
            if seat.is_over:
                await seat.leave()
                await self.begin()
                continue
            asked = time.perf_counter()
            if asked - began > 0.001:
                times().bots.append(1000 * (asked - began))
            for level in seat.levels:
                self.report.answered[level or LEVEL] += 1
            await asyncio.sleep(THINKING * (0.5 + random.random()))
            began = time.perf_counter()
            is_taken = await seat.answer()
            times().answers.append(1000 * (time.perf_counter() - began))
            self.report.refused += not is_taken


class Stranger:
    """Does one thing after the other that the API allows, as fast as it allows it."""

    def __init__(self, guest: Guest, report: CrowdReport, honest: list[Honest]) -> None:
        self.guest, self.report, self.honest = guest, report, honest
        self.halves: list[asyncio.StreamWriter] = []

    async def bother(self) -> None:
        deeds: tuple[Callable[[], Awaitable[None]], ...] = (
            self.open_tables, self.flood, self.half_requests, self.watch, self.come_and_go,
            self.ask_much, self.fetch_much,
        )  # fmt: skip
        await self.guest.fetch("GET", "/api/me")
        while True:
            deed = random.choice(deeds)
            name = getattr(deed, "__name__", "").replace("_", " ")
            try:
                await deed()
                self.report.deeds[name] += 1
            except NUISANCES:
                self.report.deeds[f"{name} (cut short)"] += 1
                await asyncio.sleep(0.05)

    async def leave(self) -> None:
        for half in self.halves:
            half.close()
        await self.guest.leave()

    async def open_tables(self) -> None:
        """Tables full of the strongest bots, with nobody there or oneself."""
        for _ in range(6):
            game = random.choice(list(GAMES.values()))
            bots = ["", *["master"] * (game.most - 1)]
            opened = await self.guest.fetch(
                "POST", "/api/rooms", game=game.name, bots=bots, start=True
            )
            self.report.deeds[f"tables ({opened['status']})"] += 1
            if "room" in opened and len(self.guest.seats) < 8:
                await self.guest.enter(opened["room"], game.name)

    async def flood(self) -> None:
        """Chat at an honest player's table, as fast as messages are taken."""
        async with self._at_an_honest_table() as seat:
            for number in range(120):
                reply = await seat.ask("say", text=f"{number} " + "x" * 400)
                self.report.deeds[f"lines ({reply.kind})"] += 1

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
            text = seat.options[0].text if seat.options else "x"
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
            self.report.deeds[f"requests ({reply['status']})"] += 1

    @contextlib.asynccontextmanager
    async def _at_an_honest_table(self) -> AsyncIterator[Seat]:
        """A place at an honest player's table, left again however the visit ends."""
        seat = await self.guest.enter(random.choice(self.honest).room)
        self.guest.seats.remove(seat)
        try:
            yield seat
        finally:
            await seat.leave()
