"""Who sees what (SOV-4, SOV-5, SOV-8, SOV-15, SOV-21), what a seat may believe, and the picture."""

import json

import pytest

from games.sovereign.drawing import game, letter, play, position
from trivet.core.dice import Dice
from trivet.core.game import EVERYONE, NOBODY

VIEWERS = {"A": 0, "B": 1, "a spectator": NOBODY, "open cards": EVERYONE}
LAST = """
    A:S^  A:S^  A:S^
    A:S^  B:S^  B:S^   A holds I
    B:S^  B:S^  ..
"""


def look(s, viewer):
    return s.view(VIEWERS[viewer])["table"]


def letters(names):
    return "".join(letter(name) for name in names)


# --- what is left, what was looked at, what came out before ---------------------------------------


def test_sov_15_the_owner_of_a_shuffled_deck_sees_which_pieces_are_left():
    s = position("A:S^ .. .. .. .. .. .. .. .. A holds I", decks=("?CMDDR", ""))
    left = {viewer: letters(look(s, viewer)["left"][0]) for viewer in VIEWERS}
    assert left == {"A": "RMDDC", "B": "", "a spectator": "", "open cards": "RMDDC"}


def test_sov_15_what_is_left_includes_what_insight_left_on_top():
    s = play(position("A holds I", decks=("", "?RDMACSS")), "Ib2^", "* top C", "bury", "* top M")
    assert letters(look(s, "B")["left"][1]) == "SSRDAC"


@pytest.mark.parametrize(("answer", "expected"), [("keep", [True]), ("bury", [False])])
def test_sov_21_everyone_can_follow_the_piece_that_was_looked_at(answer, expected):
    s = play(position("A holds I"), "Ib2^", answer)
    shown = {viewer: look(s, viewer)["hand_shown"] for viewer in VIEWERS}
    assert list(shown.values()) == expected * 4
    buried = [answer == "bury"]
    assert look(s, "B")["shown"] == [[False] * 6, [False] * 5 + buried]


def test_sov_21_two_states_that_look_the_same_to_a_seat_are_imagined_alike():
    kept = play(game(starter="B", b="SSSIIRR"), "* top I", "Ib2^", "* top S", "keep")
    moved = play(game(starter="B", b="SSSIIRR"), "* top I", "Ib2^", "* top S", "bury", "* top S")
    assert kept.view(0) != moved.view(0)  # A was told where the piece went that B has seen
    for s in (kept, moved):
        world = s.imagine(0, Dice(1))
        assert json.dumps(world.view(0)) == json.dumps(s.view(0))


def test_sov_4_what_came_out_of_a_deck_in_an_earlier_round_is_remembered():
    s = play(position(LAST, decks=("", "?MC")), "Ic1v", "* top C", "bury")
    before = {viewer: look(s, viewer)["rounds"][0][1] for viewer in VIEWERS}
    assert {letters(seen["placed"]) for seen in before.values()} == {"SSSS"}
    assert {viewer: letters(seen["seen"]) for viewer, seen in before.items()} == {
        "A": "C", "B": "?", "a spectator": "?", "open cards": "C",
    }  # fmt: skip


def test_sov_15_the_owner_of_an_arranged_deck_remembers_what_the_rival_saw():
    s = play(position(LAST, decks=("", "CM")), "Ic1v", "bury")
    assert letters(look(s, "B")["rounds"][0][1]["seen"]) == "C"
