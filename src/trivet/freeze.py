"""Serializes a state to bytes, to hand it to another process, and back.

Steps and games are shared objects and are pickled by reference.  Everything else in a state is
numbers, lists and tuples of them, and small objects whose constructor parameters are named as the
attributes they set.

A state that plain rules have frozen can be thawed by compiled ones: a server that has begun on the
plain rules may hand it to a worker that thinks with compiled ones.
"""

import io
import pickle
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from inspect import isgetsetdescriptor, ismemberdescriptor, signature
from typing import Any

from trivet.core import state
from trivet.core.game import Game, game_with
from trivet.core.state import EventListener, State, Step

IS_COMPILED = not (state.__file__ or "").endswith((".py", ".pyc"))
WIDTH = 64  # bits of a compiled int


def freeze(s: State) -> bytes:
    """The state as bytes, without its ear."""
    out = io.BytesIO()
    _Freezer(out, s).dump(s)
    return out.getvalue()


def thaw(data: bytes, games: Mapping[str, Game[Any]]) -> State:
    """The state again; it must have been frozen by the same version of Trivet."""
    s = _Thawer(io.BytesIO(data), games).load()
    if not isinstance(s, State):
        raise pickle.UnpicklingError("this is not a state")
    return s


def reduced(s: State) -> tuple[object, ...]:
    """For pickle: a state of a game in the catalogue."""
    return _thawed, (freeze(s),)


def _thawed(data: bytes) -> State:
    return thaw(data, import_module("trivet.catalogue").GAMES)


def is_same(one: State, other: State) -> bool:
    """Whether two states are the same position.  Their ears, answers that have been opened and
    steps that have been done make no difference."""
    if type(one) is not type(other):
        return False
    return all(
        _same(getattr(one, name), getattr(other, name))
        for name in _attributes(one)
        if name not in ("listener", "agenda", "said")
    ) and (_agenda(one), _sealed(one)) == (_agenda(other), _sealed(other))


def _same(one: object, other: object) -> bool:
    """Whether two attributes have the same value; small objects are compared by their own."""
    if isinstance(one, Step | Game) or type(one) is not type(other):
        return one is other
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return len(one) == len(other) and all(map(_same, one, other))
    if type(one).__module__ == "builtins":
        return one == other
    names = _attributes(one)
    return all(_same(getattr(one, name), getattr(other, name)) for name in names)


def _agenda(s: State) -> list[int]:
    return [id(step) for step in s.agenda[: s.agenda_length]]


def _sealed(s: State) -> list[int]:
    return [s.said[seat] if s.has_sealed(seat) else -1 for seat in range(s.seats)]


class _Freezer(pickle.Pickler):
    def __init__(self, sink: io.BytesIO, s: State) -> None:
        super().__init__(sink)
        self.home = _package(type(s.game if s.game is not None else s))

    def persistent_id(self, thing: object) -> object:
        if isinstance(thing, EventListener):
            return ("listener",)
        if isinstance(thing, Game):
            return ("game", thing.name, thing.version)
        if isinstance(thing, Step):
            return ("step", *self._place(thing))
        return None

    def _place(self, step: Step[Any]) -> tuple[str, str, int]:
        kind = type(step)
        for package in (_package(kind), self.home):
            if (place := _places(package).get(id(step))) is not None:
                return place
            _places.cache_clear()  # a package may have imported more of itself since
            if (place := _places(package).get(id(step))) is not None:
                return place
        raise pickle.PicklingError(
            f"a step {kind.__name__} is in no global of {kind.__module__}: give its plan a name"
        )

    def reducer_override(self, thing: object) -> Any:
        kind = type(thing)
        if kind.__module__ == "builtins" or isinstance(thing, type):
            return NotImplemented
        return _rebuild, (kind, {name: getattr(thing, name) for name in _attributes(thing)})


class _Thawer(pickle.Unpickler):
    def __init__(self, source: io.BytesIO, games: Mapping[str, Game[Any]]) -> None:
        super().__init__(source)
        self.games = games

    def persistent_load(self, name: Any) -> Any:
        match name:
            case ("listener",):
                return None
            case ("game", str(name), int(rules)) if game := game_with(self.games, name, rules):
                return game
            case ("step", str(module), str(variable), int(number)):
                return _step(module, variable, number)
        raise pickle.UnpicklingError(f"unknown: {name!r}")


def _rebuild(kind: type, attributes: dict[str, Any]) -> object:
    if IS_COMPILED:
        attributes = {name: _native(value) for name, value in attributes.items()}
    wanted = signature(kind).parameters
    made = kind(**{name: attributes[name] for name in wanted})
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


def _native(value: Any) -> Any:
    """A set of all 64 cells of a board as compiled rules hold it: its last bit is the sign."""
    if type(value) is int:
        return value - (1 << WIDTH) if value >> (WIDTH - 1) == 1 else value
    if type(value) is list:
        return [_native(one) for one in value]
    return tuple(map(_native, value)) if type(value) is tuple else value


def _attributes(thing: object) -> list[str]:
    """The names of all attributes: descriptors in compiled classes, slots or a dict in plain."""
    described = [
        name
        for kind in type(thing).__mro__
        for name, entry in vars(kind).items()
        if (isgetsetdescriptor(entry) or ismemberdescriptor(entry)) and name[:2] != "__"
    ]
    own = getattr(thing, "__dict__", {})
    return sorted({*described, *own})


# --- steps by the place where they stand ----------------------------------------------------------


def _package(kind: type) -> str:
    """The package of a game: one of ours, or all of the package that brings it.  A game in a file
    of its own is its own package."""
    parts = kind.__module__.split(".")
    return ".".join(parts[:3] if parts[:2] == ["trivet", "games"] else parts[:1])


@cache
def _places(package: str) -> dict[int, tuple[str, str, int]]:
    """Where all steps of a game stand: the module, its variable, and the number within it.  That
    holds in another process too, whatever else has been imported there."""
    found: dict[int, tuple[str, str, int]] = {}
    for name in sorted(sys.modules):
        if name == package or name.startswith(f"{package}."):
            module = sys.modules[name]
            for variable in sorted(one for one in vars(module) if one[:2] != "__"):
                for number, step in enumerate(_contents(vars(module)[variable])):
                    found.setdefault(id(step), (name, variable, number))
    return found


@cache
def _step(module: str, variable: str, number: int) -> Step[Any]:
    return list(_contents(vars(import_module(module))[variable]))[number]


def _contents(thing: object) -> Iterator[Step[Any]]:
    """The steps in a list, tuple or dict, or in the attributes of another step."""
    if isinstance(thing, list | tuple):
        for part in thing:
            yield from _contents(part)
    elif isinstance(thing, dict):
        yield from _contents(list(thing.values()))
    elif isinstance(thing, Step):
        yield thing
        for name in _attributes(thing):
            yield from _contents(getattr(thing, name))


Game.reducer = reduced
Game.comparer = is_same
