"""TTA-20 to TTA-26: who gets the rights to build."""

import pytest

from games.tritarea.drawing import asked, offered, play, points, rights, stock, trick

# --- TTA-20 to TTA-23: the patterns ---------------------------------------------------------------


def test_tta_20_all_of_one_suit_the_lowest_is_rightholder_1_the_highest_2():
    assert rights(trick("I4", "I9", "I2", "I7")) == "C B"


@pytest.mark.parametrize(
    ("cards", "holders"),
    [
        (("E8", "M6", "M3", "M7"), "C D"),  # three and one
        (("M6", "E1", "M3", "M7"), "C D"),
        (("M6", "E1", "H9", "M7"), "A D"),  # two, one, one
        (("H2", "E1", "M9", "H8"), "A D"),
        (("I9", "E4", "E3", "H1"), "C B"),  # the suit led does not matter
    ],
)
def test_tta_21_one_suit_dominant_its_lowest_and_highest_have_the_rights(cards, holders):
    assert rights(trick(*cards)) == holders


@pytest.mark.parametrize(
    ("cards", "holders"),
    [
        (("I2", "M1", "I4", "M9"), "B D"),  # 2 against 8
        (("I2", "I8", "M4", "M9"), "A B"),  # 6 against 5
        (("H9", "E1", "E2", "H1"), "D A"),
        (("I2", "M1", "I7", "M7"), "B D"),  # 5 against 6, though Intelligent was led
    ],
)
def test_tta_22_two_and_two_the_suit_with_the_greater_difference_has_the_rights(cards, holders):
    assert rights(trick(*cards)) == holders


@pytest.mark.parametrize(
    ("cards", "holders"),
    [
        (("I2", "M1", "I4", "M3"), "A C"),
        (("M1", "I2", "M3", "I4"), "A C"),
        (("M3", "I4", "I2", "M1"), "D A"),
    ],
)
def test_tta_22_two_and_two_equally_far_apart_the_suit_led_has_the_rights(cards, holders):
    assert rights(trick(*cards)) == holders


def test_tta_22_the_suit_led_is_that_of_the_leaders_card_wherever_the_leader_sits():
    assert rights(trick("M1", "I2", "M3", "I4", lead="C")) == "C A"


@pytest.mark.parametrize("lead", "ABCD")
def test_tta_23_all_different_the_leader_is_rightholder_1_and_there_is_no_second(lead):
    assert rights(trick("I4", "H9", "E2", "M7", lead=lead)) == f"{lead} -"


def test_tta_23_the_only_right_is_followed_by_the_next_trick():
    s = play(trick("I4", "H9", "E2", "M7", lead="B"), "default")
    assert asked(s) == "B play"


# --- TTA-24: changed 5s ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "holders"),
    [
        (("I5", "I9", "I2", "I7"), "C B"),
        (("I5=0", "I9", "I2", "I7"), "A B"),  # TTA-20
        (("I5=10", "I9", "I2", "I7"), "C A"),
        (("M5=0", "E1", "M3", "M7"), "A D"),  # TTA-21
        (("I5", "M1", "I4", "M9"), "B D"),  # TTA-22
        (("I5=10", "M1", "I1", "M9"), "C A"),  # 9 against 8
        (("I5=0", "M9", "I9", "M5=10"), "A C"),  # 9 against 1
    ],
)
def test_tta_24_changed_values_count_where_cards_are_compared(cards, holders):
    assert rights(trick(*cards)) == holders


def test_tta_24_a_changed_5_keeps_its_suit():
    assert rights(trick("I5=10", "H9", "E2", "M7")) == "A -"


# --- TTA-25, TTA-26: the order of building --------------------------------------------------------


def test_tta_25_rightholder_1_acts_and_then_rightholder_2():
    s = trick("I4", "I9", "I2", "I7")
    assert asked(s) == "C build"
    assert asked(play(s, "a4")) == "B build"


def test_tta_25_rightholder_1_leads_the_next_trick():
    s = play(trick("I4", "I9", "I2", "I7"), "a4", "b4")
    assert asked(s) == "C play"


def test_tta_26_a_default_of_rightholder_1_changes_nothing_else():
    s = play(trick("I4", "I9", "I2", "I7"), "default")
    assert asked(s) == "B build"
    assert asked(play(s, "b4")) == "C play"


def test_tta_26_a_default_of_rightholder_2_changes_nothing_else():
    s = play(trick("I4", "I9", "I2", "I7"), "b4", "default")
    assert asked(s) == "C play"


def test_tta_26_a_default_without_blocks_leaves_rightholder_2_its_turn():
    s = trick("I4", "I9", "I2", "I7", stock=(5, 5, 0, 5))
    assert points(s) == [0, 0, -2, 0]
    assert asked(s) == "B build"


def test_tta_26_rightholder_1_finishes_with_the_additional_block_before_2_chooses():
    s = trick("I4", "I9", "I2", "I7", board="""
        C . . .
        . . . .
        . . . .
        . . . .
    """)  # fmt: skip
    play(s, "b4")
    assert asked(s) == "C extend"
    play(s, "+c4")
    assert asked(s) == "B build"
    assert "c4x2" in offered(s)


def test_tta_26_an_only_rightholder_without_blocks_defaults_and_still_leads():
    s = trick("H9", "E2", "M7", "I4", lead="B", stock=(5, 0, 5, 5))
    assert points(s) == [0, -9, 0, 0]
    assert stock(s) == [5, 0, 5, 5]
    assert asked(s) == "B play"
