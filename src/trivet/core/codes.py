"""Answers as codes and what a seat sees as bytes, for programs that learn.

A *code* is a number below `count` that means the same in every position of a game.  A question with
few answers has a code for each.  One with very many (a bid of any cards, the order of a deck) is
*spelled*: one code after the other.  What was said so far is the *word*: it is private to its seat,
and nothing happens in the game before it is whole.

An *observation* is what a seat sees as `width` bytes, in fields that have names.
"""

from typing import Any, Final, NamedTuple

from librt.strings import BytesWriter
from mypy_extensions import i64, mypyc_attr, u8

from trivet.core.sets import NTH
from trivet.core.state import State

NO_WORD: Final = 0  # nothing said yet


class Field(NamedTuple):
    """A part of an observation."""

    name: str
    shape: tuple[int, ...]
    note: str
    less: int = 0  # subtract this from the byte to get the number


@mypyc_attr(allow_interpreted_subclasses=True)
class Codes:
    """The codes and observations of one game, made for a number of seats."""

    def __init__(self, seats: i64, spans: dict[str, int], layout: tuple[Field, ...]) -> None:
        self.seats: i64 = seats
        self.spans = spans  # by question, in an order that never changes: how many codes
        self.layout = layout
        self.count: i64 = sum(spans.values())
        self.width: i64 = sum([area_of(field.shape) for field in layout])
        self.firsts: dict[str, int] = {}  # by question: its first code
        self.places: dict[int, int] = {}  # by first code: the question's place in the spans
        code = 0
        for what, span in spans.items():
            self.places[code] = len(self.firsts)
            self.firsts[what] = code
            code += span

    def __reduce__(self) -> Any:
        return type(self), (self.seats,)

    def allow(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        """Mark every code that a waiting seat may say next, in `count` bytes that are all 0."""
        first = at + s.step.code
        for choice in s.step.options(s, seat):
            out[first + choice] = 1

    def say(self, s: State, seat: i64, word: i64, code: i64) -> i64:
        """One allowed code more: the word so far, or NO_WORD when it was whole and is played."""
        s.apply(seat, code - s.step.code)
        return NO_WORD

    def spell(self, s: State, seat: i64, choice: i64) -> list[int]:
        """An answer as codes."""
        return [s.step.code + choice]

    def observe(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        """What a seat sees, into `width` bytes that are all 0."""
        raise NotImplementedError

    def meaning(self, code: i64) -> tuple[str, int]:
        """The question that a code answers, and which of its codes it is."""
        if code < 0 or code >= self.count:
            raise ValueError(f"codes are 0 to {self.count - 1}, not {code}")
        found = ""
        for what, first in self.firsts.items():
            if first <= code:
                found = what
        return found, code - self.firsts[found]


def area_of(shape: tuple[int, ...]) -> int:
    area = 1
    for side in shape:
        area *= side
    return area


def allowed(codes: Codes, s: State, seat: i64, word: i64) -> bytes:
    """The mask of one seat; all 0 if nothing is asked of it."""
    out = BytesWriter()
    out.write(bytes(codes.count))
    if s.is_waiting_for(seat):
        codes.allow(s, seat, word, out, 0)
    return out.getvalue()


def observed(codes: Codes, s: State, seat: i64, word: i64) -> bytes:
    """The observation of one seat."""
    out = BytesWriter()
    out.write(bytes(codes.width))
    codes.observe(s, seat, word, out, 0)
    return out.getvalue()


# --- for the codes of a game: writing sets and bags into bytes that are 0 -------------------------


def mark(members: i64, out: BytesWriter, at: i64) -> None:
    """A set: a byte for each possible member."""
    while members:
        some = members & 511
        while some:
            out[at + NTH[some * 9]] = 1
            some &= some - 1
        members >>= 9
        at += 9


def mark_board(cells: i64, out: BytesWriter, at: i64) -> None:
    """A set of the cells of an 8x8 board: see boards.py."""
    for row in range(8):
        columns = cells >> row * 8 & 255
        while columns:
            out[at + row * 8 + NTH[columns * 9]] = 1
            columns &= columns - 1


def write_bag(bag: i64, bits: i64, out: BytesWriter, at: i64) -> None:
    """A bag that counts each sort with so many bits: a byte for each sort."""
    full = (bits - bits + 1 << bits) - 1
    while bag:
        if bag & full:
            out[at] = u8(bag & full)
        bag >>= bits
        at += 1


def byte(number: i64) -> u8:
    """A number as a byte; what does not fit becomes the nearest that does."""
    if number < 0:
        return u8(0)
    if number > 255:
        return u8(255)
    return u8(number)  # not `u8(a if b else c)`: mypyc makes that a call of Python
