"""Serializes a state to bytes, to hand it to another process, and back.

Steps and games are shared objects and are pickled by reference.  Everything else in a state is
numbers, lists and tuples of them, and small objects whose constructor parameters are named as the
attributes they set.
"""

import io
import pickle
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from inspect import isgetsetdescriptor, ismemberdescriptor, signature
from types import ModuleType
from typing import Any

from trivet.core.game import Game
from trivet.core.state import Ear, State, Step


def freeze(s: State) -> bytes:
    """The state as bytes, without its ear."""
    out = io.BytesIO()
    _Freezer(out).dump(s)
    return out.getvalue()


def thaw(data: bytes, games: Mapping[str, Game[Any]]) -> State:
    """The state again; it must have been frozen by the same version of Trivet."""
    s = _Thawer(io.BytesIO(data), games).load()
    if not isinstance(s, State):
        raise pickle.UnpicklingError("this is not a state")
    return s


class _Freezer(pickle.Pickler):
    def persistent_id(self, thing: object) -> object:
        if isinstance(thing, Ear):
            return ("ear",)
        if isinstance(thing, Game):
            return ("game", thing.name)
        if isinstance(thing, Step):
            package = _package(type(thing))
            return ("step", package, _numbers(package)[id(thing)])
        return None

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
            case ("ear",):
                return None
            case ("game", str(game)):
                return self.games[game]
            case ("step", str(package), int(number)):
                return _steps(package)[number]
        raise pickle.UnpicklingError(f"unknown: {name!r}")


def _rebuild(kind: type, attributes: dict[str, Any]) -> object:
    wanted = signature(kind).parameters
    made = kind(**{name: attributes[name] for name in wanted})
    for name, value in attributes.items():
        setattr(made, name, value)
    return made


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


# --- steps by number ------------------------------------------------------------------------------


def _package(kind: type) -> str:
    """The package of a step's game; for a game outside trivet, the package of its module."""
    parts = kind.__module__.split(".")
    return ".".join(parts[:3] if parts[:2] == ["trivet", "games"] else parts[:-1])


@cache
def _steps(package: str) -> list[Step[Any]]:
    """All steps in the globals of a game's modules, in a fixed order."""
    found: dict[int, Step[Any]] = {}
    for name in sorted(sys.modules):
        if name == package or name.startswith(f"{package}."):
            for thing in _globals(sys.modules[name]):
                for step in _contents(thing):
                    found.setdefault(id(step), step)
    return list(found.values())


@cache
def _numbers(package: str) -> dict[int, int]:
    return {id(step): number for number, step in enumerate(_steps(package))}


def _globals(module: ModuleType) -> list[object]:
    return [vars(module)[name] for name in sorted(vars(module)) if name[:2] != "__"]


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
