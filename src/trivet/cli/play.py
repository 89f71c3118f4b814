"""`trivet play`: seats people and bots, and starts or resumes a game."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from trivet import outside
from trivet.bots.tuned import BOTS
from trivet.cli.arguments import (
    TRIVET,
    BadInput,
    add_ink,
    check_seats,
    game_named,
    option,
    preset_named,
    whole,
)
from trivet.cli.terminal import saves
from trivet.cli.terminal.interactive import InteractiveGame, LeftGame
from trivet.cli.terminal.json_lines import JsonLines
from trivet.cli.terminal.levels import LEVELS, both_names, level_meant
from trivet.cli.terminal.local_game import GUEST, LocalGame, is_bot, sit_down, sit_down_again
from trivet.cli.terminal.screen import screen_for
from trivet.core.fair import SEED_BYTES
from trivet.core.game import Game
from trivet.core.record import clean
from trivet.core.seats import SEAT_LETTERS

LATEST = ""  # --resume without a file
USUAL_BOT = "steady"  # as in the lobby
INTERRUPTED = 130


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help=f"see '{TRIVET} games'")
    add = parser.add_argument_group("who plays").add_argument
    add("--seats", type=whole, metavar="N", help="how many play (default: as few as can)")
    add("--seat", type=str.upper, metavar="LETTER", help="where you sit (default: A)")
    add("--name", action="append", default=[], help="your name; repeat it for more people")
    levels = f"{', '.join(map(both_names, LEVELS))} (default: {USUAL_BOT})"
    add("--bot", metavar="LEVEL", help=f"the bots in all other seats: {levels}")
    add("--bots", metavar="LEVEL,...", help="the bots one by one, as greedy,random")
    add("--people", type=whole, metavar="N", help="how many people share the keyboard")
    add("--pass-and-play", action="store_true", help="people in all seats")
    add = parser.add_argument_group("the game").add_argument
    add("--preset", metavar="NAME", help="a named set of options, as Balanced")
    add("--option", type=option, action="append", default=[], metavar="KEY=VALUE",
        help="an option of the game, its value in JSON")  # fmt: skip
    add("--concede", action="store_true", help="bots resign when the game is clearly decided")
    add("--seed", metavar="HEX", help="settle all chance; the same seed gives the same game")
    add("--resume", nargs="?", const=LATEST, metavar="FILE", help="go on with a kept game")
    add = parser.add_argument_group("how it looks").add_argument
    add("--json", action="store_true", help="one event a line, for scripts")
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    local = _resume(args) if args.resume is not None else _begin(args)
    local.has_conceding = args.concede
    show = JsonLines(local) if args.json else InteractiveGame(local, screen_for(args))
    try:
        show.play()
    except (LeftGame, EOFError):
        show.goodbye()
    except KeyboardInterrupt:
        show.goodbye()
        return INTERRUPTED
    return 0


def _resume(args: argparse.Namespace) -> LocalGame:
    fresh = (
        "seats",
        "seat",
        "name",
        "bot",
        "bots",
        "people",
        "pass_and_play",
        "preset",
        "option",
        "seed",
    )
    for wish in fresh:
        if getattr(args, wish):
            flag = "--" + wish.replace("_", "-")
            raise BadInput(f"A kept game goes on as it began: leave out {flag}.")
    if args.resume == LATEST:
        game = game_named(args.game).name if args.game else None
        return sit_down_again(saves.latest_unfinished(game))
    return sit_down_again(Path(args.resume))


def _begin(args: argparse.Namespace) -> LocalGame:
    if args.game is None:
        raise BadInput(f"Say which game; '{TRIVET} games' lists them.")
    game = game_named(args.game)
    seats = check_seats(game, _seats(args, game))
    people = _people(args, seats)
    players = _bots(args, seats - len(people))
    for seat, name in sorted(zip(_places(args.seat or "A", seats), people, strict=False)):
        players.insert(seat, name)
    named = preset_named(game, args.preset) if args.preset else {}
    return sit_down(game, players, {**named, **dict(args.option)}, _seed(args.seed))


def _seats(args: argparse.Namespace, game: Game[Any]) -> int:
    """The number given; or as many as the named players need; or as few as the game allows."""
    if args.seats is not None:
        return int(args.seats)
    people = args.people if args.people is not None else max(1, len(args.name))
    if args.bots is not None:
        return int(people + len(args.bots.split(",")))
    return max(game.fewest, people)


def _people(args: argparse.Namespace, seats: int) -> list[str]:
    names = [clean(name) for name in args.name]
    for name in names:
        if is_bot(level_meant(name)):
            raise BadInput(f"'{name}' is the name of a bot; call yourself something else.")
    many = seats if args.pass_and_play else args.people
    many = max(1, len(names)) if many is None else many
    if args.pass_and_play and args.people not in (None, seats):
        raise BadInput("--pass-and-play puts people in all seats: leave out --people.")
    if many > seats:
        raise BadInput(f"{many} people do not fit on {seats} seats.")
    if len(names) > many:
        raise BadInput("There are more names than people.")
    return names + [GUEST] * (many - len(names))


def _bots(args: argparse.Namespace, free: int) -> list[str]:
    if args.bot and args.bots:
        raise BadInput("Say --bot for all bots alike, or --bots for each, not both.")
    if args.bot and not free:
        raise BadInput("There is no seat left for a bot.")
    wanted = args.bots.split(",") if args.bots else [args.bot or USUAL_BOT] * free
    levels = [level_meant(level) for level in wanted]
    for level in levels:
        if not is_bot(level):
            every = ", ".join([*map(both_names, BOTS), *outside.named(outside.BOTS)])
            raise BadInput(f"There is no bot '{level}'; there are: {every}; or say file.py:make.")
    if len(levels) != free:
        raise BadInput(f"There are {free} seats for bots, and {len(levels)} bots.")
    return list(levels)


def _places(first: str, seats: int) -> Sequence[int]:
    """The seats for people: the wanted one first, then on around the table."""
    letters = SEAT_LETTERS[:seats]
    if len(first) != 1 or first not in letters:
        raise BadInput(f"There is no seat '{first}'; there are {', '.join(letters)}.")
    start = letters.index(first)
    return [(start + step) % seats for step in range(seats)]


def _seed(text: str | None) -> bytes | None:
    if text is None:
        return None
    if not re.fullmatch(f"[0-9a-fA-F]{{1,{2 * SEED_BYTES}}}", text):
        raise BadInput(f"A seed has up to {2 * SEED_BYTES} hexadecimal digits.")
    return bytes.fromhex(text.rjust(2 * SEED_BYTES, "0"))
