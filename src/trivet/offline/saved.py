"""All games of a page as one file, to be kept elsewhere or taken to another browser."""

from collections.abc import Awaitable, Callable
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from trivet.offline.store import ShelfStore
from trivet.server.http.calls import (
    ApiCall,
    ApiReply,
    ApiRoute,
    BoundRoute,
    Refusing,
    bound,
    decoded,
    reply,
)
from trivet.server.store.contract import Change, LogRow, Spoken, StoredGuest, StoreError
from trivet.server.store.stored import RoomHead

FORM = "Trivet games 1"


class SavedGame(Struct):
    """A room with everything that belongs to it."""

    head: RoomHead
    rows: list[LogRow]
    lines: list[Spoken]
    record: str = ""


class SavedFile(Struct):
    """All games of a person."""

    form: Annotated[str, Meta(pattern=f"^{FORM}$")]
    person: str
    games: list[SavedGame]
    unreadable: list[str] = msgspec.field(default_factory=list)  # rooms that are not in it


class ImportCount(Struct):
    """What came of a file of games."""

    added: int
    known: int  # they were here already


class SavedGames:
    """Writes and reads files of games."""

    def __init__(self, store: ShelfStore, guest: Callable[[], Awaitable[StoredGuest]]) -> None:
        self.store, self.guest = store, guest

    def routes(self) -> list[BoundRoute]:
        return bound(ROUTES, self)

    async def export(self, call: ApiCall) -> ApiReply:
        games, unreadable = [], []
        for room in await self.store.room_names("", 1_000_000):
            try:
                kept = await self.store.load(room)
            except StoreError:
                unreadable.append(room)
                continue
            if kept is not None:
                record = await self.store.record(room) or ""
                games.append(SavedGame(kept.head, kept.rows, kept.lines, record))
        return reply(SavedFile(FORM, (await self.guest()).person, games, unreadable))

    async def take(self, call: ApiCall) -> ApiReply:
        """Add the games of a file that are not here yet; what is here is never changed."""
        file = decoded(await call.body(), SavedFile)
        me = await self.guest()
        known = set(await self.store.room_names("", 1_000_000))
        new = [game for game in file.games if game.head.id not in known]
        for game in new:
            if "/" in game.head.id or not game.head.id:
                raise Refusing(422, "bad-request", "A game of this file has no proper name.")
        for game in new:
            _hand_over(game, file.person, me)
            change = Change(game.head, 0, game.rows, 0, game.lines, game.record)
            await self.store.save(change)
        return reply(ImportCount(len(new), len(file.games) - len(new)))


ROUTES = (
    ApiRoute("GET", "/api/saved", SavedGames.export, SavedFile, "all games that are kept here"),
    ApiRoute(
        "POST", "/api/saved", SavedGames.take, ImportCount,
        "how many games of a file were not here yet", takes=SavedFile,
    ),
)  # fmt: skip


def _hand_over(game: SavedGame, old: str, new: StoredGuest) -> None:
    """The games of the person who wrote the file are those of the person who reads it."""
    if game.head.host == old:
        game.head.host = new.person
    for chair in game.head.chairs:
        if chair.person == old:
            chair.person = new.person
    game.lines = [
        line._replace(person=new.person) if line.person == old else line for line in game.lines
    ]
