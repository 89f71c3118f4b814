"""TRF-9 to TRF-16: antes, bids, and who wins a goal."""

import pytest

from games.trifecta.drawing import (
    Listener,
    asked,
    dealt,
    hand,
    look,
    offered,
    opt,
    play,
    play_round,
    position,
    unseen,
    why,
    won,
)
from trivet.core.state import NOBODY

THREE = "A Frs R G\nB Hbt G B\nC Pgc B R"


def blind(text, **options):
    return position(text, number=3, **options)


def open_for(goal, text):
    return play(position(text, number=4), f"* goal {goal}")


def free_for(goal, text):
    return play(position(text, number=7), f"* goal {goal}")


def last_round(s):
    return look(s, 0).rounds[-1]


# --- TRF-9 ----------------------------------------------------------------------------------------


def test_trf_9_everyone_who_chose_true_antes_one_card_and_nobody_else():
    s = opt(open_for("T", THREE), "AC")
    assert asked(s) == "AC"
    play(s, "A ante R", "C ante Pgc")
    assert [hand(s, seat) for seat in "ABC"] == ["Frs G", "Hbt G B", "R B"]


def test_trf_9_any_card_may_be_the_ante_matching_or_not():
    s = opt(open_for("R", THREE), "AC")
    assert offered(s, "A") == ["ante Frs", "ante R", "ante G"]


def test_trf_9_a_card_you_do_not_hold_cannot_be_the_ante():
    s = opt(open_for("T", THREE), "AC")
    assert why(s, "A ante Hbt") == ("TRF-9", "You do not hold that card.")
    assert tuple(s.objection(0, 99)) == ("TRF-9", "You ante one card from your hand.")


def test_trf_9_antes_are_chosen_at_the_same_time_and_then_shown():
    s = play(opt(open_for("T", THREE), "AC"), "C ante B")
    assert [look(s, viewer).players[2].ante for viewer in range(3)] == [None] * 3
    assert look(s, 0).players[2].cards == 3
    play(s, "A ante G")
    shown = [[player.ante for player in look(s, viewer).players] for viewer in (0, 1, NOBODY)]
    assert shown == [["Green Single", None, "Blue Single"]] * 3


def test_trf_9_in_a_blind_round_the_ante_comes_before_the_goal():
    s = opt(blind(THREE), "AC")
    assert (s.step.what, asked(s), look(s, 0).goal) == ("ante", "AC", None)
    play(s, "A ante R", "C ante B")
    assert (s.step.what, asked(s)) == ("goal", "*")


# --- TRF-10 ---------------------------------------------------------------------------------------


def test_trf_10_in_a_blind_round_the_only_true_wins_the_goal_for_the_ante():
    s = opt(blind(THREE), "B")
    play(s, "B ante G")
    assert (asked(s), look(s, 1).goal) == ("*", None)  # the ante is paid sight unseen
    play(s, "* goal S")
    assert (won(s, "B"), hand(s, "B"), s.round) == ("S", "Hbt B", 4)


def test_trf_10_in_an_open_round_the_only_true_wins_the_goal_for_the_ante():
    s = play(opt(open_for("T", THREE), "B"), "B ante G")
    assert (won(s, "B"), hand(s, "B"), s.round) == ("T", "Hbt B", 5)


def test_trf_10_in_a_free_round_the_only_true_wins_the_goal_for_nothing():
    s = opt(free_for("T", THREE), "B")
    assert (won(s, "B"), hand(s, "B"), s.round) == ("T", "Hbt G B", 8)


def test_trf_10_the_only_true_needs_no_card_that_matches():
    s = opt(free_for("T", THREE), "A")
    assert won(s, "A") == "T"


# --- TRF-11 ---------------------------------------------------------------------------------------


def test_trf_11_a_blind_goal_that_nobody_wants_is_discarded_unseen():
    s = blind(THREE)
    listener = Listener(s)
    opt(s, "")
    assert last_round(s).goal is None
    assert listener.told()[:2] == ["Nobody chose True.", "The goal was discarded unseen."]
    assert (unseen(s), [won(s, seat) for seat in "ABC"]) == ("FPHRGBCST", ["", "", ""])


def test_trf_11_a_goal_discarded_unseen_is_still_one_of_those_that_may_come():
    s = opt(blind(THREE), "")
    assert offered(s) == [f"goal {goal}" for goal in "FPHRGBCST"]


def test_trf_11_an_open_goal_that_nobody_wants_is_discarded_in_sight():
    s = opt(open_for("T", THREE), "")
    assert (last_round(s).goal, last_round(s).winner) == ("Triangle", None)
    assert unseen(s) == "FPHRGBCS"
    assert [hand(s, seat) for seat in "ABC"] == ["Frs R G", "Hbt G B", "Pgc R B"]


# --- TRF-12 ---------------------------------------------------------------------------------------

RED = "A Frs Hrc R R\nB Frc Prs R\nC Prt Pgs G"


def test_trf_12_whoever_bids_the_most_cards_wins_the_goal():
    s = play_round(position(RED, number=7), "ABC", "R", bids=["Frs+R+R", "Frc+R", "Prt"])
    assert [won(s, seat) for seat in "ABC"] == ["R", "", ""]


def test_trf_12_all_cards_played_are_discarded_those_of_the_losers_too():
    s = play_round(position(RED, number=7), "ABC", "R", bids=["Frs+R+R", "Frc+R", "Prt"])
    assert [hand(s, seat) for seat in "ABC"] == ["Hrc", "Prs", "Pgs G"]


@pytest.mark.parametrize(
    ("bids", "winner"),
    [
        (["R", "R", "0"], None),  # a tie for most
        (["R", "R", "Prt"], None),
        (["0", "0", "0"], None),  # everyone at 0 is a tie
        (["R", "0", "0"], 0),  # a tie below the most is none
        (["0", "0", "Prt"], 2),
        (["R+R", "Frc+R", "0"], None),
        (["Frs+R", "Frc+Prs+R", "Prt"], 1),
    ],
)
def test_trf_12_a_tie_for_most_discards_the_goal(bids, winner):
    s = play_round(position(RED, number=7), "ABC", "R", bids=bids)
    assert (last_round(s).goal, last_round(s).winner) == ("Red", winner)
    assert [won(s, seat) for seat in "ABC"] == ["R" if seat == winner else "" for seat in range(3)]


def test_trf_12_bids_are_secret_until_all_are_in():
    s = opt(free_for("R", RED), "ABC")
    play(s, "A bid R+R", "C bid 0")
    for viewer in (1, 2, NOBODY):
        assert look(s, viewer).players[0].cards == 4
        assert s.view(viewer)["said"] in ("", "bid 0")
    assert s.view(0)["said"] == "bid R+R"
    play(s, "B bid 0")
    assert last_round(s).bids == [["Red Single", "Red Single"], [], []]


def test_trf_12_a_card_you_do_not_hold_cannot_be_bid():
    s = opt(free_for("R", RED), "ABC")
    expected = ("TRF-12", "You do not hold all of these cards.")
    assert why(s, "A bid Prt") == why(s, "B bid R+R") == expected
    assert tuple(s.objection(0, 1 << 60)) == (
        "TRF-12", "You bid any number of cards that match the goal.",
    )  # fmt: skip


def test_trf_12_who_chose_false_does_not_bid():
    s = opt(free_for("R", RED), "AC")
    assert asked(s) == "AC"


# --- TRF-13 ---------------------------------------------------------------------------------------


def test_trf_13_any_of_the_matching_cards_may_be_bid():
    s = opt(free_for("R", "A Frs Hrc R R G\nB G B"), "AB")
    assert offered(s, "A") == [
        "bid 0", "bid Frs", "bid Hrc", "bid Frs+Hrc",
        "bid R", "bid Frs+R", "bid Hrc+R", "bid Frs+Hrc+R",
        "bid R+R", "bid Frs+R+R", "bid Hrc+R+R", "bid Frs+Hrc+R+R",
    ]  # fmt: skip


def test_trf_13_what_you_do_not_bid_stays_in_your_hand():
    s = play_round(position(RED, number=7), "AB", "R", bids=["Hrc", "0"])
    assert hand(s, "A") == "Frs R R"


def test_trf_13_a_hand_full_of_matching_completes_may_be_bid_in_512_ways():
    s = dealt("Frs Frc Frt Prs Prc Prt Hrs Hrc Hrt", "F F F P P P H H H")
    for goal in "...GBC":  # three unseen, three that nobody wants
        play_round(s, "", goal)
    opt(play(s, "* goal R"), "AB")
    assert len(set(offered(s, "A"))) == 512


# --- TRF-14 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [2, 5, 8])
def test_trf_14_a_player_without_cards_is_not_asked_and_cannot_choose_true(number):
    s = position("A R\nB -\nC G", number=number)
    if number > 3:
        play(s, "* goal T")
    assert asked(s) == "AC"
    assert why(s, "B true") == ("HOUSE-1", "It is not your turn.")


# --- TRF-15 ---------------------------------------------------------------------------------------


def test_trf_15_with_the_option_a_contested_blind_goal_is_turned_up_before_the_ante():
    s = opt(blind(THREE, late_ante=True), "AC")
    assert (s.step.what, asked(s)) == ("goal", "*")
    play(s, "* goal R")
    assert (s.step.what, asked(s), look(s, 0).goal) == ("ante", "AC", "Red")
    play(s, "A ante G", "C ante B")
    assert (s.step.what, asked(s)) == ("bid", "AC")


def test_trf_15_with_the_option_an_only_true_still_antes_sight_unseen():
    s = opt(blind(THREE, late_ante=True), "C")
    assert (s.step.what, asked(s), look(s, 2).goal) == ("ante", "C", None)
    play(s, "C ante B", "* goal T")
    assert won(s, "C") == "T"


def test_trf_15_with_the_option_a_goal_nobody_wants_stays_unseen():
    s = opt(blind(THREE, late_ante=True), "")
    assert (last_round(s).goal, s.round) == (None, 4)


def test_trf_15_the_option_changes_nothing_in_an_open_round():
    s = position(THREE, number=4, late_ante=True)
    assert (s.step.what, asked(s)) == ("goal", "*")
    opt(play(s, "* goal T"), "AB")
    assert (s.step.what, asked(s)) == ("ante", "AB")


# --- TRF-16 ---------------------------------------------------------------------------------------


def test_trf_16_one_card_is_enough_for_true_it_is_the_ante_and_the_bid_is_0():
    s = opt(open_for("R", "A R\nB Frs G\nC B"), "AB")
    assert asked(s) == "B"  # everybody can see what A antes before it is shown
    play(s, "B ante G")
    assert (asked(s), look(s, 1).players[0].ante) == ("B", "Red Single")
    play(s, "B bid Frs")
    assert (won(s, "B"), hand(s, "A")) == ("R", "-")


def test_trf_16_only_cards_are_anted_without_a_question():
    s = opt(blind("A R\nB G\nC B"), "AB")
    assert asked(s) == "*"
    play(s, "* goal R")
    assert (last_round(s).antes, last_round(s).winner) == (
        ["Red Single", "Green Single", None], None,
    )  # fmt: skip


def test_trf_16_an_only_true_with_one_card_wins_for_it():
    s = play(opt(blind("A R\nB G\nC B"), "A"), "* goal T")
    assert (won(s, "A"), hand(s, "A")) == ("T", "-")


def test_trf_16_two_equal_cards_are_asked_for_since_nobody_else_knows():
    s = opt(open_for("R", "A G G\nB Frs G\nC B"), "AB")
    assert (asked(s), offered(s, "A")) == ("AB", ["ante G"])


def test_trf_16_without_a_match_you_are_asked_for_a_bid_all_the_same():
    s = opt(free_for("R", "A Frs\nB Hbt G\nC B"), "AB")
    assert (asked(s), offered(s, "B")) == ("AB", ["bid 0"])


def test_trf_16_without_a_card_you_bid_0_unasked():
    s = opt(open_for("R", "A R\nB Frs Frt G\nC B"), "AB")
    play(s, "B ante G")
    assert asked(s) == "B"
    play(s, "B bid Frs")
    assert (last_round(s).bids[0], last_round(s).winner) == ([], 1)


def test_trf_16_if_nobody_has_a_match_all_bid_0_and_tie():
    s = play_round(position("A G\nB Hbt G\nC B", number=7), "ABC", "R", bids=["0", "0", "0"])
    assert (last_round(s).goal, last_round(s).winner) == ("Red", None)
