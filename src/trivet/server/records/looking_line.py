"""Whose look at a finished game is worked out next: people take turns, as with their bots."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from trivet.server.bots.turns import Owner, Turns, WaitingTurn
from trivet.server.table.room import Failing

BUSY = "Too many games are being looked at. Try again in a moment."


class LookingLine:
    """One look at a time.  Who asks is a person, or the address of a stranger."""

    def __init__(self, most: int) -> None:
        self._turns = Turns(1, most)

    def __len__(self) -> int:
        return len(self._turns)

    @asynccontextmanager
    async def turn(self, who: str) -> AsyncIterator[None]:
        """Wait for one's turn, and have it; Failing if the line is full of one's own looks."""
        place = self.join(who)
        try:
            await place.called
            yield
        finally:
            place.leave()

    def join(self, who: str) -> "Place":
        """A place in the line; it may be refused at once."""
        return Place(self._turns, who)


class Place:
    """One look that waits, or is worked out."""

    def __init__(self, turns: Turns, who: str) -> None:
        self.called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._turns = turns
        self._turn = WaitingTurn(Owner(who, who, is_seated=True), self._call, self._refuse)
        turns.join(self._turn)

    def expect_kept(self) -> None:
        """Failing if the place was refused."""
        if self.called.done() and not self.called.cancelled():
            self.called.result()

    def leave(self) -> None:
        self._turns.leave(self._turn)
        self.called.cancel()

    def _call(self) -> None:
        if not self.called.done():
            self.called.set_result(None)

    def _refuse(self) -> None:
        if not self.called.done():
            self.called.set_exception(Failing("busy", BUSY))
            self.called.exception()  # whoever has given up need not hear of it
