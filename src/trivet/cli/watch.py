"""`trivet watch`: shows a table of a server to a spectator."""

import argparse
import contextlib

from trivet.cli.arguments import add_ink
from trivet.cli.terminal.remote import Window, honest, place_named, visit
from trivet.cli.terminal.screen import screen_for


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("link", help="a link to a table")
    parser.add_argument("--quiet", action="store_true", help="news only, no pictures")
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    place = place_named(args.link)
    table = honest(visit(place.server, None).enter, place.room)
    window = Window(table, screen_for(args), is_quiet=args.quiet, more="before")
    with contextlib.closing(table), contextlib.suppress(KeyboardInterrupt):
        window.screen.say(f"{table.room.game}: {window.players()}.")
        while not table.is_over:
            if window.show_news() and not args.quiet:
                window.show_picture()
            honest(table.change)
        window.show_news()
        window.show_result()
    return 0
