"""From a message to the deed: what is understood, and who does it."""

from collections.abc import Callable
from typing import Any, cast

import msgspec

from trivet.server import answering, courtesies, seating
from trivet.server.messages import (
    Accept,
    Answer,
    Decline,
    Empty,
    Failed,
    Fill,
    Foresee,
    HandOver,
    Invite,
    Look,
    Narrow,
    Notice,
    Offer,
    Ping,
    Pong,
    Ready,
    Request,
    Resign,
    RoomRequest,
    Say,
    Sit,
    Stand,
    TakeSeat,
    Undo,
    Why,
)
from trivet.server.room import Failing, Person, Room

Deed = Callable[[Room, Person, Any, int], Notice]


def _pong(room: Room, who: Person, request: Ping, now: int) -> Notice:
    return Pong()


DEEDS: dict[type[Request], Deed] = {
    Sit: seating.sit,
    Stand: seating.stand,
    Ready: seating.ready,
    Fill: seating.fill,
    Empty: seating.empty,
    Invite: seating.invite,
    Answer: answering.answer,
    Undo: answering.undo,
    Why: answering.why,
    Foresee: answering.foresee,
    Narrow: answering.narrow,
    Look: answering.look,
    Offer: courtesies.offer,
    Accept: courtesies.accept,
    Decline: courtesies.decline,
    Resign: courtesies.resign,
    HandOver: courtesies.hand,
    TakeSeat: courtesies.take,
    Say: courtesies.say,
    Ping: _pong,
}

_decoder = msgspec.json.Decoder(RoomRequest, strict=True)


def read(data: bytes | str) -> Request | Failed:
    """The request so written, or why it is none."""
    try:
        return cast(Request, _decoder.decode(data))
    except msgspec.ValidationError as wrong:
        return Failed(code="bad-message", reason=f"That is not understood: {wrong}.")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Failed(code="bad-message", reason="That is no JSON.")


def grant(room: Room, who: Person, request: Request, now: int) -> Notice:
    """Do what somebody wishes; the reply.  What it changes waits in the room to be stored."""
    try:
        reply = DEEDS[type(request)](room, who, request, now)
    except Failing as failing:
        reply = Failed(code=failing.code, reason=failing.reason)
    return replying(reply, request)


def replying(reply: Notice, request: Request) -> Notice:
    return msgspec.structs.replace(reply, re=request.re)
