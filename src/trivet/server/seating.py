"""Requests before the game: sit, stand, invite, add bots, be ready."""

import hashlib
import hmac
import secrets

from trivet.bots.tuned import BOTS
from trivet.server.messages import Done, Empty, Fill, Invite, Notice, Ready, Sit, Stand, Ticket
from trivet.server.room import Failing, Person, Room
from trivet.server.stored import Chair


def sit(room: Room, who: Person, request: Sit, now: int) -> Notice:
    """Take a seat; of two who ask, the first one gets it."""
    if room.seat_of(who) == request.seat:
        return Done()
    room.expect("open")
    chair = _chair(room, request.seat)
    if chair.person or chair.bot:
        raise Failing("taken", "Somebody else sits there.")
    if chair.ticket and not _opens(request.ticket, chair.ticket):
        raise Failing("invited", "This seat is kept for a guest.")
    if request.ticket and not chair.ticket:
        raise Failing("used", "This invitation was used or withdrawn.")
    _stand(room, who)
    room.chairs[request.seat] = Chair(person=who.id, name=who.name)
    room.is_changed = True
    return Done()


def stand(room: Room, who: Person, request: Stand, now: int) -> Notice:
    room.expect("open")
    _stand(room, who)
    return Done()


def _stand(room: Room, who: Person) -> None:
    seat = room.seat_of(who)
    if seat is not None:
        room.chairs[seat] = Chair()
        room.is_changed = True


def ready(room: Room, who: Person, request: Ready, now: int) -> Notice:
    seat = room.seat_of(who)
    if seat is None:
        raise Failing("not-seated", "Take a seat first.")
    if room.head.phase == "playing":
        return Done()  # it has begun already
    room.expect("open")
    chair = room.chairs[seat]
    chair.is_ready = request.is_ready
    chair.salt = request.salt or chair.salt
    room.is_changed = True
    begin_if_ready(room, now)
    return Done()


def begin_if_ready(room: Room, now: int) -> None:
    if all(chair.bot or (chair.person and chair.is_ready) for chair in room.chairs):
        room.begin(now)


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
    """Keep a seat for a guest.  The ticket is sent once; only its hash is stored."""
    room.expect("open")
    if room.seat_of(who) is None and not room.is_host(who.id):
        raise Failing("not-seated", "Only those who sit here invite others.")
    chair = _chair(room, request.seat)
    if chair.person or chair.bot:
        raise Failing("taken", "Somebody else sits there.")
    ticket = secrets.token_urlsafe(24)
    room.chairs[request.seat] = Chair(ticket=_hash(ticket))
    room.is_changed = True
    return Ticket(seat=request.seat, ticket=ticket)


def expect_level(level: str) -> None:
    if level not in BOTS:
        raise Failing("no-bot", f"There is no bot of that level; there are: {', '.join(BOTS)}.")


def _expect_host(room: Room, who: Person) -> None:
    room.expect("open")
    if not room.is_host(who.id):
        raise Failing("not-host", "Only the host may do that.")


def _chair(room: Room, seat: int) -> Chair:
    if seat >= len(room.chairs):
        raise Failing("no-seat", "There is no such seat.")
    return room.chairs[seat]


def _opens(ticket: str, kept: str) -> bool:
    return hmac.compare_digest(_hash(ticket), kept)


def _hash(ticket: str) -> str:
    return hashlib.sha256(ticket.encode()).hexdigest()
