"""A socket that came to the wrong server is passed through to the one that has the room.

Servers on one store share a secret.  A relayed socket carries it, and with it where the guest
really comes from; without the secret these headers are worth nothing.
"""

import asyncio
import hmac
from collections.abc import Mapping
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from typing import Any, cast

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from trivet.server.table.audience import written
from trivet.server.wire.outgoing import Bye

SECRET, FROM, SCHEME, SERVER = (
    "x-trivet-secret", "x-trivet-from", "x-trivet-scheme", "x-trivet-server",
)  # fmt: skip
RELAYED = "trivet.relayed"  # in the scope of a relayed socket
COME_BACK = 1012
NO_CODE = (1005, 1006, 1015)  # codes that no frame may carry
OPENING, PING, PATIENCE = 2.0, 1.0, 4.0  # seconds: a paused server must not hold its people
MOVING = "This table is moving to another server. Please come back."
SILENT = "The server of this table does not answer. Please come back."


class Relay:
    """Passes sockets on to other servers, and knows which ones were passed on to this one."""

    def __init__(self, secret: str, server: int, peer: str = "") -> None:
        self.secret, self.server, self.peer = secret, server, peer

    def knows(self, given: str) -> bool:
        return bool(self.secret) and hmac.compare_digest(given.encode(), self.secret.encode())

    def signature(self, request: Request) -> dict[str, str]:
        """Which server this is, for others on the same store."""
        is_ours = self.knows(request.headers.get(SECRET, ""))
        return {SERVER: str(self.server)} if is_ours else {}

    async def why_not_found(self) -> str:
        """What is wrong with the address under which other servers look for this one."""
        if not self.peer:
            return ""
        wrong = f"{self.peer} does not lead to this server"
        try:
            found = await asyncio.to_thread(self._ask_peer)
        except (OSError, ValueError, HTTPException) as error:
            return f"{wrong}: {getattr(error, 'reason', error)}. Say --peer HOST:PORT."
        return "" if found == str(self.server) else f"{wrong}. Say --peer HOST:PORT."

    def _ask_peer(self) -> str:
        host, _, port = self.peer.rpartition(":")
        connection = HTTPConnection(host.strip("[]"), int(port), timeout=PATIENCE)
        try:
            connection.request("GET", "/livez", headers={SECRET: self.secret})
            return connection.getresponse().headers.get(SERVER, "")
        finally:
            connection.close()

    def wrap(self, app: ASGIApp) -> ASGIApp:
        """The application behind a check of what was relayed."""

        async def relayed(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "websocket" and self.secret:
                headers = Headers(scope=scope)
                if self.knows(headers.get(SECRET, "")):
                    scope[RELAYED] = True
                    scope["client"] = (headers.get(FROM, "?"), 0)
                    scope["scheme"] = headers.get(SCHEME, "ws")
            await app(scope, receive, send)

        return relayed

    async def pass_on(self, websocket: WebSocket, address: str) -> None:
        """Until one of both sides hangs up; nothing is relayed twice."""
        if websocket.scope.get(RELAYED) or not address:
            await _bye(websocket, COME_BACK, MOVING)
            return
        headers, (host, _, port) = websocket.headers, address.rpartition(":")
        code, reason = COME_BACK, SILENT
        try:
            async with connect(
                f"ws://{headers['host']}{websocket.url.path}",  # by the name that it came under
                host=host.strip("[]"), port=int(port), origin=cast(Any, headers.get("origin")),
                additional_headers=self._about(websocket), compression=None, max_size=None,
                proxy=None, open_timeout=OPENING, close_timeout=PING, ping_interval=PING,
                ping_timeout=PATIENCE, user_agent_header=None,
            ) as owner:  # fmt: skip
                await _both_ways(websocket, owner)
                if owner.close_code is not None and owner.close_code not in NO_CODE:
                    code, reason = owner.close_code, owner.close_reason or ""
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code not in NO_CODE:
                code, reason = closed.rcvd.code, closed.rcvd.reason
        except (OSError, InvalidHandshake, TimeoutError, EOFError):
            pass  # the guest comes back and finds the room elsewhere
        await _bye(websocket, code, reason)

    def _about(self, websocket: WebSocket) -> Mapping[str, str]:
        return {
            "Cookie": websocket.headers.get("cookie", ""),
            SECRET: self.secret,
            FROM: websocket.client.host if websocket.client else "?",
            SCHEME: websocket.url.scheme,
        }


async def _both_ways(websocket: WebSocket, owner: ClientConnection) -> None:
    inward = asyncio.create_task(_inward(websocket, owner))
    try:
        async for text in owner:
            await websocket.send_text(cast(str, text))
    except WebSocketDisconnect:
        pass
    finally:
        inward.cancel()
        await asyncio.gather(inward, return_exceptions=True)


async def _inward(websocket: WebSocket, owner: ClientConnection) -> None:
    while True:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            await owner.close()
            return
        await owner.send(message.get("text") or message.get("bytes") or b"", text=True)


async def _bye(websocket: WebSocket, code: int, reason: str) -> None:
    if websocket.application_state == WebSocketState.CONNECTED:
        with suppress(RuntimeError, WebSocketDisconnect, OSError):
            if reason in (MOVING, SILENT):
                await websocket.send_text(written(Bye(reason=reason, again=PING)).decode())
            await websocket.close(code, reason)
