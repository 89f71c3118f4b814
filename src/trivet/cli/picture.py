"""`trivet picture`: writes a position of a recorded game as an SVG file."""

import argparse
import sys
from pathlib import Path

from trivet import art
from trivet.cli.arguments import BadInput, printable, read_text
from trivet.cli.terminal.local_game import load
from trivet.cli.terminal.viewers import add_eyes, moment_of, viewer_of
from trivet.core.table import Table

STDOUT = "-"


def arguments(parser: argparse.ArgumentParser) -> None:
    add_eyes(parser)
    parser.add_argument("--dark", action="store_true", help="in the colours of the dark page")
    parser.add_argument("-o", "--output", metavar="FILE",
        help="where to; - is standard output (default: the record's name and N)")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    table = load(args.file, read_text(args.file))[0]
    viewer, at = viewer_of(args.viewer, table), moment_of(args.at, table)
    seen = Table(table.game, table.seats, table.seed, table.name, table.options, table.salt)
    seen.replay(table.log[:at])
    picture = art.picture(seen.state, viewer, art.DARK if args.dark else art.LIGHT)
    if picture is None:
        raise BadInput(f"{table.game.title} has no drawings; look at it with replay.")
    if args.output == STDOUT:
        sys.stdout.write(picture.svg)
        return 0
    path = Path(args.output or f"{Path(args.file).stem}-{at}.svg")
    save(path, picture)
    print(printable(f"{path}: after {at} of {len(table.log)} answers."))
    return 0


def save(path: Path, picture: art.Picture) -> None:
    """Overwrite a picture, but no other file."""
    if path.exists() and not is_picture(path):
        raise BadInput(f"{path} is there already and is no picture; nothing was overwritten.")
    try:
        path.write_text(picture.svg, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from None


def is_picture(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(5) == b"<svg "
    except OSError:
        return False
