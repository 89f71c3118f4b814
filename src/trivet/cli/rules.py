"""`trivet rules`: prints a rulebook, or one rule of it."""

import argparse
import os
import shlex
import subprocess
import sys

from trivet import rulebook
from trivet.cli.arguments import BadInput, add_ink, game_named
from trivet.cli.markdown import bare, reflow
from trivet.cli.screen import Screen, screen_for
from trivet.rulebook import Rule, Rulebook


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("id", metavar="ID", nargs="?", help="one rule, as SOV-9 or 9")
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    screen = screen_for(args)
    book = book_of(rulebook.HOUSE if args.game == rulebook.HOUSE else game_named(args.game).name)
    if args.id is None:
        page(screen.plain("\n".join(reflow(book.text, screen.width)) + "\n"))
        return 0
    tell(screen, found(book, args.id))
    return 0


def book_of(name: str) -> Rulebook:
    try:
        return rulebook.read(name)
    except rulebook.NoRulebook:
        raise BadInput(f"The rulebook '{name}' is not installed.") from None


def found(book: Rulebook, wanted: str) -> Rule:
    """A rule of the book, or of the house rules."""
    rule = book.rule(wanted)
    if rule is None and wanted.upper().startswith("HOUSE"):
        book = book_of(rulebook.HOUSE)
        rule = book.rule(wanted)
    if rule is None:
        raise BadInput(
            f"There is no rule '{wanted}'; the nearest are {', '.join(book.nearest(wanted))}."
        )
    return rule


def tell(screen: Screen, rule: Rule) -> None:
    screen.show([f"{screen.ink.bold(rule.id)}  {screen.ink.faint(rule.chapter)}"])
    screen.say(bare(rule.text), indent="  ")


def page(text: str) -> None:
    """Show text in $PAGER on a terminal; otherwise print it."""
    pager = os.environ.get("PAGER", "")
    if pager and sys.stdout.isatty():
        try:
            subprocess.run(shlex.split(pager), input=text.encode(), check=False)
        except (OSError, ValueError):
            pass  # no such pager: print it
        else:
            return
    print(text, end="")
