"""TRF-4 to TRF-8 and TRF-18: how a stage is dealt, and its nine rounds."""

import pytest

from games.trifecta.drawing import (
    GAME,
    LETTERS,
    Listener,
    asked,
    bag,
    hand,
    look,
    offered,
    opt,
    play,
    play_round,
    position,
    unseen,
    won,
)
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, NOBODY
from trivet.core.walk import wander
from trivet.games.trifecta.pieces import DECK, HAND, SINGLE, card_name, total
from trivet.games.trifecta.pieces import cards as cards_of

THREE = "A Frs R\nB Hbt G\nC Pgc B"


# --- TRF-4 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", range(2, 7))
def test_trf_4_everyone_is_dealt_nine_cards(seats):
    s = GAME.new(seats)
    wander(s, HAND * seats, Dice(seats))
    assert [total(player.hand) for player in s.players] == [9] * seats
    assert total(s.deck) == 54 - 9 * seats
    assert (s.round, s.step.what) == (1, "opt")


def test_trf_4_a_hand_is_told_to_its_player_only():
    s = GAME.new(2)
    listener = Listener(s)
    cards = ["Frs", "Prs", "Hrs", "R", "R", "R", "G", "G", "G"]
    play(s, *(f"* deal {card}" for card in cards))
    assert [(event.what, event.to, event.data[:2]) for event in listener.events] == [
        ("hand", 0, (0, bag(*cards)))
    ]


def test_trf_4_every_stage_starts_from_all_cards_and_all_goals():
    s = position("A Frs R won R G\nB - won H B", number=9, gone="FPCS")
    play_round(s, "A", "T")  # three to two: A has won
    assert s.is_over()
    s = position("A R won R\nB - won H", number=9, gone="FPCSB")
    play(s, "* goal T", "A false")
    assert (s.stage, s.step.what, s.deck, unseen(s)) == (2, "deal", DECK, LETTERS)


def test_trf_4_the_undealt_cards_are_shown_to_nobody():
    s = GAME.new(3)
    wander(s, 27, Dice(1))
    undealt = [card_name(kind) for kind in cards_of(s.deck) if kind < SINGLE]
    assert len(undealt) > 9
    for viewer in (0, 1, 2, NOBODY):
        assert not [card for card in undealt if card in str(s.view(viewer))]


# --- TRF-5 ----------------------------------------------------------------------------------------


def test_trf_5_nine_rounds_three_of_each_segment():
    s, segments = GAME.new(3), []
    dice = Dice(4)
    while s.stage == 1 and not s.is_over():
        if s.round and len(segments) < s.round:
            segments.append(look(s, 0).segment)
        s.apply(s.turn, s.sample(s.turn, dice))
    assert segments == ["Blind"] * 3 + ["Open"] * 3 + ["Free"] * 3


def test_trf_5_all_nine_are_played_even_if_survival_is_settled():
    s = position("A R won F P\nB G won H R\nC B won G B\nD T", number=7)
    assert (s.round, asked(s)) == (7, "*")
    play_round(s, "A", "C")
    assert (s.round, asked(s)) == (8, "*")


def test_trf_5_and_14_a_round_is_played_out_even_if_nobody_has_cards():
    s = position("A - won F\nB - won P", number=7)
    play(s, "* goal C", "* goal S", "* goal T")
    assert (s.stage, s.round) == (2, 0)


@pytest.mark.parametrize("number", range(1, 10))
def test_trf_5_every_goal_that_was_not_seen_may_come_next(number):
    gone = "FPHRGBCS"[: number - 1]
    s = position("A Frs R G B C S T F P\nB Hbt R G B C S T F P", number=number, gone=gone)
    if number < 4:
        opt(s, "A")
        play(s, "A ante R")
    assert offered(s) == [f"goal {goal}" for goal in LETTERS if goal not in gone]
    assert set(s.odds()) == {1}


# --- TRF-6, TRF-7, TRF-8 --------------------------------------------------------------------------


def test_trf_6_in_a_blind_round_you_choose_before_the_goal_is_seen():
    s = position(THREE, number=2)
    assert (asked(s), s.step.what, look(s, 0).goal) == ("ABC", "opt", None)
    assert offered(s) == ["false", "true"]


def test_trf_6_the_choices_are_face_down_until_all_have_chosen():
    s = play(position(THREE, number=2), "B true")
    assert [s.view(viewer)["said"] for viewer in range(3)] == ["", "true", ""]
    assert [look(s, viewer).true for viewer in range(3)] == [[], [], []]
    play(s, "A false", "C true")
    assert [look(s, viewer).true for viewer in range(3)] == [[1, 2]] * 3


def test_trf_6_true_or_false_and_nothing_else():
    s = position(THREE, number=2)
    objection = s.objection(0, 2)
    assert tuple(objection) == ("TRF-6", "You choose True or False.")


def test_trf_7_in_an_open_round_the_goal_is_turned_up_first():
    s = position(THREE, number=4)
    assert (s.turn, s.step.what) == (CHANCE, "goal")
    play(s, "* goal T")
    assert (asked(s), s.step.what, look(s, 0).goal) == ("ABC", "opt", "Triangle")


def test_trf_7_an_open_round_has_an_ante():
    s = opt(play(position(THREE, number=4), "* goal T"), "AB")
    assert (asked(s), s.step.what) == ("AB", "ante")


def test_trf_8_a_free_round_is_open_without_ante():
    s = position(THREE, number=7)
    assert (s.turn, s.step.what) == (CHANCE, "goal")
    opt(play(s, "* goal T"), "AB")
    assert (asked(s), s.step.what) == ("AB", "bid")


# --- TRF-18 ---------------------------------------------------------------------------------------


def test_trf_18_a_player_who_is_out_is_dealt_nothing_and_asked_nothing():
    s = position("A R won R G H\nB B won B C S\nC out 1\nD - won F", number=9, stage=2, gone="P")
    play(s, "* goal T", "A false", "B false")  # A and B survive
    wander(s, 18, Dice(1))
    assert [total(player.hand) for player in s.players] == [9, 9, 0, 0]
    assert (s.stage, asked(s)) == (3, "AB")


def test_trf_18_no_hand_and_no_goal_is_carried_over():
    s = position("A R won R\nB B G won B", number=9, gone="FPHSC")
    play(s, "* goal T", "A false", "B false")
    assert [(hand(s, seat), won(s, seat)) for seat in "AB"] == [("-", ""), ("-", "")]
    assert look(s, 0).rounds == []
