"""The browser, as Python in its worker sees it: the shelf, the other workers, the page.

Runs on Pyodide only; what is called from the page's own code is at the end.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from pyodide.ffi import JsException, create_proxy, to_js

from trivet.catalogue import GAMES
from trivet.offline.local_server import LocalServer
from trivet.offline.shelf import ShelfError
from trivet.offline.work import Work
from trivet.server.bots.thinkers import Crashed

list(GAMES.values())  # all are in the memory that later visits start from

WORDS = {  # errors of IndexedDB, in words for people
    "QuotaExceededError": "the browser has no more room for this page",
    "ConstraintError": "it is there already",
    "InvalidStateError": "the browser has closed the storage of this page",
    "UnknownError": "the browser cannot write to its disk",
}


class BrowserShelf:
    """A shelf in IndexedDB: `alone/shelf.ts`."""

    def __init__(self, shelf: Any) -> None:
        self.shelf = shelf

    async def change(
        self, add: Mapping[str, bytes], put: Mapping[str, bytes], drop: Collection[str]
    ) -> None:
        new, changed = to_js(list(add.items())), to_js(list(put.items()))
        wrong = await self.shelf.change(new, changed, to_js(list(drop)))
        if wrong:
            raise ShelfError(WORDS.get(wrong, wrong))

    async def find(self, prefix: str) -> Sequence[tuple[str, bytes]]:
        try:
            found = await self.shelf.find(prefix)
        except JsException as error:
            raise ShelfError(WORDS.get(error.name, error.name)) from None
        return [(name, data.to_bytes()) for name, data in found]


class BrowserWorker:
    """Another worker of the page: `alone/worker.ts`."""

    def __init__(self, worker: Any) -> None:
        self.worker = worker

    async def ask(self, name: str, data: bytes) -> bytes:
        try:
            reply: bytes = (await self.worker.ask(name, to_js(data))).to_bytes()
        except JsException as error:
            raise Crashed(str(error)) from None
        return reply

    def kill(self) -> None:
        self.worker.kill()


class BrowserLine:
    """The page's end of a conversation."""

    def __init__(self, hear: Callable[[str], None], end: Callable[[int, str], None]) -> None:
        self.hear, self.end = hear, end


class BrowserServer:
    """The server, with arguments and results that cross the border."""

    def __init__(self, server: LocalServer) -> None:
        self.server = server

    async def call(self, method: str, address: str, body: str) -> Any:
        reply = await self.server.call(method, address, body.encode())
        return to_js((reply.status, reply.content.decode()))

    async def dial(self, key: str, room: str, hear: Any, end: Any) -> None:
        await self.server.dial(key, room, BrowserLine(hear, end))

    async def hear(self, key: str, text: str) -> None:
        await self.server.hear(key, text)

    def hang_up(self, key: str) -> None:
        self.server.hang_up(key)


class BrowserWork:
    """What the second worker does, likewise."""

    def __init__(self) -> None:
        self.work = Work()

    def do(self, name: str, data: Any) -> Any:
        return to_js(self.work.do(name, data.to_bytes()))


async def begin(shelf: Any, bots: Any, archive: Any) -> Any:
    """For the first worker."""
    logging.basicConfig(level=logging.WARNING)
    server = LocalServer(BrowserShelf(shelf), BrowserWorker(bots), BrowserWorker(archive))
    await server.begin()
    return create_proxy(BrowserServer(server))


def work() -> Any:
    """For the second worker."""
    return create_proxy(BrowserWork())
