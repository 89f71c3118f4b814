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
    Hand,
    Invite,
    Narrow,
    Notice,
    Offer,
    Ping,
    Pong,
    Ready,
    Resign,
    RoomWish,
    Say,
    Sit,
    Stand,
    Take,
    Undo,
    Why,
    Wish,
)
from trivet.server.room import Failing, Person, Room

Deed = Callable[[Room, Person, Any, int], Notice]


def _pong(room: Room, who: Person, wish: Ping, now: int) -> Notice:
    return Pong()


DEEDS: dict[type[Wish], Deed] = {
    Sit: seating.sit,
    Stand: seating.stand,
    Ready: seating.ready,
    Fill: seating.fill,
    Empty: seating.empty,
    Invite: seating.invite,
    Answer: answering.answer,
    Undo: answering.undo,
    Why: answering.why,
    Narrow: answering.narrow,
    Offer: courtesies.offer,
    Accept: courtesies.accept,
    Decline: courtesies.decline,
    Resign: courtesies.resign,
    Hand: courtesies.hand,
    Take: courtesies.take,
    Say: courtesies.say,
    Ping: _pong,
}

_decoder = msgspec.json.Decoder(RoomWish, strict=True)


def read(data: bytes | str) -> Wish | Failed:
    """The wish so written, or why it is none."""
    try:
        return cast(Wish, _decoder.decode(data))
    except msgspec.ValidationError as wrong:
        return Failed(code="bad-message", reason=f"That is not understood: {wrong}.")
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return Failed(code="bad-message", reason="That is no JSON.")


def grant(room: Room, who: Person, wish: Wish, now: int) -> Notice:
    """Do what somebody wishes; the reply.  What it changes waits in the room to be stored."""
    try:
        reply = DEEDS[type(wish)](room, who, wish, now)
    except Failing as failing:
        reply = Failed(code=failing.code, reason=failing.reason)
    return replying(reply, wish)


def replying(reply: Notice, wish: Wish) -> Notice:
    return msgspec.structs.replace(reply, re=wish.re)
