"""Pages that are HTML already, as balance reports: each is copied with its folder to the same place
of the site, so that its own links lead where they do in the repository."""

import re
import shutil
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

LINK = re.compile(r"(?<!!)\[([^]\n]*(?:\n[^]\n]*)?)\]\(([^)\s:#]+\.html)\)")


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", on_source)
    app.connect("build-finished", on_finish, priority=400)  # links are looked at afterwards
    return {"parallel_read_safe": True}


def on_source(app: Sphinx, page: str, source: list[str]) -> None:
    """Links to them stay links; they would become downloads, away from their folder."""
    folder = Path(app.srcdir, page).parent
    source[0] = LINK.sub(lambda found: link(folder, found), source[0])


def link(folder: Path, found: re.Match[str]) -> str:
    text, target = found.groups()
    return f'<a href="{target}">{text}</a>' if Path(folder, target).is_file() else found[0]


def on_finish(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        for folder in {path.parent for path in Path(app.srcdir).rglob("*.html")}:
            place = folder.relative_to(app.srcdir)
            shutil.copytree(folder, Path(app.outdir, place), dirs_exist_ok=True)
