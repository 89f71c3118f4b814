"""What an answer will lead to, as far as the seat that gives it can be certain."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.outcome import Sheet, sheet_of
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, EVERYONE, Event, EventListener, State, only

WORLDS = 6  # imagined ones, in all of which the same must happen
FEW = 4  # answers to what a seat is asked after a look: no more of them are tried


class Preview(NamedTuple):
    events: list[Event]
    words: str  # in the future tense; empty if nothing but the answer itself is certain
    gains: tuple[int, ...]  # points by seat
    if_ended: Sheet | None  # if the round ended then; None where the answer does not change that


class PreviewListener(EventListener):
    """Keeps what is told."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.moments = 0

    def on_event(self, event: Event) -> None:
        self.events.append(event)

    def on_moment(self, what: str, s: State) -> None:
        self.moments += 1


def preview(game: Game[Any], state: State, seat: int, choice: int, names: Sequence[str]) -> Preview:
    """Play the answer in worlds that the seat cannot tell from the real one; an allowed answer.

    Nothing but the seat's own knowledge goes into it, so it tells nothing that is hidden.
    """
    events = certain(state, seat, choice) + anyway(state, seat, choice)
    total = sheet_of(game.codec.news_rows, state.seats, events).total
    telling = [event for event in events if not game.codec.news_rows[event.what].dull]
    says_more = len(telling) > 1 or any(total)  # than the answer itself
    words = game.codec.line_ahead(events, names, seat) if says_more else ""
    return Preview(events, words, total, if_ended(game, state, seat, choice))


def certain(state: State, seat: int, choice: int) -> list[Event]:
    """What everybody is told next in all the worlds; what others seal is not certain at all."""
    if is_several(state.asked):
        return []
    mind, common = Mind(state, seat), list[Event]()
    for number in range(WORLDS):
        told = _led_to(mind.imagine(Dice(number + 1)), seat, choice)
        common = _shared(common, told) if number else told
    return common


def anyway(state: State, seat: int, choice: int) -> list[Event]:
    """What everybody is told after a look, whatever the seat decides then: an Insight captures
    whether the piece it saw stays on top or not.  Nothing if the answer brings no look."""
    if is_several(state.asked):
        return []
    mind, common = Mind(state, seat), list[Event]()
    for number in range(WORLDS):
        dice = Dice(number + 1)
        ends = _after_a_look(mind.imagine(dice), seat, choice, dice)
        if not ends:
            return []
        for at, end in enumerate(ends):
            is_first = not (number or at)
            common = end.told if is_first else [one for one in common if one in end.told]
    return common


class AfterLook(NamedTuple):
    """A world after one of the seat's next answers."""

    world: State
    told: list[Event]  # to everybody
    moments: int


def _after_a_look(world: State, seat: int, choice: int, dice: Dice) -> list[AfterLook]:
    """If the answer shows the seat something and asks it again: what comes after each of its next
    answers.  Else nothing.  Chance decides what is seen."""
    listener = PreviewListener()
    world.listener = listener
    world.apply(seat, choice)
    while world.turn == CHANCE:
        world.apply(CHANCE, world.sample(CHANCE, dice))
    world.listener = None
    is_look = any(event.to == seat for event in listener.events)
    if not is_look or world.asked != only(seat) or world.step.is_vast():
        return []
    options = world.options(seat)
    return [_ended(world, seat, option) for option in options] if len(options) <= FEW else []


def _ended(world: State, seat: int, choice: int) -> AfterLook:
    copy, listener = world.copy(), PreviewListener()
    copy.listener = listener
    copy.apply(seat, choice)
    copy.listener = None
    told = [event for event in listener.events if event.to == EVERYONE]
    return AfterLook(copy, told, listener.moments)


def if_ended(game: Game[Any], state: State, seat: int, choice: int) -> Sheet | None:
    """What the round would score if it ended after the answer; None if the answer changes nothing
    about that, or ends the round itself, or if it is not certain."""
    if is_several(state.asked):
        return None
    mind, sheets = Mind(state, seat), set[Sheet]()
    for number in range(WORLDS):
        dice = Dice(number + 1)
        world = mind.imagine(dice)
        before = _scored_now(game, world)
        for end in _after_a_look(world.copy(), seat, choice, dice) or [_ended(world, seat, choice)]:
            after = _scored_now(game, end.world)
            if end.moments or end.world.is_over() or after == before:
                return None
            sheets.add(after)
    return sheets.pop() if len(sheets) == 1 else None


def _scored_now(game: Game[Any], state: State) -> Sheet:
    copy, listener = state.copy(), PreviewListener()
    copy.listener = listener
    game.score_now(copy)
    copy.listener = None
    return sheet_of(game.codec.news_rows, state.seats, listener.events)


def if_ended_words(sheet: Sheet, names: Sequence[str]) -> str:
    """ "areas: Ann 5, Ben 3; tallest buildings: Ben 10"."""
    rows = [
        (row.part, [f"{names[n]} {points}" for n, points in enumerate(row.by_seat) if points])
        for row in sheet.parts()
    ]
    return "; ".join(f"{part}: {', '.join(said)}" for part, said in rows)


def goes_on(state: State, seat: int, choice: int) -> bool:
    """Whether the seat is certainly asked again at once and learns nothing new: its turn is not
    over, nothing is drawn or looked at, and what it sees then is the same in all the worlds."""
    if is_several(state.asked):
        return False
    mind, seen = Mind(state, seat), None
    for number in range(WORLDS):
        world, listener = mind.imagine(Dice(number + 1)), PreviewListener()
        world.listener = listener
        world.apply(seat, choice)
        world.listener = None
        is_private = any(event.to != EVERYONE for event in listener.events)
        if world.asked != only(seat) or is_private:
            return False
        view = world.view(seat)
        if seen is not None and view != seen:
            return False
        seen = view
    return True


def _led_to(world: State, seat: int, choice: int) -> list[Event]:
    """Up to the next question, or to the first thing that comes to light for one seat."""
    listener = PreviewListener()
    world.listener = listener
    world.apply(seat, choice)
    world.listener = None
    events = listener.events
    end = next((n for n, event in enumerate(events) if event.to != EVERYONE), len(events))
    return events[:end]


def _shared(one: list[Event], other: list[Event]) -> list[Event]:
    """The events with which both begin."""
    pairs = zip(one, other, strict=False)
    end = next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
    return one[:end]
