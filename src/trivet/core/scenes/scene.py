"""What to draw for a view: zones with places, pieces and short texts, as data.

A game's `scene.py` makes it from a view; the browser draws it, and so does `art.py`.  Lengths are
in a zone's own units, x to the right and y down; things are placed by their centres.  A face is one
or more names of drawings in the game's `art` folder, the lowest first ("tile @notch secret"); one
with an @ turns with its piece.  Drawings may use the colours of the page and of the owner.  A
`thing` is a name that a codec's `touched` uses.

All of it is frozen; `msgspec.structs.replace` makes a copy with other values.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import Struct

from trivet.core.scenes.scene_cache import SceneCache as SceneCache  # noqa: PLC0414  scenes are made of kept parts

NO_SEAT = -1
WIDE = 3.3  # a hand is at least this many times as wide as high, like its place on the page


class Mark(Struct, frozen=True, kw_only=True, gc=False):
    """A short text on a zone, a place or a piece; on the latter two, measured from the centre."""

    text: str
    x: float = 0.0
    y: float = 0.0
    size: float = 16.0  # height of the letters
    tone: str = "ink"  # a colour of the page: ink, paper, muted, gold, print, ...
    anchor: str = "middle"  # which end of the text stands at x: start, middle, end


class Spot(Struct, frozen=True, kw_only=True, gc=False):
    """A place that can be touched."""

    thing: str
    label: str  # its spoken name: "b2, empty"
    x: float
    y: float
    w: float
    h: float
    shape: str = "rect"  # or hex, disc, diamond
    face: str = ""  # of the place itself, below all pieces
    marks: tuple[Mark, ...] = ()


class Piece(Struct, frozen=True, kw_only=True, gc=False):
    """Something that lies on the table.  Later pieces are drawn above earlier ones."""

    id: str  # stays the same as long as the viewer can follow the piece; empty if it cannot
    label: str  # its spoken name: "Aura of A, ranks 6 5 4 3"
    face: str
    x: float
    y: float
    w: float
    h: float
    thing: str = ""  # empty: a touch means the place below; a place's thing: the piece stands there
    turn: int = 0  # degrees clockwise
    level: int = 0  # the number of pieces below it
    owner: int = NO_SEAT  # shown by colour and mark
    has_badge: bool = True  # whether the owner's mark is put on a corner; else its face shows it
    marks: tuple[Mark, ...] = ()


class Zone(Struct, frozen=True, kw_only=True, gc=False):
    """A part of the table that stays together: the board, the hand, the market."""

    name: str
    label: str
    width: float
    height: float
    ground: str = ""  # a face that fills the zone
    is_bench: bool = False  # its pieces are to be chosen from, each a row with its text
    is_row: bool = False  # all of its pieces are used: the answer is their order
    spots: tuple[Spot, ...] = ()
    pieces: tuple[Piece, ...] = ()
    marks: tuple[Mark, ...] = ()


class SeatNote(Struct, frozen=True, kw_only=True, gc=False):
    """Short texts beside a player's name: points, cards left, and the like."""

    seat: int
    lines: tuple[str, ...]


class SceneWarning(Struct, frozen=True, kw_only=True, gc=False):
    """The end is near: what would bring it, and the rule."""

    rule: str
    text: str


class Scene(Struct, frozen=True, kw_only=True, gc=False):
    """Everything to draw for one view."""

    zones: tuple[Zone, ...]  # the first is the board; a hand comes last
    notes: tuple[SeatNote, ...]
    warnings: tuple[SceneWarning, ...] = ()


# --- laying out -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardGrid:
    """The places of cards of one size in centred rows."""

    width: float
    height: float
    places: tuple[tuple[float, float], ...]  # centres, row by row


def in_rows(counts: Sequence[int], card: tuple[float, float], gap: float) -> CardGrid:
    """Places for rows with these counts of cards."""
    (w, h), longest = card, max(counts, default=0)
    height = max(len(counts), 1) * (h + gap) + gap
    width = max(longest * (w + gap) + gap, WIDE * height)
    places = (
        (
            width / 2 + (place - (count - 1) / 2) * (w + gap),
            gap + h / 2 + row * (h + gap),
        )
        for row, count in enumerate(counts)
        for place in range(count)
    )
    return CardGrid(width, height, tuple(places))


def in_even_rows(count: int, most: int) -> list[int]:
    """The number of cards in each row, evenly spread, if a row holds `most`."""
    rows = -(-count // most)
    return [count // rows + (row < count % rows) for row in range(rows)]
