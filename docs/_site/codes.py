"""Every code and every byte of an observation, from the code of each game."""

from collections.abc import Iterator
from typing import Any

from sphinx.application import Sphinx

from trivet.catalogue import GAMES
from trivet.core.codes import Codes, area_of
from trivet.core.game import Game

PAGE = "reference/codes"
OWN = ("sovereign", "trehgrannik", "trifecta", "trinity", "tritarea")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", on_source)
    return {"parallel_read_safe": True}


def on_source(app: Sphinx, page: str, source: list[str]) -> None:
    if page == PAGE:
        source[0] += "".join("\n" + "\n".join(_chapter(GAMES[name])) + "\n" for name in OWN)


def _chapter(game: Game[Any]) -> Iterator[str]:
    few, many = game.codes(game.fewest), game.codes(game.most)
    yield f"## {game.title.replace('*', chr(92) + '*')}"
    yield ""
    sizes = f"{few.width:,} bytes for {game.fewest} seats"
    if game.most > game.fewest:
        sizes += f", {many.width:,} for {game.most}"
    yield f"{few.count:,} codes; {sizes}."
    yield ""
    yield "| question | codes |"
    yield "|---|---|"
    for what, first in few.firsts.items():
        yield f"| {what} | {first}–{first + few.spans[what] - 1} |"
    yield ""
    yield "| field | shape | first byte | what it says |"
    yield "|---|---|---|---|"
    yield from _fields(few, many)


def _fields(few: Codes, many: Codes) -> Iterator[str]:
    at = 0
    for one, other in zip(few.layout, many.layout, strict=True):
        shape = " × ".join(_side(*sides) for sides in zip(one.shape, other.shape, strict=True))
        less = f"; less {one.less}" if one.less else ""
        yield f"| {one.name} | {shape} | {at} | {one.note}{less} |"
        at += area_of(one.shape)


def _side(few: int, many: int) -> str:
    return str(few) if few == many else f"{few} to {many}"
