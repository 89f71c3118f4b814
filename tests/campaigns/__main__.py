"""`./play campaign`: try hard to break the server, and check that planted faults are found."""

import argparse
import os
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from trivet.catalogue import GAMES
from trivet.cli.arguments import TRIVET, BadInput, games_named, positive
from trivet.cli.main import Parser, guarded
from trivet.lab.base import BadBase

try:
    from campaigns import (
        crowd,
        deliver,
        fuzz,
        kill,
        load,
        looking,
        machine,
        restart,
        soak,
        wire_twins,
        witness,
    )
except ImportError as missing:
    raise BadInput(
        f"This needs {missing.name}, which is not installed: pip install 'trivet[table]'."
    ) from None

SLOW = 60  # answers a second, for a server with a slow disk
LOOK_AFTER = 250  # worlds, a line of figures
VOID = 3  # the exit code of a run without a result: the machine was too busy


def arguments(parser: argparse.ArgumentParser) -> None:
    kinds = parser.add_subparsers(dest="kind", metavar="CAMPAIGN", required=True)
    add = kinds.add_parser("kill", help="kill the server under load").add_argument
    add("--kills", type=positive, default=200, metavar="N", help="default: 200")
    add("--pairs", type=positive, default=40, metavar="N", help="pairs that play (default: 40)")
    add("--answers", type=positive, default=200_000, metavar="N",
        help="acknowledged at least (default: 200,000)")  # fmt: skip
    add = kinds.add_parser("fuzz", help="send hostile messages").add_argument
    add("--messages", type=positive, default=1_000_000, metavar="N", help="default: 1,000,000")
    add("--sockets", type=positive, default=8, metavar="N", help="default: 8")
    add = kinds.add_parser("deliver", help="lose, repeat and mix up messages").add_argument
    add("--deliveries", type=positive, default=1_000_000, metavar="N",
        help="a game (default: 1,000,000)")  # fmt: skip
    add = kinds.add_parser("twins", help="look for leaks between like-looking games").add_argument
    add("--pairs", type=positive, default=100_000, metavar="N", help="a game (default: 100,000)")
    add = kinds.add_parser("load", help="measure the server under load").add_argument
    add("--rooms", type=positive, default=2000, metavar="N", help="default: 2000")
    add("--rate", type=positive, default=500, metavar="N", help="answers a second (default: 500)")
    add("--seconds", type=positive, default=60, metavar="N", help="default: 60")
    add("--answers", type=positive, default=2000, metavar="N",
        help="of each game, for its processor time (default: 2000)")  # fmt: skip
    add("--game", default="all", metavar="GAME", help="only one (default: all)")
    add("--base", default="", metavar="REV",
        help="a commit, or a folder with a build, to measure in the same run")  # fmt: skip
    add = kinds.add_parser("restart", help="kill a busy server and time its return").add_argument
    add("--rooms", type=positive, default=2000, metavar="N", help="default: 2000")
    add = kinds.add_parser("soak", help="play for long and watch the memory").add_argument
    add("--minutes", type=positive, default=60, metavar="N", help="default: 60")
    add("--rate", type=positive, default=100, metavar="N", help="answers a second (default: 100)")
    add("--sockets", type=positive, default=1000, metavar="N",
        help="to be closed without a collector (default: 1000)")  # fmt: skip
    add("--home", type=Path, metavar="DIR", help="a folder with another build")
    add = kinds.add_parser("looking", help="a visitor who asks for everything").add_argument
    add("--connections", type=positive, default=64, metavar="N", help="default: 64")
    add("--seconds", type=positive, default=600, metavar="N", help="default: 600")
    add = kinds.add_parser("strangers", help="a crowd beside honest players").add_argument
    add("--guests", type=positive, default=50, metavar="N", help="default: 50")
    add("--players", type=positive, default=10, metavar="N", help="honest ones (default: 10)")
    add("--seconds", type=positive, default=60, metavar="N", help="default: 60")
    add = kinds.add_parser("cluster", help="two servers on one PostgreSQL").add_argument
    add("--kills", type=positive, default=200, metavar="N", help="of a server (default: 200)")
    add("--pauses", type=positive, default=50, metavar="N", help="of a server (default: 50)")
    add("--database", type=positive, default=50, metavar="N",
        help="kills of the database (default: 50)")  # fmt: skip
    add("--pairs", type=positive, default=20, metavar="N", help="pairs that play (default: 20)")
    add("--answers", type=positive, default=200_000, metavar="N",
        help="acknowledged at least (default: 200,000)")  # fmt: skip
    add("--writes", type=positive, default=100_000, metavar="N",
        help="of servers that lost a room (default: 100,000)")  # fmt: skip
    add("--measure", action="store_true", help="only costs and throughput, beside SQLite")
    add = kinds.add_parser("simulate", help="whole worlds on virtual time").add_argument
    add("--worlds", type=positive, default=10_000, metavar="N", help="default: 10,000")
    add("--seed", type=positive, default=1, metavar="N", help="of the first one (default: 1)")
    add("--tests", type=Path, default=Path("tests/server"), metavar="DIR",
        help="where a test for a world that breaks is put (default: tests/server)")  # fmt: skip
    kinds.add_parser("page", help="measure the browser table")
    add = kinds.add_parser("browser", help="play all games in a browser, every way").add_argument
    add("--game", default="all", metavar="GAME", help="only one (default: all)")
    add = kinds.add_parser("moving", help="record a turn as a moving picture").add_argument
    add("file", type=Path, nargs="?", default=Path("docs/pictures/turn.webp"))
    add = kinds.add_parser("pictures", help="take pictures of every page and game").add_argument
    add("folder", type=Path, metavar="DIR", help="where to put them")
    add("--game", default="all", metavar="GAME", help="only one (default: all)")


def run(words: Sequence[str]) -> int:
    parser = Parser(prog=f"{TRIVET} campaign", description="Try hard to break the server.")
    arguments(parser)
    args = parser.parse_args(words)
    with tempfile.TemporaryDirectory(prefix="trivet-") as folder:
        return RUNS[args.kind](args, Path(folder))


def _kill(args: argparse.Namespace, folder: Path) -> int:
    found = kill.campaign(folder / "sound", args.kills, args.pairs, answers=args.answers)
    _tell("as it is", found)
    kills = max(10, args.kills // 10)
    planted = kill.campaign(
        folder / "planted", kills, args.pairs, "acknowledge-before-commit", 100 * kills
    )
    _tell("planted: acknowledges before it commits", planted)
    return _verdict(witness.breaches(found), [witness.breaches(planted)])


def _fuzz(args: argparse.Namespace, folder: Path) -> int:
    found = fuzz.campaign(folder / "sound", args.messages, args.sockets)
    _tell("as it is", found)
    caught = []
    for fault in ("stumble-over-a-message", "trust-everybody"):
        planted = fuzz.campaign(folder / fault, 5000, args.sockets, fault)
        _tell(f"planted: {fault}", planted)
        caught.append(fuzz.faults(planted))
    return _verdict(fuzz.faults(found), caught)


def _deliver(args: argparse.Namespace, folder: Path) -> int:
    found = deliver.campaign(args.deliveries)
    _tell("as it is", found)
    planted = deliver.campaign(5000, deliver.forgetful)
    _tell("planted: treats every message as new", planted)
    return _verdict(found["wrong"], [planted["wrong"]])


def _twins(args: argparse.Namespace, folder: Path) -> int:
    leaks, caught = 0, []
    for name, game in GAMES.items():
        found = wire_twins.campaign(args.pairs, {name: game})
        _tell(f"{name} as it is", found)
        leaks += wire_twins.leaks(found)
    for name, leak in wire_twins.LEAKS.items():
        planted = wire_twins.planted(leak)
        print(f"planted: {name}: seen in {wire_twins.leaks(planted)} of {planted['pairs']} pairs")
        caught.append(wire_twins.leaks(planted))
    return _verdict(leaks, caught)


def _load(args: argparse.Namespace, folder: Path) -> int:
    games = tuple(game.name for game in games_named(args.game))
    wanted = load.Load(args.rooms, args.rate, args.seconds, args.answers, games)
    try:
        found = load.campaign(folder, wanted, base=args.base)
    except BadBase as wrong:
        raise BadInput(f"{wrong}.") from None
    report, base = found[0], found[1] if args.base else None
    for one in found:
        print("\n".join(one.lines()))
    print("\n".join(load.cost_lines(report, base)))
    small = load.Load(rooms=20, rate=SLOW, seconds=5, answers=0)
    (slow,) = load.campaign(folder / "planted", small, "store-slowly")
    print(f"planted: a slow disk: p99 {slow.at(0.99):.1f} ms")
    is_slow = report.at(0.99) > load.BAR and not report.is_void
    code = _verdict(report.broken + int(is_slow), [int(slow.at(0.99) > load.BAR)])
    return VOID if report.is_void and code == 0 else code


def _restart(args: argparse.Namespace, folder: Path) -> int:
    found = restart.campaign(folder, args.rooms)
    for name, value in found.items():
        print(f"{name}: {value:.2f}")
    if found["others"] > machine.BUSY:
        print("VOID: the machine was too busy for a result")
        return VOID
    is_late = found["first answer after"] > restart.FIRST_BAR or found["not back after a minute"]
    return 1 if is_late else 0


def _soak(args: argparse.Namespace, folder: Path) -> int:
    left = soak.closing(folder / "closing", args.sockets)
    print(f"alive after {args.sockets:,} sockets were closed: {soak.words(left)}")
    kept = soak.closing(folder / "planted", 20, "keep-sockets")
    print(f"planted: a list of all conversations: {soak.words(kept)}")
    report = soak.campaign(folder / "soak", args.minutes, args.rate, home=args.home)
    print("\n".join(report.lines()))
    return _verdict(report.broken + sum(left.values()), [kept["Caller"]])


def _looking(args: argparse.Namespace, folder: Path) -> int:
    report = looking.campaign(folder / "sound", args.connections, args.seconds)
    print("\n".join(report.lines()))
    planted = looking.campaign(
        folder / "planted", args.connections, 20, "look-in-one-line", looking.LOOKS
    )
    print(f"planted: one line for all: {planted.refused.total()} refused")
    broken = report.broken + int(report.is_slow and not report.is_void)
    code = _verdict(broken, [planted.refused.total()])
    return VOID if report.is_void and code == 0 else code


def _strangers(args: argparse.Namespace, folder: Path) -> int:
    report = crowd.campaign(folder / "sound", args.guests, args.players, args.seconds)
    print("\n".join(report.lines()))
    slow = crowd.campaign(folder / "planted", args.guests, args.players, 10, "chat-slowly")
    print(f"planted: chat holds up the loop: ratio {slow.ratio('answers'):.2f}")
    broken = report.broken + int(report.is_slow and not report.is_void)
    code = _verdict(broken, [int(slow.is_slow)])
    return VOID if report.is_void and code == 0 else code


def _cluster(args: argparse.Namespace, folder: Path) -> int:
    from campaigns import cluster, database, disasters, fence

    try:
        database.programs()
    except database.NoDatabase as missing:
        raise BadInput(f"{missing}.") from None
    if args.measure:
        print("\n".join(cluster.cost(folder / "cost", 2000)))
        print("\n".join(cluster.throughput(folder / "throughput", args.pairs, 15.0)))
        return 0
    events = cluster.Events(args.kills, args.pauses, args.database, args.pairs, args.answers)
    sound = cluster.campaign(folder / "sound", events)
    _tell("as it is", sound.found)
    print("\n".join(sound.lines()))
    late = sound.late()
    print(f"Too late after: {', '.join(late)}." if late else "All in time.")
    fenced, hears = fence.on_a_database(args.writes), cluster.hearing(folder / "hearing")
    _tell("claims by four servers", fenced)
    _tell("notices", hears)
    broken = witness.breaches(sound.found) + fence.breaches(fenced) + hears.total() + len(late)
    for disaster in (disasters.partition, disasters.full_disk):
        what = disaster.__name__.replace("_", " ")
        try:
            outcome = disaster(folder / what, 3, args.pairs)
        except disasters.NotAllowed as why:
            print(f"{what}: not tried, {why}")
            continue
        _tell(what, outcome.found)
        print("\n".join(outcome.lines()))
        broken += witness.breaches(outcome.found)
    caught = []
    for fault, found in cluster.planted(folder):
        print(f"planted: {fault}: {'found' if found else 'NOT FOUND'}", flush=True)
        caught.append(found)
    return _verdict(broken, caught)


def _simulate(args: argparse.Namespace, folder: Path) -> int:
    from campaigns.simulation import campaign

    found, broken = Counter[str](), 0
    for outcome in campaign.campaign(args.worlds, args.seed):
        found.update({**outcome.counts, "acts": outcome.acts, "worlds": 1})
        if outcome.broken:
            broken += 1
            print(f"seed {outcome.seed}: {', '.join(dict.fromkeys(outcome.broken))}", flush=True)
            print(campaign.write_test(outcome, campaign.shrunk(outcome), args.tests), flush=True)
        if found["worlds"] % LOOK_AFTER == 0:
            _tell("so far", found)
    _tell("as it is", found)
    caught = []
    for fault in campaign.PLANTED:
        shown = campaign.planted(fault)
        where = f"found in world {shown[0]}: {shown[1]}" if shown else "NOT FOUND"
        print(f"planted: {fault}: {where}", flush=True)
        caught.append(len(shown))
    return _verdict(broken, caught)


def _page(args: argparse.Namespace, folder: Path) -> int:
    page = _with_browser("page")
    measures = page.campaign(folder)
    print("\n".join(measure.line() for measure in measures))
    load = os.getloadavg()[0]
    print(f"Other processes may have slowed it: load {load:.1f} on {os.cpu_count()} cores.")
    return int(not all(measure.is_kept for measure in measures))


def _browser(args: argparse.Namespace, folder: Path) -> int:
    browser, broken = _with_browser("browser"), 0
    for finding in browser.campaign(folder, games_named(args.game)):
        print(finding.line(), flush=True)
        broken += bool(finding.trouble)
    return _verdict(broken, [int(browser.finds_a_planted_leak(folder))])


def _moving(args: argparse.Namespace, folder: Path) -> int:
    made = _with_browser("moving").campaign(folder, args.file)
    print(f"{made}: {made.stat().st_size / 1000:.0f} kB")
    return 0


def _pictures(args: argparse.Namespace, folder: Path) -> int:
    made = _with_browser("pictures").campaign(folder, args.folder, args.game)
    print(f"{len(made)} pictures: open {args.folder / 'index.html'}")
    return 0


def _with_browser(name: str) -> Any:
    try:
        return import_module(f"campaigns.{name}")
    except ImportError as missing:
        raise BadInput(f"This needs {missing.name}: pip install {missing.name}.") from None


def _tell(what: str, found: Counter[str]) -> None:
    print(
        f"{what}: " + ", ".join(f"{count:,} {name}" for name, count in sorted(found.items())),
        flush=True,
    )


def _verdict(broken: int, caught: list[int]) -> int:
    print("Nothing was broken." if not broken else f"BROKEN: {broken:,} times.")
    if not all(caught):
        print("A planted fault was NOT found: the campaign proves nothing.")
    return 1 if broken or not all(caught) else 0


RUNS = {
    "kill": _kill,
    "fuzz": _fuzz,
    "deliver": _deliver,
    "twins": _twins,
    "load": _load,
    "restart": _restart,
    "looking": _looking,
    "soak": _soak,
    "strangers": _strangers,
    "cluster": _cluster,
    "simulate": _simulate,
    "page": _page,
    "browser": _browser,
    "moving": _moving,
    "pictures": _pictures,
}


if __name__ == "__main__":
    sys.exit(guarded(lambda: run(sys.argv[1:])))
