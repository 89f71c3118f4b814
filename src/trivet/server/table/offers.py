"""Beside the game: offers, leaving it, and letting a bot stand in."""

import time

from trivet.bots.levels import LEVELS
from trivet.server.table.absence import why_not_handed
from trivet.server.table.room import Failing, Person, Room
from trivet.server.table.seating import expect_level
from trivet.server.table.views import refusal
from trivet.server.wire.messages import Accept, Decline, HandOver, Offer, Resign, TakeSeat
from trivet.server.wire.outgoing import Done, Notice

# --- offers ---------------------------------------------------------------------------------------


def offer(room: Room, who: Person, request: Offer, now: int) -> Notice:
    """Offer to go back to before one's latest answer, or to play again."""
    seat = room.seat_in_play(who)
    if request.what == "takeback":
        room.expect("playing")
        objection = room.table.why_no_take_back(seat)
        if objection is not None:
            return refusal(room, seat, objection)
    else:
        room.expect("over")
    if request.what in room.offers:
        return accept(room, who, Accept(what=request.what), now)
    room.offers[request.what] = [seat]
    _settle(room, request.what, now)
    return Done()


def accept(room: Room, who: Person, request: Accept, now: int) -> Notice:
    seat = room.seat_in_play(who)
    if request.what not in room.offers:
        raise Failing("no-offer", "Nothing like that is offered any more.")
    if seat not in room.offers[request.what]:
        room.offers[request.what].append(seat)
    _settle(room, request.what, now)
    return Done()


def decline(room: Room, who: Person, request: Decline, now: int) -> Notice:
    """Decline an offer; also withdraws one's own."""
    room.seat_in_play(who)
    room.offers.pop(request.what, None)
    return Done()


def _settle(room: Room, what: str, now: int) -> None:
    """Carry the offer out once all people agree; bots always do."""
    agreed = room.offers[what]
    if what == "rematch":
        if all(seat in agreed for seat, chair in enumerate(room.chairs) if chair.person):
            room.followups.append("rematch")
    elif all(seat in agreed for seat in room.people()):
        room.table.take_back(agreed[0])
        for chair in room.chairs:
            chair.lost = 0
        room.go_on(room.acts.took_back("cut", agreed[0]), now)


# --- leaving --------------------------------------------------------------------------------------


def resign(room: Room, who: Person, request: Resign, now: int) -> Notice:
    seat = room.seat_in_play(who)
    if not room.chairs[seat].out:
        room.expect("playing")
        room.drop_out(seat, "resigned", now)
    return Done()


def hand(room: Room, who: Person, request: HandOver, now: int) -> Notice:
    """Hand one's own seat to a bot at any time, or that of a player who has been away for long.
    Among several people it plays no better than was agreed: it would be a hint for nothing."""
    seat = room.seat_in_play(who)
    room.expect("playing")
    level = request.bot or room.head.stand_in
    expect_level(level)
    if request.seat >= len(room.chairs) or not room.chairs[request.seat].person:
        raise Failing("no-seat", "Nobody sits there.")
    chair = room.chairs[request.seat]
    _expect_agreed(room, level)
    if request.seat != seat:
        why_not = why_not_handed(chair, request.seat, room.clocks, now, int(time.time()))
        if why_not:
            raise Failing("here", why_not)
        if level != room.head.stand_in:
            raise Failing("not-agreed", _agreed_words(room))
    if not chair.out:
        chair.bot, chair.is_stood_in = room.level_here(level), request.seat != seat
        room.is_changed = True
        room.run_clocks(now)
    return Done()


def _expect_agreed(room: Room, level: str) -> None:
    """Among several people no bot may be better than what was agreed."""
    is_better = LEVELS.index(level) > LEVELS.index(room.head.stand_in)
    if is_better and len([one for one in room.chairs if one.person and not one.out]) > 1:
        raise Failing("not-agreed", _agreed_words(room))


def _agreed_words(room: Room) -> str:
    return f"It was agreed that a bot of level {room.head.stand_in} stands in."


def take(room: Room, who: Person, request: TakeSeat, now: int) -> Notice:
    """Take one's own seat back from a bot."""
    seat = room.seat_in_play(who)
    if room.chairs[seat].out:
        raise Failing("out", "You have left this game.")
    if room.chairs[seat].bot:
        room.take_back_seat(seat, now)
    return Done()
