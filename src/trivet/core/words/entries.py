"""What an event writes on the score sheet."""

from collections.abc import Callable, Mapping
from typing import NamedTuple


class Entry(NamedTuple):
    """What an event writes on the score sheet."""

    part: str
    rule: str
    of: Callable[..., Mapping[int, int]]  # from the event's numbers to amounts by seat
    adds: bool = True  # to the total; other entries are for information


def gain(part: str, rule: str, place: int, sign: int = 1) -> list[Entry]:
    """An entry for the seat in the event's first number; the number at `place` is its score."""
    return [Entry(part, rule, lambda *data: {data[0]: sign * data[place]})]


def loss(part: str, rule: str, place: int) -> list[Entry]:
    return gain(part, rule, place, -1)
