"""What is kept for the next time, up to a number of bytes that counts the keys as well."""

import hashlib
from collections import OrderedDict

OVERHEAD = 250  # bytes of an entry beside its value: the key, two objects and a place in a dict


def key_of(*parts: object) -> bytes:
    """A short key: what is asked for may have a name of 64 kB."""
    return hashlib.sha256(repr(parts).encode()).digest()


class BoundedCache:
    """Bytes by key; those that were used least lately go first."""

    def __init__(self, most: int) -> None:
        self.most, self.size = most, 0
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: bytes) -> bytes | None:
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: bytes, value: bytes) -> None:
        self._drop(self._kept.pop(key, None))
        self._kept[key] = value
        self.size += OVERHEAD + len(value)
        while self.size > self.most:
            self._drop(self._kept.popitem(last=False)[1])

    def clear(self) -> None:
        self._kept.clear()
        self.size = 0

    def _drop(self, value: bytes | None) -> None:
        if value is not None:
            self.size -= OVERHEAD + len(value)
