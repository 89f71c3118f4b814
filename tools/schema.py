"""Types and routes of the API as JSON Schema, TypeScript and a table, for readers and for the page.

python -m tools.schema     write docs/api.schema.json, the requests of docs/api.md, and the page's
                           wire.ts (types) and routes.ts (requests)

All four are committed, so that Node alone can build the page; tests keep them up to date.
"""

import json
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

from trivet.catalogue import GAMES
from trivet.core.scenes import patch
from trivet.core.scenes.scene import Mark, Piece, SeatNote, Spot, Zone
from trivet.server.http import calling_endpoints, endpoints, keeping_endpoints, record_endpoints
from trivet.server.http.calls import TEXT, ApiRoute
from trivet.server.wire import brief
from trivet.server.wire.api import HttpProblem
from trivet.server.wire.messages import RoomRequest
from trivet.server.wire.outgoing import RoomNotice

PAGE, SCHEMA = Path("docs/api.md"), Path("docs/api.schema.json")
WIRE, REQUESTS = Path("src/trivet/web/src/wire.ts"), Path("src/trivet/web/src/routes.ts")
BEGIN, END = "<!-- requests: made by tools.schema -->\n", "<!-- end of requests -->"
ROUTES: tuple[ApiRoute, ...] = (
    *endpoints.ROUTES,
    *keeping_endpoints.ROUTES,
    *calling_endpoints.ROUTES,
    *record_endpoints.ROUTES,
)
UNIONS = {"RoomRequest": RoomRequest, "RoomNotice": RoomNotice}
PARTS = (Mark, Spot, Piece, SeatNote, Zone)  # of scenes: a change leaves out their usual values
BRIEF = {  # types without the fields that have their usual value
    name
    for place in (brief, patch)
    for name, kind in vars(place).items()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
    if kind.__struct_config__.omit_defaults
}
MADE = "// Made by `python -m tools.schema`: do not edit."


def types_of(routes: Iterable[ApiRoute]) -> list[type]:
    """What these routes take and give, each once."""
    kinds = [kind for route in routes for kind in (route.takes, route.gives)]
    return list(dict.fromkeys(kind for kind in kinds if isinstance(kind, type)))


def schemas() -> dict[str, Any]:
    """Every type by its name, each as JSON Schema."""
    kinds = [*UNIONS.values(), brief.BriefShown, *types_of(ROUTES), HttpProblem]
    tops, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {**dict(zip(UNIONS, tops, strict=False)), **parts}


# --- docs/api.md ----------------------------------------------------------------------------------


def with_requests(page: str) -> str:
    """The text of docs/api.md with the current requests."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    rows = "".join(map(_row, ROUTES))
    return f"{before}{BEGIN}\n| request | what comes back |\n|---|---|\n{rows}\n{END}{after}"


def _row(route: ApiRoute) -> str:
    path = re.sub(r"\{(\w+)\}", lambda match: match[1].upper(), route.path)
    query = urlencode(route.query)
    takes = f" with `{route.takes.__name__}`" if route.takes else ""
    gives = route.gives if isinstance(route.gives, str) else f"`{route.gives.__name__}`"
    request = f"`{route.method} {path}{'?' if query else ''}{query}`{takes}"
    return f"| {request} | {gives}: {route.says} |\n"


def tables() -> dict[str, Any]:
    """The types that a view's `table` is made of, by game: "tritarea.TableSeen" and its parts."""
    found: dict[str, Any] = {}
    for name, game in GAMES.items():
        if game.seen is not None:
            template = f"#/$defs/{name}.{{name}}"
            _, parts = msgspec.json.schema_components([game.seen], ref_template=template)
            found |= {f"{name}.{part}": schema for part, schema in parts.items()}
    return found


def json_schema() -> str:
    types = {**schemas(), **tables()}
    page = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": types}
    return json.dumps(page, indent=1) + "\n"


# --- TypeScript -----------------------------------------------------------------------------------


def requests() -> str:
    """The requests of the page."""
    types = sorted(kind.__name__ for kind in types_of(ROUTES))
    return f"""{MADE}

import type {{ {", ".join(types)} }} from "./wire";

/** How requests travel. */
export interface Sender {{
  call<T>(address: string, body?: unknown): Promise<T>;
  kept<T>(address: string): Promise<T>; // a reply that does not change while the page is open
  text(address: string): Promise<string>;
}}

/** What an address is followed by: "?at=30&theme=dark". */
export function asked(query: object): string {{
  const all = Object.entries(query).map(([name, value]) => [name, String(value)]);
  return all.length ? `?${{new URLSearchParams(all)}}` : "";
}}

const part = encodeURIComponent;

export const routes = ({{ call, kept, text }}: Sender) => ({{
{"".join(map(_request, ROUTES))}}});
"""


def _request(route: ApiRoute) -> str:
    """A function of the page: `lesson: (game: string) => kept<Lesson>(...)`."""
    takes = [f"{name}: string" for name in re.findall(r"\{(\w+)\}", route.path)]
    address = re.sub(r"\{(\w+)\}", r"${part(\1)}", route.path)
    if route.query:
        fields = (
            f"{name}?: {'number' if isinstance(usual, int) else 'string'}"
            for name, usual in route.query.items()
        )
        takes.append(f"query: {{ {'; '.join(fields)} }} = {{}}")
        address += "${asked(query)}"
    quoted = f"`{address}`" if "$" in address else f'"{address}"'
    if route.takes:
        takes.append(f"body: {route.takes.__name__}")
        quoted += ", body"
    return f"  {_camel(route.handler.__name__)}: ({', '.join(takes)}) => {_sent(route, quoted)},\n"


def _sent(route: ApiRoute, address: str) -> str:
    if isinstance(route.gives, type):
        return f"{'kept' if route.lasts else 'call'}<{route.gives.__name__}>({address})"
    return (
        f"text({address})" if route.gives == TEXT else address
    )  # a picture is shown by its address


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(map(str.capitalize, others))


def typescript() -> str:
    """All types."""
    lines = [MADE]
    for name, schema in schemas().items():
        lines.append("")
        if schema.get("description"):
            lines.append(f"/** {' '.join(schema['description'].split())} */")
        lines.append(f"export type {name} = {_type({**schema, 'brief': name in BRIEF})};")
    usual = {kind.__name__: _usual(kind) for kind in PARTS}
    lines += ["", "/** What is left out of changes of scenes. */"]
    lines.append(f"export const usual = {json.dumps(usual, indent=2)} as const;")
    return "\n".join([*lines, ""])


def _usual(kind: Any) -> dict[str, Any]:
    usual = kind.__struct_defaults__
    return dict(zip(kind.__struct_fields__[len(kind.__struct_fields__) - len(usual) :], usual))


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(_type(part) for part in schema["anyOf"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "const" in schema:
        return json.dumps(schema["const"])
    return KINDS.get(schema.get("type", ""), _any)(schema)


def _any(schema: dict[str, Any]) -> str:
    return "unknown"


def _array(schema: dict[str, Any]) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(_type(part) for part in schema['prefixItems'])}]"
    return f"Array<{_type(schema.get('items', {}))}>"


def _object(schema: dict[str, Any]) -> str:
    if "properties" not in schema:
        return f"Record<string, {_type(schema.get('additionalProperties') or {})}>"
    may_lack = schema.get("additionalProperties") is False or schema.get("brief")
    optional = set(schema["properties"]) - set(schema["required"]) if may_lack else set()
    fields = [
        f"  {name}{'?' if name in optional else ''}: {_type(part)};"
        for name, part in schema["properties"].items()
    ]
    return "\n".join(["{", *fields, "}"])


KINDS: dict[str, Callable[[dict[str, Any]], str]] = {
    "string": lambda schema: "string",
    "integer": lambda schema: "number",
    "number": lambda schema: "number",
    "boolean": lambda schema: "boolean",
    "null": lambda schema: "null",
    "array": _array,
    "object": _object,
}


if __name__ == "__main__":
    PAGE.write_text(with_requests(PAGE.read_text()))
    SCHEMA.write_text(json_schema())
    WIRE.write_text(typescript())
    REQUESTS.write_text(requests())
