"""Cards in the scene of Trifecta: a small card, the viewer's hand, all hands."""

from trivet.core.scenes.scene import Mark, Piece, Spot, Zone, in_even_rows, in_rows
from trivet.core.seats import SEAT_LETTERS
from trivet.games.trifecta.names import short
from trivet.games.trifecta.pieces import KINDS, card_name
from trivet.games.trifecta.seen import TrifectaView
from trivet.games.trifecta.words import (
    BID_NOTHING,
    CARD_LABEL,
    GOAL_NAME,
    HANDS_OF,
    NOTHING_MARK,
    YOUR_CARDS,
)

CARD, CARD_HIGH = 90.0, 68.0
GAP = 4.0
IN_A_ROW = 5
SMALL = 34.0
SHORT = {card_name(kind): short(kind) for kind in range(KINDS)}


def chip(name: str, card: str, where: tuple[float, float], size: float) -> Piece:
    """A small square card, as on a desk."""
    code = SHORT[card].lower()
    base = "chip" if len(code) == 3 else "chip-single"
    return Piece(
        id=name,
        label=CARD_LABEL.say(code),
        face=f"{base} {code}",
        x=where[0],
        y=where[1],
        w=size,
        h=size,
    )


def hand(cards: list[str], shows: str) -> Zone | None:
    """The viewer's cards; in a bid, also the spot for bidding nothing."""
    if not cards:
        return None
    codes = [SHORT[card] for card in cards]
    is_bid = shows == "an empty bid"
    rows = in_rows(in_even_rows(len(cards) + is_bid, IN_A_ROW), (CARD, CARD_HIGH), GAP)
    return Zone(
        name="hand",
        label=YOUR_CARDS.say(),
        width=rows.width,
        height=rows.height,
        spots=(_nothing(rows.places[-1]),) if is_bid else (),
        pieces=tuple(
            _card(card, codes[:place].count(codes[place]), rows.places[place])
            for place, card in enumerate(cards)
        ),
    )


def _card(card: str, copy: int, where: tuple[float, float]) -> Piece:
    code = SHORT[card]
    is_single = len(code) == 1
    letters = tuple(
        Mark(text=letter, x=-34, y=20 * line - 10 * (len(code) - 1), size=16, tone="print")
        for line, letter in enumerate(code.upper())
    )
    return Piece(
        id=f"hand:{code}:{copy}",
        label=CARD_LABEL.say(code),
        face=f"card-single {code.lower()}-named" if is_single else f"card {code.lower()}",
        x=where[0],
        y=where[1],
        w=CARD,
        h=CARD_HIGH,
        thing=f"card:{code}",
        marks=(*letters, _value_name(code)) if is_single else letters,
    )


def _value_name(code: str) -> Mark:
    return Mark(text=GOAL_NAME.say(code), x=2, y=20, size=15, tone="print")


def _nothing(where: tuple[float, float]) -> Spot:
    return Spot(
        thing="nothing",
        label=BID_NOTHING.say(),
        x=where[0],
        y=where[1],
        w=CARD,
        h=CARD_HIGH,
        face="nothing",
        marks=(Mark(text=NOTHING_MARK.say(), size=17),),
    )


def hands(view: TrifectaView) -> list[Zone]:
    """All hands, for a viewer who sees all cards."""
    players = view["table"].players
    held = [(seat, player.hand) for seat, player in enumerate(players) if player.hand]
    if view["viewer"] != "open" or not held:
        return []
    rows = in_rows([1 + len(cards) for _, cards in held], (SMALL, SMALL), 3)
    places = iter(rows.places)  # in each row the letter comes first
    pieces: list[Piece] = []
    marks: list[Mark] = []
    for seat, cards in held:
        x, y = next(places)
        marks.append(Mark(text=SEAT_LETTERS[seat], x=x, y=y, size=18))
        pieces += [
            chip(f"held:{SEAT_LETTERS[seat]}:{number}", card, next(places), SMALL)
            for number, card in enumerate(cards)
        ]
    return [
        Zone(
            name="hands",
            label=HANDS_OF.say(", ".join(SEAT_LETTERS[seat] for seat, _ in held)),
            width=rows.width,
            height=rows.height,
            pieces=tuple(pieces),
            marks=tuple(marks),
        )
    ]
