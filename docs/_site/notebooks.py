"""Notebooks as pages: every cell is run when the site is built, and one that fails is a warning.

A notebook is run here without Jupyter: cells are plain Python, the last expression of a cell is
displayed.  What is stored in the file as output is not looked at.
"""

import ast
import contextlib
import io
import json
import traceback
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from myst_parser.sphinx_ import Parser
from sphinx.application import Sphinx
from sphinx.util import logging

log = logging.getLogger(__name__)


class Failed(Exception):
    """A cell that raised."""


class NotebookParser(Parser):
    supported = ("notebook",)

    def parse(self, inputstring: str, document: nodes.document) -> None:
        text = ""
        try:
            for part in parts(json.loads(inputstring)):
                text += part + "\n\n"
        except Failed as failed:
            log.warning("a cell failed: %s", failed, location=self.env.docname)
        super().parse(text, document)


def parts(notebook: dict[str, Any]) -> Iterator[str]:
    """The cells as Markdown, each with what it printed and displayed."""
    room: dict[str, Any] = {"__name__": "__main__"}
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            yield source
        elif cell["cell_type"] == "code":
            yield f"```python\n{source}\n```"
            yield from shown(*run(source, room))


def run(source: str, room: dict[str, Any]) -> tuple[str, Any]:
    """Run a cell; what it printed, and the value of its last expression."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    try:
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "<cell>", "exec"), room)  # noqa: S102
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), room)  # noqa: S307
    except Exception:
        raise Failed(f"{source}\n{traceback.format_exc()}") from None
    return printed.getvalue(), value


def shown(printed: str, value: Any) -> Iterator[str]:
    if printed:
        yield f"```text\n{printed.rstrip()}\n```"
    for name in ("_repr_svg_", "_repr_html_"):
        if value is not None and hasattr(value, name):
            yield f"```{{raw}} html\n<div class='output'>{getattr(value, name)()}</div>\n```"
            return
    if value is not None:
        yield f"```text\n{value!r}\n```"


def setup(app: Sphinx) -> dict[str, Any]:
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    return {"parallel_read_safe": True}
