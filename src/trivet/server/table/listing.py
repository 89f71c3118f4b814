"""Rooms as the lobby lists them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import structs

from trivet.core.game import Game
from trivet.core.state import NOBODY
from trivet.server.store.names import told_apart
from trivet.server.store.stored import RoomHead
from trivet.server.table.results import result_of_head
from trivet.server.table.room import Person
from trivet.server.wire.api import Summary


def shared(heads: Sequence[RoomHead], most: int) -> list[RoomHead]:
    """Places in a list, shared among hosts: the first table of each comes before any second."""
    seen, rank = Counter[str](), dict[str, int]()
    for head in heads:
        rank[head.id] = seen[head.host]
        seen[head.host] += 1
    return sorted(heads, key=lambda head: rank[head.id])[:most]


def summary(head: RoomHead, who: Person, games: Mapping[str, Game[Any]]) -> Summary:
    seat = head.seat_of(who.id)
    result = result_of_head(head, games, NOBODY if seat is None else seat)
    is_waited_for = seat is not None and seat in head.waiting and not head.chairs[seat].bot
    return Summary(
        id=head.id,
        game=head.game,
        title=head.title,
        phase=head.phase,
        seats=told_apart(head.names()),
        you=seat,
        is_your_turn=head.phase == "playing" and is_waited_for,
        clock=head.clock,
        changed=head.changed,
        result=result and structs.replace(result, sheet=[]),
    )
