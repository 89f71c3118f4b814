"""The only list of games, and of the bots that play them."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

from trivet import art
from trivet.bots.bot import Bot
from trivet.bots.budget import Clock
from trivet.bots.levels import LEVELS, bot_of
from trivet.core.box import Game
from trivet.core.strategy import Strategy
from trivet.core.tuning import NUMBERS
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


class BadBot(ValueError):
    """A bot that does not exist, or one that cannot be changed so."""


def bot(wish: str, strategy: Strategy[Any], clock: Clock | None = None) -> Bot:
    """A bot by the name of its level, with changes to its tuning: "sharp+horizon=0".

    Without a clock (`time.perf_counter`) it thinks as long as it takes, so that its answers depend
    on nothing but the mind and the dice it is given.
    """
    name, *changes = wish.split("+")
    if name not in LEVELS:
        raise BadBot(f"there is no bot '{name}'; there are: {', '.join(LEVELS)}")
    level = LEVELS.index(name)
    tuning = strategy.tuning(max(level, 2))
    for change in changes:
        what, _, value = change.partition("=")
        if what not in NUMBERS:
            raise BadBot(f"'{what}' of a bot cannot be changed; only: {', '.join(NUMBERS)}")
        number = type(getattr(tuning, what))
        try:
            setattr(tuning, what, number(value))
        except ValueError:
            raise BadBot(f"'{what}' of a bot is a number, not '{value}'") from None
    return bot_of(level, strategy, tuning, clock)


BOTS: dict[str, Callable[[Strategy[Any]], Bot]] = {  # weakest first; for tables with people
    name: partial(bot, name, clock=perf_counter) for name in LEVELS
}
