"""Chat: players to all, watchers to each other until the game is over.

Lines arrive in pages: the latest hundred at once, older ones on request.
"""

import time

from trivet.server.store.contract import Spoken
from trivet.server.store.names import line_of
from trivet.server.table.room import Failing, Person, Room
from trivet.server.wire.messages import Channel, Earlier, Moderate, Mute, Say
from trivet.server.wire.outgoing import ChatLine, Done, EarlierLines, Notice

MOST_LINES = 2000  # of chat in a room's channel
PAGE = 100  # lines that are sent at once


def say(room: Room, who: Person, request: Say, now: int) -> Notice:
    text = line_of(request.text)
    if not text:
        raise Failing("empty", "There is nothing to read in that.")
    if who.id in room.head.muted:
        raise Failing("muted", "The host does not let you write here.")
    seat = room.seat_of(who)
    channel: Channel = "watchers" if seat is None else "players"
    if len(room.lines[channel]) >= MOST_LINES:
        raise Failing("full", "So much has been said here that nothing more fits.")
    if seat is None:
        _expect_welcome(room, who, now)
    line = Spoken(channel, room.introduce(who), seat, text, int(time.time()), who.id)
    room.lines[channel].append(line)
    room.new_lines.append(line)
    return Done()


def _expect_welcome(room: Room, who: Person, now: int) -> None:
    """What the host says about the watchers' chat."""
    if not room.head.is_chat_open:
        raise Failing("closed-chat", "The host has closed the watchers' chat.")
    waited = now - room.spoke_at.get(who.id, now - 1000 * room.head.slow)
    if waited < 1000 * room.head.slow:
        seconds = -(-(1000 * room.head.slow - waited) // 1000)
        raise Failing("slow", f"One line in {room.head.slow} seconds: wait for {seconds} more.")
    room.spoke_at[who.id] = now


def earlier(room: Room, who: Person, request: Earlier, now: int) -> Notice:
    if request.channel not in room.channels_for(room.viewer_for(who.id)):
        raise Failing("not-yours", "Players read the watchers' chat after the game.")
    before = min(request.before, len(room.lines[request.channel]))
    since = max(0, before - PAGE)
    lines = page(room, request.channel, since, before)
    return EarlierLines(channel=request.channel, since=since, lines=lines)


def page(room: Room, channel: Channel, since: int, before: int) -> list[ChatLine]:
    spoken = room.lines[channel][since:before]
    return [ChatLine(name=n, seat=s, text=t, at=at) for _, n, s, t, at, _ in spoken]


def moderate(room: Room, who: Person, request: Moderate, now: int) -> Notice:
    _expect_host(room, who)
    if request.slow is not None:
        room.head.slow = request.slow
    if request.is_open is not None:
        room.head.is_chat_open = request.is_open
    room.is_changed = True
    return Done()


def mute(room: Room, who: Person, request: Mute, now: int) -> Notice:
    _expect_host(room, who)
    said = reversed([line for lines in room.lines.values() for line in lines if line.person])
    person = next((line.person for line in said if line.name == request.name), "")
    if not person:
        raise Failing("no-speaker", "Nobody of that name has written here.")
    if person == who.id:
        raise Failing("yourself", "You cannot mute yourself.")
    muted = [other for other in room.head.muted if other != person]
    room.head.muted = [*muted, person] if request.is_muted else muted
    room.is_changed = True
    return Done()


def _expect_host(room: Room, who: Person) -> None:
    if not room.is_host(who.id):
        raise Failing("not-host", "Only the host may do that.")
