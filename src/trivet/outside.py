"""Finds games and bots that other packages and files bring.

A *place* says where one is: "liars.py:LiarsGame", "my_games.liars:LiarsGame", or the name of an
entry point of the group `trivet.games` or `trivet.bots`.  The places of games are handed on to
every process that is started from here, in the variable TRIVET_GAMES.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

GAMES, BOTS = "trivet.games", "trivet.bots"  # groups of entry points
VARIABLE = "TRIVET_GAMES"  # places, one a line


class NotThere(LookupError):
    """Nothing of the kind is at that place; the text says what is wrong."""


def is_place(text: str) -> bool:
    return ":" in text


def named(group: str) -> dict[str, str]:
    """The places that installed packages announce, by name; none of them is imported yet."""
    if sys.platform == "emscripten":  # nothing is installed in a page
        return {}
    from importlib.metadata import entry_points

    return {entry.name: entry.value for entry in entry_points(group=group)}


def load(place: str) -> Any:
    """What is at a place; NotThere with the reason if that cannot be had."""
    where, _, name = place.rpartition(":")
    try:
        module = _file(Path(where)) if where.endswith(".py") else import_module(where)
    except NotThere:
        raise
    except (Exception, SystemExit) as wrong:  # a stranger's file may do anything
        kind = type(wrong).__name__
        what = where if where.endswith(".py") else f"the module {where or place}"
        raise NotThere(f"{what} cannot be imported: {kind}: {wrong}") from wrong
    if not hasattr(module, name):
        raise NotThere(f"there is no {name} in {where}")
    return getattr(module, name)


def _file(path: Path) -> ModuleType:
    """Import a file under its own name, or that of its package; what lies beside it can be
    imported by it.  Its classes are then found by the same name in every process that imports the
    same place.
    """
    if not path.is_file():
        raise NotThere(f"there is no file {path}")
    if not path.stem.isidentifier():
        raise NotThere(f"{path.name} cannot be imported: call it by letters, digits and _ only")
    folder, name = path.resolve().parent, path.stem
    while (folder / "__init__.py").exists():
        folder, name = folder.parent, f"{folder.name}.{name}"
    if str(folder) not in sys.path:
        sys.path.append(str(folder))
    module = import_module(name)
    if Path(module.__file__ or "").resolve() != path.resolve():
        other = module.__file__ or "a part of Python"
        raise NotThere(f"{path} has the name of another module, {other}: rename it")
    return module


def absolute(place: str) -> str:
    """The same place for a process that runs in another folder."""
    where, _, name = place.rpartition(":")
    return f"{Path(where).resolve()}:{name}" if where.endswith(".py") else place


def hand_on(place: str) -> None:
    """Let processes that are started from now on have the game too."""
    os.environ[VARIABLE] = "\n".join(dict.fromkeys([*handed_on(), absolute(place)]))


def handed_on() -> list[str]:
    return [place for place in os.environ.get(VARIABLE, "").split("\n") if place]


def home(thing: object) -> Path:
    """The folder where the class of a thing is written."""
    return Path(sys.modules[type(thing).__module__].__file__ or ".").parent
