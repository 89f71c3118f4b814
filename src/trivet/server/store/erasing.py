"""Takes a person out of what is stored: ids and names go, the games they played in stay."""

import hashlib

from msgspec.structs import replace

from trivet.core.record import clean
from trivet.core.seats import SEAT_LETTERS
from trivet.server.store.stored import RoomHead

NOBODY = "Somebody"  # instead of a name
NO_WORDS = "(removed)"  # instead of a line of chat


def without_person(head: RoomHead, person: str) -> RoomHead:
    """The head of a room without a person; seats stay taken, by nobody in particular."""
    gone = [seat for seat, chair in enumerate(head.chairs) if chair.person == person]
    chairs = [
        replace(chair, person="", name=NOBODY, ticket="") if seat in gone else chair
        for seat, chair in enumerate(head.chairs)
    ]
    result = head.result
    if result is not None and gone:
        result = replace(result, words="")  # it has names; the outcome is said anew when shown
    return replace(
        head,
        chairs=chairs,
        host="" if head.host == person else head.host,
        title="" if head.host == person else head.title,
        muted=[other for other in head.muted if other != person],
        result=result,
    )


def record_without_name(text: str, seat: int) -> str:
    """A record with another name for a seat.  The dice do not depend on names; the digest does."""
    lines = text.removesuffix("\n").split("\n")
    start = f"player {SEAT_LETTERS[seat]}: "
    renamed = [start + clean(NOBODY) if line.startswith(start) else line for line in lines[:-1]]
    digest = hashlib.sha256("\n".join(renamed).encode()).hexdigest()
    return "\n".join([*renamed, f"digest: {digest}", ""])
