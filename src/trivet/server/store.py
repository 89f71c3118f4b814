"""What must survive a power cut, and what every store promises.

A change is all of one room's news: it is stored as a whole or not at all, and when `save` returns
it is on the disk.  A `save` that fails may have happened or not: whoever asked must read again.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

from trivet.server.lifetimes import Lifetimes
from trivet.server.messages import Channel
from trivet.server.stored import RoomHead


class StoreError(Exception):
    """The store could not do it; the text says why, for people."""


class CannotOpen(StoreError):
    """The store cannot be used at all."""


class Unreadable(StoreError):
    """One room of the store cannot be read; the others are not affected."""


class Row(NamedTuple):
    """One line of a room's log, which is only ever added to."""

    kind: Literal["answer", "undo", "cut"]
    seat: int  # CHANCE too
    choice: int
    said: str  # the words it came in; empty for chance and for bots


class Spoken(NamedTuple):
    """One line of chat."""

    channel: Channel
    name: str
    seat: int | None
    text: str
    at: int


class Change(NamedTuple):
    head: RoomHead
    row: int  # the number of the first of these rows
    rows: list[Row]
    line: int  # the number of the first of these lines
    lines: list[Spoken]  # of both channels
    record: str = ""  # the finished game


class StoredRoom(NamedTuple):
    """A room as it was kept."""

    head: RoomHead
    rows: list[Row]
    lines: list[Spoken]


class StoredGuest(NamedTuple):
    """Whom a session belongs to."""

    person: str
    name: str
    issued: int  # when the session's token was made
    until: int  # when it is good no longer
    replaces: bytes = b""  # the token before it, as long as this one has not been used


class Store(Protocol):
    async def save(self, change: Change) -> None: ...
    async def load(self, room: str) -> StoredRoom | None: ...
    async def open_rooms(self, since: int, most: int) -> list[RoomHead]: ...
    async def rooms_of(self, person: str, most: int) -> list[RoomHead]: ...
    async def unfinished_rooms(self, person: str) -> list[RoomHead]:
        """Rooms that are not over and where the person sits, has sat, or which they opened."""
        ...

    async def timed_rooms(self) -> list[str]:
        """Rooms where a clock runs: they must not sleep."""
        ...

    async def record(self, room: str) -> str | None: ...
    async def chances(self, room: str) -> bytes | None:
        """How the positions of a finished game stood, if that was kept."""
        ...

    async def keep_chances(self, room: str, data: bytes) -> None: ...
    async def add_guest(self, guest: StoredGuest, token: bytes) -> None: ...
    async def guest(self, token: bytes, now: int) -> StoredGuest | None: ...
    async def rename(self, person: str, name: str) -> None: ...
    async def renew(self, new: bytes, guest: StoredGuest) -> None:
        """Another token for a guest, if there is none such yet."""
        ...

    async def replace(self, new: bytes, old: bytes, until: int) -> None:
        """The new token is in use; the old one is good until then."""
        ...

    async def tidy(self, lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
        """Remove some of what is too old, but no room in use; how much."""
        ...

    async def is_well(self) -> bool:
        """Whether something can be stored right now."""
        ...

    async def close(self) -> None: ...
