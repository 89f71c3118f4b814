"""`trivet lab train`: learns the weights of a game's features from self-play."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from trivet.bots.tuned import BadBot, bot
from trivet.bots.weights import write_weights
from trivet.cli.arguments import BadInput, check_seats, game_named, positive, sentence, whole
from trivet.core.game import Game
from trivet.lab.training import Sample, Training, learn, play_game

GAMES = 400
TEACHER = "greedy"


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=positive, default=GAMES, metavar="N",
        help=f"to learn from, for each number of players (default: {GAMES})")  # fmt: skip
    parser.add_argument("--bot", default=TEACHER, metavar="BOT",
        help=f"who plays them, as in steady+iterations=50 (default: {TEACHER})")  # fmt: skip
    parser.add_argument("--seats", type=whole, metavar="N",
        help="at a table (default: every number, each for itself)")  # fmt: skip
    parser.add_argument("--seed", type=whole, default=0, metavar="N",
        help="the same seed gives the same weights")  # fmt: skip
    parser.add_argument("--file", type=Path, metavar="FILE", help="where the weights go")


def run(args: argparse.Namespace) -> int:
    game = game_named(args.game)
    if not game.strategy.term_names(game.new(game.fewest)):
        raise BadInput(f"{game.title} has no features to learn about.")
    if args.seats is not None:
        check_seats(game, args.seats)
    path = args.file if args.file is not None else Path(f"{game.name}.json")
    sizes = [args.seats] if args.seats is not None else list(range(game.fewest, game.most + 1))
    try:
        lessons = {seats: learn(games(game, seats, args), _progress, args.seed) for seats in sizes}
    except BadBot as wrong:
        raise BadInput(sentence(wrong)) from None
    weights = {seats: lesson.weights for seats, lesson in lessons.items()}
    made = {"games": args.games, "bot": args.bot, "seats": args.seats, "seed": args.seed}
    try:
        path.write_text(write_weights(game, weights, made))
    except OSError as error:
        raise BadInput(f"{path} cannot be written: {error.strerror}.") from None
    for seats, lesson in lessons.items():
        tell(game, seats, lesson)
    print(f"The weights are in {path}. Try them:")
    print(f"trivet arena {game.name} --bots master+weights={path},master+weights=none")
    return 0


def games(
    game: Game[Any], seats: int, args: argparse.Namespace
) -> Iterator[tuple[list[Sample], list[float]]]:
    """Play the games to learn from."""
    teacher = bot(args.bot, game)
    for number in range(args.games):
        yield play_game(game, teacher, seats, args.seed << 32 | number)


def tell(game: Game[Any], seats: int, lesson: Training) -> None:
    print(f"{game.title}, {seats} players: {lesson.samples:,} positions")
    names = game.strategy.term_names(game.new(game.fewest))
    print(f"{'':36}{'early':>8}{'late':>8}")
    for place, name in enumerate(names):
        early, late = lesson.weights[2 * place : 2 * place + 2]
        print(f"{name:36}{early:8.3f}{late:8.3f}")
    print(f"Surprise on games kept aside: {lesson.error:.3f} bits, of the rules of thumb "
          f"{lesson.before:.3f}.")  # fmt: skip


def _progress(games: int, samples: int) -> None:
    if sys.stderr.isatty():
        sys.stderr.write(f"\r{games:,} games, {samples:,} positions \r")
