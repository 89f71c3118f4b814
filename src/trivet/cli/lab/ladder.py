"""`trivet lab ladder`: every level of bots against the level below, as Markdown tables.

A folder keeps a ledger for each step.  The command can be stopped and started again; blocks in a
ledger are not played twice.
"""

import argparse
import os
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

from trivet.bots.levels import LEVELS
from trivet.cli.arguments import BadInput, games_named, positive, whole
from trivet.core.game import Game
from trivet.lab.arena import Contest, PlayedTable, TimeUp, contests, play_table
from trivet.lab.ledger import BadLedger, Ledger
from trivet.lab.tally import SequentialTest, results, share_of
from trivet.lab.workers import in_processes

TABLES = 200
STEP = 0.2  # of what is left above par: 60 % in a duel, 40 % among four
HEAD = """\
| players | step | share | 95 % interval | par | tables | p50 ms | p95 ms |
|---|---|---|---|---|---|---|---|"""


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, or all")
    parser.add_argument("--folder", type=Path, default=Path("ladder"), metavar="DIR",
        help="where the ledgers are (default: ladder)")  # fmt: skip
    parser.add_argument("--tables", type=whole, default=TABLES, metavar="N",
        help=f"of each step; 0: only show what was played (default: {TABLES})")  # fmt: skip
    parser.add_argument("--seconds", type=positive, default=10**9, metavar="S",
        help="for each step: what is not played by then is left out")  # fmt: skip
    parser.add_argument("--sprt", action="store_true",
        help="stop a step when it is known whether the better level's share is nearer to par or to "
        "a fifth of the rest above it (60%% in a duel)")  # fmt: skip
    parser.add_argument("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J",
        help="processes of this machine (default: one for each processor)")  # fmt: skip
    parser.add_argument("--seats", type=whole, metavar="N", help="only tables of so many")
    parser.add_argument("--step", choices=LEVELS[1:], metavar="LEVEL", help="only this one")
    parser.add_argument("--seed", type=whole, default=0, metavar="N")


def run(args: argparse.Namespace) -> int:
    games = list(games_named(args.game))
    args.folder.mkdir(parents=True, exist_ok=True)
    try:
        play(games, args)
        for game in games:
            for line in table(game, args.folder, args.seed):
                print(line)
    except BadLedger as wrong:
        raise BadInput(f"{wrong}.") from None
    return 0


def play(games: Sequence[Game[Any]], args: argparse.Namespace) -> None:
    try:
        for game in games:
            for contest in steps(game, args.seed):
                if is_wanted(contest, args):
                    climb(contest, args)
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; these are the results so far.\n")


def steps(game: Game[Any], seed: int) -> Iterator[Contest]:
    """One bot of each level among bots of the level below, at tables of all sizes."""
    for seats in range(game.fewest, game.most + 1):
        for below, level in pairwise(LEVELS):
            yield contests(game.name, [level, below], seats, seed, {})[0]


def is_wanted(contest: Contest, args: argparse.Namespace) -> bool:
    is_here = args.seats in (None, contest.seats) and args.step in (None, contest.players[0])
    return is_here and args.tables > 0


def climb(contest: Contest, args: argparse.Namespace) -> None:
    """Play the missing tables of one step, until its time is up."""
    ledger = Ledger([contest], _file(contest, args.folder))
    stop = time.monotonic() + args.seconds
    begun, wanted = len(ledger.of(0)), -(-args.tables // contest.seats)
    if args.sprt and is_decided(contest, ledger.of(0)):
        return
    jobs = [(contest, number, stop) for number in range(begun, wanted)]
    for (_, number, _), tables in zip(jobs, in_processes(args.jobs)(_play, jobs), strict=False):
        if len(tables) < contest.seats:
            break
        ledger.add((0, number), tables)
        if sys.stderr.isatty():
            done = (number + 1) * contest.seats
            sys.stderr.write(f"\r{contest.game}, {contest.players}: {done} \r")
        if args.sprt and is_decided(contest, ledger.of(0)):
            break


def is_decided(contest: Contest, blocks: Sequence[Sequence[PlayedTable]]) -> bool:
    """Whether it is known if the better level's share is nearer to par or above it."""
    par = 1 / contest.seats
    test = SequentialTest(par, par + STEP * (1 - par))
    return test.verdict([share_of(contest.players[0], block) for block in blocks]) != ""


def _play(job: tuple[Contest, int, float]) -> list[PlayedTable]:
    """The tables of a block; fewer of them if the time was up."""
    contest, number, stop = job
    tables: list[PlayedTable] = []
    with suppress(TimeUp):
        for rotation in range(contest.seats):
            tables.append(play_table(contest, number, rotation, stop))
    return tables


def _file(contest: Contest, folder: Path) -> Path:
    return folder / f"{contest.game}-{contest.seats}-{contest.players[0]}.jsonl"


def table(game: Game[Any], folder: Path, seed: int) -> Iterator[str]:
    """The steps that were played, as a Markdown table."""
    yield f"### {game.title}\n"
    yield HEAD
    for contest in steps(game, seed):
        path = _file(contest, folder)
        blocks = Ledger([contest], path).of(0) if path.exists() else []
        if blocks:
            yield row(contest, blocks)
    yield ""


def row(contest: Contest, blocks: Sequence[Any]) -> str:
    one = results(blocks)[0]
    cells = [
        str(contest.seats),
        f"{contest.players[0]} over {contest.players[1]}",
        f"{one.share.mean:.1%}",
        f"{one.share.low:.1%} to {one.share.high:.1%}",
        f"{one.par:.1%}",
        str(one.tables),
        f"{one.p50:.1f}",
        f"{one.p95:.1f}",
    ]
    return f"| {' | '.join(cells)} |"
