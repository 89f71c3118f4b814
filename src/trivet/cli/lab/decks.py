"""`trivet lab decks`: Sovereign's mixture of decks and orders, by double oracle."""

import argparse
import json
from math import inf
from pathlib import Path

from trivet.bots.tuned import BadBot
from trivet.cli.arguments import BadInput, positive, sentence, whole
from trivet.lab.base import code_hash
from trivet.lab.decks import (
    LORE,
    Oracle,
    PlanFound,
    Rounds,
    beginning,
    deck_names,
    double_oracle,
    shipped,
    weighed_by,
)

PLANS = Path("decks.json")
SECONDS = 300


def arguments(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument
    add("--by", default=LORE, metavar="LEVEL",
        help="who plays the rounds: a level, or lore, which is quick (default)")  # fmt: skip
    add("--judge", default="", metavar="LEVEL",
        help="then weigh the plans of the mixture by rounds of this level")  # fmt: skip
    add("--anew", action="store_true",
        help="begin with a few shuffled decks, not with the shipped plans")  # fmt: skip
    add("--steps", type=positive, metavar="N",
        help="of the search, instead of seconds: a seed then gives the same table")  # fmt: skip
    add("--seconds", type=positive, metavar="S",
        help="begin no more steps after that (default: 300, if there are no steps)")  # fmt: skip
    add("--effort", type=positive, default=2, metavar="N",
        help="rounds for each candidate of a race are multiplied by it (default: 2)")  # fmt: skip
    add("--pair", type=positive, default=200, metavar="N",
        help="rounds for each pair of plans (default: 200)")  # fmt: skip
    add("--fresh", type=positive, default=800, metavar="N",
        help="fresh rounds in each role to judge a reply (default: 800)")  # fmt: skip
    add("--among", default="", metavar="DECK,...", help="only these decks reply (default: all 575)")
    add("--seed", type=whole, default=0, metavar="N")
    add("--file", type=Path, default=PLANS, metavar="FILE",
        help=f"keep the plans found; go on with them if it exists (default: {PLANS})")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    names = args.among.split(",") if args.among else deck_names()
    unknown = set(names) - set(deck_names())
    if unknown:
        raise BadInput(f"These are not decks: {', '.join(sorted(unknown))}.")
    try:
        rounds = Rounds(args.by, args.seed)
        judge = Rounds(args.judge, args.seed) if args.judge else None
    except BadBot as wrong:
        raise BadInput(sentence(wrong)) from None
    plans = beginning() if args.anew and not args.file.exists() else read(args.file)
    oracle = Oracle(rounds, args.pair, plans)
    seconds = args.seconds or (inf if args.steps else SECONDS)
    for step in double_oracle(oracle, names, seconds, args.effort, args.fresh, args.steps or 0):
        print(f"{step.value:.1%} {step.reply.as_source(0.0).strip()}", flush=True)
        args.file.write_text(written(oracle, args))
    report(oracle, args.by)
    if judge is not None:
        report(weighed_by(oracle, args.judge, args.seed), args.judge)
    return 0


def report(oracle: Oracle, by: str) -> None:
    mix = oracle.mix()
    print(f"\n{len(oracle.plans)} plans, {oracle.rounds.played} rounds by {by}; the starter wins "
          f"{oracle.starters(mix):.1%} of rounds\n")  # fmt: skip
    for plan, weight in mix:
        print(plan.as_source(weight), flush=True)


def read(path: Path) -> list[PlanFound]:
    """The plans of a file; without one, those that are shipped."""
    if not path.exists():
        return [plan for plan, _ in shipped()]
    try:
        rows = json.loads(path.read_text())["plans"]
        return [PlanFound(deck, (start[0], start[1]), (second[0], second[1]))
                for deck, start, second in rows]  # fmt: skip
    except (ValueError, KeyError, TypeError, IndexError):
        raise BadInput(f"{path} is not a file of plans.") from None


def written(oracle: Oracle, args: argparse.Namespace) -> str:
    made = {"by": args.by, "seed": args.seed, "pair": args.pair, "code": code_hash(),
            "rounds": oracle.rounds.played}  # fmt: skip
    plans = [[plan.deck, plan.start, plan.second] for plan in oracle.plans]
    return json.dumps({"made": made, "plans": plans}, indent=1) + "\n"
