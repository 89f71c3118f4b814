"""`./play campaign fuzz`: hundreds of thousands of hostile messages to a table in play.

Each must be answered, or the socket closed with a reason; there must be no traceback, and at the
end nothing in the store may have changed.
"""

import asyncio
import json
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from campaigns.hostile import FORBIDDEN, HARMLESS, Request, hostile
from campaigns.stage import Stage
from trivet.client import COOKIE, AsyncClient
from trivet.core.dice import Dice
from trivet.server.wire.messages import Ready

BATCH = 60  # messages between two pings
OPEN_END = 1006  # the code of a socket that was cut off without a close frame


def campaign(folder: Path, messages: int, sockets: int, fault: str = "") -> Counter[str]:
    """Send messages as watchers and as a player out of turn; return what was found."""
    with Stage(folder, fault) as stage:
        found = asyncio.run(_all(stage, messages, sockets))
        stage.stop()
        logs = stage.log.read_text() + (folder / "log.jsonl").read_text()
        found["tracebacks"] = logs.count("Traceback")
    return found


async def _all(stage: Stage, messages: int, sockets: int) -> Counter[str]:
    players = AsyncClient(stage.address), AsyncClient(stage.address)
    room = await players[0].open_room("sovereign")
    tables = [await player.enter(room) for player in players]
    for table in tables:
        await table.sit()
        await table.insist(Ready())
    ask = await tables[0].question()
    if ask is None:
        raise RuntimeError("nobody is asked")
    await tables[0].answer(ask.options[0].text)  # from now on it is the other player's turn
    found: Counter[str] = Counter()
    before = _stored(stage.folder / "data")
    share = messages // sockets
    watchers = [AsyncClient(stage.address) for _ in range(sockets - 1)]
    for watcher in watchers:
        await watcher.me()
    attacks = [Attack(stage.address, room, players[0].token, HARMLESS, found)]
    attacks += [
        Attack(stage.address, room, watcher.token, HARMLESS + FORBIDDEN, found)
        for watcher in watchers
    ]
    await asyncio.gather(*(attack.run(Dice(n), share) for n, attack in enumerate(attacks)))
    if _stored(stage.folder / "data") != before:
        found["changes of state"] += 1
    for table in tables:  # only now: since when a player is away is stored too
        await table.close()
    return found


@dataclass
class Attack:
    """A client that sends hostile messages, and reconnects when it is cut off."""

    address: str
    room: str
    token: str
    wishes: list[Request]
    found: Counter[str]

    async def run(self, dice: Dice, messages: int) -> None:
        self.left = messages
        while self.left > 0:
            async with connect(
                f"ws{self.address.removeprefix('http')}/ws/{self.room}",
                origin=cast(Any, self.address),
                additional_headers={"Cookie": f"{COOKIE}={self.token}"},
                compression=None,
                max_size=None,
                proxy=None,
            ) as connection:
                try:
                    await self._talk(connection, dice)
                except ConnectionClosed as closed:
                    code = closed.rcvd.code if closed.rcvd is not None else OPEN_END
                    ends = "cut off without a word" if code == OPEN_END else "cut off cleanly"
                    self.found[ends] += 1

    async def _talk(self, connection: ClientConnection, dice: Dice) -> None:
        if dice.below(3):
            await connection.send('{"do":"enter","re":77}')
            await _replies(connection, 77)
        while self.left > 0:
            await self._batch(connection, dice)

    async def _batch(self, connection: ClientConnection, dice: Dice) -> None:
        """Send some messages, then a ping: replies to all of them must come before the pong."""
        size = min(BATCH, self.left)
        for _ in range(size):
            data = hostile(dice, self.wishes)
            self.left -= 1
            self.found["messages"] += 1
            await connection.send(data, text=_is_text(data) or dice.below(200) == 0)
        await connection.send('{"do":"ping","re":78}')
        answered = await _replies(connection, 78)
        self.found["answered"] += answered
        self.found["not answered"] += max(0, size - answered)


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


async def _replies(connection: ClientConnection, last: int) -> int:
    """The number of replies before the one with this `re`."""
    count = 0
    while True:
        notice = json.loads(await asyncio.wait_for(connection.recv(), 10))
        if notice.get("re") == last:
            return count
        count += "re" in notice


def _stored(folder: Path) -> str:
    """The content of the store, without guests and chat."""
    with sqlite3.connect(f"file:{folder / 'trivet.sqlite'}?mode=ro", uri=True) as db:
        tables = ("rooms", "log", "members", "records")
        found = {
            table: db.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables
        }
    db.close()
    return repr(found)


FAULTY = ("tracebacks", "changes of state", "not answered", "cut off without a word")


def faults(found: Counter[str]) -> int:
    return sum(found[kind] for kind in FAULTY)
