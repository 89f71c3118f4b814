"""HTTP requests and replies: reading a body, refusing, encoding."""

from typing import Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from trivet.server.guard import network
from trivet.server.messages import Failed
from trivet.server.socket import Closed

T = TypeVar("T")


class Refusing(Exception):
    """An HTTP request is refused; becomes a reply with this status."""

    def __init__(self, status: int, code: str, reason: str) -> None:
        super().__init__(reason)
        self.status, self.code, self.reason = status, code, reason


def address(connection: HTTPConnection) -> str:
    return network(connection.client.host) if connection.client is not None else "?"


async def body(request: Request, kind: type[T], longest: int) -> T:
    """The decoded body; Refusing if it is too long or not of this type."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > longest:
            raise Refusing(413, "too-big", "That is too long.")
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as wrong:
        raise Refusing(422, "bad-request", f"That is not understood: {wrong}.") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refusing(422, "bad-request", "That is not valid JSON.") from None


def reply(content: Any, status: int = 200) -> Response:
    return json_reply(msgspec.json.encode(content), status)


def json_reply(content: bytes, status: int = 200) -> Response:
    return Response(
        content,
        status,
        {"Cache-Control": "no-store"},
        media_type="application/json",
    )


async def turn_away(websocket: WebSocket, end: Closed) -> None:
    """Close a socket that was just accepted, with a reason."""
    notice = Failed(code="closed", reason=end.reason)
    await websocket.send_text(msgspec.json.encode(notice).decode())
    await websocket.close(end.code, end.brief)
