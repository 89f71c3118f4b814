"""The mats of Trehgrannik's harvesters: a purse, and three slots that fill with cards."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from trivet.core.scenes.scene import NO_SEAT, Mark, Piece, Spot
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trehgrannik.pieces import CARDS, COLOURS
from trivet.games.trehgrannik.seen import ForepartSeen, PlayerSeen, SlotSeen
from trivet.games.trehgrannik.words import (
    CARD,
    CARGO_LABEL,
    COLOUR_COUNT,
    COLOUR_NAMES,
    CRATE_LABEL,
    FREE_PLACE,
    MAT_LABEL,
    PART_LABEL,
    SLOT_LABEL,
    effect_name,
)

SLOT, SLOT_HIGH = 44.0, 42.0
PARTS = ("purse", "forepart", "centre", "cargo")
ROW = ((-67.5, 0.0), (-22.5, 0.0), (22.5, 0.0), (67.5, 0.0))
SQUARE = ((-22.5, -21.5), (22.5, -21.5), (-22.5, 21.5), (22.5, 21.5))
COLOUR = {card.name: COLOURS[card.type] for card in CARDS}


class Corner(NamedTuple):
    """Where a mat lies on the board, and how its parts lie on it."""

    x: float
    y: float
    w: float
    h: float
    parts: tuple[tuple[float, float], ...]


TOP_LEFT = Corner(94, 25, 180, 44, ROW)
TOP_RIGHT = Corner(375, 46, 90, 86, SQUARE)
BOTTOM_RIGHT = Corner(330, 399, 180, 44, ROW)
BOTTOM_LEFT = Corner(49, 378, 90, 86, SQUARE)
CORNERS = {  # by number of players, clockwise
    2: (TOP_LEFT, BOTTOM_RIGHT),
    3: (TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT),
    4: (TOP_LEFT, TOP_RIGHT, BOTTOM_RIGHT, BOTTOM_LEFT),
}


# --- in the corners of the board ------------------------------------------------------------------


class Slots(NamedTuple):
    """The slots of a mat, and what lies in them."""

    forepart: ForepartSeen
    centre: SlotSeen
    colours: Mapping[str, int]  # of the cargo

    def of(self, part: str) -> SlotSeen | None:
        """A slot for cards that do something; None is the cargo, or the purse."""
        return self.forepart if part == "forepart" else self.centre if part == "centre" else None


def mat(seat: int, player: PlayerSeen, corner: Corner) -> Spot:
    slots = Slots(player.forepart, player.centre, player.colours)
    label = MAT_LABEL.say(
        seat,
        player.coins,
        *(said(slots, part) for part in PARTS[1:]),
        player.modules,
        player.bases,
        ", ".join(CARD.read(card).name for card in player.known),
    )
    return Spot(
        thing=f"mat:{SEAT_LETTERS[seat]}",
        label=label,
        x=corner.x,
        y=corner.y,
        w=corner.w,
        h=corner.h,
    )


def dashboard(seat: int, player: PlayerSeen, corner: Corner) -> Iterator[Piece]:
    letter = SEAT_LETTERS[seat]
    slots = Slots(player.forepart, player.centre, player.colours)
    for part, (right, down) in zip(PARTS, corner.parts, strict=True):
        x, y = corner.x + right, corner.y + down
        yield Piece(
            id=f"{part}:{letter}",
            label=PART_LABEL.say(part, seat),
            face=face(part, slots.of(part)),
            x=x,
            y=y,
            w=SLOT,
            h=SLOT_HIGH,
            owner=seat if part == "purse" else NO_SEAT,
            marks=_numbers(player, part),
        )
        if part != "purse":
            yield from contents(slots, part, x, y, 1.0, f"{part}:{letter}")


def _numbers(player: PlayerSeen, part: str) -> tuple[Mark, ...]:
    if part == "purse":
        return (Mark(text=str(player.coins), size=15, tone="print"),)
    if part == "cargo" and player.cargo_points:
        return (Mark(text=f"+{player.cargo_points}", x=-11, y=-14, size=9, tone="print"),)
    return ()


# --- a part, of any size --------------------------------------------------------------------------


def face(part: str, slot: SlotSeen | None) -> str:
    if slot is None:
        return "purse" if part == "purse" else "hold cargo"
    drawing = "lone-base" if is_lone_base(slot) else slot.effect.lower()
    return f"{'lit' if slot.full else 'hold'} {drawing}".rstrip()


def is_lone_base(slot: SlotSeen) -> bool:
    """TRG-41  By an option: the forepart Lone builds a base with one card."""
    return isinstance(slot, ForepartSeen) and slot.effect == "Lone" and slot.lone == "one_card"


def contents(
    slots: Slots, part: str, x: float, y: float, scale: float, prefix: str
) -> Iterator[Piece]:
    """The cards in a slot, as crates by the colour of their type, and the places still free."""
    slot = slots.of(part)
    crates = _in_a_row(slot) if slot else _stacked(slots.colours)
    for number, (crate, right, down, size) in enumerate(crates):
        yield Piece(
            id=f"{prefix}:{number}:{crate}",
            label=CRATE_LABEL.say(COLOUR_NAMES[crate].say()) if crate else FREE_PLACE.say(),
            face=f"crate-{crate}" if crate else "socket",
            x=x + right * scale,
            y=y + down * scale,
            w=size * scale,
            h=size * scale,
        )


Crate = tuple[str, float, float, float]  # its colour, where it is on the part, and its size


def _in_a_row(slot: SlotSeen) -> Iterator[Crate]:
    room = slot.room
    filled = [COLOUR[name] for name in slot.cards]
    for number, colour in enumerate(filled + [""] * (room - len(filled))):
        yield colour, (number - (room - 1) / 2) * 7.8, 13, 7.4


def _stacked(colours: Mapping[str, int]) -> Iterator[Crate]:
    """TRG-52  Colour by colour, since the highest stack of each scores."""
    step = min(5.0, 27 / max(colours.values(), default=1))
    for column, colour in enumerate(COLOURS):
        for number in range(colours.get(colour, 0)):
            yield colour, (column - 3) * 5.6, 13.4 - number * step, 5.6


def said(slots: Slots, part: str) -> str:
    """ "forepart Leap, 2 of 3"; "cargo 2 red, 1 green"."""
    slot = slots.of(part)
    if slot:
        return SLOT_LABEL.say(part, effect_name(slot.effect), len(slot.cards), slot.room)
    counts = (
        COLOUR_COUNT.say(count, COLOUR_NAMES[colour].say())
        for colour, count in slots.colours.items()
    )
    return CARGO_LABEL.say(", ".join(counts))
