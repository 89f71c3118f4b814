"""`trivet games`: lists the games with their options."""

import argparse
import json
from dataclasses import asdict
from typing import Any

from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.cli.arguments import TRIVET, add_ink
from trivet.cli.terminal.levels import LEVELS, plays_like_words
from trivet.cli.terminal.screen import Screen, screen_for
from trivet.core.game import Game
from trivet.core.options import OneOf

LONGEST_USUAL = 24  # characters of an option's default; longer ones are not shown


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    if args.json:
        print(json.dumps({"games": [entry(game) for game in GAMES.values()], "bots": list(BOTS)}))
        return 0
    screen = screen_for(args)
    for game in GAMES.values():
        tell(screen, game)
    screen.say("Bots, from weak to strong:")
    for level, (name, does) in LEVELS.items():
        screen.say(f"{level:<8}{name}: {does}", indent="  ")
    screen.say(f"To play: {TRIVET} play {next(iter(GAMES))}")
    return 0


def entry(game: Game[Any]) -> dict[str, object]:
    return {
        "name": game.name,
        "title": game.title,
        "tagline": game.tagline,
        "rules": game.version,
        "seats": [game.fewest, game.most],
        "minutes": game.minutes,
        "options": [
            {"kind": type(option).__name__.lower(), **asdict(option), "default": option.default}
            for option in game.options
        ],
        "presets": [asdict(preset) for preset in game.presets],
        "plays_like": dict(game.level_aliases),
    }


def tell(screen: Screen, game: Game[Any]) -> None:
    seats = f"{game.fewest}" if game.fewest == game.most else f"{game.fewest} to {game.most}"
    head = f"{screen.ink.bold(game.name)}  {seats} players, about {game.minutes} minutes"
    screen.show([head])
    screen.say(game.tagline, indent="  ")
    for option in game.options:
        usual = json.dumps(option.default)
        usual = usual if len(usual) <= LONGEST_USUAL else "..."
        screen.say(
            f"--option {option.name}={usual}  {option.words} [{option.rule}]",
            indent="  ",
            hang="      ",
        )
        if isinstance(option, OneOf):
            for value, words in zip(option.values, option.choices_words(), strict=True):
                screen.say(f"{value}: {words}", indent="      ", hang="          ")
    for preset in game.presets:
        screen.say(
            f"--preset {preset.name}  {preset.words} [{preset.rule}]", indent="  ", hang="      "
        )
    for place, lower in game.level_aliases.items():
        level, seats = place.split()
        screen.say(plays_like_words(level, seats, lower), indent="  ")
    screen.say()
