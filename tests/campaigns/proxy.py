"""A small proxy in front of several servers, as HAProxy would be.

It asks each whether it lives, sends a room's sockets to one server and a person's requests to one,
and cuts the lines of a dead one.
"""

import asyncio
import contextlib
import re
import zlib
from collections.abc import Sequence

CHECK, LATE, FALL = 0.5, 1.0, 2  # seconds between two checks, for a reply; checks that fail
CONNECTING = 1.0  # seconds
HEAD = 65_536  # bytes of a request's head
ALIVE = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
AWAY = b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
WorkerGroup = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Backend:
    """A server behind the proxy."""

    def __init__(self, address: str) -> None:
        host, _, port = address.removeprefix("http://").partition(":")
        self.host, self.port = host, int(port)
        self.failures = 0
        self.lines: set[asyncio.StreamWriter] = set()

    @property
    def is_up(self) -> bool:
        return self.failures < FALL

    async def connect(self) -> WorkerGroup:
        async with asyncio.timeout(CONNECTING):
            return await asyncio.open_connection(self.host, self.port, limit=HEAD)

    async def check(self) -> None:
        try:
            async with asyncio.timeout(LATE):
                reader, writer = await self.connect()
                try:
                    writer.write(ALIVE)
                    is_well = b" 200 " in await reader.readline()
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            is_well = False
        self.failures = 0 if is_well else self.failures + 1
        if not self.is_up:
            for line in list(self.lines):
                line.transport.abort()


class Proxy:
    """Listens on a port of its own; `is_fair` sends every second connection to the other server."""

    def __init__(self, addresses: Sequence[str], *, is_fair: bool = False) -> None:
        self.backends = [Backend(address) for address in addresses]
        self.is_fair, self.count, self.port = is_fair, 0, 0
        self._server: asyncio.Server | None = None
        self._checks: list[asyncio.Task[None]] = []
        self._guests: set[asyncio.Task[None]] = set()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def __aenter__(self) -> "Proxy":
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0, limit=HEAD)
        self.port = self._server.sockets[0].getsockname()[1]
        self._checks = [asyncio.create_task(self._watch(one)) for one in self.backends]
        return self

    async def __aexit__(self, *error: object) -> None:
        if self._server is not None:
            self._server.close()
        tasks = [*self._checks, *self._guests]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # transports close

    async def _watch(self, backend: Backend) -> None:
        while True:
            await backend.check()
            await asyncio.sleep(CHECK)

    def order(self, head: bytes) -> list[Backend]:
        """The servers to try, the best first."""
        self.count += 1
        path = head.split(b" ", 2)[1] if head.count(b" ") >= 2 else b""
        cookie = re.search(rb"trivet=([^;\r]+)", head)
        key = path if path.startswith(b"/ws/") else cookie[1] if cookie else b""
        first = self.count if self.is_fair or not key else zlib.crc32(key)
        first %= len(self.backends)
        rotated = self.backends[first:] + self.backends[:first]
        return sorted(rotated, key=lambda one: not one.is_up)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._guests.add(task)
        try:
            await self._find_server(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # the guest has gone
        except asyncio.CancelledError:
            pass  # the proxy stops
        finally:
            self._guests.discard(task)
            writer.close()

    async def _find_server(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        for backend in self.order(head):
            try:
                line = await backend.connect()
            except (OSError, TimeoutError):
                continue
            await self._pass_on(backend, (reader, writer), line, head)
            return
        writer.write(AWAY)
        await writer.drain()

    async def _pass_on(
        self, backend: Backend, guest: WorkerGroup, line: WorkerGroup, head: bytes
    ) -> None:
        ends = {guest[1], line[1]}
        backend.lines |= ends
        try:
            line[1].write(head)
            await asyncio.gather(_pump(guest[0], line[1]), _pump(line[0], guest[1]))
        finally:
            backend.lines -= ends
            for end in ends:
                end.close()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while data := await reader.read(HEAD):
            writer.write(data)
            await writer.drain()
    writer.close()
