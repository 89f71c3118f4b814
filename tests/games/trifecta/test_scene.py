"""Trifecta to look at: what can be touched is there, and nothing is shown that is not known."""

import pytest
from conftest import IS_QUICK

from games.looking import differs, look_over_all, missing, scene, size_of_drawings, things, walk
from games.trifecta.drawing import GAME, opt, play, play_round, position
from trivet.core.dice import Dice
from trivet.core.state import EVERYONE, NOBODY
from trivet.core.walk import playout

WALKS = 5 if IS_QUICK else 20
THREE = "A Frs R G\nB Hbt G B\nC Pgc B R"


def games(seed):
    return walk(GAME.new(2 + seed % 5, {"late_ante": seed % 2 == 1, "stages": 3}), Dice(seed))


def pieces(s, viewer, start):
    zones = scene(s, viewer).zones
    return [piece for zone in zones for piece in zone.pieces if piece.id.startswith(start)]


@pytest.mark.parametrize("seed", range(WALKS))
def test_whatever_is_offered_can_be_touched(seed):
    for s in games(seed):
        assert not missing(s)


@pytest.mark.parametrize("seed", range(WALKS))
def test_a_scene_is_whole_for_every_viewer(seed):
    for place, s in enumerate(games(seed)):
        if place % 5 == 0 or s.is_over():
            look_over_all(s)


@pytest.mark.parametrize("seed", range(WALKS))
def test_what_a_viewer_cannot_know_changes_nothing(seed):
    for place, s in enumerate(games(seed)):
        if place % 5 == 0:
            assert differs(s, Dice(place)) is None


def test_hands_are_for_their_owners_and_for_those_who_see_all():
    s = position(THREE)
    assert {one for one in things(scene(s, 0)) if one.startswith("card:")} == {
        "card:Frs", "card:R", "card:G",
    }  # fmt: skip
    assert {piece.label for piece in pieces(s, 0, "hand:")} == {
        "Filled Red Square", "Red Single", "Green Single",
    }  # fmt: skip
    assert "Filled Red Square" not in str(scene(s, 1))
    assert [piece.label for piece in pieces(s, EVERYONE, "held:B")] == [
        "Hollow Blue Triangle", "Green Single", "Blue Single",
    ]  # fmt: skip


def test_a_word_that_is_given_lies_face_down_until_all_have_given_theirs():
    s = position(THREE, number=3)
    play(s, "A true")
    assert [piece.face for piece in pieces(s, 0, "stance:")] == ["token-true"]
    for other in (1, 2, NOBODY):
        assert [piece.face for piece in pieces(s, other, "stance:")] == ["token-back"]
    play(s, "B false", "C true")
    for viewer in (0, 1, 2, NOBODY):
        assert [piece.face for piece in pieces(s, viewer, "stance:")] == [
            "token-true", "token-false", "token-true",
        ]  # fmt: skip


def test_a_goal_won_becomes_a_medal():
    s = position(THREE, number=4)
    play_round(s, "AC", "R", antes=["G", "B"], bids=["Frs+R", "R"])
    (medal,) = [piece for piece in pieces(s, NOBODY, "goal:") if "medal" in piece.face]
    assert (medal.label, medal.face) == ("A won Red", "medal r")
    (field,) = pieces(s, NOBODY, "round:4")
    assert field.label == "Round 4: Red, won by A"
    assert scene(s, NOBODY).notes[0].lines == ("1 goal", "0 cards")


@pytest.mark.parametrize("seats", range(2, 7))
def test_a_desk_is_wide_enough_for_a_phone_and_holds_what_lies_on_it(seats):
    for seed in range(3):
        for s in walk(GAME.new(seats), Dice(seed)):
            board = scene(s, NOBODY).zones[0]
            desks = {one.id[-1]: one for one in board.pieces if one.id.startswith("desk:")}
            assert all(desk.w * 344 / board.width >= 80 for desk in desks.values())  # of 360 pixels
            for piece in board.pieces:
                if piece.id.startswith("shown:"):
                    desk = desks[piece.id.split(":")[3]]
                    assert abs(piece.x - desk.x) + piece.w / 2 <= desk.w / 2
                    assert abs(piece.y - desk.y) + piece.h / 2 <= desk.h / 2
            assert all(abs(one.y) + one.h / 2 <= board.height for one in desks.values())


def test_what_was_anted_and_bid_lies_on_the_desks():
    s = position(THREE, number=4)
    play_round(s, "AC", "R", antes=["G", "B"], bids=["Frs+R", "R"])
    assert [piece.label for piece in pieces(s, 1, "shown:1:4:")] == [
        "Green Single", "Filled Red Square", "Red Single", "Blue Single", "Red Single",
    ]  # fmt: skip


def test_a_goal_discarded_unseen_stays_unseen():
    s = opt(position(THREE, number=3), "")
    for viewer in (0, NOBODY, EVERYONE):
        (field,) = pieces(s, viewer, "round:3")
        assert field.label == "Round 3: an unseen goal, discarded"


def test_a_bid_can_be_of_nothing():
    s = position(THREE, number=7)
    play(s, "* goal R")
    opt(s, "AB")
    assert s.step.what == "bid"
    assert "nothing" in things(scene(s, 0))
    assert "nothing" not in things(scene(s, 2))


@pytest.mark.parametrize("seed", range(4))
def test_the_cup_is_for_those_who_won(seed):
    s = GAME.new(2 + seed, {"stages": 1})
    playout(s, Dice(seed))
    winners = [seat for seat in range(s.seats) if s.scores()[seat]]
    assert [piece.owner for piece in pieces(s, NOBODY, "cup:")] == winners


def test_the_drawings_are_small():
    assert 5_000 < size_of_drawings("trifecta") < 60_000
