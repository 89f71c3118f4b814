"""What each viewer is sent of a game: its view, its question, its news and moments."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from trivet.core.dice import Dice
from trivet.core.game import Shared
from trivet.core.mind import Mind
from trivet.core.outcome import Sheet, sheet_of
from trivet.core.sets import size
from trivet.core.state import CHANCE, EVERYONE, Event, Objection, State
from trivet.core.table import Moment, News, Table
from trivet.core.words.answers import Ready
from trivet.core.words.codec import TURN
from trivet.core.words.turns import is_new_turn
from trivet.preview import goes_on, preview
from trivet.server.table.drafts import drafted, shortcut
from trivet.server.table.drawing import scene_of, scene_or_picture
from trivet.server.table.room import Room, sheet_lines
from trivet.server.wire.messages import Why
from trivet.server.wire.outgoing import (
    Ask,
    Because,
    ChipSeen,
    ClockSeen,
    Foreseen,
    MomentSeen,
    NarrowedSeen,
    NewsItem,
    OptionSeen,
    Refused,
    ShareSeen,
    Shown,
    TurnSeen,
    View,
)

MOST_LISTED = 200  # options; a question with more is answered touch by touch
MOST_ALLOWED = 12  # answers listed in a refusal
EXAMPLES = 6  # of answers to a vast question
MOST_MOMENTS = 12  # in one message; a viewer who was away longer gets the latest
SHORT = 60  # characters of a line that fits above a board


class Feed:
    """The news of one kind of viewer, numbered for that viewer alone.

    The table's own numbers must not be sent: how much others were told can be a secret.
    """

    def __init__(self, viewer: int) -> None:
        self.viewer = viewer
        self._takebacks = 0
        self._start_over()

    def _start_over(self) -> None:
        """Nothing was told yet, or answers were taken back."""
        self.items: list[NewsItem] = []
        self._places: list[int] = []  # of the items, among the table's news
        self._turns: list[int] = []  # the first item of each turn
        self._heard = 0  # of the table's news
        self._asked: tuple[object, ...] = ()  # the question as it was put last, and when
        self._question: Ask | None = None

    def question(self, room: Room) -> Ask | None:
        """The question put to the viewer.  It stays the same while others give sealed answers."""
        state = room.table.state
        if self.viewer < 0 or not state.is_waiting_for(self.viewer):
            return None
        opened = len(room.table.log) - size(state.asked ^ state.waiting)
        asked = (room.table, opened, room.acts.takebacks, *room.names())
        if asked != self._asked:
            self._asked, self._question = asked, question(room, self.viewer, state)
        return self._question

    def catch_up(self, room: Room) -> None:
        if self._takebacks != room.acts.takebacks:
            self._start_over()
            self._takebacks = room.acts.takebacks
        news, names = room.table.news, room.names()
        for place in range(self._heard, len(news)):
            if news[place].event.to in (EVERYONE, self.viewer):
                if not self.items or is_new_turn(room.table, news[self._places[-1]], news[place]):
                    self._turns.append(len(self.items))
                self.items.append(news_item(room.table, news[place], names, self.viewer))
                self._places.append(place)
        self._heard = len(news)

    def unseen(self, room: Room, since: int) -> list[tuple[int, int, Moment]]:
        """Moments after the first `since` items, each with the slice of items that belongs to it.
        A turn that told the viewer nothing is left out."""
        new = list[tuple[int, Moment]]()
        for moment in reversed(room.table.moments):
            after = bisect_left(self._places, moment.heard)
            if after <= since:
                break
            new.append((after, moment))
        found, last = list[tuple[int, int, Moment]](), since
        for after, moment in reversed(new):
            if after > last or (after == last > since and moment.what != TURN):
                found.append((last, after, moment))
                last = after
        return found[-MOST_MOMENTS:]

    def line(self, room: Room, first: int, last: int) -> str:
        """What these items tell, in one line."""
        return room.game.codec.line(self.events(room, first, last), room.names(), self.viewer)

    def shares(self, room: Room, first: int, last: int) -> list[ShareSeen]:
        """What each seat did in a turn that several had a part in."""
        by = self.items[first].by
        if by == CHANCE:  # nobody did it
            return []
        events, names = self.events(room, first, last), room.names()
        found = room.game.codec.shares(events, by, names, self.viewer)
        return [ShareSeen(seat=seat, words=words) for seat, words in found]

    def sheet(self, room: Room, first: int, last: int) -> Sheet:
        """What these items book."""
        return sheet_of(room.game.codec.news_rows, room.table.seats, self.events(room, first, last))

    def scored(self, room: Room, moment: Moment) -> Sheet:
        """What a moment of the rules has scored."""
        told = (bisect_left(self._places, one) for one in (room.table.before(moment), moment.heard))
        before, last = told
        return room.game.codec.moment_sheet(
            moment.what, self.events(room, 0, last), before, room.table.seats
        )

    def events(self, room: Room, first: int, last: int) -> list[Event]:
        return [room.table.news[place].event for place in self._places[first:last]]

    def turns(self, room: Room, since: int) -> list[TurnSeen]:
        """The turns that the items from a number on belong to."""
        if since >= len(self.items):
            return []
        begun = bisect_right(self._turns, since) - 1
        ends = [*self._turns[begun + 1 :], len(self.items)]
        return [
            self._turn(room, first, last)
            for first, last in zip(self._turns[begun:], ends, strict=True)
        ]

    def _turn(self, room: Room, first: int, last: int) -> TurnSeen:
        codec, names, events = room.game.codec, room.names(), self.events(room, first, last)
        words = codec.line(events, names, self.viewer)
        is_long = len(words) > SHORT
        return TurnSeen(
            first=first,
            by=self.items[first].by,
            words=words,
            gains=list(self.sheet(room, first, last).total),
            shares=self.shares(room, first, last),
            short=codec.line(events, names, self.viewer, SHORT) if is_long else "",
            harm=codec.harm(events, names, self.viewer) if self.viewer >= 0 else "",
        )


def news_item(table: Table, told: News, names: Sequence[str], viewer: int) -> NewsItem:
    event = told.event
    words = table.game.codec.news(event, names, viewer)
    return NewsItem(what=event.what, data=list(event.data), words=words, by=told.by)


class CommonView:
    """What all viewers see alike of a position: made once for all of them."""

    def __init__(self, room: Room) -> None:
        state = room.table.state
        self.waiting = [seat for seat in range(room.table.seats) if state.is_waiting_for(seat)]
        self.wait = room.game.codec.wait(state, room.names())
        self.shared = room.game.shared(state)
        self.moments: dict[int, Shared] = {}  # the same of moments, by `id`


def game_notice(
    room: Room, feed: Feed, since: int, clocks: list[ClockSeen], common: CommonView | None = None
) -> Shown:
    """The notice for a viewer, still without view, scene and moments; first `feed.catch_up`."""
    table, viewer, common = room.table, feed.viewer, common or CommonView(room)
    is_seat, is_playing = viewer >= 0, room.head.phase == "playing"
    return Shown(
        view=None,
        waiting=common.waiting,
        wait=common.wait,
        ask=feed.question(room),
        count=room.acts.counts[viewer] if is_seat else 0,
        may_undo=is_seat and is_playing and table.why_no_undo(viewer) is None,
        since=since,
        news=feed.items[since:],
        turns=feed.turns(room, since),
        moments=[],
        takebacks=room.acts.takebacks,
        clocks=clocks,
    )


def moments(
    room: Room, feed: Feed, since: int, common: CommonView
) -> Iterator[tuple[MomentSeen, View]]:
    """What the viewer has not seen yet, each with the view of it: as any view, of a copy."""
    viewer = feed.viewer
    for first, after, moment in feed.unseen(room, since):
        codec, names, is_turn = room.game.codec, room.names(), moment.what == TURN
        told = [] if is_turn else feed.events(room, 0, after)
        seen = MomentSeen(
            after=after,
            what=moment.what,
            caption=str(codec.moments[moment.what]),
            words=feed.line(room, first, after),
            by=moment.by,
            headline="" if is_turn else codec.moment_headline(moment.what, told, names, viewer),
            sheet=[] if is_turn else sheet_lines(feed.scored(room, moment).parts()),
            chips=chips_seen(room, told[first:], viewer),
        )
        key = id(moment)
        if key not in common.moments:
            common.moments[key] = room.game.shared(moment.state)
        yield seen, cast(View, room.game.view(moment.state, viewer, common.moments[key]))


def view_of(room: Room, viewer: int, common: CommonView | None = None) -> View:
    shared = common.shared if common is not None else None
    return cast(View, room.game.view(room.table.state, viewer, shared))


# --- questions ------------------------------------------------------------------------------------


def question(room: Room, seat: int, state: State) -> Ask | None:
    codec = room.game.codec
    if seat < 0 or not state.is_waiting_for(seat):
        return None
    ready, options = codec.ready(state, seat), listed(state, seat)
    is_vast, named = options is None, {choice: row for row, choice in ready}
    if options is None:
        options = [*named, *examples(state, seat, room.acts.counts[seat])]
        options = list(dict.fromkeys(options))
    return Ask(
        step=state.step.what,
        words=codec.ask(state, seat, room.names()),
        how=codec.how(state, seat),
        rule=codec.rule(state, seat),
        is_vast=is_vast,
        options=options_seen(state, seat, options, named),
    )


def options_seen(
    state: State, seat: int, choices: Sequence[int], ready: Mapping[int, Ready]
) -> list[OptionSeen]:
    found = [
        OptionSeen(text=text, words=words, touched=touched)
        for text, words, touched in state.game.codec.options(state, seat, choices)
    ]
    if ready:
        for choice, option in zip(choices, found, strict=True):
            if choice in ready:
                option.name, option.why = ready[choice].name, ready[choice].why
    return found


def listed(state: State, seat: int) -> list[int] | None:
    """All options; None if there are too many to list."""
    if state.step.is_vast():
        return None
    options = state.options(seat)
    return options if len(options) <= MOST_LISTED else None


def examples(state: State, seat: int, count: int) -> list[int]:
    """A few allowed answers; the same ones each time for the same question."""
    mind, dice = Mind(state, seat), Dice(count)
    return list(dict.fromkeys(mind.sample(dice) for _ in range(EXAMPLES)))


def refusal(room: Room, seat: int, objection: Objection, state: State | None = None) -> Refused:
    """The refusal of an answer, with some answers that are allowed."""
    state, codec = state or room.table.state, room.game.codec
    how, allowed = "", list[str]()
    if state.is_waiting_for(seat):
        how = codec.how(state, seat)
        options = (listed(state, seat) or [])[:MOST_ALLOWED]
        allowed = [codec.write(state, seat, choice) for choice in options]
    return Refused(rule=objection.rule, reason=objection.reason, how=how, allowed=allowed)


def why_reply(room: Room, seat: int, request: Why, state: State) -> Because:
    """What speaks against an answer, or against touching a thing after others."""
    codec = room.game.codec
    if not state.is_waiting_for(seat):
        return Because(rule="HOUSE-1", reason="It is not your turn.")
    if request.text:
        choice = codec.read(state, seat, request.text)
        objection = choice if isinstance(choice, Objection) else state.objection(seat, choice)
        if objection is None and isinstance(choice, int):
            words = codec.words(state, seat, choice)
            objection = Objection(codec.rule(state, seat), f"That is allowed: {words}.")
    else:
        path = [*request.touched, request.thing]
        objection = codec.against(
            state, seat, path, lambda thing: label_of(room, seat, thing, state)
        )
    assert objection is not None
    through = shortcut(room, seat, state, request.thing) if request.thing else ""
    return Because(rule=objection.rule, reason=objection.reason, through=through)


def label_of(room: Room, seat: int, thing: str, state: State) -> str:
    """What a thing is called on the seat's table; a button has its own name."""
    scene = scene_of(room.game, cast(View, state.view(seat)))
    labels = dict[str, str]()
    for zone in scene.zones if scene else ():
        labels |= {piece.thing: piece.label for piece in zone.pieces}
        labels |= {spot.thing: spot.label for spot in zone.spots}
    return labels.get(thing) or thing.replace(":", " ")


def objection_to(room: Room, seat: int, text: str, state: State) -> Objection | None:
    """What speaks against an answer in notation."""
    choice = room.game.codec.read(state, seat, text)
    return choice if isinstance(choice, Objection) else state.objection(seat, choice)


def preview_reply(
    room: Room, seat: int, text: str, state: State, drafts: Sequence[str] | None = None
) -> Foreseen | Refused:
    """What an answer would lead to, from nothing but what the seat knows; with what is asked after
    it, if it follows these drafts."""
    if not state.is_waiting_for(seat):
        return refusal(room, seat, Objection("HOUSE-1", "It is not your turn."))
    choice = room.game.codec.read(state, seat, text)
    objection = choice if isinstance(choice, Objection) else state.objection(seat, choice)
    if objection is not None or isinstance(choice, Objection):
        return refusal(room, seat, objection or Objection("HOUSE-2", text), state)
    found = preview(room.game, state, seat, choice, room.names())
    reply = Foreseen(
        text=text,
        words=found.words,
        gains=list(found.gains),
        goes_on=goes_on(state, seat, choice),
        chips=chips_seen(room, found.events, seat),
        if_ended=sheet_lines(found.if_ended.parts()) if found.if_ended else [],
    )
    if drafts is not None and reply.goes_on:
        then = drafted(room, seat, [*drafts, text])
        reply.ask = question(room, seat, then)
        reply.scene, reply.picture = scene_or_picture(room.game, then.view(seat), room.names())
    return reply


def chips_seen(room: Room, events: Sequence[Event], viewer: int) -> list[ChipSeen]:
    """What events did on the board: the same before as after."""
    chips = room.game.codec.chips(events, room.names(), viewer)
    return [
        ChipSeen(thing=chip.thing, text=chip.text, kind=chip.kind, start=chip.start)
        for chip in chips
    ]


def narrow_reply(room: Room, seat: int, touched: list[str], state: State) -> NarrowedSeen:
    codec = room.game.codec
    if not state.is_waiting_for(seat):
        return NarrowedSeen(touched=touched, next=[], left=0)
    left = codec.narrow(state, seat, touched)
    if left.choice is None:
        return NarrowedSeen(touched=touched, next=left.next, left=left.left)
    option = codec.option(state, seat, left.choice)
    return NarrowedSeen(
        touched=touched, next=left.next, left=left.left, text=option.text, words=option.words
    )
