"""`trivet replay`: shows a position of a recorded game, or the whole game."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from trivet.cli.arguments import add_ink, read_text
from trivet.cli.terminal import problem_file
from trivet.cli.terminal.local_game import load, short_names, tell_outcome
from trivet.cli.terminal.screen import Screen, screen_for
from trivet.cli.terminal.viewers import add_eyes, moment_of, viewer_of
from trivet.core.record import CHANCE_MARK
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import CHANCE, EVERYONE
from trivet.core.table import News, Table
from trivet.core.words.codec import TURN


def arguments(parser: argparse.ArgumentParser) -> None:
    add_eyes(parser)
    parser.add_argument("--all", action="store_true", help="the whole game, answer by answer")
    add_ink(parser)


def run(args: argparse.Namespace) -> int:
    text = read_text(args.file)
    if problem_file.is_problem(text):
        reported = problem_file.read(args.file, text)
        if not reported.record:
            problem_file.show(reported, screen_for(args))
            return 0
        text = reported.record
    table, players = load(args.file, text)
    viewer, last = viewer_of(args.viewer, table), moment_of(args.at, table)
    replay = Replay(table, short_names(players), viewer, screen_for(args))
    if args.all:
        replay.tell(last)
    else:
        replay.show(last)
    return 0


class Replay:
    """Replays the log of a table on a fresh one."""

    def __init__(self, played: Table, names: Sequence[str], viewer: int, screen: Screen) -> None:
        self.log, self.names, self.viewer, self.screen = played.log, names, viewer, screen
        self.last_picture: list[str] = []
        self.table = played.fresh()

    def show(self, last: int) -> None:
        """Show the position after `last` answers, and its latest news."""
        self.table.replay(self.log[:last])
        self._picture(self.table.state.view(self.viewer))
        self.screen.say(f"After {last} of {len(self.log)} answers.")
        self._tell_news(last)
        self._tell_result()

    def tell(self, last: int) -> None:
        """Print a transcript: answers in notation and words, news, the table after each turn."""
        self._tell_news(0)
        for number, (seat, choice) in enumerate(self.log[:last]):
            self._tell_answer(number, seat, choice)
            self.table.replay([(seat, choice)])
            self._tell_news(number + 1)
            if number + 1 == last or self._is_turn_over(number):
                self._picture(self.table.state.view(self.viewer))
        self._tell_result()

    def _is_turn_over(self, number: int) -> bool:
        """Whether another seat answers next; chance belongs to the turn it interrupts."""
        seats = [seat for seat, _ in self.log[: number + 1] if seat != CHANCE]
        return bool(seats) and self.log[number + 1][0] not in (CHANCE, seats[-1])

    def _tell_answer(self, number: int, seat: int, choice: int) -> None:
        """Print an answer if the viewer may know it: a seat sees only its own.  Even that chance
        was asked can be a secret."""
        codec, state = self.table.game.codec, self.table.state
        mark = CHANCE_MARK if seat == CHANCE else SEAT_LETTERS[seat]
        if self.viewer not in (EVERYONE, seat):
            return
        count = f"{number + 1} " if self.viewer == EVERYONE else ""
        notation, words = codec.write(state, seat, choice), codec.words(state, seat, choice)
        self.screen.say(f"{count}{mark} {notation}  ({words})", hang="    ")

    def _tell_news(self, after: int) -> None:
        """Print the news after an answer, and the moments of the rules among them."""
        news = self.table.news
        heard = next((place for place, one in enumerate(news) if one.after >= after), len(news))
        for moment in self.table.moments:
            if moment.what != TURN and moment.heard > heard:
                self._tell_events(news[heard : moment.heard])
                heard = moment.heard
                self._picture(moment.state.view(self.viewer))
                self.screen.say(self.table.game.codec.moments[moment.what], indent="    ")
        self._tell_events(news[heard:])

    def _tell_events(self, told: Sequence[News]) -> None:
        for news in told:
            if self.viewer == EVERYONE or news.event.to in (EVERYONE, self.viewer):
                self.screen.say(self.table.game.codec.news(news.event, self.names), indent="    ")

    def _picture(self, view: Mapping[str, Any]) -> None:
        """Show a picture, unless it is the one shown last."""
        lines = self.table.game.whole_picture(view, self.names, self.screen.ink)
        if lines != self.last_picture:
            self.screen.show(["", *lines, ""])
            self.last_picture = lines

    def _tell_result(self) -> None:
        if self.table.state.is_over():
            tell_outcome(self.table, self.names, self.screen)
            scores = self.table.state.scores()
            parts = [f"{name} {score:g}" for name, score in zip(self.names, scores, strict=True)]
            self.screen.say(f"Shares of the win: {', '.join(parts)}.")
