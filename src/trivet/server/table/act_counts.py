"""How often each seat of a room has acted.

An act is an answer or a takeback.  The counters only grow, so that a repeated or late message can
be told from a new one.
"""

from collections.abc import Sequence
from typing import Literal

from trivet.core.state import CHANCE
from trivet.core.table import IllegalAnswer, LoadedDice, Table
from trivet.server.store.contract import LogRow, Unreadable
from trivet.server.wire.messages import LONGEST_DRAFT

UNDO = "\x00undo"  # stands for a takeback among the texts that seats have sent


class Acts:
    """The counters of one room; makes the rows of its log that are to be stored."""

    def __init__(self, seats: int) -> None:
        self.counts = [0] * seats
        self.latest: list[list[str]] = [[] for _ in range(seats)]  # by seat: texts of its last acts
        self.takebacks = 0
        self.rows = 0  # rows of the log that exist, stored or about to be

    def answered(self, table: Table, before: int, said: str) -> list[LogRow]:
        """Rows for the answers after the first `before` of the log; the first row has the text."""
        rows = [LogRow("answer", *answer, "") for answer in table.log[before:]]
        if rows and rows[0].seat != CHANCE:
            self._count(rows[0].seat, said)
            rows[0] = rows[0]._replace(said=said)
        return self._added(rows)

    def took_back(self, kind: Literal["undo", "cut"], seat: int) -> list[LogRow]:
        """The row of an undo (one answer goes) or of a cut (it and all later answers go)."""
        self._count(seat, UNDO)
        self.takebacks += 1
        return self._added([LogRow(kind, seat, 0, "")])

    def has_said(self, seat: int, count: int, texts: Sequence[str]) -> bool:
        """Whether this repeats the seat's latest acts."""
        number = len(texts)
        return count == self.counts[seat] - number and self.latest[seat][-number:] == texts

    def _count(self, seat: int, said: str) -> None:
        self.counts[seat] += 1
        latest = self.latest[seat]
        latest.append(said)
        del latest[:-LONGEST_DRAFT]

    def _added(self, rows: list[LogRow]) -> list[LogRow]:
        self.rows += len(rows)
        return rows

    def replay(self, table: Table, rows: Sequence[LogRow]) -> None:
        """Replay stored rows on the table; Unreadable if they are damaged or break the rules."""
        log = answers_of(rows, table.seats)
        for row in rows:
            self.takebacks += row.kind != "answer"
            if row.seat != CHANCE:
                self._count(row.seat, row.said if row.kind == "answer" else UNDO)
        self.rows = len(rows)
        try:
            table.replay(log)
        except (IllegalAnswer, LoadedDice, LookupError, OverflowError) as wrong:
            raise Unreadable("The table cannot be read: its log breaks the rules.") from wrong
        if table.state.turn == CHANCE:
            raise Unreadable("The table cannot be read: the end of its log is missing.")


def answers_of(rows: Sequence[LogRow], seats: int) -> list[tuple[int, int]]:
    """The answers that stand, by seat and choice; those that were taken back are gone."""
    log: list[tuple[int, int]] = []
    for row in rows:
        if _is_damaged(row, log, seats):
            raise Unreadable("The table cannot be read: a line of its log is damaged.")
        if row.kind == "answer":
            log.append((row.seat, row.choice))
        else:
            place = _latest(log, row.seat)
            del log[place : place + 1 if row.kind == "undo" else len(log)]
    return log


def _is_damaged(row: LogRow, log: Sequence[tuple[int, int]], seats: int) -> bool:
    if not CHANCE <= row.seat < seats or not isinstance(row.choice, int):
        return True
    if row.kind == "answer":
        return False
    return row.kind not in ("undo", "cut") or _latest(log, row.seat) < 0


def _latest(log: Sequence[tuple[int, int]], seat: int) -> int:
    """The index of the seat's latest answer in a log; -1 if there is none."""
    return next((n for n in reversed(range(len(log))) if log[n][0] == seat), -1)
