"""The types of the wire as JSON Schema and as TypeScript, for readers and for the page.

python -m tools.schema     write docs/api.schema.json, the types of docs/api.md, and wire.ts

All three are committed, so that Node alone can build the page; tests keep them up to date.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from trivet.server.wire.api import (
    Art,
    Better,
    BitesSeen,
    Book,
    Catalogue,
    Chances,
    Draws,
    Frames,
    HttpProblem,
    LabReports,
    Lesson,
    Lobby,
    Me,
    NewRoom,
    Opened,
    PlayOn,
    Rename,
    Topics,
    Verdict,
)
from trivet.server.wire.messages import RoomRequest
from trivet.server.wire.outgoing import RoomNotice

PAGE, SCHEMA = Path("docs/api.md"), Path("docs/api.schema.json")
WIRE = Path("src/trivet/web/src/wire.ts")
BEGIN, END = "<!-- types: made by tools.schema -->\n", "<!-- end of types -->"
HTTP = (
    Me,
    Rename,
    Catalogue,
    Art,
    Topics,
    Lesson,
    Book,
    BitesSeen,
    LabReports,
    NewRoom,
    Opened,
    Lobby,
    Frames,
    Chances,
    Better,
    PlayOn,
    Draws,
    Verdict,
    HttpProblem,
)
UNIONS = {"RoomRequest": RoomRequest, "RoomNotice": RoomNotice}


def schemas() -> dict[str, Any]:
    """Every type by its name, each as JSON Schema."""
    kinds = [*UNIONS.values(), *HTTP]
    tops, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {**dict(zip(UNIONS, tops, strict=False)), **parts}


# --- the page -------------------------------------------------------------------------------------


def with_types(page: str) -> str:
    """The text of docs/api.md with the current types."""
    before, _, rest = page.partition(BEGIN)
    after = rest.partition(END)[2]
    return f"{before}{BEGIN}\n```ts\n{typescript()}```\n\n{END}{after}"


def json_schema() -> str:
    page = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": schemas()}
    return json.dumps(page, indent=1) + "\n"


# --- TypeScript -----------------------------------------------------------------------------------


def typescript() -> str:
    """All types as TypeScript."""
    lines = ["// Made by `python -m tools.schema`: do not edit."]
    for name, schema in schemas().items():
        lines.append("")
        if schema.get("description"):
            lines.append(f"/** {' '.join(schema['description'].split())} */")
        lines.append(f"export type {name} = {_type(schema)};")
    return "\n".join([*lines, ""])


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
    comes_from_outside = schema.get("additionalProperties") is False
    optional = set(schema["properties"]) - set(schema["required"]) if comes_from_outside else set()
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
    PAGE.write_text(with_types(PAGE.read_text()))
    SCHEMA.write_text(json_schema())
    WIRE.write_text(typescript())
