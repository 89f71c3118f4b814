"""Finished games, position by position."""

from collections.abc import Sequence
from typing import cast

from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.outcome import Outcome
from trivet.core.state import CHANCE, EVERYONE
from trivet.core.table import Moment, Table
from trivet.core.words.codec import TURN
from trivet.server.table.drawing import scene_or_picture
from trivet.server.table.results import result_for
from trivet.server.table.room import result_of
from trivet.server.table.views import news_item
from trivet.server.wire.api import Draw, Draws, Frame, Frames
from trivet.server.wire.outgoing import MomentSeen, Result, View

MOST_FRAMES = 60  # in one reply


def frames(text: str, viewer: int, first: int, count: int) -> Frames:
    """Some positions of a record, as a viewer sees them; number 0 is before the first answer."""
    finished, names, bots = record.load(text, GAMES)
    last = min(first + count, first + MOST_FRAMES, len(finished.log) + 1)
    table = finished.fresh()
    found = [_frame(table, names, viewer, CHANCE, "", "")] if first == 0 < last else []
    for number, (seat, choice) in enumerate(finished.log[: last - 1], 1):
        codec, before = table.game.codec, table.state
        written, words = codec.write(before, seat, choice), codec.words(before, seat, choice)
        table.news.clear()
        table.moments.clear()
        table.replay([(seat, choice)])
        if number >= first:
            found.append(_frame(table, names, viewer, seat, written, words))
    outcome = finished.outcome
    return Frames(
        total=len(finished.log) + 1,
        first=first,
        players=names,
        bots=bots,
        result=outcome and _result(finished, outcome, names),
        frames=found,
    )


def _result(finished: Table, outcome: Outcome, names: Sequence[str]) -> Result:
    result = result_of(finished, "played", outcome, names)
    return result_for(result, finished.game, names)


def draws(text: str) -> Draws:
    """Every answer of chance of a record, with its odds."""
    finished = record.load(text, GAMES).table
    table, found = finished.fresh(), []
    for number, (seat, choice) in enumerate(finished.log, 1):
        if seat == CHANCE:
            took = list(table.state.options(CHANCE)).index(choice)
            found.append(Draw(at=number, odds=list(table.state.odds()), took=took))
        table.replay([(seat, choice)])
    return Draws(draws=found)


def _frame(
    table: Table, names: Sequence[str], viewer: int, seat: int, text: str, words: str
) -> Frame:
    """The position on the table, with the news and moments of the answer that led to it."""
    view = cast(View, table.state.view(viewer))
    scene, picture = scene_or_picture(table.game, view, names)
    told = table.news_for(viewer)
    return Frame(
        text=text,
        seat=seat,
        words=words,
        view=view,
        scene=scene,
        picture=picture,
        news=[news_item(table, news, names, viewer) for news in told],
        line=table.game.codec.line([news.event for news in told], names, viewer),
        moments=[_moment(table, names, viewer, one) for one in table.moments if one.what != TURN],
    )


def _moment(table: Table, names: Sequence[str], viewer: int, moment: Moment) -> MomentSeen:
    """A moment of the rules that one answer led through, as a viewer sees it."""
    codec = table.game.codec
    told = [news.event for news in table.news[: moment.heard]]
    mine = [event for event in told if viewer == EVERYONE or event.to in (EVERYONE, viewer)]
    scene, picture = scene_or_picture(table.game, moment.state.view(viewer), names)
    return MomentSeen(
        after=len(mine),
        what=moment.what,
        caption=str(codec.moments[moment.what]),
        words=codec.line(mine, names, viewer),
        by=moment.by,
        headline=codec.moment_headline(moment.what, mine, names, viewer),
        sheet=[],
        scene=scene,
        picture=picture,
    )
