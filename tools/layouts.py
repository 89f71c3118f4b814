"""The page docs/codes.md: every code and every byte of an observation, written from the code.

python -m tools.layouts > docs/codes.md
"""

from collections.abc import Iterator
from typing import Any

from trivet.catalogue import GAMES
from trivet.core.codes import Codes, area_of
from trivet.core.game import Game

HEAD = """# Codes and observations, field by field

`python -m tools.layouts` writes this page from the code; a test keeps it true. How codes are
used is in [research](research.md).

A code means the same in every position of a game: the first code of its question plus the answer.
An observation is a row of bytes. Where a field has an entry for each seat, the first is the seat
that sees it and the others follow in order of play. Sets have a byte for each possible member, bags
a count for each sort. "less 100" means: subtract 100 from the byte. The options of a playing are
the same all game and are not part of an observation.
"""


def page() -> str:
    own = ("sovereign", "trehgrannik", "trifecta", "trinity", "tritarea")
    return HEAD + "".join("\n" + "\n".join(_chapter(GAMES[name])) + "\n" for name in own)


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


if __name__ == "__main__":
    print(page(), end="")
