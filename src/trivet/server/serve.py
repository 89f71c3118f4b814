"""The server as a process: from an empty folder to the last goodbye."""

import asyncio
import os
import socket
import webbrowser
from dataclasses import dataclass, field, replace
from pathlib import Path

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from trivet.server import lifetimes, logs
from trivet.server.app import App
from trivet.server.bots import POLITE, Bots, Manners
from trivet.server.garbage import tidy
from trivet.server.guard import guarded
from trivet.server.lifetimes import Lifetimes
from trivet.server.limits import USUAL, Limits
from trivet.server.messages import Bye
from trivet.server.origins import Origins
from trivet.server.rooms import Rooms
from trivet.server.sqlite import open_store

BACKLOG = 4096  # connections that may wait to be taken
LONGEST_FRAME = 1_000_000  # bytes: too long a message is answered, one longer than this cut off
UNDER_WAY = 65_536  # bytes for the system to hold; what else waits for a slow reader we count
PING = 20.0  # seconds


@dataclass(frozen=True)
class Settings:
    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    names: frozenset[str] = field(default_factory=frozenset)  # of this machine, for browsers
    opens_browser: bool = False
    log: Path | None = None  # none: standard error
    is_behind_proxy: bool = False
    limits: Limits = USUAL
    manners: Manners = POLITE
    lifetimes: Lifetimes = lifetimes.USUAL


class CannotListen(Exception):
    """The address to be served at is not to be had; the text says why."""


def serve(settings: Settings) -> None:
    """Run until told to stop; CannotOpen or CannotListen if that cannot be."""
    listener = listening(settings.host, settings.port)
    store = open_store(settings.data)
    logs.set_up(settings.log)
    rooms = Rooms(store, Bots(settings.manners), settings.limits)
    config = uvicorn.Config(
        App(rooms, Origins(settings.names), settings.lifetimes).app(),
        loop="uvloop" if has_uvloop() else "asyncio",
        http=guarded(_at_the_door(settings)),
        ws=Undecoded,
        ws_max_size=LONGEST_FRAME,
        ws_ping_interval=PING,
        ws_ping_timeout=PING,
        ws_per_message_deflate=False,  # the length of compressed secrets tells about them
        lifespan="on",
        log_config=None,
        access_log=False,  # addresses of rooms are for those who have them
        server_header=False,
        proxy_headers=settings.is_behind_proxy,
        backlog=BACKLOG,
        timeout_graceful_shutdown=10,
    )
    Server(config, rooms, settings, listener).run(sockets=[listener])


def _at_the_door(settings: Settings) -> Limits:
    """Behind a proxy all connections are the proxy's, which has limits of its own."""
    if settings.is_behind_proxy:
        return replace(settings.limits, connections_of_address=0)
    return settings.limits


def listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNDER_WAY)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # somebody who reads nothing for long is gone
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2000 * PING))
        return listener
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise CannotListen(f"{host}, port {port}, cannot be used: {why}.") from None


class Undecoded(WebSocketsSansIOProtocol):
    """Leaves it to us to read text: what is no UTF-8 is answered like any other nonsense."""

    def handle_text(self, event: Frame) -> None:
        self.handle_bytes(event)


class Server(uvicorn.Server):
    """Says where it is, and says goodbye."""

    def __init__(
        self, config: uvicorn.Config, rooms: Rooms, settings: Settings, listener: socket.socket
    ) -> None:
        super().__init__(config)
        self.rooms, self.settings, self.listener = rooms, settings, listener

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.tidying = asyncio.create_task(tidy())
        host, port = self.listener.getsockname()[:2]
        name = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
        address = f"http://{name}:{port}/"
        print(f"Trivet is at {address} and keeps its games in {self.settings.data}.", flush=True)
        if self.settings.opens_browser:
            webbrowser.open(address)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.tidying.cancel()
        for server in self.servers:
            server.close()  # nobody new
        await self.rooms.close(Bye(reason="The server is being restarted.", again=1.0))
        await super().shutdown(sockets)


def has_uvloop() -> bool:
    try:
        import uvloop  # noqa: F401
    except ImportError:
        return False
    return True
