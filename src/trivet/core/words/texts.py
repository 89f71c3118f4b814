"""Texts outside of questions and news: refusals, labels, notes, reasons.  Each is a row with a key.

    texts = Texts()
    NOT_HELD = texts.add("refusal.not_held", "You do not hold the {face.name}.", face=FACE)
    NOT_HELD.say(face)

A text is given the numbers of its fields in order, or the notation of a value.
"""

from collections.abc import Mapping
from functools import lru_cache

from trivet.core.words.fields import Field
from trivet.core.words.templates import Template, chosen, filled
from trivet.core.words.values import Value

TEXTS_KEPT = 8192  # said of all rows


class Verbatim(Field):
    """A part of a text that is the same in every language, as letters of seats, or said already."""

    def __init__(self) -> None:
        super().__init__(())

    def read(self, text: str) -> Value:
        return Value(text)


VERBATIM = Verbatim()


class Text:
    """The row of a text."""

    def __init__(self, template: Template, fields: Mapping[str, Field]) -> None:
        self.template, self.fields = template, fields

    def say(self, *given: int | str) -> str:
        """The text with these values; kept for the next time."""
        return _kept_text(self, given)

    def _say(self, given: tuple[int | str, ...]) -> str:
        found = {
            name: field.read(one) if isinstance(one, str) else field.value(one)
            for (name, field), one in zip(self.fields.items(), given, strict=True)
        }
        return filled(chosen(self.template, *given), found)


@lru_cache(TEXTS_KEPT)
def _kept_text(text: Text, given: tuple[int | str, ...]) -> str:
    return text._say(given)


def forget() -> None:
    """Drop what is kept: the words are others now."""
    _kept_text.cache_clear()


class Texts:
    """The texts of a game by key."""

    def __init__(self) -> None:
        self.rows: dict[str, Text] = {}

    def add(self, key: str, template: Template, **fields: Field) -> Text:
        if key in self.rows:
            raise ValueError(f"there is a text '{key}' already")
        text = self.rows[key] = Text(template, fields)
        return text
