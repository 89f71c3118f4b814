"""What is stored, and what every store promises.

A change holds everything new of one room.  It is stored as a whole or not at all, and when `save`
returns it is on the disk.  After a `save` that failed it may be there or not: the caller must read
the room again.
"""

from collections import Counter
from collections.abc import Callable, Collection
from typing import ClassVar, Literal, NamedTuple, Protocol

from trivet.server.lifetimes import Lifetimes
from trivet.server.messages import Channel
from trivet.server.stored import RoomHead


class StoreError(Exception):
    """The store failed; the text says why, in words for people."""


class CannotOpen(StoreError):
    """The store cannot be used at all."""


class Unreadable(StoreError):
    """One room of the store cannot be read; the others are not affected."""


class NoLongerPlayed(Unreadable):
    """A room of rules that this server does not have any more; its record is kept."""


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
    person: str = ""  # who said it; lines of older servers do not have it


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


class StoredPerson(NamedTuple):
    """Somebody who has been here, for the operator."""

    person: str
    name: str
    since: int
    seen: int  # when the latest session was made
    tables: int


class Sanction(NamedTuple):
    """Somebody who may not come, or not write, until a time."""

    who: str  # a person's id, or a network: "192.0.2.7", "2001:db8::/64"
    kind: Literal["ban", "mute"]
    until: int  # seconds since 1970
    reason: str
    since: int


class PersonData(NamedTuple):
    """Everything that is stored about a person, besides the rooms."""

    name: str
    since: int
    sessions: list[tuple[int, int]]  # issued, until
    rooms: list[RoomHead]
    lines: list[tuple[str, Spoken]]  # by room
    records: list[tuple[str, str]]  # by room


class StoreStats:
    """How a store is doing; counted by the store, read by metrics."""

    BUCKETS: ClassVar[tuple[float, ...]] = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000)

    def __init__(self, waiting: Callable[[], int]) -> None:
        self.waiting = waiting  # changes that wait
        self.failures = 0
        self.total = 0.0  # milliseconds of all commits
        self.milliseconds: Counter[float] = Counter()  # commits by bucket

    def committed(self, took: float) -> None:
        self.total += took
        self.milliseconds[next((edge for edge in self.BUCKETS if took <= edge), float("inf"))] += 1


class Store(Protocol):
    """Keeps rooms, records, people and sessions."""

    stats: StoreStats

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

    # --- for the operator ---

    async def rooms_in(self, phase: str, most: int) -> list[RoomHead]:
        """Rooms in a phase, or in any; the latest first."""
        ...

    async def rooms_by_rules(self) -> dict[tuple[str, int], list[str]]:
        """Rooms in play, by their game and its version."""
        ...

    async def room_names(self, after: str, most: int) -> list[str]:
        """All rooms in the order of their names, a page at a time."""
        ...

    async def remove_room(self, room: str) -> None: ...
    async def find_people(self, text: str, most: int) -> list[StoredPerson]:
        """People whose name has this text, or whose id it is; the latest first."""
        ...

    async def person_data(self, person: str) -> PersonData | None: ...
    async def erase(self, person: str) -> int:
        """Remove a person: their sessions, and their name and words from all rooms and records;
        how many rooms.  None of these rooms may be in memory."""
        ...

    async def sanctions(self) -> list[Sanction]: ...
    async def punish(self, sanction: Sanction) -> None: ...
    async def pardon(self, who: str) -> int:
        """Lift all sanctions; how many."""
        ...

    async def is_well(self) -> bool:
        """Whether something can be stored right now."""
        ...

    async def close(self) -> None: ...
