"""The cards of Trehgrannik: what is printed on them, the market, and the hand below the board."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from trivet.core.scenes.scene import NO_SEAT, WIDE, Mark, Piece, Spot, Zone
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trehgrannik.pieces import CARDS, COLOURS, Card
from trivet.games.trehgrannik.scene.mats import (
    SLOT,
    SLOT_HIGH,
    Slots,
    contents,
    face,
    is_lone_base,
    said,
)
from trivet.games.trehgrannik.seen import ForepartSeen, PileSeen, SlotSeen
from trivet.games.trehgrannik.words import (
    ALL_HANDS,
    CARD,
    CARD_LABEL,
    CARGO_DOES,
    COINS_MARK,
    DECK_LABEL,
    EARN,
    EFFECTS,
    EMPTY_HAND,
    EMPTY_HANDS,
    LONE_BASE,
    MARKET,
    SLOT_DOES,
    SLOT_MARKS,
    TILE_LABEL,
    TILES,
    WHERE,
    YOUR_HAND,
    YOUR_MAT,
)

CARD_WIDE, CARD_HIGH = 96.0, 88.0
GAP = 6.0
MARGIN = 20.0  # beside the cards of a hand
MARKET_WIDE, MARKET_HIGH = 200.0, 366.0
IN_A_ROW = 8  # cards of a hand that is laid open
ROWS = (0, 6, 18)  # with more cards than this a hand has one row, two, three


# --- a card ---------------------------------------------------------------------------------------


def _drawing(card: Card) -> str:
    """What is printed on a card, except its coins."""
    return f"card spine-{COLOURS[card.type]} where-{WHERE.value(card.where)} coin {card.art}"


DRAWINGS = {card.name: _drawing(card) for card in CARDS}


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
    card = CARD.read(name)
    marks = [
        Mark(text=str(coins), x=-11, y=-14, size=15, tone="print"),
        Mark(text=card.top, x=9.5, y=21, size=10.5, tone="print"),
        Mark(text=card.bottom, x=9.5, y=33, size=10.5, tone="print"),
    ]
    if count > 1:
        marks.append(Mark(text=f"×{count}", x=-11, y=6.5, size=12, tone="print"))
    return Tile(
        id=f"{place}:{name}",
        thing=f"{place}:{name}",
        label=CARD_LABEL.say(name, count, CARDS[card.number].where, coins),
        face=f"pile {DRAWINGS[name]}" if count > 1 else DRAWINGS[name],
        marks=tuple(marks),
    )


def _lay(tile: Tile, x: float, y: float, w: float) -> Piece:
    scale = w / CARD_WIDE
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
            (number % columns + 0.5) * MARKET_WIDE / columns,
            (number // columns) * (w * CARD_HIGH / CARD_WIDE + GAP) + w * CARD_HIGH / CARD_WIDE / 2,
        )
        for number in range(len(piles) + 1)
    ]
    return Zone(
        name="market",
        label=MARKET.say(),
        width=MARKET_WIDE,
        height=rows * (w * CARD_HIGH / CARD_WIDE + GAP),
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
    return min((MARKET_WIDE - (columns - 1) * GAP) / columns, high * CARD_WIDE / CARD_HIGH)


def _deck(left: int, x: float, y: float, w: float) -> Spot:
    scale = w / CARD_WIDE
    number = Mark(text=str(left), x=-1.5 * scale, y=25 * scale, size=14 * scale, tone="star")
    return Spot(
        thing="deck",
        label=DECK_LABEL.say(left),
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
            earned = COINS_MARK.say(coins[laid[asked_for_use]])
            tiles = [_tile(seat, "coins", "do-coins", EARN.say(), earned), *_laid(laid, coins)]
        case _:
            tiles = []
    tiles += _held(cards, seat, coins)
    lines = sum(len(tiles) > most for most in ROWS)
    columns = ceil(len(tiles) / lines) if lines else 1
    rows = [tiles[start : start + columns] for start in range(0, len(tiles), columns)]
    zone = _in_rows(YOUR_HAND.say(), rows)
    return zone if tiles else _said_empty(zone, EMPTY_HAND.say())


def hands(held: Sequence[Sequence[str]], coins: Mapping[str, int]) -> Zone:
    """In the open view: rows for everybody who holds cards, after the letter of the seat."""
    hands = [
        (SEAT_LETTERS[seat], [tile._replace(thing="") for tile in _held(cards, seat, coins)])
        for seat, cards in enumerate(held)
        if cards
    ]
    if not hands:
        return _said_empty(_in_rows(ALL_HANDS.say(), []), EMPTY_HANDS.say())
    rows = [
        ("" if start else letter, hand[start : start + IN_A_ROW])
        for letter, hand in hands
        for start in range(0, len(hand), IN_A_ROW)
    ]
    zone = _in_rows(ALL_HANDS.say(), [row for _, row in rows])
    letters = (
        Mark(
            text=letter,
            x=_column(zone.width, len(row), -1) + CARD_WIDE / 4,
            y=_row(number),
            size=28,
        )
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
    width = max(longest * (CARD_WIDE + GAP) + 2 * MARGIN, WIDE * height)
    return Zone(
        name="hand",
        label=label,
        width=width,
        height=height,
        pieces=tuple(
            _lay(tile, _column(width, len(row), place), _row(number), CARD_WIDE)
            for number, row in enumerate(rows)
            for place, tile in enumerate(row)
        ),
    )


def _column(width: float, count: int, place: int) -> float:
    """The x of a card's centre in a centred row of `count` cards."""
    return width / 2 + (place - (count - 1) / 2) * (CARD_WIDE + GAP)


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
        yield _tile(seat, "move", "do-move", *_marks("move"))
    if _effect(forepart) == "Leap":
        yield _tile(seat, "leap", "do-leap", *_marks("leap"))


def _projects(forepart: ForepartSeen, seat: int) -> Iterator[Tile]:
    for how, helped, drawing in BUILDINGS:
        is_other = how == "lone base" and is_lone_base(forepart)
        if helped in ("", _effect(forepart)):
            look, tile = ("do-lone-base", "one card") if is_other else (drawing, how)
            yield _tile(seat, f"build:{how}", look, *_marks(tile))


BUILDINGS = (  # how, with whose help, and its drawing
    ("module", "", "do-module"),
    ("base", "", "do-base"),
    ("lone base", "Lone", "do-lone"),
    ("triple base", "Triple", "do-triple"),
    ("waived module", "Waiver", "do-module any-ground"),
    ("waived base", "Waiver", "do-base any-ground"),
)


def _marks(tile: str) -> tuple[str, str]:
    name, more = TILES[tile]
    return name.say(), more.say()


def _tile(seat: int, thing: str, drawing: str, name: str, more: str) -> Tile:
    return Tile(
        id=f"tile:{thing}",
        thing=thing,
        label=TILE_LABEL.say(name, more),
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
        (
            part,
            CARD_WIDE + 5 * GAP + (number + 0.5) * (SLOT * scale + GAP),
            SLOT_HIGH * scale / 2 + GAP,
        )
        for number, part in enumerate(("forepart", "centre", "cargo"))
    ]
    return Zone(
        name="hand",
        label=YOUR_MAT.say(),
        width=places[-1][1] + SLOT * scale / 2 + GAP,
        height=SLOT_HIGH * scale + 2 * GAP,
        spots=tuple(_slot(slots, *place, scale) for place in places),
        pieces=(
            _lay(used, GAP + CARD_WIDE / 2, places[0][2], CARD_WIDE),
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
        effect, down = CARGO_DOES.say(), -42  # above the stacks
    else:
        effect, down = _does(slot), 13
    return Spot(
        thing=f"slot:{part}",
        label=SLOT_DOES.say(said(slots, part), effect),
        x=x,
        y=y,
        w=SLOT * scale,
        h=SLOT_HIGH * scale,
        face=face(part, slot),
        marks=(Mark(text=SLOT_MARKS[part].say(), y=down, size=11, tone="print"),),
    )


def _does(slot: SlotSeen) -> str:
    text = LONE_BASE if is_lone_base(slot) else EFFECTS.get(slot.effect)
    return text.say() if text else ""
