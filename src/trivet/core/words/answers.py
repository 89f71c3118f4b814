"""The rows of questions: how each is put, and how its answers are written, read and touched.

    Form(
        text="{cell}={tile}",
        touches="cell:{cell} tile:{tile}",
        words="Exchange the tile on {cell} for {tile.name}",
        cell=CELL, tile=TILE,
    )

The number of a choice is made of its fields like a number of its digits; the last field is the
lowest digit.  One template serves for writing and for reading notation.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, ClassVar, NamedTuple

from trivet.core.state import NOBODY, Objection
from trivet.core.words.fields import NOTHING, Fact, FactValues, Field, Name, UnchosenFacts
from trivet.core.words.templates import Template, chosen, fields_of, filled
from trivet.core.words.values import Value

Also = Callable[[Any, int, str], int | Objection | None]
CHOICES, ALL_CHOICES = 4096, 50_000  # kept of each form, and of all together
PIECES = re.compile(r"\{(?P<field>\w+)\}|(?P<mark>[()])|.")


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
        *,
        text: str,
        touches: str,
        words: Template,
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
            named = fields_of(self.notation) | fields_of(self.touches) | fields_of(template)
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
    return Form(text="{word}", touches="{word}", words="{word.name}", word=field)


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
