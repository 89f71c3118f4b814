"""What spaces, Events and sides of Trinity are called in writing."""

from trivet.games.trinity.events.rows import TABLE
from trivet.games.trinity.pieces import SPACES

SLUGS = tuple(kind.name.lower().replace(" ", "-") for kind in TABLE)  # by kind of Event
POINTS = ("north", "east", "south", "west")  # by side
FROM_TOP = ("first", "second", "third")


def cell_name(cell: int) -> str:
    return "abcdefgh"[cell % 8] + "87654321"[cell // 8]


CELLS = {cell_name(cell): cell for cell in range(SPACES)}
