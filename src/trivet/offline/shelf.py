"""A shelf: names and bytes, put there together or not at all.  A page has one in IndexedDB."""

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol


class ShelfError(Exception):
    """The shelf cannot be used; the text says why, in words for people."""


class Shelf(Protocol):
    """Where a page keeps things.  Everything raises ShelfError."""

    async def change(
        self, add: Mapping[str, bytes], put: Mapping[str, bytes], drop: Collection[str]
    ) -> None:
        """Add what must not be there yet, put what may, drop names; all of it or nothing.  It is
        on the disk when this returns."""
        ...

    async def find(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        """Everything whose name begins like this, in the order of the names."""
        ...


class DictShelf:
    """A shelf in memory."""

    def __init__(self) -> None:
        self.things: dict[str, bytes] = {}

    def copy(self) -> "DictShelf":
        again = DictShelf()
        again.things = dict(self.things)
        return again

    async def change(
        self, add: Mapping[str, bytes], put: Mapping[str, bytes], drop: Collection[str]
    ) -> None:
        if taken := [name for name in add if name in self.things]:
            raise ShelfError(f"{taken[0]} is there already")
        self.things |= {**add, **put}
        for name in drop:
            self.things.pop(name, None)

    async def find(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        return [
            (name, self.things[name]) for name in sorted(self.things) if name.startswith(prefix)
        ]
