"""Calls people to tables where it is their turn while they are away: any server, each turn once."""

import asyncio
import json
import logging
import time
from collections.abc import Collection

from trivet.server.process.quiet_hours import after_quiet
from trivet.server.process.threads import in_thread
from trivet.server.rooms import web_push, webhooks
from trivet.server.rooms.registry import Rooms
from trivet.server.store.contract import StoreError
from trivet.server.store.decoding import head_or_none
from trivet.server.store.people import People
from trivet.server.store.turns import GRACE, Turn, Turns, Way
from trivet.server.table.commands import TimeUp

BEAT = 5.0  # seconds between two looks
AT_ONCE = 8  # messages under way
GONE = (404, 410)  # the browser takes no more messages there
MOST_LOOKED_FOR = 2000  # tables in play that a new server looks at
log = logging.getLogger("trivet.calling")


class TurnCalls:
    """Takes turns that are due, and calls by every way that a person has."""

    def __init__(
        self, rooms: Rooms, people: People, contact: str, own: Collection[str] = (),
        grace: int = GRACE,
    ) -> None:  # fmt: skip
        self.rooms, self.people, self.contact, self.own = rooms, people, contact, own
        self.turns = Turns(people.store, grace)
        self._lines = asyncio.Semaphore(AT_ONCE)

    async def run(self) -> None:
        await self.find_forgotten()
        while True:
            await asyncio.sleep(BEAT)
            try:
                await self.call(int(time.time()))
            except StoreError as error:
                log.warning("nobody could be called: %s", error)
            except Exception:
                log.exception("nobody could be called")

    async def find_forgotten(self) -> None:
        """Who was at a table when a server ended has no turn stored: look at these tables."""
        try:
            found = await self.people.store.rows(
                "SELECT DISTINCT room FROM members JOIN rooms ON rooms.id = room "
                "WHERE phase = 'playing' AND person IN (SELECT person FROM ways) "
                "AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.room = rooms.id) LIMIT $1",
                MOST_LOOKED_FOR)  # fmt: skip
            for (room,) in found:
                mailbox = await self.rooms.mailbox(room)
                if mailbox is not None:
                    mailbox.submit(TimeUp())
        except StoreError as error:  # also of a table that another server has
            log.info("not all tables in play were looked at: %s", error)

    async def call(self, now: int) -> int:
        """Call all who are due; how many messages went out."""
        sent = 0
        while due := await self.turns.take(now):
            sent += sum(await asyncio.gather(*(self._call(turn, now) for turn in due)))
        return sent

    async def _call(self, turn: Turn, now: int) -> int:
        wakes = after_quiet(now, *await self.turns.quiet_hours(turn.person))
        if wakes > now:
            await self.turns.put_off(turn, wakes)
            return 0
        words = await self._words(turn)
        if not words:
            return 0
        message = {"room": turn.room, "acts": turn.acts, "words": words}
        sent = 0
        for way in await self.turns.open_ways(turn.person, now):
            if await self.turns.still(turn):
                sent += await self._send(way, turn, message, now)
        if sent:
            await self.turns.told(turn)
        return sent

    async def _words(self, turn: Turn) -> str:
        found = await self.people.store.rows("SELECT head FROM rooms WHERE id = $1", turn.room)
        head = head_or_none(found[0][0]) if found else None
        if head is None or head.game not in self.rooms.games:
            return ""
        title = self.rooms.games[head.game].title
        if turn.told:
            return f"{title}: your time has nearly run out."
        return f"{title}: it is your turn."

    async def _send(self, way: Way, turn: Turn, message: dict[str, object], now: int) -> int:
        async with self._lines:
            try:
                by = self._push if way.kind == "push" else self._webhook
                status = await by(way, turn, message)
            except Exception as error:  # whatever a push service does, the others are called
                log.info("a message did not go out: %s", type(error).__name__)
                status = 0
        if status in GONE:
            await self.turns.drop(turn.person, way.id)
        elif 200 <= status < 300:
            await self.turns.went(way, now)
            return 1
        else:
            await self.turns.failed(way, now)
        return 0

    async def _push(self, way: Way, turn: Turn, message: dict[str, object]) -> int:
        if web_push.why_not(way.place, self.own):
            return GONE[0]  # the operator no longer names it
        said = json.loads(way.data)
        to = web_push.Subscription(
            way.place, web_push.unb64(said["key"]), web_push.unb64(said["secret"])
        )
        key = web_push.key_of(await self.push_key())
        text = json.dumps(message).encode()
        topic = turn.room[:32]
        return await in_thread(web_push.send, to, text, key, self.contact, topic, self.own)

    async def _webhook(self, way: Way, turn: Turn, message: dict[str, object]) -> int:
        if webhooks.why_not(way.place, self.own):
            return GONE[0]
        link = f"{self.contact}/t/{turn.room}"
        return await in_thread(webhooks.send, way.place, str(message["words"]), link, self.own)

    async def push_key(self) -> bytes:
        """The private key of all servers on this store; a new one would silence every browser."""
        return await self.people.secret("push", web_push.new_key())
