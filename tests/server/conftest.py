"""One real server for all tests of a process."""

import pytest

from server.tables import a_server
from trivet.client import Client
from trivet.server.messages import Resign


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with a_server(folder, guests_of_address=1e6, rooms_of_address=1e6) as (address, _):
        yield address


@pytest.fixture(scope="module")
def resigned(server):
    """The room of a game that was given up at its beginning."""
    client = Client(server)
    room = client.open_room("sovereign", bots=["", "random"], start=True)
    with client.enter(room) as table:
        table.do(Resign())
    return room
