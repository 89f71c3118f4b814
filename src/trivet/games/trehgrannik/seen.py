"""What a viewer sees of Trehgrannik, as types: view.py makes them, the drawings read them."""

from trivet.core.seen import Seen, ViewFields


class HexSeen(Seen, frozen=True):
    """A hex, and what stands on it; no ground yet while the planet is laid out."""

    name: str
    ground: str
    project: str
    owner: int | None
    harvesters: list[int]


class PileSeen(Seen, frozen=True):
    """Cards of one name on the market."""

    card: str
    count: int


class SlotSeen(Seen, frozen=True):
    """A part of a harvester: its effect, and the cards in it."""

    effect: str
    cards: list[str]
    room: int
    full: bool


class ForepartSeen(SlotSeen, frozen=True):
    """The same, and by which option Lone builds (TRG-41)."""

    lone: str


class PlayerSeen(Seen, frozen=True):
    """TRG-8  All is public but the hand; of the hand, `known` is public."""

    coins: int
    cargo_points: int
    hand_size: int
    hand: list[str] | None
    known: list[str]
    hidden_production: int
    hidden_others: int
    modules: int
    bases: int
    at: str
    forepart: ForepartSeen
    centre: SlotSeen
    cargo: list[str]
    colours: dict[str, int]


class MoveSeen(Seen, frozen=True):
    """What has happened in the turn so far."""

    to_take: int
    fee: str
    leap: bool
    moving: bool
    site: str
    how: str
    to_lay: int
    laid: list[str]
    stored: int
    doubled: list[str]
    doubling: list[str]
    asked_for_use: int


class TableSeen(Seen, frozen=True):
    """Hexes in reading order, cards in the order of the card list, lists by seat."""

    turn: int
    starter: int | None
    mover: int | None
    quiet: int
    passes: int
    finisher: int | None
    ending: str
    parts: list[str]
    board: list[HexSeen]
    deck: int
    market: list[PileSeen]
    box: list[str]
    unseen_production: int
    players: list[PlayerSeen]
    move: MoveSeen
    coins: dict[str, int]
    systems: bool


class TrehgrannikView(ViewFields):
    """A view of Trehgrannik."""

    table: TableSeen
