"""Landmarks and Headquarters: TRI-20 to TRI-26."""

from games.trinity.drawing import (
    Heard,
    asked,
    city,
    drawn,
    hand,
    held,
    landmarks,
    like,
    offered,
    play,
    refused,
)


def test_tri_20_housing_next_to_commerce_and_industry_becomes_a_landmark_on_its_space():
    s = play(city("AC . AI", ("H", "")), "Hb1")
    assert drawn(s) == like(". AL")
    assert landmarks(s) == [1, 0]


def test_tri_20_the_builder_draws_an_event():
    s = play(city("AC AH .", ("I", "")), "Ib2")
    assert asked(s) == "* event"
    play(s, "event red-tape")
    assert held(s, "A") == ["red-tape"]


def test_tri_20_housing_must_be_in_the_middle():
    s = play(city("AH AC .", ("IH", "")), "Ic1")
    assert drawn(s) == like("AH AC AI")


def test_tri_20_diagonal_tiles_do_not_make_a_landmark():
    s = play(city("AC .\nAH .", ("IH", "")), "Ib2")
    assert drawn(s) == like("AC AI\nAH .")


def test_tri_20_all_three_tiles_must_be_your_own():
    s = play(city("BC AH .", ("IH", "")), "Ic1")
    assert drawn(s) == like("BC AH AI")


def test_tri_20_a_trio_that_does_not_stand_cannot_be_named():
    s = play(city("AC .  AI\nAI AC .", ("HH", "")), "Hb2")
    assert refused(s, "build a2 b2 a1").startswith("TRI-20: There is no Housing of yours")
    assert refused(s, "build b2 a1 c2").startswith("TRI-20: Commerce and Industry must lie next to")
    assert refused(s, "build b2 c2 a2").startswith("TRI-20: A Landmark is your Housing with")


def test_tri_21_of_several_trios_the_owner_picks():
    s = play(city("AC .  AI\nAI AC .", ("H", "")), "Hb2")
    assert asked(s) == "A landmark"
    assert offered(s) == ["build b2 b1 c2", "build b2 a2 c2"]
    play(s, "build b2 a2 c2")
    assert drawn(s) == like(". AL\nAI AC")


def test_tri_21_they_are_built_one_at_a_time_until_none_is_left():
    s = city(
        """
        AC AH AI .
        .  .  AH AC
        """,
        ("I", ""),
    )
    play(s, "Ib1")
    assert offered(s) == ["build b2 a2 c2", "build b2 a2 b1", "build c1 d1 c2", "build c1 d1 b1"]
    play(s, "build b2 a2 c2")
    assert landmarks(s) == [1, 0]
    play(s, "event red-tape")
    assert drawn(s) == like(". AL .\n. . AL")


def test_tri_21_it_happens_on_a_rivals_turn_too():
    s = city("BC BH BC\nAH .  .", ("", ""), events={"A": ["hostile-rezoning"]})
    play(s, "play hostile-rezoning", "c2=I")
    assert drawn(s) == like(". BL\nAH .")
    assert asked(s) == "* event"
    play(s, "event stakeout")
    assert held(s, "B") == ["stakeout"]


def test_tri_21_a_rival_picks_among_trios_even_when_it_is_not_their_turn():
    s = city("BI BH BI\nAH BH .", events={"A": ["hostile-rezoning"]})
    play(s, "play hostile-rezoning", "b1=C")
    assert asked(s) == "B landmark"
    assert offered(s) == ["build b2 b1 c2", "build b2 b1 a2"]


def test_tri_22_agents_on_the_housing_stay_and_secure_the_landmark():
    s = play(city("AC AH+IC .", ("I", "")), "Ic1")
    assert drawn(s) == like(". AL+IC")


def test_tri_22_agents_on_commerce_and_industry_stay_behind():
    s = play(city("AC+H AH .", ("I", "")), "Ic1")
    assert drawn(s) == like("A+H AL")


def test_tri_23_several_landmarks_in_a_turn_bring_an_event_each():
    s = city("AC . AI\n.  . .\nAC . AI", ("HH", ""))
    play(s, "Hb1", "event red-tape")
    play(s, "Hb3", "event stakeout")
    assert (landmarks(s), held(s, "A")) == ([2, 0], ["red-tape", "stakeout"])


def test_tri_24_a_landmark_turns_into_a_headquarters_of_three_agents():
    s = play(city("AL", ("H", "")), "hq a1")
    assert drawn(s) == "A+HCI"
    assert landmarks(s) == [0, 0]


def test_tri_24_at_any_point_of_the_turn():
    s = city("AL AL", ("H", ""))
    play(s, "hq a1", "done", "hq b1")
    assert drawn(s) == like("A+HCI A+HCI")


def test_tri_24_a_headquarters_does_not_count_for_draws():
    s = play(city("AL BL", act=True), "hq a1", "end", "tile H", "tile H")
    assert hand(s, "B") == "HH"  # A has fewer Landmarks now: one tile and one for the Landmark


def test_tri_24_only_your_own_landmarks():
    s = city("AL BL AH", ("H", ""))
    for text in ("hq b1", "hq c1", "hq d1"):
        assert refused(s, text) == "TRI-24: There is no Landmark of yours on that space."


def test_tri_24_agents_that_secured_it_join_the_stack():
    s = play(city("AL+I", ("H", "")), "hq a1")
    assert drawn(s) == "A+IHCI"


def test_tri_25_agents_with_no_tile_under_them_are_a_headquarters_of_that_many():
    s = city("B+H A+CI", act=True)
    assert s.view(0)["table"].city[57].height == 2
    assert s.view(0)["table"].city[57].tile == ""


def test_tri_25_a_headquarters_never_turns_back():
    s = play(city("AL", ("H", "")), "hq a1")
    assert refused(s, "hq a1").startswith("TRI-24: ")


def test_tri_26_a_tile_in_a_landmark_makes_no_other():
    s = play(city("AC AL .", ("IH", "")), "Ic1")
    assert drawn(s) == like("AC AL AI")


def test_tri_26_an_immediate_event_resolves_before_the_next_landmark():
    s = play(city("AC AH AI .\n. . AH AC", ("I", "")), "Ib1", "build b2 a2 c2")
    play(s, "event construction-boom", "tile H", "tile H")
    assert landmarks(s) == [1, 0]
    play(s, "tile H")
    assert landmarks(s) == [2, 0]


def test_tri_26_two_players_build_clockwise_from_the_one_whose_turn_it_is():
    s = city(
        """
        CC CH CI
        BC BH BI
        """,
        ("", "", "H"),
        mover="C",
    )
    listener = Heard(s)
    play(s, "Hb3", "event red-tape", "event stakeout")
    assert [data[0] for data in listener.told("built")] == [2, 1]
