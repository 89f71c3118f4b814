"""Trinity as text."""

from games.trinity.drawing import GAME, city, play
from trivet.catalogue import GAMES
from trivet.core.ink import PLAIN, Ink
from trivet.lab.duties import a_picture_fits_the_terminal


def test_a_picture_shows_city_players_stacks_and_known_events():
    s = city(
        """
        .    .    BL+H .
        AH   .    .    .
        AL+C A+HI BH   .
        """,
        ("HHC", "I"),
        events={"A": ["red-tape", "stakeout"], "B": ["rezoning/A", "rezoning"]},
        bottom="HCI",
    )
    lines = GAME.picture(s.view(0), ["Ann", "Bob"], PLAIN)
    assert lines == [
        "   a   b   c   d   e   f   g   h   Turn 1 of 200, development",
        "8  .   .   .   .   .   .   .   .   >A Ann            1 Landmark, 1 secured",
        "7  .   .   .   .   .   .   .   .      H2 C1 I0  2 Events, 3 Agents",
        "6  .   .   .   .   .   .   .   .    B Bob            1 Landmark, 1 secured",
        "5  .   .   .   .   .   .   .   .      H0 C0 I1  2 Events, 1 Agent",
        "4  .   .   .   .   .   .   .   .",
        "3  .   .   BL1 .   .   .   .   .",
        "2  AH  .   .   .   .   .   .   .",
        "1  AL1 A+2 BH  .   .   .   .   .",
        "",
        "Tile stack 56: H16 C20 I20; Event deck 32, discards 0",
        "  known at its bottom, the next to come first: HCI",
        "You hold Stakeout, Red Tape.",
        "B holds Rezoning and 1 more.",
    ]


def test_zones_show_until_their_owner_has_a_tile():
    s = city("AH", ("H", "", "", ""))
    lines = GAME.picture(s.view(-2), ["Ann", "Bob", "Cid", "Dan"], PLAIN)
    assert [line[:35] for line in lines[1:9]] == [
        "8  b   b   .   .   .   .   c   c   ",
        "7  b   b   .   .   .   .   c   c   ",
        "6  .   .   .   .   .   .   .   .   ",
        "5  .   .   .   .   .   .   .   .   ",
        "4  .   .   .   .   .   .   .   .   ",
        "3  .   .   .   .   .   .   .   .   ",
        "2  .   .   .   .   .   .   d   d   ",
        "1  AH  .   .   .   .   .   d   d   ",
    ]


def test_the_end_and_effects_in_force_are_shown():
    s = city("AL BL", ("H", ""), events={"A": ["expedited-permits", "red-tape", "union-strike"]})
    play(s, "play expedited-permits", "play red-tape", "play union-strike")
    text = "\n".join(GAME.picture(s.view(0), ["Ann", "Bob"], PLAIN))
    assert "permits 1" in text
    assert "strike, red tape" in text
    s = city("AL BL", act=True, stack="", turn=2, last_turn=1)
    play(s, "end")
    assert GAME.picture(s.view(0), ["Ann", "Bob"], PLAIN)[0].endswith("ended by TRI-51 c")


def test_colours_do_not_change_the_layout():
    s = city("AH . BL", ("H", ""))
    plain = GAME.picture(s.view(0), ["Ann", "Bob"], Ink(has_colour=False, has_unicode=True))
    fine = GAME.picture(s.view(0), ["Ann", "Bob"], Ink(has_colour=True, has_unicode=True))
    assert len(plain) == len(fine)
    assert "\x1b[1;34mAH\x1b[0m" in fine[8]
    assert "·" in plain[1]


def test_whoever_holds_much_under_many_effects_still_fits_beside_the_city():
    a_picture_fits_the_terminal(GAMES["trinity"], 119, 108)
