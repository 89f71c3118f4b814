"""The list of games: our own, and those that other packages and files bring."""

import pkgutil
import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any
from warnings import warn

import trivet.freeze  # noqa: F401  states of these games can be pickled and compared
from trivet import art, outside
from trivet.core.game import Game
from trivet.games.sovereign.game import SovereignGame
from trivet.games.trehgrannik.game import TrehgrannikGame
from trivet.games.trifecta.game import TrifectaGame
from trivet.games.trinity.game import TrinityGame
from trivet.games.tritarea.game import TriTAreaGame


class Games(dict[str, Game[Any]]):
    """Games by name; another name is refused with the names there are.  `retired` has older
    versions of their rules, for tables that were begun with them."""

    def __init__(self, games: Iterable[tuple[str, Game[Any]]]) -> None:
        super().__init__(games)
        self.retired: dict[tuple[str, int], Game[Any]] = {}

    def __missing__(self, name: str) -> Game[Any]:
        raise NoSuchGame(f"there is no game '{name}'; there are: {', '.join(self)}")


class NoSuchGame(KeyError, ValueError):
    """A game that is not in the catalogue."""

    def __str__(self) -> str:
        return str(self.args[0])


GAMES = Games(
    (game.name, game)
    for game in (
        SovereignGame(),
        TrehgrannikGame(),
        TrifectaGame(),
        TrinityGame(),
        TriTAreaGame(),
    )
)


def _retired() -> Iterator[Game[Any]]:
    """Games with older rules: packages like sovereign_v1, made by tools/retire."""
    for module in pkgutil.iter_modules(import_module("trivet.games").__path__):
        if re.fullmatch(r"\w+_v[0-9]+", module.name):
            made = import_module(f"trivet.games.{module.name}.game")
            kinds = [kind for kind in vars(made).values() if isinstance(kind, type)]
            yield next(k() for k in kinds if issubclass(k, Game) and k.__module__ == made.__name__)


GAMES.retired.update(((game.name, game.version), game) for game in _retired())


def bring(place: str) -> Game[Any]:
    """Add a game from outside, here and in processes that are started from now on.

    `place` is "file.py:Class", "package.module:Class" or the name of an entry point of the group
    `trivet.games`; NotThere with the reason if there is no game.
    """
    made = outside.load(outside.named(outside.GAMES).get(place, place))
    try:
        game = made() if isinstance(made, type) else made
    except Exception as wrong:
        raise outside.NotThere(f"{place} cannot be made: {wrong}") from wrong
    if not isinstance(game, Game):
        kind = type(game).__name__
        raise outside.NotThere(f"{place} is a {kind}, not a trivet.core.game.Game")
    missing = [name for name in NEEDED if not hasattr(game, name)]
    if missing:
        raise outside.NotThere(f"{place} has no {', '.join(missing)}")
    known = GAMES.get(game.name)
    if known is not None and type(known) is not type(game):
        raise outside.NotThere(f"{place} is called '{game.name}', as another game is")
    if known is None:
        GAMES[game.name] = game
        art.HOMES[game.name] = outside.home(game)
    outside.hand_on(place)
    return GAMES[game.name]


NEEDED = ("name", "title", "tagline", "prefix", "version", "fewest", "most", "minutes", "codec")


for place in (*outside.named(outside.GAMES), *outside.handed_on()):
    try:
        bring(place)
    except outside.NotThere as wrong:  # a fault of another package: the house opens without it
        warn(f"A game is left out: {wrong}.", stacklevel=1)
