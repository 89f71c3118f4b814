"""Saved games: record files under $TRIVET_HOME, or in the user's data folder (XDG)."""

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING

from trivet.cli.arguments import BadInput
from trivet.home import home

if TYPE_CHECKING:
    from trivet.core.table import Table

SUFFIX = ".trivet"


def folder() -> Path:
    return home() / "games"


def server_folder() -> Path:
    """Where a server keeps its games, unless it is told otherwise."""
    return home() / "server"


class Slot:
    """The file of one game.  It is replaced atomically, and only by its own game."""

    def __init__(self, path: Path, text: str) -> None:
        self.path, self._text = path, text  # the text that the file had when last read or written

    def save(self, text: str) -> None:
        """Write and sync; when this returns the text is safe on disk."""
        if text == self._text:
            return
        if self.path.exists() and self.path.read_bytes() != self._text.encode():
            self.path = _free(self.path)  # another process played on: keep its file
        new = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            with new.open("w", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            new.replace(self.path)
        finally:
            new.unlink(missing_ok=True)
        _sync(self.path.parent)
        self._text = text


def slot_for(table: "Table") -> Slot:
    """A slot with an unused file name."""
    games = folder()
    try:
        games.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(
            f"Games cannot be kept in {games}: {error.strerror}; set TRIVET_HOME to a folder."
        ) from None
    when = time.strftime("%Y%m%d-%H%M%S")
    return Slot(_free(games / f"{table.game.name}-{when}-{table.name[:6]}{SUFFIX}"), "")


def latest_unfinished(game: str | None) -> Path:
    """The most recently saved game that is not over."""
    saved = folder().glob(f"{game or '*'}-*{SUFFIX}")
    for path in sorted(saved, key=lambda path: path.stat().st_mtime_ns, reverse=True):
        if b"\nresult: " not in path.read_bytes():
            return path
    raise BadInput(f"There is no unfinished game{f' of {game}' if game else ''} in {folder()}.")


def _free(path: Path) -> Path:
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free


def _sync(folder: Path) -> None:
    """Sync the folder, so that the new name survives a power cut; not every system can."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
