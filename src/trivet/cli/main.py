"""The entry point: runs a command, and reports a mistake in one sentence.

Only the module of the wanted command is imported, so that `trivet --help` starts fast.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NoReturn, TextIO

import trivet
from trivet.cli.arguments import TRIVET, BadInput, game_named, printable
from trivet.cli.build import build_words

COMMANDS = {  # each is a module of this package with `arguments(parser)` and `run(args)`
    "play": "play against bots, or with friends at one keyboard",
    "serve": "open tables for people and bots on this machine",
    "admin": "look after a server: list, close, ban, mute, erase, export",
    "backup": "copy the store of a server, also while it runs, and check the copy",
    "restore": "put a backup in the place of a server's store",
    "store": "copy a store between SQLite and PostgreSQL, or check one",
    "site": "make a folder with the whole table, for any host of files",
    "join": "sit down at a table of a server",
    "watch": "look on at a table of a server",
    "games": "list the games",
    "rules": "read a rulebook, or one rule of it",
    "replay": "look at a game that was played",
    "picture": "draw a position of a game that was played, as an SVG file",
    "verify": "check that the dice of a game were fair",
    "perft": "count the ways a game can go on",
    "fuzz": "look for faults in many random games",
    "bench": "measure how fast the rules are",
    "arena": "let bots play each other, and find out who is better",
    "balance": "let bots play a game, and report how balanced it is",
    "ladder": "measure each level of bots against the level below",
    "reliability": "check whether the win chances that bots tell come true",
    "benchmark": "measure a bot against all levels, with seeds that never change",
    "exact": "solve a small game, and measure how far bots are from its solution",
    "exploit": "look for simple ways to beat a bot",
    "decks": "compute the mixture of decks that Sovereign's bots play from",
    "train": "let bots learn from games against themselves",
    "tune": "find how the bots of a game should think, and check its levels",
    "new-game": "write a whole small game, to make your own of it",
    "duties": "check what every game owes the house",
    "honesty": "prove that bots know only what their seat may know",
    "mcp": "let a language model play, by the Model Context Protocol",
}
ROOMS = {  # of this package; the other commands are beside this module
    "host": ("serve", "admin", "backup", "restore", "store"),
    "lab": (
        "perft", "fuzz", "bench", "arena", "balance", "ladder", "reliability", "benchmark", "exact",
        "exploit", "decks", "train", "tune", "duties", "honesty",
    ),
}  # fmt: skip
FRONT_DOOR = ("serve", "--open")  # what `trivet` alone does
OK, WRONG, INTERRUPTED = 0, 2, 130


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    words = sys.argv[1:] if words is None else words
    return guarded(lambda: _run(words))


def _run(words: Sequence[str]) -> int:
    words = words or FRONT_DOOR
    parser = _parser(words)
    args = parser.parse_args(words)
    for place in getattr(args, "brought", ()):
        game_named(place)
    code: int = module_of(args.command).run(args)
    return code


def guarded(run: Callable[[], int]) -> int:
    """Run and return the exit code; a mistake of the user is one sentence without a traceback."""
    for stream in (sys.stdout, sys.stderr):
        _forgive(stream)
    try:
        code = run()
        sys.stdout.flush()
    except BadInput as wrong:
        sys.stderr.write(f"{TRIVET}: {printable(str(wrong))}\n")
        return WRONG
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `trivet ... | head` has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except OSError as error:  # a full disk, a folder that may not be read
        sys.stderr.write(f"{TRIVET}: {printable(str(error))}\n")
        return WRONG
    return code


class Parser(argparse.ArgumentParser):
    """Refuses in one sentence, without a page of usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


def _parser(words: Sequence[str]) -> Parser:
    parser = Parser(
        prog=TRIVET,
        description="Five tabletop games, their bots and their table.",
        epilog=f"'{TRIVET} COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    wanted = next((word for word in words if not word.startswith("-")), "")
    for name, summary in COMMANDS.items():
        command = commands.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        if name == wanted:
            module_of(name).arguments(command)
            command.add_argument(
                "--game", action="append", default=[], dest="brought", metavar="FILE:CLASS",
                help="a game from outside, besides those that are installed",
            )  # fmt: skip
    return parser


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, with all its arguments."""
    found = _parser([command])
    commands = next(a for a in found._actions if isinstance(a, argparse._SubParsersAction))
    parser: argparse.ArgumentParser = commands.choices[command]
    return parser


def module_of(command: str) -> Any:
    name = command.replace("-", "_")
    room = next((f"{room}." for room, names in ROOMS.items() if command in names), "")
    return import_module(f"trivet.cli.{room}{name}")


def _version() -> str:
    python = ".".join(str(part) for part in sys.version_info[:3])
    return f"trivet {trivet.__version__}, {build_words()}, Python {python}"


def _forgive(stream: TextIO) -> None:
    """Write characters that the terminal cannot show as escapes instead of raising."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
