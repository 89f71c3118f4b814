"""The balance reports that Trivet ships: by game and number of players, with records of games."""

import json
import re
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
SHELVES = (HERE / "reports", HERE.parents[1] / "docs" / "balance")  # installed, in a checkout
PAGE, DATA, GAMES = "balance.html", "balance.json", "games"
NAME = re.compile(r"lab\.([a-z0-9_]+-[0-9])\.([A-Za-z0-9-]+)")  # of a game in a report


class StoredReport(NamedTuple):
    """A report on the shelf."""

    name: str  # "trinity-4"
    page: Path
    data: dict[str, Any]  # as `trivet balance` writes it


def reports(game: str) -> list[StoredReport]:
    """The reports of a game, by number of players."""
    found = []
    for shelf in SHELVES if game.isidentifier() else ():
        for path in sorted(shelf.glob(f"{game}-[0-9]/{DATA}")):
            name = path.parent.name
            found.append(StoredReport(name, path.with_name(PAGE), json.loads(path.read_text())))
        if found:
            break
    return found


def is_named(room: str) -> bool:
    """Whether a name of a record is that of a game in a report."""
    return NAME.fullmatch(room) is not None


def record(room: str) -> str | None:
    """The record of a game in a report, by the name that the record page knows it by."""
    named = NAME.fullmatch(room)
    if named is None:
        return None
    for shelf in SHELVES:
        path = shelf / named[1] / GAMES / f"{named[2]}.txt"
        if path.is_file():
            return path.read_text()
    return None


def room_of(report: str, file: str) -> str:
    """The name by which the record page knows a game of a report: "lab.trinity-4.greedy-12"."""
    return f"lab.{report}.{file.removesuffix('.txt')}"
