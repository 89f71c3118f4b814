"""`trivet lab bench`: speed of the plain and the compiled rules, or beside other libraries."""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from trivet.cli.arguments import BadInput, games_named, positive, up_to
from trivet.cli.build import is_compiled
from trivet.core.game import Game

if TYPE_CHECKING:
    from trivet.lab.peers.measure import Speed
    from trivet.lab.thinking import Times

PACKAGE = Path(__file__).parents[2]
SLICES = 5  # of each measurement; the builds take turns, so that a busy moment hits both
HELPS = 7  # runs of `trivet --help`
LIBRARIES = ("*.so", "*.pyd", "*.dylib", "__pycache__")
FIGURES = ("decisions_per_second", "copy_us", "imagine_us")

Figures = dict[str, float]


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", default="all", help="default: all")
    parser.add_argument("--seconds", type=up_to(3600, "seconds"), default=2.0, metavar="S",
        help="for each game and build (default: 2)")  # fmt: skip
    parser.add_argument("--peers", action="store_true",
        help="beside other libraries, those that are installed, instead")  # fmt: skip
    parser.add_argument("--base", metavar="REV",
        help="beside the compiled rules of another commit, instead")  # fmt: skip
    parser.add_argument("--levels", type=positive, metavar="N",
        help="how fast bots of each level think, over N thoughts, instead; --base may go "
        "with it")  # fmt: skip
    parser.add_argument("--seats", type=positive, metavar="N",
        help="with --levels: tables of this size only")  # fmt: skip
    parser.add_argument("--clock", action="store_true",
        help="with --levels: the median share of its time that each level uses")  # fmt: skip
    parser.add_argument("--json", action="store_true")


def run(args: argparse.Namespace) -> int:
    if args.peers:
        return beside_peers(args)
    if args.levels and args.clock:
        return with_clock(args)
    if args.levels:
        return levels_beside_base(args) if args.base else of_levels(args)
    return of_builds(args)


def of_builds(args: argparse.Namespace) -> int:
    """Print the speed of the plain and the compiled rules, or of these and those of a base."""
    games = [game.name for game in games_named(args.game)]  # before anything is said
    results: dict[str, dict[str, Figures]] = {}
    with beside_base(args.base) if args.base else builds() as folders:
        if not args.json:
            print(f"{'':22}{'decisions/s':>14}{'copy us':>10}{'imagine us':>12}", flush=True)
        for game in games:
            results[game] = measure(game, args.seconds, folders)
            if not args.json:
                tell(game, results[game])
        help_ms = {build: time_of_help(folder) for build, folder in folders.items()}
    if args.json:
        print(json.dumps({"games": results, "help_ms": help_ms}))
        return 0
    if len(help_ms) == 1:
        print("Only plain Python rules are installed: there is nothing to compare them with.")
    helps = ", ".join(f"{build} {took:.0f} ms" for build, took in help_ms.items())
    print(f"trivet --help: {helps}")
    return 0


def of_levels(args: argparse.Namespace) -> int:
    """Print rollouts a second of the levels that search, at tables of all sizes."""
    from trivet.lab.thinking import SEARCHING, measured

    found = []
    if not args.json:
        print(f"{'':14}{'seats':>6}  {'level':8}{'rollouts/s':>12}{'ms':>9}  thoughts")
    for game in games_named(args.game):
        for seats in sizes(game, args.seats):
            for level in SEARCHING:
                [one] = measured([PACKAGE.parent], game.name, seats, level, args.levels)
                found.append(one.as_json())
                if not args.json:
                    print(f"{game.name:14}{seats:>6}  {level:8}{one.rollouts:>12,.0f}"
                          f"{one.milliseconds:>9.2f}  {one.thoughts[:12]}", flush=True)  # fmt: skip
    if args.json:
        print(json.dumps(found))
    return 0


def sizes(game: Game[Any], wish: int | None) -> range:
    """The numbers of players to measure."""
    if wish is None:
        return range(game.fewest, game.most + 1)
    return range(max(wish, game.fewest), min(wish, game.most) + 1)


def with_clock(args: argparse.Namespace) -> int:
    """Print how much of its time each level uses at a table, for as few players as can."""
    from trivet.lab.thinking import SEARCHING, time_used

    found = {}
    for game in games_named(args.game):
        used = {level: time_used(game.name, game.fewest, level, args.levels) for level in SEARCHING}
        found[game.name] = used
        if not args.json:
            words = ", ".join(f"{level} {share:.0%}" for level, share in used.items())
            print(f"{game.name:14}{words}", flush=True)
    if args.json:
        print(json.dumps(found))
    return 0


def levels_beside_base(args: argparse.Namespace) -> int:
    """Print how fast this build and that of another commit think about the same positions."""
    from trivet.lab.thinking import (
        SEARCHING,
        measured,
        rollouts_a_second,
        thoughts_a_second,
        times,
    )

    found = []
    with beside_base(args.base) as folders:
        if not args.json:
            print(f"{'':13}{'seats':>5} {'level':7}{'base: rollouts/s':>17}{'ms':>8}"
                  f"{'now: rollouts/s':>17}{'ms':>8}  {'times the rollouts':20}"
                  f"{'as many thoughts':18}  thoughts")  # fmt: skip
        for game in games_named(args.game):
            for seats in sizes(game, args.seats):
                for level in SEARCHING:
                    base, now = measured(
                        list(folders.values()), game.name, seats, level, args.levels
                    )
                    rollouts, quick = (
                        times(base, now, rate) for rate in (rollouts_a_second, thoughts_a_second)
                    )
                    found.append(
                        {"base": base.as_json(), "now": now.as_json(), "rollouts": asdict(rollouts),
                         "thoughts": asdict(quick)}
                    )  # fmt: skip
                    if not args.json:
                        same = "the same" if base.thoughts == now.thoughts else "others"
                        print(f"{game.name:13}{seats:>5} {level:7}"
                              f"{base.rollouts:>17,.0f}{base.milliseconds:>8.2f}"
                              f"{now.rollouts:>17,.0f}{now.milliseconds:>8.2f}  "
                              f"{_interval(rollouts):20}{_interval(quick):18}  {same}",
                              flush=True)  # fmt: skip
    if args.json:
        print(json.dumps(found))
    return 0


def _interval(found: "Times") -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"


def beside_peers(args: argparse.Namespace) -> int:
    """Measure all libraries in one run, and print how many times faster Trivet is."""
    try:
        from trivet.lab.peers.speed import everything, measured
    except ModuleNotFoundError as missing:
        if missing.name and missing.name.startswith("trivet"):
            raise BadInput("Other libraries are measured in a checkout of Trivet only.") from None
        raise

    speeds = list(measured(everything(list(games_named(args.game))), args.seconds))
    if args.json:
        print(json.dumps([asdict(speed) for speed in speeds]))
        return 0
    tell_peers(speeds)
    if not find_spec("librt"):
        print("\nTables and adapters were left out: they need pip install 'trivet[research]'.")
    print("\nWhat was done:")
    for note in dict.fromkeys(f"{one.who}, {one.figure}: {one.note}" for one in speeds):
        print(f"  {note}")
    return 0


def tell_peers(speeds: "list[Speed]") -> None:
    ours = {(speed.game, speed.figure): speed.rate for speed in speeds if speed.who == "trivet"}
    print(f"{'':16}{'':12}{'':18}{'a second':>14}  {'':10}{'trivet is':>10}")
    for speed in speeds:
        own = ours.get((speed.game, speed.figure), 0.0)
        times = f"{own / speed.rate:.1f} x" if own and speed.who != "trivet" else ""
        print(f"{speed.game:16}{speed.figure:12}{speed.who:18}{speed.rate:>14,.0f}  "
              f"{speed.unit:10}{times:>10}".rstrip())  # fmt: skip


@contextmanager
def beside_base(wish: str) -> Iterator[dict[str, Path]]:
    """The folder of another commit's compiled rules, and that of ours."""
    from trivet.lab.base import BadBase, base_folder

    if not is_compiled():
        raise BadInput("Only compiled rules are compared with those of another commit.")
    try:
        yield {"base": base_folder(wish), "compiled": PACKAGE.parent}
    except BadBase as problem:
        raise BadInput(f"{problem}.") from None


@contextmanager
def builds() -> Iterator[dict[str, Path]]:
    """The folders to import trivet from, by build.  The plain build of a compiled package is a
    copy without the shared libraries."""
    if not is_compiled():
        yield {"plain": PACKAGE.parent}
        return
    with tempfile.TemporaryDirectory(prefix="trivet-bench-") as folder:
        shutil.copytree(PACKAGE, Path(folder, "trivet"), ignore=shutil.ignore_patterns(*LIBRARIES))
        yield {"plain": Path(folder), "compiled": PACKAGE.parent}


def measure(game: str, seconds: float, folders: dict[str, Path]) -> dict[str, Figures]:
    """The medians of several slices, by build."""
    slices: dict[str, list[Figures]] = {build: [] for build in folders}
    for _ in range(SLICES):
        for build, folder in folders.items():
            words = ["-m", "trivet.cli.lab.bench_worker", game, str(seconds / SLICES)]
            figures = json.loads(_run(folder, *words))
            if figures["compiled"] == (build == "plain"):
                raise BadInput(f"The {build} build could not be started from {folder}.")
            slices[build].append(figures)
    return {
        build: {figure: median(each[figure] for each in found) for figure in FIGURES}
        for build, found in slices.items()
    }


def time_of_help(folder: Path) -> float:
    """Milliseconds from the start to the end of `trivet --help`."""
    times = []
    for _ in range(HELPS):
        began = time.perf_counter()
        _run(folder, "-m", "trivet", "--help")
        times.append(time.perf_counter() - began)
    return median(times) * 1000


def _run(folder: Path, *words: str) -> str:
    """Run Python with this folder first on its path; return what it prints."""
    path = os.pathsep.join([str(folder), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-P", *words],
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise BadInput(f"A measurement failed: {done.stderr.strip().splitlines()[-1:]}")
    return done.stdout


def tell(game: str, by_build: dict[str, Figures]) -> None:
    for build, figures in by_build.items():
        speed, copy, imagine = (figures[figure] for figure in FIGURES)
        print(f"{game:12}{build:10}{speed:>14,.0f}{copy:>10.2f}{imagine:>12.2f}", flush=True)
    if len(by_build) > 1:
        first, second = by_build.values()
        digits = 3 if "base" in by_build else 1
        speed, copy, imagine = _ratios(first, second)
        print(f"{'':12}{'times':10}{speed:>14.{digits}f}{copy:>10.{digits}f}"
              f"{imagine:>12.{digits}f}", flush=True)  # fmt: skip


def _ratios(first: Figures, second: Figures) -> list[float]:
    """How many times faster the second build is, by figure."""
    speed, *times = FIGURES
    return [second[speed] / first[speed], *(first[figure] / second[figure] for figure in times)]
