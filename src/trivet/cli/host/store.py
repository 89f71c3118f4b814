"""`trivet admin copy` and `check`: copies a store between SQLite and PostgreSQL, and checks one."""

import argparse
import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from trivet.cli.arguments import BadInput
from trivet.cli.host.backup import print_faults
from trivet.server.rooms.copying import CannotCopy, copy, look_over

PLACE = "a folder with an SQLite store, or postgresql://..."
T = TypeVar("T")


def copy_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run_copy)
    parser.add_argument("source", metavar="FROM", help=PLACE)
    parser.add_argument("target", metavar="TO", help="the same; it must be empty")


def check_arguments(parser: argparse.ArgumentParser) -> None:
    parser.set_defaults(run=run_check)
    parser.add_argument("target", metavar="STORE", help=PLACE)


def run_copy(args: argparse.Namespace) -> int:
    counts, found = _done(copy(args.source, args.target))
    print(
        f"Copied: {counts['rooms']} tables, {counts['log']} rows of their logs, "
        f"{counts['lines']} lines of chat, {counts['records']} records, "
        f"{counts['people']} people."
    )
    print(f"{found.words()}.")
    return print_faults(found)


def run_check(args: argparse.Namespace) -> int:
    found = _done(look_over(args.target))
    print(f"{found.words()}.")
    return print_faults(found)


def _done(work: Coroutine[Any, Any, T]) -> T:
    try:
        return asyncio.run(work)
    except CannotCopy as wrong:
        raise BadInput(str(wrong)) from None
    except ImportError as missing:
        raise BadInput(f"This needs {missing.name}: pip install 'trivet[postgres]'.") from None
