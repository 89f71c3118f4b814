"""Bare requests and sockets, for tests of what a real server says to anybody."""

import asyncio
import http.client
import json
import re
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from trivet.client import Client


def fetch(address, method, path, body=None, **headers):
    """A bare request: status, headers, text."""
    connection = http.client.HTTPConnection(urlsplit(address).netloc, timeout=10)
    headers = {name.replace("_", "-"): value for name, value in headers.items()}
    connection.request(method, path, body, headers)
    reply = connection.getresponse()
    found = reply.status, dict(reply.getheaders()), reply.read().decode()
    connection.close()
    return found


def cookie(address):
    headers = fetch(address, "GET", "/api/me")[1]
    return re.match(r"trivet=[^;]+", headers["set-cookie"])[0]


@asynccontextmanager
async def a_socket(address, room, **headers):
    usual = {"Origin": address, "Cookie": cookie(address)}
    async with connect(
        f"ws{address[4:]}/ws/{room}", additional_headers={**usual, **headers}, compression=None
    ) as connection:
        yield connection


async def replies_until_closed(connection):
    replies = []
    try:
        while True:
            replies.append(json.loads(await asyncio.wait_for(connection.recv(), 10)))
    except ConnectionClosed as closed:
        return replies, closed.rcvd.code


def a_room(address, **wish):
    return Client(address).open_room("sovereign", **wish)
