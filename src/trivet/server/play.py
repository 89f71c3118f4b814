"""A table in play on the server: the game itself, and how often each seat has acted.

An act is an answer or a taking back.  Acts of a seat are counted, never uncounted, so that a
repeated or belated message can be told from a new one.
"""

from collections.abc import Sequence

from trivet.core.state import CHANCE, Objection
from trivet.core.table import IllegalAnswer, LoadedDice, Table
from trivet.server.store import Row, Unreadable

UNDO = "\x00undo"  # what a seat is remembered to have said when it took something back


class Play:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.rows = 0  # lines of the log that exist, stored or about to be
        self.acts = [0] * table.seats
        self.latest = [""] * table.seats  # what each seat said last
        self.takebacks = 0

    def count(self, seat: int, said: str) -> None:
        self.acts[seat] += 1
        self.latest[seat] = said

    # --- acting ----------------------------------------------------------------------------------

    def begin(self) -> list[Row]:
        """Let chance have the first word, if it has any."""
        self.table.roll()
        return self._answered_since(0)

    def answer(self, seat: int, choice: int, said: str) -> list[Row]:
        """Take an answer; IllegalAnswer if the rules object."""
        before = len(self.table.log)
        self.table.play(seat, choice)
        self.count(seat, said)
        own, *chance = self._answered_since(before)
        return [own._replace(said=said), *chance]

    def undo(self, seat: int) -> list[Row]:
        """Take back the seat's latest answer by the table's rule; refused if it is too late."""
        self.table.undo(seat)
        self.count(seat, UNDO)
        self.takebacks += 1
        return self._added([Row("undo", seat, 0, "")])

    def cut(self, seat: int) -> list[Row]:
        """Go back to before the seat's latest answer, by consent; refused if something was seen."""
        objection = self.why_no_cut(seat)
        if objection is not None:
            raise IllegalAnswer(objection)
        fresh = another(self.table)
        fresh.replay(self.table.log[: latest(self.table.log, seat)])
        self.forget()
        self.table = fresh
        self.count(seat, UNDO)
        self.takebacks += 1
        return self._added([Row("cut", seat, 0, "")])

    def why_no_cut(self, seat: int) -> Objection | None:
        """What speaks against going back, even if everybody agrees; None if nothing does."""
        answer = latest(self.table.log, seat)
        if answer < 0:
            return Objection("HOUSE-3", "You have not answered anything yet.")
        if self.table.has_revealed_since(answer):
            return Objection("HOUSE-4", "Something has come to light since your answer.")
        return None

    def has_said(self, seat: int, count: int, said: str) -> bool:
        """Whether this is what the seat said last: a repetition, not a new act."""
        return count == self.acts[seat] - 1 and said == self.latest[seat]

    def _answered_since(self, before: int) -> list[Row]:
        return self._added([Row("answer", *answer, "") for answer in self.table.log[before:]])

    def _added(self, rows: list[Row]) -> list[Row]:
        self.rows += len(rows)
        return rows

    def forget(self) -> None:
        """Let go of the game: a table and its state know each other, and would stay for ever."""
        self.table.state.ear = None


def begun(table: Table, rows: Sequence[Row]) -> Play:
    """A table as its log tells; Unreadable if the log cannot be true."""
    play = Play(table)
    play.rows = len(rows)
    log: list[tuple[int, int]] = []
    for row in rows:
        if _is_damaged(row, log, table.seats):
            raise Unreadable("The table cannot be read: a line of its log is damaged.")
        if row.kind == "answer":
            log.append((row.seat, row.choice))
        else:
            place = latest(log, row.seat)
            del log[place : place + 1 if row.kind == "undo" else len(log)]
            play.takebacks += 1
        if row.seat != CHANCE:
            play.count(row.seat, row.said if row.kind == "answer" else UNDO)
    try:
        table.replay(log)
    except (IllegalAnswer, LoadedDice, LookupError, OverflowError) as wrong:
        raise Unreadable("The table cannot be read: its log breaks the rules.") from wrong
    if table.state.turn == CHANCE:
        raise Unreadable("The table cannot be read: the end of its log is missing.")
    return play


def _is_damaged(row: Row, log: Sequence[tuple[int, int]], seats: int) -> bool:
    if not CHANCE <= row.seat < seats or not isinstance(row.choice, int):
        return True
    if row.kind == "answer":
        return False
    return row.kind not in ("undo", "cut") or latest(log, row.seat) < 0


def latest(log: Sequence[tuple[int, int]], seat: int) -> int:
    """Where the seat's latest answer stands in a log; below zero if nowhere."""
    return next((n for n in reversed(range(len(log))) if log[n][0] == seat), -1)


def another(table: Table) -> Table:
    """The same table before its first answer."""
    return Table(table.game, table.seats, table.seed, table.name, table.options, table.salt)
