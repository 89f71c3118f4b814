"""How long things are kept, and the removal of what is too old, a little at a time."""

import json
from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from trivet.server.store.personal import OWN_ROWS

if TYPE_CHECKING:  # a store in a page has none
    import sqlite3

DAY = 86_400
GONE_WITH_PERSON = [table for table in OWN_ROWS if table != "sanctions"]  # these end by themselves
MOST = 500  # rooms, sessions or people removed in one job, so that answers do not wait for it


class Lifetimes(NamedTuple):
    """Days without a change."""

    open: int = 7  # a table that was never started
    left: int = 90  # a game without a clock that nobody goes on with
    finished: int = 730  # a finished game and its record
    log: int = 7  # the log of a finished game: the record has its answers
    chat: int = 30  # lines of chat after the end of a game
    guest: int = 30  # somebody who has no table
    kept: int = 1095  # somebody who keeps their name and does not come


USUAL = Lifetimes()

ROOMS = """
SELECT id FROM rooms WHERE changed < :before AND phase = :phase AND NOT (phase = 'playing' AND is_timed)
AND id NOT IN (SELECT value FROM json_each(:in_use)) LIMIT :most
"""  # noqa: E501
CHATS = """
SELECT DISTINCT room FROM lines JOIN rooms ON id = room WHERE changed < :before AND phase = 'over'
AND id NOT IN (SELECT value FROM json_each(:in_use)) LIMIT :most
"""
LOGS = """
WITH RECURSIVE logged (room) AS (
    SELECT min(room) FROM log
    UNION ALL SELECT (SELECT min(room) FROM log WHERE room > logged.room) FROM logged
    WHERE logged.room IS NOT NULL
)
SELECT logged.room FROM logged JOIN rooms ON id = logged.room JOIN records r ON r.room = id
WHERE changed < :before AND phase = 'over'
AND id NOT IN (SELECT value FROM json_each(:in_use)) LIMIT :most / 10
"""
GUESTS = """
SELECT id FROM people WHERE since < :before AND kept = 0
AND NOT EXISTS (SELECT 1 FROM members WHERE person = id)
AND NOT EXISTS (SELECT 1 FROM sessions WHERE person = id AND issued >= :before) LIMIT :most
"""
KEPT = """
SELECT id FROM people WHERE kept > 0 AND kept < :before AND seen < :before
AND NOT EXISTS (SELECT 1 FROM members WHERE person = id) LIMIT :most
"""


def tidy(db: "sqlite3.Connection", lifetimes: Lifetimes, now: int, in_use: Collection[str]) -> int:
    """Remove some of what is too old; return how much.  Rooms that are open in memory stay."""
    used = json.dumps(list(in_use))

    def found(query: str, days: int, phase: str = "") -> list[tuple[str]]:
        before = now - days * DAY
        wanted = {"before": before, "phase": phase, "in_use": used, "most": MOST}
        return db.execute(query, wanted).fetchall()

    rooms = found(ROOMS, lifetimes.open, "open")
    rooms += found(ROOMS, lifetimes.left, "playing") + found(ROOMS, lifetimes.finished, "over")
    for table in ("turns", "due", "chances", "records", "lines", "log", "members"):
        db.executemany(f"DELETE FROM {table} WHERE room = ?", rooms)
    db.executemany("DELETE FROM rooms WHERE id = ?", rooms)
    chats = found(CHATS, lifetimes.chat)
    db.executemany("DELETE FROM lines WHERE room = ?", chats)
    logs = found(LOGS, lifetimes.log)
    db.executemany("DELETE FROM log WHERE room = ?", logs)
    old = "SELECT token FROM sessions WHERE until < ? LIMIT ?"
    sessions = db.execute(old, (now, MOST)).fetchall()
    db.executemany("DELETE FROM sessions WHERE token = ?", sessions)
    db.execute("DELETE FROM sanctions WHERE until < ?", (now,))
    db.execute("DELETE FROM tickets WHERE until < ?", (now,))
    guests = found(GUESTS, lifetimes.guest) + found(KEPT, lifetimes.kept)
    for table in GONE_WITH_PERSON:
        db.executemany(f"DELETE FROM {table} WHERE {OWN_ROWS[table].column} = ?", guests)
    return len(rooms) + len(chats) + len(logs) + len(sessions) + len(guests)
