"""The log of a finished game is dropped after some days: its record says the same."""

from collections.abc import Mapping
from typing import Any

from trivet.core import record
from trivet.core.game import Game
from trivet.core.record import BadRecord
from trivet.server.process.threads import in_thread
from trivet.server.store.contract import LogRow, Store, StoredRoom, Unreadable


async def with_log(store: Store, stored: StoredRoom, games: Mapping[str, Game[Any]]) -> StoredRoom:
    """The room, with the answers of its record if its log was dropped."""
    if stored.head.phase != "over" or stored.rows:
        return stored
    text = await store.record(stored.head.id)
    if text is None:
        return stored
    return stored._replace(rows=await in_thread(_rows, text, games))


def _rows(text: str, games: Mapping[str, Game[Any]]) -> list[LogRow]:
    try:
        log = record.load(text, games).table.log
    except BadRecord:
        raise Unreadable("The table cannot be read: its record is damaged.") from None
    return [LogRow("answer", seat, choice, "") for seat, choice in log]
