"""A player's end of the line: the server's tables from Python, for people, bots and terminals.

    from trivet.client import Client

    client = Client("http://127.0.0.1:8000")
    with client.enter(client.open_room("sovereign", bots=["", "greedy"], start=True)) as table:
        while ask := table.question():
            table.answer(ask.options[0].text)
        print(table.room.result)

`AsyncClient` is the same with `await`.  A table keeps itself connected: after a break it says what
it has, gets the rest, and sends again what was not acknowledged; the server takes it only once.
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
