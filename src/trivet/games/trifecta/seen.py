"""What a viewer sees of Trifecta, as types: view.py makes them, the drawings read them."""

from trivet.core.seen import Seen, ViewFields


class PlayerSeen(Seen, frozen=True):
    """A player in this stage; the hand is None where the viewer may not see it."""

    cards: int
    hand: list[str] | None
    goals: list[str]
    ante: str | None
    out: int | None
    place: int | None


class RoundSeen(Seen, frozen=True):
    """A finished round; antes and bids by seat, None for those who stayed out."""

    goal: str | None
    true: list[int]
    antes: list[str | None]
    bids: list[list[str] | None]
    winner: int | None


class TableSeen(Seen, frozen=True):
    """TRF-17  All that is public in this stage, and the viewer's own hand."""

    stage: int
    stages: int
    late_ante: bool
    needed: int
    round: int
    segment: str
    now: str
    goal: str | None
    unseen: list[str]
    alive: list[int]
    true: list[int]
    players: list[PlayerSeen]
    rounds: list[RoundSeen]


class TrifectaView(ViewFields):
    """A view of Trifecta."""

    table: TableSeen
