"""Agents, Reposition and takeovers: TRI-30 to TRI-39."""

import pytest

from games.trinity.drawing import (
    Heard,
    asked,
    bottom,
    city,
    drawn,
    hand,
    landmarks,
    like,
    offered,
    play,
    refused,
)
from trivet.games.trinity.develop import MOVE
from trivet.games.trinity.names import CELLS


def moves(s):
    return sorted(text for text in offered(s) if "-" in text and " " not in text)


def takes(s):
    return [text for text in offered(s) if text.startswith("take")]


def repositions(s):
    return sorted(text for text in offered(s) if text.startswith("reposition"))


# --- Moves ----------------------------------------------------------------------------------------


def test_tri_30_an_agent_moves_to_an_orthogonally_adjacent_empty_space():
    s = city(
        """
        .  BH .
        .  A+H .
        .  .  .
        """,
        act=True,
    )
    assert moves(s) == ["b2-a2", "b2-b1", "b2-c2"]
    assert refused(s, "b2-b3") == "TRI-30: That space is a rival's: Agents move to empty spaces."
    assert refused(s, "b2-c3") == "TRI-30: A move goes one space up, down or sideways."
    assert drawn(play(s, "b2-c2")) == like(". BH .\n. . A+h\n. . .")


def test_tri_30_from_a_headquarters_from_a_secured_tile_or_from_where_it_stands():
    for drawing in ("A+HCI", "AH+C", "AL+C", "A+C"):
        assert moves(city(drawing, act=True)) == ["a1-a2", "a1-b1"]


def test_tri_30_each_agent_moves_once_a_turn():
    s = play(city("A+HC", act=True), "a1-b1")
    assert refused(s, "b1-c1") == "TRI-30: Each Agent moves once a turn, and that one has moved."
    assert drawn(play(s, "a1-a2")) == like("A+c\n. A+h")


def test_tri_30_and_again_in_the_next_turn():
    s = city("A+H . BH", ("", "H"), act=True)
    play(s, "a1-b1", "end", "tile H", "tile H", "done", "tile H", "tile H", "done")
    assert asked(s) == "A act"
    assert "b1-b2" in moves(s)


def test_tri_30_newly_made_agents_may_act_at_once():
    s = play(city("AL", act=True), "hq a1")
    assert "a1-a2" in moves(s)


def test_tri_30_agents_do_not_stack_on_one_another_in_the_open():
    s = city("A+H A+C", act=True)
    assert refused(s, "a1-b1") == "TRI-30: Agents do not stack on one another in the open."


def test_tri_30_only_where_you_have_an_agent_and_only_within_the_city():
    s = city("A+H B+H", act=True)
    assert refused(s, "b1-b2") == "TRI-30: You have no Agent on that space."
    south_of_a1 = MOVE + CELLS["a1"] * 4 + 2
    assert s.objection(0, south_of_a1) == ("TRI-30", "The city ends there.")


def test_tri_31_securing_is_a_move_onto_an_adjacent_own_tile_or_landmark():
    s = city("AH AL\nA+H .", act=True)
    play(s, "a1-a2")
    assert drawn(s) == like("AH+h AL\n. .")
    assert drawn(play(city(". AL\n. A+H", act=True), "b1-b2")) == like(". AL+h\n. .")


def test_tri_31_any_number_may_secure_one_property():
    s = city("A+H AH+I A+C", act=True)
    assert drawn(play(s, "a1-b1", "c1-b1")) == like(". AH+chI")


def test_tri_32_a_headquarters_whose_last_agent_leaves_is_gone():
    s = play(city("A+HC", act=True), "a1-b1", "a1-a2")
    assert drawn(s) == like("A+c .\n. A+h")


def test_tri_32_one_agent_left_is_a_lone_agent():
    s = play(city("A+HC", act=True), "a1-b1")
    assert s.view(0)["table"].city[56].agents == ["Commerce"]


def test_tri_33_a_new_headquarters_is_housing_on_commerce_on_industry():
    s = play(city("AL", act=True), "hq a1", "a1-b1")
    assert drawn(s) == like("A+CI A+h")


def test_tri_33_the_topmost_that_has_not_moved_leaves_first():
    s = play(city("A+C AH+IH", act=True), "a1-b1", "b1-b2")
    assert drawn(s) == like(". A+i\n. AH+cH")


def test_tri_33_for_a_takeover_simply_the_topmost():
    s = play(city("A+C AH+I BC", act=True), "a1-b1", "take c1")
    assert drawn(s) == like(". AH+I AC")
    assert bottom(s) == "C"


def test_tri_33_an_agent_that_goes_to_the_bottom_goes_there_as_its_tile():
    assert bottom(play(city("A+I BC", act=True), "take b1")) == "I"


# --- Reposition -----------------------------------------------------------------------------------


def test_tri_34_an_agent_is_spent_and_a_basic_tile_goes_to_the_hand():
    s = play(city("AH A+C", act=True), "reposition a1 b1")
    assert (drawn(s), hand(s, "A"), bottom(s)) == ("", "H", "C")


def test_tri_34_the_agent_stands_on_the_tile_or_orthogonally_adjacent():
    s = city("AH+C AI\n.  A+H", act=True)
    assert repositions(s) == ["reposition a2 a2", "reposition b2 a2", "reposition b2 b1"]
    assert refused(s, "reposition a2 b1").startswith("TRI-34: The Agent must stand on the tile or")
    far = city("AH . A+C", act=True)
    assert refused(far, "reposition a1") == "TRI-34: You need an Agent on that tile or next to it."


def test_tri_34_other_agents_on_the_tile_stay_on_the_space():
    s = play(city("AH+CI", act=True), "reposition a1 a1")
    assert (drawn(s), hand(s, "A"), bottom(s)) == ("A+I", "H", "C")


def test_tri_34_only_your_own_basic_tiles():
    s = city("AL A+H BH", act=True)
    assert refused(s, "reposition a1 b1").startswith("TRI-34: A Landmark is no basic tile")
    assert refused(s, "reposition c1 b1") == "TRI-34: You have no basic tile on that space."


def test_tri_39_the_agent_may_have_moved_this_turn():
    s = play(city("AH . A+C", act=True), "c1-b1", "reposition a1 b1")
    assert hand(s, "A") == "H"


def test_tri_39_the_last_tile_may_be_taken_and_the_next_goes_into_the_zone():
    s = play(city(". .\n. .\nAH A+C", act=True), "reposition a1 b1")
    assert drawn(s) == ""
    s = play(s, "tile H", "tile H", "done", "tile H", "tile H")
    assert refused(s, "Ha3").startswith("TRI-11: You have no tile in the city")


def test_tri_39_the_tile_can_be_placed_from_the_next_development_on():
    s = play(city("AH AI A+CC", act=True), "reposition b1 c1")
    assert refused(s, "Ib1").startswith("TRI-12: ")


# --- Takeovers ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "height"),
    [("BH", 1), ("BH+C", 2), ("BL", 3), ("BL+CI", 5), ("B+H", 1), ("B+HCI", 3)],
)
def test_tri_35_as_many_agents_as_the_stack_is_high(target, height):
    enough = city(f"A+{'H' * height} {target}", act=True)
    assert takes(enough) == ["take b1"]
    play(enough, "take b1")
    assert bottom(enough).startswith("H" * height)
    assert drawn(enough) in ("", ". AH")  # all attackers are spent
    if height > 1:
        short = city(f"A+{'H' * (height - 1)} {target}", act=True)
        assert takes(short) == []
        assert refused(short, "take b1") == (
            f"TRI-35: That takes {height} Agents next to it, and you have {height - 1}."
        )


def test_tri_35_agents_from_several_spaces_commit_one_by_one():
    s = city(
        """
        .    A+HC .
        A+I  BL   .
        """,
        act=True,
    )
    play(s, "take b1")
    assert asked(s) == "A commit"
    assert offered(s) == ["commit b2", "commit a1"]
    play(s, "commit b2", "commit a1")  # the third can only come from b2
    assert bottom(s) == "HIC" + "HCI"
    assert drawn(s) == ""


def test_tri_35_a_takeover_that_cannot_be_met_is_not_offered():
    assert takes(city("A+H BL A+H", act=True)) == []
    assert takes(city("A+H BL A+HC", act=True)) == ["take b1"]


def test_tri_35_only_orthogonally_adjacent_rivals():
    s = city(".   BH\nA+H .", act=True)
    assert refused(s, "take b2") == "TRI-35: You have no Agent next to that space."
    for text in ("take b1", "take a1"):
        assert refused(s, text) == "TRI-35: There is nothing of a rival's on that space."


def test_tri_35_having_moved_this_turn_does_not_matter():
    s = play(city("A+H . BH", act=True), "a1-b1", "take c1")
    assert drawn(s) == like(". . AH")


def test_tri_35_only_agents_next_to_the_target_can_be_committed():
    s = play(city("A+H BL A+HC\nA+I .  .", act=True), "take b2")
    assert refused(s, "commit a1").startswith("TRI-35: Commit an Agent of yours that stands next")


def test_tri_36_a_captured_tile_stays_in_place_and_changes_its_owner():
    s = play(city("A+H BC", act=True), "take b1")
    assert drawn(s) == like(". AC")


def test_tri_36_attackers_and_defending_agents_go_to_the_bottom():
    s = play(city("A+HCI BC+IH", act=True), "take b1")
    assert (drawn(s), bottom(s)) == (like(". AC"), "HCI" + "IH")


def test_tri_36_a_captured_tile_can_complete_a_landmark():
    s = play(city("AC AH BI A+H", act=True), "take c1", "event red-tape")
    assert drawn(s) == like(". AL")


@pytest.mark.parametrize("target", ["BL", "B+HCI"])
def test_tri_37_a_landmark_or_headquarters_is_settled_and_the_space_is_empty(target):
    s = play(city(f"A+III {target}", act=True), "take b1")
    assert (drawn(s), bottom(s), landmarks(s)) == ("", "III" + "HCI", [0, 0])


def test_tri_37_so_is_a_lone_agent():
    s = play(city("A+I B+H", act=True), "take b1")
    assert (drawn(s), bottom(s)) == ("", "IH")


def test_tri_38_attackers_in_the_order_committed_then_the_stack_from_the_top_down():
    s = city(
        """
        .    A+C .
        A+IH BL+C A+H
        """,
        act=True,
    )
    play(s, "take b1", "commit c1", "commit a1", "commit b2")
    assert bottom(s) == "HICH" + "C" + "HCI"


def test_tri_38_what_is_known_of_the_bottom_is_drawn_last():
    s = play(city("A+I B+H", act=True, stack="C"), "take b1", "tile C")
    assert hand(s, "B") == "CI"


def test_moves_alone_leave_the_turn_quiet_and_a_takeover_does_not():
    s = play(city("A+H . BH AL", act=True), "a1-b1")
    assert s.is_quiet
    assert not play(s, "take c1").is_quiet


def test_every_commitment_is_told():
    s = city("A+HC BH+C", act=True)
    listener = Heard(s)
    play(s, "take b1")
    assert len(listener.told("committed")) == 2
    assert listener.told("captured") == [(0, 57, 1, 0)]
