"""The blocking client: wraps the asynchronous one, which runs in a thread of its own."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import Any, TypeVar

from trivet.client.connection import AsyncClient
from trivet.client.dice import Promise
from trivet.client.table import AsyncTable
from trivet.server.wire.api import Catalogue, Lobby
from trivet.server.wire.messages import Request
from trivet.server.wire.outgoing import (
    Ask,
    ChatLine,
    Failed,
    MomentSeen,
    NewsItem,
    Notice,
    Refused,
    RoomSeen,
    Shown,
    Stale,
    Took,
    TurnSeen,
)

T = TypeVar("T")


class Client:
    """A blocking AsyncClient; its event loop runs in a daemon thread."""

    def __init__(self, server: str, token: str = "") -> None:
        self._client = AsyncClient(server, token)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, name="trivet-client", daemon=True).start()

    @property
    def token(self) -> str:
        """The session token: it makes you the same guest next time.  Keep it secret."""
        return self._client.token

    def me(self) -> str:
        return self.wait(self._client.me())

    def rename(self, name: str) -> str:
        return self.wait(self._client.rename(name))

    def games(self) -> Catalogue:
        return self.wait(self._client.games())

    def lobby(self) -> Lobby:
        return self.wait(self._client.lobby())

    def open_room(self, game: str, **wish: Any) -> str:
        return self.wait(self._client.open_room(game, **wish))

    def record(self, room: str) -> str:
        return self.wait(self._client.record(room))

    def enter(self, room: str, **have: Any) -> "BlockingTable":
        return BlockingTable(self, self.wait(self._client.enter(room, **have)))

    def wait(self, work: Coroutine[Any, Any, T], seconds: float | None = None) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(seconds)


class BlockingTable:
    """A blocking AsyncTable."""

    def __init__(self, client: Client, table: AsyncTable) -> None:
        self._client, self._table = client, table
        self._seen = table.version

    @property
    def room(self) -> RoomSeen:
        return self._table.room

    @property
    def shown(self) -> Shown | None:
        return self._table.shown

    @property
    def news(self) -> list[NewsItem]:
        return self._table.news

    @property
    def turns(self) -> list[TurnSeen]:
        return self._table.turns

    @property
    def moments(self) -> list[MomentSeen]:
        return self._table.moments

    @property
    def lines(self) -> dict[str, list[ChatLine]]:
        return self._table.lines

    @property
    def first_line(self) -> dict[str, int]:
        return self._table.first_line

    @property
    def seat(self) -> int | None:
        return self._table.seat

    @property
    def is_over(self) -> bool:
        return self._table.is_over

    def change(self) -> None:
        """Wait for a change since the last call."""
        self._client.wait(self._table.change(self._seen))
        self._seen = self._table.version

    def question(self) -> Ask | None:
        return self._client.wait(self._table.question())

    def answer(self, text: str, *more: str) -> Took | Refused | Stale | Failed:
        return self._client.wait(self._table.answer(text, *more))

    def undo(self) -> Took | Refused | Stale | Failed:
        return self._client.wait(self._table.undo())

    def sit(self, seat: int | None = None, ticket: str = "") -> int:
        return self._client.wait(self._table.sit(seat, ticket))

    def ready(self) -> None:
        self._client.wait(self._table.ready())

    @property
    def promise(self) -> Promise | None:
        return self._table.promise

    def insist(self, wish: Request) -> Notice:
        return self._client.wait(self._table.insist(wish))

    def do(self, wish: Request) -> Notice:
        return self._client.wait(self._table.do(wish))

    def close(self) -> None:
        self._client.wait(self._table.close())

    def __enter__(self) -> "BlockingTable":
        return self

    def __exit__(self, *error: object) -> None:
        self.close()
