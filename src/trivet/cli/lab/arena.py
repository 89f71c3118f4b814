"""`trivet arena`: bots play many tables, and the shares of the win tell which is better."""

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from trivet.bots.tuned import BOTS, BadBot
from trivet.cli.arguments import (
    BadInput,
    check_seats,
    game_named,
    option,
    positive,
    sentence,
    whole,
)
from trivet.core.game import Game
from trivet.core.options import BadOption
from trivet.lab.arena import Contest, PlayedTable, contests, play_block
from trivet.lab.base import BASE, BadBase, BasePlayer, base_folder
from trivet.lab.ledger import BadLedger, Block, Ledger
from trivet.lab.ratings import ratings
from trivet.lab.tally import MatchResult, SequentialTest, results, share_of
from trivet.lab.workers import NoRay, Workers, in_processes, in_ray

BLOCKS = 50


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    add = parser.add_argument_group("who plays").add_argument
    add("--bots", required=True, metavar="BOT,...",
        help=f"of {', '.join(BOTS)}; the last one takes all seats that are left; tuning can be "
        "changed, as in sharp+iterations=500")  # fmt: skip
    add("--base", metavar="REV",
        help="also against the last bot of another build: a commit, or a folder")  # fmt: skip
    add("--seats", type=whole, metavar="N", help="at a table (default: as few as can)")
    add("--option", type=option, action="append", default=[], metavar="KEY=VALUE",
        help="an option of the game, its value in JSON")  # fmt: skip
    add = parser.add_argument_group("how much").add_argument
    add("--blocks", type=positive, default=BLOCKS, metavar="N",
        help=f"of as many tables as there are seats (default: {BLOCKS})")  # fmt: skip
    add("--sprt", type=_test, metavar="LOW,HIGH",
        help="stop when the first bot's share is known to be nearer to one of these")  # fmt: skip
    add("--seed", type=whole, default=0, metavar="N", help="the same seed gives the same results")
    add(
        "--file", type=Path, metavar="FILE", help="keep what was played; go on with it if it exists"
    )
    add = parser.add_argument_group("by whom").add_argument
    add("--jobs", type=positive, default=os.cpu_count() or 1, metavar="J",
        help="processes of this machine (default: one for each processor)")  # fmt: skip
    add("--ray", nargs="?", const="", metavar="ADDRESS", help="the machines of a Ray cluster")
    parser.add_argument("--json", action="store_true")


def _test(text: str) -> SequentialTest:
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        low, high = 1.0, 0.0
    if not 0 <= low < high <= 1:
        raise argparse.ArgumentTypeError(f"expected two shares, as 0.5,0.55, got '{text}'")
    return SequentialTest(low, high)


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    players = args.bots.split(",")
    seats = check_seats(game, args.seats if args.seats is not None else game.fewest)
    base = ""
    if args.base:
        base = _base(args.base)
        players = [*players, f"{BASE}{players[-1]}"]
    options = {**earlier_options(game, base), **dict(args.option)}
    arena = contests(game.name, players, seats, args.seed, options, base)
    if args.sprt and len(arena) > 1:
        raise BadInput("A sequential test is for one contest: name no more bots than seats.")
    try:
        for contest in arena:
            contest.check()
        ledger = Ledger(arena, args.file)
        workers = in_processes(args.jobs) if args.ray is None else in_ray(args.ray or None)
    except (BadBot, BadOption, BadLedger, NoRay) as wrong:
        raise BadInput(sentence(wrong)) from None
    except OSError as error:
        raise BadInput(f"{args.file} cannot be used: {error.strerror}.") from None
    try:
        play(arena, args.blocks, ledger, workers, args.sprt)
    except BadBase as wrong:
        raise BadInput(sentence(wrong)) from None
    except KeyboardInterrupt:
        sys.stderr.write("\nStopped; these are the results so far.\n")
    report(arena, ledger, args)
    return 0


def earlier_options(game: Game[Any], base: str) -> dict[str, object]:
    """The options that differ from the usual ones because the base does not know those, report."""
    if not base:
        return {}
    player = BasePlayer(base)
    try:
        found = player.earlier(game)
    finally:
        player.leave()
    if found:
        said = ", ".join(f"{name} {json.dumps(value)}" for name, value in found.items())
        sys.stderr.write(f"As the base plays: {said}.\n")
    return found


def _base(wish: str) -> str:
    try:
        return str(base_folder(wish))
    except BadBase as wrong:
        raise BadInput(sentence(wrong)) from None


def play(
    arena: Sequence[Contest],
    blocks: int,
    ledger: Ledger,
    workers: Workers,
    test: SequentialTest | None,
) -> None:
    """Play all missing blocks, the contests in turn; stop when the sequential test is decided."""
    wanted = [(number, block) for block in range(blocks) for number in range(len(arena))]
    if test and decided_at(test, ledger.of(0)[:blocks]):
        return
    jobs = list(ledger.missing(wanted))
    done = len(wanted) - len(jobs)
    played = workers(_play, [(arena[block[0]], block) for block in jobs])
    for block, tables in zip(jobs, played, strict=False):
        ledger.add(block, tables)
        done += 1
        _progress(done, len(wanted), arena, ledger)
        if test and decided_at(test, ledger.of(0)):
            break
    _progress(0, 0, arena, ledger)


def _play(job: tuple[Contest, Block]) -> list[PlayedTable]:
    contest, (_, number) = job
    return play_block(contest, number)


def decided_at(test: SequentialTest, blocks: Sequence[Sequence[PlayedTable]]) -> int:
    """The number of blocks after which a test is decided; 0 if it is not.  Later blocks do not
    count, so the result does not depend on how many were under way."""
    if not blocks:
        return 0
    shares = [share_of(blocks[0][0].players[0], block) for block in blocks]
    return next((n for n in range(1, len(shares) + 1) if test.verdict(shares[:n])), 0)


# --- telling --------------------------------------------------------------------------------------


def report(arena: Sequence[Contest], ledger: Ledger, args: argparse.Namespace) -> None:
    found = [ledger.of(number)[: args.blocks] for number in range(len(arena))]
    if args.sprt and (end := decided_at(args.sprt, found[0])):
        found[0] = found[0][:end]
    if args.json:
        print(json.dumps(data(arena, found, args.sprt)))
        return
    for contest, blocks in zip(arena, found, strict=True):
        for line in table(contest, blocks):
            print(line)
    if args.sprt:
        print(_verdict(args.sprt, found[0]))
    everything = [block for blocks in found for block in blocks]
    if len(arena) > 1 and everything:
        _tell_ratings(everything)


def _tell_ratings(blocks: Sequence[Sequence[PlayedTable]]) -> None:
    print(f"{'rating':>32}{'95 % interval':>22}{'tables':>8}")
    for rated in ratings(blocks):
        bounds = f"{rated.low:+.0f} to {rated.high:+.0f}"
        print(f"{rated.player:24}{rated.points:+8.0f}{bounds:>22}{rated.tables:8}")


def table(contest: Contest, blocks: Sequence[Sequence[PlayedTable]]) -> Iterator[str]:
    many = f"{contest.seats} seats, {len(blocks)} blocks, seed {contest.seed}"
    yield f"{contest.game}, {many}"
    if not blocks:
        return
    head = f"{'share':>8}{'95 % interval':>18}{'par':>7}{'tables':>8}{'p50 ms':>9}{'p95 ms':>9}"
    yield f"{'':24}{head}"
    for one in results(blocks):
        yield _row(one)


def _row(one: MatchResult) -> str:
    bounds = f"{one.share.low:.1%} to {one.share.high:.1%}"
    name = one.player if len(one.player) <= 23 else f"{one.player}\n{'':23}"
    return (
        f"{name:24}{one.share.mean:8.1%}{bounds:>18}{one.par:7.1%}{one.tables:8}"
        f"{one.p50:9.2f}{one.p95:9.2f}"
    )


def _verdict(test: SequentialTest, blocks: Sequence[Sequence[PlayedTable]]) -> str:
    shares = [share_of(blocks[0][0].players[0], block) for block in blocks] if blocks else []
    said = {
        "high": f"The first share is nearer to {test.high:g} than to {test.low:g}.",
        "low": f"The first share is nearer to {test.low:g} than to {test.high:g}.",
        "": "Not decided yet.",
    }[test.verdict(shares)]
    return f"{said} Evidence {test.evidence(shares):+.2f}, bound {test.bound:.2f}."


def data(
    arena: Sequence[Contest],
    found: Sequence[Sequence[Sequence[PlayedTable]]],
    test: SequentialTest | None,
) -> dict[str, Any]:
    """The same as the tables, for programs."""
    report: dict[str, Any] = {
        "contests": [
            {
                **contest.head(),
                "blocks": len(blocks),
                "results": [asdict(r) for r in results(blocks)],
            }
            for contest, blocks in zip(arena, found, strict=True)
        ]
    }
    everything = [block for blocks in found for block in blocks]
    if len(arena) > 1 and everything:
        report["ratings"] = [asdict(rated) for rated in ratings(everything)]
    if test and found[0]:
        shares = [share_of(found[0][0][0].players[0], block) for block in found[0]]
        report["sprt"] = {"verdict": test.verdict(shares), "evidence": test.evidence(shares)}
    return report


def _progress(done: int, wanted: int, arena: Sequence[Contest], ledger: Ledger) -> None:
    """A progress bar on one line; only on a terminal."""
    if not sys.stderr.isatty():
        return
    line = ""
    if wanted:
        filled = 24 * done // wanted
        line = f"[{'#' * filled}{'.' * (24 - filled)}] {done:,} of {wanted:,} blocks"
        if blocks := ledger.of(0):
            first = results(blocks)[0]
            line += f", {first.player[:20]} {first.share.mean:.1%}"
    sys.stderr.write(f"\r{line:<79}" + ("" if line else "\r"))
    sys.stderr.flush()
