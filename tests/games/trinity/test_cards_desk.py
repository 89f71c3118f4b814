"""Events that work on hands, stacks and turns: TRI-70, 71, 81 to 87, 91, 92."""

import pytest

from games.trinity.drawing import (
    Heard,
    asked,
    bottom,
    city,
    discards,
    drawn,
    hand,
    held,
    landmarks,
    like,
    offered,
    play,
    refused,
    top,
)

READY = "AC AH ."  # an Industry on c1 completes a Landmark


def with_event(event, drawing="AH BH", hands=("H", ""), **more):
    """A position in which A may play an Event."""
    return city(drawing, hands, events={"A": [event]}, **more)


# --- Market Crash and Construction Boom -----------------------------------------------------------


def test_tri_70_market_crash_every_player_clockwise_gives_up_tiles_down_to_three():
    s = city(READY, ("IHHHCC", "HC", "HHHHI"))
    play(s, "Ic1", "event market-crash")
    assert asked(s) == "A give"
    play(s, "give C", "give H")
    assert asked(s) == "C give"  # B has only two
    play(s, "give I")  # the last one can only be Housing
    assert (hand(s, "A"), hand(s, "B"), hand(s, "C")) == ("HHC", "HC", "HHH")
    assert asked(s) == "A develop"


def test_tri_70_market_crash_begins_with_the_player_of_the_event():
    s = city("BC BH BC\nAH .  .", ("HHHC", "HHHI", "CCCI"), events={"A": ["hostile-rezoning"]})
    play(s, "play hostile-rezoning", "c2=I", "event market-crash")
    seats = []
    while s.step.what == "give":
        seats.append(asked(s)[0])
        play(s, offered(s)[0])
    assert seats == ["B", "C", "A"]


def test_tri_70_market_crash_tiles_go_to_the_bottom_in_their_owners_order():
    """TRI-38 says in which order."""
    s = with_event("*market-crash", hands=("HHCCI", "IIII"), bottom="C")
    play(s, "play market-crash", "give I", "give C")
    assert bottom(s) == "C" + "IC" + "I"


def test_tri_70_market_crash_resolves_by_itself_where_there_is_no_choice():
    s = play(with_event("*market-crash", hands=("HHHHH", "")), "play market-crash")
    assert (hand(s, "A"), discards(s)) == ("HHH", ["market-crash"])


def test_tri_70_only_tiles_in_hand_can_be_given_up():
    s = play(with_event("*market-crash", hands=("HHHCC", "")), "play market-crash")
    assert refused(s, "give I") == "TRI-70: Give up a tile that you have in hand."


def test_tri_70_market_crash_is_refused_when_nobody_has_more_than_three():
    s = with_event("*market-crash", hands=("HHH", "CCC"))
    assert refused(s, "play market-crash") == "TRI-42: Nobody has more than three tiles in hand."


def test_tri_71_construction_boom_draws_three_tiles():
    s = play(with_event("*construction-boom"), "play construction-boom", *["tile C"] * 3)
    assert hand(s, "A") == "HCCC"


def test_tri_71_construction_boom_on_a_short_stack_draws_what_there_is():
    s = play(with_event("*construction-boom", stack="", bottom="CI"), "play construction-boom")
    assert (hand(s, "A"), bottom(s)) == ("HCI", "")


def test_tri_71_construction_boom_on_an_empty_stack_is_refused():
    s = with_event("*construction-boom", stack="")
    assert refused(s, "play construction-boom") == "TRI-42: The Tile stack is empty."


def test_tri_71_immediate_events_chain_a_crash_then_a_boom():
    """TRI-83 lets the builder draw two."""
    s = city(READY, ("IHHHHH", ""), events={"A": ["expedited-permits"]})
    play(s, "play expedited-permits", "Ic1", "event market-crash", "event construction-boom")
    play(s, *["tile C"] * 3)
    assert (hand(s, "A"), bottom(s)) == ("HHHCCC", "HH")


# --- Skipped phases -------------------------------------------------------------------------------


def test_tri_81_union_strike_a_rival_skips_the_next_agent_phase():
    s = city("AH B+H BL", ("H", ""), events={"A": ["union-strike"]})
    play(s, "play union-strike", "done", *["tile H"] * 2, "done")
    assert asked(s) == "B act"
    assert offered(s) == ["hq c1", "end"]
    assert refused(s, "b1-b2").startswith("TRI-91: Your Agents are on strike")


def test_tri_81_union_strike_of_several_rivals_one_is_chosen():
    s = city("AH", ("H", "", ""), events={"A": ["union-strike"]})
    play(s, "play union-strike")
    assert offered(s) == ["B", "C"]
    assert refused(s, "A") == "TRI-81: Choose a rival who is not on strike yet."
    play(s, "C")
    assert [tycoon.is_on_strike for tycoon in s.tycoons] == [False, False, True]


def test_tri_87_red_tape_a_rival_skips_the_next_development_phase():
    s = city("AH BH", ("H", "H"), events={"A": ["red-tape"], "B": ["stakeout"]})
    listener = Heard(s)
    play(s, "play red-tape", "done", *["tile H"] * 2)
    assert asked(s) == "B act"
    assert listener.told("skipped") == [(1, 1, 0, 0)]
    assert refused(s, "Hb2").startswith("TRI-12: ")


def test_tri_87_red_tape_of_several_rivals_one_is_chosen():
    s = play(city("AH", ("H", "", ""), events={"A": ["red-tape"]}), "play red-tape")
    assert offered(s) == ["B", "C"]
    play(s, "B")
    assert [tycoon.is_tied_up for tycoon in s.tycoons] == [False, True, False]


@pytest.mark.parametrize("event", ["union-strike", "red-tape"])
def test_tri_91_a_rival_already_under_the_same_card_is_no_target(event):
    s = city("AH", ("H", "", ""), events={"A": [event, event]})
    play(s, f"play {event}", "B", f"play {event}")
    assert s.tycoons[2].is_on_strike or s.tycoons[2].is_tied_up  # only C was left
    alone = city("AH BH", ("H", ""), events={"A": [event, event]})
    play(alone, f"play {event}")
    assert refused(alone, f"play {event}").startswith("TRI-91: Every rival is")


def test_tri_91_it_is_used_up_even_if_there_was_nothing_to_do():
    s = city("AH BH", ("H", ""), events={"A": ["union-strike"]})
    play(s, "play union-strike", "done", *["tile H"] * 2, "done")
    assert not s.tycoons[1].is_on_strike
    assert s.mover == 0


def test_tri_91_red_tape_lasts_for_one_phase_only():
    s = city("AH BH", ("H", ""), events={"A": ["red-tape"], "B": ["stakeout"]})
    play(s, "play red-tape", "done", *["tile H"] * 2, "end", *["tile H"] * 2, "done")
    assert asked(play(s, *["tile H"] * 2)) == "B develop"


def test_tri_91_union_strike_lasts_for_one_phase_only():
    s = city("AH B+H BL", ("H", ""), events={"A": ["union-strike"]})
    play(s, "play union-strike", "done", *["tile H"] * 2, "done", "end")
    play(s, *["tile H"] * 2, "done", *["tile H"] * 2, "done")
    assert "b1-b2" in offered(s)


def test_tri_91_in_a_skipped_phase_events_and_conversions_remain():
    s = city("AH BL", ("H", "H"), events={"A": ["red-tape", "union-strike"], "B": ["stakeout"]})
    play(s, "play red-tape", "play union-strike", "done", *["tile H"] * 2)
    assert offered(s) == ["hq b1", "play stakeout", "end"]


# --- Looking --------------------------------------------------------------------------------------


def test_tri_82_insider_trading_looks_at_three_takes_one_and_orders_the_others():
    s = play(with_event("insider-trading"), "play insider-trading", "tile H", "tile C", "tile I")
    assert offered(s) == ["take 1", "take 2", "take 3"]
    play(s, "take 2")
    assert (hand(s, "A"), top(s), asked(s)) == ("HC", "HI", "A order")
    assert top(play(s.copy(), "leave")) == "HI"
    assert top(play(s, "swap")) == "IH"


def test_tri_82_insider_trading_the_tiles_are_shown_to_the_player_alone():
    s = with_event("insider-trading")
    listener = Heard(s)
    play(s, "play insider-trading", "tile H", "tile C", "tile I", "take 2", "swap")
    assert set(listener.to("looked")) == {0}
    seen = [[tile.tile for tile in s.view(viewer)["table"].stack.top] for viewer in (0, 1, -2)]
    assert seen == [["Industry", "Housing"], ["?", "?"], ["?", "?"]]


def test_tri_82_insider_trading_the_tile_taken_comes_to_light():
    s = play(with_event("insider-trading"), "play insider-trading", "tile H", "tile C", "tile I")
    before = s.revealed
    assert play(s, "take 2").revealed > before


def test_tri_82_insider_trading_uses_what_was_looked_at_before():
    s = with_event("insider-trading", top="I/B H")
    play(s, "play insider-trading", "tile C")
    assert top(s) == "IHC"


def test_tri_82_insider_trading_with_a_short_stack():
    two = play(with_event("insider-trading", stack="", bottom="CI"), "play insider-trading")
    assert offered(two) == ["take 1", "take 2"]
    play(two, "take 2")
    assert (hand(two, "A"), bottom(two), top(two)) == ("HI", "C", "")
    one = play(with_event("insider-trading", stack="", bottom="C"), "play insider-trading")
    assert hand(one, "A") == "HC"


def test_tri_82_insider_trading_on_an_empty_stack_is_refused():
    s = with_event("insider-trading", stack="")
    assert refused(s, "play insider-trading") == "TRI-42: The Tile stack is empty."


def test_tri_82_what_everyone_knew_stays_known_and_returns_to_the_bottom():
    s = with_event("insider-trading", stack="H", bottom="CIC")
    play(s, "play insider-trading", "tile H", "take 2", "swap")
    seen = [tile.tile for tile in s.view(1)["table"].stack.top]
    assert (seen, bottom(s)) == (["Industry", "?"], "C")
    other = with_event("insider-trading", stack="H", bottom="CIC")
    play(other, "play insider-trading", "tile H", "take 1", "leave")
    assert (top(other), bottom(other)) == ("", "CIC")


def test_tri_17_all_see_which_tile_was_taken_and_whether_the_others_change_places():
    """B knew the second tile: after the swap B knows the first."""
    s = with_event("insider-trading", top="I C/B H")
    listener = Heard(s)
    play(s, "play insider-trading", "take 1", "swap")
    assert listener.told("traded") == [(0, 2, 0, 0)]
    assert listener.told("ordered") == [(0, 1, 0, 0)]
    assert [tile.tile for tile in s.view(1)["table"].stack.top] == ["?", "Commerce"]


def test_tri_84_stakeout_shows_one_rivals_events_and_the_top_three():
    s = city("AH", ("H", "", ""), events={"A": ["stakeout"], "B": ["red-tape"], "C": ["rezoning"]})
    listener = Heard(s)
    play(s, "play stakeout")
    assert offered(s) == ["B", "C"]
    play(s, "B", "tile H", "tile C", "tile I")
    assert listener.told("spied") == [(1, 17, 0, 0)]
    table = s.view(0)["table"]
    assert table.tycoons[1].events[0].event == "Red Tape"
    assert table.tycoons[2].events[0].event == "?"
    assert [tile.tile for tile in table.stack.top] == ["Housing", "Commerce", "Industry"]
    assert s.view(2)["table"].tycoons[1].events[0].event == "?"


def test_tri_84_stakeout_only_a_rival_who_holds_events():
    s = city(
        "AH", ("H", "", "", ""), events={"A": ["stakeout"], "B": ["red-tape"], "C": ["rezoning"]}
    )
    play(s, "play stakeout")
    assert refused(s, "D") == "TRI-84: Choose a rival who holds Events."


def test_tri_84_stakeout_without_events_to_see_shows_the_top_and_without_both_is_refused():
    s = play(with_event("stakeout"), "play stakeout", "tile H", "tile C", "tile I")
    assert top(s) == "HCI"
    nothing = with_event("stakeout", stack="", bottom="HC")
    assert refused(nothing, "play stakeout").startswith("TRI-42: No rival holds an Event, and no")


def test_tri_84_what_was_seen_stays_known_until_it_is_drawn():
    s = play(with_event("stakeout"), "play stakeout", "tile H", "tile C", "tile I", "done")
    assert hand(s, "B") == "HC"  # B drew the two on top, without asking chance
    assert [tile.tile for tile in s.view(0)["table"].stack.top] == ["Industry"]


# --- More Events, insurance, deals ----------------------------------------------------------------


def test_tri_83_expedited_permits_each_landmark_earns_two_events():
    s = city(READY, ("I", ""), events={"A": ["expedited-permits"]})
    play(s, "play expedited-permits", "Ic1", "event red-tape", "event stakeout")
    assert held(s, "A") == ["red-tape", "stakeout"]


def test_tri_83_two_cards_three_events():
    s = city(READY, ("I", ""), events={"A": ["expedited-permits", "expedited-permits"]})
    play(s, "play expedited-permits", "play expedited-permits", "Ic1")
    play(s, "event red-tape", "event stakeout", "event rezoning")
    assert len(held(s, "A")) == 3


def test_tri_83_not_for_landmarks_of_a_rival():
    s = city("BC BH BC\nAH . .", events={"A": ["expedited-permits", "hostile-rezoning"]})
    play(s, "play expedited-permits", "play hostile-rezoning", "c2=I", "event red-tape")
    assert asked(s) != "* event"


def insured(drawing):
    """A is insured, and B is about to act."""
    s = city(drawing, mover="B", act=True)
    s.tycoons[0].is_insured = True
    return s


def test_tri_85_insurance_claim_a_tile_taken_over_goes_back_to_your_hand():
    s = play(insured("AC B+H"), "take a1")
    assert (drawn(s), hand(s, "A"), bottom(s)) == ("", "C", "H")


def test_tri_85_insurance_claim_a_landmark_goes_back_as_its_three_tiles():
    s = play(insured("AL B+HCI"), "take a1")
    assert (drawn(s), hand(s, "A"), bottom(s), landmarks(s)) == ("", "HCI", "HCI", [0, 0])


def test_tri_85_insurance_claim_holds_until_your_next_turn():
    s = city("AC BH", ("H", "H"), events={"A": ["insurance-claim"]})
    play(s, "play insurance-claim")
    assert s.view(1)["table"].tycoons[0].insured is True
    assert refused(with_twice(s), "play insurance-claim") == "TRI-42: You are insured already."


def with_twice(s):
    """The same position with the same card in A's hand again."""
    again = city("AC BH", ("H", "H"), events={"A": ["insurance-claim"]})
    again.tycoons[0].is_insured = s.tycoons[0].is_insured
    return again


def test_tri_92_insurance_covers_every_takeover_in_that_time():
    s = play(insured("AC B+HC AI BL"), "take a1", "take c1")
    assert hand(s, "A") == "CI"


def test_tri_92_securing_agents_go_to_the_bottom_and_the_attacker_gains_nothing():
    s = play(insured("AC+I B+HC"), "take a1")
    assert (drawn(s), hand(s, "A"), bottom(s)) == ("", "C", "HC" + "I")


def test_tri_92_insurance_is_not_for_headquarters():
    s = play(insured("A+HCI B+HCI"), "take a1")
    assert (hand(s, "A"), bottom(s)) == ("", "HCIHCI")


def test_tri_92_insurance_is_not_against_events():
    s = city("AC BH", ("", "H"), mover="B", events={"B": ["eminent-domain"]})
    s.tycoons[0].is_insured = True
    play(s, "play eminent-domain", "a1")
    assert (hand(s, "A"), bottom(s)) == ("", "C")


def test_tri_86_backroom_deal_gives_a_tile_for_one_of_a_rivals_hand():
    s = with_event("backroom-deal", hands=("HHC", "II"))
    play(s, "play backroom-deal")
    assert offered(s) == ["H=I B", "C=I B"]
    play(s, "H=I B")
    assert (hand(s, "A"), hand(s, "B")) == ("HCI", "HI")


def test_tri_86_backroom_deal_says_what_is_wrong():
    s = play(with_event("backroom-deal", hands=("HHC", "IIH")), "play backroom-deal")
    assert refused(s, "I=H B") == "TRI-86: You have no such tile to give."
    assert refused(s, "H=C B") == "TRI-86: That rival has no such tile in hand."
    assert refused(s, "H=H B") == "TRI-42: Two tiles of the same type are no deal."
    assert refused(s, "H=I A").startswith("TRI-86: Choose a tile of your hand, a rival,")


def test_tri_86_backroom_deal_with_one_answer_resolves_by_itself():
    s = play(with_event("backroom-deal", hands=("H", "I")), "play backroom-deal")
    assert (hand(s, "A"), hand(s, "B")) == ("I", "H")


def test_tri_86_backroom_deal_without_a_different_tile_is_refused():
    for hands in (("HH", "H"), ("H", ""), ("", "H")):
        s = with_event("backroom-deal", "AL BH", hands)
        assert refused(s, "play backroom-deal").startswith("TRI-42: No rival has a tile in hand")


def test_a_deal_shows_in_the_city_as_nothing():
    s = play(with_event("backroom-deal", hands=("H", "I")), "play backroom-deal")
    assert drawn(s) == like("AH BH")
