"""Who sees what (SOV-4, SOV-5, SOV-8, SOV-15, SOV-21), what a seat may believe, and the picture."""

import json
import re

import pytest

from games.sovereign.drawing import GAME, game, letter, play, position
from trivet.core.dice import Dice
from trivet.core.game import EVERYONE, NOBODY
from trivet.core.ink import PLAIN, Ink
from trivet.core.walk import wander

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


# --- the picture ----------------------------------------------------------------------------------


def picture(s, viewer, names=("Ada", "Ben"), ink=PLAIN):
    return GAME.picture(s.view(VIEWERS[viewer]), names, ink)


DRAWN = """
    A:S^    A:D>  B:C>
    A:R=A^  ..    B:i<   A holds A
    ..      B:Sv  ..
"""


def test_a_position_as_a_picture():
    s = play(position(DRAWN, decks=("RM", "?DDM")), "Ab2>", "aura a2", "* top D")
    assert picture(s, "B") == [
        "      a       b       c",
        "  +-------+-------+-------+   Round 1 of 3",
        "  |   6 +1|   3 +1|   1   |",
        "3 | 2[S]5 | 4[D]7 | 3(C)5 |   A Ada []  0 won, 6 spaces",
        "  |   3   |   5   |   4   |     deck, from the top: ? ?",
        "  +-------+-------+-------+     built of: S I R D A",
        "  | * 8 +1|   4 +1|   4   |",
        "2 | 5[R]7 | 5[A]7 | 6[I]3 |   B Ben ()  0 won, 1 space",
        "  |   6   |   6   |   3   |     deck, shuffled, has left: S S M D",
        "  +-------+-------+-------+     built of: S S S M D D C",
        "  |       |   2   |       |     in hand: Discovery",
        "1 |   .   | 4[S]1 |   .   |",
        "  |       |   5   |       |",
        "  +-------+-------+-------+",
    ]


def test_a_picture_of_a_deck_in_order_shows_the_order():
    lines = picture(position(decks=("IRDMACS", "")), "A")
    assert "deck, from the top: R D M A C S" in lines[4]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_picture_is_plain_ascii_and_fits_into_a_terminal(viewer):
    long = ["A" * 40, "B" * 40]
    for number in range(10):
        s = GAME.new(2)
        while not s.is_over():
            lines = picture(s, viewer, long)
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 16
            assert all(line.isascii() and line == line.rstrip() for line in lines)
            wander(s, 3, Dice(number))


def test_ranks_of_two_digits_do_not_shift_the_grid():
    s = position("""
        A:D^  A:d^*  A:S^
        A:s^  A:Iv   A:s^
        A:S^  A:s^   A:S^
    """)
    assert [line[:27] for line in picture(s, "A")[5:10]] == [
        "  +-------+-------+-------+",
        "  |   7 +2|   7 +4|   7 +2|",
        "2 | 3[S]6 | 8[I]7 | 3[S]6 |",
        "  |   4   |   10  |   4   |",
        "  +-------+-------+-------+",
    ]
    assert {len(line[:27]) for line in picture(s, "A")[1:]} == {27}


def test_a_terminal_with_colours_and_unicode_shows_the_same():
    s = play(position(DRAWN), "Ab2>", "aura a2")
    fine = picture(s, "A", ink=Ink(has_colour=True, has_unicode=True))
    bare = [re.sub(r"\x1b\[[0-9;]*m", "", line).replace("·", ".") for line in fine]
    assert bare == picture(s, "A")
    assert fine != bare


def test_before_the_first_round_there_is_a_picture_too():
    assert picture(GAME.new(2), "A")[1].endswith("Before round 1")
