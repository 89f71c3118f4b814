"""What `join` and `watch` share: find a table of a server, and show it in the terminal."""

import json
import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from trivet.catalogue import GAMES
from trivet.cli.arguments import BadInput, printable
from trivet.cli.levels import level_name
from trivet.cli.saves import folder
from trivet.cli.screen import Screen
from trivet.core import outcome
from trivet.core.outcome import Sheet, SheetRow

try:
    from trivet.client import BlockingTable, Client, RoomAddress, Trouble, place_of
except ImportError as missing:
    raise BadInput(
        f"This needs {missing.name}, which is not installed: pip install {missing.name}."
    ) from None

SESSIONS = "sessions.json"  # session tokens by server, as secret as passwords
MOST_NEWS = 14  # lines at once
T = TypeVar("T")


def honest(work: Callable[..., T], *about: Any, **more: Any) -> T:
    """Call it; a refusal of the server becomes BadInput."""
    try:
        return work(*about, **more)
    except Trouble as trouble:
        raise BadInput(str(trouble)) from None


def place_named(link: str) -> RoomAddress:
    return honest(place_of, link)


def visit(server: str, name: str | None) -> Client:
    """Log in at a server, as the same guest as last time."""
    client = Client(server, _sessions().get(server, ""))
    honest(client.me)
    if name:
        honest(client.rename, name)
    _remember(server, client.token)
    return client


def _sessions() -> dict[str, str]:
    try:
        known = json.loads((folder().parent / SESSIONS).read_text())
    except (OSError, ValueError):
        return {}
    return known if isinstance(known, dict) else {}


def _remember(server: str, token: str) -> None:
    file = folder().parent / SESSIONS
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as out:
            json.dump({**_sessions(), server: token}, out)
    except OSError:
        pass  # the next visit will be as a new guest


# --- showing --------------------------------------------------------------------------------------


class Window:
    """A table of a server in the terminal."""

    def __init__(self, table: BlockingTable, screen: Screen) -> None:
        self.table, self.screen = table, screen
        self.told = 0  # news shown so far
        self.heard = {"players": 0, "watchers": 0}  # lines of chat shown so far
        self.takebacks = 0

    @property
    def names(self) -> list[str]:
        """The players' names by seat; the viewer's own is 'You'."""
        room = self.table.room
        shown = [printable(seat.name) or "nobody" for seat in room.seats]
        return ["You" if seat == room.you else name for seat, name in enumerate(shown)]

    def players(self) -> str:
        seats = zip(self.table.room.seats, self.names, strict=True)
        return ", ".join(
            f"{seat.letter} {name}"
            + {"bot": f" ({level_name(seat.bot)} bot)", "invited": " (invited)"}.get(seat.kind, "")
            for seat, name in seats
        )

    def show_news(self) -> None:
        """Print news, takebacks and chat since the last call."""
        shown = self.table.shown
        if shown is not None and shown.takebacks != self.takebacks:
            self.takebacks, self.told = shown.takebacks, min(self.told, len(self.table.news))
            self.screen.say("Something was taken back.", indent="- ", hang="  ")
        news = [item.words for item in self.table.news[self.told :] if item.words]
        self.told = len(self.table.news)
        is_over = self.table.is_over  # then nothing may be left out
        self._say_all(news if is_over else news[-MOST_NEWS:], "- ")
        for channel, lines in self.table.lines.items():
            first = self.table.first_line[channel]
            new = lines[max(0, self.heard[channel] - first) :]
            self.heard[channel] = first + len(lines)
            self._say_all([f"{printable(line.name)}: {printable(line.text)}" for line in new], "  ")

    def _say_all(self, sentences: Sequence[str], indent: str) -> None:
        for sentence in sentences:
            self.screen.say(sentence, indent=indent, hang="  ")

    def show_picture(self) -> None:
        shown = self.table.shown
        if shown is not None:
            game = GAMES.get(self.table.room.game)
            if game is None:
                raise BadInput(f"This Trivet does not know the game '{self.table.room.game}'.")
            view = shown.open or shown.view
            if view is None:
                raise BadInput("The server sent no view of the game.")
            self.screen.show(["", *game.whole_picture(view, self.names, self.screen.ink), ""])

    def show_result(self) -> None:
        self.show_picture()
        result = self.table.room.result
        if result is None:
            return
        self.screen.say(f"{result.words} [{result.rule}]", paint=self.screen.ink.bold)
        rows = [SheetRow(r.part, r.rule, r.chapter, tuple(r.by_seat), r.adds) for r in result.sheet]
        self.screen.show(outcome.lines(Sheet(tuple(rows), tuple(result.total)), self.names))
