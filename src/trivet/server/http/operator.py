"""What the operator of a server may do: look, close tables, ban, mute, erase and export people.

`trivet admin` sends one of these requests to a server that runs, or has it carried out on a store
that no server uses.  Seeds and hidden cards are in no reply.
"""

import hmac
import json
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, to_builtins
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from trivet.server.http.calls import Refusing, decoded
from trivet.server.http.metrics import CONTENT_TYPE, Figures
from trivet.server.http.replies import body, reply
from trivet.server.process.logs import short
from trivet.server.rooms.caller import BANNED, SendAway
from trivet.server.rooms.everything import everything_of, outcome
from trivet.server.rooms.finished_logs import with_log
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sanctions import as_network, words_for
from trivet.server.store.contract import Sanction, StoreError, Unreadable
from trivet.server.store.names import told_apart
from trivet.server.store.stored import RoomHead
from trivet.server.table.room import Failing
from trivet.server.wire.api import HttpProblem

# In the folder of the store: where a running server listens for its operator, and the token.
ADMIN_FILE = "operator.json"
DAY = 86_400
log = logging.getLogger("trivet.operator")
LATEST = 50  # lines of chat that are shown
LONGEST = 65_536  # bytes of a request
NumberOfDays = Annotated[float, Meta(gt=0, le=36_500)]
Most = Annotated[int, Meta(ge=1, le=10_000)]
Who = Annotated[str, Meta(min_length=1, max_length=100)]


class ListRooms(Struct, tag_field="do", tag="rooms"):
    phase: str = ""
    most: Most = 100


class ShowRoom(Struct, tag_field="do", tag="room"):
    room: Who


class CloseRoom(Struct, tag_field="do", tag="close"):
    room: Who
    reason: str = ""
    is_removed: bool = False  # with its record and all else


class FindPeople(Struct, tag_field="do", tag="people"):
    text: str = ""
    most: Most = 100


class Punish(Struct, tag_field="do", tag="punish"):
    who: Who
    kind: str  # ban or mute
    days: NumberOfDays = 7
    reason: str = ""


class Pardon(Struct, tag_field="do", tag="pardon"):
    who: Who


class ListSanctions(Struct, tag_field="do", tag="sanctions"):
    pass


class Export(Struct, tag_field="do", tag="export"):
    person: Who


class Erase(Struct, tag_field="do", tag="erase"):
    person: Who


Command = (
    ListRooms | ShowRoom | CloseRoom | FindPeople | Punish | Pardon | ListSanctions | Export | Erase
)


def nobody_is_here(is_meant: Callable[[str, str], bool], code: int, reason: str) -> int:
    return 0


class Operator:
    """Carries out commands; `send_away` closes the sockets of those it is told of."""

    def __init__(
        self,
        rooms: Rooms,
        send_away: SendAway = nobody_is_here,
        forget: Callable[[], None] = lambda: None,
    ) -> None:
        self.rooms, self.store = rooms, rooms.store
        self.send_away, self.forget = send_away, forget

    async def carry_out(self, command: Command) -> Any:
        """The reply, ready for JSON; Failing says why there is none.  What changes something is
        noted in the log, without names."""
        if isinstance(command, CloseRoom | Punish | Pardon | Export | Erase):
            log.info("the operator: %s", type(command).__name__)
        match command:
            case ListRooms(phase, most):
                return await self._tables(phase, most)
            case ShowRoom(room):
                return await self._room(room)
            case CloseRoom(room, reason, is_removed):
                return {"closed": await self._close(room, reason, is_removed=is_removed)}
            case FindPeople(text, most):
                return _as_dicts(await self.store.find_people(text, most))
            case Punish():
                return await self._punish(command)
            case Pardon(who):
                return {"lifted": await self.rooms.sanctions.pardon(_who(who))}
            case ListSanctions():
                return _as_dicts(self.rooms.sanctions.all)
            case Export(person):
                return await self._export(person)
            case Erase(person):
                return await self._erase(person)

    # --- tables ---

    async def _tables(self, phase: str, most: int) -> list[dict[str, Any]]:
        found = [self._row(head) for head in await self.store.rooms_in(phase, most)]
        return found + self._headless({row["room"] for row in found})

    def _row(self, head: RoomHead) -> dict[str, Any]:
        mailbox = self.rooms.mailboxes.get(head.id)
        return {
            "room": head.id,
            "in_log": short(head.id),
            "game": head.game,
            "rules": head.rules,
            "phase": head.phase,
            "title": head.title,
            "seats": told_apart(head.names()),
            "present": len(mailbox.room.present) if mailbox is not None else 0,
            "opened": head.opened,
            "changed": head.changed,
            "set_aside": self.rooms.unreadable.get(head.id, ""),
        }

    def _headless(self, listed: set[str]) -> list[dict[str, Any]]:
        """Rooms of which so little can be read that the store does not list them."""
        return [
            {"room": room, "in_log": short(room), "set_aside": why}
            for room, why in self.rooms.unreadable.items()
            if room not in listed
        ]

    async def _room(self, room: str) -> dict[str, Any]:
        """A table with its people and what was said lately."""
        try:
            kept = await self.store.load(room)
            if kept is not None:
                kept = await with_log(self.store, kept, self.rooms.games)
        except Unreadable as damaged:
            return {"room": room, "in_log": short(room), "set_aside": str(damaged)}
        if kept is None:
            raise Failing("no-room", "There is no such table.")
        head = kept.head
        return {
            **self._row(head),
            "host": head.host,
            "people": [chair.person for chair in head.chairs],
            "bots": [chair.bot for chair in head.chairs],
            "answers": len(kept.rows),
            "result": outcome(self.rooms, head),
            "lines": [line._asdict() for line in kept.lines[-LATEST:]],
        }

    async def _close(self, room: str, reason: str, *, is_removed: bool) -> str:
        if not is_removed:
            return await self.rooms.removal.close_room(room, reason)
        try:
            is_there = await self.store.load(room) is not None
        except Unreadable:
            is_there = True
        if not is_there:
            raise Failing("no-room", "There is no such table.")
        await self.rooms.removal.remove_room(room, reason)
        return "removed"

    # --- people ---

    async def _punish(self, command: Punish) -> dict[str, Any]:
        who, now = _who(command.who), int(time.time())
        if command.kind not in ("ban", "mute"):
            raise Failing("bad-kind", "A sanction is a ban or a mute.")
        net = as_network(who)
        if command.kind == "mute" and net is not None:
            raise Failing("bad-kind", "An address cannot be muted, only banned.")
        if net is None and not await self._is_known(who):
            raise Failing("no-person", "There is no such person.")
        until = now + int(command.days * DAY)
        sanction = Sanction(who, command.kind, until, command.reason, now)  # type: ignore[arg-type]
        await self.rooms.sanctions.punish(sanction)
        closed = 0
        if command.kind == "ban":
            bans = self.rooms.sanctions
            closed = self.send_away(
                lambda person, address: bans.ban(person, address) is not None,
                BANNED, words_for(sanction),
            )  # fmt: skip
        return {**sanction._asdict(), "sockets_closed": closed}

    async def _is_known(self, person: str) -> bool:
        return any(one.person == person for one in await self.store.find_people(person, 10))

    async def _export(self, person: str) -> Any:
        found = await everything_of(self.rooms, person)
        if found is None:
            raise Failing("no-person", "There is no such person.")
        return to_builtins(found)

    async def _erase(self, person: str) -> dict[str, Any]:
        if not await self._is_known(person):
            raise Failing("no-person", "There is no such person.")
        changed = await self.rooms.removal.erase(
            person,
            lambda: self.send_away(lambda one, _: one == person, BANNED, "You have been erased."),
        )
        self.forget()
        await self.rooms.sanctions.load()  # those of the person are gone
        return {"erased": person, "tables": changed}


def _who(who: str) -> str:
    """A person's id, or a network in its usual form."""
    net = as_network(who)
    return who if net is None else str(net)


def _as_dicts(rows: Iterable[NamedTuple]) -> list[dict[str, Any]]:
    return [row._asdict() for row in rows]


# --- over HTTP ------------------------------------------------------------------------------------


def operator_app(operator: Operator, figures: Figures, token: str) -> Starlette:
    """For the operator's own port: everything needs the token."""

    def expect_token(request: Request) -> None:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise Refusing(401, "no-token", "This needs the operator's token.")

    async def metrics(request: Request) -> Response:
        try:
            expect_token(request)
        except Refusing as no:
            return reply(HttpProblem(code=no.code, reason=no.reason), no.status)
        return metrics_reply(figures)

    async def do(request: Request) -> Response:
        try:
            expect_token(request)
            command: Command = decoded(await body(request, LONGEST), Command)  # type: ignore[arg-type]
            return reply(await operator.carry_out(command))
        except Refusing as no:
            return reply(HttpProblem(code=no.code, reason=no.reason), no.status)
        except Failing as no:
            return reply(HttpProblem(code=no.code, reason=no.reason), 409)
        except StoreError as error:
            return reply(HttpProblem(code="store", reason=str(error)), 503)

    return Starlette(routes=[Route("/do", do, methods=["POST"]), Route("/metrics", metrics)])


def metrics_app(figures: Figures) -> Starlette:
    """For a port that only the operator's machines reach."""

    async def metrics(request: Request) -> Response:
        return metrics_reply(figures)

    return Starlette(routes=[Route("/metrics", metrics)])


def metrics_reply(figures: Figures) -> Response:
    return Response(figures.text(), media_type=CONTENT_TYPE)


def write_admin_token(folder: Path, port: int) -> str:
    """Tell `trivet admin` where to knock; the token for it."""
    token = secrets.token_urlsafe(32)
    path, new = folder / ADMIN_FILE, folder / f".{ADMIN_FILE}"
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    new.write_text(json.dumps({"port": port, "token": token}))
    new.replace(path)
    return token
