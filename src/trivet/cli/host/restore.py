"""`trivet restore`: checks a backup and puts it in the place of a server's store."""

import argparse
import asyncio
from pathlib import Path

from trivet.cli.arguments import BadInput, store_url
from trivet.cli.host.backup import DATABASE, told
from trivet.cli.terminal.saves import server_folder
from trivet.server.rooms.backup import BadBackup, restore
from trivet.server.store.contract import CannotOpen


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("file", metavar="FILE", type=Path, help="a backup")
    add("--data", type=Path, metavar="DIR", help="where the server keeps its games")
    add("--store", type=store_url, metavar="URL", help=argparse.SUPPRESS)


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
    return told(found)
