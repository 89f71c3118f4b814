"""The client: play at a server's tables from Python.

    from trivet.client import Client

    client = Client("http://127.0.0.1:8000")
    with client.enter(client.open_room("sovereign", bots=["", "greedy"], start=True)) as table:
        while ask := table.question():
            table.answer(ask.options[0].text)
        print(table.room.result)

`AsyncClient` is the same with `await`.  A table reconnects by itself: it says what it has, gets the
rest, and resends requests that were not acknowledged; the server handles each of them only once.
"""

from trivet.client.blocking import BlockingTable, Client
from trivet.client.connection import AsyncClient, RoomAddress, place_of
from trivet.client.table import COOKIE, AsyncTable, Trouble

__all__ = [
    "AsyncClient",
    "AsyncTable",
    "COOKIE",
    "Client",
    "RoomAddress",
    "BlockingTable",
    "Trouble",
    "place_of",
]
