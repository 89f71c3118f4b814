"""The cards of Trehgrannik: what is printed on them, the market, and the hand below the board."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from trivet.core.scenes.scene import NO_SEAT, WIDE, Mark, Piece, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trehgrannik.board import GROUNDS
from trivet.games.trehgrannik.pieces import ANY, BY_RIFT, CARDS, COLOURS, NO_TYPE, TYPE_NAMES, Card
from trivet.games.trehgrannik.scene.mats import (
    EFFECTS,
    LONE_BASE,
    SLOT,
    SLOT_HIGH,
    Slots,
    contents,
    face,
    is_lone_base,
    many,
    said,
)
from trivet.games.trehgrannik.seen import ForepartSeen, PileSeen, SlotSeen

CARD, CARD_HIGH = 96.0, 88.0
GAP = 6.0
MARGIN = 20.0  # beside the cards of a hand
MARKET, MARKET_HIGH = 200.0, 366.0
IN_A_ROW = 8  # cards of a hand that is laid open
ROWS = (0, 6, 18)  # with more cards than this a hand has one row, two, three

COUNTED = {  # what a card counts: its drawing, and in words
    "Rock Quarry": ("empty-rock", "per empty Rock hex around"),
    "Sand Sifter": ("empty-sand", "per empty Sand hex around"),
    "Ice Melter": ("empty-ice", "per empty Ice hex around"),
    "Rock Turbine": ("around", "per project of yours around"),
    "Sand Collector": ("around", "per project of yours around"),
    "Ice Reactor": ("around", "per project of yours around"),
    "Rock Depot": ("on-rock", "per project of yours on Rock"),
    "Sand Depot": ("on-sand", "per project of yours on Sand"),
    "Ice Depot": ("on-ice", "per project of yours on Ice"),
    "Transit Hub": ("on-same", "per project of yours on ground as here"),
    "Medical Laboratory": ("modules", "per module of yours around"),
    "Engineering Laboratory": ("bases", "per base of yours around"),
    "Central Laboratory": ("by-pad", "per project of yours beside the pad"),
    "Intranet Protection": ("in-line", "per project of yours in one line"),
    "Dome Protection": ("by-rift", "per project of yours by its Rifts"),
    "Seismic Protection": ("rifts-between", "per Rift between here and your projects"),
    "External Protection": ("on-edge", "per project of yours on an edge hex"),
    "Rock Probe": ("rivals", "from its owner per rival project around"),
    "Sand Tap": ("rivals", "from its owner per rival project around"),
    "Ice Jammer": ("rivals", "from its owner per rival project around"),
}


# --- a card ---------------------------------------------------------------------------------------


class Print(NamedTuple):
    """What is printed on a card, except its coins."""

    face: str
    where: str  # in words, as is what it pays for
    what: str


def _print(card: Card) -> Print:
    if card.doubles == NO_TYPE:
        drawing, what = COUNTED[card.name]
    else:
        drawing = f"double-{COLOURS[card.doubles]}"
        what = f"or doubles {TYPE_NAMES[card.doubles]}"
    if card.where == ANY:
        place, where = "any", "anywhere"
    elif card.where == BY_RIFT:
        place, where = "rift", "by a Rift"
    else:
        place, where = GROUNDS[card.where].lower(), f"on {GROUNDS[card.where]}"
    return Print(f"card spine-{COLOURS[card.type]} where-{place} coin {drawing}", where, what)


PRINTS = {card.name: _print(card) for card in CARDS}


class Tile(NamedTuple):
    """A card, or another thing of the same size, to be laid out in rows."""

    id: str
    thing: str
    label: str
    face: str
    marks: tuple[Mark, ...]  # as on a card of full size
    owner: int = NO_SEAT


def _card(coins: int, place: str, name: str, count: int) -> Tile:
    """Cards of one name in one place."""
    card = PRINTS[name]
    times = f", {count} of them" if count > 1 else ""
    first, second = name.split()
    marks = [
        Mark(text=str(coins), x=-11, y=-14, size=15, tone="print"),
        Mark(text=first, x=9.5, y=21, size=10.5, tone="print"),
        Mark(text=second, x=9.5, y=33, size=10.5, tone="print"),
    ]
    if count > 1:
        marks.append(Mark(text=f"×{count}", x=-11, y=6.5, size=12, tone="print"))
    return Tile(
        id=f"{place}:{name}",
        thing=f"{place}:{name}",
        label=f"{name}{times}, built {card.where}, {coins} {card.what}",
        face=f"pile {card.face}" if count > 1 else card.face,
        marks=tuple(marks),
    )


def _lay(tile: Tile, x: float, y: float, w: float) -> Piece:
    scale = w / CARD
    marks = (
        Mark(text=m.text, x=m.x * scale, y=m.y * scale, size=m.size * scale, tone=m.tone)
        for m in tile.marks
    )
    return Piece(
        id=tile.id,
        label=tile.label,
        face=tile.face,
        x=x,
        y=y,
        w=w,
        h=CARD_HIGH * scale,
        thing=tile.thing,
        owner=tile.owner,
        marks=tuple(marks),
    )


# --- the market -----------------------------------------------------------------------------------


def market(piles: Sequence[PileSeen], deck: int, coins: Mapping[str, int]) -> Zone:
    """TRG-21  The deck and the piles, as large as there is room for them."""
    columns, w = max(((n, _widest(n, len(piles) + 1)) for n in (2, 3, 4, 5)), key=lambda c: c[1])
    rows = ceil((len(piles) + 1) / columns)
    places = [
        (
            (number % columns + 0.5) * MARKET / columns,
            (number // columns) * (w * CARD_HIGH / CARD + GAP) + w * CARD_HIGH / CARD / 2,
        )
        for number in range(len(piles) + 1)
    ]
    return Zone(
        name="market",
        label="Market",
        width=MARKET,
        height=rows * (w * CARD_HIGH / CARD + GAP),
        spots=(_deck(deck, *places[0], w),),
        pieces=tuple(
            _lay(_card(coins[pile.card], "market", pile.card, pile.count), *place, w)
            for pile, place in zip(piles, places[1:], strict=True)
        ),
    )


def _widest(columns: int, count: int) -> float:
    """The width of `count` cards in this number of columns."""
    rows = ceil(count / columns)
    high = (MARKET_HIGH - (rows - 1) * GAP) / rows
    return min((MARKET - (columns - 1) * GAP) / columns, high * CARD / CARD_HIGH)


def _deck(left: int, x: float, y: float, w: float) -> Spot:
    scale = w / CARD
    number = Mark(text=str(left), x=-1.5 * scale, y=25 * scale, size=14 * scale, tone="star")
    return Spot(
        thing="deck",
        label=f"The deck, {many(left, 'card')}" if left else "The deck is empty",
        x=x,
        y=y,
        w=w,
        h=CARD_HIGH * scale,
        face="back" if left else "gone",
        marks=(number,) if left else (),
    )


# --- the hand -------------------------------------------------------------------------------------


def hand(
    seat: int,
    cards: Sequence[str],
    shows: str,
    forepart: ForepartSeen,
    centre: SlotSeen,
    laid: Sequence[str],
    asked_for_use: int,
    coins: Mapping[str, int],
) -> Zone:
    """A seat's own cards, with what else it may touch now."""
    match shows:
        case "effects":
            tiles = [*_effects(forepart, centre, seat)]
        case "projects":
            tiles = [*_projects(forepart, seat)]
        case "laid cards":
            tiles = _laid(laid, coins)
        case "block":
            earned = many(coins[laid[asked_for_use]], "coin")
            tiles = [_tile(seat, "coins", "do-coins", "Earn", earned), *_laid(laid, coins)]
        case _:
            tiles = []
    tiles += _held(cards, seat, coins)
    lines = sum(len(tiles) > most for most in ROWS)
    columns = ceil(len(tiles) / lines) if lines else 1
    rows = [tiles[start : start + columns] for start in range(0, len(tiles), columns)]
    zone = _in_rows("Your hand", rows)
    return zone if tiles else _said_empty(zone, "Your hand is empty")


def hands(held: Sequence[Sequence[str]], coins: Mapping[str, int]) -> Zone:
    """In the open view: rows for everybody who holds cards, after the letter of the seat."""
    hands = [
        (SEAT_LETTERS[seat], [tile._replace(thing="") for tile in _held(cards, seat, coins)])
        for seat, cards in enumerate(held)
        if cards
    ]
    if not hands:
        return _said_empty(_in_rows("All hands", []), "All hands are empty")
    rows = [
        ("" if start else letter, hand[start : start + IN_A_ROW])
        for letter, hand in hands
        for start in range(0, len(hand), IN_A_ROW)
    ]
    zone = _in_rows("All hands", [row for _, row in rows])
    letters = (
        Mark(text=letter, x=_column(zone.width, len(row), -1) + CARD / 4, y=_row(number), size=28)
        for number, (letter, row) in enumerate(rows)
        if letter
    )
    return replace(zone, marks=tuple(letters))


def _said_empty(zone: Zone, text: str) -> Zone:
    return replace(
        zone, marks=(Mark(text=text, x=zone.width / 2, y=zone.height / 2, tone="muted"),)
    )


def _in_rows(label: str, rows: Sequence[Sequence[Tile]]) -> Zone:
    height = _row(max(len(rows), 1) - 1) + CARD_HIGH / 2 + GAP
    longest = max((len(row) for row in rows), default=0)
    width = max(longest * (CARD + GAP) + 2 * MARGIN, WIDE * height)
    return Zone(
        name="hand",
        label=label,
        width=width,
        height=height,
        pieces=tuple(
            _lay(tile, _column(width, len(row), place), _row(number), CARD)
            for number, row in enumerate(rows)
            for place, tile in enumerate(row)
        ),
    )


def _column(width: float, count: int, place: int) -> float:
    """The x of a card's centre in a centred row of `count` cards."""
    return width / 2 + (place - (count - 1) / 2) * (CARD + GAP)


def _row(number: int) -> float:
    """The y of the centre of a row of cards."""
    return GAP + CARD_HIGH / 2 + number * (CARD_HIGH + GAP)


def _held(cards: Sequence[str], seat: int, coins: Mapping[str, int]) -> list[Tile]:
    return [
        _card(coins[name], "hand", name, count)._replace(id=f"hand:{SEAT_LETTERS[seat]}:{name}")
        for name, count in Counter(cards).items()
    ]


def _laid(laid: Sequence[str], coins: Mapping[str, int]) -> list[Tile]:
    return [_card(coins[name], "laid", name, 1) for name in laid]


def _effect(slot: SlotSeen) -> str:
    """Of a part of the harvester, if it works."""
    return slot.effect if slot.full else ""


def _effects(forepart: ForepartSeen, centre: SlotSeen, seat: int) -> Iterator[Tile]:
    if _effect(centre) == "Free":
        yield _tile(seat, "move", "do-move", "Move", "no fee")
    if _effect(forepart) == "Leap":
        yield _tile(seat, "leap", "do-leap", "Leap", "to any hex")


def _projects(forepart: ForepartSeen, seat: int) -> Iterator[Tile]:
    for how, helped, drawing, name, with_what in BUILDINGS:
        if how == "lone base" and is_lone_base(forepart):
            drawing, name, with_what = "do-lone-base", "Base", "1 card"
        if helped in ("", _effect(forepart)):
            yield _tile(seat, f"build:{how}", drawing, name, with_what)


BUILDINGS = (  # how, with whose help, its drawing, and in words
    ("module", "", "do-module", "Module", "1 card"),
    ("base", "", "do-base", "Base", "2 cards"),
    ("lone base", "Lone", "do-lone", "Module", "2 cards"),
    ("triple base", "Triple", "do-triple", "Base", "3 cards"),
    ("waived module", "Waiver", "do-module any-ground", "Module", "any card"),
    ("waived base", "Waiver", "do-base any-ground", "Base", "any 2 cards"),
)


def _tile(seat: int, thing: str, drawing: str, name: str, more: str) -> Tile:
    return Tile(
        id=f"tile:{thing}",
        thing=thing,
        label=f"{name}, {more}",
        face=f"tile {drawing}",
        marks=(
            Mark(text=name, x=-8, y=19, size=14, tone="print"),
            Mark(text=more, x=-8, y=33, size=11, tone="print"),
        ),
        owner=seat,
    )


def workbench(
    forepart: ForepartSeen,
    centre: SlotSeen,
    colours: Mapping[str, int],
    card: str,
    coins: Mapping[str, int],
) -> Zone:
    """TRG-32  The card that was used, and the slots it may go into."""
    slots = Slots(forepart, centre, colours)
    used = _card(coins[card], "laid", card, 1)
    used = used._replace(thing="")  # it cannot be touched: there is no other to choose
    scale = 2.5
    places = [
        (part, CARD + 5 * GAP + (number + 0.5) * (SLOT * scale + GAP), SLOT_HIGH * scale / 2 + GAP)
        for number, part in enumerate(("forepart", "centre", "cargo"))
    ]
    return Zone(
        name="hand",
        label="Your mat",
        width=places[-1][1] + SLOT * scale / 2 + GAP,
        height=SLOT_HIGH * scale + 2 * GAP,
        spots=tuple(_slot(slots, *place, scale) for place in places),
        pieces=(
            _lay(used, GAP + CARD / 2, places[0][2], CARD),
            *(
                piece
                for part, x, y in places
                for piece in contents(slots, part, x, y, scale, f"slot:{part}")
            ),
        ),
    )


def _slot(slots: Slots, part: str, x: float, y: float, scale: float) -> Spot:
    slot = slots.of(part)
    if slot is None:
        effect, down = "points at the end", -42  # above the stacks
    else:
        effect, down = LONE_BASE if is_lone_base(slot) else EFFECTS[slot.effect], 13
    return Spot(
        thing=f"slot:{part}",
        label=f"{said(slots, part)}: {effect}",
        x=x,
        y=y,
        w=SLOT * scale,
        h=SLOT_HIGH * scale,
        face=face(part, slot),
        marks=(Mark(text=part.capitalize(), y=down, size=11, tone="print"),),
    )
