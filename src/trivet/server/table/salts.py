"""Salt for the dice: each player's client seals its own before anybody opens theirs.

When all are ready, the seals are in, and each client opens its salt.  A salt that is not opened in
time only stops the start: the table gets another seed and commitment, and everybody seals anew.
"""

import hmac
import secrets
import time

from trivet.core.fair import SEED_BYTES, seal_of
from trivet.core.seats import SEAT_LETTERS
from trivet.server.store.contract import Spoken
from trivet.server.table.room import HOUSE_NAME, REVEAL_TIME, Failing, Person, Room
from trivet.server.wire.messages import Reveal
from trivet.server.wire.outgoing import Done, Notice

MOST_WITHHELD = 3  # starts of a table that may be stopped; then it is closed


def begin_if_ready(room: Room, now: int) -> None:
    """Begin once all are ready; if salts were sealed, they are opened first."""
    if not room.is_full_and_ready:
        return
    if room.is_revealing:
        room.reveal_until = room.reveal_until or now + REVEAL_TIME
        return
    room.begin(now)


def reveal(room: Room, who: Person, request: Reveal, now: int) -> Notice:
    """Open one's salt."""
    seat = room.seat_of(who)
    if seat is None:
        raise Failing("not-seated", "Take a seat first.")
    chair = room.chairs[seat]
    if room.has_begun or chair.salt:
        return Done()  # it is open already
    if not room.is_revealing or not chair.sealed:
        raise Failing("not-yet", "Salts are opened once everybody is ready.")
    seal = seal_of(request.salt, room.table.name, SEAT_LETTERS[seat])
    if not hmac.compare_digest(seal, chair.sealed):
        raise Failing("other-salt", "This is not the salt that was sealed.")
    chair.salt = request.salt
    room.is_changed = True
    begin_if_ready(room, now)
    return Done()


def give_up_waiting(room: Room, now: int) -> None:
    """Salts that are still sealed after the time for it stop the start."""
    if room.reveal_until is None or now < room.reveal_until or not room.is_revealing:
        return
    late = [name for name, chair in zip(room.names(), room.chairs, strict=True)
            if chair.sealed and not chair.salt]  # fmt: skip
    head = room.head
    head.withheld += 1
    head.seed = secrets.token_bytes(SEED_BYTES)
    for chair in room.chairs:
        chair.sealed = chair.salt = ""
        chair.is_ready = False
    room.reveal_until = None
    room.lay_table()
    text = f"The dice are made anew: no salt came from {' and '.join(late)}."
    room.new_lines.append(Spoken("players", HOUSE_NAME, None, text, int(time.time())))
    room.lines["players"].append(room.new_lines[-1])
    room.is_changed = True
    if head.withheld >= MOST_WITHHELD:
        room.followups.append("close")
