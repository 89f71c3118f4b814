"""What a viewer sees of Tri*T*Area, as types: view.py makes them, the drawings read them."""

from trivet.core.seen import Seen, ViewFields


class CardSeen(Seen, frozen=True):
    """A card, and the value that it is played with."""

    card: str
    value: int


class TrickSeen(Seen, frozen=True):
    """A finished trick: who led, what each seat played, who had the rights."""

    leader: int
    cards: list[CardSeen | None]
    first: int
    second: int | None


class SquareSeen(Seen, frozen=True):
    """A square, and the blocks on it by their seats, the bottom one first."""

    square: str
    area: str
    letter: str
    printed: int
    blocks: list[int]


class AreaSeen(Seen, frozen=True):
    """Its points for first and second, and how the seats stand in it (rank 0: nothing visible)."""

    area: str
    points: list[int]
    visible: list[int]
    height: list[int]
    rank: list[int]


class TallestSeen(Seen, frozen=True):
    """The tallest buildings, and who holds each of them."""

    height: int
    squares: list[str]
    majority: list[int]


class TableSeen(Seen, frozen=True):
    """TTA-14  Hands are hidden, all else is open.  Squares in reading order, lists by seat."""

    round: int
    lead: int | None
    leader: int | None
    points: list[int]
    after: list[list[int]]
    stock: list[int]
    sold: list[int]
    declared: list[CardSeen | None]
    trick: list[CardSeen | None]
    tricks: list[TrickSeen]
    first: int | None
    second: int | None
    builder: int | None
    built: str | None
    board: list[SquareSeen]
    areas: list[AreaSeen]
    tallest: TallestSeen
    prices: list[int]
    hands: list[list[str]]


class TriTAreaView(ViewFields):
    """A view of Tri*T*Area."""

    table: TableSeen
