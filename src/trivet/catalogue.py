"""The only list of games, and of the bots that play them."""

import json
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from trivet import art
from trivet.bots.bot import Bot
from trivet.bots.budget import Clock
from trivet.bots.levels import LEVELS, Seated, bot_of
from trivet.core.box import Game
from trivet.core.strategy import Strategy
from trivet.core.tuning import NUMBERS, Tuning, Weights
from trivet.games.sovereign.game import SovereignGame
from trivet.games.trehgrannik.game import TrehgrannikGame
from trivet.games.trifecta.game import TrifectaGame
from trivet.games.trinity.game import TrinityGame
from trivet.games.tritarea.game import TriTAreaGame

GAMES: dict[str, Game[Any]] = {
    game.name: game
    for game in (
        SovereignGame(),
        TrehgrannikGame(),
        TrifectaGame(),
        TrinityGame(),
        TriTAreaGame(),
    )
}
Game.painter = art.write  # so that positions show themselves in a notebook


USUAL = ((300, 0.1), (4_000, 0.4), (12_000, 1.2))  # rounds of search, seconds; steady and better
MASTER = "master"  # the level that uses what was learnt; other levels where a game says so
LEARNT = Path(__file__).parent / "weights"  # a file for each game where it wins matches


class BadBot(ValueError):
    """A bot that does not exist, or one that cannot be changed so."""


def bot(wish: str, strategy: Strategy[Any], clock: Clock | None = None) -> Bot:
    """A bot by the name of its level, with changes to its tuning: "sharp+horizon=0"; weights are a
    file that `trivet train` has written, or none.

    Without a clock (`time.perf_counter`) it thinks as long as it takes, so that its answers depend
    on nothing but the mind and the dice it is given.
    """
    name = wish.partition("+")[0]
    if name not in LEVELS:
        raise BadBot(f"there is no bot '{name}'; there are: {', '.join(LEVELS)}")
    level, game = LEVELS.index(name), _game_of(strategy)
    tables = range(game.fewest, game.most + 1) if game is not None else (0,)
    bots = {seats: bot_of(level, strategy, tuned(wish, strategy, seats), clock) for seats in tables}
    return Seated(strategy, bots) if len(bots) > 1 else bots[tables[0]]


def tuned(wish: str, strategy: Strategy[Any], seats: int) -> Tuning:
    """How a bot searches at a table of so many, by the name of its level, with changes."""
    name, *changes = wish.split("+")
    tuning = tuning_of(name, strategy, seats)
    for change in changes:
        what, _, value = change.partition("=")
        if what == "weights":
            tuning.weights = read_weights(Path(value), strategy) if value != "none" else None
            continue
        if what not in NUMBERS:
            every = ", ".join([*NUMBERS, "weights"])
            raise BadBot(f"'{what}' of a bot cannot be changed; only: {every}")
        number = type(getattr(tuning, what))
        try:
            setattr(tuning, what, number(value))
        except ValueError:
            raise BadBot(f"'{what}' of a bot is a number, not '{value}'") from None
    return tuning


def tuning_of(name: str, strategy: Strategy[Any], seats: int) -> Tuning:
    """How a bot of this level searches at a table of so many: the usual way, or what the game has
    found to be better."""
    tuning = Tuning(*USUAL[max(LEVELS.index(name) - 2, 0)])
    game = _game_of(strategy)
    found = game.thought if game is not None else {}
    thought = dict(found.get(f"{name} {seats}") or found.get(name, {}))
    if thought.pop("learnt", name == MASTER):
        tuning.weights = strategy.learnt
    for what, number in thought.items():
        setattr(tuning, what, number)
    return tuning


def _game_of(strategy: Strategy[Any]) -> Game[Any] | None:
    return next((game for game in GAMES.values() if game.strategy is strategy), None)


# --- what was learnt ------------------------------------------------------------------------------


def write_weights(game: Game[Any], weights: Weights, made: Mapping[str, object]) -> str:
    """A file of weights: by number of seats, those of each feature, early and late in a game."""
    names = game.strategy.reasons(game.new(game.fewest))
    tables = {
        str(seats): {
            name: [round(early, 6), round(late, 6)]
            for name, early, late in zip(names, found[::2], found[1::2], strict=True)
        }
        for seats, found in weights.items()
    }
    whole = {"game": game.name, "rules": game.version, "made": dict(made), "weights": tables}
    return json.dumps(whole, indent=1) + "\n"


def read_weights(path: Path, strategy: Strategy[Any]) -> Weights:
    """The weights of a file, if they are of these features."""
    game = _game_of(strategy)
    names = strategy.reasons(game.new(game.fewest)) if game is not None else []
    try:
        tables = json.loads(path.read_text())["weights"]
        weights = {
            int(seats): tuple(float(weight) for early, late in table.values()
                              for weight in (early, late))
            for seats, table in tables.items()
        }  # fmt: skip
    except OSError as error:
        raise BadBot(f"{path} cannot be read: {error.strerror}") from None
    except (AttributeError, KeyError, TypeError, ValueError):
        raise BadBot(f"{path} is no file of weights") from None
    if any(list(table) != names for table in tables.values()):
        raise BadBot(f"{path} has weights of other features")
    return weights


for game in GAMES.values():
    if (LEARNT / f"{game.name}.json").exists():
        game.strategy.learnt = read_weights(LEARNT / f"{game.name}.json", game.strategy)

BOTS: dict[str, Callable[[Strategy[Any]], Bot]] = {  # weakest first; for tables with people
    name: partial(bot, name, clock=perf_counter) for name in LEVELS
}
