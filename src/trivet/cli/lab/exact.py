"""`trivet lab exact`: a small game written out whole: its size, its value, and how far bots
are from an equilibrium."""

import argparse
import json
from collections.abc import Iterator
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.tuned import BadBot, bot
from trivet.cli.arguments import BadInput, check_seats, game_named, option, positive, sentence
from trivet.core.game import Game
from trivet.core.options import BadOption
from trivet.core.state import State
from trivet.guests import BadGuest, Guest, is_guest
from trivet.lab.theory import MOST, SMALL, Solver, TooLarge, Tree, odds_of

ROUNDS = 400
THOUGHTS = 16
SAMPLED = ("random", "greedy")  # quick bots: their odds are taken from more thoughts
TIMES = 4


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME",
        help=f"of {', '.join(SMALL)}; or a game for two, made small by its options")  # fmt: skip
    parser.add_argument("--bots", default="greedy,steady,sharp", metavar="BOT,...",
        help="levels and guests to measure (default: greedy,steady,sharp)")  # fmt: skip
    parser.add_argument("--option", type=option, action="append", default=[], metavar="KEY=VALUE",
        help="an option of the game, its value in JSON")  # fmt: skip
    parser.add_argument("--rounds", type=positive, default=ROUNDS, metavar="N",
        help=f"of CFR+ (default: {ROUNDS})")  # fmt: skip
    parser.add_argument("--thoughts", type=positive, default=THOUGHTS, metavar="N",
        help=f"of a bot in each set (default: {THOUGHTS}; quick ones {TIMES} times)")  # fmt: skip
    parser.add_argument("--most", type=positive, default=MOST, metavar="N",
        help=f"histories, at most (default: {MOST})")  # fmt: skip
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    game, first = _first(args)
    bots = dict(_bots(game, args.bots))
    try:
        tree = Tree(first, args.most)
        solver = Solver(tree)
    except TooLarge as wrong:
        raise BadInput(f"{sentence(wrong)} Smaller options, or --most, may help.") from None
    except ModuleNotFoundError:
        raise BadInput("Solving needs OpenSpiel: pip install 'trivet[research]'.") from None
    value, left = solver.equilibrium(args.rounds)
    found: dict[str, Any] = {
        "game": args.game, "histories": tree.histories, "infosets": tree.infosets,
        "forgotten": len(tree.forgotten), "value": value,
        "nash_conv": {"equilibrium": left, "uniform": solver.nash_conv(solver.uniform())},
    }  # fmt: skip
    if not args.json:
        _tell(found, args.rounds)
    for name, player in bots.items():
        thoughts = args.thoughts * (TIMES if name in SAMPLED else 1)
        away = solver.nash_conv(solver.of(odds_of(tree, player, thoughts)))
        found["nash_conv"][name] = away
        if not args.json:
            print(f"NashConv of {name:20}{away:10.4f}   ({thoughts} thoughts a set)", flush=True)
    if args.json:
        print(json.dumps(found))
    return 0


def _first(args: argparse.Namespace) -> tuple[Game[Any], State]:
    small = SMALL.get(args.game)
    if small is not None:
        if args.option:
            raise BadInput(f"{args.game} has its options; name the game {small.game} for others.")
        return game_named(small.game), small.first()
    game = game_named(args.game)
    check_seats(game, 2)
    try:
        return game, game.new(2, dict(args.option))
    except BadOption as wrong:
        raise BadInput(sentence(wrong)) from None


def _bots(game: Game[Any], names: str) -> Iterator[tuple[str, Bot]]:
    for name in filter(None, names.split(",")):
        try:
            yield name, Guest(name, game) if is_guest(name) else bot(name, game)
        except (BadBot, BadGuest) as wrong:
            raise BadInput(sentence(wrong)) from None


def _tell(found: dict[str, Any], rounds: int) -> None:
    print(f"{found['game']}: {found['histories']:,} histories, {found['infosets']:,} sets")
    if found["forgotten"]:
        print(f"In {found['forgotten']} sets a seat has forgotten what it did: no perfect recall.")
    nash = found["nash_conv"]
    print(f"value for the first seat   {0.5 + found['value']:10.4f}   of the win")
    print(f"NashConv of {rounds:,} rounds of CFR+ {nash['equilibrium']:8.5f}")
    print(f"NashConv of {'uniform play':20}{nash['uniform']:10.4f}", flush=True)
