"""The same real server as for the tests of the server."""

from server.conftest import server

__all__ = ["server"]
