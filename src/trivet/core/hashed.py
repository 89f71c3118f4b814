"""Codes and observations for any game, made from its rows and views alone.

The questions' rows say how many answers there are.  A question with too many is spelled in digits
of base 32, the highest first.  An observation is the seat's view: each of its paths with its value
is hashed to one of WIDTH bytes.  This cannot show what the view does not, needs no work from a
game's author, and is slow; a game that wants speed writes Codes of its own.
"""

from collections.abc import Iterator, Mapping
from typing import Any
from zlib import crc32

from librt.strings import BytesWriter

from trivet.core.codes import NO_WORD, Codes, Field
from trivet.core.seen import as_plain
from trivet.core.state import State
from trivet.core.words.answers import Question

WIDTH = 1024
DENSE = 4096  # answers of a question that has a code for each of them, at most
BASE, BITS, DIGITS = 32, 5, 12  # of a spelled answer
ONE = 1  # (a number written here must not be shifted)


class HashedCodes(Codes):
    """The default: see above."""

    def __init__(self, game: Any, seats: int) -> None:
        self.game = game
        sizes = {what: answers(row) for what, row in game.codec.questions.items() if row.ask}
        self.spelled = {what for what, size in sizes.items() if not size}
        spans = {what: size or BASE for what, size in sizes.items()}
        super().__init__(seats, spans, (Field("view", (WIDTH,), "the view, hashed"),))

    def __reduce__(self) -> Any:
        return HashedCodes, (self.game, self.seats)

    def allow(self, s: State, seat: int, word: int, out: BytesWriter, at: int) -> None:
        first = at + self.firsts[s.step.what]
        if s.step.what not in self.spelled:
            for choice in s.options(seat):
                out[first + choice] = 1
            return
        options = s.options(seat)
        said, left = _said(word), _digits(options)
        for choice in options:
            digits = _in_digits(choice, left)
            if digits[: len(said)] == said:
                out[first + digits[len(said)]] = 1

    def say(self, s: State, seat: int, word: int, code: int) -> int:
        digit = code - self.firsts[s.step.what]
        if s.step.what not in self.spelled:
            s.apply(seat, digit)
            return NO_WORD
        said = [*_said(word), digit]
        if len(said) < _digits(s.options(seat)):
            return _word(said)
        s.apply(seat, sum(one << BITS * place for place, one in enumerate(reversed(said))))
        return NO_WORD

    def spell(self, s: State, seat: int, choice: int) -> list[int]:
        first = self.firsts[s.step.what]
        if s.step.what not in self.spelled:
            return [first + choice]
        return [first + digit for digit in _in_digits(choice, _digits(s.options(seat)))]

    def observe(self, s: State, seat: int, word: int, out: BytesWriter, at: int) -> None:
        view = as_plain(s.view(seat))
        for path in _paths("", {"word": word, **view}):
            out[at + crc32(path.encode()) % WIDTH] = 1


def answers(row: Question) -> int:
    """How many numbers the answers to a question have; 0 if they are too many for codes."""
    most = 0
    for first, form in row.forms:
        size = 1
        for field in form.digits.values():
            size *= field.size
        if not size or first + size > DENSE:
            return 0
        most = max(most, first + size)
    return most


def _digits(options: list[int]) -> int:
    """How many digits the answers to the present question have."""
    digits = max(1, -(-max(options).bit_length() // BITS))
    if digits > DIGITS:
        raise OverflowError("an answer is too large to be spelled")
    return digits


def _in_digits(choice: int, digits: int) -> list[int]:
    return [choice >> BITS * place & BASE - 1 for place in range(digits - 1, -1, -1)]


def _word(said: list[int]) -> int:
    word = ONE
    for digit in said:
        word = word << BITS | digit
    return word


def _said(word: int) -> list[int]:
    said = []
    while word > ONE:
        said.append(word & BASE - 1)
        word >>= BITS
    return said[::-1]


def _paths(path: str, value: object) -> Iterator[str]:
    """Every path of a view with its value."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _paths(f"{path}.{name}", inner)
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _paths(f"{path}.{place}", inner)
    else:
        yield f"{path}={value!r}"
