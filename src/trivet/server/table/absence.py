"""Who is away, since when, and when a bot may stand in for them.

Times are seconds since 1970: they are stored, and outlive the process.
"""

from trivet.server.store.stored import Chair, RoomHead
from trivet.server.table.clocks import Clocks
from trivet.server.wire.messages import Days

LONG_AWAY = 120  # seconds after which others may hand a seat to a bot
SHARE_OF_DAYS = 10  # with days on the clock: only in the last tenth of the time


def all_away(head: RoomHead, since: int) -> None:
    """A room out of the store: nobody is there yet.  Who was there at the last change may have been
    there, thinking, until the server ended: their absence counts from its new start (`since`)."""
    for chair in head.chairs:
        if chair.person and not chair.away:
            chair.away = max(head.changed or head.opened, since)


def why_not_handed(chair: Chair, seat: int, clocks: Clocks | None, now: int, seconds: int) -> str:
    """What speaks against a bot for somebody else's seat; empty if nothing does.  `now` is the
    time of the clocks, in milliseconds; `seconds` is the time of day."""
    if not chair.away:
        return "That player is connected."
    if clocks is not None and isinstance(clocks.clock, Days):
        whole = clocks.clock.days * 86_400_000
        if clocks.left_of(seat, now) * SHARE_OF_DAYS > whole or seat not in clocks.running:
            return "They may take their time: the clock has not nearly run out."
        return ""
    missing = LONG_AWAY - (seconds - chair.away)
    if missing > 0:
        return f"They have not been away for long. Try again in {missing} seconds."
    return ""
