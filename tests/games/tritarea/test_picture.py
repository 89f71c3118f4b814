"""The table as text."""

import re

from games.tritarea.drawing import GAME, play, table, trick, tricks, up_to
from trivet.core.dice import Dice
from trivet.core.ink import PLAIN, Ink
from trivet.core.state import EVERYONE, NOBODY

NAMES = ("Calm Otter", "Mia", "Somebody with a very long name", "Bot")


def drawn(s, viewer, ink=PLAIN):
    return GAME.picture(s.view(viewer), NAMES, ink)


def test_a_picture_shows_board_players_areas_and_the_own_hand():
    s = trick("I4", "I9", "M2", "H5=10", board="""
        CAB .  .   D
        .   .  .   .
        B   .  .   .
        .   .  .   AA
    """)  # fmt: skip
    assert drawn(s, 0) == [
        "      a        b        c        d       Round 2 of 3, trick 1 of 8; Lead A",
        "  +--------+--------+--------+--------+  A Calm Otte   0pt 5bl         I4 low",
        "4 |I 3 high I        I       |M 1 high|",
        "  |CAB                       |D       |  B Mia         0pt 6bl         I9 top",
        "  +--------+        +--------+        +",
        "3 |E       |I     +1|M     +1 M       |  C Somebody    0pt 7bl         M2",
        "  |        |        |                 |",
        "  +        +--------+--------+        +  D Bot        -2pt 7bl         H5=10",
        "2 |E 1 high E     +1|H     +1|M       |",
        "  |B                |        |        |  Intelligent 8/2 B1.3",
        "  +        +--------+        +--------+  Modern      6/4 D1.1",
        "1 |E     +2|H        H        H 2 high|  Ecology     5/5 B1.1",
        "  |        |                  AA      |  Happiness   4/6 A1.2",
        "  +--------+--------+--------+--------+  Tallest: a4 C, 3 high",
        "A2.3: A has 2 blocks visible there, its tallest building 3 high; D: declared",
        "Your hand: I1 I7",
    ]


def test_cards_played_and_declared_stay_in_the_picture():
    s = table(number=3, hands=("I5 I6 I7", "I9 I8 I3", "M2 M3 M4", "E2 E3 E4"),
              declared=("M5=10", "H5", "E1", "H1"))  # fmt: skip
    play(tricks(s), "I5=0", "I9", "M2", "E2", "default", "default", "I6")
    lines = drawn(s, 1)
    assert lines[1].endswith("A Calm Otte  -6pt 9bl D:M5=10 I6")
    assert lines[2].endswith("|    I5=0")


def test_a_very_tall_building_shows_its_height_and_its_top():
    s = trick("I4", "I9", "M2", "E2", board="DCBAABBCCDDA " + ". " * 15)
    lines = drawn(s, 0)
    assert "I12 high" in lines[2]
    assert "...CCDDA" in lines[3]


def test_a_spectator_sees_no_hand_and_an_open_view_all_four():
    s = tricks(table(hands=("I1 I2", "M1 M2", "E1 E2", "H1 H2")))
    assert not any("hand" in line for line in drawn(s, NOBODY))
    assert drawn(s, EVERYONE)[-2:] == [
        "A I1 I2                          B M1 M2",
        "C E1 E2                          D H1 H2",
    ]


def test_pictures_fit_the_terminal_at_every_moment_of_a_game():
    for seed in range(6):
        s, dice = up_to("play", 1, seed), Dice(seed)
        while not s.is_over():
            for viewer in (0, EVERYONE):
                lines = drawn(s, viewer)
                assert max(map(len, lines)) <= 80
                assert len(lines) <= 18
            s.apply(s.turn, s.sample(s.turn, dice))


def test_colours_do_not_move_anything():
    s = up_to("sell", 3)
    coloured = drawn(s, 0, Ink(has_colour=True, has_unicode=True))
    assert [re.sub("\x1b\\[[0-9;]*m", "", line) for line in coloured] == drawn(s, 0)
