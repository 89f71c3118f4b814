"""A table as text: for language models, for evaluation harnesses, and for anyone who reads.

    table = TextTable("sovereign", rival="greedy", seed=1)
    print(table.shown())
    while not table.is_over:
        print(table.answer(input()))

One seat against bots.  It is shown its own view and nothing else, and answers in notation; what the
rules object to is explained with the rule, and changes nothing.
"""

from typing import Any

import trivet
from trivet import rulebook
from trivet.bots.bot import Bot
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.ink import PLAIN
from trivet.core.mind import Mind
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import Objection
from trivet.core.table import Table

LISTED = 60  # answers up to which all are listed


class TextTable:
    """One seat of a game, as text; bots have the others."""

    def __init__(
        self, game: str | Game[Any], seats: int | None = None, rival: str | Bot = "steady",
        seat: int = 0, seed: int = 0, **options: object,
    ) -> None:  # fmt: skip
        self.game = trivet.game(game) if isinstance(game, str) else game
        self.seat, self.dice = seat, Dice(seed)
        seats = self.game.fewest if seats is None else seats
        self.table = Table(self.game, seats, seed.to_bytes(32, "big"), "text", options)
        if not 0 <= seat < seats:
            raise ValueError(f"seats are 0 to {seats - 1}, not {seat}")
        self.rival = trivet.bot(rival, self.game.name) if isinstance(rival, str) else rival
        self.names = [f"Player {SEAT_LETTERS[one]}" for one in range(seats)]
        self.news_read = 0  # news that the seat has read
        self.refused = 0  # answers that the rules objected to
        self.table.roll()
        self._let_others_answer()

    @property
    def is_over(self) -> bool:
        return self.table.state.is_over()

    @property
    def share(self) -> float:
        """The seat's share of the win; 0 before the end."""
        return self.table.state.scores()[self.seat]

    def shown(self) -> str:
        """What the seat sees now: news, the table, and the question."""
        return "\n".join([*self._news(), "", *self._picture(), "", *self._question()]).strip()

    def options(self) -> list[str]:
        """All allowed answers in notation, if they are few enough to be listed."""
        s, codec = self.table.state, self.game.codec
        if not s.is_waiting_for(self.seat) or s.step.is_vast():
            return []
        choices = s.options(self.seat)
        few = choices if len(choices) <= LISTED else []
        return [codec.write(s, self.seat, choice) for choice in few]

    def answer(self, text: str) -> str:
        """Answer in notation.  Returns what the seat sees then, or the objection and its rule."""
        objection = self.table.why(self.seat, text)
        if objection is not None:
            self.refused += 1
            return self._explained(objection)
        self.table.play_text(self.seat, text)
        self._let_others_answer()
        return self.shown()

    def _let_others_answer(self) -> None:
        table, s = self.table, self.table.state
        while not s.is_over() and not s.is_waiting_for(self.seat):
            table.play(s.turn, self.rival.choose(Mind(s, s.turn), self.dice))

    def _news(self) -> list[str]:
        news = self.table.news_for(self.seat)
        new, self.news_read = news[self.news_read :], len(news)
        line = self.game.codec.line([one.event for one in new], self.names, self.seat)
        return [line] if line else []

    def _picture(self) -> list[str]:
        return self.game.picture(self.table.state.view(self.seat), self.names, PLAIN)

    def _question(self) -> list[str]:
        s, codec = self.table.state, self.game.codec
        outcome = self.table.outcome
        if outcome is not None:
            said = codec.headline(outcome, self.table.sheet, self.names)
            return [f"{said} Your share of the win: {self.share:g}."]
        lines = [f"You are {self.names[self.seat]}. {codec.ask(s, self.seat)}"]
        lines.append(f"Answer with {codec.how(s, self.seat)}.")
        if options := self.options():
            lines.append(f"Allowed: {', '.join(options)}")
        return lines

    def _explained(self, objection: Objection) -> str:
        said = f"Not allowed: {objection.reason} [{objection.rule}]"
        text = rule_text(self.game.name, objection.rule)
        return f"{said}\n{objection.rule}: {text}" if text else said


def rule_text(game: str, rule: str) -> str:
    """A rule of a game or of the house; empty if there is no such rule."""
    for name in (game, rulebook.HOUSE):
        try:
            found = rulebook.read(name).rule(rule) if "-" in rule or name == game else None
        except rulebook.NoRulebook:
            continue
        if found is not None:
            return found.text
    return ""
