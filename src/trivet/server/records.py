"""Finished games, position by position."""

from collections.abc import Sequence
from typing import cast

from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.state import CHANCE
from trivet.core.table import Table
from trivet.server.api import Frame, Frames
from trivet.server.drawing import drawn
from trivet.server.messages import View
from trivet.server.views import item

MOST_FRAMES = 60  # in one reply


def frames(text: str, viewer: int, first: int, count: int) -> Frames:
    """Some positions of a record as a viewer sees them; number 0 is before the first answer."""
    finished, names, bots = record.load(text, GAMES)
    last = min(first + count, first + MOST_FRAMES, len(finished.log) + 1)
    table = finished.fresh()
    found = [_frame(table, names, viewer, CHANCE, "", "")] if first == 0 < last else []
    for number, (seat, choice) in enumerate(finished.log[: last - 1], 1):
        codec, before = table.game.codec, table.state
        written, words = codec.write(before, seat, choice), codec.words(before, seat, choice)
        table.news.clear()
        table.replay([(seat, choice)])
        if number >= first:
            found.append(_frame(table, names, viewer, seat, written, words))
    total = len(finished.log) + 1
    return Frames(total=total, first=first, players=names, bots=bots, frames=found)


def _frame(
    table: Table, names: Sequence[str], viewer: int, seat: int, text: str, words: str
) -> Frame:
    """The position on the table, and what was told on the way to it."""
    view = cast(View, table.state.view(viewer))
    scene, picture = drawn(table.game, view, names)
    return Frame(
        text=text,
        seat=seat,
        words=words,
        view=view,
        scene=scene,
        picture=picture,
        news=[item(table, news, names, viewer) for news in table.news_for(viewer)],
    )
