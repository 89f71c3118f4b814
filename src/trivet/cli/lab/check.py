"""`trivet lab check`: checks a game against the engine's contract, at random points."""

import argparse
import traceback
from typing import Any

from trivet import lessons
from trivet.cli.arguments import games_named, positive
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.walk import wander
from trivet.lab.duties import DUTIES, LONGEST, Broken, Duty, seats_for
from trivet.lessons import LessonError

SEEDS = 100
SAMPLED = 10  # games whose length is looked at
DEEPEST = 400  # answers: positions are looked for in the first part of long games


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a game, file.py:Class, or all")
    parser.add_argument("--seeds", type=positive, default=SEEDS, metavar="N",
        help=f"points to look at (default: {SEEDS})")  # fmt: skip


def run(args: argparse.Namespace) -> int:
    broken = sum(check(game, args.seeds) for game in games_named(args.game))
    return 1 if broken else 0


def check(game: Game[Any], seeds: int) -> int:
    """Run all duties and print a line for each; return the number of broken ones."""
    deep, wrong = depth(game), 0
    print(f"{game.title}: {len(DUTIES)} duties at {seeds} points, up to {deep} answers deep")
    for duty in DUTIES:
        complaint = first_complaint(game, duty, seeds, deep)
        wrong += bool(complaint)
        name = duty.__name__.replace("_", " ")
        print(f"  {'broken' if complaint else 'kept  '}  {name}", flush=True)
        if complaint:
            print(f"          {complaint}")
    complaint = lesson_complaint(game)
    wrong += bool(complaint)
    if complaint:
        print(f"  broken  its lesson\n          {complaint}")
    print(f"{game.title}: {wrong} of {len(DUTIES)} duties are broken." if wrong else
          f"{game.title} keeps all duties.")  # fmt: skip
    return wrong


def lesson_complaint(game: Game[Any]) -> str:
    """What is wrong with the game's lesson; empty if it can be played, or if there is none."""
    try:
        lesson = lessons.load(game.name)
        for _ in lessons.play(game, lesson) if lesson else ():
            pass
    except LessonError as wrong:
        return str(wrong)
    return ""


def depth(game: Game[Any]) -> int:
    """How many answers the longest of a few random games takes."""
    lengths = [0]
    for seed in range(SAMPLED):
        try:
            lengths.append(len(wander(game.new(seats_for(game, seed)), LONGEST, Dice(seed))))
        except Exception:  # a duty will say so
            continue
    return min(DEEPEST, max(lengths) or 1)


def first_complaint(game: Game[Any], duty: Duty, seeds: int, deep: int) -> str:
    """What is wrong at the first point where the duty is broken; empty if it is kept."""
    for seed in range(seeds):
        at = seed * deep // seeds
        try:
            duty(game, seed, at)
        except Broken as broken:
            return f"{broken} (seed {seed}, {at} answers deep)"
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            place = f"{frames[-1].filename}, line {frames[-1].lineno}"
            return f"{type(error).__name__}: {error} in {place} (seed {seed}, {at} answers deep)"
    return ""
