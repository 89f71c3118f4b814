"""Lessons: fixed positions of a game, each with one answer to give, and what it shows.

A game keeps its lesson in its folder as `lesson.json`.  Its steps are scripted games, one or more:
`moves` lead to the position of a step, written as in a record ("A build SSIIIMC", "* top S" for
chance).  Where the script does not say what chance answers, dice with a fixed seed do.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from trivet.art import home
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import CHANCE, EVERYONE, Event, EventListener, Objection, State

FILE = "lesson.json"
LEARNER = 0  # the seat of whoever learns


class LessonError(ValueError):
    """A lesson that cannot be played as it is written."""


@dataclass(frozen=True, kw_only=True)
class Step:
    """One idea: a position, what to look at, and the answer that shows it."""

    title: str
    text: str
    rule: str = ""  # to read more
    new: bool = False  # a new game begins
    moves: tuple[str, ...] = ()  # before it
    things: tuple[str, ...] = ()  # what the text speaks of
    only: str = ""  # the one answer that is allowed; empty: there is only something to see
    then: tuple[str, ...] = ()  # what follows the answer
    praise: str = ""  # after it


@dataclass(frozen=True, kw_only=True)
class Lesson:
    seats: int
    seed: int
    options: dict[str, Any]  # of the scripted games
    free: dict[str, Any]  # the options of the free game at the end
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class Lived:
    """A step as it was played: the positions before and after its answer."""

    step: Step
    before: State
    choice: int | None
    after: State
    told: list[Event]  # to the learner, in between


class _Listener(EventListener):
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        if event.to in (EVERYONE, LEARNER):
            self.events.append(event)


def load(game: str) -> Lesson | None:
    """The lesson of a game; None where nobody has written one."""
    path = home(game) / FILE
    return read(path.read_text(encoding="utf-8")) if path.exists() else None


def read(text: str) -> Lesson:
    try:
        found = json.loads(text)
        steps = tuple(_step(step) for step in found.pop("steps"))
        usual = {"seed": 1, "options": {}, "free": {}}
        return Lesson(**{**usual, **found}, steps=steps)
    except (TypeError, KeyError, AttributeError, ValueError) as wrong:
        raise LessonError(f"this is not a lesson: {wrong}") from None


def _step(found: dict[str, Any]) -> Step:
    fields: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
    }
    return Step(**fields)


def play(game: Game[Any], lesson: Lesson) -> Iterator[Lived]:
    """Every step in order; LessonError where an answer is not allowed."""
    dice, s = Dice(lesson.seed), game.new(lesson.seats, lesson.options)
    for number, step in enumerate(lesson.steps, 1):
        try:
            if step.new:
                s = game.new(lesson.seats, lesson.options)
            _play(s, step.moves, dice)
            _roll(s, dice)
            before, listener = s.copy(), _Listener()
            choice = _read(s, LEARNER, step.only) if step.only else None
            s.listener = listener
            if choice is not None:
                s.apply(LEARNER, choice)
            _play(s, step.then, dice)
            if choice is not None:
                _roll(s, dice)
            s.listener = None
        except LessonError as wrong:
            raise LessonError(f"{game.name}, step {number}, {step.title!r}: {wrong}") from None
        yield Lived(step, before, choice, s.copy(), listener.events)


def _play(s: State, moves: Sequence[str], dice: Dice) -> None:
    for move in moves:
        letter, _, text = move.partition(" ")
        seat = CHANCE if letter == "*" else SEAT_LETTERS.find(letter)
        if seat != CHANCE:
            _roll(s, dice)
        s.apply(seat, _read(s, seat, text))


def _roll(s: State, dice: Dice) -> None:
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, dice))


def _read(s: State, seat: int, text: str) -> int:
    """The choice in a text, which must be allowed."""
    if not s.is_waiting_for(seat):
        raise LessonError(f"{text!r} is not asked for: {s}")
    choice: int | Objection = s.game.codec.read(s, seat, text)
    objection = choice if isinstance(choice, Objection) else s.objection(seat, choice)
    if objection is not None or isinstance(choice, Objection):
        raise LessonError(f"{text!r} is not allowed: {objection}")
    return choice
