"""Reads a message and calls the function that handles it."""

from collections.abc import Callable
from typing import Any, cast

import msgspec

from trivet.server.table import answering, chat, offers, salts, seating
from trivet.server.table.room import Failing, Person, Room
from trivet.server.wire.messages import (
    Accept,
    AddSeat,
    Again,
    Answer,
    Decline,
    Earlier,
    Empty,
    Fill,
    Foresee,
    HandOver,
    Invite,
    Look,
    Moderate,
    Mute,
    Narrow,
    Offer,
    Ping,
    Ready,
    RemoveSeat,
    Request,
    Resign,
    Reveal,
    RoomRequest,
    Say,
    Sit,
    Stand,
    TakeSeat,
    Undo,
    Why,
)
from trivet.server.wire.outgoing import Done, Failed, Notice, Pong

Deed = Callable[[Room, Person, Any, int], Notice]


def _again(room: Room, who: Person, request: Again, now: int) -> Notice:
    """The mailbox shows the game after this."""
    return Done()


def _pong(room: Room, who: Person, request: Ping, now: int) -> Notice:
    return Pong()


DEEDS: dict[type[Request], Deed] = {
    Sit: seating.sit,
    Stand: seating.stand,
    Ready: seating.ready,
    Reveal: salts.reveal,
    Fill: seating.fill,
    Empty: seating.empty,
    Invite: seating.invite,
    AddSeat: seating.add_seat,
    RemoveSeat: seating.remove_seat,
    Answer: answering.answer,
    Undo: answering.undo,
    Why: answering.why,
    Foresee: answering.foresee,
    Narrow: answering.narrow,
    Look: answering.look,
    Offer: offers.offer,
    Accept: offers.accept,
    Decline: offers.decline,
    Resign: offers.resign,
    HandOver: offers.hand,
    TakeSeat: offers.take,
    Say: chat.say,
    Earlier: chat.earlier,
    Moderate: chat.moderate,
    Mute: chat.mute,
    Again: _again,
    Ping: _pong,
}

_decoder = msgspec.json.Decoder(RoomRequest, strict=True)


def read(data: bytes | str) -> Request | Failed:
    """The request in a message, or why it cannot be read."""
    try:
        return cast(Request, _decoder.decode(data))
    except msgspec.ValidationError as wrong:
        reason = f"That is not understood: {wrong}."
        return Failed(code="bad-message", reason=reason, re=_number_of(data))
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Failed(code="bad-message", reason="That is not valid JSON.")


class Numbered(msgspec.Struct):
    """All that can be told of a message that is not understood."""

    re: int = 0


def _number_of(data: bytes | str) -> int:
    """The number of a message, so that its sender knows which one is refused; 0 if it has none."""
    try:
        return msgspec.json.decode(data, type=Numbered).re
    except msgspec.DecodeError:
        return 0


def grant(room: Room, who: Person, request: Request, now: int) -> Notice:
    """Carry out a request and return the reply.  The room keeps the changes until it is stored."""
    try:
        reply = DEEDS[type(request)](room, who, request, now)
    except Failing as failing:
        reply = Failed(code=failing.code, reason=failing.reason)
    return replying(reply, request)


def replying(reply: Notice, request: Request) -> Notice:
    return msgspec.structs.replace(reply, re=request.re)
