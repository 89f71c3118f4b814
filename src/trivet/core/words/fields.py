"""Fields: what templates are filled with.

A *field* is a digit of a choice, or a number of an event, with a list of its values.  A *fact* is a
value that follows from the position, so that an answer need not give it: the piece in hand, the
piece on a space.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import Objection
from trivet.core.words.values import HOUSE_WORDS, Value

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

    def read(self, text: str) -> Value:
        """The value with this notation."""
        return self.values[self.numbers[text.lower()]]


class ComputedField(Field):
    """A digit with too many values to list: functions convert between number and value.  It must
    be the first field of its form."""

    def __init__(
        self, value: Callable[[int], Value], number: Reader = int, shape: str = ""
    ) -> None:
        self.made, self.to_number = value, number
        self.tight = self.shape = shape
        self.values, self.numbers, self.size, self.noun = [], {}, 0, ""
        self.parts: list[Field] = []  # the fields its values are made of, for a translation
        self.forget()

    def forget(self) -> None:
        """Drop all kept values: their words are others now."""
        self.spell = lru_cache(COMPUTED_KEPT)(self.made)

    def value(self, number: int) -> Value:
        return self.spell(number)

    def number(self, text: str) -> int | Objection:
        return self.to_number(text)


def plain(touch: str = "{}") -> ComputedField:
    """A number.  `{n.size}` has no sign; `{n.more}` is empty for zero."""

    def value(number: int) -> Value:
        size, more = str(abs(number)), str(number) if number else ""
        return Value(str(number), number, touch.format(number), size=size, more=more)

    return ComputedField(value, int, "[0-9]{1,4}")


class Counted(ComputedField):
    """A number with its noun, whose forms stand in `words`: "2 blocks", or "two blocks" by
    `number_word`; empty for zero."""

    def __init__(self, one: str, many: str, said: Callable[[int], str] = str) -> None:
        self.words, self.said = {"one": one, "many": many}, said
        super().__init__(self._counted)
        self.noun = f"count.{one}"

    def _counted(self, number: int) -> Value:
        noun = self.words["one" if abs(number) == 1 else "many"]
        return Value(str(number) if number else "", number, name=f"{self.said(number)} {noun}")


def counted(one: str, many: str, said: Callable[[int], str] = str) -> Counted:
    return Counted(one, many, said)


def set_of(field: Field, word: str = "", comma: str = "", nobody: str = "") -> ComputedField:
    """A set as one number; in sentences a list, with `word`, usually " and ", before the last
    member.  `nobody` is the key of the house's word for the empty set."""

    def value(members: int) -> Value:
        if not members and nobody:
            return Value(HOUSE_WORDS[nobody])
        found = [field.value(n) for n in range(members.bit_length()) if members >> n & 1]
        return Value(listed(found, word, comma), members)

    members = ComputedField(value)
    members.parts.append(field)
    return members


def listed(parts: Sequence[str], word: str = "", comma: str = ", ") -> str:
    """ "this, that and the other"."""
    word = word or f" {HOUSE_WORDS['and']} "
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
    you, your, yours, were, have = (
        HOUSE_WORDS[key] for key in ("you", "your", "yours", "were", "have")
    )
    return Value(you, seat, whose=your, theirs=yours, was=were, has=have)


@lru_cache(NAMES_KEPT)
def _other(name: str, seat: int) -> Value:
    whose = HOUSE_WORDS["whose"].replace("{name}", name)
    return Value(
        name, seat, whose=whose, theirs=name, was=HOUSE_WORDS["was"], has=HOUSE_WORDS["has"]
    )


class Names(Name):
    """A set of seats, shown as their players' names."""

    def has(self, seats: int, you: int) -> bool:
        return you >= 0 and bool(seats >> you & 1)

    def first(self, seats: int) -> int:
        return (seats & -seats).bit_length() - 1

    def of(self, seats: int, names: Sequence[str], you: int) -> Value:
        members = [seat for seat in range(len(names)) if seats >> seat & 1]
        said = [Name.of(self, seat, names, you) for seat in members]
        is_one = len(said) == 1 and said[0].number != you
        return Value(listed(said), seats, was=HOUSE_WORDS["was" if is_one else "were"])


NAME, NAMES = Name(), Names()


def forget() -> None:
    """Drop what is kept of names and pronouns: the words are others now."""
    _reader.cache_clear()
    _other.cache_clear()
