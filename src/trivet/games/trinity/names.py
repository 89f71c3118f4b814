"""What spaces, Events and sides of Trinity are called in writing."""

from collections.abc import Sequence

from trivet.core.seats import SEAT_LETTERS
from trivet.core.words.fields import listed
from trivet.games.trinity.events.cards import TABLE
from trivet.games.trinity.pieces import SPACES
from trivet.games.trinity.seen import EventSeen

SLUGS = tuple(kind.name.lower().replace(" ", "-") for kind in TABLE)  # by kind of Event
POINTS = ("north", "east", "south", "west")  # by side
FROM_TOP = ("first", "second", "third")


def cell_name(cell: int) -> str:
    return "abcdefgh"[cell % 8] + "87654321"[cell // 8]


def told_apart(one: EventSeen, held: Sequence[EventSeen]) -> str:
    """TRI-17  What tells an Event, as a view shows it, from another one alike in the same hand."""
    if one.event == "?":
        return ""
    alike = [other for other in held if other is not one and other.event == one.event]
    if any(other.drafted != one.drafted for other in alike):
        return "from the draft" if one.drafted else "drawn in play"
    if any(other.known_to != one.known_to for other in alike):
        seen_by = listed([SEAT_LETTERS[seat] for seat in one.known_to])
        return f"seen by {seen_by}" if seen_by else "seen by nobody else"
    return ""


CELLS = {cell_name(cell): cell for cell in range(SPACES)}
