"""The server process: settings, listening socket, start and graceful shutdown."""

import asyncio
import os
import socket
import sys
import webbrowser
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, closing, suppress
from dataclasses import dataclass, field
from ipaddress import ip_address
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode
from websockets.protocol import State

from trivet.catalogue import GAMES
from trivet.server.bots.pacing import DEFAULT_PACING, BotPacing
from trivet.server.bots.pool import Bots
from trivet.server.http.app import App
from trivet.server.http.background_build import meanwhile, tell
from trivet.server.http.connection_limits import with_connection_limits
from trivet.server.http.metrics import Figures
from trivet.server.http.operator import (
    ADMIN_FILE,
    Operator,
    metrics_app,
    operator_app,
    write_admin_token,
)
from trivet.server.http.origins import Origins
from trivet.server.http.relay import Relay
from trivet.server.http.socket import WIRE
from trivet.server.http.websocket_frames import (
    WHOLE_PING,
    WHOLE_PONG,
    are_whole,
    frame_in,
    framed,
    pong,
)
from trivet.server.process import logs
from trivet.server.process.gc_pacing import tidy
from trivet.server.process.limits import USUAL, Limits
from trivet.server.rooms.registry import Rooms
from trivet.server.store import lifetimes, sqlite
from trivet.server.store.contract import CannotOpen, Store
from trivet.server.store.lifetimes import Lifetimes
from trivet.server.wire.outgoing import Bye

BACKLOG = 4096  # connections that may wait to be accepted
LONGEST_FRAME = 1_000_000  # bytes; shorter messages that are too long still get an answer
UNDER_WAY = 65_536  # bytes of the kernel's send buffer; Limits.unread bounds the rest
PING = 20.0  # seconds
SWITCH = 0.0002  # seconds for which a busy event loop may keep the store waiting, at each statement


@dataclass(frozen=True)
class Settings:
    """How to run a server."""

    data: Path
    host: str = "127.0.0.1"
    port: int = 8000
    names: frozenset[str] = field(default_factory=frozenset)  # of this machine, for browsers
    opens_browser: bool = False
    log: Path | None = None  # None: standard error
    is_behind_proxy: bool = False
    limits: Limits = USUAL
    pacing: BotPacing = DEFAULT_PACING
    meanwhile: tuple[str, ...] = ()  # a command that makes a faster build: see meanwhile.py
    lifetimes: Lifetimes = lifetimes.USUAL
    metrics: tuple[str, int] | None = None  # where to listen for Prometheus; None: nowhere
    store: str = ""  # postgresql://...; empty: SQLite in the folder
    push_services: frozenset[str] = frozenset()  # origins besides the known ones
    peer: str = ""  # HOST:PORT where other servers on the same store find this one


class CannotListen(Exception):
    """The address cannot be listened on; the text says why."""


def serve(settings: Settings) -> None:
    """Run until stopped; CannotOpen or CannotListen if the server cannot start."""
    sys.setswitchinterval(SWITCH)
    os.umask(0o077)  # what a server writes is for its operator alone
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        runner.run(_serve(settings))


async def _serve(settings: Settings) -> None:
    listener = listening(settings.host, settings.port)
    admin_socket = listening("127.0.0.1", 0)
    listeners = [listener, admin_socket]
    if settings.metrics is not None:
        listeners.append(listening(*settings.metrics))
    if len({one.getsockname()[1] for one in listeners}) < len(listeners):
        raise CannotListen("Players and metrics need ports of different numbers.")
    async with _opened(settings, listener) as (store, relay):
        logs.set_up(settings.log)
        list(GAMES.values())  # all are imported now: no table waits for one later
        rooms = Rooms(store, Bots(settings.pacing), settings.limits)
        behind = settings.is_behind_proxy
        app = App(
            rooms,
            Origins(settings.names),
            settings.lifetimes,
            is_behind_proxy=behind,
            relay=relay,
            push_services=settings.push_services,
        )
        token = write_admin_token(settings.data, admin_socket.getsockname()[1])
        operator = Operator(rooms, app.send_away, app.forget)
        figures = Figures(rooms, lambda: app.sockets.open, settings.data)
        own_app = operator_app(operator, figures, token)
        ports: dict[int, ASGIApp] = {admin_socket.getsockname()[1]: own_app}
        if settings.metrics is not None:
            ports[listeners[-1].getsockname()[1]] = metrics_app(figures)
        config = uvicorn.Config(
            Ports(relay.wrap(app.app()), ports),
            http=with_connection_limits(proxy_limits(settings)),
            ws=DirectProtocol,
            ws_max_size=LONGEST_FRAME,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            ws_per_message_deflate=False,  # the compressed length of a secret would leak something
            lifespan="on",
            log_config=None,
            access_log=False,  # the address of a room is a secret of its players
            server_header=False,
            proxy_headers=behind,
            backlog=BACKLOG,
            timeout_graceful_shutdown=10,
        )
        server = Server(config, app, settings, listener)
        await server.serve(sockets=listeners)
    if server.wrong_peer:
        raise CannotOpen(server.wrong_peer)


@asynccontextmanager
async def _opened(
    settings: Settings, listener: socket.socket
) -> AsyncIterator[tuple[Store, Relay]]:
    """The store, which the application closes, and the way to other servers that share it."""
    if not settings.store:
        yield sqlite.open_store(settings.data), Relay("", 0)
        return
    from trivet.server.store import postgres

    host, port = listener.getsockname()[:2]
    if not settings.peer and ip_address(host).is_unspecified:
        raise CannotOpen("Say where other servers find this one: --peer HOST:PORT.")
    peer = settings.peer or (f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
    settings.data.mkdir(mode=0o700, parents=True, exist_ok=True)
    with closing(sqlite.locked(settings.data)):  # for the log and the operator's door
        store = await postgres.open_store(settings.store, peer)
        yield store, Relay(store.secret, store.server, peer)


class Ports:
    """Hands a request to the application of the port that it came in by."""

    def __init__(self, public: ASGIApp, others: Mapping[int, ASGIApp]) -> None:
        self.public, self.others = public, others

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        port = (scope.get("server") or ("", 0))[1]
        await self.others.get(port, self.public)(scope, receive, send)


def proxy_limits(settings: Settings) -> Limits:
    """Behind a proxy all connections are the proxy's, which has limits of its own."""
    if settings.is_behind_proxy:
        return settings.limits._replace(connections_of_address=0)
    return settings.limits


def listening(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNDER_WAY)
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # drop a client that acknowledges nothing for long
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(2000 * PING))
        return listener
    except OSError as error:
        why = os.strerror(error.errno) if error.errno else str(error)
        raise CannotListen(f"{host}, port {port}, cannot be used: {why}.") from None


class DirectProtocol(WebSocketsSansIOProtocol):
    """Lets a socket read and write without a queue and a task in between.

    Text frames are handed on as bytes, so that invalid UTF-8 gets an answer like any bad message.
    """

    hear: Callable[[bytes], None] | None = None  # takes messages instead of the queue
    _is_between = True  # two frames, as far as it can be seen from here; else the library reads on

    def data_received(self, data: bytes) -> None:
        if self.handshake_initiated and self._is_between:
            frame = frame_in(data) if self.hear is not None else None
            if frame is not None and not self.close_sent:
                self._take(*frame)
                return
            self._is_between = are_whole(data)
        super().data_received(data)

    def _take(self, kind: int, content: bytes) -> None:
        if kind == WHOLE_PONG:
            self.handle_pong(Frame(Opcode.PONG, content))
        elif kind == WHOLE_PING:
            if self.conn.state is State.OPEN and not self.transport.is_closing():
                self.transport.write(pong(content))
        elif self.hear is not None:
            self.hear(content)

    async def run_asgi(self) -> None:
        self.scope["state"][WIRE] = self
        try:
            await super().run_asgi()
        finally:
            del self.scope["state"][WIRE]  # a connection that keeps itself is never freed

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        with suppress(EOFError):
            self.conn.receive_eof()  # ends the parser, which keeps itself until then

    def handle_text(self, event: Frame) -> None:
        self.handle_bytes(event)

    def send_receive_event_to_app(self) -> None:
        if self.hear is None or self.close_sent:
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        self.frames = []
        self.hear(data)

    @property
    def is_ready(self) -> bool:
        """Whether the transport takes more."""
        return self.writable.is_set()

    async def ready(self) -> None:
        await self.writable.wait()

    def pause_reading(self) -> None:
        """Read no more for now: the other side waits, by TCP's own flow control."""
        if not self.transport.is_closing():
            self.transport.pause_reading()

    def resume_reading(self) -> None:
        if not self.transport.is_closing():
            self.transport.resume_reading()

    def push(self, texts: Iterable[bytes]) -> None:
        """Several messages in one write."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        if self.conn.state is State.OPEN:  # else the other side is closing
            self.transport.write(framed(texts))


class Server(uvicorn.Server):
    """Prints its address at the start; on shutdown it says goodbye to all listeners first."""

    def __init__(
        self, config: uvicorn.Config, app: App, settings: Settings, listener: socket.socket
    ) -> None:
        super().__init__(config)
        self.app, self.settings, self.listener = app, settings, listener
        self.building: asyncio.Task[None] | None = None
        self.wrong_peer = ""  # why other servers would not find this one

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.tidying = asyncio.create_task(tidy(lambda: self.app.rooms.share.is_quiet))
        host, port = self.listener.getsockname()[:2]
        name = "localhost" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host
        address = f"http://{name}:{port}/"
        self.wrong_peer = await self.app.relay.why_not_found()
        if self.wrong_peer:
            self.should_exit = True
            return
        where = "a database" if self.settings.store else self.settings.data
        print(f"Trivet is at {address} and keeps its games in {where}.", flush=True)
        if self.settings.metrics is not None:
            host, port = (sockets or [])[-1].getsockname()[:2]
            print(f"Metrics are at http://{host}:{port}/metrics.", flush=True)
        if self.settings.opens_browser:
            webbrowser.open(address)
        if self.settings.meanwhile:
            building = meanwhile(self.settings.meanwhile, self.app.move, tell)
            self.building = asyncio.create_task(building)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.tidying.cancel()
        if self.building is not None:
            self.building.cancel()
            await asyncio.wait([self.building])
        (self.settings.data / ADMIN_FILE).unlink(missing_ok=True)
        for server in self.servers:
            server.close()  # nobody new
        await self.app.rooms.close(Bye(reason="The server is being restarted.", again=1.0))
        await super().shutdown(sockets)


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if not has_uvloop():
        return None
    import uvloop

    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


def has_uvloop() -> bool:
    try:
        import uvloop  # noqa: F401
    except ImportError:
        return False
    return True
