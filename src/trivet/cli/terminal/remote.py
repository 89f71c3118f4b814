"""What `join` and `watch` share: find a table of a server, and show it in the terminal."""

import itertools
import json
import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from trivet.catalogue import GAMES
from trivet.cli.arguments import BadInput, printable
from trivet.cli.terminal.levels import level_name
from trivet.cli.terminal.saves import folder
from trivet.cli.terminal.screen import Screen
from trivet.cli.terminal.story import MORE, MOST_TURNS, is_gone, tell_turns
from trivet.core import outcome
from trivet.core.game import Game
from trivet.core.outcome import Sheet, SheetRow
from trivet.core.state import EVERYONE, NOBODY, Event
from trivet.core.words import turns
from trivet.core.words.codec import TURN

try:
    from trivet.client import BlockingTable, Client, RoomAddress, Trouble, place_of
    from trivet.server.wire.outgoing import MomentSeen, SheetLine, View
except ImportError as missing:
    raise BadInput(
        f"This needs {missing.name}, which is not installed: pip install {missing.name}."
    ) from None

SESSIONS = "sessions.json"  # session tokens by server, as secret as passwords
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

    def __init__(
        self, table: BlockingTable, screen: Screen, *, is_quiet: bool = False, more: str = MORE
    ) -> None:
        self.table, self.screen = table, screen
        self.is_quiet = is_quiet  # news only, no pictures
        self.more = more  # what is said of turns that are left out
        self.news_told = 0  # news shown so far
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

    def show_news(self) -> bool:
        """Print what has happened since the last call, turn by turn, and what was said; whether
        there was anything of the game.  Somebody else's turn is told when it ends."""
        shown = self.table.shown
        if shown is not None and shown.takebacks != self.takebacks:
            self.takebacks = shown.takebacks
            self.news_told = min(self.news_told, len(self.table.news))
            self.screen.say("Something was taken back.", indent="- ", hang="  ")
        before, end = self.news_told, self._told_by_now()
        for moment in self.table.moments:
            if moment.what != TURN and self.news_told < moment.after <= end:
                self._tell_turns(moment.after)
                self._show_moment(moment)
        self._tell_turns(end)
        for channel, lines in self.table.lines.items():
            first = self.table.first_line[channel]
            new = lines[max(0, self.heard[channel] - first) :]
            self.heard[channel] = first + len(lines)
            self._say_all([f"{printable(line.name)}: {printable(line.text)}" for line in new], "  ")
        return self.news_told > before

    def _told_by_now(self) -> int:
        """How many news can be told: not the turn of somebody else that still goes on."""
        shown, last = self.table.shown, self.table.turns[-1] if self.table.turns else None
        everything = len(self.table.news)
        if shown is None or last is None or self.table.is_over or shown.ask is not None:
            return everything
        return max(self.news_told, last.first) if last.by in shown.waiting else everything

    def _tell_turns(self, end: int) -> None:
        """Tell the news up to a number; at the end of the game nothing is left out."""
        lines = self.lines(self.news_told, end)
        most = max(MOST_TURNS, len(lines) if self.table.is_over else 0)
        tell_turns(self.screen, lines, most, self.more)
        self.news_told = max(self.news_told, end)

    def lines(self, first: int, end: int) -> list[str]:
        """A line for each turn that these news belong to."""
        starts = [turn.first for turn in self.table.turns if first < turn.first < end]
        bounds = itertools.pairwise([first, *starts, end])
        said = [self._line(one, other) for one, other in bounds if one < other]
        return [line for line in said if line]

    def _line(self, first: int, end: int) -> str:
        news, room, game = self.table.news[first:end], self.table.room, self.game
        if game is None or not all(item.what in game.codec.news_rows for item in news):
            return " ".join(item.words for item in news if item.words)
        events = [Event(item.what, EVERYONE, _four(item.data)) for item in news]
        names = [printable(seat.name) for seat in room.seats]
        viewer = NOBODY if room.you is None else room.you
        return turns.line(game.codec, len(names), events, news[0].by, names, viewer)

    @property
    def game(self) -> Game[Any] | None:
        """The game, if this Trivet knows it."""
        return GAMES.get(self.table.room.game)

    def _show_moment(self, moment: MomentSeen) -> None:
        """A position on the way that cannot be seen any more, with what it decided and scored."""
        shown = self.table.shown
        if shown is None or moment.view is None or self.is_quiet or not self._is_gone(moment.view):
            return
        self._picture(moment.view)
        self.screen.say(moment.headline, paint=self.screen.ink.bold)
        if len(moment.sheet) > 1:  # one row is said by the headline
            self.screen.show(_sheet_lines(moment.sheet, None, self.names))

    def _is_gone(self, view: View) -> bool:
        now = self.table.shown.view if self.table.shown is not None else None
        if now is None or self.game is None:
            return False
        views = self.game.read_view(view), self.game.read_view(now)
        return is_gone(self.game, *views, self.names, self.screen.ink)

    def _say_all(self, sentences: Sequence[str], indent: str) -> None:
        for sentence in sentences:
            self.screen.say(sentence, indent=indent, hang="  ")

    def show_picture(self) -> None:
        shown = self.table.shown
        if shown is not None:
            view = shown.open or shown.view
            if view is None:
                raise BadInput("The server sent no view of the game.")
            self._picture(view)

    def _picture(self, view: View) -> None:
        game = self.known_game()
        self.screen.show(
            ["", *game.whole_picture(game.read_view(view), self.names, self.screen.ink), ""]
        )

    def known_game(self) -> Game[Any]:
        if self.game is None:
            raise BadInput(f"This Trivet does not know the game '{self.table.room.game}'.")
        return self.game

    def show_result(self) -> None:
        self.show_picture()
        result = self.table.room.result
        if result is None:
            return
        said = result.headline or result.words  # an older server sends no headline
        self.screen.say(f"{said} [{result.rule}]", paint=self.screen.ink.bold)
        self.screen.show(_sheet_lines(result.sheet, result.total, self.names))


def _sheet_lines(
    sheet: Sequence[SheetLine], total: Sequence[int] | None, names: list[str]
) -> list[str]:
    rows = [SheetRow(r.part, r.rule, r.chapter, tuple(r.by_seat), r.adds) for r in sheet]
    added = [row.by_seat for row in rows if row.adds]
    sums = [sum(column) for column in zip(*added, [0] * len(names))] if total is None else total
    return outcome.lines(Sheet(tuple(rows), tuple(sums)), names)


def _four(data: Sequence[int]) -> tuple[int, int, int, int]:
    one, two, three, four = data
    return one, two, three, four
