"""Rows that belong to one person alone, by table: what an export shows of them.

Erasing removes them.  People are named in other places as well: `erasing.py` takes them out of
rooms, chat and records.  A test compares all of it with every column of both schemas.
"""

from typing import NamedTuple


class OwnRows(NamedTuple):
    """Where the person stands in a table, and the columns that an export shows."""

    column: str
    shown: tuple[str, ...]


OWN_ROWS = {
    "sessions": OwnRows("person", ("issued", "until")),
    "members": OwnRows("person", ("room",)),
    "keys": OwnRows("person", ("made", "used")),
    "ways": OwnRows("person", ("kind", "place", "fails", "sent")),
    "turns": OwnRows("person", ("room", "since", "last", "told")),
    "tickets": OwnRows("person", ("what", "until")),
    "sanctions": OwnRows("who", ("kind", "until", "reason", "since")),
    "people": OwnRows(
        "id",
        ("since", "seen", "kept", "handle", "is_bot", "zone", "quiet_from", "quiet_to"),
    ),
}
