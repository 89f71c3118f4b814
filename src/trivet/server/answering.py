"""In the game: an answer, its taking back, and questions about it."""

from trivet.core.state import Objection
from trivet.core.table import IllegalAnswer
from trivet.server import views
from trivet.server.messages import Answer, Narrow, Notice, Stale, Took, Undo, Why
from trivet.server.play import UNDO, Play
from trivet.server.room import Failing, Person, Room


def answer(room: Room, who: Person, request: Answer, now: int) -> Notice:
    play, seat = room.seat_in_play(who)
    if request.count != play.acts[seat]:
        return _again(play, seat, request.count, request.text)
    _expect_no_bot(room, seat)
    room.expect("playing")
    choice = play.table.read(seat, request.text)
    if isinstance(choice, Objection):
        return views.refusal(play, seat, choice)
    try:
        _take(room, play, seat, choice, request.text, now)
    except IllegalAnswer as refused:
        return views.refusal(play, seat, refused.objection)
    return Took(count=play.acts[seat])


def bot_answer(room: Room, seat: int, count: int, choice: int, now: int) -> bool:
    """A bot has made up its mind; whether it was still asked, and its answer allowed."""
    play = room.play
    if play is None or not room.chairs[seat].bot or count != play.acts[seat]:
        return True
    if room.head.phase != "playing":
        return True
    bots = room.chairs[seat].bots
    room.chairs[seat].bots = list(dict.fromkeys([*bots, room.chairs[seat].bot]))
    try:
        _take(room, play, seat, choice, "", now)
    except IllegalAnswer:
        return False
    return True


def _take(room: Room, play: Play, seat: int, choice: int, said: str, now: int) -> None:
    rows = play.answer(seat, choice, said)
    if room.clocks is not None:
        room.clocks.has_acted(seat, now)
    room.go_on(rows, now)


def undo(room: Room, who: Person, request: Undo, now: int) -> Notice:
    play, seat = room.seat_in_play(who)
    if request.count != play.acts[seat]:
        return _again(play, seat, request.count, UNDO)
    _expect_no_bot(room, seat)
    room.expect("playing")
    try:
        room.go_on(play.undo(seat), now)
    except IllegalAnswer as refused:
        return views.refusal(play, seat, refused.objection)
    return Took(count=play.acts[seat])


def _again(play: Play, seat: int, count: int, said: str) -> Notice:
    """A repetition gets the same reply once more; anything else comes too late."""
    acts = play.acts[seat]
    return Took(count=acts) if play.has_said(seat, count, said) else Stale(count=acts)


def why(room: Room, who: Person, request: Why, now: int) -> Notice:
    play, seat = room.seat_in_play(who)
    return views.because(play, seat, request.text, request.thing)


def narrow(room: Room, who: Person, request: Narrow, now: int) -> Notice:
    play, seat = room.seat_in_play(who)
    return views.narrowed(play, seat, request.touched)


def _expect_no_bot(room: Room, seat: int) -> None:
    if room.chairs[seat].out:
        raise Failing("out", "You have left this game.")
    if room.chairs[seat].bot:
        raise Failing("handed", "A bot plays for you: take your seat back first.")
