"""What a viewer sees of a game of Tri*T*Area, built from nothing."""

from trivet.core.sets import each
from trivet.core.state import EVERYONE
from trivet.games.tritarea.buildings import blocks, height, majority
from trivet.games.tritarea.names import LETTERS, card_text, square_name
from trivet.games.tritarea.pieces import (
    AREAS,
    CARD_OF,
    NOTHING,
    SEATS,
    SQUARES,
    SUITS,
    VALUE_OF,
)  # fmt: skip
from trivet.games.tritarea.scoring import (
    CLAIM,
    EVERY_CLAIM,
    TALL,
    UNRANKED,
    VISIBLE,
    claims_on,
    rank,
    tallest,
)  # fmt: skip
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of, rights

UNKNOWN = "?"


def public(s: TriTArea) -> dict[str, object]:
    """TTA-14  Hands are hidden, all else is open.  Squares in reading order, lists by seat."""
    return {
        "round": s.round,
        "lead": s.lead if s.round else None,
        "leader": s.leader if s.round else None,
        "points": [player.points for player in s.players],
        "after": [list(player.after) for player in s.players],
        "stock": [player.stock for player in s.players],
        "sold": [player.sold for player in s.players],
        "declared": [_card(player.declared) for player in s.players],
        "trick": _trick(s),
        "tricks": _tricks(s),
        "first": _seat(s.first),
        "second": _seat(s.second),
        "builder": _seat(s.builder),
        "built": square_name(s.built) if s.built != NOTHING else None,
        "board": [_square(s, square) for square in range(SQUARES)],
        "areas": [_area(s, area) for area in range(SUITS)],
        "tallest": _tallest(s),
        "prices": [s.terms.to_zero, s.terms.to_ten],
    }


def table(s: TriTArea, viewer: int, shared: dict[str, object]) -> dict[str, object]:
    """TTA-14  What is open, and the viewer's own hand."""
    return {**shared, "hands": [_hand(s, viewer, owner) for owner in range(SEATS)]}


def _seat(seat: int) -> int | None:
    return None if seat == NOTHING else seat


def _hand(s: TriTArea, viewer: int, owner: int) -> list[str]:
    cards = each(s.players[owner].hand)
    if viewer in (owner, EVERYONE):
        return [card_text(card) for card in cards]
    return [UNKNOWN] * len(cards)


def _card(face: int) -> dict[str, object] | None:
    if face == NOTHING:
        return None
    return {"card": card_text(CARD_OF[face]), "value": VALUE_OF[face]}


def _trick(s: TriTArea) -> list[dict[str, object] | None]:
    laid = [(s.leader + turn) % SEATS for turn in range(s.laid)]
    return [_card(face_of(s.trick, seat)) if seat in laid else None for seat in range(SEATS)]


def _tricks(s: TriTArea) -> list[dict[str, object]]:
    """Those finished this round: who led, what each played, who had the rights."""
    found: list[dict[str, object]] = []
    leader = s.lead
    for trick in s.tricks:
        first, second = rights(trick, leader)
        cards = [_card(face_of(trick, seat)) for seat in range(SEATS)]
        found.append({"leader": leader, "cards": cards, "first": first, "second": _seat(second)})
        leader = first
    return found


def _square(s: TriTArea, square: int) -> dict[str, object]:
    return {
        "square": square_name(square),
        "area": AREAS[s.terms.area_of[square]],
        "letter": LETTERS[s.terms.area_of[square]],
        "printed": s.terms.score_of[square],
        "blocks": blocks(s.buildings[square]),
    }


def _area(s: TriTArea, area: int) -> dict[str, object]:
    """Its points for first and second, and how the seats stand in it (rank 0: nothing visible)."""
    claims = claims_on(s, area)
    by_seat = [claims >> CLAIM * seat & EVERY_CLAIM for seat in range(SEATS)]
    ranks = [rank(claims, seat) for seat in range(SEATS)]
    return {
        "area": AREAS[area],
        "points": [s.terms.first[area], s.terms.second[area]],
        "visible": [claim // VISIBLE for claim in by_seat],
        "height": [claim & TALL for claim in by_seat],
        "rank": [0 if place == UNRANKED else place for place in ranks],
    }


def _tallest(s: TriTArea) -> dict[str, object]:
    top = tallest(s)
    squares = [square for square in range(SQUARES) if top and height(s.buildings[square]) == top]
    return {
        "height": top,
        "squares": [square_name(square) for square in squares],
        "majority": [majority(s.buildings[square]) for square in squares],
    }
