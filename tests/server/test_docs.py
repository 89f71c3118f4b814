"""docs/api.md is true."""

import json
from pathlib import Path

import msgspec
from starlette.routing import Route

from tools import schema
from trivet.catalogue import GAMES
from trivet.server.http import app
from trivet.server.http.calling_endpoints import CallingEndpoints
from trivet.server.http.calls import ApiRoute
from trivet.server.http.endpoints import Endpoints
from trivet.server.http.keeping_endpoints import KeepingEndpoints
from trivet.server.http.record_endpoints import RecordEndpoints
from trivet.server.process.limits import USUAL
from trivet.server.rooms import caller
from trivet.server.wire.messages import Wire

TOP = Path(__file__).parents[2]
PAGE = (TOP / "docs/api.md").read_text()


def test_the_types_in_the_docs_are_those_of_the_code():
    again = "run: PYTHONPATH=src python -m tools.schema"
    assert schema.with_requests(PAGE) == PAGE, again
    assert schema.json_schema() == (TOP / "docs/api.schema.json").read_text(), again
    assert schema.typescript() == (TOP / schema.WIRE).read_text(), again
    assert schema.requests() == (TOP / schema.REQUESTS).read_text(), again


def test_every_message_is_in_the_schema():
    schemas = json.loads(schema.json_schema())["$defs"]
    wishes = {schemas[part["$ref"].rpartition("/")[2]]["properties"]["do"]["enum"][0]
              for part in schemas["RoomRequest"]["anyOf"]}  # fmt: skip
    assert {"enter", "answer", "undo", "why", "narrow", "say", "resign"} <= wishes
    page = schema.typescript()
    assert all("export type " + name in page for name in schemas if "." not in name)


def test_the_schema_names_every_field_of_a_table():
    schemas = json.loads(schema.json_schema())["$defs"]
    table = schemas["tritarea.TableSeen"]
    seen = msgspec.to_builtins(GAMES["tritarea"].new(4).view(0)["table"])
    assert list(table["properties"]) == list(seen) == table["required"]
    square = table["properties"]["board"]["items"]["$ref"].rpartition("/")[2]
    assert list(schemas[square]["properties"]) == list(seen["board"][0])


def test_a_type_that_a_route_gives_is_in_the_schema_and_in_the_page():
    """A new type of reply was left out unseen: the list of types stood apart from the routes."""

    class Seating(Wire):
        seats: int

    route = ApiRoute("GET", "/api/games/{game}/seating", Endpoints.games, Seating, "who may sit")
    assert schema.types_of([route, route]) == [Seating]
    assert {kind.__name__ for kind in schema.types_of(schema.ROUTES)} <= set(schema.schemas())


def test_the_server_answers_at_every_route():
    paths = {(path, *methods) for path, methods in _served()}
    assert {(route.path, route.method) for route in schema.ROUTES} <= paths


def _served():
    routes = app.App.routes(_Nothing())
    return [
        (one.path, (one.methods or set()) - {"HEAD"}) for one in routes if isinstance(one, Route)
    ]


class _Nothing:
    """Has whatever is asked for, and it does nothing."""

    def __getattr__(self, name):
        return _endpoints if name == "endpoints" else lambda endpoint: _nothing


async def _nothing(request):
    """Answers nothing."""


_endpoints = Endpoints(
    None,
    None,
    RecordEndpoints(None, None, None, None),
    KeepingEndpoints(_Nothing()),
    CallingEndpoints(_Nothing()),
)


def test_the_limits_in_the_docs_are_those_of_the_code():
    for number in (USUAL.rate, USUAL.burst, USUAL.sockets_of_person, USUAL.rooms_of_person,
                   USUAL.sockets_of_address, USUAL.guests_of_address, USUAL.rate_of_address,
                   USUAL.burst_of_address, USUAL.warnings, USUAL.chat_burst):  # fmt: skip
        assert f" {number:g} " in PAGE
    for code in (caller.RESTART, caller.TOO_BIG, caller.POLICY, caller.NO_SESSION,
                 caller.BANNED, caller.NO_ROOM,
                 caller.TOO_SLOW, caller.TOO_MANY, caller.SET_ASIDE, caller.FAULT):  # fmt: skip
        assert f"| {code} |" in PAGE
