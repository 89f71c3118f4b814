"""Faults to plant into a server, to check that a campaign finds them."""

import time
from collections.abc import Callable
from typing import Any

from trivet.core.state import EVERYONE
from trivet.server import answering, chat, dispatch, rooms, sqlite, views
from trivet.server.audience import Listener
from trivet.server.mailbox import Mailbox
from trivet.server.messages import Answer, Narrow, Request, Say
from trivet.server.outgoing import ClockSeen, Notice, Shown
from trivet.server.room import Person, Room
from trivet.server.views import Feed


class HastyMailbox(Mailbox):
    """Acknowledges and shows an answer before it is stored."""

    async def requested(self, listener: Listener, request: Request, at: int) -> None:
        if not isinstance(request, Answer):
            await super().requested(listener, request, at)
            return
        reply = dispatch.grant(self.room, listener.who, request, at)
        self._reply(listener, request, reply)
        self._show_all()
        await self._store(at)


def acknowledge_before_commit() -> None:
    vars(rooms)["Mailbox"] = HastyMailbox


def stumble_over_a_message() -> None:
    """A valid message raises an exception."""

    def narrow(room: Room, who: Person, request: Narrow, now: int) -> Notice:
        if len(request.touched) == 2:
            raise IndexError("a planted one")
        return answering.narrow(room, who, request, now)

    dispatch.DEEDS[Narrow] = narrow


def trust_everybody() -> None:
    """Any client may answer for the seat that is asked."""

    def answer(room: Room, who: Person, request: Answer, now: int) -> Notice:
        for seat in room.asked():
            table, before = room.table, len(room.table.log)
            table.play(seat, table.state.options(seat)[0])
            room.go_on(room.acts.answered(table, before, ""), now)
        return answering.answer(room, who, request, now)

    dispatch.DEEDS[Answer] = answer


def store_slowly() -> None:
    """Every write to the disk takes 80 ms."""
    write: Callable[..., Any] = sqlite._write

    def slowly(*change: Any) -> None:
        time.sleep(0.08)
        write(*change)

    vars(sqlite)["_write"] = slowly


def show_everything() -> None:
    """All cards are sent to every viewer, though the page does not draw them."""
    shown = views.shown

    def leaky(
        room: Room, feed: Feed, since: int, clocks: list[ClockSeen], here: views.Position
    ) -> Shown:
        notice = shown(room, feed, since, clocks, here)
        notice.open = views.view_of(room, EVERYONE)
        return notice

    vars(views)["shown"] = leaky


def chat_slowly() -> None:
    """A line of chat holds up the event loop for 40 ms."""

    def say(room: Room, who: Person, request: Say, now: int) -> Notice:
        time.sleep(0.04)
        return chat.say(room, who, request, now)

    dispatch.DEEDS[Say] = say


FAULTS: dict[str, Callable[[], None]] = {
    "acknowledge-before-commit": acknowledge_before_commit,
    "stumble-over-a-message": stumble_over_a_message,
    "trust-everybody": trust_everybody,
    "store-slowly": store_slowly,
    "show-everything": show_everything,
    "chat-slowly": chat_slowly,
}
