"""Connections that send nothing, or half a request, or do not read their reply, do not stay; nor do
too many of one address."""

from asyncio import TimerHandle, Transport
from collections import Counter
from typing import ClassVar

from h11 import DONE, MUST_CLOSE, Request
from uvicorn.protocols.http.h11_impl import H11Protocol

from trivet.server.process.addresses import network
from trivet.server.process.limits import Limits


class LimitedProtocol(H11Protocol):
    """HTTP with deadlines for requests and replies, and a number of connections of an address."""

    limits: ClassVar[Limits]
    held: ClassVar[Counter[str]]  # connections by address, without sockets

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._where = network(self.client[0]) if self.client else ""
        self._deadline: TimerHandle | None = None
        self._is_replying = False
        self.held[self._where] += 1
        self._set_deadline(self.limits.request_seconds)
        if self.held[self._where] > self.limits.connections_of_address > 0:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._let_go()
        super().connection_lost(exc)
        self.cycle = None  # type: ignore[assignment]  # request and connection keep each other

    def handle_events(self) -> None:
        super().handle_events()
        is_whole = self.conn.their_state in (DONE, MUST_CLOSE)
        if is_whole and self._deadline is not None and not self._is_replying:
            self._is_replying = True  # who sends more meanwhile has no more time to read
            self._set_deadline(self.limits.reply_seconds)

    def on_response_complete(self) -> None:
        self._is_replying = False
        self._set_deadline(self.limits.request_seconds)  # a pipelined request may be there already
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Request) -> None:
        self._let_go()  # sockets have limits of their own, and are pinged
        super().handle_websocket_upgrade(event)

    def _set_deadline(self, seconds: float) -> None:
        self._clear_deadline()
        self._deadline = self.loop.call_later(seconds, self._too_slow)

    def _clear_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()

    def _let_go(self) -> None:
        self._clear_deadline()
        if self._where:
            self.held[self._where] -= 1
            if not self.held[self._where]:
                del self.held[self._where]
            self._where = ""


def with_connection_limits(limits: Limits) -> type[LimitedProtocol]:
    """The protocol of one server."""
    return type("Guarded", (LimitedProtocol,), {"limits": limits, "held": Counter()})
