"""The news of a table told turn by turn: one sentence for what a seat did, with its points."""

from collections.abc import Iterator, Sequence

from trivet.core.outcome import sheet_of
from trivet.core.state import CHANCE, EVERYONE, Event
from trivet.core.table import News, Table
from trivet.core.words.codec import Codec


def is_new_turn(table: Table, before: News, now: News) -> bool:
    """Whether a turn ends between two items: others answered, or answers were opened anew."""
    if now.by != before.by:
        return True
    if now.by != EVERYONE or now.after == before.after:
        return False
    return any(entry.seat != CHANCE for entry in table.log[before.after : now.after])


def lines(table: Table, news: Sequence[News], names: Sequence[str], viewer: int) -> list[str]:
    """A line for each turn, as far as the viewer was told: "Basil moved to e6: +3"."""
    mine = [item for item in news if item.event.to in (EVERYONE, viewer)]
    said = [
        line(
            table.game.codec, table.seats, [item.event for item in turn], turn[0].by, names, viewer
        )
        for turn in _turns(table, mine)
    ]
    return [words for words in said if words]


def _turns(table: Table, news: Sequence[News]) -> Iterator[list[News]]:
    turn = list[News]()
    for item in news:
        if turn and is_new_turn(table, turn[-1], item):
            yield turn
            turn = []
        turn.append(item)
    if turn:
        yield turn


def line(
    codec: Codec, seats: int, events: Sequence[Event], by: int, names: Sequence[str], viewer: int
) -> str:
    """What was told of a turn, or of a part of it, in one line; empty if it is not worth one."""
    words = codec.line(events, names, viewer)
    rows, given = [(codec.news_rows[event.what], event) for event in events], tuple(names)
    is_one_deed = all(
        row.clause(event.data, given, viewer) is not None for row, event in rows if not row.dull
    )  # not also a scoring, or the end of a round
    gain = sheet_of(codec.news_rows, seats, events).total[by] if by >= 0 else 0
    return f"{words.removesuffix('.')}: {gain:+}" if words and gain and is_one_deed else words
