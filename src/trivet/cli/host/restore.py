"""`trivet admin restore`: restores a server from a backup."""

import argparse
import asyncio
from pathlib import Path

from trivet.cli.arguments import BadInput
from trivet.cli.host.backup import DATABASE, print_faults
from trivet.cli.terminal.saves import server_folder
from trivet.server.rooms.backup import BadBackup, restore
from trivet.server.store.contract import CannotOpen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run)
    parser.add_argument("file", metavar="FILE", type=Path, help="a backup")


def run(args: argparse.Namespace) -> int:
    if args.store:
        raise BadInput(DATABASE)
    folder = args.data or server_folder()
    try:
        found, before = asyncio.run(restore(args.file, folder))
    except (BadBackup, CannotOpen) as wrong:
        raise BadInput(str(wrong)) from None
    print(f"{folder}: {found.words()}.")
    if before is not None:
        print(f"The store that was there is now {before}.")
    return print_faults(found)
