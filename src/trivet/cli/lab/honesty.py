"""`trivet lab honesty`: checks that bots use only what their seat knows."""

import argparse
import sys
import time
from functools import partial

from trivet.bots.tuned import BOTS, BadBot, bot
from trivet.cli.arguments import BadInput, games_named, positive, sentence, whole
from trivet.lab.honesty import certify

PAIRS = 200


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, or all")
    parser.add_argument("--bots", default=",".join(BOTS), metavar="BOT,...", help="default: all")
    parser.add_argument("--pairs", type=positive, default=PAIRS, metavar="N",
        help=f"of games that one seat cannot tell apart (default: {PAIRS})")  # fmt: skip
    parser.add_argument("--iterations", type=positive, default=100, metavar="N",
        help="rounds of search of a thought (default: 100)")  # fmt: skip
    parser.add_argument("--seed", type=whole, default=1, metavar="N")


def run(args: argparse.Namespace) -> int:
    dishonest = 0
    for game in games_named(args.game):
        for name in args.bots.split(","):
            wish, began, found = f"{name}+iterations={args.iterations}", time.monotonic(), 0
            try:
                bot(wish, game)
            except BadBot as wrong:
                raise BadInput(sentence(wrong)) from None
            make = partial(bot, wish, game)
            for number, complaint in certify(make, game, args.pairs, args.seed):
                if complaint:
                    found += 1
                    print(f"{game.name}, {name}: {complaint}", flush=True)
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{game.name}, {name}: {number} of {args.pairs} \r")
            took = time.monotonic() - began
            dishonest += found
            print(f"{game.name}, {name}: {args.pairs} pairs, {found} told apart, {took:.1f} s")
    return 1 if dishonest else 0
