"""`trivet lab calibrate`: whether the win chances that bots tell come true, as Markdown tables."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trivet.bots.calibration import AS_SAID, CHANCES, shipped_lines
from trivet.bots.tuned import BadBot
from trivet.cli.arguments import BadInput, check_seats, games_named, positive, sentence, whole
from trivet.core.game import Game
from trivet.lab.arena import Contest
from trivet.lab.calibrate import as_shown, best_kind, fitted, held_out, written
from trivet.lab.reliability import (
    BadNotes,
    Exam,
    Said,
    by_phase,
    played_games,
    sum_of_seats,
)
from trivet.lab.workers import in_processes

GAMES = 100
HEAD = """\
| game | players | level | phase | said − came | shown − came | games | \
shown → came, by fifths (thoughts) |
|---|---|---|---|---|---|---|---|"""


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("game", metavar="GAME", help="a game, or all")
    add("--bot", default="steady", metavar="LEVEL",
        help=f"who estimates, or {CHANCES}, of records (default: steady)")  # fmt: skip
    add("--by", metavar="LEVEL",
        help="who plays the games (default: the same; sharp where that is impossible)")  # fmt: skip
    add("--share", type=percent, default=100, metavar="P",
        help="percent of the questions that are estimated (default: 100)")  # fmt: skip
    add("--seats", type=whole, metavar="N", help="at a table (default: as few as can)")
    add("--games", type=positive, default=GAMES, metavar="N",
        help=f"to be played, of each game (default: {GAMES})")  # fmt: skip
    add("--seconds", type=positive, default=10**9, metavar="S",
        help="for each game: what is not played by then is left out")  # fmt: skip
    add("--seed", type=whole, default=0, metavar="N")
    add("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J",
        help="processes of this machine (default: one for each processor)")  # fmt: skip
    add("--file", type=Path, metavar="FILE", help="keep the estimates; go on with it if it exists")
    add("--fit", type=Path, metavar="DIR",
        help="fit lines and write them into a folder, beside those that are there; what is shown "
        "is then by lines fitted to the other half of the games, or as said if better")  # fmt: skip


def percent(text: str) -> int:
    number = positive(text)
    if number > 100:
        raise argparse.ArgumentTypeError("at most 100")
    return number


def run(args: argparse.Namespace) -> int:
    print(HEAD)
    for game in games_named(args.game):
        seats = check_seats(game, args.seats if args.seats is not None else game.fewest)
        by = args.by or ("sharp" if args.bot == CHANCES else args.bot)
        try:
            Contest(game.name, (by,) * seats).check()
            if args.bot != CHANCES:
                Contest(game.name, (args.bot,) * seats).check()
        except BadBot as wrong:
            raise BadInput(sentence(wrong)) from None
        exam = Exam(game.name, seats, args.bot, by, args.share / 100, args.seed)
        report(game, exam, args)
    return 0


def report(game: Game[Any], exam: Exam, args: argparse.Namespace) -> None:
    try:
        games = played_games(exam, args.games, args.seconds, in_processes(args.jobs), args.file)
    except BadNotes as wrong:
        raise BadInput(f"{wrong}.") from None
    names = game.strategy.phases()
    name = f"{exam.judge.partition('+')[0]} {exam.seats}"
    as_said = [AS_SAID] * len(names)
    if args.fit is not None:
        kind = best_kind(games, len(names), exam.judge)
        made = {"command": f"trivet {' '.join(sys.argv[1:])}", "games": len(games),
                "kind": kind.words if kind else "as said"}  # fmt: skip
        lines = fitted(games, len(names), kind) if kind else as_said
        keep(game, args.fit, name, {"made": made, "lines": lines})
        shown = as_shown(games, as_said, exam.judge)
        if kind is not None:
            shown = held_out(games, len(names), exam.judge, kind)
    else:
        shown = as_shown(games, shipped_lines(game).get(name) or as_said, exam.judge)
    for line in rows(game, exam, games, shown):
        print(line, flush=True)


def keep(game: Game[Any], folder: Path, name: str, table: dict[str, object]) -> None:
    path = folder / f"{game.name}.calibration.json"
    before = json.loads(path.read_text())["tables"] if path.exists() else {}
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(written(game, {**before, name: table}))


def rows(
    game: Game[Any], exam: Exam, games: Sequence[Sequence[Said]], shown: Sequence[Sequence[Said]]
) -> list[str]:
    names = game.strategy.phases()
    found = []
    for name, said, phase in zip(
        names, by_phase(games, len(names)), by_phase(shown, len(names)), strict=True
    ):
        if not phase.said:
            continue
        bins = ", ".join(f"{one:.2f} → {came:.2f} ({n})" for one, came, n in phase.bins())
        errors = points(*said.error()), points(*phase.error())
        found.append([name, *errors, str(len(said.games)), bins])
    sums = f"{sum_of_seats(games):.2f}", f"{sum_of_seats(shown):.2f}"
    found.append(["*sum of all seats*", *sums, str(len(games)), ""])
    head = [game.title.replace("*", "\\*"), str(exam.seats), exam.judge]
    return [f"| {' | '.join([*head, *row])} |" for row in found]


def points(error: float, half: float) -> str:
    return f"{100 * error:+.1f} ± {100 * half:.1f}"
