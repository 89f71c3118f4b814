"""Every link inside of the built site leads somewhere: to a file, and to a place in it.

All files are looked at, also those that Sphinx only copies; a dead link is a warning.
"""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from sphinx.application import Sphinx
from sphinx.util import logging

LINKS = ("href", "src", "xlink:href", "poster", "data")  # attributes that lead somewhere
PAGES = (".html", ".svg")
log = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("build-finished", on_finish, priority=900)
    return {"parallel_read_safe": True}


def on_finish(app: Sphinx, error: Exception | None) -> None:
    if error is None and app.builder.format == "html":
        site = Path(app.outdir).resolve()
        for page, target in dead_links(site):
            log.warning("%s: %s leads nowhere", page.relative_to(site), target)


def dead_links(site: Path) -> Iterator[tuple[Path, str]]:
    """All links of the site that lead nowhere, with the file in which each stands."""
    pages = {path: read(path) for path in sorted(site.rglob("*")) if path.suffix in PAGES}
    for path, page in pages.items():
        for target in sorted(page.links):
            if not leads_somewhere(path, target, pages):
                yield path, target


class Page(HTMLParser):
    """The links of a page, and the places in it."""

    def __init__(self) -> None:
        super().__init__()
        self.links, self.anchors = set[str](), {"", "top"}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in LINKS and value is not None:
                self.links.add(value)
            elif value and (name == "id" or (tag, name) == ("a", "name")):
                self.anchors.add(value)


def read(path: Path) -> Page:
    page = Page()
    page.feed(path.read_text(encoding="utf-8"))
    page.close()
    return page


def leads_somewhere(page: Path, target: str, pages: dict[Path, Page]) -> bool:
    """Also what leads out of the site, which is not looked at.  Nothing may begin with a slash: the
    site may lie in a folder of its host."""
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        return True
    if parts.path.startswith("/"):
        return False
    file = Path(page.parent, unquote(parts.path)).resolve() if parts.path else page
    if file.is_dir():
        file /= "index.html"
    if not parts.fragment or file not in pages:
        return file.is_file()
    return unquote(parts.fragment) in pages[file].anchors
