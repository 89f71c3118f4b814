"""`trivet rules`: prints a rulebook, or one rule of it."""

import argparse
import os
import shlex
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from trivet import rulebook
from trivet.cli.arguments import BadInput, add_ink, game_named
from trivet.cli.terminal.markdown import bare, reflow
from trivet.cli.terminal.screen import Screen, screen_for
from trivet.core.game import Game
from trivet.core.words.topics import Topic
from trivet.rulebook import Rule, Rulebook


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("words", metavar="WORD", nargs="*",
        help="a rule, as SOV-9 or 9; a card, piece or ability; a chapter; or any word")  # fmt: skip
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    screen = screen_for(args)
    book = book_of(rulebook.HOUSE if args.game == rulebook.HOUSE else game_named(args.game).name)
    if not args.words:
        page(screen.plain("\n".join(reflow(book.text, screen.width)) + "\n"))
        return 0
    topics = () if args.game == rulebook.HOUSE else game_named(args.game).topics
    look_up(screen, book, topics, " ".join(args.words))
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


def ask(screen: Screen, game: Game[Any], wanted: str) -> None:
    """During a game: the rules in short, or what the words stand for."""
    book = book_of(game.name)
    if wanted:
        look_up(screen, book, game.topics, wanted)
        return
    opening, *chapters = book.chapters
    screen.show(reflow(book.chapters[opening], screen.width))
    screen.say()
    screen.say(
        f"There is more: {', '.join(chapters)}. Type rules with a word of these, "
        "with a card or piece, with any other word, or with the number of a rule."
    )


def look_up(screen: Screen, book: Rulebook, topics: Sequence[Topic], wanted: str) -> None:
    """Show what the words stand for: a rule by its number; a card, piece or ability; a chapter; or
    every rule that mentions them."""
    if any(c.isdigit() for c in wanted):
        tell(screen, found(book, wanted))
    elif named := topics_named(topics, wanted):
        for topic in named:
            tell_topic(screen, topic)
        rule = book.rule(named[0].rule) if len(named) == 1 else None
        if rule is not None:
            tell(screen, rule)
    elif chapter := book.chapter(wanted):
        screen.show(reflow(chapter, screen.width))
    elif mentioning := book.mentioning(wanted):
        for rule in mentioning:
            tell(screen, rule)
    else:
        raise BadInput(f"Neither a card nor the rulebook mentions '{wanted}'.")


def topics_named(topics: Sequence[Topic], wanted: str) -> list[Topic]:
    """The topic of that name, or else those with all the words in their names."""
    words = wanted.casefold().split()
    exact = [topic for topic in topics if topic.name.casefold().split() == words]
    return exact or [t for t in topics if set(words) <= set(t.name.casefold().split())]


def tell_topic(screen: Screen, topic: Topic) -> None:
    note = f" ({topic.note})" if topic.note else ""
    screen.show([f"{screen.ink.bold(topic.name)}{note}  {screen.ink.faint(topic.rule)}"])
    screen.say(bare(topic.text), indent="  ")


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
