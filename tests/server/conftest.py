"""One real server for all tests of a process."""

import pytest

from server.tables import a_server


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    with a_server(folder, guests_of_address=1e6, rooms_of_address=1e6) as (address, _):
        yield address
