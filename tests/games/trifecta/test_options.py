"""The options of Trifecta, TRF-15 and TRF-23; details are tested with the rules."""

import pickle

import pytest

import trivet
import trivet.freeze
from games.trifecta.drawing import GAME, asked, dealt, opt, play_round
from trivet.core.dice import Dice
from trivet.core.ink import PLAIN
from trivet.core.options import BadOption
from trivet.core.walk import wander
from trivet.games.trifecta.pieces import total


def test_without_a_wish_the_standard_game_is_played():
    terms = GAME.new(2).terms
    assert (terms.stages, terms.last_tie, terms.late_ante) == (12, "broken", False)


HANDS = "Frc Frs Frt Fgc Fgs Fgt Fbc Fbs Fbt", "Hrc Hrs Hrt Hgc Hgs Hgt Hbc Hbs Hbt"


@pytest.mark.parametrize(("options", "next_asked"), [({}, "AB"), ({"late_ante": True}, "*")])
def test_trf_15_late_ante_turns_a_contested_goal_up_before_the_ante(options, next_asked):
    s = opt(dealt(*HANDS, **options), "AB")
    assert asked(s) == next_asked
    assert s.view(0)["options"] == options


@pytest.mark.parametrize(("options", "is_over"), [({}, False), ({"stages": 1}, True)])
def test_trf_23_stages_sets_the_last_stage(options, is_over):
    s = dealt(*HANDS, **options)
    for goal in "FPHRGBCST":
        play_round(s, "", goal)
    assert s.is_over() is is_over
    assert s.view(0)["options"] == options


def test_each_option_names_its_rule():
    rules = {option.name: option.rule for option in GAME.options}
    small = dict.fromkeys(("deck", "hand", "rounds"), "TRF-26")
    assert rules == {
        "late_ante": "TRF-15", "cards_break_ties": "TRF-21", "stages": "TRF-23",
        "last_tie": "TRF-23", **small,
    }  # fmt: skip


SMALL = {"deck": [[0, 2, 3]], "hand": 2, "rounds": [[0, 1, 1]], "stages": 1}


def test_trf_26_a_small_game_has_its_own_cards_goals_and_rounds():
    s = GAME.new(2, SMALL)
    wander(s, 4, Dice(1))
    assert [total(player.hand) for player in s.players] == [2, 2]
    assert s.view(0)["table"].unseen == ["Filled", "Partial", "Hollow"]
    segments = []
    while not s.is_over():
        segments.append(s.view(0)["table"].segment)
        assert not s.audit()
        wander(s, 1, Dice(2))
    assert list(dict.fromkeys(segments)) == ["Open", "Free"]
    assert len(s.past) == 2


def test_a_small_game_can_be_pickled_at_any_point():
    """The end of its stage was a step without a name, and no guest could be asked."""
    s = trivet.new("trifecta", 2, **SMALL)
    while not s.is_over():
        again = pickle.loads(pickle.dumps(s))
        assert again == s
        wander(again, 100, Dice(1))
        assert again.is_over()
        wander(s, 1, Dice(3))


def test_a_small_game_shows_its_own_rounds_and_cards():
    s = GAME.new(2, SMALL)
    wander(s, 6, Dice(1))
    lines = GAME.picture(s.view(0), ["Ann", "Ben"], PLAIN)
    assert "of 2:" in lines[0]
    assert lines[1].split() == ["Open", "Free"]
    marks = [mark.text for mark in GAME.scene(s.view(0)).zones[0].marks]
    assert marks[:2] == ["Open", "Free"]


@pytest.mark.parametrize(("options", "reason"), [
    ({"deck": [[0, 1, 3]]}, "more than the deck has"),
    ({"deck": [[0, 3, 3]], "hand": 2}, "1 to 3 rounds"),
    ({"deck": [[0, 4, 3]]}, "up to 3 of each Single"),
    ({"rounds": [[0, 0, 0]]}, "1 to 9 rounds"),
    ({"hand": 0}, "1 to 9"),
])  # fmt: skip
def test_what_cannot_be_dealt_or_played_is_refused(options, reason):
    with pytest.raises(BadOption, match=reason):
        GAME.new(2, options)


@pytest.mark.parametrize("value", [1, 0, "true", None])
def test_the_late_ante_is_on_or_off(value):
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {"late_ante": value})
    expected = f"option 'late_ante': expected true or false, got {value!r} [TRF-15]"
    assert str(refused.value) == expected


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (0, "expected 1 to 99, got 0"),
        (100, "expected 1 to 99, got 100"),
        (True, "expected a whole number, got True"),
        ("12", "expected a whole number, got '12'"),
        (2.0, "expected a whole number, got 2.0"),
    ],
)
def test_the_last_stage_is_a_number_from_1_to_99(value, sentence):
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {"stages": value})
    assert str(refused.value) == f"option 'stages': {sentence} [TRF-23]"


@pytest.mark.parametrize("value", [1, 99])
def test_the_bounds_are_lawful_and_kept(value):
    assert GAME.new(2, {"stages": value}).terms.stages == value


def test_an_unknown_option_is_refused():
    with pytest.raises(BadOption) as refused:
        GAME.new(2, {"ante": 2})
    known = "late_ante, cards_break_ties, stages, last_tie, deck, hand, rounds"
    assert str(refused.value) == f"there is no option 'ante'; this game has: {known}"
