"""The zone of the player who looks: tiles, Events, and what the present question is about."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from trivet.core.scenes.scene import Mark, Piece, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trinity.pieces import TILE_NAMES
from trivet.games.trinity.scene.cards import HIGH, SLIM, WIDE, card, slim_card, slug
from trivet.games.trinity.seen import EventSeen, TileSeen, TycoonSeen
from trivet.games.trinity.words import (
    HAND,
    IN_HAND,
    NONE_IN_HAND,
    ON_TOP,
    RIVAL,
    SO_MANY_OF,
    TILE_NAME,
    thing_name,
    told_apart,
)

TILE = 60.0
PITCH = 65.0
BEGIN = 3 * PITCH + 10  # where the tiles end and the other things begin
MOST_SEEN = 4  # of the tiles of one type, as a stack
LEAST = 300.0  # width of the zone
FEW = 2  # Events that are shown with their text


def hand(
    seat: int,
    shows: str,
    mine: TycoonSeen,
    rivals: Sequence[TycoonSeen],
    top: Sequence[TileSeen],
) -> Zone:
    """Rivals and the top of the Tile stack are given where the question is about them."""
    if shows == "rivals and types":
        beside = [*_rivals(seat, rivals, 24.0, 46.0), *_types(72.0, 46.0)]
    elif shows == "types":
        beside = list(_types(44.0, TILE))
    elif shows == "rivals":
        beside = list(_rivals(seat, rivals, 46.0, 68.0))
    elif shows == "top":
        beside = list(_top(top))
    else:
        beside = list(_events(mine.events))
    end = max((piece.x + piece.w / 2 for piece in beside), default=3 * PITCH)
    return _in_the_middle(
        Zone(
            name="hand",
            label=HAND.say(),
            width=end + 2,
            height=HIGH,
            spots=tuple(
                _gap(kind, place) for place, kind in enumerate(TILE_NAMES) if kind not in mine.hand
            ),
            pieces=(*_tiles(mine.hand, seat), *beside),
            marks=tuple(
                Mark(
                    text=SO_MANY_OF.say(mine.hand.count(kind), place),
                    x=_column(place),
                    y=88,
                    size=9.5,
                    tone="ink" if kind in mine.hand else "muted",
                )
                for place, kind in enumerate(TILE_NAMES)
            ),
        )
    )


def _in_the_middle(zone: Zone) -> Zone:
    """At least as wide as a hand must be, with the same room on both sides."""
    left = max(0.0, (LEAST - zone.width) / 2)
    return replace(
        zone,
        width=zone.width + 2 * left,
        spots=tuple(replace(spot, x=spot.x + left) for spot in zone.spots),
        pieces=tuple(replace(piece, x=piece.x + left) for piece in zone.pieces),
        marks=tuple(replace(mark, x=mark.x + left) for mark in zone.marks),
    )


# --- tiles --------------------------------------------------------------------------------------


def _tiles(tiles: list[str], seat: int) -> Iterator[Piece]:
    """A stack for each type; its topmost tile can be touched."""
    for place, kind in enumerate(TILE_NAMES):
        count = tiles.count(kind)
        for level in range(min(count, MOST_SEEN)):
            is_top = level == min(count, MOST_SEEN) - 1
            yield Piece(
                id=f"hand:{SEAT_LETTERS[seat]}:{kind}:{level}",
                label=IN_HAND.say(place, count),
                face=f"plot {kind.lower()}",
                x=_column(place),
                y=49 - 4 * level,
                w=TILE,
                h=TILE,
                thing=f"hand:{kind[0]}" if is_top else "",
                level=level,
                owner=seat,
                has_badge=is_top,
            )


def _gap(kind: str, place: int) -> Spot:
    return Spot(
        thing=f"hand:{kind[0]}",
        label=NONE_IN_HAND.say(place),
        x=_column(place),
        y=49,
        w=TILE,
        h=TILE,
        face="gap",
    )


def _column(place: int) -> float:
    return 2 + TILE / 2 + place * PITCH


# --- beside them --------------------------------------------------------------------------------


def _events(held: Sequence[EventSeen]) -> Iterator[Piece]:
    """Of two alike the first can be touched; a button says if the other one is meant.  What tells
    them apart stands on them."""
    draw, width = (card, WIDE) if len(held) <= FEW else (slim_card, SLIM)
    seen: dict[str, int] = {}
    for place, one in enumerate(held):
        event = one.event
        seen[event] = seen.get(event, 0) + 1
        yield draw(
            event,
            BEGIN + width / 2 + place * (width + 4),
            HIGH / 2,
            key=f"event:{slug(event)}:{seen[event]}",
            thing=f"event:{slug(event)}" if seen[event] == 1 else "",
            note=told_apart(one, held),
        )


def _types(y: float, size: float) -> Iterator[Piece]:
    """The three types to choose from."""
    for place, kind in enumerate(TILE_NAMES):
        yield Piece(
            id=f"type:{kind}",
            label=TILE_NAME.say(place),
            face=f"chit {kind.lower()}",
            x=BEGIN + size / 2 + place * (size + 4),
            y=y,
            w=size,
            h=size,
            thing=f"tile:{kind[0]}",
        )


def _rivals(me: int, everyone: Sequence[TycoonSeen], y: float, size: float) -> Iterator[Piece]:
    rivals = [(seat, tycoon) for seat, tycoon in enumerate(everyone) if seat != me]
    for place, (seat, tycoon) in enumerate(rivals):
        tiles = ", ".join(
            SO_MANY_OF.say(tycoon.hand.count(kind), number)
            for number, kind in enumerate(TILE_NAMES)
        )
        yield Piece(
            id=f"rival:{SEAT_LETTERS[seat]}",
            label=RIVAL.say(seat, tiles, len(tycoon.events)),
            face="tycoon",
            x=BEGIN + size / 2 + place * (size + 4),
            y=y,
            w=size,
            h=size,
            thing=f"seat:{seat}",
            owner=seat,
        )


def _top(tiles: Sequence[TileSeen]) -> Iterator[Piece]:
    """The tiles of the Tile stack that the player is looking at."""
    for place, tile in enumerate(tiles):
        yield Piece(
            id="",
            label=ON_TOP.say(thing_name(tile.tile), place + 1),
            face=f"chit {tile.tile.lower()}",
            x=BEGIN + TILE / 2 + place * PITCH,
            y=44,
            w=TILE,
            h=TILE,
            thing=f"top:{place + 1}",
        )
