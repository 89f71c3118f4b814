"""Clients that note what was acknowledged and what they saw, and a check against the store.

A promise is an acknowledged answer.  Everything promised or seen must be in the store.
"""

from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from trivet.catalogue import GAMES
from trivet.client import AsyncClient, AsyncTable
from trivet.core.dice import Dice
from trivet.server.store.contract import Store, StoredRoom
from trivet.server.store.sqlite import open_store
from trivet.server.table.room import Room, room_from_store
from trivet.server.table.views import Feed
from trivet.server.wire.messages import Enter
from trivet.server.wire.outgoing import Bye, NewsItem, Notice, Shown, Took


@dataclass
class Testimony:
    """What one player sent, was promised and saw."""

    room: str
    seat: int
    sent: set[tuple[int, str]] = field(default_factory=set)  # the seat's count of acts, the text
    promised: set[tuple[int, str]] = field(default_factory=set)
    news: list[NewsItem] = field(default_factory=list)
    undone: int = 0  # how often something seen was gone later
    told: int = 0  # how often it was said that something could not be stored


class Witness(AsyncTable):
    """A client's table that counts news that were shown and later disappeared."""

    undone = told = 0
    longest_pause = 0.2

    def _take(self, notice: Notice) -> None:
        if isinstance(notice, Shown):
            before = self.news[notice.since :]
            if before != notice.news[: len(before)]:
                self.undone += 1
        self.told += isinstance(notice, Bye) or getattr(notice, "code", "") == "unsure"
        super()._take(notice)


async def witness(client: AsyncClient, room: str) -> Witness:
    if not client.token:
        await client.me()
    table = Witness(client, room, Enter())
    await table.start()
    return table


async def play(table: Witness, testimony: Testimony, dice: Dice) -> None:
    """Answer at random until the game is over."""
    try:
        while (ask := await table.question()) is not None:
            if table.shown is None:
                continue
            count, text = table.shown.count, ask.options[dice.below(len(ask.options))].text
            testimony.sent.add((count, text))
            if isinstance(await table.answer(text), Took):
                testimony.promised.add((count, text))
    finally:
        testimony.news, testimony.undone = list(table.news), table.undone
        testimony.told = table.told


# --- afterwards -----------------------------------------------------------------------------------


async def check_folder(folder: Path, testimonies: list[Testimony]) -> Counter[str]:
    """Compare with the store in a folder."""
    return await check(open_store(folder), testimonies)


async def check(store: Store, testimonies: list[Testimony]) -> Counter[str]:
    """Compare with a store, and close it; return the violations, counted by kind."""
    found: Counter[str] = Counter()
    try:
        for testimony in testimonies:
            kept = await store.load(testimony.room)
            if kept is None:
                found["rooms lost"] += 1
                continue
            found["answers acknowledged"] += len(testimony.promised)
            found["times told of trouble"] += testimony.told
            _check_answers(testimony, kept, found)
            _check_news(testimony, room_from_store(GAMES[kept.head.game], kept, 0), found)
    finally:
        await store.close()
    return found


def _check_answers(testimony: Testimony, kept: StoredRoom, found: Counter[str]) -> None:
    said = [row.said for row in kept.rows if row.seat == testimony.seat]
    stored = set(enumerate(said))
    found["acknowledged and lost"] += len(testimony.promised - stored)
    found["applied twice or never sent"] += len(stored - testimony.sent)


def _check_news(testimony: Testimony, room: Room, found: Counter[str]) -> None:
    found["seen and undone"] += testimony.undone
    if not room.has_begun:
        return
    feed = Feed(testimony.seat)
    feed.catch_up(room)
    if feed.items[: len(testimony.news)] != testimony.news:
        found["seen and undone"] += 1


GAVE_UP = "players gave up"
BROKEN = (
    "acknowledged and lost",
    "applied twice or never sent",
    "seen and undone",
    "rooms lost",
    GAVE_UP,
)


def breaches(found: Counter[str]) -> int:
    return sum(found[kind] for kind in BROKEN)
