"""The only list of games, and of the bots that play them."""

from collections.abc import Callable
from typing import Any

from trivet.bots.bot import Bot
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.core.box import Game
from trivet.core.strategy import Strategy
from trivet.games.sovereign.game import SovereignGame
from trivet.games.trehgrannik.game import TrehgrannikGame
from trivet.games.trinity.game import TrinityGame
from trivet.games.tritarea.game import TriTAreaGame

GAMES: dict[str, Game[Any]] = {
    game.name: game
    for game in (
        SovereignGame(),
        TrehgrannikGame(),
        TrinityGame(),
        TriTAreaGame(),
    )
}

BOTS: dict[str, Callable[[Strategy[Any]], Bot]] = {  # weakest first
    "random": Random,
    "greedy": Greedy,
}
