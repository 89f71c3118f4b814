"""Which server has a room: rooms that another server asks for, and rooms that others took over."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import TypeVar

from trivet.server.store.contract import Elsewhere, Parked, Store, StoreError, Unreadable
from trivet.server.table.commands import Closing, TakenOver
from trivet.server.table.mailbox import Mailbox
from trivet.server.table.room import Failing
from trivet.server.wire.outgoing import Bye

RESTING = "This table was put aside for a moment."
MOST_ASKED, ASKED_AGAIN = 50, 0.1  # times another server is asked for a room; seconds in between
log = logging.getLogger("trivet.rooms")
T = TypeVar("T")


class Peers:
    """Takes rooms out of memory for other servers, or to change them in the store."""

    def __init__(
        self,
        store: Store,
        mailboxes: dict[str, Mailbox],
        opening: Mapping[str, "asyncio.Task[Mailbox | None]"],
    ) -> None:
        self.store, self.mailboxes, self._opening = store, mailboxes, opening
        self._blocked: set[str] = set()  # rooms that nobody may open for a moment
        self._unblocked = asyncio.Event()

    async def wait_until_unblocked(self, room: str) -> None:
        while room in self._blocked:
            await self._unblocked.wait()

    async def park(self, room: str) -> None:
        """Take a room of which nobody is there out of memory; its clocks run on in the store."""
        mailbox = self.mailboxes.get(room)
        if mailbox is None or not mailbox.is_idle or room in self._blocked:
            return
        self._block([room])
        try:
            await mailbox.finish()  # what its clocks show is stored
            left = mailbox.left()
            mailbox.close_inbox(Bye(reason=RESTING, again=1.0))
            self.mailboxes.pop(room, None)
            if left is None:
                await self.release({room: mailbox.room.epoch})
            else:
                await self.store.park({room: Parked(mailbox.room.epoch, left)})
        except StoreError as error:
            log.warning("a room could not be parked: %s", error)
        finally:
            self._unblock([room])

    def _block(self, rooms: Collection[str]) -> None:
        self._blocked.update(rooms)

    def _unblock(self, rooms: Collection[str]) -> None:
        self._blocked.difference_update(rooms)
        self._unblocked.set()
        self._unblocked = asyncio.Event()  # some may wait for other rooms

    @asynccontextmanager
    async def blocking(self, rooms: Collection[str], reason: str) -> AsyncIterator[None]:
        """Drop rooms from memory, and let nobody open them until the store has been changed."""
        self._block(rooms)
        claimed: dict[str, int] = {}
        try:
            for room in rooms:
                if room in self._opening:
                    await asyncio.wait([self._opening[room]])
                mailbox = self.mailboxes.get(room)
                if mailbox is not None:
                    notice = Bye(reason=reason, again=1.0)
                    mailbox.submit(Closing(notice))
                    await mailbox.finish()
                    mailbox.close_inbox(notice)
                    self.mailboxes.pop(room, None)
                with suppress(Unreadable):  # nobody can have it
                    stored = await self.from_anywhere(room, self.store.claim)
                    claimed.update({room: stored.epoch} if stored is not None else {})
            yield
        finally:
            await self.release(claimed)
            self._unblock(rooms)

    async def from_anywhere(self, room: str, take: Callable[[str], Awaitable[T]]) -> T:
        """Take a room, also one that another server has: that one is asked for it."""
        for _ in range(MOST_ASKED):
            try:
                return await take(room)
            except Elsewhere:
                await self.store.ask_for(room)
                await asyncio.sleep(ASKED_AGAIN)
        raise Failing("elsewhere", "Another server has this table and does not release it.")

    async def release(self, held: Mapping[str, int]) -> None:
        """Let any server claim these rooms, each held under an epoch."""
        try:
            await self.store.release(held)
        except StoreError as error:  # they stay ours: others send people here
            log.warning("rooms could not be released: %s", error)

    async def release_to_peer(self, room: str) -> None:
        """Release a room of ours that another server asks for."""
        if room not in self._blocked:
            with suppress(StoreError, Failing):
                async with self.blocking([room], "This table moves to another server."):
                    pass

    def taken_over(self, room: str, epoch: int) -> None:
        """Another server has claimed a room under this epoch."""
        mailbox = self.mailboxes.get(room)
        if mailbox is not None and mailbox.room.epoch < epoch:
            mailbox.submit(TakenOver(epoch))

    async def look_for_lost(self) -> None:
        """Let go of rooms that are ours no longer: notices of it may have been missed."""
        held = {name: mailbox.room.epoch for name, mailbox in self.mailboxes.items()}
        try:
            lost = await self.store.lost(held)
        except StoreError as error:
            log.warning("lost rooms could not be looked for: %s", error)
            return
        for name in lost:
            self.taken_over(name, held[name] + 1)
