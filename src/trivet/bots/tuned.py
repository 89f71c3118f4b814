"""Makes a bot from the name of its level and changes to its tuning: "sharp+horizon=0"."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.budget import Clock
from trivet.bots.levels import LEVELS, Seated, bot_of
from trivet.bots.tuning import NUMBERS, Tuning
from trivet.bots.weights import BadWeights, learnt_weights, read_weights
from trivet.core.game import Game

USUAL = ((300, 0.1), (4_000, 0.4), (12_000, 1.2))  # iterations and seconds; steady and better
PATIENCE = 20  # of master: with a clock it goes on, while an answer is in doubt
LORE = 3  # candidates of which a rollout takes the best, unless the game is tuned otherwise
MASTER = "master"  # uses learnt weights; other levels only where the game says so


class BadBot(ValueError):
    """An unknown level, knob or value of a knob."""


def bot(wish: str, game: Game[Any], clock: Clock | None = None) -> Bot:
    """Make a bot from the name of its level and changes to its tuning: "sharp+horizon=0".
    `weights` is a file that `trivet lab train` has written, or "none".

    Without a clock (`time.perf_counter`) it does all its iterations, so that its answers depend
    only on the mind and the dice it is given.
    """
    name = wish.partition("+")[0]
    if name not in LEVELS:
        raise BadBot(f"there is no bot '{name}'; there are: {', '.join(LEVELS)}")
    level, tables = LEVELS.index(name), range(game.fewest, game.most + 1)
    bots = {
        seats: bot_of(level, game.strategy, tuned(wish, game, seats), clock) for seats in tables
    }
    return Seated(game.strategy, bots) if len(bots) > 1 else bots[game.fewest]


BOTS: dict[str, Callable[[Game[Any]], Bot]] = {  # weakest first; for tables with people
    name: partial(bot, name, clock=perf_counter) for name in LEVELS
}


def effective_level(level: str, game: Game[Any], seats: int) -> str:
    """The level that plays at a table for the one that was chosen: where a level was not shown to
    be better than a lower one, the lower one plays, and is named.  Arenas, ladders and hints use
    every level as it is."""
    return game.level_aliases.get(f"{level} {seats}", level)


def tuned(wish: str, game: Game[Any], seats: int) -> Tuning:
    """The tuning of a level at a table with this number of seats, with the changes applied."""
    name, *changes = wish.split("+")
    tuning = tuning_of(name, game, seats)
    for change in changes:
        what, _, value = change.partition("=")
        if what == "weights":
            tuning.weights = _weights(value, game)
            continue
        if what not in NUMBERS:
            every = ", ".join([*NUMBERS, "weights"])
            raise BadBot(f"'{what}' of a bot cannot be changed; only: {every}")
        if what == "iterations":
            tuning.patience = 1  # that many, with a clock as without one
        number = type(getattr(tuning, what))
        try:
            setattr(tuning, what, number(value))
        except ValueError:
            raise BadBot(f"'{what}' of a bot is a number, not '{value}'") from None
    return tuning


def tuning_of(name: str, game: Game[Any], seats: int) -> Tuning:
    """The tuning of a level at a table with this number of seats: rollouts by lore and the other
    defaults, overridden by the game's `thought`."""
    tuning = Tuning(*USUAL[max(LEVELS.index(name) - 2, 0)])
    tuning.patience = PATIENCE if name == MASTER else 1
    tuning.greed = LORE
    thought = dict(game.tunings.get(f"{name} {seats}") or game.tunings.get(name, {}))
    if thought.pop("learnt", name == MASTER):
        tuning.weights = learnt_weights(game)
    for what, number in thought.items():
        setattr(tuning, what, number)
    return tuning


def _weights(value: str, game: Game[Any]) -> dict[int, tuple[float, ...]] | None:
    try:
        return None if value == "none" else read_weights(Path(value), game)
    except BadWeights as wrong:
        raise BadBot(str(wrong)) from None
