"""Sentences do not depend on what players are called: names are put into them afterwards."""

from typing import NamedTuple

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.outcome import Outcome, Sheet, places_of, sheet_of
from trivet.core.state import CHANCE, EVERYONE, NOBODY, EventListener
from trivet.core.words.codec import HOUSE_ENDINGS, Codec
from trivet.preview import certain, preview

MARKS = ["\ue000", "\ue001", "\ue002", "\ue003", "\ue004", "\ue005"]  # by seat, in no text
ODD = [
    ["Ann", "Anna", "A", "a", "Ann A", "An"],
    ["left", "drew", "won", "will", "was", "paid"],
    ["N", "o", "e", "y", "u", "s"],
    ["1", "2", "12", "0", "3 to 2", "7."],
    ["you", "You", "your", "You will", "you2", "yours"],
    ["אבג", "أحمد", "\u202eevil\u202c", "שלום.", "א", "ب"],
    ["{seat}", "<a|b>", "[x]", "{0}", "%s", "J."],
]
every_game = pytest.mark.parametrize("name", GAMES)


class Heard(EventListener):
    def __init__(self):
        self.events = []

    def on_event(self, event):
        self.events.append(event)


def positions(name, most):
    """Positions of random games with who is asked, an answer, and the turn's events so far."""
    game, given = GAMES[name], 0
    for number in range(20):
        listener, dice = Heard(), Dice(number)
        s = game.new(game.most if number % 2 == 0 else game.fewest, listener=listener)
        while not s.is_over() and given < most:
            seat, choice = s.turn, s.sample(s.turn, dice)
            if seat != CHANCE:
                given += 1
                yield s, seat, choice, listener.events[-6:]
            s.apply(seat, choice)


def named(text, names):
    for mark, name in zip(MARKS, names, strict=True):
        text = text.replace(mark, name)
    return text


def in_names(say):
    """The sentence with odd names is the one with marks in their places."""
    plain = say(MARKS)
    for names in ODD:
        assert say(names) == named(plain, names)


@every_game
def test_what_was_told_and_what_is_foreseen_does_not_depend_on_names(name):
    codec = GAMES[name].codec
    for s, seat, choice, events in positions(name, 150):
        foreseen = certain(s, seat, choice)
        for you in (seat, (seat + 1) % s.seats, NOBODY):
            told = [event for event in events if event.to in (EVERYONE, you)]
            in_names(lambda names, told=told, you=you: codec.line(told, names, you))
            in_names(lambda names, told=foreseen, you=you: codec.line_ahead(told, names, you))
            for event in told:
                in_names(lambda names, event=event, you=you: codec.news(event, names, you))


@every_game
def test_previews_do_not_depend_on_names(name):
    said = set()
    for s, seat, choice, _ in positions(name, 100):
        found = preview(s.game, s, seat, choice, MARKS)
        for names in ODD:
            assert preview(s.game, s, seat, choice, names).words == named(found.words, names)
        said.add(found.words)
    assert len(said) > 5 or name == "trifecta"  # where nearly everything is sealed


class Ended(NamedTuple):
    """The end of a game as it is said, with the score sheet."""

    codec: Codec
    outcome: Outcome
    sheet: Sheet

    def headline(self, names, you):
        return self.codec.headline(self.outcome, self.sheet, names, you)


def ends(name):
    """Ends of random games, and of the endings that all games have."""
    game = GAMES[name]
    for number in range(6):
        listener, dice = Heard(), Dice(number)
        s = game.new(game.most if number % 2 == 0 else game.fewest, listener=listener)
        while not s.is_over():
            s.apply(s.turn, s.sample(s.turn, dice))
        sheet = sheet_of(game.codec.news_rows, s.seats, listener.events)
        yield Ended(game.codec, game.outcome(s), sheet)
        for ending in HOUSE_ENDINGS:
            shares = [0.0, *[1.0] * (s.seats - 1)]
            places = places_of(shares, [0] * s.seats)
            outcome = Outcome(tuple(shares), places, ending, "HOUSE-5", (0,))
            yield Ended(game.codec, outcome, sheet)


@every_game
def test_the_end_does_not_depend_on_names(name):
    """The page said "youa won" to Ann when Anna did."""
    for end in ends(name):
        seats = len(end.outcome.places)
        for you in range(-1, seats):
            plain = end.headline(MARKS[:seats], you)
            assert you < 0 or MARKS[you] not in plain
            for names in ODD:
                assert end.headline(names[:seats], you) == named(plain, names)
