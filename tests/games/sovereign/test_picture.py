"""The position as a picture for a terminal."""

import re

import pytest

from games.sovereign.drawing import GAME, play, position
from trivet.core.dice import Dice
from trivet.core.ink import PLAIN, Ink
from trivet.core.state import EVERYONE, NOBODY
from trivet.core.walk import wander

VIEWERS = {"A": 0, "B": 1, "a spectator": NOBODY, "open cards": EVERYONE}


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
        "  |       |   2   |       |     in hand: Discovery (N 6, E 4, S 3, W 2)",
        "1 |   .   | 4[S]1 |   .   |   Discovery: When placed, it captures a rival Secret",
        "  |       |   5   |       |   beside it at once.",
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


def test_while_decks_are_made_the_types_stand_there_with_their_ranks():
    lines = picture(GAME.new(2), "A")
    assert lines[1] == "  piece             N E S W   Before round 1"
    assert lines[7].startswith("  A Aura            6 5 4 3   B Ben ()")
    assert len(lines) == 14
    other = GAME.new(2, {"ranks": [[9, 1, 1, 1]] * 7})
    assert "S Secret          9 1 1 1" in picture(other, "A")[2]


def test_before_the_first_round_there_is_a_picture_too():
    assert picture(GAME.new(2), "A")[1].endswith("Before round 1")
