"""The balance reports on this machine: by game and number of players, with records of games.

A checkout has those of our games in docs/balance, an installed Trivet none; `trivet balance --keep`
adds one's own.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from trivet.home import home

ELSEWHERE = (
    "An installed Trivet has no balance reports: the documentation site and a checkout "
    "(docs/balance) have them"
)
PAGE, DATA, GAMES = "balance.html", "balance.json", "games"
NAME = re.compile(r"lab\.([a-z0-9_]+-[0-9])\.([A-Za-z0-9-]+)")  # of a game in a report


def own_shelf() -> Path:
    """Where the reports are that were made here, and kept."""
    return home() / "reports"


def shelves() -> Iterator[Path]:
    """What was made here comes first; a checkout is found from its compiled build as well."""
    yield own_shelf()
    for folder in Path(__file__).resolve().parents:
        if (folder / "src/trivet/reports.py").is_file():
            yield folder / "docs/balance"


class StoredReport(NamedTuple):
    """A report on the shelf."""

    name: str  # "trinity-4"
    page: Path
    data: dict[str, Any]  # as `trivet balance` writes it


def reports(game: str) -> list[StoredReport]:
    """The reports of a game, by number of players."""
    found: dict[str, StoredReport] = {}
    for shelf in shelves() if game.isidentifier() else ():
        for path in shelf.glob(f"{game}-[0-9]/{DATA}"):
            name = path.parent.name
            if name not in found:
                data = json.loads(path.read_text(encoding="utf-8"))
                found[name] = StoredReport(name, path.with_name(PAGE), data)
    return [found[name] for name in sorted(found)]


def is_named(room: str) -> bool:
    """Whether a name of a record is that of a game in a report."""
    return NAME.fullmatch(room) is not None


def record(room: str) -> str | None:
    """The record of a game in a report, by the name that the record page knows it by."""
    named = NAME.fullmatch(room)
    if named is None:
        return None
    for shelf in shelves():
        path = shelf / named[1] / GAMES / f"{named[2]}.txt"
        if path.is_file():
            return path.read_text()
    return None


def room_of(report: str, file: str) -> str:
    """The name by which the record page knows a game of a report: "lab.trinity-4.greedy-12"."""
    return f"lab.{report}.{file.removesuffix('.txt')}"
