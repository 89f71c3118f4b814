"""`trivet verify`: checks that a record's dice were fair and its answers allowed."""

import argparse

from trivet.cli.arguments import printable, read_text
from trivet.verifier import CannotCheck, Unfair, verified


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record")


def run(args: argparse.Namespace) -> int:
    try:
        print(verified(read_text(args.file)))
    except Unfair as wrong:
        print(printable(f"not fair: {wrong}"))
        return 1
    except CannotCheck as why:
        print(printable(f"cannot be checked by this version: {why}"))
        return 3
    return 0
