"""`trivet store`: copies a store between SQLite and PostgreSQL, and checks one."""

import argparse
import asyncio

from trivet.cli.arguments import BadInput
from trivet.cli.host.backup import told
from trivet.server.rooms.copying import CannotCopy, copy, look_over


def arguments(parser: argparse.ArgumentParser) -> None:
    deeds = parser.add_subparsers(dest="deed", metavar="WHAT", required=True)
    what = "a folder with an SQLite store, or postgresql://..."
    one = deeds.add_parser("copy", help="copy everything to a new place, and check it there")
    one.add_argument("source", metavar="FROM", help=what)
    one.add_argument("target", metavar="TO", help="the same; it must be empty")
    one = deeds.add_parser("check", help="replay every table and verify every record")
    one.add_argument("target", metavar="STORE", help=what)


def run(args: argparse.Namespace) -> int:
    try:
        if args.deed == "check":
            found = asyncio.run(look_over(args.target))
        else:
            counts, found = asyncio.run(copy(args.source, args.target))
            print(
                f"Copied: {counts['rooms']} tables, {counts['log']} rows of their logs, "
                f"{counts['lines']} lines of chat, {counts['records']} records, "
                f"{counts['people']} people."
            )
    except CannotCopy as wrong:
        raise BadInput(str(wrong)) from None
    except ImportError as missing:
        raise BadInput(f"This needs {missing.name}: pip install 'trivet[postgres]'.") from None
    print(f"{found.words()}.")
    return told(found)
