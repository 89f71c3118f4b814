"""Events that work on the city: TRI-72 to TRI-80, TRI-88, TRI-90, TRI-93, TRI-94."""

import pytest

from games.trinity.drawing import (
    asked,
    bottom,
    city,
    drawn,
    hand,
    held,
    landmarks,
    like,
    offered,
    placements,
    play,
    refused,
    top,
)


def with_event(event, drawing, hands=("H", ""), **more):
    """A position in which A may play an Event."""
    return city(drawing, hands, events={"A": [event]}, **more)


SECURED = "An Agent secures that tile: no Event can touch it."


# --- Taking tiles away ----------------------------------------------------------------------------


def test_tri_72_rezoning_takes_a_tile_of_yours_to_your_hand():
    s = play(with_event("rezoning", "AC AI BH"), "play rezoning", "b1")
    assert (drawn(s), hand(s, "A")) == (like("AC . BH"), "HI")


def test_tri_72_rezoning_aims_at_own_unsecured_basic_tiles():
    s = play(with_event("rezoning", "AC AI AH+C AL BH"), "play rezoning")
    assert offered(s) == ["a1", "b1"]
    assert refused(s, "c1") == f"TRI-72: {SECURED}"
    for space in ("d1", "e1", "f1"):
        assert refused(s, space).startswith("TRI-72: Choose one of your own basic tiles")


def test_tri_72_rezoning_with_one_target_resolves_by_itself():
    assert hand(play(with_event("rezoning", "AC BH"), "play rezoning"), "A") == "HC"


def test_tri_72_rezoning_the_last_tile_lets_the_next_one_into_the_zone():
    s = play(with_event("rezoning", "AC"), "play rezoning")
    assert "h2" in placements(s, "H")


def test_tri_73_eminent_domain_sends_any_tile_to_the_bottom():
    s = play(with_event("eminent-domain", "AC BI", bottom="H"), "play eminent-domain", "b1")
    assert (drawn(s), bottom(s)) == ("AC", "HI")


def test_tri_73_eminent_domain_aims_at_everyones_unsecured_basic_tiles():
    s = play(with_event("eminent-domain", "AC BI BH+C BL"), "play eminent-domain")
    assert offered(s) == ["a1", "b1"]
    assert refused(s, "c1") == f"TRI-73: {SECURED}"
    assert refused(s, "d1") == "TRI-73: Choose a basic tile with no Agent on it."


def test_tri_73_eminent_domain_without_a_target_is_refused():
    s = with_event("eminent-domain", "AL BH+C")
    assert refused(s, "play eminent-domain").startswith("TRI-42: There is no basic tile")


def test_tri_74_hostile_acquisition_takes_a_rivals_tile_to_your_hand():
    s = play(with_event("hostile-acquisition", "AC BI BH"), "play hostile-acquisition", "b1")
    assert (drawn(s), hand(s, "A")) == (like("AC . BH"), "HI")


def test_tri_74_hostile_acquisition_aims_at_rivals_only():
    s = play(with_event("hostile-acquisition", "AC BI BH BC+I"), "play hostile-acquisition")
    assert offered(s) == ["b1", "c1"]
    assert refused(s, "a1").startswith("TRI-74: Choose a rival's basic tile")
    assert refused(s, "d1") == f"TRI-74: {SECURED}"


def test_tri_74_hostile_acquisition_without_a_target_is_refused():
    s = with_event("hostile-acquisition", "AC BL")
    assert refused(s, "play hostile-acquisition").startswith("TRI-42: No rival has a basic tile")


# --- Changing owners and types --------------------------------------------------------------------


def test_tri_75_hostile_expansion_makes_a_rivals_tile_yours_in_place():
    s = play(with_event("hostile-expansion", "AC BI . BH"), "play hostile-expansion")
    assert drawn(s) == like("AC AI . BH")


def test_tri_75_hostile_expansion_reaches_what_is_next_to_a_tile_or_landmark_of_yours():
    s = with_event("hostile-expansion", "BC AL BI\nBH A+H BC")
    assert offered(play(s, "play hostile-expansion")) == ["a2", "c2"]
    assert refused(s, "a1").endswith("next to a tile or Landmark of yours.")


def test_tri_75_hostile_expansion_can_complete_a_landmark():
    s = play(
        with_event("hostile-expansion", "AC AH BI"), "play hostile-expansion", "event stakeout"
    )
    assert (drawn(s), held(s, "A")) == (like(". AL"), ["stakeout"])


def test_tri_75_hostile_expansion_without_a_target_is_refused():
    for drawing in ("AC . BI", "AC BI+H", "A+H BI"):
        s = with_event("hostile-expansion", drawing)
        assert refused(s, "play hostile-expansion").startswith("TRI-42: No rival has a basic tile")


def test_tri_76_conversion_permit_exchanges_a_tile_of_yours_for_another_type():
    s = play(with_event("conversion-permit", "AC BI"), "play conversion-permit", "a1=I")
    assert drawn(s) == like("AI BI")


def test_tri_76_conversion_permit_aims_at_own_unsecured_tiles_and_other_types():
    s = play(with_event("conversion-permit", "AC AH+I BI"), "play conversion-permit")
    assert offered(s) == ["a1=H", "a1=I"]
    assert refused(s, "a1=C") == "TRI-76: The new tile must be of another type."
    assert refused(s, "c1=H").startswith("TRI-76: Choose one of your own basic tiles")


def test_tri_76_conversion_permit_without_a_target_is_refused():
    s = with_event("conversion-permit", "AC+H BI")
    assert refused(s, "play conversion-permit").startswith("TRI-42: You have no basic tile")
    only_commerce = with_event("conversion-permit", "AC BI", stack="", bottom="CC")
    assert refused(only_commerce, "play conversion-permit").startswith("TRI-42: ")


def test_tri_76_conversion_permit_can_complete_a_landmark():
    s = play(with_event("conversion-permit", "AC AH AC"), "play conversion-permit", "c1=I")
    assert landmarks(s) == [1, 0]


def test_tri_88_hostile_rezoning_exchanges_a_rivals_tile():
    s = play(with_event("hostile-rezoning", "AC BI"), "play hostile-rezoning", "b1=H")
    assert drawn(s) == like("AC BH")


def test_tri_88_hostile_rezoning_aims_at_rivals_unsecured_tiles():
    s = play(with_event("hostile-rezoning", "AC BI BH+C"), "play hostile-rezoning")
    assert offered(s) == ["b1=H", "b1=C"]
    assert refused(s, "a1=H").startswith("TRI-88: Choose a rival's basic tile")


def test_tri_88_hostile_rezoning_without_a_target_is_refused():
    s = with_event("hostile-rezoning", "AC BL")
    assert refused(s, "play hostile-rezoning").startswith("TRI-42: No rival has a basic tile")


@pytest.mark.parametrize("event", ["conversion-permit", "hostile-rezoning"])
def test_tri_94_the_old_tile_goes_into_the_stack_which_is_shuffled(event):
    s = with_event(event, "AC BC", top="H/A", bottom="HI")
    before = s.stack.size()
    play(s, f"play {event}", "a1=I" if event == "conversion-permit" else "b1=I")
    assert (top(s), bottom(s), s.stack.size()) == ("", "", before)


@pytest.mark.parametrize("event", ["conversion-permit", "hostile-rezoning"])
def test_tri_94_a_type_that_is_not_in_the_stack_cannot_be_chosen(event):
    s = with_event(event, "AC AC BC BC", stack="HC")
    play(s, f"play {event}")
    space = "a1" if event == "conversion-permit" else "c1"
    assert all(text.endswith("=H") for text in offered(s))
    assert refused(s, f"{space}=I") == "TRI-94: There is no tile of that type in the Tile stack."


def test_tri_94_a_landmark_that_arises_for_the_rival_is_built():
    s = play(with_event("hostile-rezoning", "BC BH BC"), "play hostile-rezoning", "c1=I")
    assert (landmarks(s), asked(s)) == ([0, 1], "* event")


def test_tri_94_a_tile_that_was_known_on_top_or_below_can_be_the_one_taken():
    s = with_event("conversion-permit", "AC", stack="", bottom="CI")
    play(s, "play conversion-permit")
    assert drawn(s) == "AI"
    assert s.stack.contents() == 2 << 8  # two Commerce


# --- Moving ---------------------------------------------------------------------------------------


def test_tri_77_urban_renewal_moves_a_tile_of_yours_to_an_adjacent_empty_space():
    s = play(with_event("urban-renewal", "AC BI"), "play urban-renewal")
    assert drawn(s) == like("AC .\n. BI")


def test_tri_77_urban_renewal_aims_at_own_unsecured_tiles_beside_empty_spaces():
    s = play(with_event("urban-renewal", "AC AH+C\n. BI"), "play urban-renewal")
    assert offered(s) == ["a2-a3", "a2-a1"]
    assert refused(s, "b2-b3").startswith("TRI-77: Move one of your own basic tiles")
    assert refused(s, "a2-b2").startswith("TRI-77: ")


def test_tri_77_urban_renewal_can_complete_a_landmark():
    s = play(with_event("urban-renewal", ". . AI\nAC AH ."), "play urban-renewal", "c2-b2")
    assert landmarks(s) == [1, 0]


def test_tri_77_urban_renewal_without_a_target_is_refused():
    s = with_event("urban-renewal", "BI .\nAC BI")
    assert refused(s, "play urban-renewal").startswith("TRI-42: You have no basic tile")


def test_tri_78_shell_company_lets_the_next_tile_go_on_any_empty_space():
    s = with_event("shell-company", "AC BI", ("HH", ""))
    play(s, "play shell-company")
    assert len(placements(s, "H")) == 62
    play(s, "Hh8")
    assert placements(s, "H") == ["g8", "h7", "a2"]


def test_tri_90_shell_company_only_in_a_development_phase_with_a_tile_in_hand():
    acting = with_event("shell-company", "AC", act=True)
    empty_handed = with_event("shell-company", "AC", ("", ""))
    for s in (acting, empty_handed):
        assert refused(s, "play shell-company").startswith("TRI-90: You can use that only in your")


def test_tri_90_shell_company_is_used_up_by_the_next_placement_wherever_it_goes():
    s = play(with_event("shell-company", "AC", ("HH", "")), "play shell-company", "Ha2")
    assert refused(s, "Hh8").startswith("TRI-11: ")


def test_tri_90_two_shell_companies_cover_two_placements():
    s = city("AC", ("HHH", ""), events={"A": ["shell-company", "shell-company"]})
    play(s, "play shell-company", "play shell-company", "Hh8", "Hd4")
    assert refused(s, "Hg6").startswith("TRI-11: ")


def test_tri_90_shell_company_stands_above_the_zone_rule():
    s = play(with_event("shell-company", ""), "play shell-company")
    assert len(placements(s, "H")) == 64


def test_tri_78_shell_company_can_fill_the_city_and_end_the_game():
    rows = [["BH"] * 8 for _ in range(8)]
    rows[0][7], rows[7][0] = ".", "AC"
    s = with_event("shell-company", "\n".join(" ".join(row) for row in rows))
    assert placements(s, "H") == []
    play(s, "play shell-company", "Hh8")
    assert asked(s) == "over"


# --- Agents ---------------------------------------------------------------------------------------


def test_tri_79_reinforcements_turn_a_tile_of_your_hand_into_an_agent():
    s = with_event("reinforcements", "A+C AH", ("HI", ""))
    play(s, "play reinforcements")
    assert offered(s) == ["Ha1", "Ia1"]
    play(s, "Ia1")
    assert (drawn(s), hand(s, "A")) == (like("A+IC AH"), "H")


def test_tri_79_reinforcements_come_where_you_already_have_an_agent():
    s = play(with_event("reinforcements", "A+C AH+C AL", ("H", "")), "play reinforcements")
    assert offered(s) == ["Ha1", "Hb1"]
    assert refused(s, "Hc1").startswith("TRI-79: Choose a tile of your hand and a space")
    assert refused(s, "Ca1") == "TRI-79: You have no such tile in hand."


def test_tri_79_reinforcements_may_act_at_once():
    s = play(with_event("reinforcements", "A+c", ("H", ""), act=True), "play reinforcements")
    assert drawn(play(s, "a1-a2")) == like("A+h\nA+c")


def test_tri_79_reinforcements_need_a_tile_and_an_agent():
    for drawing, tiles in (("AC", "H"), ("A+C AL", "")):
        s = with_event("reinforcements", drawing, (tiles, ""))
        assert refused(s, "play reinforcements").startswith("TRI-42: You need a tile in hand and")


def test_tri_80_double_agent_moves_a_rivals_agent_onto_a_property_of_that_rival():
    s = play(with_event("double-agent", "AC B+HC BL"), "play double-agent")
    assert drawn(s) == like("AC B+C BL+H")


def test_tri_80_double_agent_only_onto_tiles_and_landmarks_of_the_same_rival():
    s = city("B+H CL\nBC AH\nB+H .", ("H", "", ""), events={"A": ["double-agent"]})
    play(s, "play double-agent")
    assert offered(s) == ["a3-a2", "a1-a2"]
    assert refused(s, "a3-b3").startswith("TRI-80: Move a rival's Agent onto a tile or Landmark")


def test_tri_80_double_agent_without_a_target_is_refused():
    for drawing in ("AC BH", "AC B+H . BL", "A+H AC"):
        s = with_event("double-agent", drawing)
        assert refused(s, "play double-agent").startswith("TRI-42: No rival has an Agent next to")


def test_tri_93_double_agent_moves_the_top_agent_and_an_emptied_space_is_empty():
    s = play(with_event("double-agent", "AC B+H BC"), "play double-agent")
    assert drawn(s) == like("AC . BC+H")


def test_tri_93_the_owner_may_move_it_as_usual_next_turn():
    s = play(with_event("double-agent", "AC B+H BC"), "play double-agent", "done")
    play(s, "tile H", "tile H", "done")
    assert "c1-b1" in offered(s)
