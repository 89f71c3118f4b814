"""`./play campaign kill`: the server is killed under load, again and again.

No acknowledged answer may be lost or applied twice, and nothing that a player saw may be undone.
"""

import asyncio
import random
from collections import Counter
from pathlib import Path

from campaigns.stage import Stage
from campaigns.witness import GAVE_UP, Testimony, check_folder, play, witness
from trivet.client import AsyncClient, Trouble
from trivet.core.dice import Dice
from trivet.server.wire.messages import Ready

PAUSE = (0.4, 1.0)  # seconds between a start and the next kill, at least
GLANCE = 0.05  # seconds between two counts of acknowledged answers


def campaign(
    folder: Path, kills: int, pairs: int, fault: str = "", answers: int = 0
) -> Counter[str]:
    """Kill the server while pairs play, until enough answers came; return what was found."""
    stage = Stage(folder, fault)
    stage.start()
    try:
        testimonies, gone = asyncio.run(_under_load(stage, kills, pairs, answers))
        stage.stop()
        found = asyncio.run(check_folder(folder / "data", testimonies))
        found["kills"], found[GAVE_UP] = kills, len(gone)
        for trouble in gone[:3]:
            found[f"{GAVE_UP}: {trouble!r}"] += 1
        return found
    finally:
        stage.kill()


async def _under_load(
    stage: Stage, kills: int, pairs: int, answers: int
) -> tuple[list[Testimony], list[BaseException]]:
    """What the players were promised and saw, and the errors that made some of them give up."""
    testimonies: list[Testimony] = []
    players = [
        asyncio.create_task(pair(stage.address, Dice(number), testimonies))
        for number in range(pairs)
    ]

    async def play_until(acknowledged: int) -> None:
        while sum(len(sworn.promised) for sworn in testimonies) < acknowledged:
            if any(player.done() for player in players):
                return
            await asyncio.sleep(GLANCE)

    for kill in range(kills):
        await play_until(answers * kill // kills)
        await asyncio.sleep(random.uniform(*PAUSE))
        stage.kill()
        await asyncio.to_thread(stage.start)
    await play_until(answers)
    await asyncio.sleep(PAUSE[1])
    for task in players:
        task.cancel()
    ends = await asyncio.gather(*players, return_exceptions=True)
    gone = [end for end in ends if isinstance(end, BaseException)]
    return testimonies, [end for end in gone if not isinstance(end, asyncio.CancelledError)]


async def pair(address: str, dice: Dice, testimonies: list[Testimony]) -> None:
    """Two people play game after game, and wait for the server when it is gone."""
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
