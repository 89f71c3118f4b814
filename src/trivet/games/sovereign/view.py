"""What a viewer sees of a game of Sovereign, built from nothing."""

from msgspec.structs import replace

from trivet.core.bags import things, total
from trivet.core.sets import has
from trivet.core.state import EVERYONE, NOBODY
from trivet.games.sovereign.pieces import NAMES, UNDECIDED
from trivet.games.sovereign.seen import CameOutSeen, TableSeen, TileSeen
from trivet.games.sovereign.state import KIND, NOTHING, SHOWN, Sovereign

UNKNOWN = "?"


def public(s: Sovereign) -> TableSeen:
    """What is open; `table` puts in what its viewer knows of the pieces."""
    return TableSeen(
        s.round,
        [side.won for side in s.sides],
        s.starter if s.round else None,
        s.mover if s.drawn != NOTHING else None,
        s.drawn != NOTHING and s.drawn_shown,
        [_shown(s, owner) for owner in range(2)],
        [_cell(s, cell) for cell in range(9)],
        s.terms.printed,
        s.terms.alternate,
        s.terms.third_by_lot,
        s.terms.play_on,
        "",
        [],
        [],
        [],
        [],
    )


def table(s: Sovereign, viewer: int, shared: TableSeen) -> TableSeen:
    """What is public, and what this viewer knows of the pieces; decks from the top."""
    return replace(
        shared,
        hand=_hand(s, viewer),
        decks=[_deck(s, viewer, owner) for owner in range(2)],
        left=[_left(s, viewer, owner) for owner in range(2)],
        pieces=[_pieces(s, viewer, owner) for owner in range(2)],
        rounds=[_round(s, viewer, number) for number in range(1, s.round + 1)],
    )


def _hand(s: Sovereign, viewer: int) -> str:
    """SOV-8  The piece just drawn: its owner sees it, and the rival if Insight showed it."""
    if s.drawn == NOTHING:
        return ""
    is_rival = viewer not in (s.mover, NOBODY, EVERYONE)
    may_see = viewer in (s.mover, EVERYONE) or (is_rival and s.drawn_shown)
    return NAMES[s.drawn] if may_see else UNKNOWN


def _deck(s: Sovereign, viewer: int, owner: int) -> list[str]:
    """SOV-4, SOV-15  An order is known to who set it; what Insight showed, to who looked."""
    return [_piece(s, viewer, owner, piece) for piece in reversed(s.sides[owner].deck)]


def _piece(s: Sovereign, viewer: int, owner: int, piece: int) -> str:
    if viewer == NOBODY or piece & KIND == UNDECIDED:
        return UNKNOWN
    is_ordered = has(s.sides[owner].ordered, s.round)
    may_see = viewer == EVERYONE or (is_ordered if viewer == owner else piece & SHOWN != 0)
    return NAMES[piece & KIND] if may_see else UNKNOWN


def _shown(s: Sovereign, owner: int) -> list[bool]:
    """SOV-21  Which pieces of a deck the rival has looked at: everyone could follow them."""
    return [piece & SHOWN != 0 for piece in reversed(s.sides[owner].deck)]


def _left(s: Sovereign, viewer: int, owner: int) -> list[str]:
    """SOV-15  What is left of a deck, by kind: its owner may look it up even after a shuffle."""
    if viewer not in (owner, EVERYONE):
        return []
    side = s.sides[owner]
    decided = [piece & KIND for piece in side.deck if piece & KIND != UNDECIDED]
    return _names(sorted(decided + things(side.bag)) if side.deck else [])


def _round(s: Sovereign, viewer: int, number: int) -> list[CameOutSeen]:
    """What came out of each deck in a round: placed, or only looked at with Insight."""
    return [_came_out(s, viewer, owner, number) for owner in range(2)]


def _came_out(s: Sovereign, viewer: int, owner: int, number: int) -> CameOutSeen:
    side = s.sides[owner]
    placed = [*side.placed_before, side.placed][number - 1]
    glimpsed = [*side.glimpsed_before, side.glimpsed][number - 1]
    is_known = has(side.ordered, number) if viewer == owner else viewer != NOBODY
    seen = _names(things(glimpsed)) if is_known else [UNKNOWN] * total(glimpsed)
    return CameOutSeen(_names(things(placed)), seen)


def _names(kinds: list[int]) -> list[str]:
    return [NAMES[kind] for kind in kinds]


def _pieces(s: Sovereign, viewer: int, owner: int) -> list[str]:
    """The seven a deck was built of; to the rival, those it must hold by all that was seen."""
    if viewer == NOBODY:
        return []
    side = s.sides[owner]
    known = side.built if viewer in (owner, EVERYONE) else side.known_to_rival()
    return _names(things(known))


def _cell(s: Sovereign, cell: int) -> TileSeen | None:
    if has(s.empty, cell):
        return None
    owner = 0 if has(s.sides[0].held, cell) else 1
    bonus = s.bonus(owner, cell)
    return TileSeen(
        NAMES[s.kind[cell]],
        owner,
        s.face[cell] % 4,
        [s.rank(cell, side) + bonus for side in range(4)],
        s.quadrants(owner, cell),
        s.sides[owner].glow == cell,
    )
