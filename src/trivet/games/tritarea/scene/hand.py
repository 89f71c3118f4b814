"""Cards in the scene of Tri*T*Area: one card, a hand with its tokens, all hands."""

from msgspec.structs import replace

from trivet.core.scenes.scene import NO_SEAT, Mark, Piece, Spot, Zone, in_even_rows, in_rows
from trivet.core.seats import SEAT_LETTERS
from trivet.core.words.texts import Text
from trivet.games.tritarea.seen import CardSeen, TriTAreaView
from trivet.games.tritarea.words import (
    BLOCKS_NOTE,
    CARD_LABEL,
    COSTS,
    FIVE_LABEL,
    FIVE_MARK,
    HANDS_OF,
    HELD_LABEL,
    NO_MORE,
    NO_MORE_MARKS,
    SKIP,
    SKIP_MARKS,
    YOUR_CARDS,
)

CARD, CARD_HIGH = 84.0, 70.0
GAP = 4.0
IN_A_ROW = 5
SMALL, SMALL_HIGH = 48.0, 40.0


def ticket(
    card: CardSeen,
    *,
    x: float,
    y: float,
    w: float,
    h: float,
    owner: int = NO_SEAT,
    thing: str = "",
    label: Text = CARD_LABEL,
    face: str = "",
) -> Piece:
    """A card: its suit by colour and pattern, its value large; of a changed 5 also the rank."""
    suit, rank, value = card.card[0], int(card.card[1]), card.value
    is_changed = rank != value
    played = f"{card.card}={value}" if is_changed else card.card
    marks = [
        Mark(text=str(value), x=-0.16 * w, y=0.02 * h, size=0.62 * h, tone="print"),
        Mark(text=suit, x=0.33 * w, y=-0.26 * h, size=0.27 * h, tone="print"),
    ]
    if is_changed:
        marks.append(Mark(text=f"({rank})", x=-0.18 * w, y=0.38 * h, size=0.17 * h, tone="print"))
    return Piece(
        id=f"card:{card.card}",
        label=label.say(played, *([] if owner == NO_SEAT else [owner])),
        face=f"card card-{suit.lower()} {face}".strip(),
        x=x,
        y=y,
        w=w,
        h=h,
        thing=thing,
        owner=owner,
        marks=tuple(marks),
    )


def hand(
    shows: str, cards: list[str], prices: list[int], in_trick: CardSeen | None, blocks: int
) -> Zone | None:
    """The viewer's cards, and beside them the tokens that answer the question.  For who may build:
    the card in the trick, and how many blocks it is worth."""
    tokens = _tokens(shows, cards, prices, in_trick, blocks)
    if not cards and not tokens:
        return None
    most = IN_A_ROW + bool(tokens)
    rows = in_rows(in_even_rows(len(cards) + len(tokens), most), (CARD, CARD_HIGH), GAP)
    places = list(rows.places)
    return Zone(
        name="hand",
        label=YOUR_CARDS.say(),
        width=rows.width,
        height=rows.height,
        spots=tuple(
            replace(token, x=x, y=y)
            for token, (x, y) in zip(tokens, places[len(cards) :], strict=True)
        ),
        pieces=tuple(
            ticket(
                CardSeen(card, int(card[1])),
                x=x,
                y=y,
                w=CARD,
                h=CARD_HIGH,
                thing=f"card:{card}",
            )
            for card, (x, y) in zip(cards, places, strict=False)
        ),
    )


def _tokens(
    shows: str, cards: list[str], prices: list[int], in_trick: CardSeen | None, blocks: int
) -> list[Spot]:
    if shows == "values" or (shows == "cards" and any(card[1] == "5" for card in cards)):
        to_zero, to_ten = prices
        return [_value(0, to_zero), _value(5, 0), _value(10, to_ten)]
    if shows == "pass":
        return [_word("pass", NO_MORE.say(), [mark.say() for mark in NO_MORE_MARKS])]
    return [] if in_trick is None else _build(int(in_trick.card[1]), blocks)


def _build(lost: int, blocks: int) -> list[Spot]:
    """To default, and for Rightholder 2 how many blocks to place."""
    default = _word("default", SKIP.say(lost), [mark.say(lost) for mark in SKIP_MARKS])
    return [_blocks(1), _blocks(2), default] if blocks == 2 else [default]


def _value(value: int, price: int) -> Spot:
    costs = COSTS.say(price)
    return _token(
        f"value:{value}",
        FIVE_LABEL.say(value, costs),
        "token",
        (
            Mark(text=FIVE_MARK.say(value), y=-9, size=24, tone="print"),
            Mark(text=costs, y=17, size=15, tone="print"),
        ),
    )


def _word(thing: str, label: str, lines: list[str]) -> Spot:
    marks = (
        Mark(text=lines[0], y=-10, size=18, tone="print"),
        Mark(text=lines[1], y=12, size=18, tone="print"),
    )
    return _token(thing, label, "token token-no", marks)


def _blocks(number: int) -> Spot:
    words = BLOCKS_NOTE.say(number)
    mark = Mark(text=words, y=19, size=16, tone="print")
    return _token(f"blocks:{number}", words, f"token blocks-{number}", (mark,))


def _token(thing: str, label: str, face: str, marks: tuple[Mark, ...]) -> Spot:
    """As large as a card; `hand` gives it a place."""
    return Spot(
        thing=thing,
        label=label,
        x=0.0,
        y=0.0,
        w=CARD,
        h=CARD_HIGH,
        face=face,
        marks=marks,
    )


def hands(view: TriTAreaView) -> list[Zone]:
    """All hands, for a viewer who sees all cards."""
    if view["viewer"] != "open":
        return []
    held = [(seat, cards) for seat, cards in enumerate(view["table"].hands) if cards]
    if not held:
        return []
    rows = in_rows([len(cards) for _, cards in held], (SMALL, SMALL_HIGH), GAP)
    owned = [(seat, card) for seat, cards in held for card in cards]
    return [
        Zone(
            name="hands",
            label=HANDS_OF.say(", ".join(SEAT_LETTERS[seat] for seat, _ in held)),
            width=rows.width,
            height=rows.height,
            pieces=tuple(
                ticket(
                    CardSeen(card, int(card[1])),
                    x=x,
                    y=y,
                    w=SMALL,
                    h=SMALL_HIGH,
                    owner=seat,
                    label=HELD_LABEL,
                )
                for (seat, card), (x, y) in zip(owned, rows.places, strict=True)
            ),
        )
    ]
