"""Rows: the texts of a question, its answers, or an event, as templates with fields.

    Form("{cell}={tile}", "cell:{cell} tile:{tile}", "Exchange the tile on {cell} for {tile.name}",
         cell=CELL, tile=TILE)

The number of a choice is made of its fields like a number of its digits; the last field is the
lowest digit.  One template serves for writing and for reading notation.  Marks in a template:

    {cell}       the notation of a value
    {piece.a}    one of its forms: "an Aura"
    a blank      in notation: written; a player may leave it out
    ( ... )      in notation: written without the brackets; a player may leave it out
    [ ... ]      in sentences and touches: left out when a field in it is empty
    _            in touches: a blank within one thing, as in "hand:Rock_Quarry"
    <did|will>   in news: what is said afterwards, and what is said before it happens

A *fact* is a value that follows from the position, so that an answer need not give it: the piece in
hand, the piece on a space.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, ClassVar, Literal, NamedTuple

from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import NOBODY, Objection
from trivet.core.words.entries import Entry
from trivet.core.words.values import Caption as Caption  # noqa: PLC0414
from trivet.core.words.values import Value as Value  # noqa: PLC0414

# --- values and fields ----------------------------------------------------------------------------

NOTHING = Value("")
NAMES_KEPT = 1024  # of players
COMPUTED_KEPT = (
    4096  # values of a computed field in its cache; there are millions of hands and decks
)
Reader = Callable[[str], int | Objection]


class Field:
    """A digit of a choice, with a list of its values.

    `also` maps other spellings to numbers.  `shape` is a pattern for texts that look like a value,
    and `wrong` makes the objection to one that is not.  `noun` is the key of the values in a
    translation.
    """

    def __init__(
        self,
        values: Iterable[str],
        *,
        noun: str = "",
        also: Mapping[str, int] | None = None,
        shape: str = "",
        wrong: Callable[[str], Objection] | None = None,
    ) -> None:
        self.values = [v if isinstance(v, Value) else Value(v) for v in values]
        for number, value in enumerate(self.values):
            value.number = number
        self.noun, self.wrong, self.size = noun, wrong, len(self.values)
        self.numbers = {v.lower(): v.number for v in reversed(self.values)} | dict(also or {})
        longest_first = sorted(map(re.escape, self.numbers), key=len, reverse=True)
        self.tight = "|".join(longest_first)
        self.shape = shape or self.tight

    def value(self, number: int) -> Value:
        return self.values[number]

    def number(self, text: str) -> int | Objection:
        if text in self.numbers or self.wrong is None:
            return self.numbers[text]
        return self.wrong(text)


class ComputedField(Field):
    """A digit with too many values to list: functions convert between number and value.  It must
    be the first field of its form."""

    def __init__(
        self, value: Callable[[int], Value], number: Reader = int, shape: str = ""
    ) -> None:
        self.spell, self.read = lru_cache(COMPUTED_KEPT)(value), number
        self.tight = self.shape = shape
        self.values, self.numbers, self.size, self.noun = [], {}, 0, ""
        self.parts: list[Field] = []  # the fields its values are made of, for a translation

    def value(self, number: int) -> Value:
        return self.spell(number)

    def number(self, text: str) -> int | Objection:
        return self.read(text)


def plain(touch: str = "{}") -> ComputedField:
    """A number.  `{n.size}` has no sign; `{n.more}` is empty for zero."""

    def value(number: int) -> Value:
        size, more = str(abs(number)), str(number) if number else ""
        return Value(str(number), number, touch.format(number), size=size, more=more)

    return ComputedField(value, int, "[0-9]{1,4}")


def counted(one: str, many: str, said: Callable[[int], str] = str) -> ComputedField:
    """A number with its noun: "2 blocks", or "two blocks" by `number_word`; empty for zero."""

    def value(number: int) -> Value:
        noun = one if abs(number) == 1 else many
        return Value(str(number) if number else "", number, name=f"{said(number)} {noun}")

    return ComputedField(value)


def set_of(field: Field, word: str = " and ", comma: str = "") -> ComputedField:
    """A set as one number; in sentences a list, with `word` before the last member."""

    def value(members: int) -> Value:
        found = [field.value(n) for n in range(members.bit_length()) if members >> n & 1]
        return Value(listed(found, word, comma), members)

    members = ComputedField(value)
    members.parts.append(field)
    return members


def listed(parts: Sequence[str], word: str = " and ", comma: str = ", ") -> str:
    """ "this, that and the other"."""
    *first, last = parts or [""]
    return (comma or word).join(first) + word + last if first else last


class Fact(NamedTuple):
    """A value that follows from the position: `of(s, seat, found)` gives its number, or None."""

    field: Field
    of: Callable[[Any, int, Mapping[str, Value]], int | None]
    otherwise: Callable[[Value, Value], Objection] | None = None  # if a player types another value

    def value(self, s: Any, seat: int, found: "FactValues") -> Value:
        number = self.of(s, seat, found)
        if number is not None and isinstance(self.field, Name):
            return self.field.of(number, found.names or SEAT_LETTERS, seat)
        return NOTHING if number is None else self.field.value(number)


class FactValues(dict[str, Value]):
    """The values for a template, by field; facts are computed when the template uses them."""

    def __init__(
        self, facts: Mapping[str, Fact], s: Any, seat: int, names: Sequence[str] = ()
    ) -> None:
        self.facts, self.s, self.seat, self.names = facts, s, seat, names

    def __missing__(self, name: str) -> Value:
        value = self[name] = self.facts[name].value(self.s, self.seat, self)
        return value


class UnchosenFacts(FactValues):
    """Values that are found before the choice is known: KeyError for what depends on it."""

    def get(self, name: str, default: Any = None) -> Any:
        return self[name]

    def __contains__(self, name: object) -> bool:
        raise KeyError(name)


# --- templates ------------------------------------------------------------------------------------


class Cases(NamedTuple):
    """Several templates, and a function that picks one; each is translated separately."""

    pick: Callable[..., str]
    templates: Mapping[str, str]


Template = str | Cases


def chosen(template: Template, *about: Any) -> str:
    return template if isinstance(template, str) else template.templates[template.pick(*about)]


@cache
def _clauses(template: str) -> list[tuple[str, list[str]]]:
    """The parts of a template in order; a part in brackets comes with the fields it needs."""
    parts = re.split(r"\[([^\]]*)\]", template)
    return [
        (part, re.findall(r"\{([\w.]+)", part) if n % 2 else []) for n, part in enumerate(parts)
    ]


def _is_there(field: str, found: Mapping[str, Value]) -> bool:
    name, _, form = field.partition(".")
    return bool(found[name]) and bool(getattr(found[name], form) if form else True)


def filled(template: str, found: Mapping[str, Value]) -> str:
    """The template with its values; a part in brackets is dropped if a field in it is empty."""
    if "[" not in template:
        return template.format_map(found)
    parts = [part for part, needs in _clauses(template) if all(_is_there(f, found) for f in needs)]
    return "".join(parts).format_map(found)


def in_tense(template: Template, tense: str) -> Template:
    """The template with one side of each mark "<placed|will place>": PAST or FUTURE."""
    if isinstance(template, str):
        return TENSES.sub(tense, template)
    return Cases(
        template.pick, {case: TENSES.sub(tense, text) for case, text in template.templates.items()}
    )


def without_asides(template: Template) -> Template:
    """The template without its parentheses."""
    if isinstance(template, str):
        return ASIDE.sub("", template)
    return Cases(
        template.pick,
        {case: str(without_asides(text)) for case, text in template.templates.items()},
    )


# --- answers --------------------------------------------------------------------------------------

Also = Callable[[Any, int, str], int | Objection | None]
SENTENCES = 8192  # kept of all rows: names of players make them ever new
SEAT = "seat"  # the field of the seat that did it ...
SUBJECT = "{seat} "  # ... if the sentence begins with it
WILL = "will "  # after the subject, once for all deeds of a sentence
TENSES, PAST, FUTURE = re.compile(r"<([^<>|]*)\|([^<>|]*)>"), r"\1", r"\2"
ASIDE = re.compile(r"\[ \([^()\[\]]*\)\]| \([^()]*\)")  # what a short line leaves out
CHOICES, ALL_CHOICES = 4096, 50_000  # kept of each form, and of all together
FIRST_FIELD = re.compile(r"\{(\w+)")
PIECES = re.compile(r"\{(?P<field>\w+)\}|(?P<mark>[()])|.")


@cache
def _fields(template: str) -> frozenset[str]:
    """The fields that a template names."""
    return frozenset(re.findall(r"\{(\w+)", template))


@cache
def first_field(template: str) -> str:
    """The field that a template begins with; empty if it begins otherwise."""
    match = FIRST_FIELD.match(template)
    return match[1] if match else ""


class Written(NamedTuple):
    """A choice as notation, as words and as touches."""

    text: str  # notation
    words: str  # what it does, in the imperative
    touched: list[str]  # the things on the table to touch, in this order


class Form:
    """One kind of answer: its notation, the things to touch for it, and what it does.

    `reads` is a more forgiving template for reading.  `also` is a function that is tried first, for
    spellings that no template covers.
    """

    kept: ClassVar[int] = 0  # choices, of all forms

    def __init__(
        self,
        text: str,
        touches: str,
        words: Template,
        *,
        reads: str = "",
        also: Also | None = None,
        **fields: Field | Fact,
    ) -> None:
        self.text, self.touches, self.words, self.also = text, touches, words, also
        self.digits = {name: f for name, f in fields.items() if isinstance(f, Field)}
        self.facts = {name: f for name, f in fields.items() if isinstance(f, Fact)}
        self.notation = re.sub("[()]", "", text)
        self._reads = reads or text
        self._exact: re.Pattern[str] | None = None
        self._loose: re.Pattern[str] | None = None
        self._by_beginning: dict[tuple[str, ...], int] | None = None
        self._is_fixed = isinstance(words, str) and not self.facts  # the number tells everything
        self._used: dict[str, list[str]] = {}  # by template of words: the facts that are used
        self._written: dict[object, Written] = {}

    def exact(self) -> re.Pattern[str]:
        """What this form looks like.  Patterns are compiled at their first use: a page and a bot
        read no text, and those of all forms take longer than the import of their game."""
        if self._exact is None:
            self._exact = self._pattern(lambda field: field.tight)
        return self._exact

    def loose(self) -> re.Pattern[str]:
        """The same with texts that only look like values of its fields."""
        if self._loose is None:
            self._loose = self._pattern(lambda field: field.shape)
        return self._loose

    def _pattern(self, of: Callable[[Field], str]) -> re.Pattern[str]:
        def part(match: re.Match[str]) -> str:
            name = match["field"]
            if name in self.facts:
                return f"(?P<{name}>{self.facts[name].field.tight})?"
            if name:
                return f"(?P<{name}>{of(self.digits[name])})"
            if match["mark"]:
                return "(?:" if match["mark"] == "(" else ")?"
            return " *" if match[0] == " " else re.escape(match[0])

        return re.compile(PIECES.sub(part, self._reads.lower()))

    def found(self, s: Any, seat: int, number: int) -> FactValues:
        """The values of the choice with this number."""
        found = FactValues(self.facts, s, seat)
        for name, field in reversed(self.digits.items()):
            number, digit = divmod(number, field.size) if field.size else (0, number)
            found[name] = field.value(digit)
        return found

    def written(self, s: Any, seat: int, number: int) -> Written:
        """A choice in all its forms.  They follow from its number, the template and the facts in
        it, and are kept for the next time; names of players are not."""
        if self._is_fixed and number in self._written:
            return self._written[number]
        found = self.found(s, seat, number)
        template, told = self._told(found)
        key = number if self._is_fixed else (number, template, told)
        kept = self._written.get(key)
        if kept is None:
            kept = Written(self.write(found), filled(template, found), self.touched(found))
            used = self._used[template]
            has_names = any(isinstance(self.facts[name].field, Name) for name in used)
            if not has_names and len(self._written) < CHOICES and Form.kept < ALL_CHOICES:
                Form.kept += 1
                self._written[key] = kept
        return kept

    def written_all(self, s: Any, seat: int, numbers: Sequence[int]) -> list[Written]:
        """The same for many choices.  Template and facts are found once, unless they depend on the
        choice."""
        if self._is_fixed:
            return [self.written(s, seat, number) for number in numbers]
        try:
            template, told = self._told(UnchosenFacts(self.facts, s, seat))
        except KeyError:
            return [self.written(s, seat, number) for number in numbers]
        kept = self._written
        return [
            kept.get((number, template, told)) or self.written(s, seat, number)
            for number in numbers
        ]

    def _told(self, found: FactValues) -> tuple[str, tuple[int | None, ...]]:
        """The template of the words, and the numbers of the facts that are used."""
        template = chosen(self.words, found.s, found.seat, found)
        used = self._used.get(template)
        if used is None:
            named = _fields(self.notation) | _fields(self.touches) | _fields(template)
            used = self._used[template] = [name for name in self.facts if name in named]
        facts = [found[name] for name in used]
        return template, tuple([None if fact is NOTHING else fact.number for fact in facts])

    def forget(self) -> None:
        """Forget the choices that are kept: the words are others now."""
        Form.kept -= len(self._written)
        self._used, self._written = {}, {}

    def write(self, found: FactValues) -> str:
        return self.notation.format_map(found)

    def say(self, found: FactValues) -> str:
        return filled(chosen(self.words, found.s, found.seat, found), found)

    def touched(self, found: FactValues) -> list[str]:
        return [thing.replace("_", " ") for thing in filled(self.touches, found).split()]

    def read(
        self, s: Any, seat: int, said: str, pattern: re.Pattern[str]
    ) -> int | Objection | None:
        """The number in a text; None if the text does not look like this form."""
        if self.also and (number := self.also(s, seat, said)) is not None:
            return number
        match = pattern.fullmatch(said)
        if match is None:
            return None
        choice = 0
        for name, field in self.digits.items():
            number = field.number(match[name])
            if isinstance(number, Objection):
                return number
            choice = choice * field.size + number
        return self._contradiction(s, seat, match.groupdict()) or choice

    def _contradiction(self, s: Any, seat: int, told: Mapping[str, str | None]) -> Objection | None:
        """The objection to a fact that a player typed and that is not true."""
        for name, fact in self.facts.items():
            text = told.get(name)
            if text and fact.otherwise:
                said, true = fact.field.number(text), fact.value(s, seat, FactValues({}, s, seat))
                if isinstance(said, int) and said != true.number:
                    return fact.otherwise(fact.field.value(said), true)
        return None

    def beginning_with(self, path: Sequence[str]) -> int | None:
        """The first number that begins with touching these things, allowed or not."""
        if self._by_beginning is None:
            self._by_beginning, size = {}, 1
            for field in self.digits.values():
                size *= field.size
            for number in range(size if self.digits else 1):
                found = self.found(None, NOBODY, number)
                found.update(dict.fromkeys(self.facts, NOTHING))
                touched = self.touched(found)
                for depth in range(1, len(touched) + 1):
                    self._by_beginning.setdefault(tuple(touched[:depth]), number)
        return self._by_beginning.get(tuple(path))


def either(**words: str) -> Form:
    """A form of a few words, each a button: either(keep="Leave it on top", bury="...")."""
    field = Field([Value(word, name=name) for word, name in words.items()], noun="word")
    return Form("{word}", "{word}", "{word.name}", word=field)


# --- questions ------------------------------------------------------------------------------------

Forms = Form | Mapping[int, Form]


class Narrowed(NamedTuple):
    """What is left of a question after some things were touched."""

    choice: int | None  # the answer that needs no further touch, if there is one
    next: list[str]  # what can be touched now
    left: int  # the number of answers still possible


class Ready(NamedTuple):
    """An answer with a name, for players who do not want to put one together."""

    name: str
    why: str  # one sentence
    text: str  # notation


class Question:
    """All texts of one question: the row of a step that asks.

    `answers` is one form, or several, each with the first of its numbers.  `shows` tells the scene
    what to lay out for the question; `narrow` is for vast questions, `preferred` for things that
    can mean several answers: the most likely one.  `against` says what speaks against touching
    things of a vast question; `ready` has answers with names; `elsewhere` says how to begin what
    somebody means who touches a kind of thing that has no part in it, and `shortcuts` which answer
    it stands for, if the thing is asked for next.
    """

    def __init__(
        self,
        rule: Template,
        ask: Template,
        wait: Template,
        how: Template,
        answers: Forms,
        *,
        shows: str = "",
        narrow: Callable[[Any, int, Sequence[str]], Narrowed] | None = None,
        preferred: Callable[[Any, int, str], int | None] | None = None,
        against: Callable[[Any, int, Sequence[str]], Objection | None] | None = None,
        elsewhere: Mapping[str, str] | None = None,
        shortcuts: Mapping[str, int] | None = None,
        ready: Sequence[Ready] = (),
        **facts: Fact,
    ) -> None:
        self.rule, self.ask, self.wait, self.how = rule, ask, wait, how
        self.forms = sorted(({0: answers} if isinstance(answers, Form) else answers).items())
        self.shows, self.narrow, self.preferred, self.facts = shows, narrow, preferred, facts
        self.against, self.elsewhere, self.ready = against, elsewhere or {}, ready
        self.shortcuts = shortcuts or {}

    def fill(self, template: Template, s: Any, seat: int, names: Sequence[str] = ()) -> str:
        return filled(chosen(template, s, seat), FactValues(self.facts, s, seat, names))

    def form(self, choice: int) -> tuple[Form, int]:
        """The form of a choice, and the choice's number within it."""
        if len(self.forms) == 1:
            first, form = self.forms[0]
            return form, choice - first
        return next((form, choice - n) for n, form in reversed(self.forms) if n <= choice)

    def written(self, s: Any, seat: int, choices: Sequence[int]) -> list[Written]:
        """Choices in all their forms."""
        if len(self.forms) == 1:
            first, form = self.forms[0]
            return form.written_all(s, seat, [choice - first for choice in choices])
        found = list[Written]()
        for form, some in groupby(map(self.form, choices), key=itemgetter(0)):
            found += form.written_all(s, seat, [number for _, number in some])
        return found

    def read(self, s: Any, seat: int, said: str) -> int | Objection | None:
        """The choice in a text: exact patterns first, then loose ones, which give an objection that
        helps.  None if no form fits."""
        exact = ((first, form, form.exact()) for first, form in self.forms)
        loose = ((first, form, form.loose()) for first, form in self.forms)
        for first, form, pattern in chain(exact, loose):
            number = form.read(s, seat, said, pattern)
            if number is not None:
                return number if isinstance(number, Objection) else first + number
        return None

    def beginning_with(self, *path: str) -> int | None:
        """A well-formed choice that begins with touching these things."""
        found = ((first, form.beginning_with(path)) for first, form in self.forms)
        return next((first + number for first, number in found if number is not None), None)


def chance_question(how: str, answers: Forms) -> Question:
    """A question put to chance: only records use it."""
    return Question("", "", "", how, answers)


# --- news, endings, moments -----------------------------------------------------------------------


class Name(Field):
    """A seat, shown as its player's name; that player reads "you"."""

    def __init__(self) -> None:
        self.noun, self.values, self.size = "", [], 0

    def has(self, seat: int, you: int) -> bool:
        """Whether a seat is meant."""
        return seat == you

    def first(self, seat: int) -> int:
        """The seat that is named first."""
        return seat

    def of(self, seat: int, names: Sequence[str], you: int) -> Value:
        if seat == you and seat >= 0:
            return _reader(seat)
        return _other(names[seat] if 0 <= seat < len(names) else "", seat)


@cache
def _reader(seat: int) -> Value:
    return Value("you", seat, whose="your", theirs="yours", was="were", has="have")


@lru_cache(NAMES_KEPT)
def _other(name: str, seat: int) -> Value:
    return Value(name, seat, whose=f"{name}'s", theirs=name, was="was", has="has")


class Names(Name):
    """A set of seats, shown as their players' names."""

    def has(self, seats: int, you: int) -> bool:
        return you >= 0 and bool(seats >> you & 1)

    def first(self, seats: int) -> int:
        return (seats & -seats).bit_length() - 1

    def of(self, seats: int, names: Sequence[str], you: int) -> Value:
        members = [seat for seat in range(len(names)) if seats >> seat & 1]
        said = [Name.of(self, seat, names, you) for seat in members]
        was = "was" if len(said) == 1 and said[0].number != you else "were"
        return Value(listed(said), seats, was=was)


NAME, NAMES = Name(), Names()
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
        subject = "You" if you >= 0 and seat == you else str(found[SEAT])
        if template.startswith(WILL, len(SUBJECT)):
            subject += " will"
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


def texts(key: str, template: Template) -> Iterator[tuple[str, str]]:
    """Every sentence of a template with its key, for a translation."""
    if isinstance(template, str):
        if template:
            yield key, template
        return
    for case, text in template.templates.items():
        yield f"{key}.{case}", text
