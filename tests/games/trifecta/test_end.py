"""TRF-20 to TRF-25: who survives a stage, how a game ends, and the places."""

import pytest

from games.trifecta.drawing import (
    GAME,
    SEATS,
    Listener,
    asked,
    look,
    play,
    play_round,
    position,
)
from trivet.core.dice import Dice
from trivet.core.game import BadSeats
from trivet.core.walk import playout, wander


def after_the_last_round(text, stage=1, gone="", **options):
    """A stage whose ninth goal nobody wants: T is turned up last."""
    s = position(text, number=9, stage=stage, gone=gone, **options)
    return play_round(s, "", "T")


def alive(s):
    return "".join(SEATS[seat] for seat in look(s, 0).alive)


def places(s):
    return [player.place for player in look(s, 0).players]


# --- TRF-20 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "needed"),
    [
        ("A R won F P\nB - won H\nC - won R G\nD -", 2),
        ("A R won F P\nB - won H\nC - won R G\nD -\nE -", 2),
        ("A R won F P\nB - won H\nC - won R G\nD -\nE -\nF -", 2),
    ],
)
def test_trf_20_with_four_to_six_players_two_goals_survive(players, needed):
    s = position(players, number=9, gone="BCS")
    assert look(s, 0).needed == needed
    assert alive(play_round(s, "", "T")) == "AC"


def test_trf_20_with_three_players_three_goals_survive():
    s = position("A R won F P H\nB - won R G\nC - won B C S", number=9)
    assert look(s, 0).needed == 3
    assert alive(play_round(s, "", "T")) == "AC"


def test_trf_20_what_counts_is_how_many_play_the_stage():
    s = position("A R won F P H\nB - won R G S\nC - won B\nD out 1", number=9, stage=2, gone="C")
    assert look(s, 0).needed == 3
    assert alive(play_round(s, "", "T")) == "AB"


def test_trf_20_more_than_the_number_is_no_better():
    s = after_the_last_round("A - won F P H R\nB - won G B\nC - won C\nD -", gone="S")
    assert alive(s) == "AB"


# --- TRF-21 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "gone", "winner"),
    [
        ("A - won F P\nB R won H", "RGBCS", "A"),
        ("A -\nB R won H", "FPRGBCS", "B"),  # one to none is enough
        ("A - won F P H R\nB R won G B C S", "", ""),
        ("A -\nB R", "FPHRGBCS", ""),  # none to none
    ],
)
def test_trf_21_of_two_players_the_one_with_more_goals_wins(drawing, gone, winner):
    s = after_the_last_round(drawing, gone=gone)
    assert s.is_over() is bool(winner)
    assert s.scores() == [float(seat == winner) for seat in "AB"]
    assert winner or (s.stage, alive(s)) == (2, "AB")


def test_trf_21_it_holds_for_the_last_two_of_a_larger_table_as_well():
    s = position("A out 1\nB - won F\nC R\nD out 2", number=9, stage=3, gone="PHRGBCS")
    assert look(s, 0).needed == 0
    play_round(s, "", "T")
    assert s.scores() == [0.0, 1.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("drawing", "gone", "winner"),
    [
        ("A - won F\nB R G won H", "PRGBCS", "B"),  # more cards left
        ("A B C won F\nB R G won H", "PRGBCS", ""),  # equally many: they play on
        ("A - won F P\nB R G won H", "RGBCS", "A"),  # goals come first
    ],
)
def test_trf_21_by_option_more_cards_left_break_a_tie(drawing, gone, winner):
    """The ending "cards left"."""
    s = after_the_last_round(drawing, gone=gone, cards_break_ties=True)
    assert s.scores() == [float(seat == winner) for seat in "AB"]
    assert winner != "B" or s.ending() == "cards left"
    assert winner or s.stage == 2


# --- TRF-22 ---------------------------------------------------------------------------------------


def test_trf_22_a_single_survivor_wins():
    s = after_the_last_round("A - won F\nB - won P H\nC - won R\nD R", gone="GBCS")
    assert (s.is_over(), s.scores()) == (True, [0.0, 1.0, 0.0, 0.0])


def test_trf_22_if_nobody_survives_everyone_who_began_the_stage_plays_another():
    s = after_the_last_round("A - won F\nB - won P\nC - won R\nD R\nE out 1", stage=2, gone="GBCSH")
    assert (s.stage, alive(s), look(s, 0).needed) == (3, "ABCD", 2)


def test_trf_22_two_or_more_survivors_play_the_next_stage_by_their_number():
    s = after_the_last_round("A - won F P\nB - won H R\nC - won G B\nD R", gone="CS")
    assert (s.stage, alive(s), look(s, 0).needed) == (2, "ABC", 3)


def test_trf_22_if_everybody_survives_everybody_plays_on():
    s = after_the_last_round("A - won F P\nB - won H R\nC - won G B\nD R won C S")
    assert (s.stage, alive(s)) == (2, "ABCD")


# --- TRF-23 ---------------------------------------------------------------------------------------


def test_trf_23_the_twelfth_stage_is_the_last():
    before = after_the_last_round("A -\nB R", stage=11, gone="FPHRGBCS")
    assert (before.is_over(), before.stage) == (False, 12)
    last = after_the_last_round("A -\nB -", stage=12, gone="FPHRGBCS")
    assert (last.is_over(), last.scores()) == (True, [0.5, 0.5])


@pytest.mark.parametrize(
    ("drawing", "gone", "ending", "shares"),
    [
        ("A - won F\nB R won H", "PRGBCS", "cards left", [0.0, 1.0]),
        ("A R won F\nB G won H", "PRGBCS", "latest goal", [0.0, 1.0]),  # B won the second round
        ("A R G\nB H", "FPHRGBCS", "cards left", [1.0, 0.0]),  # none to none
        ("A R\nB H", "FPHRGBCS", "undecided", [0.5, 0.5]),
        ("A - won F P\nB - won H R B\nC - won G\nD R", "CS", "most goals", [0, 1, 0, 0]),
        ("A R won F P\nB - won H R\nC - won G\nD R", "BCS", "cards left", [1, 0, 0, 0]),
        ("A - won F P\nB - won H R\nC - won G\nD R", "BCS", "latest goal", [0, 1, 0, 0]),
        ("A - won F\nB - won H\nC R\nD out 3", "PRGBCS", "latest goal", [0, 1, 0, 0]),
        ("A R\nB -\nC H\nD out 3", "FPRHGBCS", "undecided", [0.5, 0, 0.5, 0]),
    ],
)
def test_trf_23_one_of_those_still_in_after_the_last_stage_wins(drawing, gone, ending, shares):
    """By goals, then by cards left, then by the latest goal: the endings "most goals", "cards left"
    and "latest goal"."""
    s = after_the_last_round(drawing, stage=12, gone=gone)
    assert (s.ending(), s.scores()) == (ending, shares)


def test_trf_23_before_the_last_stage_a_tie_is_played_on():
    s = after_the_last_round("A - won F\nB R won H", stage=11, gone="PRGBCS")
    assert (s.stage, alive(s)) == (12, "AB")


def test_trf_23_by_option_survivors_of_the_last_stage_share_the_win():
    drawing = "A - won F P\nB - won H R\nC - won G\nD R"
    s = after_the_last_round(drawing, stage=12, gone="BCS", last_tie="shared")
    assert s.scores() == [0.5, 0.5, 0.0, 0.0]


def test_trf_23_by_option_all_who_began_a_last_stage_without_survivors_share_the_win():
    drawing = "A - won F\nB - won H\nC R\nD out 3"
    s = after_the_last_round(drawing, stage=12, gone="PRGBCS", last_tie="shared")
    assert s.scores() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0])


def test_trf_23_who_is_ahead_in_the_last_stage_wins_alone():
    s = after_the_last_round("A - won F\nB R", stage=12, gone="PHRGBCS")
    assert s.scores() == [1.0, 0.0]


@pytest.mark.parametrize("stages", [1, 5])
def test_trf_23_the_last_stage_is_an_option(stages):
    s = after_the_last_round("A -\nB R", stage=stages, gone="FPHRGBCS", stages=stages)
    assert s.is_over()
    if stages > 1:
        s = after_the_last_round("A -\nB R", stage=stages - 1, gone="FPHRGBCS", stages=stages)
        assert not s.is_over()


def test_trf_23_every_game_ends():
    for number in range(30):
        s = GAME.new(2 + number % 5)
        playout(s, Dice(number))
        assert (s.is_over(), sum(s.scores()), s.stage <= 12) == (True, pytest.approx(1.0), True)


# --- TRF-24 ---------------------------------------------------------------------------------------


def test_trf_24_a_place_is_one_more_than_the_players_who_stayed_in_longer():
    s = position("A out 2\nB - won F\nC out 1\nD R\nE out 1\nF out 3", number=9, stage=4)
    assert places(s) == [4, None, 5, None, 5, 3]
    s = after_the_last_round("A out 2\nB - won F\nC out 1\nD R\nE out 1\nF out 3", stage=4)
    assert places(s) == [4, 1, 5, 2, 5, 3]


def test_trf_24_those_out_in_the_same_stage_share_a_place_whatever_their_goals():
    s = after_the_last_round("A - won F\nB - won P H R\nC - won G\nD R", gone="BCS")
    assert (s.is_over(), places(s)) == (True, [2, 1, 2, 2])


def test_trf_24_those_who_share_the_win_share_the_first_place():
    drawing = "A - won F P\nB - won H R\nC - won G\nD R"
    s = after_the_last_round(drawing, stage=12, gone="BCS", last_tie="shared")
    assert places(s) == [1, 1, 3, 3]


def test_trf_24_who_loses_the_last_stage_by_a_tie_break_goes_out_in_it():
    s = after_the_last_round("A - won F P\nB - won H R\nC - won G\nD out 2", stage=12, gone="BCS")
    assert places(s) == [2, 1, 2, 4]


def test_trf_24_nobody_goes_out_in_a_stage_without_survivors():
    s = after_the_last_round("A - won F\nB - won P\nC - won R\nD R", gone="GBCSH")
    assert [player.out for player in look(s, 0).players] == [None] * 4
    assert places(s) == [None] * 4


def test_trf_24_a_place_is_settled_when_a_player_goes_out():
    s = after_the_last_round("A - won F P H\nB - won R G B\nC - won C", gone="S")
    assert (s.is_over(), places(s)) == (False, [None, None, 3])
    assert [player.out for player in look(s, 0).players] == [None, None, 1]


# --- TRF-25 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_trf_25_two_to_six_can_play(seats):
    s = GAME.new(seats)
    wander(s, 9 * seats, Dice(1))
    assert asked(s) == SEATS[:seats]


@pytest.mark.parametrize("seats", [0, 1, 7])
def test_trf_25_fewer_or_more_cannot(seats):
    with pytest.raises(BadSeats) as refused:
        GAME.new(seats)
    assert str(refused.value) == f"Trifecta is a game for 2 to 6 seats, not {seats}"


# --- the news -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("drawing", "gone", "stage", "told"),
    [
        (
            "A - won F P\nB - won H\nC - won R G\nD R", "BCS", 1,
            ["A and C survived stage 1; B and D went out.",
             "Stage 2 began for A and C; most goals wins."],
        ),
        (
            "A - won F\nB - won P\nC - won R\nD R", "GBCSH", 1,
            ["Nobody came out ahead in stage 1; all who began it stayed in.",
             "Stage 2 began for A, B, C and D; two goals were needed to survive."],
        ),
        ("A - won F\nB R", "PHRGBCS", 3, ["A survived stage 3; B went out.", "A won the game."]),
        (
            "A G\nB R", "FPHRGBCS", 12,
            ["Nobody came out ahead in stage 12; all who began it stayed in.",
             "The last stage was over: A and B shared the win."],
        ),
    ],
)  # fmt: skip
def test_trf_22_and_23_the_end_of_a_stage_is_told(drawing, gone, stage, told):
    s = position(drawing, number=9, stage=stage, gone=gone)
    play(s, "* goal T")
    listener = Listener(s)
    play_round(s, "", "T")
    assert listener.told()[-2:] == told
