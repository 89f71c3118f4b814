"""The rows of what is told: events, endings and warnings, and what a short line keeps of them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Literal, NamedTuple

from trivet.core.state import NOBODY
from trivet.core.words.entries import Entry
from trivet.core.words.fields import Field, Name
from trivet.core.words.templates import (
    FUTURE,
    PAST,
    TENSES,
    Template,
    chosen,
    filled,
    first_field,
    in_tense,
    without_asides,
)
from trivet.core.words.values import HOUSE_WORDS, Value

SENTENCES = 8192  # kept of all rows: names of players make them ever new
SEAT = "seat"  # the field of the seat that did it ...
SUBJECT = "{seat} "  # ... if the sentence begins with it
WILL = "will "  # after the subject, once for all deeds of a sentence
Worked = tuple[Field, Callable[..., int]]  # a field, and a function of the event's numbers
ChipKind = Literal["does", "gain", "loss", "part"]  # a part of a gain


class Chip(NamedTuple):
    """A short text at a thing of the scene, for what an event did there; all are templates.

    `thing` may name several, with spaces between them.  `start` is the thing from where it was
    done.
    """

    thing: str
    text: str
    kind: ChipKind = "does"
    start: str = ""


class Clause(NamedTuple):
    """A sentence about a deed, in parts; those of one doer and subject are told as one sentence."""

    doer: int  # a seat
    subject: str  # "Ann", "You", "You will"
    deed: str  # "placed a Mask on b1", "place a Mask on b1"


HARM, BOARD, TAKEN, DRAWN = 4, 3, 2, 1  # weights: harm to the reader, board and points, ...


class NewsRow:
    """The row of an event: a sentence in the past tense, and what it books on the score sheet.

    Marks like "<placed|will place>" have the words for what is still to come: `in_future` is the
    same row with these.  A deed that {seat} begins and that has several verbs says "will" only
    before the first: "{seat} <skipped|will skip> and <lost|lose> {rank.name}.".

    The fields name the event's numbers in order; those in `more` are computed from them.  `dull`
    news is left out of the line of a turn.  `many` is said there instead of several such events of
    one seat in a row; {times} is their number.  If it begins with {seat}, it counts all such deeds
    of the seat's sentence.  `chips` show on the board what the event did.  `chapter` is the index
    of the event's number that opens a round or stage of the score sheet.

    A short line keeps the news of most `weight`, told by `short` if that is given.  `harms` gives
    the seat that the event does harm to, which reads it with the weight HARM.
    """

    def __init__(
        self,
        text: Template,
        *,
        dull: bool = False,
        many: str = "",
        books: Sequence[Entry] = (),
        chapter: int | None = None,
        more: Mapping[str, Worked] | None = None,
        chips: Sequence[Chip] = (),
        weight: int = BOARD,
        short: Template = "",
        harms: Callable[..., int] | None = None,
        **fields: Field,
    ) -> None:
        self._texts = text, many
        self.weight, self.short, self.harms = weight, short, harms
        self.text, self.many = in_tense(text, PAST), TENSES.sub(PAST, many)
        self.dull, self.books, self.chapter = dull, books, chapter
        self.counts_deeds = many.startswith(SUBJECT)
        self.fields, self.more, self.chips = fields, more or {}, chips
        self.forget()

    def in_future(self) -> "NewsRow":
        """The row of the same event before it happens."""
        text, many = self._texts
        return self._with(in_tense(text, FUTURE), TENSES.sub(FUTURE, many))

    def in_short(self) -> "NewsRow":
        """The row with its `short` text; else without what its text has in parentheses."""
        text = in_tense(self.short or self.text, PAST)
        return self._with(without_asides(text), without_asides(self.many))

    def _with(self, text: Template, many: Template) -> "NewsRow":
        return NewsRow(
            text,
            dull=self.dull,
            many=str(many),
            books=self.books,
            chapter=self.chapter,
            more=self.more,
            chips=self.chips,
            weight=self.weight,
            short=self.short,
            harms=self.harms,
            **self.fields,
        )

    def hurts(self, data: Sequence[int], you: int) -> bool:
        """Whether the event does harm to this seat."""
        return self.harms is not None and you >= 0 and self.harms(*data) == you

    def weight_for(self, data: Sequence[int], you: int) -> int:
        return HARM if self.hurts(data, you) else self.weight

    def forget(self) -> None:
        """Drop all kept sentences: for a copy of the row, or after a change of its texts."""
        self._edition = object()  # sentences are kept by it

    def say(self, data: tuple[int, ...], names: tuple[str, ...], you: int) -> str:
        """The sentence for a reader; kept for several viewers, and turn after turn."""
        return _kept_sentence(self, self._edition, data, names, you)

    def clause(self, data: tuple[int, ...], names: tuple[str, ...], you: int) -> Clause | None:
        """The parts of the sentence; None if it does not begin with {seat}."""
        return _kept_clause(self, self._edition, data, names, you)

    def reader(self, data: Sequence[int], you: int) -> int:
        """The seat that reads "you" in the sentence; NOBODY if that seat is not in it."""
        for place, field in enumerate(self.fields.values()):
            if isinstance(field, Name) and field.has(data[place], you):
                return you
        for field, of in self.more.values():
            if isinstance(field, Name) and field.has(of(*data), you):
                return you
        return NOBODY

    def found(self, data: Sequence[int], names: Sequence[str], you: int) -> dict[str, Value]:
        numbers = {name: (f, data[place]) for place, (name, f) in enumerate(self.fields.items())}
        numbers |= {name: (f, of(*data)) for name, (f, of) in self.more.items()}
        return {
            name: field.of(number, names, you) if isinstance(field, Name) else field.value(number)
            for name, (field, number) in numbers.items()
        }

    def actor(self, data: Sequence[int]) -> int:
        """The seat that the event is about: its first NAME; NOBODY if it has none."""
        pairs = zip(self.fields.values(), data, strict=False)
        return next((number for field, number in pairs if isinstance(field, Name)), NOBODY)

    def doer(self, data: Sequence[int], by: int) -> int:
        """The seat that the sentence begins with; `by` if it begins otherwise."""
        if not chosen(self.text, *data).startswith(SUBJECT):
            return by
        return next(number for name, number in zip(self.fields, data, strict=False) if name == SEAT)

    def _say(self, data: tuple[int, ...], names: tuple[str, ...], you: int) -> str:
        template, found = chosen(self.text, *data), self.found(data, names, you)
        said = filled(template, found)
        begins_with_you = you >= 0 and self._first(template, found) == you
        return said[:1].upper() + said[1:] if begins_with_you else said

    def _first(self, template: str, found: Mapping[str, Value]) -> int:
        """The seat whose name the sentence begins with; NOBODY if it begins otherwise."""
        name = first_field(template)
        if name not in found:
            return NOBODY
        field = self.fields[name] if name in self.fields else self.more[name][0]
        return field.first(found[name].number) if isinstance(field, Name) else NOBODY

    def say_many(self, times: int, data: Sequence[int], names: Sequence[str], you: int) -> str:
        """The sentence for several such events of one seat in a row."""
        return filled(self.many, self.found(data, names, you) | {"times": Value(str(times))})

    def deed_many(self, times: int, data: Sequence[int], names: Sequence[str], you: int) -> str:
        """The same without the subject and the full stop."""
        found = self.found(data, names, you) | {"times": Value(str(times))}
        return filled(_deed(self.many), found)

    def _clause(self, data: tuple[int, ...], names: tuple[str, ...], you: int) -> Clause | None:
        template, found = chosen(self.text, *data), self.found(data, names, you)
        if not template.startswith(SUBJECT):
            return None
        seat = found[SEAT].number
        subject = HOUSE_WORDS["You"] if you >= 0 and seat == you else str(found[SEAT])
        if template.startswith(WILL, len(SUBJECT)):
            subject += f" {HOUSE_WORDS['will']}"
        return Clause(seat, subject, filled(_deed(template), found))


@lru_cache(SENTENCES)
def _kept_sentence(
    row: NewsRow, edition: object, data: tuple[int, ...], names: tuple[str, ...], you: int
) -> str:
    return row._say(data, names, you)


@lru_cache(SENTENCES)
def _kept_clause(
    row: NewsRow, edition: object, data: tuple[int, ...], names: tuple[str, ...], you: int
) -> Clause | None:
    return row._clause(data, names, you)


@cache
def _deed(template: str) -> str:
    """A template without its subject and its full stop."""
    return template.removeprefix(SUBJECT).removeprefix(WILL).removesuffix(".")


class Ending(NamedTuple):
    """The row of an ending: its rule, and a sentence.  The fields are {winner}, {loser}, and the
    two highest totals of the score sheet, {most} and {next}; {most.name} is "21 points"."""

    rule: str
    text: Template  # Cases pick by outcome and sheet


class WarningRow(NewsRow):
    """The row of a warning that the end is near: its rule, and a sentence with public numbers."""

    def __init__(self, rule: str, text: Template, **fields: Field) -> None:
        super().__init__(text)
        self.rule, self.fields = rule, fields
