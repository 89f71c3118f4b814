"""`trivet replay`: a position of a game that was played, or all of it."""

import argparse
from collections.abc import Sequence

from trivet.cli import problem
from trivet.cli.arguments import BadInput, add_ink, read_text, whole
from trivet.cli.screen import Screen, screen_for
from trivet.cli.sitting import load, shown
from trivet.core.game import CHANCE, EVERYONE, NOBODY
from trivet.core.ink import SEAT_LETTERS
from trivet.core.record import CHANCE_MARK
from trivet.core.table import Table

VIEWERS = {"public": NOBODY, "open": EVERYONE}


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", help="a record, or a problem reported in a browser")
    parser.add_argument("--at", type=whole, metavar="N", help="after N answers (default: the end)")
    parser.add_argument("--as", dest="viewer", metavar="VIEWER",
        help="a seat's letter, public, or open (default: open once the game is over)")  # fmt: skip
    parser.add_argument("--all", action="store_true", help="the whole game, answer by answer")
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    text = read_text(args.file)
    if problem.is_problem(text):
        reported = problem.read(args.file, text)
        if not reported.record:
            problem.show(reported, screen_for(args))
            return 0
        text = reported.record
    table, players = load(args.file, text)
    viewer = _viewer(args.viewer, table)
    last = len(table.log) if args.at is None else args.at
    if last > len(table.log):
        raise BadInput(f"The game has {len(table.log)} answers, not {last}.")
    replay = Replay(table, shown(players), viewer, screen_for(args))
    if args.all:
        replay.tell(last)
    else:
        replay.show(last)
    return 0


def _viewer(wish: str | None, table: Table) -> int:
    """What is secret in a running game is shown only to who asks for it."""
    if wish is None:
        return EVERYONE if table.state.is_over() else NOBODY
    if wish.lower() in VIEWERS:
        return VIEWERS[wish.lower()]
    letters = SEAT_LETTERS[: table.seats]
    if len(wish) != 1 or wish.upper() not in letters:
        raise BadInput(f"--as takes {', '.join(letters)}, public or open, not '{wish}'.")
    return letters.index(wish.upper())


class Replay:
    """Goes through the log of a finished table with a second one that starts from nothing."""

    def __init__(self, played: Table, names: Sequence[str], viewer: int, screen: Screen) -> None:
        self.log, self.names, self.viewer, self.screen = played.log, names, viewer, screen
        self.shown: list[str] = []
        self.table = Table(
            played.game, played.seats, played.seed, played.name, played.options, played.salt
        )

    def show(self, last: int) -> None:
        """The position after so many answers, and what was last told."""
        self.table.replay(self.log[:last])
        self._picture()
        self.screen.say(f"After {last} of {len(self.log)} answers.")
        self._tell_news(last)
        self._tell_result()

    def tell(self, last: int) -> None:
        """The transcript: answers in notation and words, news, and the table after every turn."""
        self._tell_news(0)
        for number, (seat, choice) in enumerate(self.log[:last]):
            self._tell_answer(number, seat, choice)
            self.table.replay([(seat, choice)])
            self._tell_news(number + 1)
            if number + 1 == last or self._is_turn_over(number):
                self._picture()
        self._tell_result()

    def _is_turn_over(self, number: int) -> bool:
        """Whether someone else answers next; chance belongs to the turn it interrupts."""
        seats = [seat for seat, _ in self.log[: number + 1] if seat != CHANCE]
        return bool(seats) and self.log[number + 1][0] not in (CHANCE, seats[-1])

    def _tell_answer(self, number: int, seat: int, choice: int) -> None:
        """An answer may be a secret, and so may be that chance was asked: a seat sees its own."""
        codec, state = self.table.game.codec, self.table.state
        mark = CHANCE_MARK if seat == CHANCE else SEAT_LETTERS[seat]
        if self.viewer not in (EVERYONE, seat):
            return
        count = f"{number + 1} " if self.viewer == EVERYONE else ""
        notation, words = codec.write(state, seat, choice), codec.words(state, seat, choice)
        self.screen.say(f"{count}{mark} {notation}  ({words})", hang="    ")

    def _tell_news(self, after: int) -> None:
        for news in self.table.news_for(self.viewer, after):
            if words := self.table.game.codec.news(news.event, self.names):
                self.screen.say(words, indent="    ")

    def _picture(self) -> None:
        """Unless it is the one that was shown last."""
        view = self.table.state.view(self.viewer)
        lines = self.table.game.picture(view, self.names, self.screen.ink)
        if lines != self.shown:
            self.screen.show(["", *lines, ""])
            self.shown = lines

    def _tell_result(self) -> None:
        if self.table.state.is_over():
            scores = self.table.state.scores()
            parts = [f"{name} {score:g}" for name, score in zip(self.names, scores, strict=True)]
            self.screen.say(f"Shares of the win: {', '.join(parts)}.")
