"""What a preview says does happen, in all five games; and it tells nothing that is hidden."""

import itertools

import pytest

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.outcome import sheet_of
from trivet.core.sets import size
from trivet.core.state import CHANCE, EVERYONE, Event, only
from trivet.core.words.templates import texts
from trivet.games.trehgrannik.pieces import SYSTEMS, TYPE
from trivet.preview import PreviewListener, anyway, certain, goes_on, if_ended, preview

NAMES = ["Ann", "Ben", "Cy", "Di", "Ed", "Fay"]
every_game = pytest.mark.parametrize("name", GAMES)


def answers(name, most=250):
    """Positions of random games, with a seat that is asked and a sampled answer of it."""
    game, given = GAMES[name], 0
    for number in range(20):
        s, dice = game.new(game.most if number % 2 else game.fewest), Dice(number)
        while not s.is_over():
            seat = s.turn
            choice = s.sample(seat, dice)
            if seat != CHANCE:
                yield s, seat, choice
                given += 1
                if given >= most:
                    return
            s.apply(seat, choice)


@every_game
def test_what_is_foreseen_comes_true(name):
    foreseen = 0
    for s, seat, choice in answers(name):
        promised = certain(s, seat, choice)
        real = s.copy()
        real.listener = listener = PreviewListener()
        real.apply(seat, choice)
        told = [event for event in listener.events if event.to == EVERYONE]
        assert told[: len(promised)] == promised, s.step.what
        foreseen += bool(promised)
    assert foreseen > 10 or name == "trifecta"  # where nearly everything is sealed


@every_game
def test_a_preview_is_the_same_from_any_world_the_seat_imagines(name):
    for number, (s, seat, choice) in enumerate(answers(name, 60)):
        twin = s.imagine(seat, Dice(number + 100))
        assert certain(twin, seat, choice) == certain(s, seat, choice), s.step.what


SAME_BEFORE_AND_AFTER = {
    "trinity": {"turn", "struck", "taped"},
    "tritarea": {"rights.one", "rights.two", "points"},
}


@every_game
def test_every_sentence_of_news_is_also_written_for_what_will_happen(name):
    codec, same = GAMES[name].codec, set()
    for what, row in codec.news_rows.items():
        future = codec.news_rows_ahead[what]
        before = [*texts(what, future.text), *texts(what, future.many)]
        after = [*texts(what, row.text), *texts(what, row.many)]
        same |= {key for (key, one), (_, other) in zip(before, after, strict=True) if one == other}
        for (key, text), (_, past) in zip(before, after, strict=True):
            assert "<" not in text + past, key
            assert key in same or " will " in text, key
            if key not in same and text.startswith("{seat} "):
                assert text.startswith("{seat} will "), key
    assert same == SAME_BEFORE_AND_AFTER.get(name, set())


def test_a_line_of_several_deeds_is_told_of_the_future():
    codec = GAMES["sovereign"].codec
    events = [
        Event("placed", EVERYONE, (0, 1, 3, 1)),
        Event("looked", EVERYONE, (0, 0, 0, 0)),
        Event("declined", EVERYONE, (0, 0, 0, 0)),
    ]
    assert codec.line_ahead(events, ["Ann", "Ben"], 0) == (
        "You will place a Mask on b3 (turned right), look at the top of Ben's deck and capture "
        "nothing with the Mask."
    )
    assert codec.line_ahead([Event("over", EVERYONE, (2, 1, 0, 0))], ["Ann", "Ben"]) == (
        "Ann will win the game and become the Sovereign."
    )


def test_a_rival_called_left_does_not_turn_into_a_verb():
    """What stood there: "You will draw 2 cards and leave drew 1."."""
    codec = GAMES["trifecta"].codec
    events = [Event("ante", EVERYONE, (seat, 30, 0, 0)) for seat in (1, 0)]
    assert codec.line_ahead(events, ["Ann", "left"]) == (
        "left will pay a Red card. Ann will pay a Red card."
    )


@every_game
def test_a_preview_changes_nothing(name):
    for s, seat, choice in answers(name, 40):
        before = s.view(EVERYONE)
        preview(s.game, s, seat, choice, NAMES)
        assert s.view(EVERYONE) == before
        assert s.is_waiting_for(seat)


def test_captures_are_foreseen_with_the_ranks():
    for s, seat, choice in answers("sovereign", 2000):
        events = certain(s, seat, choice)
        beaten = [event for event in events if event.what == "taken" and event.data[3]]
        if beaten:
            words = preview(s.game, s, seat, choice, NAMES).words
            assert " capture " in words
            assert " beats " in words
            ranks = beaten[0].data[3]
            assert ranks >> 4 > ranks & 15
            return
    raise AssertionError("nothing was captured")


def looked(s, seat, choice):
    """The position after an answer; chance decides what an Insight sees."""
    real = s.copy()
    real.apply(seat, choice)
    while s.step.what == "place" and real.turn == CHANCE and not real.is_over():
        real.apply(CHANCE, real.sample(CHANCE, Dice(7)))
    return real


def test_an_insight_shows_its_captures_before_it_has_looked():
    """They do not depend on what it will see, or on what becomes of that piece."""
    seen = 0
    for s, seat, choice in answers("sovereign", 4000):
        promised = anyway(s, seat, choice)
        if not promised:
            continue
        for said in ("keep", "bury"):
            real = looked(s, seat, choice)
            real.listener = listener = PreviewListener()
            real.apply(seat, s.game.codec.read(real, seat, said))
            told = [event for event in listener.events if event.to == EVERYONE]
            assert [event for event in told if event in promised] == promised
        found = preview(s.game, s, seat, choice, NAMES)
        assert found.events[-len(promised) :] == promised
        if any(event.what == "taken" for event in promised):
            assert " capture " in found.words
            seen += 1
        twin = s.imagine(seat, Dice(seen + 200))
        assert anyway(twin, seat, choice) == promised
    assert seen > 3


@every_game
def test_what_comes_after_a_look_comes_whatever_is_decided(name):
    dice = Dice(5)
    for s, seat, choice in answers(name, 600):
        if promised := anyway(s, seat, choice):
            real = s.copy()
            real.apply(seat, choice)
            while real.turn == CHANCE:
                real.apply(CHANCE, real.sample(CHANCE, dice))
            real.listener = listener = PreviewListener()
            real.apply(seat, real.sample(seat, dice))
            told = [event for event in listener.events if event.to == EVERYONE]
            assert [event for event in told if event in promised] == promised, s.step.what


@pytest.mark.parametrize("name", ["trehgrannik", "tritarea"])
def test_points_are_foreseen(name):
    for s, seat, choice in answers(name, 2000):
        found = preview(s.game, s, seat, choice, NAMES)
        if found.gains[seat] > 0:
            assert found.words
            return
    raise AssertionError("nothing was scored")


@every_game
def test_an_answer_that_goes_on_leaves_the_turn_with_the_seat_and_shows_nothing_new(name):
    """What a draft shows, from an imagined world, is what the seat really sees afterwards."""
    for s, seat, choice in answers(name):
        if goes_on(s, seat, choice):
            real, imagined = s.copy(), s.imagine(seat, Dice(1))
            real.apply(seat, choice)
            imagined.apply(seat, choice)
            assert real.asked == only(seat), s.step.what
            assert real.view(seat) == imagined.view(seat), s.step.what


def test_a_look_at_a_hidden_card_does_not_go_on():
    for s, seat, choice in answers("sovereign", 4000):
        real = s.copy()
        real.apply(seat, choice)
        if s.step.what == "place" and real.asked == only(seat):  # an Insight looks at a card
            assert not goes_on(s, seat, choice)
            return
    raise AssertionError("no Insight was placed")


def test_the_steps_of_a_build_go_on_but_for_the_last():
    found = {"go": set(), "build": set(), "slot": set()}
    for s, seat, choice in answers("trehgrannik", 600):
        if s.step.what in found:
            found[s.step.what].add(goes_on(s, seat, choice))
    assert found["build"] == {True}
    assert True in found["go"]
    assert False in found["slot"]


@pytest.mark.parametrize("name", ["sovereign", "trehgrannik", "trinity", "tritarea"])
def test_chips_promise_what_they_tell_afterwards_at_things_of_the_scene(name):
    """Before = after: what is drawn for an answer is the beginning of what is drawn when given."""
    seen = 0
    for s, seat, choice in answers(name, 1500 if name in ("sovereign", "trinity") else 400):
        promised = s.game.codec.chips(certain(s, seat, choice), NAMES, seat)
        if not promised:
            continue
        real = s.copy()
        real.listener = listener = PreviewListener()
        real.apply(seat, choice)
        told = [event for event in listener.events if event.to == EVERYONE]
        assert s.game.codec.chips(told, NAMES, seat)[: len(promised)] == promised
        zones = s.game.scene(s.view(seat)).zones
        drawn = {one.thing for zone in zones for one in (*zone.spots, *zone.pieces)}
        assert {chip.thing for chip in promised} <= drawn
        seen += 1
        if seen > 20:
            return
    assert seen > 2


@pytest.mark.parametrize("name", ["sovereign", "tritarea"])
def test_what_the_round_would_score_is_the_same_in_the_real_game(name):
    game, seen = GAMES[name], 0
    for s, seat, choice in answers(name):
        found = if_ended(game, s, seat, choice)
        real = looked(s, seat, choice)
        if s.step.what == "place" and real.step.what == "bury":
            real.apply(seat, real.options(seat)[0])  # it captures whatever is decided
        real.listener = listener = PreviewListener()
        if found is not None:
            game.score_now(real)
            assert found == sheet_of(game.codec.news_rows, s.seats, listener.events)
            seen += 1
    assert seen > 10


def test_the_hexes_that_a_card_counts_pay_what_it_earns():
    seen = 0
    for s, seat, choice in answers("trehgrannik", 2000):
        events = certain(s, seat, choice)
        for one, other in itertools.pairwise(events):
            if (one.what, other.what) == ("earned", "counted"):
                _, card, coins, _ = one.data
                _, same, each, hexes = other.data
                assert same == card
                assert each * size(hexes) >= coins  # of a System: as far as its rivals can pay
                assert each * size(hexes) == coins or TYPE[card] == SYSTEMS
                seen += 1
    assert seen > 20
