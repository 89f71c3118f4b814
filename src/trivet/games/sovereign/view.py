"""What a viewer sees of a game of Sovereign, built from nothing."""

from trivet.core.bags import things
from trivet.core.game import EVERYONE, NOBODY
from trivet.core.sets import has
from trivet.games.sovereign.pieces import NAMES, UNDECIDED
from trivet.games.sovereign.state import KIND, NOTHING, SHOWN, Sovereign

UNKNOWN = "?"


def table(s: Sovereign, viewer: int) -> dict[str, object]:
    """Cells in reading order, decks from the top, ranks with their bonuses."""
    return {
        "round": s.round,
        "won": [side.won for side in s.sides],
        "starter": s.starter if s.round else None,
        "mover": s.mover if s.drawn != NOTHING else None,
        "hand": _hand(s, viewer),
        "hand_glimpsed": s.drawn != NOTHING and s.drawn_shown,
        "decks": [_deck(s, viewer, owner) for owner in range(2)],
        "glimpsed": [_glimpsed(s, owner) for owner in range(2)],
        "pieces": [_pieces(s, viewer, owner) for owner in range(2)],
        "past": [_past(s, viewer, owner) for owner in range(2)],
        "grid": [_cell(s, cell) for cell in range(9)],
        "printed": s.terms.printed,
        "alternate": s.terms.alternate,
        "play_on": s.terms.play_on,
    }


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


def _glimpsed(s: Sovereign, owner: int) -> list[bool]:
    """SOV-21  Which pieces of a deck Insight has looked at: all saw that it did, and where."""
    return [piece & SHOWN != 0 for piece in reversed(s.sides[owner].deck)]


def _pieces(s: Sovereign, viewer: int, owner: int) -> list[str]:
    """The seven a deck was built of; to the rival, those it must hold by all that was seen."""
    if viewer == NOBODY:
        return []
    side = s.sides[owner]
    known = side.built if viewer in (owner, EVERYONE) else side.known_to_rival()
    return [NAMES[kind] for kind in things(known)]


def _past(s: Sovereign, viewer: int, owner: int) -> list[dict[str, object]]:
    """By round: what was placed out of a deck, and what only Insight saw of it (SOV-21)."""
    side = s.sides[owner]
    return [
        {
            "placed": [NAMES[kind] for kind in things(side.placed_before[past])],
            "glimpsed": [
                NAMES[kind] if _remembers(s, viewer, owner, past + 1) else UNKNOWN
                for kind in things(side.glimpsed_before[past])
            ],
            "ordered": viewer in (owner, EVERYONE) and has(side.ordered, past + 1),
        }
        for past in range(len(side.placed_before))
    ]


def _remembers(s: Sovereign, viewer: int, owner: int, number: int) -> bool:
    """Whether a viewer knows what Insight saw of a deck in that round."""
    if viewer in (NOBODY, EVERYONE):
        return viewer == EVERYONE
    return viewer != owner or has(s.sides[owner].ordered, number)


def _cell(s: Sovereign, cell: int) -> dict[str, object] | None:
    if has(s.empty, cell):
        return None
    owner = 0 if has(s.sides[0].held, cell) else 1
    bonus = s.bonus(owner, cell)
    return {
        "kind": NAMES[s.kind[cell]],
        "owner": owner,
        "turns": s.face[cell] % 4,
        "ranks": [s.rank(cell, side) + bonus for side in range(4)],
        "quadrants": s.quadrants(owner, cell),
        "aura": s.sides[owner].glow == cell,
    }
