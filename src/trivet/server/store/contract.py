"""What is stored, and what every store promises.

A change holds everything new of one room.  It is stored as a whole or not at all, and when `save`
returns it is on the disk.  After a `save` that failed it may be there or not: the caller must claim
the room again.

Several servers may share a store.  A room belongs to one of them at a time: to `claim` it raises
its epoch, every change names the epoch it was made under, and one of an older epoch is refused.
"""

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, ClassVar, Literal, NamedTuple, Protocol

from trivet.server.store.lifetimes import Lifetimes
from trivet.server.store.stored import RoomHead
from trivet.server.wire.messages import Channel


class StoreError(Exception):
    """The store failed; the text says why, in words for people."""


class CannotOpen(StoreError):
    """The store cannot be used at all."""


class Unreadable(StoreError):
    """One room of the store cannot be read; the others are not affected."""


class NoLongerPlayed(Unreadable):
    """A room of rules that this server does not have any more; its record is kept."""


class Lost(StoreError):
    """Another server has taken the room: let go of it."""


class Elsewhere(StoreError):
    """Another server has the room; `address` is where that one listens, and not for people."""

    def __init__(self, address: str) -> None:
        super().__init__("The table is at another server.")
        self.address = address


class LogRow(NamedTuple):
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


class Owed(NamedTuple):
    """An answer that somebody owes who is not there."""

    person: str
    acts: int  # how often their seat has acted
    since: int  # seconds since 1970
    last: int  # when their time has nearly run out; 0: there is no clock


class Change(NamedTuple):
    """Everything new of one room, stored in one transaction."""

    head: RoomHead
    row: int  # the number of the first of these rows
    rows: list[LogRow]
    line: int  # the number of the first of these lines
    lines: list[Spoken]  # of both channels
    record: str = ""  # the finished game
    epoch: int = 0  # under which the room was claimed; 0: it is new, and nobody's yet
    owed: tuple[Owed, ...] | None = None  # instead of what was owed before; None: nothing is new


class StoredRoom(NamedTuple):
    """A room as it is stored."""

    head: RoomHead
    rows: list[LogRow]
    lines: list[Spoken]
    epoch: int = 0
    elapsed: int = 0  # milliseconds that its clocks have run since it was parked


class Parked(NamedTuple):
    """A room whose clocks run on in the store, without any server's memory."""

    epoch: int
    left: int  # milliseconds until the first of its clocks runs out


class StoredGuest(NamedTuple):
    """A person and the session it is known by."""

    person: str
    name: str
    issued: int  # when the session's token was made
    until: int  # when it is good no longer
    replaces: bytes = b""  # the token before it, as long as this one has not been used


class StoredSession(NamedTuple):
    """One of a person's sessions."""

    token: bytes
    issued: int
    until: int


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
    own: dict[str, list[dict[str, Any]]]  # rows that are theirs alone, by table
    rooms: list[RoomHead]
    lines: list[tuple[str, Spoken]]  # by room
    records: list[tuple[str, str]]  # by room


Saved = Callable[[StoreError | None], object]  # told that a change is stored, or why it is not


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


class Notified(Protocol):
    """Hears of what other servers do with a shared store."""

    def noticed(self, text: str) -> None:
        """One of the notices in server/notices.py."""
        ...

    def missed(self) -> None:
        """Notices may have been missed."""
        ...


class Store(Protocol):
    """Keeps rooms, records, people and sessions."""

    stats: StoreStats
    is_shared: bool  # whether other servers may use it at the same time
    can_park: bool

    @property
    def is_cut_off(self) -> bool:
        """Whether it has been out of reach for so long that other servers have taken our rooms."""
        ...

    async def save(self, change: Change) -> None:
        """Lost if the room was claimed after the epoch of the change."""
        ...

    def save_soon(self, change: Change, done: "Saved") -> None:
        """The same without a task that waits: `done` is called by the event loop, not at once."""
        ...

    async def claim(self, room: str) -> StoredRoom | None:
        """The room, ours from now on, under a new epoch; Elsewhere if another server has it."""
        ...

    async def release(self, held: Mapping[str, int]) -> None:
        """Rooms, with their epochs, are nobody's from now on, unless they were claimed again."""
        ...

    async def lost(self, held: Mapping[str, int]) -> list[str]:
        """Of these rooms, with their epochs, those that are ours no longer."""
        ...

    async def ask_for(self, room: str) -> None:
        """Ask the server that has the room to release it."""
        ...

    def listen(self, hears: Notified) -> None:
        """Tell somebody of what other servers do."""
        ...

    async def load(self, room: str) -> StoredRoom | None:
        """A room to look at: whoever has it may change it."""
        ...

    async def open_rooms(self, since: int, most: int) -> list[RoomHead]: ...
    async def rooms_of(self, person: str, most: int) -> list[RoomHead]: ...
    async def unfinished_rooms(self, person: str) -> list[RoomHead]:
        """Rooms that are not over and where the person sits, has sat, or which they opened."""
        ...

    async def timed_rooms(self) -> list[str]:
        """Rooms where a clock runs, without those that another server sees to, and without parked
        ones whose time is not up."""
        ...

    async def park(self, rooms: Mapping[str, Parked]) -> None:
        """Rooms are nobody's from now on, and their clocks run on, until the next change."""
        ...

    async def skip_downtime(self) -> None:
        """A server starts: the time for which none ran does not count for parked rooms."""
        ...

    async def note_uptime(self) -> None:
        """A server runs: up to now time has counted."""
        ...

    async def record(self, room: str) -> str | None: ...
    async def chances(self, room: str) -> bytes | None:
        """The stored win chances of a finished game, encoded; None if there are none."""
        ...

    async def keep_chances(self, room: str, data: bytes) -> None: ...
    async def add_guest(self, guest: StoredGuest, token: bytes) -> None: ...
    async def guest(self, token: bytes, now: int) -> StoredGuest | None: ...
    async def sessions_of(self, person: str, now: int) -> list[StoredSession]:
        """Those in use, the latest first; without successors that were not used yet."""
        ...

    async def end_session(self, person: str, token: bytes) -> None:
        """It is good no longer, nor is its successor."""
        ...

    async def name(self, person: str) -> str | None:
        """The name of a person; None if there is no such person."""
        ...

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

    async def remove_room(self, room: str, epoch: int | None = None) -> None:
        """Lost if an epoch is given and the room was claimed after it."""
        ...

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


class Unshared:
    """A store of one server, which has all rooms."""

    is_shared = False
    can_park = False
    is_cut_off = False

    async def release(self, held: Mapping[str, int]) -> None:
        pass

    async def lost(self, held: Mapping[str, int]) -> list[str]:
        return []

    async def ask_for(self, room: str) -> None:
        pass

    async def park(self, rooms: Mapping[str, Parked]) -> None:
        pass

    async def skip_downtime(self) -> None:
        pass

    async def note_uptime(self) -> None:
        pass

    def listen(self, hears: Notified) -> None:
        pass
