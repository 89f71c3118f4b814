"""`trivet lab benchmark`: a bot against the five levels with fixed seeds, to be cited."""

import argparse
import json
import os
from dataclasses import asdict
from typing import Any

import trivet
from trivet.bots.levels import LEVELS
from trivet.bots.tuned import BadBot
from trivet.cli.arguments import BadInput, games_named, option, positive, sentence
from trivet.cli.lab.arena import play
from trivet.core.options import BadOption
from trivet.lab.arena import Contest, contests
from trivet.lab.base import code_hash
from trivet.lab.ledger import Ledger
from trivet.lab.tally import results
from trivet.lab.workers import in_processes

BLOCKS = 100
SEED = 2026  # never changes: figures of different days can be compared


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="a level, or file.py:function; see arena")
    parser.add_argument("game", metavar="GAME", nargs="?", default="all", help="default: all")
    parser.add_argument("--levels", default=",".join(LEVELS), metavar="LEVEL,...",
        help="rivals (default: all five)")  # fmt: skip
    parser.add_argument("--blocks", type=positive, default=BLOCKS, metavar="N",
        help=f"of as many tables as there are seats (default: {BLOCKS})")  # fmt: skip
    parser.add_argument("--option", type=option, action="append", default=[], metavar="KEY=VALUE",
        help="an option of the game, its value in JSON")  # fmt: skip
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J",
        help="processes of this machine (default: one for each processor)")  # fmt: skip
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    arena = [
        contest
        for game in games_named(args.game)
        for level in args.levels.split(",")
        for contest in contests(
            game.name, [args.bot, level], game.fewest, SEED, dict(args.option)
        )
    ]  # fmt: skip
    try:
        for contest in arena:
            contest.check()
    except (BadBot, BadOption) as wrong:
        raise BadInput(sentence(wrong)) from None
    if not args.json:
        _head(args)
    rows = []
    for contest in arena:
        ledger = Ledger([contest], None)
        play([contest], args.blocks, ledger, in_processes(args.jobs), None)
        rows.append(_row(contest, ledger))
        if not args.json:
            _tell(rows[-1])
    if args.json:
        print(json.dumps({"trivet": trivet.__version__, "code": code_hash(), "rows": rows}))
    return 0


def _row(contest: Contest, ledger: Ledger) -> dict[str, Any]:
    found = results(ledger.of(0))[0]
    level = contest.players[-1]
    return {
        "game": contest.game, "seats": contest.seats, "rival": level, "tables": found.tables,
        "share": asdict(found.share), "par": found.par,
    }  # fmt: skip


def _head(args: argparse.Namespace) -> None:
    print(f"{args.bot}: shares of the win against each level; trivet {trivet.__version__}, "
          f"code {code_hash()[:12]}, seed {SEED}, {args.blocks} blocks\n")  # fmt: skip
    print("| game | seats | rivals | share | 95 % interval | par | tables |")
    print("|---|---|---|---|---|---|---|", flush=True)


def _tell(row: dict[str, Any]) -> None:
    share = row["share"]
    print(f"| {row['game']} | {row['seats']} | {row['rival']} | {share['mean']:.1%} | "
          f"{share['low']:.1%} to {share['high']:.1%} | {row['par']:.1%} | {row['tables']} |",
          flush=True)  # fmt: skip
