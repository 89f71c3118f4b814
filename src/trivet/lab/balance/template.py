"""HTML from a file of named parts, `<template id="NAME">`, with slots such as $title.

A slot takes text, which is escaped, or HTML that was made of other parts.  In the file a line break
beside a tag is nothing and any other is a space, so that parts may be indented and prose wrapped.
"""

import re
from collections.abc import Iterable
from html import escape
from pathlib import Path
from string import Template

PART = re.compile(r'^<template id="(\w+)">$(.*?)^</template>$', re.DOTALL | re.MULTILINE)
BESIDE_A_TAG = re.compile(r"(?<=>)\s*\n\s*|\s*\n\s*(?=<)")
LINE_BREAK = re.compile(r"\s*\n\s*")


class Html(str):
    """Text that is HTML already."""

    __slots__ = ()


class WrongSlots(Exception):
    """A part was given other slots than it has."""


class Parts:
    """The parts of a file: `parts("link", url=..., text=...)` fills one."""

    def __init__(self, path: Path) -> None:
        found = PART.findall(path.read_text(encoding="utf-8"))
        self._parts = {name: Template(_joined(text)) for name, text in found}

    def __call__(self, name: str, /, **slots: object) -> Html:
        part = self._parts[name]
        if slots.keys() != set(part.get_identifiers()):
            raise WrongSlots(f"{name} has {part.get_identifiers()}, got {list(slots)}")
        return Html(part.substitute({slot: _html(value) for slot, value in slots.items()}))


def joined(parts: Iterable[object], between: str = "") -> Html:
    """Parts or texts one after the other."""
    return Html(between.join(map(_html, parts)))


def _html(value: object) -> str:
    return value if isinstance(value, Html) else escape(str(value))


def _joined(text: str) -> str:
    """A part on one line."""
    return LINE_BREAK.sub(" ", BESIDE_A_TAG.sub("", text.strip()))
