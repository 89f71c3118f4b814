"""The entry point: runs a command, and reports a mistake in one sentence."""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn, TextIO

import trivet
from trivet.cli.arguments import TRIVET, BadInput, game_named, printable
from trivet.cli.build import build_words

COMMANDS = {  # each is a module with `arguments(parser)` and `run(args)`: see PLACES
    "play": "play against bots, or with friends at one keyboard",
    "join": "sit down at a table of a server",
    "watch": "watch a table on a server",
    "games": "list the games",
    "rules": "read a rulebook, or one rule of it",
    "replay": "look at a game that was played",
    "picture": "draw a position of a game that was played, as an SVG file",
    "verify": "check that the dice of a game were fair",
    "serve": "open tables for people and bots on this machine",
    "admin": "look after a server: tables, people, bans, backups",
    "site": "make a folder with the whole table, for any host of files",
    "new-game": "write a whole small game, to make your own of it",
    "arena": "let bots play each other, and find out who is better",
    "balance": "let bots play a game, and report how balanced it is",
    "lab": "measure games and bots: speed, strength, faults",
    "mcp": "let a language model play, by the Model Context Protocol",
}
LAB = {  # the same, after `trivet lab`
    "bench": "measure how fast the rules are",
    "benchmark": "measure a bot against all levels, with seeds that never change",
    "calibrate": "check whether the win chances that bots tell come true",
    "check": "check a game against the engine's contract",
    "decks": "compute the mixture of decks that Sovereign's bots play from",
    "exact": "solve a small game, and measure how far bots are from its solution",
    "exploit": "look for simple ways to beat a bot",
    "fuzz": "look for faults in many random games",
    "honesty": "prove that bots know only what their seat may know",
    "ladder": "measure each level of bots against the level below",
    "perft": "count the ways a game can go on",
    "train": "let bots learn from games against themselves",
    "tune": "find how the bots of a game should think, and check its levels",
}
PLACES = {
    "serve": "host.serve",
    "admin": "host.admin",
    "arena": "lab.arena",
    "balance": "lab.balance",
}
RENAMED = {  # commands of the second edition
    **{name: f"lab {name}" for name in LAB},
    "reliability": "lab calibrate",
    "duties": "lab check",
    "backup": "admin backup",
    "restore": "admin restore",
    "store": "admin copy' or 'admin check",
}
SHELLS = ("bash", "zsh", "fish")
FRONT_DOOR = ("serve", "--open")  # what `trivet` alone does
OK, WRONG, INTERRUPTED = 0, 2, 130


def main(words: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code."""
    words = sys.argv[1:] if words is None else words
    return guarded(lambda: _run(words))


def _run(words: Sequence[str]) -> int:
    words = words or FRONT_DOOR
    if words[0] in RENAMED:
        raise BadInput(f"'{words[0]}' is now called '{RENAMED[words[0]]}'.")
    args = _parser().parse_args(words)
    for place in getattr(args, "brought", ()):
        game_named(place)
    code: int = args.run(args)
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
    """Refuses in one sentence, without a page of usage before it.  The arguments of a command are
    added when it is used, so that nothing else is imported."""

    fill: Callable[["Parser"], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        return super(Parser, self.filled()).parse_known_args(args, namespace)

    def filled(self) -> "Parser":
        fill, self.fill = self.fill, None
        if fill is not None:
            fill(self)
        return self

    def error(self, message: str) -> NoReturn:
        self.exit(WRONG, f"{self.prog}: {printable(message)} (see {self.prog} --help)\n")


class PrintCompletion(argparse.Action):
    """Prints the script and does nothing else, as --version does."""

    def __call__(self, parser: argparse.ArgumentParser, *others: Any, **named: Any) -> None:
        from trivet.cli.completion import script

        _, shell, *_ = others
        sys.stdout.write(script(shell, _parser()))
        parser.exit()


def _parser() -> Parser:
    parser = Parser(
        prog=TRIVET,
        description="Five tabletop games, their bots and their table.",
        epilog=f"'{TRIVET} COMMAND --help' tells more about a command.",
    )
    parser.add_argument("--version", action="version", version=_version())
    parser.add_argument("--completion", choices=SHELLS, action=PrintCompletion,
        help="print a script by which a shell completes commands, options and games")  # fmt: skip
    _add_commands(parser, COMMANDS, {name: PLACES.get(name, name) for name in COMMANDS})
    return parser


def _add_commands(parser: Parser, commands: Mapping[str, str], places: Mapping[str, str]) -> None:
    adding = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, parser_class=Parser
    )
    for name, summary in commands.items():
        command = adding.add_parser(
            name, help=summary, description=f"{summary[0].upper()}{summary[1:]}."
        )
        command.fill = _lab if name == "lab" else partial(_arguments, places[name])


def _lab(parser: Parser) -> None:
    _add_commands(parser, LAB, {name: f"lab.{name}" for name in LAB})


def _arguments(place: str, parser: Parser) -> None:
    module = import_module(f"trivet.cli.{place.replace('-', '_')}")
    parser.set_defaults(run=module.run)
    module.arguments(parser)
    parser.add_argument(
        "--game", action="append", default=[], dest="brought", metavar="FILE:CLASS",
        help="a game from outside, besides those that are installed",
    )  # fmt: skip


def all_commands() -> dict[str, str]:
    """Every command with its summary, those of the lab as "lab bench"."""
    return {**COMMANDS, **{f"lab {name}": summary for name, summary in LAB.items()}}


def parser_of(command: str) -> argparse.ArgumentParser:
    """The parser of one command, with all its arguments."""
    parser = _parser()
    for word in command.split():
        adding = next(a for a in parser._actions if isinstance(a, argparse._SubParsersAction))
        parser = adding.choices[word].filled()
    return parser


def _version() -> str:
    python = ".".join(str(part) for part in sys.version_info[:3])
    return f"trivet {trivet.__version__}, {build_words()}, Python {python}"


def _forgive(stream: TextIO) -> None:
    """Write characters that the terminal cannot show as escapes instead of raising."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(errors="backslashreplace")
