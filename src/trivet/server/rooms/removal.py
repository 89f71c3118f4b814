"""Ends and removes rooms for the operator, and takes a person out of all rooms."""

from collections.abc import Awaitable, Callable

from trivet.server.rooms.peers import Peers
from trivet.server.store.contract import Store, Unreadable
from trivet.server.table.commands import Abandoned, Departed
from trivet.server.table.mailbox import Mailbox
from trivet.server.table.room import Failing


class Removal:
    """What only an operator may do to rooms; `unreadable` has those that are set aside."""

    def __init__(
        self,
        store: Store,
        peers: Peers,
        mailbox: Callable[[str], Awaitable[Mailbox | None]],
        unreadable: dict[str, str],
    ) -> None:
        self.store, self.peers = store, peers
        self._mailbox, self._unreadable = mailbox, unreadable

    async def close_room(self, room: str, reason: str) -> str:
        """End a table, whatever is played there; return what became of it."""
        try:
            mailbox = await self.peers.from_anywhere(room, self._mailbox)
        except Unreadable as damaged:
            raise Failing("set-aside", f"{damaged} It can only be removed.") from None
        if mailbox is None:
            raise Failing("no-room", "There is no such table.")
        if mailbox.room.head.phase == "over":
            raise Failing("over", "The game is over.")
        if mailbox.room.head.phase == "playing":
            mailbox.submit(Abandoned(reason))
            await mailbox.wait_until_idle()
            return "ended as abandoned, with its record"
        await self.remove_room(room, reason)
        return "removed: it had not begun"

    async def remove_room(self, room: str, reason: str) -> None:
        """Remove a table and all that belongs to it."""
        async with self.peers.blocking(
            [room], f"The operator has closed this table. {reason}".strip()
        ):
            self._unreadable.pop(room, None)
            await self.store.remove_room(room)

    async def erase(self, person: str, send_away: Callable[[], object]) -> int:
        """Take a person out of all rooms and out of the store; in how many rooms they were."""
        data = await self.store.person_data(person)
        names = {head.id for head in data.rooms} if data is not None else set()
        names |= {room for room, _ in data.lines} if data is not None else set()
        names |= {name for name, box in self.peers.mailboxes.items() if box.room.knows(person)}
        for head in data.rooms if data is not None else ():
            if head.phase != "over" and head.seat_of(person) is not None:
                await self._depart(head.id, person)
        async with self.peers.blocking(names, "This table has to be read again."):
            send_away()
            return await self.store.erase(person)

    async def _depart(self, room: str, person: str) -> None:
        """Let a person leave a table for good, as if they had stood up or resigned."""
        try:
            mailbox = await self.peers.from_anywhere(room, self._mailbox)
        except Unreadable:
            return
        if mailbox is not None:
            mailbox.submit(Departed(person))
            await mailbox.wait_until_idle()
