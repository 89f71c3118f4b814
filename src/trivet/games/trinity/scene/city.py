"""The city of Trinity to look at: 64 lots between streets, what is built on them, and Agents."""

from collections.abc import Iterator, Sequence
from functools import cache

from trivet.core.scenes.scene import Mark, Piece, SceneCache, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trinity.pieces import TILE_NAMES
from trivet.games.trinity.seen import SpaceSeen
from trivet.games.trinity.words import (
    AGENT_OF,
    CITY,
    EMPTY,
    HEADQUARTERS,
    LOT_IN_ZONE,
    LOT_LABEL,
    ONE_AGENT,
    PROPERTY,
    SECURED,
    SOME_AGENTS,
    thing_name,
)

LOT = 60.0  # a lot and its half of the streets around it
TILE = 50.0
PAWN = (34.0, 41.0)  # an Agent who stands in the open
GUARD = (27.0, 33.0)  # and one who secures something
STEP = 0.13  # of an Agent's height: how much higher the next one of a stack stands
MOST_HIGH = 0.42  # how much higher the topmost one of any stack stands at most


def city(
    spaces: Sequence[SpaceSeen | None], zones: Sequence[Sequence[str]], cache: SceneCache
) -> Zone:
    rows = [
        cache.part(("row", row), _row, row, spaces[8 * row : 8 * row + 8], zones)
        for row in range(8)
    ]
    return Zone(
        name="board",
        label=CITY.say(),
        width=8 * LOT,
        height=8 * LOT,
        ground=" ".join(["plan", *(_ground(seat, zones) for seat in range(len(zones)))]),
        spots=tuple(lot for lots, _ in rows for lot in lots),
        pieces=tuple(piece for _, pieces in rows for piece in pieces),
        marks=_coordinates(),
    )


def _ground(seat: int, zones: Sequence[Sequence[str]]) -> str:
    """The drawing of a zone.  With three players, and by an option, one may have the corner h1."""
    letter = SEAT_LETTERS[seat].lower()
    if len(zones) == 2:
        return f"rows-{letter}"
    return f"corner-{letter}-h1" if len(zones) == 3 and "h1" in zones[seat] else f"corner-{letter}"


def _row(
    row: int, spaces: Sequence[SpaceSeen | None], zones: Sequence[Sequence[str]]
) -> tuple[tuple[Spot, ...], tuple[Piece, ...]]:
    """The lots of a row, and what stands on them."""
    owners = {name: seat for seat, zone in enumerate(zones) for name in zone}
    cells = [(8 * row + place, space) for place, space in enumerate(spaces)]
    return (
        tuple(_lot(cell, space, owners.get(_name(cell))) for cell, space in cells),
        tuple(piece for cell, space in cells if space for piece in _stand(cell, space)),
    )


# --- lots ---------------------------------------------------------------------------------------


def _lot(cell: int, space: SpaceSeen | None, zone: int | None) -> Spot:
    here = said(space) if space else EMPTY.say()
    x, y = _centre(cell)
    return Spot(
        thing=f"cell:{_name(cell)}",
        label=LOT_LABEL.say(cell, here) if zone is None else LOT_IN_ZONE.say(cell, here, zone),
        x=x,
        y=y,
        w=LOT,
        h=LOT,
        face="lot",
    )


def said(space: SpaceSeen) -> str:
    """What stands on a space, in words."""
    owner, agents = space.owner, space.agents
    if space.tile:
        tile = thing_name(space.tile)
        return SECURED.say(tile, owner, _agents(agents)) if agents else PROPERTY.say(tile, owner)
    if len(agents) == 1:
        return AGENT_OF.say(owner, TILE_NAMES.index(agents[0]))
    return HEADQUARTERS.say(owner, _agents(agents))


def _agents(agents: list[str]) -> str:
    """From the top."""
    if len(agents) == 1:
        return ONE_AGENT.say(TILE_NAMES.index(agents[0]))
    return SOME_AGENTS.say(len(agents), ", ".join(map(thing_name, agents)))


@cache
def _coordinates() -> tuple[Mark, ...]:
    """Letters in the corners of the lowest lots, and numbers in those of the leftmost ones."""
    marks = []
    for number in range(8):
        right, top = (number + 1) * LOT - 7.5, number * LOT + 9
        marks.append(Mark(text="abcdefgh"[number], x=right, y=8 * LOT - 8, size=12, tone="street"))
        marks.append(Mark(text="87654321"[number], x=7.5, y=top, size=12, tone="street"))
    return tuple(marks)


# --- what stands on them ------------------------------------------------------------------------


def _stand(cell: int, space: SpaceSeen) -> Iterator[Piece]:
    """A property and its Agents, the lowest first."""
    if space.tile:
        yield _property(cell, space)
    bottom_up = list(zip(space.agents, space.moved, strict=True))[::-1]
    step = min(STEP, MOST_HIGH / max(1, len(bottom_up) - 1))
    for level, (kind, has_moved) in enumerate(bottom_up):
        yield _agent(cell, space, kind, "agent rested" if has_moved else "agent", level, step)


def _property(cell: int, space: SpaceSeen) -> Piece:
    is_tower = space.tile == "Landmark"
    x, y = _centre(cell)
    return Piece(
        id=f"{'landmark' if is_tower else 'tile'}:{_name(cell)}",
        label=PROPERTY.say(thing_name(space.tile), space.owner),
        face="landmark" if is_tower else f"plot {space.tile.lower()}",
        x=x,
        y=y,
        w=TILE,
        h=LOT if is_tower else TILE,
        thing=f"cell:{_name(cell)}",
        owner=space.owner,
    )


def _agent(cell: int, space: SpaceSeen, kind: str, pawn: str, level: int, step: float) -> Piece:
    (w, h), (x, y) = GUARD if space.tile else PAWN, _centre(cell)
    count = len(space.agents)
    left, low = (x - 14, y + 12) if space.tile else (x, y + (8 if count > 1 else 2))
    is_top = level == count - 1
    return Piece(
        id=f"agent:{_name(cell)}:{level}",
        label=AGENT_OF.say(space.owner, TILE_NAMES.index(kind)),
        face=f"slab-{kind.lower()} {pawn}",
        x=left,
        y=low - level * step * h,
        w=w,
        h=h,
        thing=f"cell:{_name(cell)}",
        level=level + bool(space.tile),
        owner=space.owner,
        has_badge=is_top,
        marks=(Mark(text=str(count), y=h * 0.14, size=h * 0.27, tone="cream"),)
        if is_top and count > 1
        else (),
    )


def _centre(cell: int) -> tuple[float, float]:
    return (cell % 8 + 0.5) * LOT, (cell // 8 + 0.5) * LOT


def _name(cell: int) -> str:
    return "abcdefgh"[cell % 8] + "87654321"[cell // 8]
