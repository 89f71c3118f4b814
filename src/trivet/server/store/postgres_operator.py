"""What the operator asks of the PostgreSQL store, and the removal of what is too old."""

from collections.abc import Collection
from typing import Any

import msgspec

from trivet.server.store.contract import Lost, PersonData, Sanction, Spoken, StoredPerson
from trivet.server.store.decoding import head_or_none
from trivet.server.store.erasing import NO_WORDS, NOBODY, record_without_name, without_person
from trivet.server.store.lifetimes import DAY, GONE_WITH_PERSON, MOST, Lifetimes
from trivet.server.store.personal import OWN_ROWS, OwnRows
from trivet.server.store.stored import RoomHead

ROOM_TABLES = ("turns", "due", "chances", "records", "lines", "log", "members")
PEOPLE = """
SELECT id, name, since, coalesce((SELECT max(issued) FROM sessions WHERE person = id), since) seen,
(SELECT count(*) FROM members WHERE person = id)
FROM people WHERE id = $1 OR position(lower($1) IN lower(name)) > 0 ORDER BY seen DESC LIMIT $2
"""
UNUSED = """
id <> ALL($1) AND NOT EXISTS
(SELECT FROM servers s WHERE s.id = rooms.owner AND s.until > clock_timestamp())
"""
OLD_ROOMS = f"""
DELETE FROM rooms WHERE id IN (
    SELECT id FROM rooms WHERE changed < $2 AND phase = $3 AND NOT (phase = 'playing' AND is_timed)
    AND {UNUSED} LIMIT $4
) AND changed < $2 AND phase = $3 AND {UNUSED} RETURNING id
"""
OLD_CHATS = f"""
SELECT DISTINCT room FROM lines JOIN rooms ON id = room WHERE changed < $2 AND phase = 'over'
AND {UNUSED} LIMIT $3
"""
OLD_LOGS = f"""
WITH RECURSIVE logged (room) AS (
    SELECT min(room) FROM log
    UNION ALL SELECT (SELECT min(room) FROM log WHERE room > logged.room) FROM logged
    WHERE logged.room IS NOT NULL
)
SELECT logged.room FROM logged JOIN rooms ON id = logged.room JOIN records r ON r.room = id
WHERE changed < $2 AND phase = 'over' AND {UNUSED} LIMIT $3
"""
OLD_GUESTS = """
SELECT id FROM people WHERE since < $1 AND kept = 0
AND NOT EXISTS (SELECT FROM members WHERE person = people.id)
AND NOT EXISTS (SELECT FROM sessions s WHERE s.person = people.id AND s.issued >= $1) LIMIT $2
"""
OLD_KEPT = """
SELECT id FROM people WHERE kept > 0 AND kept < $1 AND seen < $1
AND NOT EXISTS (SELECT FROM members WHERE person = people.id) LIMIT $2
"""


async def rooms_by_rules(db: Any) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = {}
    for row in await db.fetch("SELECT head FROM rooms WHERE phase = 'playing' ORDER BY id"):
        head = head_or_none(row["head"])
        if head is not None:
            found.setdefault((head.game, head.rules), []).append(head.id)
    return found


async def find_people(db: Any, text: str, most: int) -> list[StoredPerson]:
    return [StoredPerson(*row) for row in await db.fetch(PEOPLE, text, most)]


async def remove_room(db: Any, room: str, epoch: int | None) -> None:
    gone = "DELETE FROM rooms WHERE id = $1 AND ($2::bigint IS NULL OR epoch = $2) RETURNING id"
    if await db.fetchval(gone, room, epoch) is None and epoch is not None:
        raise Lost("Another server has this table now.")
    await _empty(db, [room])


async def _empty(db: Any, rooms: list[str]) -> None:
    for table in ROOM_TABLES:
        await db.execute(f"DELETE FROM {table} WHERE room = ANY($1)", rooms)


async def person_data(db: Any, person: str) -> PersonData | None:
    known = await db.fetchrow("SELECT name, since FROM people WHERE id = $1", person)
    if known is None:
        return None
    rooms = await _rooms_of(db, person)
    own = {table: await _own(db, table, rows, person) for table, rows in OWN_ROWS.items()}
    lines = await db.fetch(
        "SELECT room, channel, name, seat, text, at, person FROM lines WHERE person = $1 "
        "ORDER BY at, room, n", person)  # fmt: skip
    sat = [head.id for head in rooms if head.seat_of(person) is not None]
    texts = dict(await db.fetch("SELECT room, text FROM records WHERE room = ANY($1)", sat))
    return PersonData(
        known["name"], known["since"], own, rooms,
        [(row["room"], Spoken(*tuple(row)[1:])) for row in lines],
        [(room, texts[room]) for room in sat if room in texts],
    )  # fmt: skip


async def erase(db: Any, person: str) -> int:
    rooms = await _rooms_naming(db, person)
    for head in rooms:
        new = msgspec.json.encode(without_person(head, person))
        await db.execute("UPDATE rooms SET head = $1 WHERE id = $2", new, head.id)
        seat = head.seat_of(person)
        if seat is None:
            continue
        text = await db.fetchval("SELECT text FROM records WHERE room = $1", head.id)
        if text is not None:
            text = record_without_name(text, seat)
            await db.execute("UPDATE records SET text = $1 WHERE room = $2", text, head.id)
        await db.execute(  # lines that were written before lines had a person
            "UPDATE lines SET name = $1, text = $2 WHERE room = $3 AND seat = $4 AND person = ''",
            NOBODY, NO_WORDS, head.id, seat)  # fmt: skip
    await db.execute(
        "UPDATE lines SET name = $1, text = $2, person = '' WHERE person = $3",
        NOBODY, NO_WORDS, person)  # fmt: skip
    for table, own in OWN_ROWS.items():
        await db.execute(f"DELETE FROM {table} WHERE {own.column} = $1", person)
    return len(rooms)


async def _own(db: Any, table: str, own: OwnRows, person: str) -> list[dict[str, Any]]:
    wanted = f"SELECT {', '.join(own.shown)} FROM {table} WHERE {own.column} = $1 ORDER BY 1"
    return [dict(row) for row in await db.fetch(wanted, person)]


async def _rooms_of(db: Any, person: str) -> list[RoomHead]:
    """Rooms of a person, without those whose head cannot be read."""
    rows = await db.fetch(
        "SELECT head FROM members JOIN rooms ON id = room WHERE person = $1 ORDER BY changed",
        person)  # fmt: skip
    return [head for row in rows if (head := head_or_none(row["head"])) is not None]


async def _rooms_naming(db: Any, person: str) -> list[RoomHead]:
    """Rooms whose head has a person in it: on a seat, as the host, or muted."""
    wanted = "SELECT head FROM rooms WHERE position(convert_to($1, 'UTF8') in head) > 0"
    rows = await db.fetch(wanted, person)
    return [head for row in rows if (head := head_or_none(row["head"])) is not None]


async def sanctions(db: Any) -> list[Sanction]:
    wanted = "SELECT who, kind, until, reason, since FROM sanctions ORDER BY since"
    return [Sanction(*row) for row in await db.fetch(wanted)]


async def tidy(db: Any, lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
    """Remove some of what is too old; return how much.  Rooms of servers that live stay."""
    used = list(in_use)
    rooms: list[str] = []
    for phase, days in (
        ("open", lifetimes.open), ("playing", lifetimes.left), ("over", lifetimes.finished),
    ):  # fmt: skip
        old = await db.fetch(OLD_ROOMS, used, now - days * DAY, phase, MOST)
        rooms += [row["id"] for row in old]
    await _empty(db, rooms)
    rows = await db.fetch(OLD_CHATS, used, now - lifetimes.chat * DAY, MOST)
    chats = [row["room"] for row in rows]
    await db.execute("DELETE FROM lines WHERE room = ANY($1)", chats)
    rows = await db.fetch(OLD_LOGS, used, now - lifetimes.log * DAY, MOST // 10)
    logs = [row["room"] for row in rows]
    await db.execute("DELETE FROM log WHERE room = ANY($1)", logs)
    sessions = await db.fetch(
        "DELETE FROM sessions WHERE token IN (SELECT token FROM sessions WHERE until < $1 LIMIT $2)"
        " RETURNING 1", now, MOST)  # fmt: skip
    await db.execute("DELETE FROM sanctions WHERE until < $1", now)
    rows = await db.fetch(OLD_GUESTS, now - lifetimes.guest * DAY, MOST)
    rows += await db.fetch(OLD_KEPT, now - lifetimes.kept * DAY, MOST)
    guests = [row["id"] for row in rows]
    await db.execute("DELETE FROM tickets WHERE until < $1", now)
    for table in GONE_WITH_PERSON:
        column = OWN_ROWS[table].column
        await db.execute(f"DELETE FROM {table} WHERE {column} = ANY($1)", guests)
    return len(rooms) + len(chats) + len(logs) + len(sessions) + len(guests)
