"""The deadlines of a person's turns as a calendar (RFC 5545) that other programs read."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.game import Game
from trivet.server.store.stored import RoomHead
from trivet.server.wire.messages import Days

MOST = 100  # tables
LONGEST = 73  # bytes of a line
KIND = "text/calendar; charset=utf-8"


def calendar(
    heads: Sequence[RoomHead], person: str, games: Mapping[str, Game[Any]], site: str
) -> str:
    """One event for each turn with days on the clock: when the time runs out."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Trivet//Trivet//EN", "METHOD:PUBLISH"]
    for head in heads:
        seat = head.seat_of(person)
        if head.phase != "playing" or seat not in head.waiting or seat is None:
            continue
        if not isinstance(head.clock, Days) or head.game not in games:
            continue
        ends = _moment(head.changed + head.chairs[seat].left // 1000)
        words = f"{games[head.game].title}: your time runs out"
        lines += [
            "BEGIN:VEVENT", f"UID:{head.id}@trivet", f"DTSTAMP:{_moment(head.changed)}",
            f"DTSTART:{ends}", f"DTEND:{ends}", f"SUMMARY:{_escaped(words)}",
            f"URL:{site}/t/{head.id}", "END:VEVENT",
        ]  # fmt: skip
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _moment(seconds: int) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ", time.gmtime(seconds))


def _escaped(text: str) -> str:
    for letter in "\\;,":
        text = text.replace(letter, f"\\{letter}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> str:
    """Long lines go on after a blank; no letter is cut."""
    parts = [""]
    for letter in line:
        if len((parts[-1] + letter).encode()) > LONGEST:
            parts.append("")
        parts[-1] += letter
    return "\r\n ".join(parts)
