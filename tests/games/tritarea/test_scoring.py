"""TTA-50 to TTA-58: majorities, the tallest building, declarations, and the end."""

import pytest

from games.tritarea.drawing import (
    Listener,
    areas,
    asked,
    intents,
    offered,
    play,
    points,
    table,
    tallest,
    tricks,
    unbuilt,
)
from trivet.core.state import CHANCE

# --- TTA-50: who has the majority in an area ------------------------------------------------------


def test_tta_50_most_blocks_visible_from_above_come_first():
    assert areas("""
        A A B .
        . . . .
        . . . .
        . . . .
    """) == [8, 2, 0, 0]  # fmt: skip


def test_tta_50_only_the_top_block_of_a_building_is_visible():
    assert areas("""
        AAAB B . .
        .    A . .
        .    . . .
        .    . . .
    """) == [2, 8, 0, 0]  # fmt: skip


def test_tta_50_tied_the_taller_building_comes_first():
    assert areas("""
        A CB . .
        . .  . .
        . .  . .
        . .  . .
    """) == [2, 8, 0, 0]  # fmt: skip


def test_tta_50_all_blocks_of_the_building_count_for_its_height():
    assert areas("""
        DDDA BBB . .
        .    .   . .
        .    .   . .
        .    .   . .
    """) == [8, 2, 0, 0]  # fmt: skip


def test_tta_50_it_is_the_tallest_of_the_buildings_a_player_tops_there():
    assert areas("""
        DA CA DCB .
        .  B  .   .
        .  .  .   .
        .  .  .   .
    """) == [2, 8, 0, 0]  # fmt: skip


def test_tta_50_a_building_topped_by_another_or_in_another_area_does_not_count():
    assert areas("""
        A AAAB . .
        . .    . .
        . .    . .
        . .    . AAAA
    """)[:2] == [2 + 4, 8]  # fmt: skip


def test_tta_50_height_breaks_ties_for_second_too():
    assert areas("""
        . . . D
        . . A D
        . . . CB
        . . . .
    """) == [0, 4, 0, 6]  # fmt: skip


def test_tta_50_still_tied_is_shared():
    assert areas("""
        A B . .
        . . . .
        . . . .
        . . . .
    """) == [5, 5, 0, 0]  # fmt: skip


# --- TTA-51: what an area pays --------------------------------------------------------------------


def test_tta_51_first_and_second_take_the_points_of_the_area():
    assert areas("""
        .  .  . .
        .  .  . .
        .  .  C .
        .  C  D .
    """) == [0, 0, 4, 6]  # fmt: skip


def test_tta_51_third_takes_nothing():
    assert areas("""
        A A B .
        . C . .
        . . . .
        . . . .
    """) == [8, 1, 1, 0]  # fmt: skip


def test_tta_51_two_tied_for_first_divide_both_prizes():
    assert areas("""
        . . . .
        . . C .
        . . . D
        . . . .
    """) == [0, 0, 5, 5]  # fmt: skip


def test_tta_51_three_tied_for_first_divide_both_prizes_rounded_up():
    assert areas("""
        A B C .
        . . . .
        . . . .
        . . . .
    """) == [4, 4, 4, 0]  # fmt: skip


def test_tta_51_four_tied_for_first_divide_both_prizes_rounded_up():
    assert areas("""
        A B C .
        . D . .
        . . . .
        . . . .
    """) == [3, 3, 3, 3]  # fmt: skip


def test_tta_51_after_a_tie_for_first_there_is_no_second():
    assert areas("""
        DA DB . .
        .  C  . .
        .  .  . .
        .  .  . .
    """) == [5, 5, 0, 0]  # fmt: skip


def test_tta_51_two_tied_for_second_divide_the_second_prize_and_first_keeps_first():
    assert areas("""
        . . . B
        . . A B
        . . . C
        . . . .
    """) == [2, 6, 2, 0]  # fmt: skip


def test_tta_51_three_tied_for_second_divide_it():
    assert areas("""
        .  .  . .
        .  .  . .
        .  .  B .
        .  CD A C
    """) == [2, 2, 2, 4]  # fmt: skip


def test_tta_51_a_divided_second_prize_is_rounded_up():
    assert areas("""
        . . . .
        A . . .
        A B . .
        C . . .
    """) == [5, 3, 3, 0]  # fmt: skip


def test_tta_51_alone_there_a_player_takes_first_only():
    assert areas("""
        A A A .
        . A . .
        . . . .
        . . . .
    """) == [8, 0, 0, 0]  # fmt: skip


def test_tta_51_a_player_with_nothing_visible_is_unranked():
    assert areas("""
        BBA . . .
        .   . . .
        .   . . .
        .   . . .
    """) == [8, 0, 0, 0]  # fmt: skip


def test_tta_51_an_empty_area_pays_nobody():
    assert areas(". . . .\n" * 4) == [0, 0, 0, 0]


# --- TTA-52, TTA-53: buildings --------------------------------------------------------------------


def test_tta_52_most_blocks_in_a_building_have_its_majority():
    assert tallest("""
        BBAC . . .
        .    . . .
        .    . . .
        .    . . .
    """) == [0, 10, 0, 0]  # fmt: skip


@pytest.mark.parametrize(
    ("building", "owner"), [("AB", 0), ("BA", 1), ("CABBA", 0), ("CBAAB", 1), ("DABC", 3)]
)
def test_tta_52_tied_the_one_whose_block_lies_lowest(building, owner):
    gained = tallest(f"{building} . . . . . . . . . . . . . . .")
    assert gained[owner] == 10
    assert sum(gained) == 10


def test_tta_53_the_tallest_building_pays_its_majority_10():
    assert tallest("""
        AA . .  .
        .  . .  .
        .  . CD .
        .  . .  BBB
    """) == [0, 10, 0, 0]  # fmt: skip


def test_tta_53_two_tallest_buildings_pay_6_each():
    assert tallest("""
        AA . .  .
        .  . .  .
        .  . CD .
        .  . .  B
    """) == [6, 0, 6, 0]  # fmt: skip


def test_tta_53_one_player_may_take_6_and_6():
    assert tallest("""
        AA . .  .
        .  . .  .
        .  . AD .
        .  . .  B
    """) == [12, 0, 0, 0]  # fmt: skip


def test_tta_53_three_or_more_tallest_buildings_pay_4_each():
    assert tallest("""
        AA . .  .
        .  . .  .
        BB . CD .
        .  . .  B
    """) == [4, 4, 4, 0]  # fmt: skip


def test_tta_53_buildings_one_block_high_count():
    assert tallest("""
        A A . .
        . . . .
        B . . .
        . . . D
    """) == [8, 4, 0, 4]  # fmt: skip


def test_tta_53_a_board_without_blocks_pays_nothing():
    assert tallest(". . . .\n" * 4) == [0, 0, 0, 0]


# --- TTA-54, TTA-55: declarations -----------------------------------------------------------------

STANDING = """
    A A B .
    . . . C
    . . . C
    . D . .
"""


def test_tta_54_round_2_pays_the_value_of_the_card_to_the_first_of_its_area():
    assert intents(STANDING, "I7", "I3", "M5=10", "H1", number=2) == [7, 0, 10, 1]


def test_tta_54_nobody_loses_in_round_2():
    assert intents(STANDING, "H9", "E9", "H8", "E8", number=2) == [0, 0, 0, 0]


def test_tta_54_all_tied_for_first_count():
    assert intents("""
        A B . .
        . . . .
        . . . .
        . . . .
    """, "I7", "I3", "M5", "H1", number=2) == [7, 3, 0, 0]  # fmt: skip


def test_tta_55_in_round_3_the_first_gains_and_third_or_lower_loses():
    board = """
        A A B .
        . C . .
        . . . .
        . . . .
    """
    assert intents(board, "I7", "M1", "E1", "I6", number=3) == [7, -1, -1, -6]


def test_tta_55_second_gains_and_loses_nothing():
    assert intents(STANDING, "I7", "I6", "M9", "H9", number=3) == [7, 0, 9, 9]


def test_tta_55_unranked_counts_as_third_even_where_fewer_are_ranked():
    assert intents(STANDING, "H4", "H3", "E2", "E1", number=3) == [-4, -3, -2, -1]


def test_tta_55_the_tied_share_the_better_rank_and_use_up_the_next():
    tied_for_first = """
        BA CB C .
        .  .  . .
        .  .  . .
        .  .  . .
    """
    assert intents(tied_for_first, "I8", "I7", "I6", "I1", number=3) == [8, 7, -6, -1]
    tied_for_second = """
        A A B .
        . C . .
        . . . .
        . . . .
    """
    assert intents(tied_for_second, "I8", "I7", "I6", "I1", number=3) == [8, 0, 0, -1]


@pytest.mark.parametrize(("card", "lost"), [("H5", 5), ("H5=0", 0), ("H5=10", 10)])
def test_tta_55_a_changed_5_pays_and_costs_its_value(card, lost):
    assert intents(STANDING, card, "I9", "I8", "I6", number=3)[0] == -lost


# --- TTA-56, TTA-57: the end ----------------------------------------------------------------------


def test_tta_56_every_block_left_costs_2():
    assert unbuilt((0, 3, 9, 1)) == [0, -6, -18, -2]


def last_round(number, stock=(4, 4, 4, 4), scores=(0, 0, 0, 0)):
    """The end of a round, with only the default of A (who led I1) in its last trick."""
    hands = ("I1 I2", "M1 M2", "E1 E2", "H1 H2") if number == 2 else ("I1", "M1", "E1", "H1")
    declared = ("I9", "M9", "E9", "H9") if number == 3 else ()
    s = table(number=number, hands=hands, stock=stock, declared=declared)
    for seat, player in enumerate(s.players):
        player.points = scores[seat]
    tricks(s, done=7)
    return play(s, *(("I1", "M1", "E1", "H1") if number == 2 else ()), "default")


@pytest.mark.parametrize("number", [1, 2])
def test_tta_56_only_after_round_3(number):
    assert points(last_round(number)) == [-1, 0, 0, 0]


def test_tta_56_after_round_3_blocks_left_are_lost_and_the_game_is_over():
    s = last_round(3, stock=(1, 0, 2, 0))
    assert points(s) == [-1 - 9 - 2, -9, -9 - 4, -9]
    assert s.is_over()


def test_tta_57_most_points_wins():
    assert last_round(3, scores=(9, 12, 30, 11)).scores() == [0, 0, 1, 0]


def test_tta_57_a_tie_is_shared():
    assert last_round(3, scores=(10, 30, 2, 30)).scores() == [0, 0.5, 0, 0.5]
    assert last_round(3, scores=(6, 5, 5, 5)).scores() == [0.25] * 4


def test_tta_57_nobody_has_won_before_the_end():
    assert last_round(2, scores=(9, 12, 30, 11)).scores() == [0, 0, 0, 0]


# --- TTA-58: the order of it all ------------------------------------------------------------------


def left_with(*cards, lead="A"):
    """Round 2 after its last trick; each seat is left with a card.  C led it and built on b2."""
    hands = [f"{played} {card}" for played, card in zip(("I1", "M1", "E1", "H1"), cards)]
    s = table(number=2, hands=hands, stock=(4, 4, 4, 4))
    listener = Listener(s)
    tricks(s, lead="C", done=7, rounds_lead=lead)
    play(s, "E1", "H1", "I1", "M1", "b2")
    return s, listener


def test_tta_58_the_cards_left_in_round_2_are_turned_up_together():
    s, listener = left_with("I5", "I6", "I7", "I8")
    told = [event.what for event in listener.events]
    assert told[-4:] == ["left"] * 4
    shown = [card.card for card in s.view(3)["table"].declared]
    assert shown == ["I5", "I6", "I7", "I8"]
    assert asked(s) == "A value"


def test_tta_58_a_5_that_was_left_gets_its_value():
    s, _ = left_with("I9", "I6", "E5", "I8")
    assert asked(s) == "C value"
    assert offered(s) == ["E5", "E5=0", "E5=10"]
    before = points(s)[2]
    play(s, "E5=10")
    # -2 for the value, 5 for Ecology, 10 for the tallest building, 10 for the declaration
    assert points(s)[2] - before == -2 + 5 + 10 + 10


@pytest.mark.parametrize(("lead", "order"), [("A", "ACD"), ("D", "DAC"), ("B", "CDA")])
def test_tta_58_the_values_are_set_by_the_lead_first_and_then_clockwise(lead, order):
    s, _ = left_with("I5", "I6", "E5", "H5", lead=lead)
    answered = ""
    while s.step.what == "value":
        answered += asked(s)[0]
        play(s, "5")
    assert answered == order


def test_tta_58_without_a_5_nothing_is_asked():
    s, _ = left_with("I9", "I6", "E2", "I8")
    assert s.turn == CHANCE  # already dealing round 3
    assert s.round == 3


def test_tta_58_areas_then_the_tallest_building_then_declarations_are_scored():
    s, listener = left_with("I9", "I6", "E2", "I8")
    told = [event.what for event in listener.events]
    assert told[told.index("left") :] == [
        *["left"] * 4, "area", "tallest", *["intent"] * 4, "points", "round",
    ]  # fmt: skip
    assert points(s) == [0, 0, 1 + 5 + 10 + 2, 0]


def test_tta_58_declarations_and_prices_count_for_the_next_lead():
    s = table(number=2, hands=("I1 I9", "M1 E9", "E1 E8", "H1 I2"), stock=(4, 4, 4, 4))
    s.players[1].points = 24
    tricks(s, lead="C", done=7, rounds_lead="A")
    play(s, "E1", "H1", "I1", "M1", "b2")
    assert points(s) == [0, 24, 24, 0]
    assert s.lead == 1  # tied at 24, and B sits nearer to the last Lead
    s = table(number=2, hands=("I1 I9", "M1 H5", "E1 E8", "H1 I2"), stock=(4, 4, 4, 4))
    s.players[1].points = 24
    tricks(s, lead="C", done=7, rounds_lead="A")
    play(s, "E1", "H1", "I1", "M1", "b2", "H5=0")
    assert points(s) == [0, 23, 24, 0]
    assert s.lead == 2
