"""What is in the box: seven types of piece, their ranks, and the 3x3 grid.

A piece on the grid shows a *face*: its kind x 4 + quarter turns clockwise.  Cells are numbered in
reading order, sides clockwise from the north.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.bags import ONE

SECRET: Final = 0
INSIGHT: Final = 1
REFLECTION: Final = 2
MASK: Final = 3
DISCOVERY: Final = 4
AURA: Final = 5
SCEPTER: Final = 6
UNDECIDED: Final = 7  # a piece of a shuffled deck that chance has not chosen yet

KINDS: Final = 7
NAMES: Final = ("Secret", "Insight", "Reflection", "Mask", "Discovery", "Aura", "Scepter")
LIMITS: Final = (7, 7, 7, 1, 7, 1, 1)  # SOV-3  in one deck
SINGLES: Final = (MASK, AURA, SCEPTER)  # those with a limit of one
DECK: Final = 7  # pieces in a deck

PRINTED: Final = (  # SOV-2  ranks to the N, E, S, W
    (5, 4, 2, 1),  # Secret
    (6, 4, 3, 3),  # Insight
    (5, 5, 4, 4),  # Reflection
    (5, 4, 3, 2),  # Mask
    (6, 4, 3, 2),  # Discovery
    (6, 5, 4, 3),  # Aura
    (5, 4, 3, 1),  # Scepter
)


def _bags(pieces: int, limits: tuple[int, ...], kind: int = 0) -> list[int]:
    """All bags of so many pieces, of this kind and the later ones, within the limits."""
    if kind == KINDS:
        return [0] if pieces == 0 else []
    return [
        count * ONE[kind] + rest
        for count in range(min(limits[kind], pieces) + 1)
        for rest in _bags(pieces - count, limits, kind + 1)
    ]


DECKS: Final = _bags(DECK, LIMITS)  # SOV-3  all decks, as bags: 575 of them


def _without(taken: int) -> tuple[int, ...]:
    """The limits when the singles of this set (Mask, Aura, Scepter: bits 0 to 2) are used up."""
    used = [kind for place, kind in enumerate(SINGLES) if taken >> place & 1]
    return tuple([0 if kind in used else limit for kind, limit in enumerate(LIMITS)])


# All ways to fill up a deck, by missing pieces x 8 + the set of singles that are used up.
FILLINGS: Final = [
    _bags(missing, _without(taken)) for missing in range(DECK + 1) for taken in range(8)
]

FULL: Final = 0b111_111_111
OFF: Final = 9  # where a side faces no space


def _neighbour(cell: int, side: int) -> int:
    row, column = cell // 3 + (-1, 0, 1, 0)[side], cell % 3 + (0, 1, 0, -1)[side]
    return row * 3 + column if 0 <= row < 3 and 0 <= column < 3 else OFF


NEIGHBOUR: Final = bytes([_neighbour(cell, side) for cell in range(9) for side in range(4)])
ADJACENT: Final = [
    sum(1 << _neighbour(cell, side) for side in range(4)) & FULL for cell in range(9)
]

QUADRANTS: Final = (0b000_011_011, 0b000_110_110, 0b011_011_000, 0b110_110_000)


def _quadrant_bonus(held: int, cell: int) -> int:
    return sum(held & quadrant == quadrant and quadrant >> cell & 1 for quadrant in QUADRANTS)


# SOV-30, SOV-31  +1 for every quadrant around a cell that is wholly in the set: held x 9 + cell
BONUS: Final = bytes([_quadrant_bonus(held, cell) for held in range(512) for cell in range(9)])


@final
class Terms:
    """The options of one game, settled, and what follows from them."""

    def __init__(
        self,
        printed: list[list[int]],
        *,
        alternate: bool,
        play_on: bool,
        third_by_lot: bool = False,
    ) -> None:
        self.printed = printed
        self.alternate = alternate  # SOV-7  starters alternate
        self.third_by_lot = third_by_lot  # SOV-7  a lot decides who starts the third round
        self.play_on = play_on  # SOV-42  all three rounds are played
        faces = range(4 * KINDS)
        self.on = bytes(
            [printed[face // 4][(side - face) % 4] for face in faces for side in range(4)]
        )
        self.alike = bytes([_first_alike(self.on, face) for face in faces])
        self.highest = bytes([max(ranks) for ranks in printed])
        self.lowest = bytes([min(ranks) for ranks in printed])


def _first_alike(on: bytes, face: int) -> int:
    """The first face with the same ranks: some pieces look the same when they are turned."""
    ranks = on[face * 4 : face * 4 + 4]
    return next(one for one in range(4 * KINDS) if on[one * 4 : one * 4 + 4] == ranks)


STANDARD: Final = Terms([list(ranks) for ranks in PRINTED], alternate=False, play_on=False)


def lay(kind: i64, turns: i64) -> i64:
    """The face that a piece shows after so many quarter turns clockwise."""
    return kind * 4 + turns
