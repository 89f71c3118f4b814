"""What the operator asks of the SQLite store: lists, sanctions, a person's data, erasing."""

import sqlite3
from collections.abc import Sequence
from typing import Any

import msgspec

from trivet.server.store.contract import PersonData, Sanction, Spoken, StoredPerson
from trivet.server.store.decoding import head_or_none
from trivet.server.store.erasing import NO_WORDS, NOBODY, record_without_name, without_person
from trivet.server.store.personal import OWN_ROWS, OwnRows
from trivet.server.store.stored import RoomHead

PEOPLE = """
SELECT id, name, since, coalesce((SELECT max(issued) FROM sessions WHERE person = id), since) seen,
(SELECT count(*) FROM members WHERE person = id)
FROM people WHERE id = :text OR instr(lower(name), lower(:text)) ORDER BY seen DESC LIMIT :most
"""
RULES = """
SELECT id, json_extract(text, '$.game'), json_extract(text, '$.rules')
FROM (SELECT id, CAST(head AS TEXT) text FROM rooms WHERE phase = 'playing')
WHERE json_valid(text) AND json_type(text, '$.rules') = 'integer' ORDER BY id
"""
ROOM_TABLES = ("turns", "due", "chances", "records", "lines", "log", "members")


def rooms_by_rules(db: sqlite3.Connection) -> dict[tuple[str, int], list[str]]:
    found: dict[tuple[str, int], list[str]] = {}
    for room, game, rules in db.execute(RULES):
        found.setdefault((str(game), int(rules)), []).append(room)
    return found


def find_people(db: sqlite3.Connection, text: str, most: int) -> list[StoredPerson]:
    return [StoredPerson(*row) for row in db.execute(PEOPLE, {"text": text, "most": most})]


def remove_room(db: sqlite3.Connection, room: str) -> None:
    for table in ROOM_TABLES:
        db.execute(f"DELETE FROM {table} WHERE room = ?", (room,))
    db.execute("DELETE FROM rooms WHERE id = ?", (room,))


def person_data(db: sqlite3.Connection, person: str) -> PersonData | None:
    db.execute("BEGIN")  # all from one snapshot
    try:
        known = db.execute("SELECT name, since FROM people WHERE id = ?", (person,)).fetchone()
        rooms = _rooms_of(db, person)
        own = {table: _own(db, table, rows, person) for table, rows in OWN_ROWS.items()}
        lines = [
            (room, Spoken(*line))
            for room, *line in db.execute(
                "SELECT room, channel, name, seat, text, at, person FROM lines WHERE person = ? "
                "ORDER BY at, room, n",
                (person,),
            )
        ]
        records = []
        for head in rooms:
            row = db.execute("SELECT text FROM records WHERE room = ?", (head.id,)).fetchone()
            if row is not None and head.seat_of(person) is not None:
                records.append((head.id, row[0]))
    finally:
        db.execute("ROLLBACK")
    if known is None:
        return None
    return PersonData(known[0], known[1], own, rooms, lines, records)


def erase(db: sqlite3.Connection, person: str) -> int:
    rooms = _rooms_naming(db, person)
    for head in rooms:
        new = msgspec.json.encode(without_person(head, person))
        db.execute("UPDATE rooms SET head = ? WHERE id = ?", (new, head.id))
        seat = head.seat_of(person)
        if seat is None:
            continue
        row = db.execute("SELECT text FROM records WHERE room = ?", (head.id,)).fetchone()
        if row is not None:
            text = record_without_name(row[0], seat)
            db.execute("UPDATE records SET text = ? WHERE room = ?", (text, head.id))
        db.execute(  # lines that were written before lines had a person
            "UPDATE lines SET name = ?, text = ? WHERE room = ? AND seat = ? AND person = ''",
            (NOBODY, NO_WORDS, head.id, seat),
        )
    db.execute(
        "UPDATE lines SET name = ?, text = ?, person = '' WHERE person = ?",
        (NOBODY, NO_WORDS, person),
    )
    for table, own in OWN_ROWS.items():
        db.execute(f"DELETE FROM {table} WHERE {own.column} = ?", (person,))
    return len(rooms)


def _own(db: sqlite3.Connection, table: str, own: OwnRows, person: str) -> list[dict[str, Any]]:
    wanted = f"SELECT {', '.join(own.shown)} FROM {table} WHERE {own.column} = ? ORDER BY 1"
    return [dict(zip(own.shown, row, strict=True)) for row in db.execute(wanted, (person,))]


def _rooms_of(db: sqlite3.Connection, person: str) -> list[RoomHead]:
    """Rooms of a person, without those whose head cannot be read."""
    wanted = "SELECT head FROM members JOIN rooms ON id = room WHERE person = ? ORDER BY changed"
    return _heads(db.execute(wanted, (person,)).fetchall())


def _rooms_naming(db: sqlite3.Connection, person: str) -> list[RoomHead]:
    """Rooms whose head has a person in it: on a seat, as the host, or muted."""
    wanted = "SELECT head FROM rooms WHERE instr(CAST(head AS BLOB), CAST(? AS BLOB))"
    return _heads(db.execute(wanted, (person,)).fetchall())


def _heads(rows: Sequence[Sequence[bytes]]) -> list[RoomHead]:
    return [head for row in rows if (head := head_or_none(row[0])) is not None]


def sanctions(db: sqlite3.Connection) -> list[Sanction]:
    wanted = "SELECT who, kind, until, reason, since FROM sanctions ORDER BY since"
    return [Sanction(*row) for row in db.execute(wanted)]


def punish(db: sqlite3.Connection, sanction: Sanction) -> None:
    db.execute("INSERT OR REPLACE INTO sanctions VALUES (?, ?, ?, ?, ?)", sanction)


def pardon(db: sqlite3.Connection, who: str) -> int:
    return db.execute("DELETE FROM sanctions WHERE who = ?", (who,)).rowcount
