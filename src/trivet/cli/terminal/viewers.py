"""The viewer and the moment of a game: arguments that `replay` and `picture` share."""

import argparse

from trivet.cli.arguments import BadInput, whole
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import EVERYONE, NOBODY
from trivet.core.table import Table

VIEWERS = {"public": NOBODY, "open": EVERYONE}


def add_eyes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")
    parser.add_argument("--at", type=whole, metavar="N", help="after N answers (default: the end)")
    parser.add_argument("--as", "--seat", dest="viewer", metavar="VIEWER",
        help="a seat's letter, public, or open (default: open once the game is over)")  # fmt: skip


def viewer_of(wish: str | None, table: Table) -> int:
    """The viewer asked for; by default EVERYONE once the game is over, NOBODY before."""
    if wish is None:
        return EVERYONE if table.state.is_over() else NOBODY
    if wish.lower() in VIEWERS:
        return VIEWERS[wish.lower()]
    letters = SEAT_LETTERS[: table.seats]
    if len(wish) != 1 or wish.upper() not in letters:
        raise BadInput(f"--as takes {', '.join(letters)}, public or open, not '{wish}'.")
    return letters.index(wish.upper())


def moment_of(wish: int | None, table: Table) -> int:
    """The number of answers after which to look; by default all."""
    if wish is not None and wish > len(table.log):
        raise BadInput(f"The game has {len(table.log)} answers, not {wish}.")
    return len(table.log) if wish is None else wish
