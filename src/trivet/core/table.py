"""A table: a state, the log that led to it, its news and moments, and the dice."""

from collections import deque
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mypy_extensions import mypyc_attr

from trivet.core.fair import FairDice, commitment
from trivet.core.game import Game
from trivet.core.game import IllegalAnswer as IllegalAnswer  # noqa: PLC0414  tables raise it
from trivet.core.options import agreed
from trivet.core.outcome import Outcome, Sheet, sheet_of
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, EVERYONE, Event, EventListener, Objection, State
from trivet.core.words.codec import TURN

MOMENTS_KEPT = 32  # older ones can be had by replaying the log


class LoadedDice(Exception):
    """An answer of chance in a log differs from what the seed gives."""


class LogEntry(NamedTuple):
    """An answer in the log."""

    seat: int
    choice: int


class News(NamedTuple):
    """An event, with when it was told and whose answer led to it."""

    after: int  # the number of answers in the log before it
    event: Event
    by: int  # a seat; EVERYONE if several answered at once, CHANCE before the first answer


class Moment(NamedTuple):
    """A position worth seeing, between two questions."""

    heard: int  # the number of the table's news before it
    what: str  # TURN, or a name of the game's: "trick", "round"
    by: int  # whose answer led to it, as in News
    state: State  # a copy that never changes and has no listener


@mypyc_attr(allow_interpreted_subclasses=True)
class Table(EventListener):
    """One playing of a game.  The log is the truth: replaying it always gives the state.

    A new table is before its first answer: call `roll` to let chance begin, or `replay` with a log.
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
        """The commitment to the seed, shown before the first draw."""
        return commitment(self.seed, self.name)

    def add_salt(self, salt: str) -> None:
        """Mix the players' salt into the draws, before the first answer."""
        self.salt = salt
        self._clear()

    # --- playing ---------------------------------------------------------------------------------

    def play(self, seat: int, choice: int) -> None:
        """Take an answer, then let chance answer for as long as it is asked."""
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
        """The choice in a text, allowed or not; an objection if it cannot be read."""
        if not 0 <= seat < self.seats or not self.state.is_waiting_for(seat):
            return Objection("HOUSE-1", "It is not your turn.")
        read: int | Objection = self.game.codec.read(self.state, seat, text)
        return read

    def why(self, seat: int, text: str) -> Objection | None:
        """The objection to an answer in notation; None if it is allowed."""
        choice = self.read(seat, text)
        return choice if isinstance(choice, Objection) else self.state.objection(seat, choice)

    def roll(self) -> None:
        """Let chance answer for as long as it is asked."""
        while self.state.turn == CHANCE:
            self._apply(CHANCE, self._draw())

    # --- taking back -----------------------------------------------------------------------------

    def undo(self, seat: int) -> None:
        """Take back the seat's latest answer, unless others have acted on it or seen something."""
        objection = self.why_no_undo(seat)
        if objection is not None:
            raise IllegalAnswer(objection)
        latest = self._latest(seat)
        self._go_back_to(self.log[:latest] + self.log[latest + 1 :])

    def take_back(self, seat: int) -> None:
        """Go back to before the seat's latest answer, which all players agree to; still refused if
        something came to light since."""
        objection = self.why_no_take_back(seat)
        if objection is not None:
            raise IllegalAnswer(objection)
        self._go_back_to(self.log[: self._latest(seat)])

    def _go_back_to(self, log: Sequence[LogEntry]) -> None:
        self._clear()
        self.replay(log)

    def why_no_undo(self, seat: int) -> Objection | None:
        """The objection to an undo; None if it is allowed."""
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
        """The objection to a takeback that all players agree to; None if it is allowed."""
        latest = self._latest(seat)
        if latest < 0:
            return Objection("HOUSE-3", "You have not answered anything yet.")
        if self._has_revealed_since(latest):
            return Objection("HOUSE-4", "Something has come to light since your answer.")
        return None

    def _has_revealed_since(self, answer: int) -> bool:
        """Whether something hidden came to light with this answer of the log or later."""
        return self.state.revealed != self._marks[answer]

    def _latest(self, seat: int) -> int:
        return next((i for i in reversed(range(len(self.log))) if self.log[i].seat == seat), -1)

    # --- looking back ----------------------------------------------------------------------------

    def fresh(self) -> "Table":
        """The same table before its first answer."""
        return Table(self.game, self.seats, self.seed, self.name, self.options, self.salt)

    def close(self) -> None:
        """Stop listening.  This breaks the reference cycle of table and state, so that both are
        freed at once."""
        self.state.listener = None

    def replay(self, log: Sequence[tuple[int, int]]) -> None:
        """Play the answers of a log; IllegalAnswer or LoadedDice if one is not allowed or not what
        the seed gives."""
        for seat, choice in log:
            objection = self.state.objection(seat, choice)
            if objection is not None:
                raise IllegalAnswer(objection)
            if seat == CHANCE and choice != (drawn := self._draw()):
                raise LoadedDice(self.game.codec.write(self.state, CHANCE, drawn))
            self._apply(seat, choice)

    def news_for(self, viewer: int, since: int = 0) -> list[News]:
        """The news for a viewer, told after the first `since` answers."""
        return [
            news
            for news in self.news
            if news.after >= since and (viewer == EVERYONE or news.event.to in (EVERYONE, viewer))
        ]

    def on_event(self, event: Event) -> None:
        self.news.append(News(len(self.log), event, self._by))

    def on_moment(self, what: str, s: State) -> None:
        """Keep a copy of the position as a moment."""
        self.moments.append(Moment(len(self.news), what, self._by, s.copy()))

    def before(self, moment: Moment) -> int:
        """The number of news before the previous moment of the rules."""
        own = (one.heard for one in self.moments if one.what != TURN)
        return max((heard for heard in own if heard < moment.heard), default=0)

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None before the end."""
        return self.game.outcome(self.state)

    @property
    def sheet(self) -> Sheet:
        """The score sheet so far."""
        return sheet_of(self.game.codec.news_rows, self.seats, (news.event for news in self.news))

    def _repr_svg_(self) -> str | None:
        """The public part of the table, for a notebook."""
        return self.state._repr_svg_()

    def _clear(self) -> None:
        self.log: list[LogEntry] = []
        self.news: list[News] = []
        self.moments: deque[Moment] = deque(maxlen=MOMENTS_KEPT)
        self._marks: list[int] = []  # by answer: `revealed` of the state before it
        self._by = CHANCE  # the seat whose turn it is; draws of chance belong to that turn
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
        """Keep the position that the previous answer led to, just before the next answer; not while
        answers are sealed, since they show nothing."""
        if self._by != CHANCE and self.state.waiting == self.state.asked:
            self.on_moment(TURN, self.state)
