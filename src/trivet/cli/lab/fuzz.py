"""`trivet lab fuzz`: plays many random games and checks everything after each answer."""

import argparse
import signal
import sys
import time
import traceback
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from trivet.catalogue import GAMES
from trivet.cli.arguments import TRIVET, check_seats, games_named, positive, whole
from trivet.core.dice import Dice
from trivet.core.walk import fault

MOST_ANSWERS = 20_000  # a game that goes on longer is endless
BATCH = 20  # games between two looks at the clock


class FuzzRun(NamedTuple):
    game: str
    seats: int
    seed: int


class Fault(NamedTuple):
    trial: FuzzRun
    words: str


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", default="all", help="default: all")
    parser.add_argument("--games", type=positive, default=1000, metavar="N", help="default: 1000")
    parser.add_argument("--seats", type=whole, metavar="N", help="default: all in rotation")
    parser.add_argument("--seed", type=whole, default=1, metavar="N", help="of the first game")
    parser.add_argument("--jobs", type=positive, default=1, metavar="J", help="processes")


def run(args: argparse.Namespace) -> int:
    faults = 0
    for game in games_named(args.game):
        if args.seats is None:
            seats = list(range(game.fewest, game.most + 1))
        else:
            seats = [check_seats(game, args.seats)]
        trials = [
            FuzzRun(game.name, seats[number % len(seats)], args.seed + number)
            for number in range(args.games)
        ]
        faults += _fuzz(trials, args.jobs)
    return 1 if faults else 0


def _fuzz(trials: list[FuzzRun], jobs: int) -> int:
    """Run all trials of one game; return the number of faulty ones."""
    name, began, done, faults = trials[0].game, time.monotonic(), 0, 0
    batches = [trials[start : start + BATCH] for start in range(0, len(trials), BATCH)]
    for found in _in_processes(batches, jobs) if jobs > 1 else map(attempt, batches):
        done = min(done + BATCH, len(trials))
        for failed in found:
            faults += 1
            _report(failed)
        _progress(f"{name}: {done:,} of {len(trials):,} games, {faults} faulty")
    _progress("")
    took = time.monotonic() - began
    print(f"{name}: {len(trials):,} games, {faults} faulty, {took:.1f} s", flush=True)
    return faults


def _in_processes(batches: list[list[FuzzRun]], jobs: int) -> Iterator[list[Fault]]:
    with ProcessPoolExecutor(jobs, initializer=_leave_ctrl_c_to_parent) as pool:
        try:
            yield from pool.map(attempt, batches)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _leave_ctrl_c_to_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def attempt(trials: Iterable[FuzzRun]) -> list[Fault]:
    """Play these games; return the faults."""
    return [Fault(trial, words) for trial in trials if (words := _fault(trial))]


def _fault(trial: FuzzRun) -> str:
    try:
        return fault(GAMES[trial.game].new(trial.seats), Dice(trial.seed), MOST_ANSWERS)
    except Exception as error:  # any exception is a fault of the game
        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"crash: {error!r} in {where.filename}, line {where.lineno}"


def _report(failed: Fault) -> None:
    _progress("")
    game, seats, seed = failed.trial
    print(f"{game}, {seats} seats, seed {seed}: {failed.words}")
    print(f"  again: {TRIVET} lab fuzz {game} --seats {seats} --seed {seed} --games 1", flush=True)


def _progress(line: str) -> None:
    """A progress line that is overwritten; only on a terminal."""
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{line:<79}" + ("" if line else "\r"))
        sys.stderr.flush()
