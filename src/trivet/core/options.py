"""The options of a game: what can be agreed before it begins, and how a bad value is refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

OptionKind = Literal["switch", "number", "one of", "numbers"]


class BadOption(ValueError):
    """An option that does not exist, or a value it cannot have."""


@dataclass(frozen=True)
class Option:
    """One option of a game; its subclasses say which values it takes."""

    kind: ClassVar[OptionKind]  # which control a lobby shows for it
    name: str
    words: str  # what it changes, for people
    rule: str  # the rule it belongs to

    @property
    def default(self) -> object:
        raise NotImplementedError

    def checked(self, value: object) -> object:
        """The value, checked; BadOption says what was expected and what was given."""
        raise NotImplementedError

    def refuse(self, expected: str, value: object) -> BadOption:
        return BadOption(f"option '{self.name}': expected {expected}, got {value!r} [{self.rule}]")


@dataclass(frozen=True)
class Preset:
    """A named set of options, as "Balanced"; the others are as usual."""

    name: str
    words: str  # why one would play with it, with figures where there are some
    rule: str
    options: Mapping[str, object]


@dataclass(frozen=True)
class Switch(Option):
    """On or off; the default is off."""

    kind = "switch"

    @property
    def default(self) -> bool:
        return False

    def checked(self, value: object) -> bool:
        if not isinstance(value, bool):
            raise self.refuse("true or false", value)
        return value


@dataclass(frozen=True)
class Number(Option):
    """A whole number between two bounds."""

    kind = "number"

    usual: int
    low: int
    high: int

    @property
    def default(self) -> int:
        return self.usual

    def checked(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.refuse("a whole number", value)
        if not self.low <= value <= self.high:
            raise self.refuse(f"{self.low} to {self.high}", value)
        return value


@dataclass(frozen=True)
class OneOf(Option):
    """One of several names; the default is the first."""

    kind = "one of"

    values: tuple[str, ...]
    says: tuple[str, ...] = ()  # what each value means, for people; else the value itself is said

    @property
    def default(self) -> str:
        return self.values[0]

    def checked(self, value: object) -> str:
        if value not in self.values:
            raise self.refuse("one of " + ", ".join(self.values), value)
        return str(value)

    def choices_words(self) -> list[str]:
        """The values in words, in their order."""
        return list(self.says or (value.replace("_", " ") for value in self.values))


@dataclass(frozen=True)
class Numbers(Option):
    """A table of whole numbers between two bounds, in rows of given lengths."""

    kind = "numbers"

    usual: tuple[tuple[int, ...], ...]
    low: int
    high: int

    @property
    def default(self) -> list[list[int]]:
        return [list(row) for row in self.usual]

    def checked(self, value: object) -> list[list[int]]:
        shape = [len(row) for row in self.usual]
        if not isinstance(value, list | tuple) or len(value) != len(shape):
            raise self.refuse(f"{len(shape)} rows of numbers", value)
        return [self._row(row, length) for row, length in zip(value, shape, strict=True)]

    def _row(self, row: object, length: int) -> list[int]:
        if not isinstance(row, list | tuple) or len(row) != length:
            raise self.refuse(f"rows of {length} numbers", row)
        for number in row:
            if isinstance(number, bool) or not isinstance(number, int):
                raise self.refuse("whole numbers", number)
            if not self.low <= number <= self.high:
                raise self.refuse(f"numbers from {self.low} to {self.high}", number)
        return list(row)


def agreed(offered: tuple[Option, ...], wished: Mapping[str, object]) -> dict[str, object]:
    """Every option with its value: the one wished for, checked, or the default."""
    names = [option.name for option in offered]
    for name in wished:
        if name not in names:
            known = ", ".join(names) or "none"
            raise BadOption(f"there is no option '{name}'; this game has: {known}")
    return {
        option.name: option.checked(wished[option.name])
        if option.name in wished
        else option.default
        for option in offered
    }
