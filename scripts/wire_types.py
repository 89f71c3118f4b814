"""Write src/trivet/web/src/wire.ts: what goes between server and page, as TypeScript types.

    wire_types.py            write it
    wire_types.py --check    end with 1 if it is not what it should be

The file is committed: so the page can be built with Node alone, and a change of the wire is seen
where it is made.  A test keeps it true.
"""

import sys
from pathlib import Path
from typing import Any

import msgspec

TOP = Path(__file__).resolve().parents[1]
TARGET = TOP / "src/trivet/web/src/wire.ts"
sys.path.insert(0, str(TOP / "src"))

from trivet.server import api, messages  # noqa: E402

HTTP = (
    api.Me, api.Rename, api.NewRoom, api.Opened, api.Catalogue, api.Art, api.Lobby, api.Frames,
    api.Problem, api.Book, api.Lesson,
    api.BitesSeen, api.Chances, api.Verdict,
)  # fmt: skip


def main(arguments: list[str]) -> int:
    text = written()
    if "--check" in arguments:
        return int(text != TARGET.read_text())
    TARGET.write_text(text)
    return 0


def written() -> str:
    types: list[Any] = [messages.RoomWish, messages.RoomNotice, *HTTP]
    _, components = msgspec.json.schema_components(types, ref_template="{name}")
    lines = ["// Written by scripts/wire_types.py from trivet/server: do not edit.\n"]
    lines += [interface(name, schema) for name, schema in sorted(components.items())]
    for name, union in (("Wish", messages.RoomWish), ("Notice", messages.RoomNotice)):
        members = " | ".join(sorted(kind.__name__ for kind in union.__args__))
        lines.append(f"export type Room{name} = {members};\n")
    return "\n".join(lines)


def interface(name: str, schema: dict[str, Any]) -> str:
    required = set(schema.get("required", ()))
    fields = "".join(
        f"  {field}{'' if is_there(field, name, required) else '?'}: {kind(of)};\n"
        for field, of in schema["properties"].items()
    )
    return f"export interface {name} {{\n{fields}}}\n"


def is_there(field: str, name: str, required: set[str]) -> bool:
    """The server leaves nothing out; a wish may leave out what has a default."""
    is_sent = any(name == one.__name__ for one in (*messages.RoomWish.__args__, *WISHED))
    return field in required or not is_sent


WISHED = (api.NewRoom, api.Rename, messages.Bank, messages.Days)


def kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(map(kind, schema["anyOf"])))
    if "enum" in schema:
        return " | ".join(f'"{value}"' for value in schema["enum"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    of = schema.get("type")
    if of == "array" and "prefixItems" in schema:
        return f"[{', '.join(map(kind, schema['prefixItems']))}]"
    if of == "array":
        return f"({kind(schema['items'])})[]"
    if of == "object":
        return f"Record<string, {kind(schema.get('additionalProperties') or {})}>"
    plain = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}
    return {**plain, "null": "null"}.get(str(of), "unknown")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
