"""Requests during a game: answer, undo, why, narrow and look."""

from collections.abc import Sequence

from trivet.bots.concede import conceded, lost_turns, only_one_left
from trivet.core.state import EVERYONE
from trivet.core.table import IllegalAnswer
from trivet.server.bots.bot_worker import ThinkReply
from trivet.server.store.contract import LogRow
from trivet.server.table import views
from trivet.server.table.act_counts import UNDO
from trivet.server.table.drafts import drafted
from trivet.server.table.room import Failing, Person, Room
from trivet.server.wire.messages import Answer, Foresee, Look, Narrow, Undo, Why
from trivet.server.wire.outgoing import Looked, Notice, Previews, Stale, Took


def answer(room: Room, who: Person, request: Answer, now: int) -> Notice:
    """Take an answer, or all answers of a turn: they are stored and shown together."""
    seat, texts = room.seat_in_play(who), request.texts or [request.text]
    if request.count != room.acts.counts[seat]:
        return _again(room, seat, request.count, texts)
    _expect_no_bot(room, seat)
    room.expect("playing")
    if len(texts) > 1:
        drafts = drafted(room, seat, texts[:-1])
        objection = views.objection_to(room, seat, texts[-1], drafts)
        if objection is not None:
            return views.refusal(room, seat, objection, drafts)
        _take(room, seat, texts, now)
    else:
        try:
            _take(room, seat, texts, now)
        except IllegalAnswer as refused:
            return views.refusal(room, seat, refused.objection)
    return Took(count=room.acts.counts[seat])


def _take(room: Room, seat: int, texts: Sequence[str], now: int) -> None:
    rows = list[LogRow]()
    for text in texts:
        before = len(room.table.log)
        room.table.play_text(seat, text)
        rows += _has_acted(room, seat, before, text, now)
    room.go_on(rows, now)


def _has_acted(room: Room, seat: int, before: int, said: str, now: int) -> list[LogRow]:
    """Count an answer and stop the clock; the rows of the log to be stored."""
    if room.clocks is not None:
        room.clocks.has_acted(seat, now)
    return room.acts.answered(room.table, before, said)


def bot_answer(room: Room, seat: int, count: int, reply: ThinkReply, now: int) -> bool:
    """A bot has made up its mind; whether it was still asked, and its answer allowed."""
    is_asked = room.head.phase == "playing" and count == room.acts.counts[seat]
    if not is_asked or not room.chairs[seat].bot:
        return True
    if _concedes(room, seat, reply.chance, now):
        return True
    try:
        _take_of_bot(room, seat, reply.choice, reply.level, now)
    except IllegalAnswer:
        return False
    return True


def _concedes(room: Room, seat: int, chance: float | None, now: int) -> bool:
    """Where it was agreed, bots resign together once only one person may still win.  A bot that
    stands in for a person never does."""
    chair = room.chairs[seat]
    if not room.head.has_conceding or chair.person:
        return False
    chair.lost = lost_turns(chair.lost, chance, room.table.log, seat)
    winner = only_one_left([0 if one.person else one.lost for one in room.chairs])
    if winner is None or winner not in room.people():
        return False
    for leaver, one in enumerate(room.chairs):
        if leaver != winner:
            one.out = "resigned"
    room.finish("resigned", conceded(room.table.state, winner), now)
    return True


def _take_of_bot(room: Room, seat: int, choice: int, level: str, now: int) -> None:
    before, chair = len(room.table.log), room.chairs[seat]
    room.table.play(seat, choice)
    chair.answered, chair.bots = level, list(dict.fromkeys([*chair.bots, level]))
    if chair.person and not chair.is_stood_in and not chair.out:
        chair.hints += 1  # the player sees what the bot does, and may take the seat back
    room.go_on(_has_acted(room, seat, before, "", now), now)


def undo(room: Room, who: Person, request: Undo, now: int) -> Notice:
    seat = room.seat_in_play(who)
    if request.count != room.acts.counts[seat]:
        return _again(room, seat, request.count, [UNDO])
    _expect_no_bot(room, seat)
    room.expect("playing")
    try:
        room.table.undo(seat)
    except IllegalAnswer as refused:
        return views.refusal(room, seat, refused.objection)
    room.go_on(room.acts.took_back("undo", seat), now)
    return Took(count=room.acts.counts[seat])


def _again(room: Room, seat: int, count: int, texts: Sequence[str]) -> Notice:
    """The reply to a wrong count: repeated acts are confirmed again, any others are stale."""
    acts = room.acts.counts[seat]
    return Took(count=acts) if room.acts.has_said(seat, count, texts) else Stale(count=acts)


def why(room: Room, who: Person, request: Why, now: int) -> Notice:
    seat = room.seat_in_play(who)
    return views.why_reply(room, seat, request, drafted(room, seat, request.after))


def look(room: Room, who: Person, request: Look, now: int) -> Notice:
    """The full view of a player or a watcher; once the game is over, of all cards."""
    if not room.has_begun:
        raise Failing("not-begun", "The game has not begun.")
    is_over = room.head.phase == "over"
    return Looked(view=views.view_of(room, EVERYONE if is_over else room.viewer_for(who.id)))


def foresee(room: Room, who: Person, request: Foresee, now: int) -> Notice:
    seat = room.seat_in_play(who)
    state = drafted(room, seat, request.after)
    first, *others = request.texts or [request.text]
    then = request.after if request.drafts else None
    reply = views.preview_reply(room, seat, first, state, then)
    if not request.texts:
        return reply
    return Previews(
        previews=[reply, *(views.preview_reply(room, seat, text, state) for text in others)]
    )


def narrow(room: Room, who: Person, request: Narrow, now: int) -> Notice:
    seat = room.seat_in_play(who)
    return views.narrow_reply(room, seat, request.touched, drafted(room, seat, request.after))


def _expect_no_bot(room: Room, seat: int) -> None:
    if room.chairs[seat].out:
        raise Failing("out", "You have left this game.")
    if room.chairs[seat].bot:
        raise Failing("handed", "A bot plays for you: take your seat back first.")
