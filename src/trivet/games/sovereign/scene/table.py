"""Sovereign to look at: nine spaces in gold inlay, tiles that turn, two decks and a hand."""

from collections.abc import Sequence
from functools import cache

from trivet.core.scenes.scene import NO_SEAT, Mark, Piece, Scene, SceneCache, SeatNote, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.core.words.texts import Text
from trivet.games.sovereign.pieces import NAMES
from trivet.games.sovereign.seen import SovereignView, TileSeen
from trivet.games.sovereign.words import (
    BENCH_LABEL,
    DECK_LABEL,
    EMPTY_LABEL,
    GRID,
    HAND_LABEL,
    IN_DECK,
    NO_PIECE_LEFT,
    NOT_BUILT_YET,
    PIECE_TO_PLACE,
    QUADRANT_LABEL,
    RANKS,
    SPACE_LABEL,
    SPACES_NOTE,
    TILE_LABEL,
    TO_PLACE,
    UNKNOWN_IN_DECK,
    WON_NOTE,
    YOUR_PIECES,
)

CELL = 120.0  # a space and its rim
TILE = 108.0
EDGE = 30.0
DECK = 372.0  # the width of seven pieces of a deck
SIDES = ((0, -1), (1, 0), (0, 1), (-1, 0))  # north, east, south, west
QUADRANTS = ((0, 1, 3, 4), (1, 2, 4, 5), (3, 4, 6, 7), (4, 5, 7, 8))
TYPES = "types"  # what is shown to build a deck with; else the deck's own pieces


def scene(view: SovereignView, cache: SceneCache) -> Scene:
    table, viewer = view["table"], view["viewer"]
    is_begun = any(table.decks) or any(table.grid)
    bare = NO_PIECE_LEFT if is_begun else NOT_BUILT_YET
    zones = [cache.whole("board", _board, table.grid, table.round)]
    zones += [
        cache.part(("deck", seat, viewer), _deck, seat, table.decks[seat], bare)
        for seat in range(2)
    ]
    if view["shows"] and isinstance(viewer, int):
        kinds = NAMES if view["shows"] == TYPES else table.pieces[viewer]
        part = ("bench", viewer)
        zones.append(cache.part(part, _workbench, viewer, kinds, table.printed, view["shows"]))
    elif table.hand:
        made_of = (table.hand, table.mover, table.round, table.printed)
        zones.append(cache.part(("hand", viewer), _hand, *made_of))
    return Scene(zones=tuple(zones), notes=cache.part("notes", _notes, table.grid, table.won))


# --- the grid -------------------------------------------------------------------------------------


def _board(cache: SceneCache, grid: Sequence[TileSeen | None], number: int) -> Zone:
    cells = range(9)
    return Zone(
        name="board",
        label=GRID.say(),
        width=3 * CELL + 2 * EDGE,
        height=3 * CELL + 2 * EDGE,
        ground="grid",
        spots=tuple(cache.part(("space", cell), _space, cell, grid[cell]) for cell in cells),
        pieces=tuple(
            [
                cache.part(("tile", cell), _tile, number, cell, grid[cell])
                for cell in cells
                if grid[cell]
            ]
            + [
                cache.part(("frame", quadrant), _frame, quadrant)
                for quadrant in range(4)
                if _is_held(grid, quadrant)
            ]
        ),
        marks=_coordinates(),
    )


def _space(cell: int, here: TileSeen | None) -> Spot:
    return Spot(
        thing=f"cell:{_name(cell)}",
        label=SPACE_LABEL.say(cell, _said(here)) if here else EMPTY_LABEL.say(cell),
        x=_centre(cell % 3),
        y=_centre(cell // 3),
        w=CELL,
        h=CELL,
        face="space",
    )


def _tile(number: int, cell: int, here: TileSeen) -> Piece:
    return Piece(
        id=f"tile:{number}:{_name(cell)}",
        label=_said(here),
        face=f"{'tile glow' if here.aura else 'tile'} @notch {here.kind.lower()}",
        x=_centre(cell % 3),
        y=_centre(cell // 3),
        w=TILE,
        h=TILE,
        turn=90 * here.turns,
        owner=here.owner,
        marks=_ranks(here.ranks, TILE),
    )


def _ranks(ranks: Sequence[int], size: float) -> tuple[Mark, ...]:
    return tuple(
        Mark(text=str(rank), x=x * size * 0.385, y=y * size * 0.385, size=size * 0.19, tone="print")
        for rank, (x, y) in zip(ranks, SIDES, strict=True)
    )


def _frame(quadrant: int) -> Piece:
    cells = QUADRANTS[quadrant]
    return Piece(
        id=f"quadrant:{quadrant}",
        label=QUADRANT_LABEL.say(),
        face="quadrant",
        x=(_centre(cells[0] % 3) + _centre(cells[3] % 3)) / 2,
        y=(_centre(cells[0] // 3) + _centre(cells[3] // 3)) / 2,
        w=2 * CELL,
        h=2 * CELL,
    )


def _is_held(grid: Sequence[TileSeen | None], number: int) -> bool:
    """Whether one player controls all four spaces (SOV-30)."""
    there = [grid[cell] for cell in QUADRANTS[number]]
    owners = {here.owner if here is not None else NO_SEAT for here in there}
    return len(owners) == 1 and NO_SEAT not in owners


def _said(here: TileSeen) -> str:
    return TILE_LABEL.say(NAMES.index(here.kind), here.owner, int(here.aura), *here.ranks)


def _name(cell: int) -> str:
    return "abc"[cell % 3] + "321"[cell // 3]


def _centre(number: int) -> float:
    return EDGE + (number + 0.5) * CELL


@cache
def _coordinates() -> tuple[Mark, ...]:
    return (
        *(_coordinate("abc"[n], _centre(n), 3 * CELL + 1.55 * EDGE) for n in range(3)),
        *(_coordinate("321"[n], 0.45 * EDGE, _centre(n)) for n in range(3)),
    )


def _coordinate(text: str, x: float, y: float) -> Mark:
    return Mark(text=text, x=x, y=y, size=13, tone="muted")


# --- decks and hands ------------------------------------------------------------------------------


def _deck(seat: int, pieces: Sequence[str], bare: Text) -> Zone:
    return Zone(
        name=f"deck {SEAT_LETTERS[seat]}",
        label=DECK_LABEL.say(seat),
        width=DECK,
        height=60.0,
        pieces=tuple(
            Piece(
                id="",
                label=_in_deck(kind, place + 1),
                face="tile back" if kind == "?" else f"tile {kind.lower()}",
                x=DECK / 2 + (place - (len(pieces) - 1) / 2) * 52,
                y=30,
                w=46,
                h=46,
                owner=seat,
            )
            for place, kind in enumerate(pieces)
        ),
        marks=() if pieces else (_bare(bare.say()),),
    )


def _in_deck(kind: str, place: int) -> str:
    return UNKNOWN_IN_DECK.say(place) if kind == "?" else IN_DECK.say(NAMES.index(kind), place)


def _bare(text: str) -> Mark:
    """What stands where a deck has no pieces: its room is kept, so that nothing moves later."""
    return Mark(text=text, x=DECK / 2, y=30, size=20, tone="muted")


def _hand(kind: str, seat: int, number: int, printed: Sequence[Sequence[int]]) -> Zone:
    is_known = kind in NAMES
    return Zone(
        name="hand",
        label=HAND_LABEL.say(seat),
        width=TILE + 20,
        height=TILE + 20,
        pieces=(
            Piece(
                id=f"hand:{number}",
                label=TO_PLACE.say(NAMES.index(kind)) if is_known else PIECE_TO_PLACE.say(),
                face=f"tile @notch {kind.lower()}" if is_known else "tile back",
                x=TILE / 2 + 10,
                y=TILE / 2 + 10,
                w=TILE,
                h=TILE,
                owner=seat,
                marks=_ranks(printed[NAMES.index(kind)], TILE) if is_known else (),
            ),
        ),
    )


def _workbench(
    seat: int, kinds: Sequence[str], printed: Sequence[Sequence[int]], shows: str
) -> Zone:
    """The seven types to build with, or the pieces of the deck to put in order."""
    size = 84.0
    return Zone(
        name="hand",
        label=YOUR_PIECES.say(),
        is_bench=True,
        is_row=shows != TYPES,
        width=len(kinds) * (size + 10) + 10,
        height=size + 20,
        pieces=tuple(
            Piece(
                id=f"bench:{place}:{kind}",
                label=_on_bench(NAMES.index(kind), printed),
                face=f"tile @notch {kind.lower()}",
                x=10 + size / 2 + place * (size + 10),
                y=10 + size / 2,
                w=size,
                h=size,
                thing=f"piece:{kind}",
                owner=seat,
                marks=_ranks(printed[NAMES.index(kind)], size),
            )
            for place, kind in enumerate(kinds)
        ),
    )


def _on_bench(kind: int, printed: Sequence[Sequence[int]]) -> str:
    return BENCH_LABEL.say(kind, RANKS.say(*printed[kind]))


def _notes(grid: Sequence[TileSeen | None], won: Sequence[int]) -> tuple[SeatNote, ...]:
    held = [cell.owner for cell in grid if cell]
    return tuple(_note(seat, won[seat], held.count(seat)) for seat in range(2))


def _note(seat: int, won: int, spaces: int) -> SeatNote:
    return SeatNote(seat=seat, lines=(WON_NOTE.say(won), SPACES_NOTE.say(spaces)))
