"""What a viewer sees of Sovereign, as types: view.py makes them, the drawings read them."""

from trivet.core.seen import Seen, ViewFields


class TileSeen(Seen, frozen=True):
    """A piece on the grid; ranks from the north with their bonuses."""

    kind: str
    owner: int
    turns: int
    ranks: list[int]
    quadrants: int
    aura: bool


class CameOutSeen(Seen, frozen=True):
    """What came out of a deck in a round: placed, or only looked at with Insight."""

    placed: list[str]
    seen: list[str]


class TableSeen(Seen, frozen=True):
    """Cells in reading order, decks from the top, lists by seat; "?" is a piece not known."""

    round: int
    won: list[int]
    starter: int | None
    mover: int | None
    hand_shown: bool
    shown: list[list[bool]]
    grid: list[TileSeen | None]
    printed: list[list[int]]
    alternate: bool
    third_by_lot: bool
    play_on: bool
    hand: str
    decks: list[list[str]]
    left: list[list[str]]
    pieces: list[list[str]]
    rounds: list[list[CameOutSeen]]


class SovereignView(ViewFields):
    """A view of Sovereign."""

    table: TableSeen
