"""TTA-30 to TTA-35: where blocks go, what they earn, and what it costs to place none."""

import pytest

from games.tritarea.drawing import (
    asked,
    offered,
    on,
    play,
    points,
    refusal,
    stock,
    table,
    trick,
    tricks,
)

# --- TTA-30, TTA-31: blocks by right --------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "squares"),
    [
        (("I1", "I9", "I2", "I7"), ["a4", "b4", "c4", "b3"]),
        (("M1", "M9", "M2", "M7"), ["d4", "c3", "d3", "d2"]),
        (("E1", "E9", "E2", "E7"), ["a3", "a2", "b2", "a1"]),
        (("H1", "H9", "H2", "H7"), ["c2", "b1", "c1", "d1"]),
    ],
)
def test_tta_30_rightholder_1_places_one_block_in_the_area_of_the_card(cards, squares):
    assert offered(trick(*cards)) == [*squares, "default"]


def test_tta_30_the_area_is_that_of_the_card_you_played_yourself():
    s = trick("M3", "I1", "E7", "H2", lead="C")  # C led M3, and all differ
    assert asked(s) == "C build"
    assert refusal(s, "a4") == ("TTA-30", "You played Modern, so you build in the Modern area.")


def test_tta_30_a_block_may_go_on_top_of_any_blocks():
    s = trick("I1", "I9", "I2", "I7", board="""
        BBA  D  .  .
        .    C  .  .
        .    .  .  .
        .    .  .  .
    """)  # fmt: skip
    assert offered(s) == ["a4", "b4", "c4", "b3", "default"]
    assert on(play(s, "a4"), "a4") == "BBAA"


def test_tta_30_rightholder_1_may_not_place_two():
    s = trick("I1", "I9", "I2", "I7")
    assert refusal(s, "a4x2") == ("TTA-30", "For the lowest card you place one block, not two.")


def test_tta_30_rightholder_2_places_one_or_two_blocks_on_the_same_square():
    s = play(trick("I1", "I9", "I2", "I7"), "a4")
    squares = ["a4", "b4", "c4", "b3"]
    assert offered(s) == [*squares, *(f"{square}x2" for square in squares), "default"]
    play(s, "a4x2")
    assert on(s, "a4") == "ABB"
    assert stock(s) == [7, 6, 8, 8]


def test_tta_30_an_answer_that_is_no_square_is_refused():
    s = trick("I1", "I9", "I2", "I7")
    assert s.objection(0, 40).rule == "TTA-30"


def test_tta_31_the_first_block_on_a_square_earns_its_printed_score_at_once():
    assert points(play(trick("I1", "I9", "I2", "I7"), "a4")) == [2, 0, 0, 0]
    assert points(play(trick("I1", "I9", "I2", "I7"), "b3")) == [1, 0, 0, 0]
    assert points(play(trick("I1", "I9", "I2", "I7"), "b4")) == [0, 0, 0, 0]


def test_tta_31_a_block_on_top_of_another_earns_nothing():
    assert points(play(trick("I1", "I9", "I2", "I7"), "a4", "a4")) == [2, 0, 0, 0]


def test_tta_31_two_blocks_earn_the_printed_score_once():
    assert points(play(trick("I1", "I9", "I2", "I7"), "b4", "a4x2")) == [0, 2, 0, 0]


def test_tta_31_an_additional_block_earns_it_too():
    s = trick("I1", "I9", "I2", "I7", board="""
        . . A .
        . . . .
        . . . .
        . . . .
    """)  # fmt: skip
    assert points(play(s, "b4", "+a4")) == [2, 0, 0, 0]


# --- TTA-32: defaults -----------------------------------------------------------------------------


def test_tta_32_placing_none_loses_the_rank_of_the_card_at_once():
    s = trick("I4", "I9", "I3", "I7")
    assert points(play(s, "default")) == [0, 0, -3, 0]
    assert points(play(s, "default")) == [0, -9, -3, 0]


@pytest.mark.parametrize(("card", "paid"), [("I5", 0), ("I5=0", 1), ("I5=10", 2)])
def test_tta_32_a_default_with_a_5_costs_5_however_it_counts(card, paid):
    s = trick(card, "H9", "E2", "M7")
    assert points(play(s, "default")) == [-5 - paid, 0, 0, 0]


def test_tta_32_having_no_block_left_is_a_default_without_a_question():
    s = trick("I4", "I9", "I3", "I7", stock=(3, 0, 0, 3))
    assert points(s) == [0, -9, -3, 0]
    assert asked(s) == "C play"


# --- TTA-33: Additional Construction --------------------------------------------------------------

BESIDE = """
    . A . .
    . . . .
    . . . .
    . . . .
"""


def test_tta_33_a_block_beside_an_earlier_one_of_yours_brings_another():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE), "b3")
    assert asked(s) == "A extend"


def test_tta_33_it_goes_to_any_square_beside_the_one_just_built_on():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE), "b3")
    assert offered(s) == ["+b4", "+a3", "+c3", "+b2", "pass"]  # four areas, empty or not


def test_tta_33_it_cannot_go_on_the_square_just_built_on_or_further_away():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE), "b3")
    reason = "The additional block goes beside the square you just built on."
    assert refusal(s, "+b3") == ("TTA-33", reason)
    assert refusal(s, "+b1") == ("TTA-33", reason)


def test_tta_33_your_earlier_block_may_lie_anywhere_in_its_building():
    s = trick("I1", "I9", "M2", "E2", board="""
        . BADD . .
        . .    . .
        . .    . .
        . .    . .
    """)  # fmt: skip
    assert asked(play(s, "b3")) == "A extend"


def test_tta_33_the_earlier_block_may_lie_in_another_area():
    s = trick("I1", "I9", "M2", "E2", board="""
        . . . .
        A . . .
        . . . .
        . . . .
    """)  # fmt: skip
    assert asked(play(s, "b3")) == "A extend"


def test_tta_33_blocks_that_touch_only_at_a_corner_do_not_qualify():
    s = trick("I1", "I9", "M2", "E2", board="""
        A . . .
        . . . .
        . . . .
        . . . .
    """)  # fmt: skip
    assert asked(play(s, "b3")) == "B build"


def test_tta_33_blocks_of_others_do_not_qualify():
    s = trick("I1", "I9", "M2", "E2", board="""
        B B . .
        . . . .
        . . . .
        . . . .
    """)  # fmt: skip
    assert asked(play(s, "b3")) == "B build"


def test_tta_33_a_block_of_the_same_trick_does_not_qualify():
    s = trick("I1", "I9", "I2", "I7")
    play(s, "a4")
    assert asked(s) == "B build"
    play(s, "b4x2")
    assert asked(s) == "A play"  # neither of B's two blocks was there before


def test_tta_33_it_is_one_block_only():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE), "b3", "+c3")
    assert on(s, "c3") == "A"
    assert asked(s) == "B build"


def test_tta_33_declining_costs_nothing():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE), "b3", "pass")
    assert points(s) == [1, 0, 0, 0]
    assert stock(s)[0] == 6
    assert asked(s) == "B build"


# --- TTA-34, TTA-35: heights and stocks -----------------------------------------------------------


def test_tta_34_buildings_have_no_height_limit():
    """24 is what eight tricks can build on one square: three blocks each."""
    s = trick("I1", "I9", "M2", "E2", stock=(9, 9, 9, 9), board=f"""
        {"ABB" * 7} . . .
        .           . . .
        .           . . .
        .           . . .
    """)  # fmt: skip
    play(s, "a4", "a4x2")
    assert on(s, "a4") == "ABB" * 8
    assert s.view(0)["table"].areas[0].height == [0, 24, 0, 0]


def test_tta_35_rightholder_2_with_one_block_left_places_one():
    s = play(trick("I1", "I9", "I2", "I7", stock=(3, 1, 3, 3)), "a4")
    assert offered(s) == ["a4", "b4", "c4", "b3", "default"]
    assert refusal(s, "a4x2") == ("TTA-35", "You have only one block left.")


def test_tta_35_additional_construction_with_none_left_is_not_offered():
    s = play(trick("I1", "I9", "M2", "E2", board=BESIDE, stock=(1, 3, 3, 3)), "b3")
    assert asked(s) == "B build"


def test_tta_35_it_is_one_block_after_two_as_after_one():
    s = trick("I1", "I9", "M2", "E2", board="""
        . B . .
        . . . .
        . . . .
        . . . .
    """)  # fmt: skip
    play(s, "a4", "b3x2")
    assert asked(s) == "B extend"
    play(s, "+b2")
    assert on(s, "b2") == "B"
    assert asked(s) == "A play"


def test_tta_35_a_default_brings_no_additional_construction():
    s = trick("I1", "I9", "M2", "E2", board="""
        A A A A
        A A A A
        A A A A
        A A A A
    """, stock=(3, 3, 3, 3))  # fmt: skip
    assert asked(play(s, "default")) == "B build"


def test_tta_35_own_blocks_below_in_the_same_building_do_not_qualify():
    s = trick("I1", "I9", "M2", "E2", board="""
        AB . . .
        .  . . .
        .  . . .
        .  . . .
    """)  # fmt: skip
    assert asked(play(s, "a4")) == "B build"


def test_tta_35_every_block_placed_leaves_the_stock():
    s = table(BESIDE, hands=("I1 I2", "I9 I8", "M2 M3", "E2 E3"), stock=(5, 5, 5, 5))
    play(tricks(s), "I1", "I9", "M2", "E2", "b3", "+c3", "b3x2")
    assert stock(s) == [3, 3, 5, 5]
