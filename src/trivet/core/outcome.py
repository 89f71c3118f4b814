"""How a game ended: who won, by which rule, and the score sheet.

The outcome comes from the state, the score sheet from the events that were told.  So play-outs keep
no scores, and every replayed game has a sheet.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from trivet.core.state import Event
from trivet.core.words.news import NewsRow


class Outcome(NamedTuple):
    """How a game ended."""

    shares: tuple[float, ...]  # of the win, by seat, as scores()
    places: tuple[int, ...]  # by seat; 1 is first, tied seats share the better place
    ending: str  # a key of the codec's endings: "two rounds", "points", "resigned"
    rule: str  # that ended the game: "SOV-42"
    losers: tuple[int, ...] = ()  # seats that resigned or ran out of time


class SheetRow(NamedTuple):
    """A row of the score sheet: what each seat scored by one part of the game, in one chapter."""

    part: str  # "areas"
    rule: str
    chapter: int  # the round or stage; 0 before the first, and in games without chapters
    by_seat: tuple[int, ...]
    adds: bool  # to the total; other rows are for information


class Sheet(NamedTuple):
    """The score sheet: its rows, and the total of those that add."""

    rows: tuple[SheetRow, ...]
    total: tuple[int, ...]  # by seat

    def parts(self) -> list[SheetRow]:
        """One row for each part, summed over all chapters."""
        found: dict[str, SheetRow] = {}
        for row in self.rows:
            old = found.get(row.part, row._replace(by_seat=(0,) * len(row.by_seat)))
            both = zip(old.by_seat, row.by_seat, strict=True)
            found[row.part] = row._replace(chapter=0, by_seat=tuple(a + b for a, b in both))
        return list(found.values())


def sheet_of(rows: Mapping[str, NewsRow], seats: int, events: Iterable[Event]) -> Sheet:
    """The score sheet from the events told so far."""
    chapter, booked = 0, dict[tuple[str, str, int, bool], list[int]]()
    for event in events:
        row = rows[event.what]
        if row.chapter is not None:
            chapter = event.data[row.chapter]
        for entry in row.books:
            key = entry.part, entry.rule, chapter, entry.adds
            amounts = booked.setdefault(key, [0] * seats)
            for seat, amount in entry.of(*event.data).items():
                amounts[seat] += amount
    booked_rows = [
        SheetRow(part, rule, number, tuple(amounts), adds)
        for (part, rule, number, adds), amounts in booked.items()
        if any(amounts)
    ]
    adding = [row.by_seat for row in booked_rows if row.adds]
    return Sheet(tuple(booked_rows), tuple(sum(column) for column in zip(*adding, [0] * seats)))


def places_of(shares: Sequence[float], points: Sequence[int]) -> tuple[int, ...]:
    """Places by share of the win, then by points; tied seats share the better place."""
    standing = list(zip(shares, points, strict=True))
    return tuple(1 + sum(other > own for other in standing) for own in standing)


def lines(sheet: Sheet, names: Sequence[str]) -> list[str]:
    """The sheet for the terminal: a line for each part, a column for each seat; [] if empty."""
    if not sheet.rows:
        return []
    wide = max(len(name) for name in names) + 2
    parts = sheet.parts()
    first = max([len(row.part) for row in parts] + [5]) + 2
    rows = [(f"{row.part:<{first}}{row.rule:<9}", row.by_seat) for row in parts]
    rows.append((f"{'total':<{first + 9}}", sheet.total))
    head = " " * (first + 9) + "".join(name.rjust(wide) for name in names)
    return [head, *(start + "".join(f"{n:>{wide}}" for n in numbers) for start, numbers in rows)]
