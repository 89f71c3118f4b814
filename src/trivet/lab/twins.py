"""Twins: two games that differ only in what one seat cannot know, played on in lockstep.

The seat must be shown the same in both, byte for byte: views, options, objections, events, and even
what it would imagine.  The twins part lawfully when something comes to light that differs.
"""

from collections.abc import Iterator

from trivet.core.dice import Dice
from trivet.core.seen import as_text
from trivet.core.state import CHANCE, EVERYONE, Event, EventListener, State

TRIES = 60  # answers of a rival that are tried to find one that looks the same


class Whisper(EventListener):
    """Keeps the events and moments that one seat is told."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.events: list[Event] = []
        self.frames: list[object] = []  # moments as the seat sees them

    def on_event(self, event: Event) -> None:
        if event.to in (EVERYONE, self.seat):
            self.events.append(event)

    def on_moment(self, what: str, s: State) -> None:
        self.frames.append([len(self.events), what, s.view(self.seat)])


def lockstep(s: State, seat: int, dice: Dice, answers: int) -> Iterator[str]:
    """Play on with the state and an imagined twin; yield every difference that the seat can see."""
    one, other = s.copy(), s.imagine(seat, dice)
    for _ in range(answers):
        yield difference(one, other, seat)
        if one.turn < CHANCE or other.turn < CHANCE:
            return
        followed = _answer(one, other, seat, dice)
        if followed is None:
            return
        one, other, unmarked = followed
        yield unmarked


def another_past(s: State, log: list[tuple[int, int]], seat: int, dice: Dice) -> State | None:
    """The same game with one answer of chance or a rival changed; None if the rest of the log does
    not fit, if the seat sees a difference, or if no other seat does."""
    places = [place for place, (asked, _) in enumerate(log) if asked != seat]
    if not places:
        return None
    changed = places[dice.below(len(places))]
    before = after = -1  # the answer there and its replacement; later in the log they are swapped
    other: State = s.game.new(s.seats)
    for place, (asked, choice) in enumerate(log):
        if not other.is_waiting_for(asked):
            return None
        if place == changed:
            before, after = choice, other.sample(asked, dice)
            choice = after
        elif choice == after and asked != seat and before in other.options(asked):
            choice = before
        elif choice not in other.options(asked):
            return None
        other.apply(asked, choice)
    return other if _only_others_see(s, other, seat) else None


def _only_others_see(one: State, other: State, seat: int) -> bool:
    """Whether two games differ, and not to this seat."""
    differ = [one.view(viewer) != other.view(viewer) for viewer in range(one.seats)]
    return any(differ) and not differ[seat]


def difference(one: State, other: State, seat: int) -> str:
    """The first difference between two games that a seat can see or imagine; empty if none."""
    if _bytes(one, seat) != _bytes(other, seat):
        return f"at '{one.step.what}' two games that are alike to seat {seat} look different"
    worlds = [truth.imagine(seat, Dice(5)) for truth in (one, other)]
    shown = [as_text([world.view(v) for v in range(world.seats)]) for world in worlds]
    return "" if shown[0] == shown[1] else f"seat {seat} imagines what it cannot know"


def _bytes(s: State, seat: int) -> str:
    asks: list[object] = []
    if s.is_waiting_for(seat):
        asks = [s.options(seat)[:TRIES], [s.objection(seat, choice) for choice in range(TRIES)]]
    names = [f"Player {one}" for one in range(s.seats)]
    return as_text([s.view(seat), asks, s.game.codec.wait(s, names)])


def _answer(one: State, other: State, seat: int, dice: Dice) -> tuple[State, State, str] | None:
    """Give one answer in both, up to the next question; None if they part lawfully."""
    asked = one.turn
    if asked != other.turn:
        return one, other, f"different seats are asked: {asked} and {other.turn}"
    choice = one.sample(asked, dice)
    here, heard = _played(one, asked, choice, seat, dice)
    for attempt in range(TRIES):
        is_same = attempt == 0 or asked == seat
        answer = choice if is_same else other.sample(asked, dice)
        if not _may(other, asked, answer):
            continue
        there, also_heard = _played(other, asked, answer, seat, dice)
        if _shown(there, also_heard, seat) == _shown(here, heard, seat):
            return here, there, ""
        if is_same and here.revealed == one.revealed and there.revealed == other.revealed:
            return here, there, f"'{one.step.what}' shows seat {seat} what is hidden, unmarked"
    return None


def _may(s: State, asked: int, choice: int) -> bool:
    return s.is_waiting_for(asked) and s.objection(asked, choice) is None


def _played(s: State, asked: int, choice: int, seat: int, dice: Dice) -> tuple[State, Whisper]:
    """A copy after an answer and the draws that follow, with what the seat is told of it."""
    listener = Whisper(seat)
    after = s.copy()
    after.listener = listener
    after.apply(asked, choice)
    while after.turn == CHANCE:
        after.apply(CHANCE, after.sample(CHANCE, dice))
    return after, listener


def _shown(s: State, listener: Whisper, seat: int) -> str:
    return as_text([s.view(seat), listener.events, listener.frames])
