"""`trivet admin backup`: copies the store of a server, also while it runs, and checks the copy."""

import argparse
import asyncio
import os
import time
from contextlib import suppress
from pathlib import Path

from trivet.cli.arguments import BadInput, printable
from trivet.cli.terminal.saves import server_folder
from trivet.server.rooms.backup import BadBackup, Findings, back_up

DATABASE = (
    "A database is backed up and restored by its own tools: pg_dump and pg_restore. 'trivet admin "
    "check URL' replays what is in it, 'trivet admin copy URL DIR' makes an SQLite store of it."
)
NICENESS = 10  # a server may be playing on this machine


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run)
    parser.add_argument("file", metavar="FILE", nargs="?", type=Path,
        help="the copy (default: trivet-DATE.sqlite in this folder)")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    if args.store:
        raise BadInput(DATABASE)
    with suppress(AttributeError, OSError):
        os.nice(NICENESS)
    file = args.file or Path(time.strftime("trivet-%Y%m%d-%H%M%S.sqlite"))
    try:
        found = asyncio.run(back_up(args.data or server_folder(), file))
    except BadBackup as wrong:
        raise BadInput(str(wrong)) from None
    print(f"{file}: {found.words()}.")
    return print_faults(found)


def print_faults(found: Findings) -> int:
    """Print the faults; the exit code."""
    for fault in found.faults:
        print(printable(fault))
    return 1 if found.faults else 0
