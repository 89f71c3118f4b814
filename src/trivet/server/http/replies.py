"""HTTP requests and replies: reading a body, encoding, and the headers that go with a reply."""

import gzip
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.websockets import WebSocket

from trivet.server.http.calls import JSON, SVG, ApiReply, Refusing
from trivet.server.http.static import accepts, lasting
from trivet.server.process.addresses import network
from trivet.server.records.archive import WORTH_PACKING, is_packed
from trivet.server.rooms.caller import Closed
from trivet.server.wire.outgoing import Failed

PICTURE_HEADERS = {
    "Cache-Control": "no-cache",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",  # its own colours
}


def address(connection: HTTPConnection) -> str:
    return network(connection.client.host) if connection.client is not None else "?"


async def body(request: Request, longest: int) -> bytes:
    """The body of a request; Refusing if it is too long."""
    data = b""
    async for chunk in request.stream():
        data += chunk
        if len(data) > longest:
            raise Refusing(413, "too-big", "That is too long.")
    return data


def reply(content: Any, status: int = 200) -> Response:
    return json_reply(msgspec.json.encode(content), status)


def json_reply(content: bytes, status: int = 200) -> Response:
    return Response(content, status, {"Cache-Control": "no-store"}, media_type=JSON)


def response(request: Request, said: ApiReply, *, lasts: bool) -> Response:
    """The reply of an endpoint, over HTTP."""
    if lasts:
        return lasting(request, said.content)
    headers = {"Cache-Control": "no-store"} if said.kind == JSON else {}
    if said.kind == SVG:
        headers |= PICTURE_HEADERS
    content = said.content
    if said.is_open:
        headers["Vary"] = "Accept-Encoding"
        if accepts(request, "gzip"):
            content = content if said.is_packed else packed_if_long(content)
        elif said.is_packed:
            content = gzip.decompress(content)
        if is_packed(content):
            headers["Content-Encoding"] = "gzip"
    return Response(content, said.status, headers, media_type=said.kind)


def packed_if_long(content: bytes) -> bytes:
    """The text of a record is some kilobytes: it is compressed in less than a millisecond."""
    return gzip.compress(content, 6, mtime=0) if len(content) > WORTH_PACKING else content


async def turn_away(websocket: WebSocket, end: Closed) -> None:
    """Close a socket that was just accepted, with a reason."""
    notice = Failed(code="closed", reason=end.reason)
    await websocket.send_text(msgspec.json.encode(notice).decode())
    await websocket.close(end.code, end.brief)
