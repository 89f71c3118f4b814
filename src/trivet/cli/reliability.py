"""`trivet reliability`: whether the win chances that bots tell come true, as Markdown tables."""

import argparse

from trivet.bots.tuned import BadBot
from trivet.cli.arguments import BadInput, check_seats, games_named, positive, whole
from trivet.lab.arena import Contest
from trivet.lab.reliability import PHASES, reliability

HEAD = """\
| game | players | level | phase | said minus came | games | said → came, by fifths (thoughts) |
|---|---|---|---|---|---|---|"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="a game, or all")
    add("--bot", default="steady", metavar="LEVEL", help="who plays itself (default: steady)")
    add("--seats", type=whole, metavar="N", help="at a table (default: as few as can)")
    add("--seconds", type=positive, default=30, metavar="S", help="for each game (default: 30)")
    add("--seed", type=whole, default=0, metavar="N")


def run(args: argparse.Namespace) -> int:
    print(HEAD)
    for game in games_named(args.game):
        seats = check_seats(game, args.seats if args.seats is not None else game.fewest)
        try:
            Contest(game.name, (args.bot,) * seats).check()
        except BadBot as wrong:
            raise BadInput(f"{str(wrong)[0].upper()}{str(wrong)[1:]}.") from None
        phases, games = reliability(game.name, args.bot, seats, args.seconds, args.seed)
        for name, phase in zip(PHASES, phases, strict=True):
            error, half = phase.error()
            bins = ", ".join(f"{said:.2f} → {came:.2f} ({n})" for said, came, n in phase.bins())
            print(f"| {game.title} | {seats} | {args.bot} | {name} | {100 * error:+.1f} ± "
                  f"{100 * half:.1f} | {games} | {bins} |", flush=True)  # fmt: skip
    return 0
