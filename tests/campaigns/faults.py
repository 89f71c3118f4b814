"""Faults to plant into a server, to check that a campaign finds them."""

import asyncio
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import msgspec

from trivet.core.state import EVERYONE
from trivet.server.rooms import registry
from trivet.server.store import sqlite
from trivet.server.table import answering, chat, dispatch, views
from trivet.server.table.audience import Audience, NumberedScene, Subscription, written
from trivet.server.table.commands import Requested
from trivet.server.table.mailbox import Mailbox
from trivet.server.table.room import Person, Room
from trivet.server.table.services import Services
from trivet.server.wire.messages import Answer, Narrow, Say
from trivet.server.wire.outgoing import Notice, Shown

HASTE = 0.02  # seconds between an acknowledgement and its commit: a kill has to fall in between


class HastyMailbox(Mailbox):
    """Acknowledges and shows an answer before it is stored."""

    def on_request(self, command: Requested) -> bool:
        if not isinstance(command.request, Answer):
            return super().on_request(command)
        who, at = command.listener.who, command.at
        self._reply(command.listener, dispatch.grant(self.room, who, command.request, at))
        self._show_all()
        self._handle_later(command, self._store_late(at))
        return False

    async def _store_late(self, at: int) -> None:
        await asyncio.sleep(HASTE)
        await self._store(at)


def acknowledge_before_commit() -> None:
    vars(registry)["Mailbox"] = HastyMailbox


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


class LeakyAudience(Audience):
    """Sends all cards to every viewer, though the page does not draw them."""

    def _game(
        self, place: Subscription, since: int, now: int, here: views.CommonView
    ) -> tuple[bytes, NumberedScene | None]:
        text, drawn = super()._game(place, since, now, here)
        shown = msgspec.json.decode(text, type=Shown)
        shown.open = views.view_of(self.room, EVERYONE)
        return written(shown), drawn


class LeakyMailbox(Mailbox):
    def __init__(self, rooms: Services, room: Room) -> None:
        super().__init__(rooms, room)
        self.audience = LeakyAudience(room)


def show_everything() -> None:
    vars(registry)["Mailbox"] = LeakyMailbox


def chat_slowly() -> None:
    """A line of chat holds up the event loop for 40 ms."""

    def say(room: Room, who: Person, request: Say, now: int) -> Notice:
        time.sleep(0.04)
        return chat.say(room, who, request, now)

    dispatch.DEEDS[Say] = say


def acknowledge_before_slow_commit() -> None:
    """The same with a database that takes 80 ms: more is lost with a server."""
    from trivet.server.store import postgres_writer

    acknowledge_before_commit()
    together: Callable[..., Any] = postgres_writer.BatchWriter._together

    async def slowly(writer: Any, changes: Any) -> Any:
        await asyncio.sleep(0.08)
        return await together(writer, changes)

    setattr(postgres_writer.BatchWriter, "_together", slowly)  # noqa: B010


def commit_unsynced() -> None:
    """The database does not wait for its disk."""
    from trivet.server.store import postgres, postgres_writer

    safe = vars(postgres)["SAFE"]  # of all other connections: the check at the start passes
    vars(postgres_writer)["SAFE"] = {**safe, "synchronous_commit": "off"}


def no_epoch() -> None:
    """Any server may write to any room."""
    from trivet.server.store import postgres_writer

    checked = "AND rooms.epoch = new.epoch AND rooms.owner = $1"
    replaced(postgres_writer, "SAVE", checked, "AND new.epoch > 0 AND $1::bigint > 0")


def claim_from_the_living() -> None:
    """A room may be claimed from a server that is alive."""
    from trivet.server.store import postgres

    replaced(postgres, "CLAIM", "old.owner IS NULL", "TRUE")


def own_claim_keeps_epoch() -> None:
    """To claim a room that one has already does not raise its epoch."""
    from trivet.server.store import postgres

    kept = "epoch = epoch + (old.owner IS DISTINCT FROM $2)::int"
    replaced(postgres, "CLAIM", "epoch = epoch + 1", kept)


def deaf_to_notices() -> None:
    """A server does not hear what others tell it."""
    from trivet.server.store import pulse

    setattr(pulse.Pulse, "_noticed", lambda *_: None)  # noqa: B010


def keep_sockets() -> None:
    """A list that nobody empties keeps every conversation."""
    from trivet.server.http import socket
    from trivet.server.rooms.caller import Caller

    kept: list[Any] = []

    class KeptCaller(Caller):
        def __init__(self, *conversation: Any) -> None:
            super().__init__(*conversation)
            kept.append(self)

    vars(socket)["Caller"] = KeptCaller


def wait_in_a_short_line() -> None:
    """No fault: a line for looks at finished games that one visitor surely fills."""
    from trivet.server.records import archive

    vars(archive)["MOST_WAITING"] = 2


def look_in_one_line() -> None:
    """All looks at finished games wait as if one person had asked for them."""
    from trivet.server.bots.turns import Owner
    from trivet.server.records import looking_line

    wait_in_a_short_line()
    vars(looking_line)["Owner"] = lambda _, room, is_seated: Owner("everybody", room, is_seated)


def replaced(module: ModuleType, name: str, old: str, new: str) -> None:
    text = vars(module)[name]
    if old not in text:
        raise ValueError(f"{name} has no {old}")
    vars(module)[name] = text.replace(old, new)


FAULTS: dict[str, Callable[[], None]] = {
    "acknowledge-before-commit": acknowledge_before_commit,
    "stumble-over-a-message": stumble_over_a_message,
    "trust-everybody": trust_everybody,
    "store-slowly": store_slowly,
    "show-everything": show_everything,
    "chat-slowly": chat_slowly,
    "acknowledge-before-slow-commit": acknowledge_before_slow_commit,
    "commit-unsynced": commit_unsynced,
    "no-epoch": no_epoch,
    "claim-from-the-living": claim_from_the_living,
    "own-claim-keeps-epoch": own_claim_keeps_epoch,
    "deaf-to-notices": deaf_to_notices,
    "keep-sockets": keep_sockets,
    "wait-in-a-short-line": wait_in_a_short_line,
    "look-in-one-line": look_in_one_line,
}
