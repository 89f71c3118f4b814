"""A table: a state, the log that made it, the news on the way, and the dice."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from trivet.core.codec import TURN
from trivet.core.fair import FairDice, commitment
from trivet.core.game import Game
from trivet.core.game import IllegalAnswer as IllegalAnswer  # noqa: PLC0414  tables raise it
from trivet.core.options import agreed
from trivet.core.outcome import Outcome, Sheet, sheet_of
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, EVERYONE, Ear, Event, Objection, State

MOMENTS_KEPT = 32  # older ones are made again by replaying the log


class LoadedDice(Exception):
    """A logged answer of chance that is not what the seed gives."""


class LogEntry(NamedTuple):
    seat: int
    choice: int


class News(NamedTuple):
    """An event, with when it was told and through whom."""

    after: int  # how many answers had been given
    event: Event
    by: int  # whose answer led to it; EVERYONE if several answered at once, CHANCE before the first


class Moment(NamedTuple):
    """A position worth seeing, between two questions."""

    heard: int  # how many news of the table were told before it
    what: str  # TURN, or as the rules call it: "trick", "round"
    by: int  # whose answer led to it, as in News
    state: State  # a copy: it never moves again, and nobody listens to it


class Table(Ear):
    """The log is the truth: the state is always what replaying it gives.

    A new table stands before its first answer: `roll` lets chance begin, `replay` goes on a log.
    """

    def __init__(
        self,
        game: Game[Any],
        seats: int,
        seed: bytes,
        name: str,
        options: Mapping[str, object] | None = None,
        salt: str = "",
    ) -> None:
        self.game, self.seats = game, seats
        self.seed, self.name, self.salt = seed, name, salt
        game.expect_seats(seats)
        self.options = agreed(game.options, options or {})
        self._clear()

    @property
    def commitment(self) -> str:
        """What is shown before the first draw."""
        return commitment(self.seed, self.name)

    def add_salt(self, salt: str) -> None:
        """The players' part of the seed, before the first answer."""
        self.salt = salt
        self._clear()

    # --- playing ---------------------------------------------------------------------------------

    def play(self, seat: int, choice: int) -> None:
        """Take an answer, and let chance speak for as long as it is asked."""
        objection = self.state.objection(seat, choice)
        if objection is not None or seat == CHANCE:
            raise IllegalAnswer(objection or Objection("HOUSE-1", "Chance answers by itself."))
        self._apply(seat, choice)
        self.roll()

    def play_text(self, seat: int, text: str) -> None:
        """Take an answer in notation."""
        choice = self.read(seat, text)
        if isinstance(choice, Objection):
            raise IllegalAnswer(choice)
        self.play(seat, choice)

    def read(self, seat: int, text: str) -> int | Objection:
        """The choice so written, allowed or not; or why it is none."""
        if not 0 <= seat < self.seats or not self.state.is_waiting_for(seat):
            return Objection("HOUSE-1", "Nothing is asked of you right now.")
        read: int | Objection = self.game.codec.read(self.state, seat, text)
        return read

    def why(self, seat: int, text: str) -> Objection | None:
        """What speaks against an answer in notation; None if nothing does."""
        choice = self.read(seat, text)
        return choice if isinstance(choice, Objection) else self.state.objection(seat, choice)

    def roll(self) -> None:
        """Let chance answer for as long as it is asked."""
        while self.state.turn == CHANCE:
            self._apply(CHANCE, self._draw())

    # --- taking back -----------------------------------------------------------------------------

    def undo(self, seat: int) -> None:
        """Take back the seat's latest answer, unless it is too late: what was seen stays seen."""
        objection = self.why_no_undo(seat)
        if objection is not None:
            raise IllegalAnswer(objection)
        latest = self._latest(seat)
        self._go_back_to(self.log[:latest] + self.log[latest + 1 :])

    def take_back(self, seat: int) -> None:
        """Go back to before the seat's latest answer, as everybody agrees; what was seen stays."""
        objection = self.why_no_take_back(seat)
        if objection is not None:
            raise IllegalAnswer(objection)
        self._go_back_to(self.log[: self._latest(seat)])

    def _go_back_to(self, log: Sequence[LogEntry]) -> None:
        self._clear()
        self.replay(log)

    def why_no_undo(self, seat: int) -> Objection | None:
        """What speaks against taking back; None if nothing does."""
        latest = self._latest(seat)
        if latest < 0:
            return Objection("HOUSE-3", "You have not answered anything yet.")
        if self.state.has_sealed(seat):
            return None  # the others have not seen it
        if latest < len(self.log) - 1:
            return Objection("HOUSE-4", "The game has gone on since your answer.")
        if self._has_revealed_since(latest):
            return Objection("HOUSE-4", "Something came to light through your answer.")
        return None

    def why_no_take_back(self, seat: int) -> Objection | None:
        """What speaks against going back, even if everybody agrees; None if nothing does."""
        latest = self._latest(seat)
        if latest < 0:
            return Objection("HOUSE-3", "You have not answered anything yet.")
        if self._has_revealed_since(latest):
            return Objection("HOUSE-4", "Something has come to light since your answer.")
        return None

    def _has_revealed_since(self, answer: int) -> bool:
        """Whether something hidden came to light through that answer of the log, or after it."""
        return self.state.revealed != self._marks[answer]

    def _latest(self, seat: int) -> int:
        return next((i for i in reversed(range(len(self.log))) if self.log[i].seat == seat), -1)

    # --- looking back ----------------------------------------------------------------------------

    def fresh(self) -> "Table":
        """The same table before its first answer."""
        return Table(self.game, self.seats, self.seed, self.name, self.options, self.salt)

    def close(self) -> None:
        """Nobody listens any more: a table and its state know each other, and would never go."""
        self.state.ear = None

    def replay(self, log: Sequence[tuple[int, int]]) -> None:
        """Go on through a log.  Chance must say what the seed gives, the seats what is allowed."""
        for seat, choice in log:
            objection = self.state.objection(seat, choice)
            if objection is not None:
                raise IllegalAnswer(objection)
            if seat == CHANCE and choice != (drawn := self._draw()):
                raise LoadedDice(self.game.codec.write(self.state, CHANCE, drawn))
            self._apply(seat, choice)

    def news_for(self, viewer: int, since: int = 0) -> list[News]:
        """What a viewer was told, from so many answers on."""
        return [
            news
            for news in self.news
            if news.after >= since and (viewer == EVERYONE or news.event.to in (EVERYONE, viewer))
        ]

    def hear(self, event: Event) -> None:
        self.news.append(News(len(self.log), event, self._by))

    def see(self, what: str, s: State) -> None:
        """Keep the position; a copy has no ear and asks nobody."""
        self.moments.append(Moment(len(self.news), what, self._by, s.copy()))

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before the end."""
        return self.game.outcome(self.state)

    @property
    def sheet(self) -> Sheet:
        """The score sheet so far."""
        return sheet_of(self.game.codec.told, self.seats, (news.event for news in self.news))

    def _repr_svg_(self) -> str | None:
        """In a notebook a table shows itself, as far as it is public."""
        return self.state._repr_svg_()

    def _clear(self) -> None:
        self.log: list[LogEntry] = []
        self.news: list[News] = []
        self.moments: deque[Moment] = deque(maxlen=MOMENTS_KEPT)
        self._marks: list[int] = []  # what had been revealed before each answer
        self._by = CHANCE  # whose answer the game goes on from; chance belongs to that turn
        self.dice = FairDice(self.seed, self.name, self.salt)
        self.state: State = self.game.set_up(self.seats, self.options, self)

    def _draw(self) -> int:
        return self.state.options(CHANCE)[self.dice.weighted(self.state.odds())]

    def _apply(self, seat: int, choice: int) -> None:
        self._marks.append(self.state.revealed)
        if seat != CHANCE:
            self._see_turn()
            self._by = EVERYONE if is_several(self.state.asked) else seat
        self.log.append(LogEntry(seat, choice))
        self.state.apply(seat, choice)

    def _see_turn(self) -> None:
        """The position that an answer led to, before the next one; sealed answers show nothing."""
        if self._by != CHANCE and self.state.waiting == self.state.asked:
            self.see(TURN, self.state)
