"""The workers of a page, for rooms and records: what processes are for a server."""

from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any, Protocol

import msgspec

from trivet.offline.work import WorkReply
from trivet.server.bots.bot_worker import ThinkReply, ThinkRequest
from trivet.server.bots.thinkers import Crashed
from trivet.server.wire.api import Point


class PageWorker(Protocol):
    """A worker that runs `Work`."""

    async def ask(self, name: str, data: bytes) -> bytes:
        """Its reply; Crashed if it has ended."""
        ...

    def kill(self) -> None:
        """End it, in the middle of its work; it is started again when it is asked again."""
        ...


async def done(worker: PageWorker, name: str, data: bytes) -> bytes:
    """The result of some work; LookupError says what was wrong."""
    reply = msgspec.msgpack.decode(await worker.ask(name, data), type=WorkReply)
    if reply.wrong:
        raise LookupError(reply.wrong)
    return reply.result


class PageThinker:
    """Bots think in a worker of the page."""

    def __init__(self, worker: PageWorker) -> None:
        self.worker = worker

    async def ask(self, question: ThinkRequest) -> ThinkReply:
        try:
            reply = await done(self.worker, "think", msgspec.msgpack.encode(question))
            return msgspec.msgpack.decode(reply, type=ThinkReply)
        except (LookupError, msgspec.DecodeError) as wrong:
            raise Crashed(str(wrong)) from None

    def kill(self) -> None:
        self.worker.kill()

    def move(self, home: Path) -> None:
        """There is one build in a page."""

    async def close(self) -> None:
        self.worker.kill()


class PageReplayer:
    """Records are replayed in a worker of the page."""

    def __init__(self, worker: PageWorker) -> None:
        self.worker = worker

    async def run(self, make: Callable[..., bytes], text: str, rest: tuple[Any, ...]) -> bytes:
        return await done(self.worker, make.__name__, msgspec.msgpack.encode([text, *rest]))

    async def close(self) -> None:
        self.worker.kill()


class PageEstimator:
    """Win chances are estimated in a worker of the page, a position at a time."""

    def __init__(self, worker: PageWorker) -> None:
        self.worker = worker

    async def points(self, text: str) -> AsyncGenerator[Point, None]:
        try:
            found = await done(self.worker, "points", text.encode())
            while found:
                yield msgspec.json.decode(found, type=Point)
                found = await done(self.worker, "next", b"")
        except (LookupError, Crashed) as wrong:
            raise OSError(str(wrong)) from None
