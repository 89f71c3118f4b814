"""`trivet lab tune`: finds how bots should think, and whether their levels are in order."""

import argparse
import os
import sys

from trivet.cli.arguments import BadInput, check_seats, game_named, positive, up_to, whole
from trivet.lab.tune import LADDER, PACE, Knobs, Match, Tuner
from trivet.lab.workers import in_processes

SECONDS = 300
STRONGER, NOT_DECIDED, WEAKER = "stronger", "not decided", "LOSES to the level below"


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="a game, or one from outside: file.py:Class")
    add("--seconds", type=positive, default=SECONDS, metavar="S",
        help=f"half to try changes, half to measure the levels (default: {SECONDS})")  # fmt: skip
    add("--seats", type=whole, metavar="N", help="the size of the tables (default: the fewest)")
    add("--pace", type=up_to(1, "a number above 0 and up to 1"), default=PACE, metavar="P",
        help="part of the usual thinking time that an answer has in these matches "
        f"(default: {PACE:g})")  # fmt: skip
    add("--levels", action="store_true", help="change nothing, only measure the levels")
    add("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J",
        help="processes (default: one for each processor)")  # fmt: skip
    add("--seed", type=whole, default=0, metavar="N", help="of the tables that are dealt")


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    seats = check_seats(game, args.seats if args.seats is not None else game.fewest)
    tuner = Tuner(game, seats, in_processes(args.jobs), args.seed, args.pace)
    print(f"{game.title}, {seats} seats. An answer has {args.pace:.0%} of the usual time.")
    lost = False
    try:
        if not args.levels:
            print("\nChanges, each against the same level without it:")
            for level, knobs, match in tuner.search(args.seconds * (1 - LADDER)):
                print(f"  {level:7} {words(knobs):16} {figures(match)}  {verdict(match)}")
                sys.stdout.flush()
        print("\nLevels, each against the one below:")
        for match in tuner.ladder(args.seconds * (1.0 if args.levels else LADDER)):
            lost = lost or match.is_weaker
            name = f"{short(match.player)} over {short(match.rival)}"
            print(f"  {name:24} {figures(match)}  {standing(match)}")
            sys.stdout.flush()
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; this was found so far.\n")
    except NotImplementedError:
        raise BadInput(f"{game.title} has no strategy yet: write `worth` and `value`.") from None
    tell(tuner)
    return 1 if lost else 0


def tell(tuner: Tuner) -> None:
    if not any(tuner.kept.values()):
        print("\nNo change was better than what the game has now.")
        return
    print(f"\nFor the class of {tuner.game.title}:\n\n    tunings = {{")
    for level, knobs in tuner.thought().items():
        inside = ", ".join(f'"{name}": {value:g}' for name, value in knobs.items())
        print(f'        "{level}": {{{inside}}},')
    print("    }")


def short(player: str) -> str:
    return player.partition("+")[0]


def words(knobs: Knobs) -> str:
    return ", ".join(f"{name} {value:g}" for name, value in knobs.items())


def figures(match: Match) -> str:
    share = match.share
    bounds = f"({share.low:.0%} to {share.high:.0%})"
    return f"{share.mean:5.0%} {bounds:14} par {match.par:.0%}, {match.tables} tables"


def verdict(match: Match) -> str:
    return {"high": "kept", "low": "no gain", "": "not decided"}[match.verdict]


def standing(match: Match) -> str:
    return STRONGER if match.is_stronger else WEAKER if match.is_weaker else NOT_DECIDED
