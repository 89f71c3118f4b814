"""Keeping a name: a guest becomes somebody who can come back, here and on other devices."""

import hashlib
import hmac
import secrets
import time
from typing import NamedTuple

from trivet.server.rooms.registry import Rooms
from trivet.server.rooms.sessions import Sessions
from trivet.server.store.contract import StoredGuest
from trivet.server.store.people import Kept, People, is_handle
from trivet.server.table.room import Failing

HOUR = 3600
MOVING = 600  # seconds for which a link to another device is good
ASKING = 300  # ... and the question of a ceremony
FOR_EVER = 1 << 40
WRONG_CODES = 5  # from one address in an hour
LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"  # none looks like another
GROUPS, GROUP = 4, 5  # of a code: 98 bits
MOST_BROUGHT = 100  # tables of a guest that come along
USED = "This link was used, has run out, or was replaced by a newer one."


class Arrival(NamedTuple):
    """Somebody has come back: their new cookie, and what the guest before them leaves."""

    token: str
    person: str
    kept: Kept
    tables: int  # of the guest who was here before
    ticket: str  # that brings these tables; empty if there are none


class NameKeeper:
    """What a person may do about who they are."""

    def __init__(self, rooms: Rooms, sessions: Sessions, people: People) -> None:
        self.rooms, self.sessions, self.people = rooms, sessions, people

    async def of(self, person: str) -> Kept:
        known = await self.people.of(person)
        if known is None:
            raise Failing("no-person", "Nothing is stored about you.")
        return known

    async def keep(self, guest: StoredGuest) -> None:
        """From now on the name is theirs alone."""
        if not await self.people.keep(guest.person, guest.name, _now()):
            raise Failing("name-taken", "Somebody else keeps that name. Choose another one first.")

    async def expect_free(self, guest: StoredGuest) -> None:
        """Failing if they could not keep their name; nothing changes."""
        if not await self.people.is_free(guest.person, guest.name):
            raise Failing("name-taken", "Somebody else keeps that name. Choose another one first.")

    # --- a code on paper ---

    async def new_code(self, guest: StoredGuest) -> str:
        await self.keep(guest)
        text = "".join(secrets.choice(LETTERS) for _ in range(GROUPS * GROUP))
        await self.people.issue(text, "code", guest.person, FOR_EVER)
        return "-".join(text[n : n + GROUP] for n in range(0, len(text), GROUP))

    async def recover(self, code: str, before: StoredGuest, session: bytes, where: str) -> Arrival:
        """Come back by a code; all other sessions end: somebody may have the lost device."""
        now, place = _now(), await self._place(where)
        if await self.people.wrong_codes(place, now - HOUR) >= WRONG_CODES:
            raise Failing(
                "too-many-codes", "Too many wrong codes from where you are. Try again in an hour."
            )
        text = "".join(letter for letter in code.upper() if letter in LETTERS)
        person = await self.people.use_code(text, session, now)
        if person is None:
            await self.people.note_wrong_code(place, now, now - HOUR)
            raise Failing("wrong-code", "This code is wrong, or was used.")
        await self.people.end_sessions(person)
        self.sessions.forget(person)
        return await self.arrive(person, before, session)

    async def _place(self, address: str) -> bytes:
        """An address as it is counted: nobody can tell from it what it was."""
        key = await self.people.secret("addresses", secrets.token_bytes(32))
        return hmac.digest(key, address.encode(), hashlib.sha256)

    # --- another device ---

    async def move_link(self, person: str) -> tuple[str, int]:
        token, until = secrets.token_urlsafe(16), _now() + MOVING
        await self.people.issue(token, "move", person, until)
        return token, until

    async def mover(self, token: str) -> str:
        """Who one would become; the link still works."""
        name = await self.people.holder(token, "move", _now())
        if not name:
            raise Failing("used", USED)
        return name

    async def move(self, token: str, before: StoredGuest, session: bytes) -> Arrival:
        used = await self.people.use(token, "move", _now())
        if used is None:
            raise Failing("used", USED)
        return await self.arrive(used[0], before, session)

    # --- arriving ---

    async def arrive(self, person: str, before: StoredGuest, session: bytes) -> Arrival:
        """A new cookie for a person who has shown to be themselves."""
        kept = await self.of(person)
        token = await self.sessions.switch(session, person)
        tables = await self._tables_of(before.person) if before.person != person else 0
        ticket = ""
        if tables:
            ticket = secrets.token_urlsafe(16)
            was = before.person.encode()
            await self.people.issue(ticket, "bring", person, _now() + MOVING, was)
        return Arrival(token, person, kept, tables, ticket)

    async def _tables_of(self, person: str) -> int:
        """Tables of a guest; none of somebody who can come back to them."""
        known = await self.people.of(person)
        if known is None or known.kept:
            return 0
        return len(await self.people.store.rooms_of(person, MOST_BROUGHT))

    async def bring(self, guest: StoredGuest, token: str) -> int:
        """Take the tables of the guest who was here before along; how many."""
        used = await self.people.use(token, "bring", _now())
        if used is None or used[0] != guest.person:
            raise Failing("used", "These tables were brought along, or it is too late.")
        was = used[1].decode()
        known = await self.people.of(was)
        if known is None or known.kept:
            raise Failing("kept", "That guest keeps the name by now.")
        heads = await self.people.store.rooms_of(was, MOST_BROUGHT)
        if any(head.seat_of(guest.person) is not None for head in heads):
            raise Failing("both-there", "You both sit at one table: these tables stay as they are.")
        names = {head.id for head in heads}
        async with self.rooms.peers.blocking(names, "This table has to be read again."):
            await self.people.merge(was, guest.person, guest.name)
            await self.people.store.erase(was)
        self.sessions.forget(was)
        return len(names)

    # --- the rest ---

    async def take_handle(self, person: str, handle: str) -> None:
        wanted = handle.strip().lower()
        if not is_handle(wanted):
            raise Failing("bad-handle", "A handle has 3 to 24 letters a–z, digits and hyphens.")
        if not (await self.of(person)).kept:
            raise Failing("guest", "Keep your name first.")
        if not await self.people.take_handle(person, wanted, _now()):
            raise Failing(
                "handle-taken", "It is somebody else's, or you changed yours in the last 90 days."
            )

    async def mark_bot(self, person: str) -> None:
        if not await self.people.mark_bot(person):
            raise Failing("guest", "Keep your name first.")


def _now() -> int:
    return int(time.time())
