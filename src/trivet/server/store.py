"""What is stored, and what every store promises.

A change holds everything new of one room.  It is stored as a whole or not at all, and when `save`
returns it is on the disk.  After a `save` that failed it may be there or not: the caller must read
the room again.
"""

from collections.abc import Collection
from typing import Literal, NamedTuple, Protocol

from trivet.server.lifetimes import Lifetimes
from trivet.server.messages import Channel
from trivet.server.stored import RoomHead


class StoreError(Exception):
    """The store failed; the text says why, in words for people."""


class CannotOpen(StoreError):
    """The store cannot be used at all."""


class Unreadable(StoreError):
    """One room of the store cannot be read; the others are not affected."""


class Row(NamedTuple):
    """One row of a room's log, which only grows."""

    kind: Literal["answer", "undo", "cut"]
    seat: int  # or CHANCE
    choice: int
    said: str  # the text as the client sent it; empty for chance and for bots


class Spoken(NamedTuple):
    """One line of chat."""

    channel: Channel
    name: str
    seat: int | None
    text: str
    at: int


class Change(NamedTuple):
    """Everything new of one room, stored in one transaction."""

    head: RoomHead
    row: int  # the number of the first of these rows
    rows: list[Row]
    line: int  # the number of the first of these lines
    lines: list[Spoken]  # of both channels
    record: str = ""  # the finished game


class StoredRoom(NamedTuple):
    """A room as it is stored."""

    head: RoomHead
    rows: list[Row]
    lines: list[Spoken]


class StoredGuest(NamedTuple):
    """A person and the session it is known by."""

    person: str
    name: str
    issued: int  # when the session's token was made
    until: int  # when it is good no longer
    replaces: bytes = b""  # the token before it, as long as this one has not been used


class Store(Protocol):
    """Keeps rooms, records, people and sessions."""

    async def save(self, change: Change) -> None: ...
    async def load(self, room: str) -> StoredRoom | None: ...
    async def open_rooms(self, since: int, most: int) -> list[RoomHead]: ...
    async def rooms_of(self, person: str, most: int) -> list[RoomHead]: ...
    async def unfinished_rooms(self, person: str) -> list[RoomHead]:
        """Rooms that are not over and where the person sits, has sat, or which they opened."""
        ...

    async def timed_rooms(self) -> list[str]:
        """Rooms where a clock runs: they are read when the server starts."""
        ...

    async def record(self, room: str) -> str | None: ...
    async def chances(self, room: str) -> bytes | None:
        """The stored win chances of a finished game, encoded; None if there are none."""
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
