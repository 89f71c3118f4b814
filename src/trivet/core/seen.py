"""What a viewer sees, as types: the fields of every view, and the base of a game's own."""

import json
from typing import Any, TypedDict

import msgspec


class Seen(msgspec.Struct, frozen=True, gc=False):
    """A part of a game's own `table`: compared by value, never changed, JSON by msgspec."""


class ViewFields(TypedDict):
    """The fields of a view besides its `table`, which is different for each game."""

    game: str
    viewer: int | str
    seats: int
    waiting: list[int]
    answered: list[int]
    step: str
    shows: str
    ask: str
    said: str
    over: bool
    scores: list[float]
    options: dict[str, Any]
    warnings: list[dict[str, str]]  # of the end: rule and text


def as_plain(view: object) -> Any:
    """Views, and what is made of them, as dicts and lists."""
    return msgspec.to_builtins(view)


def as_text(view: object) -> str:
    """The same as JSON text."""
    return json.dumps(as_plain(view))
