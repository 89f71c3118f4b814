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
    "Play": ["start/play", "terminal", "rules/*", "fairness", "calibration", "what-is-stored"],
    "Host": ["start/host", "running-*", "hosting-*", "*server*", "security"],
    "Write a bot": ["start/bot", "bots", "api", "bot-findings"],
    "Add a game": ["add-*", "protocol"],
    "Research": ["start/research", "research*", "notebooks/*", "lab*"],
    "Design": ["start/design", "balance", "balance-findings", "balance/README", "*theory*"],
    "Work on Trivet": ["contributing", "architecture", "decisions/README"],
    "Reference": ["reference/*", "glossary", "changelog"],
}
OTHERS = "Reference"
UNLISTED = ("index", "decisions/0*", "decisions/[a-z]*")  # those have a place of their own
CHAPTERS, DECISION = re.compile(r"\]\(([a-z]+)\.md\)"), re.compile(r"\]\((0[^)]*)\.md\)")
HERE = Path(__file__).resolve().parents[1]
TOP = HERE.parent
MOVED = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    ".github/CONTRIBUTING.md": "contributing.md",
    ".github/SECURITY.md": "security.md",
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
        for role, found in arranged(app).items():
            source[0] += toctree(role, [f"/{one}" for one in found])
    elif page == "decisions/README":  # chapters first, decisions below them
        source[0] += toctree("", CHAPTERS.findall(source[0]))
    elif fits(page, ["decisions/[a-z]*"]):
        source[0] += toctree("", DECISION.findall(source[0]))


def toctree(caption: str, pages: list[str]) -> str:
    lines, said = "\n".join(pages), f":caption: {caption}\n" if caption else ""
    return f"\n```{{toctree}}\n:hidden:\n{said}\n{lines}\n```\n"


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
