"""The navigation by role, and links that lead out of docs/.

A new page needs no entry here: it stands where a pattern fits, or where its front matter says
(`role: Host`), or else under Reference.
"""

import os
import re
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

ROLES = {  # pages in their order
    "Play": ["start/play", "terminal", "rules/*", "fairness", "what-is-stored"],
    "Host": ["start/host", "running-*", "*server*", "deploy*", "admin*"],
    "Write a bot": ["start/bot", "bots", "api", "ladder", "reliability*", "notes/*"],
    "Add a game": ["add-a-game", "protocol", "*game*"],
    "Research": ["start/research", "research*", "notebooks/*", "codes*", "lab*"],
    "Design": ["start/design", "*balance*", "trinity-end", "theory*"],
    "Reference": ["architecture", "reference/*", "glossary", "decisions/README", "changelog"],
}
OTHERS = "Reference"
UNLISTED = ("index", "decisions/0*")  # those have a place of their own
HERE = Path(__file__).resolve().parents[1]
TOP = HERE.parent
MOVED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
SOURCE = os.environ.get("TRIVET_SOURCE", "").rstrip("/")
LINK = re.compile(r"(?<!!)\[([^]\n]*(?:\n[^]\n]*)?)\]\((\.\.?/[^)\s]*)\)")
log = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict[str, Any]:
    app.connect("source-read", on_source)
    return {"parallel_read_safe": True}


def on_source(app: Sphinx, page: str, source: list[str]) -> None:
    source[0] = LINK.sub(lambda found: link(page, found[1], found[2]), source[0])
    if page == "index":
        source[0] += "\n".join(toctree(role, found) for role, found in arranged(app).items())
    elif page == "decisions/README":
        source[0] += "\n```{toctree}\n:hidden:\n:glob:\n\n0*\n```\n"


def toctree(role: str, pages: list[str]) -> str:
    lines = "\n".join(f"/{page}" for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:caption: {role}\n\n{lines}\n```\n"


def arranged(app: Sphinx) -> dict[str, list[str]]:
    """All pages by role; each stands once."""
    left = sorted(page for page in app.env.found_docs if not fits(page, UNLISTED))
    roles: dict[str, list[str]] = {role: [] for role in ROLES}
    wanted = {page: role_said(app, page) for page in left}
    for role, patterns in ROLES.items():
        for pattern in patterns:
            found = [page for page in left if fits(page, [pattern]) and not wanted[page]]
            roles[role] += found
            left = [page for page in left if page not in found]
    for page in left:
        roles[wanted[page] or OTHERS].append(page)
    return roles


def fits(page: str, patterns: Any) -> bool:
    """Whether a pattern fits; `*` stays in its folder."""
    return any(
        page.count("/") == pattern.count("/") and fnmatchcase(page, pattern) for pattern in patterns
    )


def role_said(app: Sphinx, page: str) -> str:
    """The role in the front matter of a page, if it says one."""
    path = Path(app.env.doc2path(page))
    head = path.read_text(encoding="utf-8").split("\n---", 1)[0] if path.suffix == ".md" else ""
    found = re.match(r"---\n(?:.*\n)*?role: *(.+)", head + "\n")
    if found and found[1] not in ROLES:
        log.warning("there is no role %r; there are: %s", found[1], ", ".join(ROLES), location=page)
        return ""
    return found[1] if found else ""


def link(page: str, text: str, target: str) -> str:
    """A link out of docs/ leads to the page made of that file, to the repository, or nowhere."""
    path, _, anchor = target.partition("#")
    file = (HERE / page).parent.joinpath(path).resolve()
    if file.is_relative_to(HERE) and file != HERE:
        return f"[{text}]({target})"
    if not file.exists():
        log.warning("%s leads nowhere", target, location=page)
    name = file.relative_to(TOP).as_posix() if file.is_relative_to(TOP) else path
    if name in MOVED:
        return f"[{text}](/{MOVED[name]}{'#' + anchor if anchor else ''})"
    return f"[{text}]({SOURCE}/blob/main/{name})" if SOURCE else text
