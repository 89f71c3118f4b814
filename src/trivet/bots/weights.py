"""Reads and writes files of learnt weights for the terms of a game's value."""

import json
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from trivet.bots.tuning import Weights
from trivet.core.game import Game

FOLDER = Path(__file__).parents[1] / "weights"  # a file for each game where they win matches


class BadWeights(ValueError):
    """A file that cannot be read, or has weights of other features."""


@cache
def learnt_weights(game: Game[Any]) -> Weights | None:
    """The weights that Trivet ships for a game, or a game from outside has beside it."""
    path = FOLDER / f"{game.name}.json"
    if not type(game).__module__.startswith("trivet."):
        path = Path(sys.modules[type(game).__module__].__file__ or ".").with_name("weights.json")
    return read_weights(path, game) if path.exists() else None


def read_weights(path: Path, game: Game[Any]) -> Weights:
    """The weights in a file; BadWeights unless they are for this game's terms."""
    names = game.strategy.term_names(game.new(game.fewest))
    try:
        tables = json.loads(path.read_text())["weights"]
        weights = {
            int(seats): tuple(float(weight) for early, late in table.values()
                              for weight in (early, late))
            for seats, table in tables.items()
        }  # fmt: skip
    except OSError as error:
        raise BadWeights(f"{path} cannot be read: {error.strerror}") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadWeights(f"{path} is not a file of weights") from None
    if any(list(table) != names for table in tables.values()):
        raise BadWeights(f"{path} has weights of other features")
    return weights


def write_weights(game: Game[Any], weights: Weights, made: Mapping[str, object]) -> str:
    """The text of a file: by number of seats, each term's weights early and late in a game."""
    names = game.strategy.term_names(game.new(game.fewest))
    tables = {
        str(seats): {
            name: [round(early, 6), round(late, 6)]
            for name, early, late in zip(names, found[::2], found[1::2], strict=True)
        }
        for seats, found in weights.items()
    }
    whole = {"game": game.name, "rules": game.version, "made": dict(made), "weights": tables}
    return json.dumps(whole, indent=1) + "\n"
