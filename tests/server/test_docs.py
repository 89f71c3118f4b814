"""docs/api.md is true."""

import json
import re
from pathlib import Path

from tools import schema
from trivet.server.http import app
from trivet.server.http.endpoints import Endpoints
from trivet.server.http.record_endpoints import RecordEndpoints
from trivet.server.process.limits import USUAL
from trivet.server.rooms import caller

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs/api.md").read_text()


def test_the_types_in_the_docs_are_those_of_the_code():
    again = "run: PYTHONPATH=src python -m tools.schema"
    assert schema.with_types(PAGE) == PAGE, again
    assert schema.json_schema() == (TOP / "docs/api.schema.json").read_text(), again
    assert schema.typescript() == (TOP / schema.WIRE).read_text(), again


def test_every_message_is_in_the_schema():
    schemas = json.loads(schema.json_schema())["$defs"]
    wishes = {schemas[part["$ref"].rpartition("/")[2]]["properties"]["do"]["enum"][0]
              for part in schemas["RoomRequest"]["anyOf"]}  # fmt: skip
    assert {"enter", "answer", "undo", "why", "narrow", "say", "resign"} <= wishes
    assert all("export type " + name in schema.typescript() for name in schemas)


def test_every_route_is_in_the_docs():
    routes = [route.path for route in app.App.routes(_Nothing()) if route.path.startswith("/api")]
    for path in routes:
        named = re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), path)
        assert f"{named}`" in PAGE or f"{named}?" in PAGE, path


class _Nothing:
    """Has whatever is asked for, and it does nothing."""

    def __getattr__(self, name):
        return _endpoints if name == "endpoints" else lambda endpoint: endpoint


_endpoints = Endpoints(None, None, RecordEndpoints(None, None, None, None))


def test_the_limits_in_the_docs_are_those_of_the_code():
    for number in (USUAL.rate, USUAL.burst, USUAL.sockets_of_person, USUAL.rooms_of_person,
                   USUAL.sockets_of_address, USUAL.guests_of_address, USUAL.rate_of_address,
                   USUAL.burst_of_address, USUAL.warnings, USUAL.chat_burst):  # fmt: skip
        assert f" {number:g} " in PAGE
    for code in (caller.RESTART, caller.TOO_BIG, caller.POLICY, caller.NO_SESSION,
                 caller.BANNED, caller.NO_ROOM,
                 caller.TOO_SLOW, caller.TOO_MANY, caller.SET_ASIDE, caller.FAULT):  # fmt: skip
        assert f"| {code} |" in PAGE
