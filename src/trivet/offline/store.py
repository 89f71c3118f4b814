"""The store on a shelf.

    head/ROOM                  the head of a room
    rows/ROOM/00000012         rows of its log from number 12 on, as they were saved
    lines/ROOM/00000003        lines of its chat, likewise
    record/ROOM, chances/ROOM  of a finished game
    person/PERSON              a person
    session/TOKEN              the hash of a token, and whose it is
    sanction/KIND/WHO

There are few rooms: lists are made by looking at all heads.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from time import perf_counter
from typing import Any, NamedTuple

import msgspec

from trivet.offline.shelf import Shelf, ShelfError
from trivet.server.store.contract import (
    Change,
    LogRow,
    PersonData,
    Sanction,
    Saved,
    Spoken,
    StoredGuest,
    StoredPerson,
    StoredRoom,
    StoredSession,
    StoreError,
    StoreStats,
    Unreadable,
    Unshared,
)
from trivet.server.store.erasing import NO_WORDS, NOBODY, record_without_name, without_person
from trivet.server.store.lifetimes import DAY, MOST, Lifetimes
from trivet.server.store.stored import RoomHead

ROOM_PARTS = ("head", "rows", "lines", "record", "chances")
_encode = msgspec.json.encode


class ShelfPerson(NamedTuple):
    """A person on the shelf."""

    name: str
    since: int


class ShelfStore(Unshared):
    """The Store on a shelf; the promises are in server/store.py."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.stats = StoreStats(lambda: 0)
        self._saving: set[asyncio.Task[None]] = set()  # kept from the collector

    # --- rooms ---

    async def save(self, change: Change) -> None:
        try:
            await self._save(change)
        except UnicodeEncodeError:
            raise StoreError("It could not be stored: a text is damaged.") from None

    def save_soon(self, change: Change, done: Saved) -> None:
        task = asyncio.create_task(self._save_and_tell(change, done))
        self._saving.add(task)
        task.add_done_callback(self._saving.discard)

    async def _save_and_tell(self, change: Change, done: Saved) -> None:
        try:
            await self.save(change)
        except StoreError as error:
            done(error)
        else:
            done(None)

    async def _save(self, change: Change) -> None:
        room = change.head.id
        new = {}
        if change.rows:
            new[f"rows/{room}/{change.row:08}"] = _encode(change.rows)
        if change.lines:
            new[f"lines/{room}/{change.line:08}"] = _encode(change.lines)
        put = {f"head/{room}": _encode(change.head)}
        if change.record:
            put[f"record/{room}"] = change.record.encode()
        await self._change(new, put)

    async def claim(self, room: str) -> StoredRoom | None:
        return await self.load(room)

    async def load(self, room: str) -> StoredRoom | None:
        found = await self._one(f"head/{room}")
        if found is None:
            return None
        head = _head_or_none(found)
        if head is None or head.id != room:
            raise Unreadable("This table's saved data is damaged. Other tables are not affected.")
        rows: list[LogRow] = await self._joined(f"rows/{room}/", list[LogRow], "a line of its log")
        lines: list[Spoken] = await self._joined(f"lines/{room}/", list[Spoken], "its chat")
        return StoredRoom(head, rows, lines)

    async def _joined(self, prefix: str, kind: type[list[Any]], what: str) -> list[Any]:
        """All parts of a list that was saved piece by piece."""
        whole: list[Any] = []
        for name, data in await self._find(prefix):
            if name != f"{prefix}{len(whole):08}":
                raise Unreadable(f"The table cannot be read: {what} is missing.")
            try:
                whole += msgspec.json.decode(data, type=kind)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise Unreadable(f"The table cannot be read: {what} is damaged.") from None
        return whole

    async def open_rooms(self, since: int, most: int) -> list[RoomHead]:
        heads = await self._heads()
        found = [h for h in heads if h.phase == "open" and h.is_public and h.changed >= since]
        return found[:most]

    async def rooms_of(self, person: str, most: int) -> list[RoomHead]:
        return [head for head in await self._heads() if _is_of(head, person)][:most]

    async def unfinished_rooms(self, person: str) -> list[RoomHead]:
        heads = await self._heads()
        return [head for head in heads if head.phase != "over" and _is_of(head, person)]

    async def timed_rooms(self) -> list[str]:
        heads = await self._heads()
        return [h.id for h in heads if h.phase == "playing" and h.clock is not None]

    async def _heads(self) -> list[RoomHead]:
        """The heads that can be read; the latest first."""
        found = [_head_or_none(data) for _, data in await self._find("head/")]
        heads = [head for head in found if head is not None]
        return sorted(heads, key=lambda head: -head.changed)

    async def record(self, room: str) -> str | None:
        found = await self._one(f"record/{room}")
        return None if found is None else found.decode(errors="replace")

    async def chances(self, room: str) -> bytes | None:
        return await self._one(f"chances/{room}")

    async def keep_chances(self, room: str, data: bytes) -> None:
        if await self._one(f"record/{room}") is None:
            raise StoreError("It could not be stored: there is no such record.")
        await self._change({}, {f"chances/{room}": data})

    async def remove_room(self, room: str, epoch: int | None = None) -> None:
        await self._change({}, {}, await self._names_of([room]))

    async def _names_of(self, rooms: Iterable[str]) -> list[str]:
        """Everything on the shelf that belongs to rooms."""
        wanted = set(rooms)
        every = [name for part in ROOM_PARTS for name, _ in await self._find(f"{part}/")]
        return [name for name in every if name.split("/")[1] in wanted]

    # --- people ---

    async def add_guest(self, guest: StoredGuest, token: bytes) -> None:
        person = {f"person/{guest.person}": _encode(ShelfPerson(guest.name, guest.issued))}
        await self._change(person, {f"session/{token.hex()}": _encode(guest)})

    async def guest(self, token: bytes, now: int) -> StoredGuest | None:
        found = await self._one(f"session/{token.hex()}")
        if found is None:
            return None
        guest = msgspec.json.decode(found, type=StoredGuest)
        known = await self._person(guest.person)
        return None if guest.until <= now or known is None else guest._replace(name=known.name)

    async def _person(self, person: str) -> ShelfPerson | None:
        found = await self._one(f"person/{person}")
        return None if found is None else msgspec.json.decode(found, type=ShelfPerson)

    async def sessions_of(self, person: str, now: int) -> list[StoredSession]:
        found = [
            StoredSession(_token_in(name), one.issued, one.until)
            for name, one in await self._sessions()
            if one.person == person and one.until > now and not one.replaces
        ]
        return sorted(found, key=lambda one: -one.issued)

    async def end_session(self, person: str, token: bytes) -> None:
        gone = [
            name
            for name, one in await self._sessions()
            if one.person == person and token in (_token_in(name), one.replaces)
        ]
        await self._change({}, {}, gone)

    async def name(self, person: str) -> str | None:
        known = await self._person(person)
        return None if known is None else known.name

    async def rename(self, person: str, name: str) -> None:
        known = await self._person(person)
        if known is not None:
            await self._change({}, {f"person/{person}": _encode(known._replace(name=name))})

    async def renew(self, new: bytes, guest: StoredGuest) -> None:
        name = f"session/{new.hex()}"
        if await self._one(name) is None:
            await self._change({}, {name: _encode(guest)})

    async def replace(self, new: bytes, old: bytes, until: int) -> None:
        put = {}
        for token in (new, old):
            name = f"session/{token.hex()}"
            found = await self._one(name)
            if found is None:
                continue
            guest = msgspec.json.decode(found, type=StoredGuest)
            if token == new:
                put[name] = _encode(guest._replace(replaces=b""))
            else:
                put[name] = _encode(guest._replace(until=min(guest.until, until)))
        await self._change({}, put)

    async def _sessions(self) -> list[tuple[str, StoredGuest]]:
        return [
            (name, msgspec.json.decode(data, type=StoredGuest))
            for name, data in await self._find("session/")
        ]

    # --- for the operator ---

    async def rooms_in(self, phase: str, most: int) -> list[RoomHead]:
        return [head for head in await self._heads() if phase in (head.phase, "")][:most]

    async def rooms_by_rules(self) -> dict[tuple[str, int], list[str]]:
        found: dict[tuple[str, int], list[str]] = {}
        for head in sorted(await self._heads(), key=lambda head: head.id):
            if head.phase == "playing":
                found.setdefault((head.game, head.rules), []).append(head.id)
        return found

    async def room_names(self, after: str, most: int) -> list[str]:
        names = [name.removeprefix("head/") for name, _ in await self._find("head/")]
        return [name for name in names if name > after][:most]

    async def find_people(self, text: str, most: int) -> list[StoredPerson]:
        heads, sessions = await self._heads(), await self._sessions()
        found = []
        for name, data in await self._find("person/"):
            person, known = (
                name.removeprefix("person/"),
                msgspec.json.decode(data, type=ShelfPerson),
            )
            if text == person or text.lower() in known.name.lower():
                issued = [guest.issued for _, guest in sessions if guest.person == person]
                tables = sum(_is_of(head, person) for head in heads)
                seen = max(issued, default=known.since)
                found.append(StoredPerson(person, known.name, known.since, seen, tables))
        return sorted(found, key=lambda one: -one.seen)[:most]

    async def person_data(self, person: str) -> PersonData | None:
        known = await self._person(person)
        if known is None:
            return None
        rooms = [head for head in reversed(await self._heads()) if _is_of(head, person)]
        said = [(r, line) for r, line in await self._all_lines() if line.person == person]
        said.sort(key=lambda one: (one[1].at, one[0]))
        records = await self._records_of([one for one in rooms if one.seat_of(person) is not None])
        return PersonData(known.name, known.since, await self._own(person), rooms, said, records)

    async def _own(self, person: str) -> dict[str, list[dict[str, Any]]]:
        sessions = [guest for _, guest in await self._sessions() if guest.person == person]
        return {
            "sessions": [{"issued": one.issued, "until": one.until} for one in sessions],
            "sanctions": [one._asdict() for one in await self.sanctions() if one.who == person],
        }

    async def _records_of(self, rooms: Iterable[RoomHead]) -> list[tuple[str, str]]:
        found = [(head.id, await self.record(head.id)) for head in rooms]
        return [(room, text) for room, text in found if text is not None]

    async def _all_lines(self) -> list[tuple[str, Spoken]]:
        return [
            (name.split("/")[1], line)
            for name, data in await self._find("lines/")
            for line in msgspec.json.decode(data, type=list[Spoken])
        ]

    async def erase(self, person: str) -> int:
        heads = await self._heads()
        rooms = [head for head in heads if _is_of(head, person) or person in head.muted]
        seats = {head.id: seat for head in rooms if (seat := head.seat_of(person)) is not None}
        put = {f"head/{head.id}": _encode(without_person(head, person)) for head in rooms}
        put |= await self._records_without(seats)
        put |= await self._lines_without(person, seats)
        gone = [name for name, guest in await self._sessions() if guest.person == person]
        gone += [f"sanction/{s.kind}/{s.who}" for s in await self.sanctions() if s.who == person]
        await self._change({}, put, [*gone, f"person/{person}"])
        return len(rooms)

    async def _records_without(self, seats: Mapping[str, int]) -> dict[str, bytes]:
        found = {}
        for room, seat in seats.items():
            text = await self.record(room)
            if text is not None:
                found[f"record/{room}"] = record_without_name(text, seat).encode()
        return found

    async def _lines_without(self, person: str, seats: Mapping[str, int]) -> dict[str, bytes]:
        found = {}
        for name, data in await self._find("lines/"):
            lines = msgspec.json.decode(data, type=list[Spoken])
            seat = seats.get(name.split("/")[1])
            found[name] = _encode([_without_words(line, person, seat) for line in lines])
        return found

    async def sanctions(self) -> list[Sanction]:
        every = await self._find("sanction/")
        found = [msgspec.json.decode(data, type=Sanction) for _, data in every]
        return sorted(found, key=lambda sanction: sanction.since)

    async def punish(self, sanction: Sanction) -> None:
        await self._change({}, {f"sanction/{sanction.kind}/{sanction.who}": _encode(sanction)})

    async def pardon(self, who: str) -> int:
        found = [one for one in await self.sanctions() if one.who == who]
        await self._change({}, {}, [f"sanction/{one.kind}/{one.who}" for one in found])
        return len(found)

    # --- the house ---

    async def tidy(self, lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
        heads = await self._heads()
        idle = [head for head in heads if head.id not in in_use]
        old = [head.id for head in idle if _is_old(head, lifetimes, now)][:MOST]
        chats = await self._old_chats(idle, old, now - lifetimes.chat * DAY)
        sessions = await self._sessions()
        expired = [name for name, guest in sessions if guest.until < now][:MOST]
        lifted = await self._ended_sanctions(now)
        left = [head for head in heads if head.id not in old]
        gone = await self._guests_gone(left, sessions, now - lifetimes.guest * DAY)
        gone_sessions = [name for name, g in sessions if f"person/{g.person}" in gone]
        drop = [*await self._names_of(old), *chats, *expired, *lifted, *gone, *gone_sessions]
        await self._change({}, {}, drop)
        return len(old) + len({c.split("/")[1] for c in chats}) + len(expired) + len(gone)

    async def _ended_sanctions(self, now: int) -> list[str]:
        ended = [one for one in await self.sanctions() if one.until < now]
        return [f"sanction/{one.kind}/{one.who}" for one in ended]

    async def _old_chats(
        self, idle: Sequence[RoomHead], old: Sequence[str], before: int
    ) -> list[str]:
        """Of games that are over and kept; what was said in old rooms goes with them."""
        silent = {head.id for head in idle if head.phase == "over" and head.changed < before}
        names = [name for name, _ in await self._find("lines/")]
        return [name for name in names if name.split("/")[1] in silent - set(old)]

    async def _guests_gone(
        self, heads: list[RoomHead], sessions: list[tuple[str, StoredGuest]], before: int
    ) -> list[str]:
        """People without a table who have not come since."""
        coming = {guest.person for _, guest in sessions if guest.issued >= before}
        gone = []
        for name, data in await self._find("person/"):
            person, known = (
                name.removeprefix("person/"),
                msgspec.json.decode(data, type=ShelfPerson),
            )
            has_table = any(_is_of(head, person) for head in heads)
            if known.since < before and person not in coming and not has_table:
                gone.append(name)
        return gone[:MOST]

    async def is_well(self) -> bool:
        try:
            await self._change({}, {"well": b""})
        except StoreError:
            return False
        return True

    async def close(self) -> None:
        """A shelf stays open."""

    async def _one(self, name: str) -> bytes | None:
        return next((data for key, data in await self._find(name) if key == name), None)

    async def _find(self, prefix: str) -> list[tuple[str, bytes]]:
        try:
            return list(await self.shelf.find(prefix))
        except ShelfError as error:
            raise StoreError(f"It could not be read: {error}.") from None

    async def _change(
        self, add: Mapping[str, bytes], put: Mapping[str, bytes], drop: Collection[str] = ()
    ) -> None:
        began = perf_counter()
        try:
            await self.shelf.change(add, put, drop)
        except ShelfError as error:
            self.stats.failures += 1
            raise StoreError(f"It could not be stored: {error}.") from None
        self.stats.committed(1000 * (perf_counter() - began))


def _is_old(head: RoomHead, lifetimes: Lifetimes, now: int) -> bool:
    """Whether nobody has come for long; a game on a clock ends by itself."""
    days = {"open": lifetimes.open, "playing": lifetimes.left, "over": lifetimes.finished}
    has_clock = head.phase == "playing" and head.clock is not None
    return head.changed < now - days[head.phase] * DAY and not has_clock


def _token_in(name: str) -> bytes:
    """The token of a session on the shelf."""
    return bytes.fromhex(name.removeprefix("session/"))


def _is_of(head: RoomHead, person: str) -> bool:
    return head.host == person or head.seat_of(person) is not None


def _without_words(line: Spoken, person: str, seat: int | None) -> Spoken:
    is_theirs = line.person == person or (
        not line.person and line.seat == seat and seat is not None
    )
    return line._replace(name=NOBODY, text=NO_WORDS, person="") if is_theirs else line


def _head_or_none(data: bytes) -> RoomHead | None:
    try:
        return msgspec.json.decode(data, type=RoomHead)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return None
