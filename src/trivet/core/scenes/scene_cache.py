"""Parts of scenes that are kept from one position to the next."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

P = TypeVar("P")


class SceneCache:
    """Parts of scenes as they were built last, for all viewers of one table.

    A part is built again only if what it is made of differs.  It is given nothing else, so it can
    neither be out of date nor tell one viewer what only another may know.
    """

    def __init__(self) -> None:
        self._parts: dict[Hashable, tuple[tuple[Any, ...], Any]] = {}

    def part(self, key: Hashable, build: Callable[..., P], *made_of: Any) -> P:
        """`build(*made_of)`, or the same as last time under this key.  `build` is a function of a
        module, never one that closes over a view."""
        kept = self._parts.get(key)
        if kept is None or kept[0] != made_of:
            kept = self._parts[key] = made_of, build(*made_of)
        same: P = kept[1]
        return same

    def whole(self, key: Hashable, build: Callable[..., P], *made_of: Any) -> P:
        """The same for something that is made of kept parts itself: `build(self, *made_of)`."""
        kept = self._parts.get(key)
        if kept is None or kept[0] != made_of:
            kept = self._parts[key] = made_of, build(self, *made_of)
        same: P = kept[1]
        return same
