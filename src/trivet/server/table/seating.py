"""Requests before the game: sit, stand, invite, add bots, be ready."""

import hashlib
import hmac
import secrets

from trivet.bots.tuned import BOTS
from trivet.core.game import BadSeats
from trivet.server.store.stored import Chair
from trivet.server.table.room import Failing, Person, Room
from trivet.server.table.salts import begin_if_ready
from trivet.server.wire.messages import AddSeat, Empty, Fill, Invite, Ready, RemoveSeat, Sit, Stand
from trivet.server.wire.outgoing import Done, Notice, Ticket


def sit(room: Room, who: Person, request: Sit, now: int) -> Notice:
    """Take a seat; of two who ask, the first one gets it."""
    seat = _kept_for(room, request.ticket, request.seat)
    if room.seat_of(who) in (seat, request.seat):
        return Done()
    chair = _chair(room, seat)
    if chair.person and _opens(request.ticket, chair.ticket):
        raise Failing("used", f"This invitation was used by {chair.name}. {_another(room)}")
    room.expect_unsettled()
    if chair.person or chair.bot:
        raise Failing("taken", "Somebody else sits there.")
    if chair.ticket and not _opens(request.ticket, chair.ticket):
        raise Failing("invited", "This seat is kept for a guest.")
    if request.ticket and not chair.ticket:
        raise Failing("used", "This invitation was used or withdrawn.")
    _stand(room, who)
    ticket = chair.ticket  # whoever else comes with it is told by whom it was used
    room.chairs[seat] = Chair(person=who.id, name=who.name, ticket=ticket)
    room.is_changed = True
    return Done()


def _another(room: Room) -> str:
    """What to do without a seat."""
    host = next((chair.name for chair in room.chairs if room.is_host(chair.person)), "")
    return f"Watch, or ask {host or 'the host'} for another link."


def _kept_for(room: Room, ticket: str, seat: int) -> int:
    """The seat that a ticket opens, wherever it stands now; else the one that was named."""
    kept = [n for n, chair in enumerate(room.chairs) if _opens(ticket, chair.ticket)]
    return kept[0] if kept else seat


def stand(room: Room, who: Person, request: Stand, now: int) -> Notice:
    room.expect_unsettled()
    _stand(room, who)
    return Done()


def _stand(room: Room, who: Person) -> None:
    seat = room.seat_of(who)
    if seat is not None:
        room.chairs[seat] = Chair()
        room.is_changed = True


def depart(room: Room, person: str, now: int) -> None:
    """Somebody leaves for good: they stand up, or resign from a game."""
    seat = room.head.seat_of(person)
    if seat is None or room.head.phase == "over":
        return
    if room.head.phase == "open":
        room.chairs[seat] = Chair()
        room.is_changed = True
    elif not room.chairs[seat].out:
        room.drop_out(seat, "resigned", now)


def ready(room: Room, who: Person, request: Ready, now: int) -> Notice:
    seat = room.seat_of(who)
    if seat is None:
        raise Failing("not-seated", "Take a seat first.")
    is_said_again = room.is_revealing and request.sealed == room.chairs[seat].sealed
    if room.head.phase == "playing" or (is_said_again and request.is_ready):
        return Done()  # it has begun already
    room.expect_unsettled()
    chair = room.chairs[seat]
    chair.is_ready, chair.sealed = request.is_ready, request.sealed
    room.is_changed = True
    begin_if_ready(room, now)
    return Done()


def fill(room: Room, who: Person, request: Fill, now: int) -> Notice:
    _expect_host(room, who)
    expect_level(request.bot)
    seats = range(len(room.chairs)) if request.seat is None else [request.seat]
    for seat in seats:
        chair = _chair(room, seat)
        if not chair.person and not chair.bot:
            room.chairs[seat] = Chair(bot=request.bot)
            room.is_changed = True
        elif request.seat is not None:
            raise Failing("taken", "Somebody else sits there.")
    begin_if_ready(room, now)
    return Done()


def empty(room: Room, who: Person, request: Empty, now: int) -> Notice:
    _expect_host(room, who)
    if _chair(room, request.seat).person:
        raise Failing("taken", "A person sits there.")
    room.chairs[request.seat] = Chair()
    room.is_changed = True
    return Done()


def invite(room: Room, who: Person, request: Invite, now: int) -> Notice:
    """The ticket is shown once."""
    room.expect_unsettled()
    if room.seat_of(who) is None and not room.is_host(who.id):
        raise Failing("not-seated", "Only those who sit here invite others.")
    chair = _chair(room, request.seat)
    if chair.person or chair.bot:
        raise Failing("taken", "Somebody else sits there.")
    room.chairs[request.seat], ticket = kept_for_guest()
    room.is_changed = True
    return Ticket(seat=request.seat, ticket=ticket)


def kept_for_guest() -> tuple[Chair, str]:
    """A chair for whoever shows the ticket; only a hash of it is kept."""
    ticket = secrets.token_urlsafe(24)
    return Chair(ticket=_hash(ticket)), ticket


# --- how many seats -------------------------------------------------------------------------------


def add_seat(room: Room, who: Person, request: AddSeat, now: int) -> Notice:
    _expect_host(room, who)
    _reseat(room, [*room.chairs, Chair()])
    return Done()


def remove_seat(room: Room, who: Person, request: RemoveSeat, now: int) -> Notice:
    _expect_host(room, who)
    if _chair(room, request.seat).person:
        raise Failing("taken", "A person sits there.")
    _reseat(room, [chair for seat, chair in enumerate(room.chairs) if seat != request.seat])
    begin_if_ready(room, now)
    return Done()


def _reseat(room: Room, chairs: list[Chair]) -> None:
    """The same table with other chairs; refused if the game is not played by so many."""
    for chair in chairs:  # a seal is for a seat
        chair.is_ready, chair.sealed = chair.is_ready and not chair.sealed, ""
    before, room.head.chairs = room.chairs, chairs
    try:
        room.lay_table()
    except BadSeats as wrong:
        room.head.chairs = before
        raise Failing("bad-seats", f"{wrong}.") from None
    room.is_changed = True


def expect_level(level: str) -> None:
    if level not in BOTS:
        raise Failing("no-bot", f"There is no bot of that level; there are: {', '.join(BOTS)}.")


def _expect_host(room: Room, who: Person) -> None:
    room.expect_unsettled()
    if not room.is_host(who.id):
        raise Failing("not-host", "Only the host may do that.")


def _chair(room: Room, seat: int) -> Chair:
    if seat >= len(room.chairs):
        raise Failing("no-seat", "There is no such seat.")
    return room.chairs[seat]


def _opens(ticket: str, kept: str) -> bool:
    return bool(ticket and kept) and hmac.compare_digest(_hash(ticket), kept)


def _hash(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()
