"""`trivet lab perft`: counts the sequences of answers up to a depth."""

import argparse
import time

from trivet.cli.arguments import BadInput, check_seats, game_named, positive, whole
from trivet.core.dice import Dice
from trivet.core.record import CHANCE_MARK
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import CHANCE, State
from trivet.core.walk import perft, wander


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--seats", type=whole, metavar="N")
    parser.add_argument("--depth", type=positive, default=2, metavar="D", help="default: 2")
    parser.add_argument("--after", type=whole, default=0, metavar="N",
        help="count from where N random answers lead")  # fmt: skip
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="of those answers")
    parser.add_argument("--divide", action="store_true", help="count for each first answer apart")


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    s = game.new(check_seats(game, game.fewest if args.seats is None else args.seats))
    wander(s, args.after, Dice(args.seed))
    if s.is_over():
        raise BadInput(f"The game is over before answer {args.after}; count from an earlier one.")
    who = CHANCE_MARK if s.turn == CHANCE else SEAT_LETTERS[s.turn]
    print(f"{game.title}, {s.seats} seats, after {args.after} answers: {who} is asked")
    if args.divide:
        _divide(s, args.depth)
    for depth in range(1, args.depth + 1):
        began = time.perf_counter()
        count = perft(s, depth)
        print(f"depth {depth}: {count:,} ({time.perf_counter() - began:.2f} s)", flush=True)
    return 0


def _divide(s: State, depth: int) -> None:
    for choice in s.options(s.turn):
        twin = s.copy()
        twin.apply(s.turn, choice)
        print(f"  {s.game.codec.write(s, s.turn, choice)}: {perft(twin, depth - 1):,}", flush=True)
