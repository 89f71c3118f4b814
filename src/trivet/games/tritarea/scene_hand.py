"""Cards of Tri*T*Area to look at: one card, a hand with the tokens that go with it, all hands."""

from collections.abc import Mapping
from typing import Any

from trivet.core.ink import SEAT_LETTERS
from trivet.core.scene import NO_SEAT, Mark, Piece, Rows, Spot, Zone, in_even_rows, in_rows

CARD, CARD_HIGH = 84.0, 70.0
GAP = 4.0
IN_A_ROW = 5
COLUMNS, ROWS = 6, 2  # of a hand with tokens: cards lie in five of the columns
NAMES = {"I": "Intelligent", "M": "Modern", "E": "Ecology", "H": "Happiness"}
SMALL, SMALL_HIGH = 48.0, 40.0


def ticket(
    card: Mapping[str, Any],
    *,
    x: float,
    y: float,
    w: float,
    h: float,
    owner: int = NO_SEAT,
    thing: str = "",
    label: str = "",
    face: str = "",
) -> Piece:
    """A card: its suit by colour and pattern, its value large; of a changed 5 also the rank."""
    suit, rank, value = card["card"][0], int(card["card"][1]), card["value"]
    is_changed = rank != value
    marks = [
        Mark(text=str(value), x=-0.16 * w, y=0.02 * h, size=0.62 * h, tone="print"),
        Mark(text=suit, x=0.33 * w, y=-0.26 * h, size=0.27 * h, tone="print"),
    ]
    if is_changed:
        marks.append(Mark(text=f"({rank})", x=-0.18 * w, y=0.38 * h, size=0.17 * h, tone="print"))
    return Piece(
        id=f"card:{card['card']}",
        label=f"{label}{NAMES[suit]} {rank}{f' as {value}' if is_changed else ''}",
        face=f"card card-{suit.lower()} {face}".strip(),
        x=x,
        y=y,
        w=w,
        h=h,
        thing=thing,
        owner=owner,
        marks=tuple(marks),
    )


def hand(view: Mapping[str, Any]) -> Zone | None:
    """The viewer's cards, and beside them what can be touched with them."""
    if not isinstance(view["viewer"], int):
        return None
    cards = view["table"]["hands"][view["viewer"]]
    tokens = _tokens(view)
    if not cards and not tokens:
        return None
    rows = _beside_tokens(len(cards)) if tokens else _alone(len(cards))
    return Zone(
        name="hand",
        label="Your cards",
        width=rows.width,
        height=rows.height,
        spots=tuple(tokens),
        pieces=tuple(
            ticket(
                {"card": card, "value": int(card[1])},
                x=x,
                y=y,
                w=CARD,
                h=CARD_HIGH,
                thing=f"card:{card}",
            )
            for card, (x, y) in zip(cards, rows.places, strict=True)
        ),
    )


def _alone(count: int) -> Rows:
    return in_rows(in_even_rows(count, IN_A_ROW), (CARD, CARD_HIGH), GAP)


def _beside_tokens(count: int) -> Rows:
    """From the left, so that no token covers a card."""
    return Rows(
        width=COLUMNS * (CARD + GAP) + GAP,
        height=ROWS * (CARD_HIGH + GAP) + GAP,
        places=tuple(
            (_column(place % IN_A_ROW), _row(place // IN_A_ROW)) for place in range(count)
        ),
    )


def _column(number: int) -> float:
    return GAP + CARD / 2 + number * (CARD + GAP)


def _row(number: int) -> float:
    return GAP + CARD_HIGH / 2 + number * (CARD_HIGH + GAP)


def _tokens(view: Mapping[str, Any]) -> list[Spot]:
    table, step = view["table"], view["step"]
    if step == "value" or (step in ("play", "declare") and _has_five(view)):
        to_zero, to_ten = table["prices"]
        return [_value(10, to_ten, 5, 0), _value(0, to_zero, 5, 1), _value(5, 0, 4, 1)]
    if step == "extend":
        return [_word("pass", "Place no additional block", ("No", "more"), 5, 1)]
    if step == "build":
        return _build(table, view["viewer"])
    return []


def _build(table: Mapping[str, Any], seat: int) -> list[Spot]:
    """To default, and for Rightholder 2 how many blocks to place."""
    lost = table["trick"][seat]["card"][1]
    label = f"Default: place nothing and lose {lost}"
    if seat != table["second"] or table["stock"][seat] == 1:
        return [_word("default", label, ("Default", f"lose {lost}"), 5, 1)]
    default = _word("default", label, ("Default", f"lose {lost}"), 4, 1)
    return [_blocks(2, 5, 0), _blocks(1, 5, 1), default]


def _has_five(view: Mapping[str, Any]) -> bool:
    return any(card[1] == "5" for card in view["table"]["hands"][view["viewer"]])


def _value(value: int, price: int, column: int, row: int) -> Spot:
    costs = f"costs {price}" if price else "free"
    return _token(
        f"value:{value}",
        f"A 5 counts as {value}, {costs}",
        "token",
        column,
        row,
        (
            Mark(text=f"as {value}", y=-9, size=24, tone="print"),
            Mark(text=costs, y=17, size=15, tone="print"),
        ),
    )


def _word(thing: str, label: str, lines: tuple[str, str], column: int, row: int) -> Spot:
    marks = (
        Mark(text=lines[0], y=-10, size=18, tone="print"),
        Mark(text=lines[1], y=12, size=18, tone="print"),
    )
    return _token(thing, label, "token token-no", column, row, marks)


def _blocks(number: int, column: int, row: int) -> Spot:
    words = ("", "1 block", "2 blocks")[number]
    mark = Mark(text=words, y=19, size=16, tone="print")
    return _token(f"blocks:{number}", words, f"token blocks-{number}", column, row, (mark,))


def _token(
    thing: str, label: str, face: str, column: int, row: int, marks: tuple[Mark, ...]
) -> Spot:
    return Spot(
        thing=thing,
        label=label,
        x=_column(column),
        y=_row(row),
        w=CARD,
        h=CARD_HIGH,
        face=face,
        marks=marks,
    )


def hands(view: Mapping[str, Any]) -> list[Zone]:
    """All hands, for a viewer who sees all cards."""
    if view["viewer"] != "open":
        return []
    held = view["table"]["hands"]
    most = max(map(len, held))
    if not most:
        return []
    return [
        Zone(
            name="hands",
            label="The hands of A, B, C and D",
            width=most * (SMALL + 4) + 4,
            height=4 * (SMALL_HIGH + 4) + 4,
            pieces=tuple(
                ticket(
                    {"card": card, "value": int(card[1])},
                    x=4 + SMALL / 2 + place * (SMALL + 4),
                    y=4 + SMALL_HIGH / 2 + seat * (SMALL_HIGH + 4),
                    w=SMALL,
                    h=SMALL_HIGH,
                    owner=seat,
                    label=f"{SEAT_LETTERS[seat]} holds the ",
                )
                for seat, cards in enumerate(held)
                for place, card in enumerate(cards)
            ),
        )
    ]
