"""`./play campaign looking`: one visitor without a cookie asks for everything, on many connections.

Half of the time all connections ask for one address after another, then each for any.  Beside that
visitor an honest player looks at finished games, and another sits at a table: nothing may be
refused, and not much be late.  Each has an address of its own.  Memory is noted as it goes on.
"""

import asyncio
import random
import secrets
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from campaigns.load import quantile
from campaigns.machine import BUSY, Machine, run
from campaigns.stage import Stage, allow_many_files
from trivet.catalogue import GAMES
from trivet.client import AsyncClient
from trivet.client.table import COOKIE
from trivet.server.http import endpoints, record_endpoints
from trivet.server.records.record_links import packed
from trivet.server.wire.messages import Ping, Resign

STRANGER, PLAYER = "127.0.0.2", "127.0.0.3"
BAR = 1.0  # seconds that nine of ten looks of the honest player may take ...
PING_BAR = 0.1  # ... and 99 of 100 pings at a table
GROWTH = 15.0  # megabytes from the middle on: by then what is kept has reached its bound
PAUSE = 0.3  # seconds between two looks of the honest player
OWN_GAMES = 3
PAGES = ("/", "/r/{room}", "/new/{game}", "/lab/{game}/2", "/assets/%00", "/healthz", "/{room}")
PINGS = 0.05  # seconds between two
LOOKS = [one.path for one in record_endpoints.ROUTES]
EVERYTHING = [one.path for one in endpoints.ROUTES if one.method == "GET"] + [*LOOKS, *PAGES]


@dataclass
class LookingReport:
    seconds: list[float] = field(default_factory=list)  # of the honest player's looks
    pings: list[float] = field(default_factory=list)  # seconds of a player at a table
    others: float = 0.0  # share of the machine used by other processes
    refused: Counter[int] = field(default_factory=Counter)  # of the honest player, by status
    replies: Counter[int] = field(default_factory=Counter)  # to the visitor; 0: none
    megabytes: list[float] = field(default_factory=list)

    @property
    def growth(self) -> float:
        """Megabytes from the middle to the end."""
        return self.megabytes[-1] - self.megabytes[len(self.megabytes) // 2]

    @property
    def is_void(self) -> bool:
        return self.others > BUSY

    @property
    def is_slow(self) -> bool:
        return quantile(self.seconds, 0.9) > BAR or quantile(self.pings, 0.99) > PING_BAR

    @property
    def broken(self) -> int:
        return self.refused.total() + int(self.growth > GROWTH) + self.replies[500]

    def lines(self) -> list[str]:
        looks = ", ".join(f"p{at} {quantile(self.seconds, at / 100):.2f}" for at in (50, 90, 99))
        replies = ", ".join(f"{count:,} with {code}" for code, count in self.replies.items())
        pings = ", ".join(f"p{at} {1000 * quantile(self.pings, at / 100):.0f}" for at in (50, 99))
        memory = ", ".join(f"{one:.0f}" for one in self.megabytes)
        return [
            f"  the player: {len(self.seconds):,} looks, {self.refused.total()} refused, {looks} s",
            f"  at a table: {len(self.pings):,} pings, {pings} ms; others used {self.others:.0%}",
            f"  the visitor had {self.replies.total():,} replies: {replies}",
            f"  megabytes: {memory}",
        ]


def campaign(
    folder: Path, connections: int, seconds: float, fault: str = "",
    paths: Sequence[str] = EVERYTHING,
) -> LookingReport:  # fmt: skip
    allow_many_files()
    with Stage(folder, fault, is_usual=True) as stage:
        return run(_campaign(stage, connections, seconds, paths))


async def _campaign(
    stage: Stage, connections: int, seconds: float, paths: Sequence[str]
) -> LookingReport:
    report, player = LookingReport(), AsyncClient(stage.address)
    rooms = [await _finished_game(player) for _ in range(OWN_GAMES)]
    texts = [await asyncio.to_thread(_record, stage, room) for room in rooms]
    links = [packed(text) for text in texts]
    for room in rooms:  # the process that replays has started
        await _status(stage, f"/api/records/{room}/verdict", PLAYER)
    machine, began = Machine(stage), time.monotonic()
    until = began + seconds

    def wanted() -> str:
        share = 2 * (time.monotonic() - began) / seconds
        path = paths[int(share * len(paths))] if share < 1 else random.choice(paths)
        return _filled(path, random.choice([*rooms, *links, *_nonsense()]))

    stranger = [_stranger(stage, report, wanted, until) for _ in range(connections)]
    honest = _honest(stage, report, rooms, f"{COOKIE}={player.token}", until)
    table = _at_a_table(stage, report, until)
    await asyncio.gather(*stranger, honest, table, _weigh(stage, report, seconds))
    report.others = machine.used()[1]
    return report


async def _finished_game(player: AsyncClient) -> str:
    room = await player.open_room("sovereign", bots=["", "random"], start=True)
    async with await player.enter(room) as table:
        for _ in range(4):
            if (ask := await table.question()) is not None:
                await table.answer(ask.options[0].text)
        await table.insist(Resign())
    return room


def _record(stage: Stage, room: str) -> str:
    from trivet.client import Client

    return Client(stage.address).record(room)


def _nonsense() -> tuple[str, str]:
    """Names of records that there are not: one in a link, and one on the server."""
    return packed(secrets.token_hex(20_000)), "nothing"


def _filled(path: str, room: str) -> str:
    for field_name, value in (("game", random.choice(list(GAMES))), ("book", "house")):
        path = path.replace(f"{{{field_name}}}", value)
    query = f"?from={random.randrange(99)}&at={random.randrange(9)}&before=0&count=60"
    return path.replace("{room}", room) + query


async def _stranger(
    stage: Stage, report: LookingReport, wanted: Callable[[], str], until: float
) -> None:
    while time.monotonic() < until:
        report.replies[await _status(stage, wanted(), STRANGER)] += 1


async def _at_a_table(stage: Stage, report: LookingReport, until: float) -> None:
    player = AsyncClient(stage.address)
    room = await player.open_room("sovereign", bots=["", "random"], start=True)
    async with await player.enter(room) as table:
        while time.monotonic() < until:
            began = time.monotonic()
            await table.insist(Ping())
            report.pings.append(time.monotonic() - began)
            await asyncio.sleep(PINGS)


async def _honest(
    stage: Stage, report: LookingReport, rooms: list[str], cookie: str, until: float
) -> None:
    number = 0
    while time.monotonic() < until:
        number += 1
        wanted = (f"frames?count={number % 60 + 1}", f"picture?at={number % 5}", "verdict")
        path = f"/api/records/{rooms[number % OWN_GAMES]}/{wanted[number // OWN_GAMES % 3]}"
        began = time.monotonic()
        status = await _status(stage, path, PLAYER, cookie)
        report.seconds.append(time.monotonic() - began)
        if status not in (200, 422):  # 422: a position that there is not
            report.refused[status] += 1
        await asyncio.sleep(PAUSE)


async def _status(stage: Stage, path: str, source: str, cookie: str = "") -> int:
    """Of the reply to a request on a connection of its own; 0 without one."""
    try:
        reader, writer = await asyncio.open_connection(
            stage.host, stage.port, local_addr=(source, 0)
        )
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
        writer.write(f"{head}Accept-Encoding: gzip\r\nConnection: close\r\n\r\n".encode())
        data = await reader.read(-1)
        writer.close()
        return int(data.split(b" ", 2)[1])
    except (OSError, IndexError, ValueError):
        return 0


async def _weigh(stage: Stage, report: LookingReport, seconds: float) -> None:
    for _ in range(6):
        await asyncio.sleep(seconds / 6)
        report.megabytes.append(stage.megabytes())
