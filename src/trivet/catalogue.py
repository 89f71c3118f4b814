"""The list of games."""

from typing import Any

import trivet.art  # noqa: F401  positions of these games show themselves in a notebook
from trivet.core.game import Game
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
