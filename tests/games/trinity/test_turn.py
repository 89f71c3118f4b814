"""A turn: TRI-10 to TRI-17."""

import pytest

from games.trinity.drawing import (
    GAME,
    asked,
    bottom,
    city,
    drawn,
    empty_spaces,
    hand,
    landmarks,
    like,
    offered,
    placements,
    play,
    refused,
    top,
)
from trivet.core.ink import PLAIN
from trivet.games.trinity.seen import EventSeen, EventsSeen, SpaceSeen

CODEC = GAME.codec

FULL_CORNERS = """
    .  .  .  .  .  .  BH BH
    .  .  .  .  .  .  BH BH
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    .  .  .  .  .  .  .  .
    BH BH .  .  .  .  .  .
    BH BH .  .  .  .  .  .
"""


def draws(s):
    """How many tiles the next player draws: all of them, since chance is asked for each."""
    play(s, "end")
    before = len(hand(s, "B"))
    while asked(s) == "* tile":
        play(s, "tile H" if "tile H" in offered(s) else "tile C")
    return len(hand(s, "B")) - before


@pytest.mark.parametrize(
    ("drawing", "tiles"),
    [
        ("AH . BH", 2),  # nobody has fewer: one tile, and one more
        ("AL . BH", 2),
        ("AL . BL", 3),
        ("AL . BL . BL", 3),  # A has fewer
        ("AL AL BL . BL BL", 4),
    ],
)
def test_tri_10_draw_1_tile_and_1_for_each_landmark_and_1_if_nobody_has_fewer(drawing, tiles):
    assert draws(city(drawing, ("H", ""), events={"A": ["stakeout"]}, act=True)) == tiles


def test_tri_10_a_third_player_can_have_fewer():
    s = city("AL BL CH", ("", "", ""), act=True)
    assert draws(s) == 2


def test_tri_10_with_too_few_tiles_left_what_there_is_is_drawn():
    s = city("AL BL . BL", act=True, stack="", bottom="CI")
    play(s, "end")
    assert (hand(s, "B"), asked(s)) == ("CI", "B develop")


def test_tri_10_the_known_top_comes_first_and_the_bottom_last():
    s = city("AL BL . BL BL", act=True, top="I/A", stack="H", bottom="CC")
    play(s, "end", "tile H")
    assert hand(s, "B") == "HCCI"


def test_tri_11_a_tile_goes_next_to_one_of_your_tiles():
    s = city(
        """
        . . .
        . AH .
        . . .
        """,
        ("C", ""),
    )
    assert placements(s, "C") == ["b3", "a2", "c2", "b1"]
    assert refused(s, "Cc3") == "TRI-11: A tile goes next to one of your tiles or Landmarks."


def test_tri_11_without_a_tile_in_the_city_it_goes_into_your_zone():
    s = city("", ("C", ""))
    assert placements(s, "C") == [f"{c}{r}" for r in "21" for c in "abcdefgh"]
    assert refused(s, "Ca3") == "TRI-11: You have no tile in the city: place one in your zone."


def test_tri_11_your_tiles_are_basic_tiles_and_landmarks_secured_or_not():
    assert "b1" in placements(city("AL", ("C", "")), "C")
    assert "b1" in placements(city("AH+C", ("C", "")), "C")


def test_tri_11_headquarters_and_lone_agents_are_agents_and_not_tiles():
    s = city(". .\nA+HCI . A+H", ("C", ""))
    assert placements(s, "C") == [
        f"{c}{r}" for r in "21" for c in "abcdefgh" if c + r not in "a1c1"
    ]


def test_tri_11_only_empty_spaces_take_a_tile():
    s = city("AH A+H BH", ("C", ""))
    assert placements(s, "C") == ["a2"]
    for space in ("Ca1", "Cb1", "Cc1"):
        assert refused(s, space) == "TRI-11: That space is occupied."


def test_tri_11_any_number_of_tiles_may_be_placed():
    s = play(city("", ("CCC", "")), "Ca1", "Ca2", "Ca3")
    assert drawn(s) == like("AC\nAC\nAC")
    assert hand(s, "A") == ""


def test_tri_11_a_tile_must_be_in_hand():
    assert refused(city("AH", ("C", "")), "Ia2") == "TRI-11: You have no such tile in hand."


def test_tri_12_development_comes_first_then_the_agents_then_the_end():
    s = city("AL A+H", ("C", ""))
    assert asked(s) == "A develop"
    play(s, "done")
    assert asked(s) == "A act"
    play(s, "end")
    assert s.mover == 1


def test_tri_12_there_is_no_way_back_to_development_within_a_turn():
    s = play(city("AH A+H", ("C", "")), "done")
    assert refused(s, "Ca2").startswith("TRI-12: Your Development is over")


def test_tri_12_a_player_may_stop_at_any_point():
    s = city("AH A+H", ("C", ""))
    assert "done" in offered(s)
    assert "end" in offered(play(s, "done"))


def test_tri_13_play_is_clockwise():
    s = city("AH BH CH", ("", "", "H"), mover="C", events={"C": ["stakeout"]}, act=True)
    play(s, "end", "tile H")
    assert s.mover == 0


def test_tri_13_the_draw_comes_first_and_by_itself():
    s = play(city("AL BL", act=True), "end")
    assert asked(s) == "* tile"


def test_tri_14_with_no_tile_and_a_full_zone_a_tile_goes_as_near_to_it_as_can_be():
    s = city(FULL_CORNERS, ("C", "", ""))
    assert placements(s, "C") == ["a3", "b3", "c2", "c1"]
    assert refused(s, "Cd1") == "TRI-14: Your zone is full: place on an empty space nearest to it."


def test_tri_14_near_is_the_orthogonal_distance_and_occupied_spaces_do_not_lengthen_it():
    ring = """
        .  .  .  .  .
        BC BC .  .  .
        BH BH BC .  .
        BH BH BC .  .
    """
    assert placements(city(ring, ("C", "", "")), "C") == ["a4", "b4", "c3", "d2", "d1"]


def test_tri_15_agents_act_only_once_development_is_over():
    s = city("AL A+H . BH", ("C", ""))
    for text in ("b1-c1", "take d1", "reposition a1 b1", "end"):
        assert refused(s, text).startswith("TRI-15: End your Development first")


def test_tri_15_a_lone_agent_or_one_that_secures_is_enough_for_the_agent_phase():
    assert "a1-a2" in offered(city("A+H", act=True))
    assert "a1-a2" in offered(city("AH+C", act=True))


def test_tri_15_without_tiles_landmarks_events_and_agents_nothing_is_asked():
    s = play(city("AH BL", ("H", "")), "Ha2")
    assert s.mover == 1  # A's hand is empty: both phases have passed


def test_tri_16_public_are_city_hands_agents_stack_sizes_discards_and_effects():
    s = city("AL+H BH", ("HC", "I"), events={"A": ["red-tape"]}, discards=["rezoning"], bottom="HI")
    table = s.view(-2)["table"]
    assert table.city[56] == SpaceSeen(0, "Landmark", ["Housing"], [False], 4)
    assert [tycoon.hand for tycoon in table.tycoons] == [
        ["Housing", "Commerce"],
        ["Industry"],
    ]
    assert table.stack.size == 72 - 3 - 1 - 1 - 3
    assert table.stack.bottom == ["Housing", "Industry"]
    assert table.events == EventsSeen(34, ["Rezoning"], "", None)
    assert [len(tycoon.events) for tycoon in table.tycoons] == [1, 0]
    assert table.tycoons[1].insured is False


def test_tri_16_events_held_are_hidden_from_the_others():
    s = city("AH BH", events={"A": ["red-tape"]})
    seen = [s.view(viewer)["table"].tycoons[0].events[0].event for viewer in (0, 1, -2)]
    assert seen == ["Red Tape", "?", "?"]


def test_tri_16_what_goes_to_the_bottom_goes_there_openly():
    s = play(city("AH+CI BC", act=True), "take b1")
    assert bottom(s) == "C"
    assert s.view(1)["table"].stack.bottom == ["Commerce"]


def test_tri_16_a_tile_looked_at_is_known_to_its_viewer_alone():
    s = city("AH", ("H", ""), top="C/B")
    seen = [s.view(viewer)["table"].stack.top[0].tile for viewer in (0, 1, -2, -3)]
    assert seen == ["?", "Commerce", "?", "Commerce"]


def test_tri_16_drawing_a_tile_that_was_hidden_brings_it_to_light_and_an_open_one_does_not():
    hidden = city("AL BL CH", ("", "", ""), act=True, top="I/B C/B")
    before = hidden.revealed
    assert play(hidden, "end").revealed > before
    known = city("AL BL CH", ("", "", ""), act=True, stack="", bottom="IC")
    before = known.revealed
    assert play(known, "end").revealed == before


def test_tri_17_all_see_how_a_card_came_into_a_hand_and_who_has_looked_at_it():
    s = city("AH", events={"B": ["*red-tape/A", "stakeout"]})
    assert s.view(-2)["table"].tycoons[1].events == [
        EventSeen("?", drafted=False, new=False, known_to=[]),
        EventSeen("?", drafted=True, new=False, known_to=[0]),
    ]


def test_tri_17_of_two_cards_alike_that_others_can_tell_apart_the_player_picks():
    s = city("AH BH", events={"A": ["red-tape", "*red-tape/B"]})
    assert [text for text in offered(s) if "play" in text] == ["play red-tape", "play red-tape 2"]
    one, two = s.copy(), s.copy()
    play(one, "play red-tape")
    play(two, "play red-tape 2")
    seen = [world.view(1)["table"].tycoons[0].events[0].event for world in (one, two)]
    assert seen == ["Red Tape", "?"]


def test_tri_17_two_cards_that_nobody_can_tell_apart_are_one_choice():
    s = city("AH BH", events={"A": ["red-tape", "red-tape"]})
    assert [text for text in offered(s) if "play" in text] == ["play red-tape"]
    assert refused(s, "play red-tape 2").startswith("TRI-40: ")


def test_the_helpers_see_what_they_should():
    s = city("AL . BH", top="C")
    assert (landmarks(s), top(s), len(empty_spaces(s))) == ([1, 0], "C", 62)


def test_tri_17_the_table_says_what_tells_two_cards_alike_apart():
    s = city("AH BH", events={"A": ["red-tape", "*red-tape/B", "stakeout"]})
    picture = " ".join("\n".join(s.game.picture(s.view(0), ["A", "B"], PLAIN)).split())
    assert "Stakeout, Red Tape (drawn in play), Red Tape (from the draft)." in picture
    labels = [piece.label for zone in s.game.scene(s.view(0)).zones for piece in zone.pieces]
    told = [label.split(", Tactical")[0] for label in labels if label.startswith("Red Tape")]
    assert told == ["Red Tape, drawn in play", "Red Tape, from the draft"]
    seen = city("AH BH CH", ("", "", ""), events={"A": ["red-tape/BC", "red-tape"]})
    written = CODEC.options(seen, 0, seen.options(0))
    assert [one.words for one in written if one.text.startswith("play")] == [
        "Play Red Tape (seen by nobody else)",
        "Play Red Tape (seen by B and C)",
    ]
