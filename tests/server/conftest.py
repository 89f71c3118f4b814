"""One real server, and one database, for all tests of a process."""

import os

import pytest
from campaigns.database import NoDatabase, a_database

from server.stores import ModelKind, PostgresKind, ShelfKind, SqliteKind
from server.tables import a_server
from trivet.client import Client
from trivet.server.wire.messages import Resign


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with a_server(folder, guests_of_address=1e6, rooms_of_address=1e6) as (address, _):
        yield address


@pytest.fixture(scope="session")
def database():
    """A PostgreSQL of our own.  `TRIVET_POSTGRES=required` forbids to do without it."""
    try:
        import asyncpg  # noqa: F401

        with a_database() as found:
            yield found
    except (NoDatabase, ImportError) as missing:
        if os.environ.get("TRIVET_POSTGRES") == "required":
            raise
        pytest.skip(f"postgres: {missing}")


@pytest.fixture
def postgres(database):
    kind = PostgresKind(database)
    yield kind
    kind.remove()


@pytest.fixture(params=["sqlite", "postgres"])
def kind_with_sql(request, tmp_path):
    """Every kind of store with tables and schemas."""
    if request.param == "sqlite":
        return SqliteKind(tmp_path)
    return request.getfixturevalue("postgres")


@pytest.fixture(params=["sqlite", "postgres", "shelf", "model"])
def kind(request, tmp_path):
    """Every kind of store."""
    if request.param == "sqlite":
        return SqliteKind(tmp_path)
    if request.param == "postgres":
        return request.getfixturevalue("postgres")
    return ShelfKind() if request.param == "shelf" else ModelKind()


@pytest.fixture(params=["postgres", "model"])
def shared(request):
    """Every kind of store that several servers may use."""
    return request.getfixturevalue("postgres") if request.param == "postgres" else ModelKind()


@pytest.fixture(scope="module")
def resigned(server):
    """The room of a game that was given up at its beginning."""
    client = Client(server)
    room = client.open_room("sovereign", bots=["", "random"], start=True)
    with client.enter(room) as table:
        table.do(Resign())
    return room
