"""What servers on one store tell each other: short texts, with ids only.

    person ID            somebody has another name or another cookie, or was erased
    ended ID             one of their sessions was ended
    people               some guests were removed
    sanctions            somebody was banned or pardoned
    lost ROOM EPOCH      a room was claimed from a server that seemed dead
    wanted ROOM SERVER   this server is asked to release a room

A notice may be lost with its connection: whoever may have missed one asks the store.
"""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from trivet.server.rooms.caller import BANNED, LOGGED_OUT, RESTART, SendAway
from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sanctions import words_for
from trivet.server.rooms.sessions import Sessions
from trivet.server.store.contract import Sanction, StoreError
from trivet.server.table.room import Person

log = logging.getLogger("trivet.notices")


class Notices:
    """Does what the notices of other servers ask for."""

    def __init__(
        self, rooms: Rooms, sessions: Sessions, send_away: SendAway, forget: Callable[[], None]
    ) -> None:
        self.rooms, self.sessions = rooms, sessions
        self.send_away, self.forget = send_away, forget
        self._tasks: set[asyncio.Task[None]] = set()

    def noticed(self, text: str) -> None:
        match text.split():
            case ["person", person]:
                self.sessions.forget(person)
                self._do(self._look_up(person))
            case ["ended", person]:
                self.sessions.forget(person)
                self.send_away(lambda one, _: one == person, RESTART, LOGGED_OUT)
            case ["people"]:
                self.sessions.forget()
            case ["sanctions"]:
                self._do(self._read_sanctions())
            case ["lost", room, epoch]:
                self.rooms.peers.taken_over(room, int(epoch))
            case ["wanted", room, _]:
                self._do(self.rooms.peers.release_to_peer(room))
            case _:
                log.warning("a notice that is not understood")  # of a newer server, perhaps

    def missed(self) -> None:
        self.forget()
        self._do(self._read_sanctions())
        self._do(self.rooms.peers.look_for_lost())

    async def _look_up(self, person: str) -> None:
        name = await self.rooms.store.name(person)
        if name is None:
            self.forget()
            self.send_away(lambda one, _: one == person, BANNED, "You have been erased.")
        else:
            self.rooms.rename(Person(person, name))

    async def _read_sanctions(self) -> None:
        sanctions = self.rooms.sanctions
        await sanctions.load()
        for ban in (one for one in sanctions.all if one.kind == "ban"):
            self._send_away(ban)

    def _send_away(self, ban: Sanction) -> None:
        bans = self.rooms.sanctions
        self.send_away(
            lambda person, address: bans.ban(person, address) is ban, BANNED, words_for(ban)
        )

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(self._done(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _done(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except StoreError as error:
            log.warning("a notice could not be followed: %s", error)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
