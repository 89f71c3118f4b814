"""What a viewer sees of a game of Tri*T*Area, built from nothing."""

from msgspec.structs import replace

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
from trivet.games.tritarea.seen import (
    AreaSeen,
    CardSeen,
    SquareSeen,
    TableSeen,
    TallestSeen,
    TrickSeen,
)
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of, rights

UNKNOWN = "?"


def public(s: TriTArea) -> TableSeen:
    """TTA-14  What is open; `table` puts in the hands."""
    return TableSeen(
        s.round,
        s.lead if s.round else None,
        s.leader if s.round else None,
        [player.points for player in s.players],
        [list(player.after) for player in s.players],
        [player.stock for player in s.players],
        [player.sold for player in s.players],
        [_card(player.declared) for player in s.players],
        _trick(s),
        _tricks(s),
        _seat(s.first),
        _seat(s.second),
        _seat(s.builder),
        square_name(s.built) if s.built != NOTHING else None,
        [_square(s, square) for square in range(SQUARES)],
        [_area(s, area) for area in range(SUITS)],
        _tallest(s),
        [s.terms.to_zero, s.terms.to_ten],
        [],
    )


def table(s: TriTArea, viewer: int, shared: TableSeen) -> TableSeen:
    """TTA-14  What is open, and the viewer's own hand."""
    return replace(shared, hands=[_hand(s, viewer, owner) for owner in range(SEATS)])


def _seat(seat: int) -> int | None:
    return None if seat == NOTHING else seat


def _hand(s: TriTArea, viewer: int, owner: int) -> list[str]:
    cards = each(s.players[owner].hand)
    if viewer in (owner, EVERYONE):
        return [card_text(card) for card in cards]
    return [UNKNOWN] * len(cards)


def _card(face: int) -> CardSeen | None:
    return None if face == NOTHING else CardSeen(card_text(CARD_OF[face]), VALUE_OF[face])


def _trick(s: TriTArea) -> list[CardSeen | None]:
    laid = [(s.leader + turn) % SEATS for turn in range(s.laid)]
    return [_card(face_of(s.trick, seat)) if seat in laid else None for seat in range(SEATS)]


def _tricks(s: TriTArea) -> list[TrickSeen]:
    """Those finished this round: who led, what each played, who had the rights."""
    found: list[TrickSeen] = []
    leader = s.lead
    for trick in s.tricks:
        first, second = rights(trick, leader)
        cards = [_card(face_of(trick, seat)) for seat in range(SEATS)]
        found.append(TrickSeen(leader, cards, first, _seat(second)))
        leader = first
    return found


def _square(s: TriTArea, square: int) -> SquareSeen:
    area = s.terms.area_of[square]
    return SquareSeen(
        square_name(square),
        AREAS[area],
        LETTERS[area],
        s.terms.score_of[square],
        blocks(s.buildings[square]),
    )


def _area(s: TriTArea, area: int) -> AreaSeen:
    claims = claims_on(s, area)
    by_seat = [claims >> CLAIM * seat & EVERY_CLAIM for seat in range(SEATS)]
    ranks = [rank(claims, seat) for seat in range(SEATS)]
    return AreaSeen(
        AREAS[area],
        [s.terms.first[area], s.terms.second[area]],
        [claim // VISIBLE for claim in by_seat],
        [claim & TALL for claim in by_seat],
        [0 if place == UNRANKED else place for place in ranks],
    )


def _tallest(s: TriTArea) -> TallestSeen:
    top = tallest(s)
    squares = [square for square in range(SQUARES) if top and height(s.buildings[square]) == top]
    return TallestSeen(
        top,
        [square_name(square) for square in squares],
        [majority(s.buildings[square]) for square in squares],
    )
