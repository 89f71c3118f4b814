"""Tells the game briefly: see `wire/brief.py`."""

from collections.abc import Sequence

from trivet.core.scenes.patch import SceneChange
from trivet.server.wire.brief import (
    BriefAsk,
    BriefMoment,
    BriefNews,
    BriefOption,
    BriefShown,
    BriefTurn,
)
from trivet.server.wire.outgoing import Ask, MomentSeen, OptionSeen, Shown, TurnSeen


def briefly(notice: Shown, changes: Sequence[SceneChange | None]) -> BriefShown:
    """The same notice; `changes` are those to the scenes of its moments and to its own."""
    return BriefShown(
        waiting=notice.waiting,
        wait=notice.wait,
        ask=_ask(notice.ask) if notice.ask is not None else None,
        count=notice.count,
        may_undo=notice.may_undo,
        since=notice.since,
        news=[BriefNews(item.words, item.by) for item in notice.news],
        turns=[_turn(turn) for turn in notice.turns],
        moments=[_moment(*each) for each in zip(notice.moments, changes[:-1], strict=True)],
        takebacks=notice.takebacks,
        clocks=notice.clocks,
        is_open=notice.is_open,
        number=notice.number,
        scene=notice.scene,
        change=changes[-1],
        picture=notice.picture,
    )


def _turn(turn: TurnSeen) -> BriefTurn:
    gains = turn.gains if any(turn.gains) else []
    return BriefTurn(
        first=turn.first,
        by=turn.by,
        words=turn.words,
        gains=gains,
        shares=turn.shares,
        short=turn.short,
        harm=turn.harm,
    )


def _moment(moment: MomentSeen, change: SceneChange | None) -> BriefMoment:
    return BriefMoment(
        after=moment.after,
        what=moment.what,
        caption=moment.caption,
        words=moment.words,
        by=moment.by,
        headline=moment.headline,
        sheet=moment.sheet,
        chips=moment.chips,
        number=moment.number,
        scene=moment.scene,
        change=change,
        picture=moment.picture,
    )


def _ask(ask: Ask) -> BriefAsk:
    named = {n: (one.name, one.why) for n, one in enumerate(ask.options) if one.name}
    return BriefAsk(ask.step, ask.words, ask.rule, ask.is_vast, _rows(ask.options), named)


def _rows(options: Sequence[OptionSeen]) -> list[BriefOption]:
    rows, words, touched = list[BriefOption](), "", list[str]()
    for option in options:
        same, kept = _in_common(words, option.words), _in_common(touched, option.touched)
        rows.append((option.text, same, option.words[same:], kept, option.touched[kept:]))
        words, touched = option.words, option.touched
    return rows


def _in_common(one: Sequence[str], other: Sequence[str]) -> int:
    """With how many letters, or touches, both begin."""
    most, same = min(len(one), len(other)), 0
    while same < most and one[same] == other[same]:
        same += 1
    return same
