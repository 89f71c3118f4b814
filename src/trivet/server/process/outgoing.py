"""Requests to addresses that strangers have named: none of them reaches a machine beside us (SSRF).

An address is checked twice: its name, against a list, and what that name resolves to, which is then
called as it was found.  Redirects are not followed.  `own` has origins that the operator names.
"""

import http.client
import socket
import ssl
from collections.abc import Collection, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from urllib.parse import SplitResult, urlsplit

PATIENCE = 10.0  # seconds
MAPPED = IPv6Network("64:ff9b::/96")  # leads to any IPv4 address
Ip = IPv4Address | IPv6Address


class Private(OSError):
    """A name leads to an address that is not of the public Internet."""


def why_not(address: str, known: Collection[str], own: Collection[str]) -> str:
    """Why an address is not called; empty if it is: its host is in a list, or below one of it."""
    where = _parts(address)
    if where is None:
        return "This is not an address."
    if where.username is not None or where.password is not None:
        return "An address with a name in it is not called."
    if f"{where.scheme}://{where.netloc}" in own:
        return ""
    if where.scheme != "https" or where.port not in (None, 443):
        return "Only https is called."
    name = where.hostname or ""
    if not any(name == one or name.endswith(f".{one}") for one in known):
        return "This server does not call that host."
    return ""


def _parts(address: str) -> SplitResult | None:
    """None if it is written in a way that programs read differently."""
    is_plain = address.isascii() and address.isprintable() and not {" ", "\\"} & set(address)
    with suppress(ValueError):
        where = urlsplit(address)
        _ = where.port  # ValueError if it is no number
        return where if is_plain else None
    return None


def post(address: str, body: bytes, headers: Mapping[str, str], own: Collection[str] = ()) -> int:
    """The status of the reply; OSError if there is none."""
    where = urlsplit(address)
    is_own = f"{where.scheme}://{where.netloc}" in own
    port = where.port or (443 if where.scheme == "https" else 80)
    found = resolved(where.hostname or "", port)
    if not is_own and not all(map(is_public, found)):
        raise Private("This host is not of the public Internet.")
    connection = http.client.HTTPConnection(where.netloc, timeout=PATIENCE)
    connection.sock = _connected(str(found[0]), port, where.hostname if port == 443 else None)
    try:
        path = (where.path or "/") + (f"?{where.query}" if where.query else "")
        connection.request("POST", path, body, dict(headers))
        return connection.getresponse().status
    except http.client.HTTPException as error:
        raise OSError("That was no reply.") from error
    finally:
        connection.close()


def _connected(address: str, port: int, name: str | None) -> socket.socket:
    """A connection to where the name led; with a name by TLS, which has to be of that name."""
    line = socket.create_connection((address, port), PATIENCE)
    if name is None:
        return line
    try:
        return ssl.create_default_context().wrap_socket(line, server_hostname=name)
    except BaseException:
        line.close()
        raise


def resolved(host: str, port: int) -> list[Ip]:
    """All addresses of a host."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [ip_address(str(one[4][0]).partition("%")[0]) for one in found]


def is_public(address: Ip) -> bool:
    if isinstance(address, IPv6Address):
        if address in MAPPED or address.sixtofour is not None or address.teredo is not None:
            return False
        address = address.ipv4_mapped or address
    return address.is_global and not address.is_multicast
