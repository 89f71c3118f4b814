"""Files of the page and replies that do not change: compressed, and kept by browsers."""

import asyncio
import gzip
import http.client
import json
import re
import sys
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.routing import Route

from server.wires import fetch
from trivet.server.http import origins
from trivet.server.http.static import Alone, Assets, Headers, lasting, page_routes, table_alone

WEB = Path(__file__).parents[2] / "src/trivet/web/src"
SCRIPT = b"let table = 'trivet';" * 50


def get(app, path, **headers):
    """Ask an application for a path; its status, headers and body."""
    sent = []
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "query_string": b""}
    scope["headers"] = [
        (name.encode().replace(b"_", b"-"), v.encode()) for name, v in headers.items()
    ]

    async def receive():
        await asyncio.Event().wait()  # nobody goes away

    async def send(message):
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    heads = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], heads, b"".join(one.get("body", b"") for one in sent[1:])


@pytest.fixture
def assets(tmp_path):
    (tmp_path / "index-1.js").write_bytes(SCRIPT)
    (tmp_path / "index-1.js.gz").write_bytes(gzip.compress(SCRIPT, mtime=0))
    (tmp_path / "index-1.js.br").write_bytes(b"brotli")
    (tmp_path / "letters.woff2").write_bytes(b"font")
    return Assets(directory=tmp_path)


@pytest.mark.parametrize(
    ("accepted", "coding", "body"),
    [
        ("gzip, deflate, br", "br", b"brotli"),
        ("gzip", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("br;q=0, gzip", "gzip", gzip.compress(SCRIPT, mtime=0)),
        ("", None, SCRIPT),
        ("gzip;q=0.0", None, SCRIPT),
    ],
)
def test_a_file_is_sent_as_the_browser_takes_it_and_kept_for_good(assets, accepted, coding, body):
    status, heads, sent = get(assets, "/index-1.js", accept_encoding=accepted)
    assert status == 200
    assert heads.get("content-encoding") == coding
    assert heads["content-type"].startswith("text/javascript")
    assert heads["vary"] == "Accept-Encoding"
    assert "immutable" in heads["cache-control"]
    assert "max-age=31536000" in heads["cache-control"]
    assert len(sent) == int(heads["content-length"])
    assert sent == body or gzip.decompress(sent) == SCRIPT


def test_a_file_without_a_compressed_copy_is_sent_as_it_is(assets):
    status, heads, sent = get(assets, "/letters.woff2", accept_encoding="gzip, br")
    assert (status, sent) == (200, b"font")
    assert "content-encoding" not in heads


def test_the_build_leaves_compressed_copies_and_the_page_is_asked_for_again():
    built = origins.DIST / "assets"
    if not built.exists():
        pytest.skip("the browser table is not built: tools/ready.py page")
    for path in [*built.glob("*.js"), *built.glob("*.css")]:
        packed = path.with_name(f"{path.name}.gz")
        assert gzip.decompress(packed.read_bytes()) == path.read_bytes()
        assert path.with_name(f"{path.name}.br").stat().st_size < packed.stat().st_size

    async def nothing(request):
        return None

    page = next(
        route
        for route in page_routes(nothing, lambda endpoint: endpoint)
        if getattr(route, "path", "") == "/"
    )
    status, heads, body = get(page.app, "/")
    assert (status, heads["cache-control"]) == (200, "no-cache")
    assert b"/assets/" in body


def test_a_lasting_reply_is_compressed_and_sent_once():
    content = json.dumps({"games": ["trinity"] * 100}).encode()

    def ask(**headers):
        names = [(name.encode().replace(b"_", b"-"), v.encode()) for name, v in headers.items()]
        return lasting(Request({"type": "http", "method": "GET", "headers": names}), content)

    plain, packed = ask(), ask(accept_encoding="gzip")
    assert plain.body == content
    assert gzip.decompress(packed.body) == content
    assert packed.headers["content-encoding"] == "gzip"
    again = ask(accept_encoding="gzip", if_none_match=packed.headers["etag"])
    assert (again.status_code, again.body) == (304, b"")
    assert ask(if_none_match='W/"other"').status_code == 200


def test_the_page_is_an_app(server):
    """What a browser needs to install it, and to keep it for times without a network."""
    if not (origins.DIST / "index.html").exists():
        pytest.skip("the browser table is not built: tools/ready.py page")
    manifest = json.loads(fetch(server, "GET", "/manifest.webmanifest")[2])
    sizes = {icon["sizes"] for icon in manifest["icons"]}
    assert {"192x192", "512x512", "any"} <= sizes
    for icon in manifest["icons"]:
        reply = get_bytes(server, f"/{icon['src']}")
        assert reply.status == 200
        assert reply.getheader("content-type") == icon["type"]
    status, heads, text = fetch(server, "GET", "/sw.js")
    assert (status, heads["cache-control"]) == (200, "no-cache")
    assert "javascript" in heads["content-type"]
    assert "addEventListener" in text
    assert fetch(server, "GET", "/alone/")[0] == 404  # trivet-site is not installed


def test_every_page_can_be_reloaded(server):
    if not (origins.DIST / "index.html").exists():
        pytest.skip("the browser table is not built: tools/ready.py page")
    pages = json.loads((WEB / "pages.json").read_text())
    for address in pages.values():
        status, heads, _ = fetch(server, "GET", address.replace("{game}", "trinity"))
        assert (status, heads["content-type"]) == (200, "text/html; charset=utf-8")
    for address in ("/nowhere", "/settings/nowhere", "/rules", "/api/nowhere"):
        assert fetch(server, "GET", address)[0] == 404


def test_the_page_and_the_server_have_the_same_pages():
    """Else one is found by links and gives 404 when it is loaded again."""
    branches = re.findall(r'page === "(\w*)"', (WEB / "App.svelte").read_text())
    assert list(dict.fromkeys(branches)) == list(json.loads((WEB / "pages.json").read_text()))


def test_the_table_without_a_server_is_there_if_its_package_is(tmp_path, monkeypatch):
    folder = tmp_path / "trivet_site/folder"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "index.html").write_text("the table")
    assert table_alone() == []
    monkeypatch.syspath_prepend(str(tmp_path))
    [mount] = table_alone()
    monkeypatch.delitem(sys.modules, "trivet_site")
    status, heads, body = get(mount.app, "/")
    assert (status, body) == (200, b"the table")
    assert "'wasm-unsafe-eval'" in heads["content-security-policy"]
    assert "frame-ancestors 'none'" in heads["content-security-policy"]


def get_bytes(server, path):
    connection = http.client.HTTPConnection(urlsplit(server).netloc, timeout=10)
    connection.request("GET", path)
    reply = connection.getresponse()
    reply.read()
    connection.close()
    return reply


def test_a_name_with_a_zero_is_that_of_a_missing_file(tmp_path):
    """It was a fault with a traceback, as often as anybody wished."""
    for files in (Assets(directory=tmp_path), Alone(directory=tmp_path, html=True)):
        with pytest.raises(HTTPException) as missing:
            get(files, "/a\0b")
        assert missing.value.status_code == 404


def test_a_failure_has_the_headers_of_every_reply():
    async def broken(request):
        raise ValueError("planted")

    app, sent = Headers(Starlette(routes=[Route("/", broken)])), []

    async def send(message):
        sent.append(message)

    async def run():
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "query_string": b""}
        with suppress(ValueError):
            await app(scope, None, send)

    asyncio.run(run())
    assert sent[0]["status"] == 500
    assert {"content-security-policy", "x-request-id"} <= {
        k.decode() for k, _ in sent[0]["headers"]
    }
