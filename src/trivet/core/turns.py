"""The news of a table told turn by turn: one sentence for what a seat did, with its points."""

from collections.abc import Iterator, Sequence

from trivet.core.outcome import sheet_of
from trivet.core.state import CHANCE, EVERYONE
from trivet.core.table import News, Table


def is_new_turn(table: Table, before: News, now: News) -> bool:
    """Whether a turn ends between two items: others answered, or answers were opened anew."""
    if now.by != before.by:
        return True
    answered = (entry.seat != CHANCE for entry in table.log[before.after : now.after])
    return now.by == EVERYONE and any(answered)


def lines(table: Table, news: Sequence[News], names: Sequence[str], viewer: int) -> list[str]:
    """A line for each turn, as far as the viewer was told: "Basil moved to e6: +3"."""
    mine = [item for item in news if item.event.to in (EVERYONE, viewer)]
    said = [_line(table, turn, names, viewer) for turn in _turns(table, mine)]
    return [line for line in said if line]


def _turns(table: Table, news: Sequence[News]) -> Iterator[list[News]]:
    turn = list[News]()
    for item in news:
        if turn and is_new_turn(table, turn[-1], item):
            yield turn
            turn = []
        turn.append(item)
    if turn:
        yield turn


def _line(table: Table, turn: Sequence[News], names: Sequence[str], viewer: int) -> str:
    codec, events, by = table.game.codec, [item.event for item in turn], turn[0].by
    words = codec.line(events, names, viewer)
    rows, given = [(codec.told[event.what], event) for event in events], tuple(names)
    is_one_deed = all(
        row.clause(event.data, given, viewer) is not None for row, event in rows if not row.dull
    )  # not also a scoring, or the end of a round
    gain = sheet_of(codec.told, table.seats, events).total[by] if by >= 0 else 0
    return f"{words.removesuffix('.')}: {gain:+}" if words and gain and is_one_deed else words
