"""`trivet campaign kill`: the server is killed under load, again and again.

Nothing that was acknowledged may be lost, nothing that was seen undone, nothing applied twice.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path

from trivet.campaigns.stage import Stage
from trivet.campaigns.witness import Testimony, check, play, witness
from trivet.client import AsyncClient, Trouble
from trivet.core.dice import Dice
from trivet.server.messages import Ready

PAUSE = (0.4, 1.0)  # seconds between a start and the next kill


def campaign(folder: Path, kills: int, pairs: int, fault: str = "") -> Counter[str]:
    """So many kills while so many pairs play; what was found."""
    stage = Stage(folder, fault)
    stage.start()
    try:
        testimonies = asyncio.run(_under_load(stage, kills, pairs))
        stage.stop()
        found = asyncio.run(check(folder / "data", testimonies))
        found["kills"] = kills
        return found
    finally:
        stage.kill()


async def _under_load(stage: Stage, kills: int, pairs: int) -> list[Testimony]:
    testimonies: list[Testimony] = []
    players = [
        asyncio.create_task(_pair(stage.address, Dice(number), testimonies))
        for number in range(pairs)
    ]
    for _ in range(kills):
        await asyncio.sleep(random.uniform(*PAUSE))
        stage.kill()
        await asyncio.to_thread(stage.start)
    await asyncio.sleep(PAUSE[1])
    for task in players:
        task.cancel()
    for ended in await asyncio.gather(*players, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise RuntimeError("a player gave up") from ended
    return testimonies


async def _pair(address: str, dice: Dice, testimonies: list[Testimony]) -> None:
    """Two people who play game after game, whatever happens to the server."""
    clients = AsyncClient(address), AsyncClient(address)
    while True:
        try:
            await _game(clients, dice, testimonies)
        except Trouble as trouble:
            if trouble.code != "no-server":
                raise
            await asyncio.sleep(0.1)


async def _game(
    clients: tuple[AsyncClient, AsyncClient], dice: Dice, testimonies: list[Testimony]
) -> None:
    room = await clients[0].open_room("sovereign")
    tables = [await witness(client, room) for client in clients]
    try:
        for seat, table in enumerate(tables):
            await table.sit(seat)
            await table.insist(Ready())
        sworn = [Testimony(room, seat) for seat in range(len(tables))]
        testimonies += sworn
        await asyncio.gather(*(play(*player, dice) for player in zip(tables, sworn, strict=True)))
    finally:
        for table in tables:
            await table.close()
