"""TRG-20 to TRG-27: adding cards, and moving."""

import pytest

from games.trehgrannik.drawing import Listener, codes, marked, offered, play, position, why
from trivet.core.state import CHANCE, NOBODY
from trivet.games.trehgrannik.names import HEX

# --- TRG-20: adding cards -------------------------------------------------------------------------


def test_trg_20_you_take_two_cards_in_any_mix():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL IP", deck="SP EP")
    play(s, "deck", "* draw SP", "take RT")
    assert codes(s.sides[0].hand) == "RQ RT SP"
    assert s.turn == 1


def test_trg_20_a_card_of_the_deck_is_seen_before_the_next_is_chosen():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="SP EP")
    play(s, "deck", "* draw SP")
    assert s.turn == 0
    assert "Seismic Protection" in s.view(0)["table"].players[0].hand
    assert offered(s) == ["take RT", "take ML", "take EL", "take CL", "deck"]


def test_trg_20_a_card_of_the_deck_is_seen_by_nobody_else():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="SP EP")
    listener = Listener(s)
    play(s, "deck", "* draw SP")
    assert [(event.what, event.to) for event in listener.events] == [("drawn", -3), ("drew", 0)]
    assert s.view(1)["table"].players[0].hidden_others == 1
    assert s.view(NOBODY)["table"].players[0].hand is None


def test_trg_20_there_is_no_limit_to_a_hand():
    many = "RQ RQ RQ RQ RQ SS SS SS SS IM IM IM IM RT RT RT RT RT"
    s = position(hands=(many, ""), market="CL ML EL IP", deck="SP EP TH")
    play(s, "deck", "* draw SP", "deck", "* draw EP")
    assert s.sides[0].hand.size == 20


def test_trg_20_if_fewer_are_left_you_take_what_there_is():
    s = position(hands=("RQ", "RQ SS"), market="RT")
    play(s, "take RT")
    assert s.turn == 1
    assert codes(s.sides[0].hand) == "RQ RT"


def test_trg_20_you_may_not_take_fewer():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL IP", deck="SP EP")
    play(s, "take RT")
    assert why(s, "pass") == ("TRG-20", "You must take as many cards as there are to take.")


def test_trg_20_from_the_only_source_left_you_take_without_being_asked():
    s = position(hands=("RQ", "RQ SS"), market="RT RT")
    play(s, "take RT")
    assert codes(s.sides[0].hand) == "RQ RT RT"
    assert s.turn == 1


def test_trg_20_you_take_only_what_is_there():
    s = position(hands=("RQ", "RQ"), market="RT CL")
    assert why(s, "take TH") == ("TRG-20", "There is no Transit Hub on the market.")
    assert why(s, "deck") == ("TRG-20", "The deck is empty.")


# --- TRG-21, TRG-25: the market -------------------------------------------------------------------


def test_trg_21_the_market_is_refilled_to_four_from_the_deck_at_once():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="SP EP")
    play(s, "take RT")
    assert s.turn == CHANCE
    play(s, "* market EP")
    assert codes(s.market) == "ML EL CL EP"
    assert s.step.what == "take"


def test_trg_21_cards_of_the_same_name_count_as_one_so_refilling_goes_on():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="CL ML SP EP")
    play(s, "take RT", "* market CL", "* market ML", "* market SP")
    assert codes(s.market) == "ML ML EL CL CL SP"
    assert s.step.what == "take"


def test_trg_21_an_empty_deck_stays_empty():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="CL")
    play(s, "take RT", "* market CL")
    assert s.deck.size == 0
    assert offered(s) == ["take ML", "take EL", "take CL"]


def test_trg_21_chance_turns_up_each_card_as_often_as_there_are_copies():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="CL CL TH")
    play(s, "take RT")
    assert offered(s) == ["market TH", "market CL"]
    assert s.odds() == [1, 2]


def test_trg_25_the_market_is_refilled_before_the_next_card_is_chosen():
    s = position(hands=("RQ", "RQ"), market="RT CL ML EL", deck="SP EP")
    play(s, "take RT", "* market EP", "take EP")
    assert codes(s.sides[0].hand) == "RQ RT EP"


def test_trg_25_a_pile_that_remains_is_not_refilled():
    s = position(hands=("RQ", "RQ"), market="RT RT CL ML EL", deck="SP EP")
    play(s, "take RT")
    assert s.step.what == "take"
    assert codes(s.market) == "RT ML EL CL"


def test_trg_25_a_fee_joins_its_pile_or_opens_a_new_one_and_piles_above_four_stay():
    s = position(hands=("RQ RT IM", "RQ"), market="RT CL ML EL", deck="SP EP")
    play(s, "fee RT")
    assert codes(s.market) == "RT RT ML EL CL"
    s = position(hands=("RQ RT IM", "RQ"), market="RT CL ML EL", deck="SP EP")
    play(s, "fee RQ", "go e5", "module", "lay IM", "cargo")
    assert codes(s.market) == "RQ RT ML EL CL"
    play(s, "take RQ")
    assert s.step.what == "take"  # four piles are left, so there is no refilling


# --- TRG-22: moving -------------------------------------------------------------------------------


RIFTS = """
                R   R
      R   R   R   #   R
    R   R   R   R   R   R   R
      R   R   R   #   R   R   R
    R   R   R   O   R   R   #
  R   #   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   #   R   R
            R   R
"""


def test_trg_22_a_move_costs_a_card_that_is_laid_on_the_market():
    s = position(hands=("RQ SS", "RQ"))
    play(s, "fee SS")
    assert codes(s.market) == "SS"
    assert codes(s.sides[0].hand) == "RQ"


def test_trg_22_the_harvester_goes_any_distance_in_a_straight_line():
    s = position(hands=("RQ SS", "RQ"))
    play(s, "fee SS")
    assert offered(s, "go") == marked("""
                R   R
      R   Rx  R   R   Rx
    R   R   Rx  R   Rx  R   R
      R   R   Rx  Rx  R   R   R
    Rx  Rx  Rx  O   Rx  Rx  Rx
  R   R   R   Rx  Rx  R   R
    R   R   Rx  R   Rx  R   R
          Rx  R   R   Rx  R
            R   R
    """)


def test_trg_22_it_can_neither_stop_on_a_rift_nor_cross_one():
    s = position(RIFTS, hands=("RQ SS", "RQ"))
    play(s, "fee SS")
    assert offered(s, "go") == marked("""
                R   R
      R   Rx  R   R   R
    R   R   Rx  R   R   R   R
      R   R   Rx  #   R   R   R
    Rx  Rx  Rx  O   Rx  Rx  #
  R   R   R   Rx  Rx  R   R
    R   R   Rx  R   Rx  R   R
          Rx  R   R   Rx  R
            R   R
    """)
    assert why(s, "go d4") == ("TRG-22", "A harvester may not stop on a Rift.")
    assert why(s, "go c5") == ("TRG-22", "A harvester may not cross a Rift.")
    assert why(s, "go d5") == ("TRG-22", "A harvester moves in a straight line.")


def test_trg_22_projects_the_pad_and_harvesters_are_not_in_its_way():
    s = position("""
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   Rb  Ra  O   R   R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
    """, hands=("RQ SS", "RQ"), at=("e1", "e5", "e4", "e4"))  # fmt: skip
    play(s, "fee SS")
    assert set(offered(s, "go")) >= {"e2", "e3", "e4", "e5", "e6", "e7"}
    play(s, "go e5")  # B's harvester stands there
    assert s.sides[0].at == s.sides[1].at == HEX["e5"]


def test_trg_22_a_fee_must_be_a_card_of_your_hand():
    s = position(hands=("RQ SS", "RQ"))
    assert why(s, "fee TH") == ("TRG-22", "You hold no Transit Hub.")
    assert why(s, "move") == ("TRG-22", "A move costs a card from your hand as its fee.")


# --- TRG-23: where you stop -----------------------------------------------------------------------


BUILT = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   RB  Ra  O   Rb  R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


def test_trg_23_on_an_empty_hex_you_must_build():
    s = position(BUILT, hands=("RQ SS", "RQ"))
    play(s, "fee SS", "go e6")
    assert s.step.what == "build"
    assert why(s, "pass")[0] == "HOUSE-2"


def test_trg_23_where_you_cannot_build_you_may_not_go():
    s = position(BUILT, hands=("SC SS", "RQ"))  # a Sand Collector, and no Sand anywhere
    play(s, "fee SS")
    assert offered(s, "go") == ["e2", "e3", "e5"]
    assert why(s, "go e6") == ("TRG-23", "That hex is empty, and you cannot build there.")


def test_trg_23_on_your_own_project_or_the_pad_nothing_happens():
    s = position(BUILT, hands=("RQ SS", "RQ RQ"), coins=(5, 5, 0, 0))
    play(s, "fee SS", "go e3")
    assert s.turn == 1
    assert [side.coins for side in s.sides] == [5, 5]
    s = position(BUILT, hands=("RQ SS", "RQ RQ"), coins=(5, 5, 0, 0), at=("e1", "e4", "e4", "e4"))
    play(s, "fee SS", "go e4")
    assert s.turn == 1
    assert [side.coins for side in s.sides] == [5, 5]


@pytest.mark.parametrize(
    ("where", "coins", "after"),
    [("e5", 5, [4, 6]), ("e2", 5, [3, 7]), ("e2", 1, [0, 6]), ("e5", 0, [0, 5])],
)
def test_trg_23_a_rivals_module_costs_1_and_a_base_2_or_what_you_have(where, coins, after):
    s = position(BUILT, hands=("RQ SS", "RQ RQ"), coins=(coins, 5, 0, 0))
    play(s, "fee SS", f"go {where}")
    assert [side.coins for side in s.sides] == after


def test_trg_23_a_fee_may_be_paid_only_if_a_destination_remains():
    s = position(hands=("RQ SC", "RQ"), market="TH")  # from the pad, with nothing built
    assert offered(s, "fee") == ["SC"]
    assert why(s, "fee RQ") == (
        "TRG-23", "With the cards left after that fee you could go nowhere."
    )  # fmt: skip


def test_trg_23_two_of_a_name_leave_one_to_build_with():
    s = position(hands=("RQ RQ", "RQ"), market="TH")
    assert offered(s, "fee") == ["RQ"]


def test_trg_23_without_modules_a_destination_needs_two_names():
    s = position(hands=("RQ RQ SS", "RQ"), market="TH", spare=((0, 3), (3, 3)))
    assert offered(s, "fee") == ["RQ"]  # Quarry and Sifter are left; without the Sifter none


def test_trg_23_a_hex_that_only_the_forepart_can_build_on_counts_and_obliges():
    s = position(
        hands=("SC RQ", "RQ"), foreparts=("RD RD RD", "", "", ""), mats=("Waiver Free", "Lone Free")
    )
    assert set(offered(s, "fee")) == {"RQ", "SC"}
    play(s, "fee RQ", "go e5")
    assert offered(s) == ["waived module"]


# --- TRG-24: passing ------------------------------------------------------------------------------


def test_trg_24_nobody_passes_who_can_take_or_move():
    s = position(BUILT, hands=("RQ", "RQ"))
    assert offered(s) == ["fee RQ"]
    assert why(s, "pass") == ("TRG-24", "You can take a card or move, so you may not pass.")


def test_trg_24_who_can_do_neither_passes_without_being_asked():
    s = position(hands=("RQ", "RQ SS"))  # paying the Quarry would leave no card to build with
    assert s.turn == 1
    assert s.passes == 0  # B was asked


def test_trg_24_if_building_is_the_only_move_it_must_be_made():
    s = position(hands=("RQ SS", "RQ"))
    assert offered(s) == ["fee RQ", "fee SS"]


def test_trg_24_who_passes_shows_the_hand():
    s = position(hands=("RQ", "RQ SS"))
    assert s.view(1)["table"].players[0].known == ["Rock Quarry"]


# --- TRG-26, TRG-27: the order of a move ----------------------------------------------------------


def test_trg_26_a_leap_is_declared_before_its_fee():
    s = position(
        hands=("RQ SS", "RQ"), foreparts=("RD RD RD", "", "", ""), mats=("Leap Free", "Lone Free")
    )
    assert "leap" in offered(s)
    play(s, "leap")
    assert s.step.what == "fee"
    assert offered(s) == ["fee RQ", "fee SS"]
    play(s, "fee SS")
    assert s.step.what == "go"


def test_trg_26_the_card_of_a_rebate_comes_between_fee_and_destination():
    s = position(
        hands=("RQ SS", "RQ"), market="TH ML CL EP", deck="SP", mats=("Lone Rebate", "Lone Free"),
        centres=("RD RD RD SD SD", "", "", ""),
    )  # fmt: skip
    play(s, "fee SS")
    assert s.step.what == "rebate"
    play(s, "deck", "* draw SP")
    assert s.step.what == "go"


def test_trg_26_the_test_for_a_fee_does_not_count_the_card_of_a_rebate():
    s = position(
        hands=("RQ SC", "RQ"), market="TH ML CL EP", deck="SP", mats=("Lone Rebate", "Lone Free"),
        centres=("RD RD RD SD SD", "", "", ""),
    )  # fmt: skip
    assert offered(s, "fee") == ["SC"]


def test_trg_26_cards_miniature_income_and_slots_follow_in_order():
    s = position(BUILT, hands=("RQ SS RT IM", "RQ"))
    listener = Listener(s)
    play(s, "fee IM", "go d3", "base", "lay RT", "lay SS", "cargo", "centre")
    told = [event.what for event in listener.events]
    assert told == [
        "paid", "moved", "laid", "laid", "earned", "counted", "earned", "built", "stored", "stored",
    ]  # fmt: skip


def test_trg_26_a_card_is_shown_as_it_is_chosen():
    s = position(BUILT, hands=("RQ SS RT IM", "RQ"))
    play(s, "fee IM", "go d3", "base")
    revealed = s.revealed
    play(s, "lay RT")
    assert s.view(1)["table"].move.laid == ["Rock Turbine"]
    assert s.revealed > revealed


def test_trg_27_the_toll_is_due_where_the_move_ends_and_not_for_passing():
    s = position(BUILT, hands=("RQ SS", "RQ RQ"), coins=(5, 5, 0, 0))
    play(s, "fee SS", "go e6")  # over B's module on e5
    assert [side.coins for side in s.sides] == [5, 5]


def test_trg_27_a_leap_pays_the_toll():
    s = position(
        BUILT, hands=("RQ SS", "RQ RQ"), coins=(5, 5, 0, 0), at=("a1", "e4", "e4", "e4"),
        foreparts=("RD RD RD", "", "", ""), mats=("Leap Free", "Lone Free"),
    )  # fmt: skip
    play(s, "leap", "fee SS", "go e2")
    assert [side.coins for side in s.sides] == [3, 7]


def test_trg_27_where_the_harvester_stands_is_no_destination():
    s = position(BUILT, hands=("RQ SS", "RQ"))
    play(s, "fee SS")
    assert "e4" not in offered(s, "go")
    assert why(s, "go e4") == ("TRG-27", "Your harvester stands there already.")
