"""`./play campaign restart`: a server with many tables in play is killed and comes back.

The clients are real ones: they connect again by themselves.
"""

import asyncio
import random
import time
from pathlib import Path

from campaigns.machine import Machine, run, stop_tidying
from campaigns.stage import Stage, allow_many_files
from trivet.client import AsyncClient, AsyncTable
from trivet.server.wire.messages import Ready

TABLES_OF_PAIR = 10  # tables of the same two people
AT_ONCE = 24  # tables set up at the same time
FIRST_BAR = 3.0  # seconds from the start of a server to its first answer


def campaign(folder: Path, rooms: int) -> dict[str, float]:
    """Seconds from the start of a new server until clients are back and can play."""
    allow_many_files()
    with Stage(folder) as stage:
        return run(_restart(stage, rooms))


async def set_up(address: str, rooms: int) -> list[AsyncTable]:
    """Tables with two people each, after their first answers."""
    gate = asyncio.Semaphore(AT_ONCE)
    pairs = [
        (AsyncClient(address), AsyncClient(address)) for _ in range(-(-rooms // TABLES_OF_PAIR))
    ]
    for pair in pairs:
        for client in pair:
            await client.me()

    async def one(number: int) -> list[AsyncTable]:
        async with gate:
            return await _set_up_one(pairs[number // TABLES_OF_PAIR])

    found = await asyncio.gather(*(one(number) for number in range(rooms)))
    return [table for tables in found for table in tables]


async def _set_up_one(pair: tuple[AsyncClient, AsyncClient]) -> list[AsyncTable]:
    room = await pair[0].open_room("sovereign", is_public=False)
    tables = [await client.enter(room) for client in pair]
    for seat, table in enumerate(tables):
        await table.sit(seat)
        await table.insist(Ready())
    for table in tables:
        ask = await table.question()
        if ask is not None:
            await table.answer(random.choice(ask.options).text)
    return tables


async def _restart(stage: Stage, rooms: int) -> dict[str, float]:
    tables = await set_up(stage.address, rooms)
    before = {table: table.welcomes for table in tables}
    stop_tidying()
    stage.kill()
    began = time.monotonic()
    await asyncio.to_thread(stage.start)
    up, machine = time.monotonic() - began, Machine(stage)
    first = asyncio.create_task(_first_answer(tables, before, began))
    back: list[float] = []
    waiting = list(tables)
    while waiting and time.monotonic() - began < 60:
        still = [table for table in waiting if table.welcomes == before[table]]
        back += [time.monotonic() - began] * (len(waiting) - len(still))
        waiting = still
        await asyncio.sleep(0.02)
    answered = await first
    for table in tables:
        await table.close()
    back.sort()
    return {
        "rooms": rooms,
        "sockets": len(tables),
        "listening after": up,
        "first answer after": answered,
        "half of all back after": back[len(back) // 2] if back else float("inf"),
        "99 % back after": back[int(0.99 * len(back))] if back else float("inf"),
        "not back after a minute": len(waiting),
        "others": machine.used()[1],
    }


async def _first_answer(
    tables: list[AsyncTable], before: dict[AsyncTable, int], began: float
) -> float:
    """Answer with the first client that is back and asked; return the seconds since the start."""
    while True:
        for table in tables:
            if table.welcomes > before[table] and table.shown is not None and table.shown.ask:
                await table.answer(random.choice(table.shown.ask.options).text)
                return time.monotonic() - began
        await asyncio.sleep(0.005)
