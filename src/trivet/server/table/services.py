"""What a table needs of the server around it: clock, store, bots, figures and other rooms."""

from typing import Protocol

from trivet.server.bots.pool import Bots
from trivet.server.process.fair_share import FairShare
from trivet.server.process.logs import Metrics
from trivet.server.store.contract import Store
from trivet.server.table.room import Room


class Services(Protocol):
    """The registry of rooms is one; see `trivet.server.rooms.registry`."""

    store: Store
    bots: Bots
    metrics: Metrics
    share: FairShare

    def now(self) -> int: ...

    async def reopen(self, room: str) -> Room | None: ...

    async def rematch(self, room: Room) -> str: ...

    def drop(self, room: str) -> None: ...
