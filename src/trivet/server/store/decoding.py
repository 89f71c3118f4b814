"""Between stored rows and what they mean; the same for every store."""

from collections.abc import Sequence
from typing import Any

import msgspec

from trivet.server.store.contract import Change, LogRow, Spoken, StoredRoom, Unreadable
from trivet.server.store.stored import RoomHead
from trivet.server.wire.messages import Days


def stored_room(
    room: str,
    data: bytes,
    log: Sequence[Sequence[Any]],
    lines: Sequence[Sequence[Any]],
    epoch: int = 0,
    elapsed: int = 0,
) -> StoredRoom:
    """A room from its head, its log with numbers, and its chat; Unreadable if it is damaged."""
    head = head_or_none(data)
    if head is None or head.id != room:
        raise Unreadable("This table's saved data is damaged. Other tables are not affected.")
    if [row[0] for row in log] != list(range(len(log))):
        raise Unreadable("The table cannot be read: a line of its log is missing.")
    if not all(isinstance(line[3], str) for line in lines):
        raise Unreadable("The table cannot be read: its chat is damaged.")
    rows = [LogRow(*row[1:]) for row in log]
    return StoredRoom(head, rows, [Spoken(*line) for line in lines], epoch, elapsed)


def head_or_none(data: bytes) -> RoomHead | None:
    try:
        return msgspec.json.decode(data, type=RoomHead)
    except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
        return None


def may_be_parked(head: RoomHead) -> bool:
    """Whether its clocks may run on in the store: players have days for an answer."""
    return isinstance(head.clock, Days)


def new_members(change: Change) -> set[tuple[str, str]]:
    """People and rooms, for the lists of rooms; nobody sits down after the first answer."""
    head = change.head
    if head.phase != "open" and change.row:
        return set()
    return {(one, head.id) for one in (head.host, *(c.person for c in head.chairs)) if one}
