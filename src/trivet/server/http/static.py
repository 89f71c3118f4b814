"""What does not change while the server runs: the page, its files, drawings and rulebooks; and the
headers of every reply.

All of it is compressed once: the page's files by its build, replies when they are first asked for.
"""

import gzip
import hashlib
import json
import mimetypes
import os
import re
from collections.abc import Awaitable, Callable, Coroutine
from functools import lru_cache
from importlib.resources import files
from typing import Any

from starlette.requests import HTTPConnection, Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from trivet.server.http import origins
from trivet.server.process.logs import REQUEST, new_id
from trivet.server.records import sharing

FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}  # names change with content
ASK_AGAIN = {"Cache-Control": "no-cache"}  # kept, but only used after the server has agreed
OWN_FILES = (".svg", ".png", ".webmanifest", ".js")  # beside the page
CODINGS = (("br", ".br"), ("gzip", ".gz"))  # the smallest first
Card = Callable[[Request], Awaitable[sharing.LinkCard | None]]
HttpEndpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def page_routes(card: Card, limited: Callable[[HttpEndpoint], HttpEndpoint]) -> list[BaseRoute]:
    """The browser table, if it has been built; the page finds out itself what its address means.
    `limited` is for what costs more than a file."""
    index = origins.DIST / "index.html"
    if not index.exists():
        return [Route("/{path:path}", plain_page)]

    async def page(request: Request) -> Response:
        return FileResponse(index, headers=ASK_AGAIN)

    async def with_card(request: Request) -> Response:
        """The page, with a card for those who only show the link."""
        found = await card(request)
        if found is None:
            return await page(request)
        address = f"{request.url.scheme}://{request.headers.get('host', '')}"
        return HTMLResponse(sharing.with_card(index.read_text(), found, address), headers=ASK_AGAIN)

    async def own(request: Request) -> Response:
        """A file beside the page that keeps its name."""
        return FileResponse(origins.DIST / request.url.path.removeprefix("/"), headers=ASK_AGAIN)

    async def missing(request: Request) -> Response:
        return FileResponse(index, 404, ASK_AGAIN)

    pages = json.loads((origins.DIST / "pages.json").read_text())
    beside = [path.name for path in origins.DIST.iterdir() if path.suffix in OWN_FILES]
    return [
        Route(pages.pop("r"), limited(with_card)),
        *(Route(address, page) for address in pages.values()),
        *(Route(f"/{name}", own) for name in beside),
        *table_alone(),
        Mount("/assets", Assets(directory=origins.DIST / "assets")),
        Route("/{path:path}", missing),
    ]


def table_alone() -> list[BaseRoute]:
    """The table that needs no server, if the package trivet-site is installed: browsers may keep
    it for times without a network."""
    try:
        folder = files("trivet_site") / "folder"
    except ModuleNotFoundError:
        return []
    return [Mount("/alone", Alone(directory=str(folder), html=True))]


async def plain_page(request: Request) -> Response:
    return HTMLResponse(origins.PLAIN_PAGE, 200 if request.url.path == "/" else 404)


class Files(StaticFiles):
    """A folder of files; a name that no file can have is that of a missing one."""

    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        return ("", None) if "\0" in path else super().lookup_path(path)


class Alone(Files):
    """The files of the table without a server; its page runs Python."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        policy = f"{origins.ALONE_POLICY}; frame-ancestors 'none'"
        response.headers.update({**ASK_AGAIN, "Content-Security-Policy": policy})
        return response


class Assets(Files):
    """Files whose names change with their content: kept for good, and sent compressed where the
    build has left a compressed copy beside them."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        for coding, ending in CODINGS:
            full, found = self.lookup_path(path + ending)
            if found is not None and accepts(HTTPConnection(scope), coding):
                kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
                headers = {**FOR_GOOD, "Content-Encoding": coding, "Vary": "Accept-Encoding"}
                return FileResponse(full, headers=headers, media_type=kind, stat_result=found)
        response = await super().get_response(path, scope)
        if response.status_code == 200:
            response.headers.update({**FOR_GOOD, "Vary": "Accept-Encoding"})
        return response


def accepts(connection: HTTPConnection, coding: str) -> bool:
    """Whether the client takes this coding; `gzip;q=0` says that it does not."""
    for part in connection.headers.get("accept-encoding", "").split(","):
        name, _, weight = part.strip().partition(";")
        if name.strip() == coding:
            return re.fullmatch(r"\s*q=0(\.0*)?\s*", weight) is None
    return False


def lasting(request: Request, content: bytes) -> Response:
    """A JSON reply that is the same until the server changes: compressed once, and not sent again
    to a browser that has it."""
    tag, packed = _packed(content)
    headers = {**ASK_AGAIN, "ETag": tag, "Vary": "Accept-Encoding"}
    if tag in re.split(r"\s*,\s*", request.headers.get("if-none-match", "")):
        return Response(status_code=304, headers=headers)
    if not accepts(request, "gzip"):
        return Response(content, headers=headers, media_type="application/json")
    headers["Content-Encoding"] = "gzip"
    return Response(packed, headers=headers, media_type="application/json")


@lru_cache(maxsize=64)
def _packed(content: bytes) -> tuple[str, bytes]:
    return f'W/"{hashlib.sha256(content).hexdigest()[:16]}"', gzip.compress(content, 9, mtime=0)


class Headers:
    """Middleware: an id for every request, and the security headers in every HTTP response.  The
    id of a proxy is believed if the server is behind one."""

    def __init__(self, app: ASGIApp, *, is_behind_proxy: bool = False) -> None:
        self.app, self.is_behind_proxy = app, is_behind_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        given = HTTPConnection(scope).headers.get(REQUEST_ID, "") if self.is_behind_proxy else ""
        request = given if re.fullmatch(r"[\w-]{1,64}", given, re.ASCII) else new_id()
        REQUEST.set(request)

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower() for name, _ in message["headers"]}
                usual = [header for header in ENCODED if header[0] not in own]
                ours = (REQUEST_ID.encode(), request.encode())
                message["headers"] = [*message["headers"], *usual, ours]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


REQUEST_ID = "x-request-id"
ENCODED = [(name.lower().encode(), value.encode()) for name, value in origins.HEADERS.items()]
