"""Docstrings as they are written here: an indented block after an empty line is code."""

from typing import Any

from sphinx.application import Sphinx


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("autodoc-process-docstring", on_docstring)
    return {"parallel_read_safe": True}


def on_docstring(
    app: Sphinx, what: str, name: str, thing: object, options: object, lines: list[str]
) -> None:
    lines[:] = with_code(lines)


def with_code(lines: list[str]) -> list[str]:
    found: list[str] = []
    for line in lines:
        is_first = line.startswith("    ") and not is_code(found)
        if is_first and (not found or not found[-1]):
            found += ["::", ""]
        found.append(line)
    return found


def is_code(lines: list[str]) -> bool:
    """Whether the last line that is not empty is code already."""
    return next((line for line in reversed(lines) if line), "").startswith("    ")
