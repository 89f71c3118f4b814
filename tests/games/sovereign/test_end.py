"""SOV-40 to SOV-44: who wins a round, and the game."""

import pytest

from games.sovereign.drawing import (
    CODEC,
    Listener,
    deck,
    end_round,
    play,
    position,
    why,
)
from trivet.core.state import EVERYONE, NOBODY
from trivet.games.sovereign.rules import round_winner, total_of_ranks
from trivet.games.sovereign.state import NOTHING

LAST_FOR_A = """
    A:S^  A:S^  A:S^
    A:S^  B:S^  B:S^   A holds S
    B:S^  B:S^  ..
"""
LAST_FOR_B = LAST_FOR_A.replace("A holds", "B holds")
TIE = """
    A:D^  A:S^  A:S^
    A:S^  ..    B:S^
    B:S^  B:S^  B:D^
"""  # four spaces each, and the same total of ranks


def won(s):
    return [side.won for side in s.sides]


# --- SOV-40 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("drawing", "expected"), [(LAST_FOR_A, [1, 0]), (LAST_FOR_B, [0, 1])])
def test_sov_40_whoever_controls_more_spaces_has_won_the_round(drawing, expected):
    assert won(play(position(drawing), "Sc1^")) == expected


def test_sov_40_a_round_is_not_over_while_a_space_is_free():
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  A:S^  A:S^   B holds S
        B:S^  ..    ..
    """)
    play(s, "Sb1^")
    assert (s.round, won(s), s.step.what) == (1, [0, 0], "place")


def test_sov_40_control_counts_and_not_whose_deck_a_piece_came_from():
    s = position("""
        A:s^  A:s^  A:s^
        A:S^  A:S^  B:S^   B holds S
        B:S^  B:S^  ..
    """)
    assert won(play(s, "Sc1^")) == [1, 0]


def test_sov_40_more_spaces_win_even_with_lower_ranks():
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  B:I^  B:I^   A holds S
        B:I^  B:I^  ..
    """)
    assert total_of_ranks(s, 1) > total_of_ranks(s, 0) + 12  # what A is about to add
    assert won(play(s, "Sc1v")) == [1, 0]


def test_sov_40_the_score_of_the_round_is_told():
    s = position(LAST_FOR_B)
    listener = Listener(s)
    play(s, "Sc1^")
    event = next(event for event in listener.events if event.what == "won")
    assert CODEC.news(event, ["Ada", "Ben"]) == "Ben won round 1, 5 spaces to 4."


# --- SOV-41, SOV-44: as many spaces each ----------------------------------------------------------


@pytest.mark.parametrize(("one", "two", "winner"), [("D", "S", 0), ("S", "D", 1), ("D", "D", -2)])
def test_sov_41_with_as_many_spaces_the_higher_total_of_ranks_wins(one, two, winner):
    s = position(TIE.replace("A:D", f"A:{one}").replace("B:D", f"B:{two}"))
    assert round_winner(s) == winner


def test_sov_41_quadrant_bonuses_count_in_the_total():
    s = position("""
        A:S^  A:S^  ..
        A:S^  A:S^  B:S^
        B:S^  B:S^  B:S^
    """)
    assert (total_of_ranks(s, 0), total_of_ranks(s, 1)) == (4 * 12 + 4 * 4, 4 * 12)
    assert round_winner(s) == 0


def test_sov_41_the_bonuses_of_several_quadrants_count():
    s = position("""
        B:S^  B:S^  B:S^
        B:S^  B:S^  B:S^
        A:S^  ..    A:S^
    """)
    assert total_of_ranks(s, 1) == 6 * 12 + 4 * (1 + 2 + 1 + 1 + 2 + 1)


def test_sov_41_a_tie_that_ranks_decide_is_a_round_won():
    s = end_round(position(TIE.replace("A:D", "A:S")))
    assert won(s) == [0, 1]


def test_sov_44_the_total_adds_up_all_four_sides_of_each_controlled_piece():
    s = position("""
        A:A^  ..    B:R^
        A:c>  ..    ..
        ..    ..    ..
    """)
    assert total_of_ranks(s, 0) == (6 + 5 + 4 + 3) + (5 + 4 + 3 + 1)
    assert total_of_ranks(s, 1) == 5 + 5 + 4 + 4


def test_sov_44_a_reflection_counts_with_the_ranks_it_shows():
    s = position("A:R=S^ .. .. .. .. .. .. .. ..")
    assert total_of_ranks(s, 0) == 12


def test_sov_44_the_bonus_of_an_aura_does_not_count():
    s = position(TIE.replace("A:D^", "A:D^*"))
    assert total_of_ranks(s, 0) == total_of_ranks(s, 1) == 51
    assert round_winner(s) == NOBODY


def test_sov_44_if_the_totals_are_equal_too_nobody_wins_the_round():
    s = position(TIE)
    listener = Listener(s)
    end_round(s)
    assert won(s) == [0, 0]
    assert s.round == 2
    assert CODEC.news(listener.events[0], ["Ada", "Ben"]) == "Nobody won round 1."


# --- SOV-42: the game -----------------------------------------------------------------------------


def test_sov_42_a_game_has_three_rounds():
    s = play(position(LAST_FOR_A, number=2, won=(0, 1)), "Sc1^")
    assert (s.round, s.is_over()) == (3, False)
    s = play(position(LAST_FOR_A, number=3, won=(1, 1)), "Sc1^")
    assert s.is_over()


@pytest.mark.parametrize(("drawing", "expected"), [(LAST_FOR_A, [1, 0]), (LAST_FOR_B, [0, 1])])
def test_sov_42_whoever_has_won_more_rounds_wins_the_game(drawing, expected):
    s = play(position(drawing, number=3, won=(1, 1)), "Sc1^")
    assert s.scores() == expected


def test_sov_42_one_round_to_none_wins_if_nobody_won_the_others():
    s = end_round(position(TIE, number=3, won=(0, 1)))
    assert s.is_over()
    assert s.scores() == [0.0, 1.0]


@pytest.mark.parametrize(
    ("drawing", "before", "expected"),
    [(LAST_FOR_A, (1, 0), [1, 0]), (LAST_FOR_B, (0, 1), [0, 1])],
)
def test_sov_42_the_game_stops_as_soon_as_one_player_has_won_two(drawing, before, expected):
    s = play(position(drawing, number=2, won=before), "Sc1^")
    assert s.is_over()
    assert s.scores() == expected


def test_sov_42_with_the_option_play_on_all_three_rounds_are_played():
    s = play(position(LAST_FOR_A, number=2, won=(1, 0), play_on=True), "Sc1^")
    assert (s.round, s.is_over(), won(s)) == (3, False, [2, 0])


def test_sov_42_with_the_option_play_on_the_third_round_is_the_last():
    s = play(position(LAST_FOR_B, number=3, won=(2, 0), play_on=True), "Sc1^")
    assert s.is_over()
    assert (won(s), s.scores()) == ([2, 1], [1.0, 0.0])


def test_sov_42_as_many_rounds_each_share_the_win():
    s = end_round(position(TIE, number=3, won=(1, 1)))
    assert s.is_over()
    assert s.scores() == [0.5, 0.5]


def test_sov_42_nobody_has_a_share_of_the_win_before_the_end():
    s = play(position(LAST_FOR_A), "Sc1^")
    assert s.scores() == [0.0, 0.0]


@pytest.mark.parametrize("number", [1, 2])
def test_sov_42_a_round_that_nobody_won_is_played_for_nothing(number):
    s = end_round(position(TIE, number=number, won=(1, 0)))
    assert (s.round, s.is_over()) == (number + 1, False)


def test_sov_42_after_the_end_nothing_is_asked():
    s = play(position(LAST_FOR_A, number=2, won=(1, 0)), "Sc1^")
    assert [s.is_waiting_for(seat) for seat in (0, 1)] == [False, False]
    assert s.objection(0, 0).rule == "HOUSE-1"


@pytest.mark.parametrize(
    ("before", "sentence"),
    [
        ((1, 1), "Ada won the game and became the Sovereign."),
        ((0, 2), "Ben won the game and became the Sovereign."),
        ((0, 1), "The game is over: the win is shared."),
    ],
)
def test_sov_42_the_end_of_the_game_is_told(before, sentence):
    s = position(LAST_FOR_A, number=3, won=before)
    listener = Listener(s)
    play(s, "Sc1^")
    assert listener.heard()[-2:] == ["won", "over"]
    assert CODEC.news(listener.events[-1], ["Ada", "Ben"]) == sentence


# --- SOV-43: the ninth piece ----------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "expected"), [("mask c2", [0, 1]), ("mask -", [1, 0])])
def test_sov_43_the_ability_of_the_ninth_piece_is_carried_out_first(answer, expected):
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  B:S^  A:I^   B holds M
        B:S^  B:S^  ..
    """)
    assert play(s, "Mc1v").round == 1  # 3 against 3
    assert won(play(s, answer)) == expected


@pytest.mark.parametrize(("arrow", "expected"), [("^", [0, 1]), ("v", [1, 0])])
def test_sov_43_the_captures_of_the_ninth_piece_count(arrow, expected):
    s = position("""
        A:S^  A:S^  A:S^
        A:S^  B:S^  A:I^   B holds D
        B:S^  B:S^  ..
    """)
    assert won(play(s, f"Dc1{arrow}")) == expected  # 6 or 3 against 3


def test_sov_43_the_quadrants_of_the_ninth_piece_count():
    s = position("""
        B:S^  B:S^  A:S^
        B:S^  ..    A:R^   B holds R
        A:S^  A:S^  A:S^
    """)
    play(s, "Rb2^", "reflect b3")  # 4 + 1 against 4 to the east
    assert won(s) == [0, 1]


def test_sov_43_an_insight_may_be_the_ninth_piece():
    s = position(LAST_FOR_A.replace("holds S", "holds I"), decks=("", "C"))
    assert play(s, "Ic1v").round == 1
    assert play(s, "bury").round == 2


def test_sov_43_the_bonus_of_an_aura_ends_with_the_round():
    s = position(LAST_FOR_A.replace("holds S", "holds A").replace("B:S^  ..", "A:s^  .."))
    play(s, "Ac1v")
    assert [side.glow for side in s.sides] == [NOTHING, NOTHING]
    play(s, "A order ASSSSSS", "B order SSSSSSS", "B Sb1^")
    assert s.view(EVERYONE)["table"].grid[7].ranks == [5, 4, 2, 1]


def test_sov_43_quadrant_bonuses_end_with_the_round():
    s = play(position(LAST_FOR_A), "Sc1^", "A shuffle", "B shuffle", "* top S", "B Sb2^")
    assert s.view(EVERYONE)["table"].grid[4].ranks == [5, 4, 2, 1]


def test_sov_43_what_insight_moved_is_undone_by_the_new_order():
    s = position(LAST_FOR_A.replace("holds S", "holds I"), decks=("", "C"))
    play(s, "Ic1v", "bury", "A shuffle", "B order CSSSSSS")
    assert s.view(1)["table"].hand == "Scepter"
    assert deck(s, "B", viewer=1) == "SSSSSS"


def test_sov_43_what_insight_saw_no_longer_shows_where_it_lies():
    s = position(LAST_FOR_A.replace("holds S", "holds I"), decks=("", "C"))
    play(s, "Ic1v", "keep", "A shuffle", "B order CSSSSSS")
    assert deck(s, "B", viewer=0) == "??????"
    assert s.view(0)["table"].hand == "?"


def test_sov_43_all_seven_pieces_are_back_before_the_next_round():
    s = position(LAST_FOR_A.replace("holds S", "holds I"), decks=("D", "CM"))
    play(s, "Ic1v", "bury")
    assert why(s, "B order SSSSSCM") is None
    assert why(s, "A order ISSSSSD") is None
