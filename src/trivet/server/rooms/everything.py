"""All that is stored about a person, to be given to them: nothing of it is secret from them."""

from trivet.server.rooms.registry import Rooms
from trivet.server.store.contract import PersonData
from trivet.server.store.stored import RoomHead
from trivet.server.table.results import result_of_head
from trivet.server.wire.api import Everything, OwnLine, OwnTable


async def everything_of(rooms: Rooms, person: str) -> Everything | None:
    """None if there is no such person."""
    data = await rooms.store.person_data(person)
    return _told(rooms, person, data) if data is not None else None


def _told(rooms: Rooms, person: str, data: PersonData) -> Everything:
    return Everything(
        person=person,
        name=data.name,
        since=data.since,
        tables=[_part_in(head, person, outcome(rooms, head)) for head in data.rooms],
        chat=[OwnLine(room=room, text=line.text, at=line.at) for room, line in data.lines],
        records=dict(data.records),
        more={table: rows for table, rows in data.own.items() if table != "members"},
    )


def outcome(rooms: Rooms, head: RoomHead) -> str:
    """How a table ended, in one sentence; empty while it is played."""
    result = result_of_head(head, rooms.games)
    return result.words if result is not None else ""


def _part_in(head: RoomHead, person: str, ended: str) -> OwnTable:
    seat = head.seat_of(person)
    return OwnTable(
        room=head.id,
        game=head.game,
        title=head.title if head.host == person else "",
        opened_it=head.host == person,
        seat=seat,
        name=head.chairs[seat].name if seat is not None else "",
        hints=head.chairs[seat].hints if seat is not None else 0,
        phase=head.phase,
        opened=head.opened,
        changed=head.changed,
        result=ended,
    )
