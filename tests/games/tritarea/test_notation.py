"""Answers in writing, in words and by touch; news in sentences."""

import pytest

from games.tritarea.drawing import (
    CODEC,
    Listener,
    offered,
    play,
    refusal,
    table,
    trick,
    tricks,
    up_to,
    whole_game,
)
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, Objection

BESIDE = """
    . A . .
    . . . .
    . . . .
    . . . .
"""


def words(s):
    return [CODEC.words(s, s.turn, choice) for choice in s.options(s.turn)]


def touches(s):
    return [CODEC.touched(s, s.turn, choice) for choice in s.options(s.turn)]


def playing():
    return tricks(table(number=2, hands=("I5 I6", "M1 M2", "E1 E2", "H1 H2")))


# --- cards ----------------------------------------------------------------------------------------


def test_a_card_is_written_by_letter_and_rank_and_a_changed_5_with_its_value():
    assert offered(playing()) == ["I5", "I6", "I5=0", "I5=10"]


def test_a_card_in_words_names_its_price():
    assert words(playing()) == [
        "Play the Intelligent 5",
        "Play the Intelligent 6",
        "Play the Intelligent 5 as 0 for 1 point",
        "Play the Intelligent 5 as 10 for 2 points",
    ]


def test_a_5_is_touched_and_then_its_value():
    assert touches(playing()) == [
        ["card:I5", "value:5"],
        ["card:I6"],
        ["card:I5", "value:0"],
        ["card:I5", "value:10"],
    ]
    narrowed = CODEC.narrow(playing(), 0, ["card:I5"])
    assert narrowed == (None, ["value:5", "value:0", "value:10"], 3)


@pytest.mark.parametrize("text", ["i6", " I6 ", "I6"])
def test_cards_may_be_typed_small_or_large(text):
    assert CODEC.read(playing(), 0, text) == 5


@pytest.mark.parametrize(
    ("text", "rule"),
    [("X7", "TTA-1"), ("I0", "TTA-1"), ("I10", "TTA-1"), ("I6=10", "TTA-13"), ("I5=5", "TTA-13")],
)
def test_a_card_that_does_not_exist_is_refused_with_its_rule(text, rule):
    assert refusal(playing(), text).rule == rule


def test_a_touched_card_stands_for_playing_it_as_it_is():
    assert CODEC.preferred(playing(), 0, "card:I5") == 4
    assert CODEC.preferred(playing(), 0, "card:M1") == 9  # refused then, with a reason
    assert CODEC.preferred(playing(), 0, "seat:1") is None


# --- blocks ---------------------------------------------------------------------------------------


def test_blocks_of_rightholder_1_in_words_and_by_touch():
    s = trick("I1", "I9", "M2", "E2")
    assert words(s)[0] == "Place one block on a4"
    assert words(s)[-1] == "Skip and lose 1 point"
    assert touches(s) == [["cell:a4"], ["cell:b4"], ["cell:c4"], ["cell:b3"], ["default"]]


def test_blocks_of_rightholder_2_in_words_and_by_touch():
    s = play(trick("I1", "I9", "M2", "E2"), "a4")
    assert words(s)[4] == "Place two blocks on a4"
    assert touches(s)[0] == ["cell:a4", "blocks:1"]
    assert touches(s)[4] == ["cell:a4", "blocks:2"]


def test_a_last_block_needs_no_number():
    s = play(trick("I1", "I9", "M2", "E2", stock=(3, 1, 3, 3)), "a4")
    assert touches(s)[0] == ["cell:a4"]


def test_one_block_may_be_typed_with_its_number():
    s = play(trick("I1", "I9", "M2", "E2"), "a4")
    assert CODEC.read(s, 1, "A4X1") == CODEC.read(s, 1, "a4") == 0


def test_a_touched_square_stands_for_a_block_there_allowed_or_not():
    s = trick("I1", "I9", "M2", "E2")
    assert CODEC.preferred(s, 0, "cell:d1") == 15
    assert s.objection(0, 15).rule == "TTA-30"


def test_an_additional_block_is_written_with_a_plus():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE), "b3")
    assert words(s)[0] == "Place an additional block on b4"
    assert words(s)[-1] == "Place no additional block"
    assert touches(s)[-1] == ["pass"]
    assert CODEC.read(s, 0, "c3") == CODEC.read(s, 0, "+c3") == 6


@pytest.mark.parametrize("text", ["e4", "a5", "a", "", "+", "x2", "a4x3", "fault", "pass pass"])
def test_what_is_no_square_cannot_be_read(text):
    assert refusal(trick("I1", "I9", "M2", "E2"), text).rule == "HOUSE-2"


# --- the other questions --------------------------------------------------------------------------


def test_a_sale_in_writing_words_and_by_touch():
    s = up_to("sell", 3)
    assert offered(s)[3] == "sell 3"
    assert words(s)[:2] == ["Sell no blocks", "Sell one block"]
    assert touches(s)[3] == ["sell:3"]
    assert CODEC.read(s, s.turn, "3") == 3


def test_the_value_of_a_5_that_was_left_may_be_typed_alone():
    s = up_to("value", 2)
    five = offered(s)[0]
    assert offered(s) == [five, f"{five}=0", f"{five}=10"]
    assert [CODEC.read(s, s.turn, text) for text in ("5", "0", "10")] == s.options(s.turn)
    assert touches(s) == [["value:5"], ["value:0"], ["value:10"]]
    assert words(s)[0].startswith("Leave the ")
    assert words(s)[2].endswith(" 5 as 10 for 2 points")
    assert refusal(s, "M9").rule == "TTA-13"


def test_chance_is_written_too():
    s = whole_game()
    assert words(s)[1] == "B is the first Lead"
    assert isinstance(CODEC.read(s, CHANCE, "lot E"), Objection)
    play(s, "lot B")
    assert offered(s)[:2] == ["deal I1", "deal I2"]
    assert words(s)[0] == "Deal the Intelligent 1"
    assert CODEC.read(s, CHANCE, "deal M9") == 17
    assert isinstance(CODEC.read(s, CHANCE, "deal I5=0"), Objection)


def test_every_question_is_asked_in_words_and_says_how_it_is_answered():
    s, dice, asks = whole_game(), Dice(2), {}
    while not s.is_over():
        if s.turn >= 0:
            asks[s.step.what] = (CODEC.ask(s, s.turn), CODEC.how(s, s.turn))
        s.apply(s.turn, s.sample(s.turn, dice))
    assert {*asks} >= {"play", "build", "extend", "declare", "sell"}
    assert all(ask[-1] in ".?" and how for ask, how in asks.values())


def test_a_builder_is_told_why_and_what_it_costs_to_skip():
    s = trick("I1", "I9", "M2", "E2", stock=(5, 1, 5, 5))
    asked = "You played the lowest card (crown 1): place a block in Intelligent, or skip and lose "
    assert CODEC.ask(s, 0) == f"{asked}1 point."
    play(s, "a4")
    asked = "You played the highest card (crown 2): place your last block in Intelligent, or skip "
    assert CODEC.ask(s, 1) == f"{asked}and lose 9 points."


def test_a_builder_who_led_four_suits_is_told_so():
    s = trick("I4", "M9", "E2", "H2")
    assert CODEC.ask(s, 0).startswith("All four suits differ, and you led (crown 1): place")
    assert CODEC.read(s, 0, "skip") == CODEC.read(s, 0, "default")


# --- news -----------------------------------------------------------------------------------------


def test_a_trick_is_told_in_sentences():
    s = table(BESIDE, number=2, hands=("I5 I6 I7", "I9 I8 I3", "M2 M3 M4", "E2 E3 E4"))
    listener = Listener(s)
    play(tricks(s), "I5=0", "I9", "M2", "E2", "b3", "pass", "a4x2")
    assert listener.words() == [
        "Ann played the Intelligent 5 as 0 for 1 point.",
        "Ben played the Intelligent 9.",
        "Cat played the Modern 2.",
        "Dan played the Ecology 2.",
        "Ann (lowest, 0) and Ben (highest, 9) may build.",
        "Ann placed one block on b3 and scored 1.",
        "Ann placed no additional block.",
        "Ben placed two blocks on a4 and scored 2.",
    ]


def test_defaults_are_told_with_their_reason():
    s = table(number=2, hands=("I4 I6 I7", "I9 I8 I3", "M2 M3 M4", "E2 E3 E4"), stock=(1, 0, 1, 1))
    listener = Listener(s)
    play(tricks(s), "I4", "I9", "M2", "E2", "default")
    assert listener.words()[-2:] == [
        "Ann skipped and lost 4 points.",
        "Ben had no block left to place and lost 9 points.",
    ]


def test_a_whole_game_is_told_without_an_empty_line():
    s, dice = whole_game(), Dice(12)
    listener = Listener(s)
    while not s.is_over():
        s.apply(s.turn, s.sample(s.turn, dice))
    told = listener.words()
    assert all(line and line[-1] == "." for line in told)
    kinds = {event.what for event in listener.events}
    assert kinds >= {"round", "dealt", "declared", "sold", "left", "area", "tallest", "intent"}
    assert told[-1].startswith("Points after the round: Ann ")
