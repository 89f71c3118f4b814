"""The list of games: our own, and those that other packages and files bring."""

import re
from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib import import_module
from threading import RLock
from typing import Any
from warnings import warn

import trivet.freeze  # noqa: F401  states of these games can be pickled and compared
from trivet import art, outside
from trivet.core.game import Game

OURS = ("sovereign", "trehgrannik", "trifecta", "trinity", "tritarea")


class Games(MutableMapping[str, Game[Any]]):
    """Games by name.  A game is imported when it is asked for, and those of installed packages when
    a name is none of ours, or all names are asked for.  A name that nobody has is refused with the
    names there are."""

    def __init__(self) -> None:
        self._made: dict[str, Game[Any]] = {}
        self._has_installed = False
        self._lock = RLock()  # a server asks from several threads

    def __getitem__(self, name: str) -> Game[Any]:
        if name in OURS and name not in self._made:
            self._made.setdefault(name, _made(name))
        elif name not in self:
            raise NoSuchGame(f"there is no game '{name}'; there are: {', '.join(self)}")
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in OURS or name in self._made or name in self._names()

    def __iter__(self) -> Iterator[str]:
        return iter(self._names())

    def __len__(self) -> int:
        return len(self._names())

    def __setitem__(self, name: str, game: Game[Any]) -> None:
        self._made[name] = game

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def _names(self) -> list[str]:
        """All names, those of games that installed packages announce included."""
        with self._lock:
            if not self._has_installed:
                self._has_installed = True
                for place in outside.named(outside.GAMES):
                    _bring_or_warn(place)
        return list(dict.fromkeys((*OURS, *self._made)))

    @cached_property
    def retired(self) -> dict[tuple[str, int], Game[Any]]:
        """Older versions of the rules, for tables that were begun with them: packages like
        sovereign_v1, made by tools/retire."""
        from pkgutil import iter_modules

        packages = [module.name for module in iter_modules(import_module("trivet.games").__path__)]
        games = [_made(name) for name in packages if re.fullmatch(r"\w+_v[0-9]+", name)]
        return {(game.name, game.version): game for game in games}


def _made(package: str) -> Game[Any]:
    """The game in a package of `trivet.games`."""
    module = import_module(f"trivet.games.{package}.game")
    kinds = [kind for kind in vars(module).values() if isinstance(kind, type)]
    kind = next(k for k in kinds if issubclass(k, Game) and k.__module__ == module.__name__)
    return kind()


class NoSuchGame(KeyError, ValueError):
    """A game that is not in the catalogue."""

    def __str__(self) -> str:
        return str(self.args[0])


GAMES = Games()


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


def _bring_or_warn(place: str) -> None:
    try:
        bring(place)
    except outside.NotThere as wrong:  # a fault of another package: the house opens without it
        warn(f"A game is left out: {wrong}.", stacklevel=1)


for place in outside.handed_on():
    _bring_or_warn(place)
