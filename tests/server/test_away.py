"""A server, or its store, that is away for a moment: clients wait for it and go on."""

import asyncio
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from trivet.client import AsyncClient, Trouble, connection


@contextmanager
def a_proxy_that_says(*replies):
    """A proxy with a status and a body for each request; the last one is repeated."""
    waiting = list(replies)

    class Handler(BaseHTTPRequestHandler):
        def answer(self):
            status, body = waiting.pop(0) if len(waiting) > 1 else waiting[0]
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = answer

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


AWAY = [
    (502, b"<h1>Bad Gateway</h1>"),
    (503, b""),
    (504, b""),
    (503, b'{"code":"store","reason":"It could not be read."}'),
]


@pytest.fixture
def _quick(monkeypatch):
    monkeypatch.setattr(connection, "PAUSES", (0.01,) * 6)


@pytest.mark.usefixtures("_quick")
def test_a_request_is_sent_again_when_the_server_was_away():
    with a_proxy_that_says(*AWAY, (200, b'{"name":"Ann"}')) as address:
        assert asyncio.run(AsyncClient(address).me()) == "Ann"


@pytest.mark.usefixtures("_quick")
@pytest.mark.parametrize("reply", AWAY)
def test_a_server_that_stays_away_is_no_server(reply):
    with a_proxy_that_says(reply) as address, pytest.raises(Trouble) as told:
        asyncio.run(AsyncClient(address).me())
    assert told.value.code == "no-server"


@pytest.mark.usefixtures("_quick")
def test_what_may_have_been_done_is_not_sent_twice():
    replies = (502, b""), (201, b'{"room":"twice"}')
    with a_proxy_that_says(*replies) as address, pytest.raises(Trouble, match="502"):
        asyncio.run(AsyncClient(address, "token").open_room("sovereign"))
