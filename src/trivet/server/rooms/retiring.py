"""Tables whose rules are no longer here: those in play end as abandoned, with their record."""

import time

from trivet.core.fair import commitment
from trivet.core.record import About, write_bare
from trivet.core.words.codec import HOUSE_ENDINGS
from trivet.server.store.contract import Change, Spoken, StoredRoom
from trivet.server.store.names import told_apart
from trivet.server.store.stored import RoomHead
from trivet.server.table.act_counts import answers_of
from trivet.server.table.room import HOUSE_NAME
from trivet.server.wire.outgoing import Result

ENDED = "The rules of this game have changed, and this table could not go on: nobody won."


def abandoned(kept: StoredRoom) -> Change:
    """The end of a table that nobody can go on with.  Its choices are recorded as numbers: a Trivet
    with these rules can verify them."""
    head, names = kept.head, told_apart(kept.head.names())
    table, seats = head.dice or head.id, len(head.chairs)
    about = About(
        head.game, head.rules, seats, head.options, table, head.salt,
        commitment(head.seed, table), head.seed,
    )  # fmt: skip
    text = write_bare(
        about,
        answers_of(kept.rows, seats),
        names,
        [chair.levels() for chair in head.chairs],
        [chair.hints for chair in head.chairs],
        [chair.sealed for chair in head.chairs],
    )
    ending = HOUSE_ENDINGS["abandoned"]
    head.phase, head.waiting, head.changed = "over", [], int(time.time())
    head.result = Result(
        reason="abandoned", scores=[0.0] * seats, places=[1] * seats, ending="abandoned",
        rule=ending.rule, words=str(ending.text), total=[0] * seats,
    )  # fmt: skip
    line = Spoken("players", HOUSE_NAME, None, ENDED, head.changed)
    return Change(head, len(kept.rows), [], len(kept.lines), [line], text, kept.epoch)


def words_for(head: RoomHead) -> str:
    """What is said to those who come to such a table."""
    end = "The table was closed before its end" if _is_abandoned(head) else "The game is over"
    gone = f"Rules {head.rules} of {head.game} are no longer played here."
    return f"{gone} {end}; its record is kept."


def _is_abandoned(head: RoomHead) -> bool:
    return head.result is not None and head.result.reason == "abandoned"
