"""A game for scripts: writes one JSON object a line, reads one answer a line: docs/terminal.md."""

import json
import sys
from typing import Any

from trivet.cli.terminal.local_game import LocalGame
from trivet.core.dice import Dice
from trivet.core.seats import SEAT_LETTERS
from trivet.core.seen import as_plain
from trivet.core.state import NOBODY
from trivet.core.table import IllegalAnswer

EXAMPLES = 24  # of answers to a vast question
LONGEST_LINE = 8192


class JsonLines:
    """A game over standard input and output, as lines of JSON."""

    def __init__(self, local: LocalGame) -> None:
        self.local, self.table = local, local.table
        self.heard = 0  # news of later answers are still to be told

    def play(self) -> None:
        """Play to the end; EOFError if the input ends before."""
        self._tell_table()
        while self.local.outcome is None:
            seat = self.local.person_asked()
            if seat is None:
                self.local.let_a_bot_answer()
                continue
            self._tell_news()
            self._send("view", seat=seat, view=as_plain(self.table.state.view(seat)))
            self._tell_question(seat)
            self._take(seat)
        self._tell_news()
        self._tell_result()

    def goodbye(self) -> None:
        """Say that the input ended before the game."""
        self._send("left", file=str(self.local.slot.path))

    # --- out -------------------------------------------------------------------------------------

    def _send(self, event: str, **more: object) -> None:
        sys.stdout.write(json.dumps({"event": event, **more}, separators=(",", ":")) + "\n")
        sys.stdout.flush()

    def _tell_table(self) -> None:
        table, people = self.table, self.local.people
        self._send(
            "table",
            game=table.game.name,
            rules=table.game.version,
            options=table.options,
            players=[
                {
                    "seat": seat,
                    "letter": SEAT_LETTERS[seat],
                    "name": name,
                    "bot": seat not in people,
                }
                for seat, name in enumerate(self.local.players)
            ],
            table=table.name,
            commitment=table.commitment,
            file=str(self.local.slot.path),
        )

    def _tell_news(self) -> None:
        """Send each person's news; without people, those for a spectator."""
        for viewer in self.local.people or [NOBODY]:
            for news in self.table.news_for(viewer, self.heard):
                event = news.event
                words = self.table.game.codec.news(event, self.local.names)
                self._send(
                    "news", seat=viewer if viewer >= 0 else None,
                    what=event.what, data=list(event.data), words=words,
                )  # fmt: skip
        self.heard = len(self.table.log) + 1

    def _tell_question(self, seat: int) -> None:
        codec, state = self.table.game.codec, self.table.state
        choices, is_vast = state.options(seat), state.step.is_vast()
        if is_vast:
            dice = Dice(len(self.table.log))
            choices = list(dict.fromkeys(state.sample(seat, dice) for _ in range(EXAMPLES)))
        self._send(
            "ask",
            seat=seat,
            number=sum(answer.seat == seat for answer in self.table.log) + 1,
            step=state.step.what,
            ask=codec.ask(state, seat),
            how=codec.how(state, seat),
            complete=not is_vast,
            choices=[
                {"choice": codec.write(state, seat, c), "words": codec.words(state, seat, c)}
                for c in choices
            ],
        )

    def _tell_result(self) -> None:
        self._send(
            "result",
            scores=list(self.local.outcome.shares) if self.local.outcome else [],
            winners=self.local.winners(),
            **self._outcome(),
            answers=len(self.table.log),
            seed=self.table.seed.hex(),
            file=str(self.local.slot.path),
        )

    def _outcome(self) -> dict[str, Any]:
        outcome, sheet = self.local.outcome, self.table.sheet
        if outcome is None:
            return {}
        return {
            "places": outcome.places,
            "ending": outcome.ending,
            "rule": outcome.rule,
            "words": self.table.game.codec.headline(outcome, sheet, self.local.names),
            "sheet": [row._asdict() for row in sheet.rows],
            "total": sheet.total,
        }

    # --- in --------------------------------------------------------------------------------------

    def _take(self, seat: int) -> None:
        """Read answers until one is allowed; the others are refused with a reason."""
        while True:
            text = self._read_line()
            try:
                self.local.answer_text(seat, text)
            except IllegalAnswer as refused:
                rule, reason = refused.objection
                self._send("refusal", seat=seat, choice=text[:80], rule=rule, reason=reason)
            else:
                break
        if self.local.trouble:
            self._send("trouble", reason=self.local.trouble)

    def _read_line(self) -> str:
        """The notation in a line, plain or as {"choice": notation}; the game refuses the rest."""
        line = sys.stdin.readline(LONGEST_LINE)
        if not line:
            raise EOFError
        text = line.strip()
        if not text.startswith("{"):
            return text
        try:
            choice = json.loads(text)["choice"]
        except (ValueError, LookupError, RecursionError):
            return text
        return choice if isinstance(choice, str) else text
