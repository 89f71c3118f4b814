"""Security headers, and checks of the Host and Origin headers (DNS rebinding, cross-site calls)."""

import ipaddress
from pathlib import Path
from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

DIST = Path(__file__).parents[2] / "web" / "dist"  # the browser page, once it is built

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

# Of the table that needs no server, whose page runs Python: a host of files cannot say it in a
# header, so the page says it itself.
ALONE_POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; "
    "style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'none'"
)

PLAIN_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Trivet</title>
<h1>Trivet is running</h1>
<p>The browser table has not been built in this checkout. Until it is, join a table from a
terminal: <code>trivet join ADDRESS</code>, or write a player of your own: see docs/api.md.</p>
</html>
"""


def is_host(header: str) -> bool:
    """Whether a Host header can be read at all: `[` and the like cannot."""
    try:
        return bool(urlsplit(f"//{header}").hostname) and urlsplit(f"//{header}").port != 0
    except ValueError:
        return False


class Origins:
    """The host names of this server; requests for other hosts or from other origins are refused."""

    def __init__(self, hosts: frozenset[str]) -> None:
        self.hosts = hosts  # names of this machine, besides localhost and bare addresses

    def is_own_host(self, connection: HTTPConnection) -> bool:
        """Refuse a foreign Host header (DNS rebinding)."""
        name = urlsplit(f"//{connection.headers.get('host', '')}").hostname or ""
        return name == "localhost" or name in self.hosts or _is_address(name)

    def is_own_origin(self, connection: HTTPConnection) -> bool:
        """Whether the Origin header names this server: the page was loaded from here."""
        origin = connection.headers.get("origin", "")
        is_safe = connection.url.scheme in ("https", "wss")
        own = f"{'https' if is_safe else 'http'}://{connection.headers.get('host', '')}"
        return origin == own and self.is_own_host(connection)


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
