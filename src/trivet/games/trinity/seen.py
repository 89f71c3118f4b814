"""What a viewer sees of Trinity, as types: view.py makes them, the drawings read them."""

from trivet.core.seen import Seen, ViewFields


class SpaceSeen(Seen, frozen=True):
    """What stands on a space: a tile, "Landmark" or nothing; its Agents from the top."""

    owner: int
    tile: str
    agents: list[str]
    moved: list[bool]
    height: int


class EventSeen(Seen, frozen=True):
    """TRI-17  An Event held: "?" is one not known; the rest is known to all."""

    event: str
    drafted: bool
    new: bool
    known_to: list[int]


class TycoonSeen(Seen, frozen=True):
    """A player: tiles in hand, numbers of Landmarks and Agents, Events, and effects in force."""

    hand: list[str]
    landmarks: int
    secured: int
    agents: int
    events: list[EventSeen]
    on_strike: bool
    tied_up: bool
    insured: bool


class TileSeen(Seen, frozen=True):
    """A tile near the top that a seat has looked at; "?" if it is not known."""

    tile: str
    open: bool
    known_to: list[int]


class StackSeen(Seen, frozen=True):
    """The Tile stack: how many of each type, and what is known of its top and bottom."""

    size: int
    contents: dict[str, int]
    top: list[TileSeen]
    bottom: list[str]


class EventsSeen(Seen, frozen=True):
    """The Event deck and the discards, and whose card is being resolved."""

    left: int
    discards: list[str]
    resolving: str
    player: int | None


class ThisTurnSeen(Seen, frozen=True):
    """What is in force this turn."""

    shells: int
    permits: int
    on_strike: bool
    quiet: bool
    skipped: bool
    began_empty: bool
    resting: list[str]


class NowSeen(Seen, frozen=True, omit_defaults=True):
    """What the present question is about, where the table does not show it."""

    step: str
    contenders: list[int] | None = None
    best: str | None = None
    draws: list[int] | None = None
    earns: list[int] | None = None
    target: str | None = None
    needed: int | None = None
    looked: int | None = None
    givers: int | None = None


class TableSeen(Seen, frozen=True):
    """Spaces in reading order from a8, lists by seat, stacks from the top."""

    turn: int
    last_turn: int
    end: str
    ended_by: str
    starter: int | None
    mover: int | None
    phase: str
    city: list[SpaceSeen | None]
    zones: list[list[str]]
    tycoons: list[TycoonSeen]
    stack: StackSeen
    events: EventsSeen
    this_turn: ThisTurnSeen
    quiet_turns: int
    final_turn: int | None
    now: NowSeen


class TrinityView(ViewFields):
    """A view of Trinity."""

    table: TableSeen
