"""Trivet: five tabletop games, their bots and their table.

    import trivet

    state = trivet.new("trinity", seats=3)
    dice = trivet.Dice(1)
    while not state.is_over():
        state.play(state.turn, state.sample(state.turn, dice))
    print(state.scores())

Nothing is imported before it is used: `import trivet` takes a few milliseconds and needs no other
package.
"""

TYPE_CHECKING = False  # true to type checkers; importing `typing` would take longer than the rest
if TYPE_CHECKING:
    from typing import Any

    from trivet.bots.bot import Bot as Bot
    from trivet.core.dice import Dice as Dice
    from trivet.core.game import Game as Game
    from trivet.core.game import IllegalAnswer as IllegalAnswer
    from trivet.core.mind import Mind as Mind
    from trivet.core.state import CHANCE as CHANCE
    from trivet.core.state import EVERYONE as EVERYONE
    from trivet.core.state import NOBODY as NOBODY
    from trivet.core.state import Objection as Objection
    from trivet.core.state import State as State
    from trivet.core.table import Table as Table

__version__ = "0.1.0"

_NAMES = {  # where each of the names below is written
    "Bot": "trivet.bots.bot",
    "Dice": "trivet.core.dice",
    "Game": "trivet.core.game",
    "IllegalAnswer": "trivet.core.game",
    "Mind": "trivet.core.mind",
    "CHANCE": "trivet.core.state",
    "EVERYONE": "trivet.core.state",
    "NOBODY": "trivet.core.state",
    "Objection": "trivet.core.state",
    "State": "trivet.core.state",
    "Table": "trivet.core.table",
}
__all__ = ["__version__", "all_games", "game", "new", "levels", "bot"]
__all__ += list(_NAMES)


def all_games() -> "dict[str, Game[State]]":
    """All games by name, those that other packages bring included."""
    from trivet.catalogue import GAMES

    return dict(GAMES)


def game(name: str) -> "Game[State]":
    """A game by name, or from outside: "file.py:Class"."""
    from trivet.catalogue import GAMES, bring

    return bring(name) if ":" in name else GAMES[name]


def new(name: str, seats: int | None = None, **options: object) -> "State":
    """A new game, up to its first question; as few seats as the game allows unless said."""
    found = game(name)
    return found.new(found.fewest if seats is None else seats, options)


def levels() -> list[str]:
    """The levels of our own bots, weakest first."""
    from trivet.bots.tuned import BOTS

    return list(BOTS)


def bot(level: str, name: str) -> "Bot":
    """A bot of a level for a game: `bot("sharp", "trinity").choose(Mind(state, seat), dice)`."""
    from trivet.bots.tuned import bot as made

    return made(level, game(name))


def __getattr__(name: str) -> "Any":
    if name not in _NAMES:
        raise AttributeError(f"module 'trivet' has no attribute '{name}'")
    from importlib import import_module

    return getattr(import_module(_NAMES[name]), name)


def __dir__() -> list[str]:
    return __all__
