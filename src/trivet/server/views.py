"""What each viewer is sent of a game: a view, a question, and what was told, from nothing else."""

from collections.abc import Sequence
from typing import Any, cast

from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.scene import Scene
from trivet.core.state import EVERYONE, Objection, State
from trivet.core.table import News, Table
from trivet.server.messages import (
    Ask,
    Because,
    ClockSeen,
    NarrowedSeen,
    NewsItem,
    OptionSeen,
    Refused,
    Shown,
    View,
)
from trivet.server.play import Play

MOST_LISTED = 200  # options; a question with more is asked in stages
MOST_ALLOWED = 12  # answers named in a refusal
EXAMPLES = 6  # answers to a vast question that are named at once


class Feed:
    """What one kind of viewer has been told, with a numbering of its own.

    The log must not be counted in public: how often chance was asked can be a secret.
    """

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self.items: list[NewsItem] = []
        self._heard = 0  # of the table's news
        self._takebacks = 0

    def catch_up(self, play: Play, names: Sequence[str]) -> None:
        if self._takebacks != play.takebacks:
            self.__init__(self.viewer)  # type: ignore[misc]
            self._takebacks = play.takebacks
        news = play.table.news
        for told in news[self._heard :]:
            if told.event.to in (EVERYONE, self.viewer):
                self.items.append(item(play.table, told, names))
        self._heard = len(news)


def item(table: Table, told: News, names: Sequence[str]) -> NewsItem:
    event = told.event
    words = table.game.codec.news(event, names)
    return NewsItem(what=event.what, data=list(event.data), words=words, by=told.by)


def shown(play: Play, feed: Feed, since: int, clocks: list[ClockSeen]) -> Shown:
    """All that a viewer may know; the feed has caught up."""
    state, viewer = play.table.state, feed.viewer
    is_seat = viewer >= 0
    return Shown(
        view=cast(View, state.view(viewer)),
        ask=question(play, viewer),
        count=play.acts[viewer] if is_seat else 0,
        may_undo=is_seat and play.table.why_no_undo(viewer) is None,
        since=since,
        news=feed.items[since:],
        takebacks=play.takebacks,
        clocks=clocks,
    )


def everything(play: Play) -> View:
    """All cards on the table."""
    return cast(View, play.table.state.view(EVERYONE))


def scene_of(game: Game[Any], view: View) -> Scene | None:
    """What to draw; a game that has no scene yet is played from its list of options."""
    try:
        return game.scene(view)
    except NotImplementedError:
        return None


# --- questions ------------------------------------------------------------------------------------


def question(play: Play, seat: int) -> Ask | None:
    state, codec = play.table.state, play.table.game.codec
    if seat < 0 or not state.is_waiting_for(seat):
        return None
    options = listed(state, seat)
    is_vast = options is None
    if options is None:
        options = examples(state, seat, play.acts[seat])
    return Ask(
        how=codec.how(state, seat),
        rule=codec.rule(state, seat),
        is_vast=is_vast,
        options=[
            OptionSeen(
                text=codec.write(state, seat, choice),
                words=codec.words(state, seat, choice),
                touched=codec.touched(state, seat, choice),
            )
            for choice in options
        ],
    )


def listed(state: State, seat: int) -> list[int] | None:
    """All options, where they can be listed."""
    if state.step.is_vast():
        return None
    options = state.options(seat)
    return options if len(options) <= MOST_LISTED else None


def examples(state: State, seat: int, count: int) -> list[int]:
    """A few allowed answers, the same ones whenever the same is asked."""
    mind, dice = Mind(state, seat), Dice(count)
    return list(dict.fromkeys(mind.sample(dice) for _ in range(EXAMPLES)))


def refusal(play: Play, seat: int, objection: Objection) -> Refused:
    """No, and what would be allowed."""
    state, codec = play.table.state, play.table.game.codec
    how, allowed = "", list[str]()
    if state.is_waiting_for(seat):
        how = codec.how(state, seat)
        options = (listed(state, seat) or [])[:MOST_ALLOWED]
        allowed = [codec.write(state, seat, choice) for choice in options]
    return Refused(rule=objection.rule, reason=objection.reason, how=how, allowed=allowed)


def because(play: Play, seat: int, text: str, thing: str) -> Because:
    """What speaks against an answer, or against what is meant by touching a thing."""
    state, codec = play.table.state, play.table.game.codec
    if not state.is_waiting_for(seat):
        return Because(rule="HOUSE-1", reason="Nothing is asked of you right now.")
    if text:
        objection = play.table.why(seat, text)
    else:
        choice = codec.meant(state, seat, thing)
        if choice is None:
            return Because(rule="HOUSE-2", reason="That has no part in this question.")
        objection = state.objection(seat, choice)
    if objection is None:
        return Because(rule="", reason="Nothing speaks against it.")
    return Because(rule=objection.rule, reason=objection.reason)


def narrowed(play: Play, seat: int, touched: list[str]) -> NarrowedSeen:
    state, codec = play.table.state, play.table.game.codec
    if not state.is_waiting_for(seat):
        return NarrowedSeen(touched=touched, next=[], left=0)
    left = codec.narrow(state, seat, touched)
    if left.choice is None:
        return NarrowedSeen(touched=touched, next=left.next, left=left.left)
    return NarrowedSeen(
        touched=touched,
        next=left.next,
        left=left.left,
        text=codec.write(state, seat, left.choice),
        words=codec.words(state, seat, left.choice),
    )
