"""`./play campaign strangers`: a crowd of guests who do everything that the API allows, beside a
few honest players.

The server has its usual limits and every guest an address of its own.  The honest players' answers
and their bots are timed before, during and after the crowd; they should stay as quick.
"""

import asyncio
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import trivet
from campaigns.light_client import Seat
from campaigns.load import quantile
from campaigns.machine import BUSY, Machine, run, stop_tidying
from campaigns.nuisance import Guest
from campaigns.stage import Stage, allow_many_files
from trivet.catalogue import GAMES

BAR = 2.0  # times as long as without the crowd, for 95 of 100 answers
THINKING = 0.3  # seconds that an honest player takes for an answer
LEVEL = "steady"  # of the honest players' bots
FLOOR = 10.0  # milliseconds: an answer that is quicker than this is quick enough


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
    server: float = 0.0  # share of a processor that the server used beside the crowd
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
        found += [f"crowd: {deeds}", f"the server used {100 * self.server:.0f} % of a processor"]
        found += [f"others used {100 * self.others:.0f} % of the machine"]
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
    honest = [
        Honest(Guest(stage.port, f"127.0.2.{n + 1}"), next(names), report) for n in range(players)
    ]
    for player in honest:
        await player.begin()
    stop_tidying()
    times = report.quiet
    playing = [asyncio.create_task(player.play(lambda: times)) for player in honest]
    machine = Machine(stage)
    await asyncio.sleep(seconds / 2)
    async with Crowd(stage, guests, honest) as crowd:
        times = Times()  # until the crowd is there
        await asyncio.sleep(min(5.0, seconds / 4))
        times = report.loud
        report.server = -stage.cpu_seconds() / seconds
        await asyncio.sleep(seconds)
        report.server += stage.cpu_seconds() / seconds
        times = Times()  # what is still under way belongs to neither
    report.deeds = crowd.deeds
    await asyncio.sleep(min(2.0, seconds / 4))
    times = report.quiet
    await asyncio.sleep(seconds / 2)
    report.others = machine.used(crowd.cpu)[1]
    for task in playing:
        task.cancel()
    for ended in await asyncio.gather(*playing, return_exceptions=True):
        report.lost += isinstance(ended, Exception)
    for player in honest:
        await player.guest.leave()
    return report


class Crowd:
    """The guests, in a process of their own: their Python must not hold up the honest players."""

    def __init__(self, stage: Stage, guests: int, honest: list["Honest"]) -> None:
        self.command = [sys.executable, "-P", "-m", "campaigns.nuisance"]
        self.command += [str(stage.port), str(guests)]
        self.honest = honest
        self.deeds: Counter[str] = Counter()
        self.cpu = 0.0  # seconds that it used

    async def __aenter__(self) -> "Crowd":
        homes = [Path(trivet.__file__).parents[1], Path(__file__).parents[1]]
        path = os.pathsep.join([*map(str, homes), *filter(None, [os.environ.get("PYTHONPATH")])])
        pipe = asyncio.subprocess.PIPE
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=pipe, stdout=pipe, env={**os.environ, "PYTHONPATH": path}
        )
        self.telling = asyncio.create_task(self._tell())
        return self

    async def _tell(self) -> None:
        """Tell the crowd where the honest players are."""
        assert self.process.stdin is not None
        while True:
            rooms = [player.room for player in self.honest]
            self.process.stdin.write(json.dumps(rooms).encode() + b"\n")
            await asyncio.sleep(0.5)

    async def __aexit__(self, *error: object) -> None:
        assert self.process.stdin is not None
        self.telling.cancel()
        self.process.stdin.close()
        before = os.times()
        said, _ = await self.process.communicate()
        after = os.times()
        self.deeds = Counter(json.loads(said))
        self.cpu = sum(after[2:4]) - sum(before[2:4])


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
