"""`trivet balance`: bots play a game against themselves, and a report says how it plays."""

import argparse
import os
import shlex
import sys
from collections.abc import Mapping
from math import inf
from pathlib import Path
from typing import Any

from trivet.bots.tuned import BOTS, BadBot
from trivet.cli.arguments import (
    TRIVET,
    BadInput,
    check_seats,
    game_named,
    option,
    positive,
    preset_named,
    sentence,
    whole,
)
from trivet.core.game import Game
from trivet.core.options import BadOption
from trivet.guests import Forfeit
from trivet.lab.balance.game_summary import Setting, recorded
from trivet.lab.balance.report import GAMES, Report, balance
from trivet.lab.ledger import BadLedger
from trivet.lab.workers import NoRay, in_processes, in_ray
from trivet.reports import ELSEWHERE, own_shelf, reports

MOST_BOTS = 2
JOIN = "+"  # between the options of one variant


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, also from outside: FILE:CLASS")
    add = parser.add_argument_group("what is played").add_argument
    add("--seats", type=whole, metavar="N", help="at a table (default: as few as can)")
    add("--bot", default="greedy", metavar="LEVEL[,LEVEL]",
        help=f"in every seat, of {', '.join(BOTS)}; two levels are shown side by side")  # fmt: skip
    add("--option", type=option, action="append", default=[], metavar="KEY=VALUE",
        help="an option of the game, its value in JSON")  # fmt: skip
    add("--vary", type=variant, action="append", default=[], metavar="KEY=VALUE[+KEY=VALUE]",
        help="a variant on the same deals, or the name of a set of options: Balanced")  # fmt: skip
    add("--bar", action="append", default=[], metavar="ANSWER",
        help="what one seat may not answer, each seat in turn; named as in the report")  # fmt: skip
    add("--luck", action="store_true",
        help="play some deals four times: how much do the dice decide?")  # fmt: skip
    add("--skill", default="", metavar="LEVEL",
        help="let one seat play at this level, each in turn: does it pay?")  # fmt: skip
    add = parser.add_argument_group("how much").add_argument
    add("--games", type=positive, default=GAMES, metavar="N", help=f"(default: {GAMES})")
    add("--until", type=_part, metavar="PART",
        help="stop when the first place's share, or how each variant changes it, is known to this "
        "much, as 0.03")  # fmt: skip
    add("--seconds", type=positive, metavar="S",
        help="for each level: what is not begun by then is left out")  # fmt: skip
    add("--seed", type=whole, default=1, metavar="N", help="the same seed gives the same report")
    add = parser.add_argument_group("where to").add_argument
    add("--folder", type=Path, metavar="DIR",
        help="for balance.html, balance.json and records of games (default: balance)")  # fmt: skip
    add("--keep", action="store_true",
        help="put the report where the page of a table shows it (How it plays)")  # fmt: skip
    add("--reports", action="store_true", help="only list the reports of the game that are here")
    add("--ledgers", type=Path, metavar="DIR",
        help="what was played is kept there, and goes on (default: DIR/ledgers)")  # fmt: skip
    add("--show", type=whole, metavar="N", help="only print the record of game N")
    add = parser.add_argument_group("by whom").add_argument
    add("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J",
        help="processes of this machine (default: one for each processor)")  # fmt: skip
    add("--ray", nargs="?", const="", metavar="ADDRESS", help="the machines of a Ray cluster")


def variant(text: str) -> Mapping[str, object] | str:
    """Options of one variant, purse=[[0,1,2,3]]+no_systems=true; a bare name is a set of them."""
    return text if text.isalpha() else dict(option(part) for part in text.split(JOIN))


def _part(text: str) -> float:
    try:
        part = float(text)
    except ValueError:
        part = 0.0
    if not 0 < part < 1:
        raise argparse.ArgumentTypeError(f"expected a part, as 0.03, got '{text}'")
    return part


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    if args.reports:
        return list_reports(game)
    seats = check_seats(game, args.seats if args.seats is not None else game.fewest)
    folder = args.folder or (own_shelf() / f"{game.name}-{seats}" if args.keep else Path("balance"))
    bots = args.bot.split(",")
    if len(bots) > MOST_BOTS:
        raise BadInput("Name one level of bots, or two to see side by side.")
    try:
        if args.show is not None:
            setting = Setting(game.name, (bots[-1],) * seats, args.seed, dict(args.option))
            setting.check()
            print(recorded(setting, args.show), end="")
            return 0
        report = _played(args, game, seats, bots, args.ledgers or folder / "ledgers")
        report.save(folder)
    except (BadBot, BadOption, BadLedger, NoRay, Forfeit) as wrong:
        raise BadInput(sentence(wrong)) from None
    tell(report, folder)
    return 0


def _played(
    args: argparse.Namespace, game: Game[Any], seats: int, bots: list[str], ledgers: Path
) -> Report:
    return balance(
        game.name,
        seats=seats,
        bot=bots,
        vary=[preset_named(game, one) if isinstance(one, str) else one for one in args.vary],
        bar=args.bar,
        luck=args.luck,
        skill=args.skill,
        options=dict(args.option),
        games=args.games,
        until=args.until,
        seed=args.seed,
        workers=in_processes(args.jobs) if args.ray is None else in_ray(args.ray or None),
        folder=ledgers,
        progress=_progress if sys.stderr.isatty() else None,
        seconds=args.seconds or inf,
        command=_command(args),
    )


def list_reports(game: Game[Any]) -> int:
    """Where the pages of the game's reports are, or where else to look."""
    found = reports(game.name)
    for one in found:
        print(one.page)
    if not found:
        print(f"There is no report of {game.title} on this machine. {ELSEWHERE},")
        print(f"and '{TRIVET} balance {game.name} --keep' makes one.")
    return 0


def tell(report: Report, folder: Path) -> None:
    """The findings, and where the page is."""
    several = len(report.levels) > 1
    for one in report.findings():
        where = f" ({', '.join(one.levels)})" if several else ""
        print(f"{one.weight:8} {one.words}{where}")
    print(f"\n{folder / 'balance.html'}")


def _command(args: argparse.Namespace) -> str:
    """The command that makes this report again."""
    words = ["trivet", "balance", args.game]
    if args.seats is not None:
        words += ["--seats", str(args.seats)]
    words += ["--bot", args.bot, "--games", str(args.games)]
    if args.until is not None:
        words += ["--until", str(args.until)]
    if args.seed != 1:
        words += ["--seed", str(args.seed)]
    words += ["--luck"] * args.luck
    words += ["--skill", args.skill] if args.skill else []
    for flag in ("option", "vary", "bar"):
        for one in getattr(args, flag):
            words += [f"--{flag}", _again(one)]
    return shlex.join(words)


def _again(one: object) -> str:
    import json

    if isinstance(one, str):
        return one
    pairs = [one] if isinstance(one, tuple) else one.items() if isinstance(one, Mapping) else []
    texts = [
        f"{key}={value if isinstance(value, str) else json.dumps(value, separators=(',', ':'))}"
        for key, value in pairs
    ]
    return JOIN.join(texts)


def _progress(done: int, wanted: int) -> None:
    """A progress bar on one line."""
    filled = 24 * done // wanted
    bar = f"[{'#' * filled}{'.' * (24 - filled)}] {done:,} of {wanted:,} games"
    sys.stderr.write(f"\r{bar:<79}" if done < wanted else f"\r{'':79}\r")
    sys.stderr.flush()
