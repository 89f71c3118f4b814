"""TRG-40 to TRG-44: foreparts that help once, and centres that help for good."""

import pytest

from games.trehgrannik.drawing import codes, marked, offered, play, position, why
from trivet.games.trehgrannik.names import HEX_NAMES

LAND = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   R   R   O   Ra  Sa  R
  R   R   R   R   S   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""
FULL = ("RD RD RD", "", "", "")
CENTRE = ("SD SD SD ID ID", "", "", "")


def forepart(effect, hand="RQ SS IM", cards=FULL, text=LAND, **setting):
    """A's turn with a forepart of this effect."""
    return position(
        text, hands=(hand, "RQ SS"), mats=(f"{effect} Free", "Lone Crossing"), foreparts=cards,
        **setting,
    )  # fmt: skip


def centre(effect, hand="RQ SS IM", cards=CENTRE, text=LAND, **setting):
    return position(
        text, hands=(hand, "RQ SS"), mats=(f"Lone {effect}", "Leap Third"), centres=cards, **setting
    )


# --- TRG-40, TRG-44: using a forepart -------------------------------------------------------------


def test_trg_40_only_a_full_forepart_can_be_used():
    assert "leap" in offered(forepart("Leap"))
    s = forepart("Leap", cards=("RD RD", "", "", ""))
    assert "leap" not in offered(s)
    assert why(s, "leap")[0] == "TRG-40"


def test_trg_40_with_four_players_two_cards_fill_it():
    s = position(
        LAND, seats=4, hands=("RQ SS IM", "RQ"), foreparts=("RD RD", "", "", ""),
        mats=("Leap Free", "Lone Third", "Triple Crossing", "Waiver Rebate"),
    )  # fmt: skip
    assert "leap" in offered(s)


def test_trg_40_its_cards_then_go_to_the_box_and_it_can_be_filled_again():
    s = forepart("Leap")
    before = s.box.size
    play(s, "leap")
    assert s.box.size == before + 3
    assert codes(s.sides[0].forepart) == ""
    play(s, "fee RQ", "go a1", "module", "lay SS", "forepart")
    assert codes(s.sides[0].forepart) == "SS"


def test_trg_40_the_cards_in_the_box_are_public():
    s = forepart("Leap")
    before = s.view(1)["table"].box.count("Rock Depot")
    play(s, "leap")
    assert s.view(1)["table"].box.count("Rock Depot") == before + 3


def test_trg_40_it_is_ready_from_the_next_turn_on():
    s = forepart("Leap", hand="RQ SS IM RT", cards=("RD RD", "", "", ""), deck="TH TH")
    play(s, "fee RQ", "go e7", "module", "lay SS", "forepart")
    assert s.turn == 1
    play(s, "deck", "* draw TH", "* market TH")
    while s.turn != 0:
        play(s, offered(s)[0])
    assert "leap" in offered(s)


def test_trg_44_a_used_forepart_takes_cards_of_that_same_construction():
    s = forepart("Lone", text=LAND)
    play(s, "fee IM", "go f5", "lone base", "lay RQ", "lay SS")
    assert codes(s.sides[0].forepart) == ""
    assert "forepart" in offered(s)
    play(s, "forepart", "cargo")
    assert codes(s.sides[0].forepart) == "RQ"


def test_trg_44_use_is_optional():
    s = forepart("Waiver")
    play(s, "fee IM", "go f5")
    assert offered(s) == ["module", "base", "waived module", "waived base"]
    play(s, "module", "lay RQ", "cargo")
    assert codes(s.sides[0].forepart) == "RD RD RD"


def test_trg_44_a_forepart_is_used_once_a_turn():
    s = forepart("Leap")
    play(s, "leap", "fee RQ")
    assert all(answer.startswith("go ") for answer in offered(s))


# --- TRG-41: the four foreparts -------------------------------------------------------------------


def test_trg_41_lone_builds_a_module_with_two_cards_and_two_incomes():
    s = forepart("Lone", hand="SC ML IM TH")
    spare = (s.sides[0].spare_modules, s.sides[0].spare_bases)
    play(s, "fee IM", "go f5", "lone base", "lay ML")
    assert offered(s) == ["lay SC", "lay TH"]
    play(s, "lay SC", "cargo", "cargo")
    assert (s.sides[0].spare_modules, s.sides[0].spare_bases) == (spare[0] - 1, spare[1])
    assert s.view(1)["table"].board[HEX_NAMES.index("f5")].project == "module"
    assert s.sides[0].coins == 2 + 2  # beside the module on e5
    assert s.turn == 1


def test_trg_41_lone_needs_a_module_and_two_names_that_allow_the_hex():
    s = forepart("Lone", hand="SC IM")
    play(s, "fee IM", "go f5")
    assert why(s, "lone base")[0] == "TRG-30"
    s = forepart("Lone", hand="SC TH IM", spare=((0, 3),) * 2)
    play(s, "fee IM", "go f5")
    assert offered(s) == ["lay SC", "lay TH"]  # a base: nothing to choose
    play(s, "lay SC", "lay TH", "cargo", "cargo")
    assert codes(s.sides[0].forepart) == "RD RD RD"


def test_trg_41_by_option_lone_builds_a_base_with_one_card_and_one_income():
    s = forepart("Lone", hand="RQ ML IM", lone="one_card")
    play(s, "fee IM", "go f5", "lone base", "lay ML", "cargo")
    assert s.sides[0].bases.bit_count() == 1
    assert s.sides[0].coins == 2  # a Medical Laboratory beside the module on e5
    assert s.turn == 1


def test_trg_41_triple_builds_a_base_with_three_names_and_three_incomes():
    s = forepart("Triple", hand="SC TH TH RQ IM ML")
    play(s, "fee IM", "go f5", "triple base", "lay SC", "lay TH")
    assert offered(s) == ["lay RQ", "lay ML"]
    play(s, "lay ML")
    assert s.sides[0].coins == 2 + 1 + 2


def test_trg_41_triple_needs_three_names_that_allow_the_hex():
    s = forepart("Triple", hand="SC TH RT IM")
    play(s, "fee IM", "go f5")
    assert offered(s) == ["module", "base"]
    assert why(s, "triple base")[0] == "TRG-41"


def test_trg_41_leap_moves_to_any_hex_but_a_rift():
    text = LAND.replace("O   Ra", "O   # ")
    s = forepart("Leap", text=text)
    play(s, "leap", "fee IM")
    assert offered(s, "go") == marked("""
                Rx  Rx
      Rx  Rx  Rx  Rx  Rx
    Rx  Rx  Rx  Rx  Rx  Rx  Rx
      Rx  Rx  Rx  Rx  Rx  Rx  Rx
    Rx  Rx  Rx  O   #   Rx  Rx
  Rx  Rx  Rx  Rx  Rx  Rx  Rx
    Rx  Rx  Rx  Rx  Rx  Rx  Rx
          Rx  Rx  Rx  Rx  Rx
            Rx  Rx
    """)
    assert why(s, "go e5") == ("TRG-22", "A harvester may not stop on a Rift.")


def test_trg_41_a_leap_pays_the_fee():
    s = forepart("Leap")
    play(s, "leap", "fee IM")
    assert codes(s.market) == "IM"


def test_trg_41_a_leap_is_free_where_moves_are():
    s = position(
        LAND, hands=("RQ SS", "RQ"), mats=("Leap Free", "Lone Third"), foreparts=FULL,
        centres=CENTRE,
    )  # fmt: skip
    play(s, "leap")
    assert s.step.what == "go"


def test_trg_41_waiver_ignores_the_conditions_of_all_cards_of_one_construction():
    s = forepart("Waiver", hand="RT IR DP IM")
    play(s, "fee IM", "go f5", "waived base", "lay RT", "lay DP")
    assert s.sides[0].bases.bit_count() == 1
    assert s.sides[0].coins == 2  # the Turbine beside e5; the Dome is away from every Rift


def test_trg_41_waiver_still_wants_different_names_and_a_miniature():
    s = forepart("Waiver", hand="RT RT IM", spare=((0, 2), (2, 2)))
    play(s, "fee IM")
    assert offered(s, "go") == ["e5", "e6"]  # no base with one name
    s = forepart("Waiver", hand="RT RT IM", spare=((2, 0), (2, 2)))
    play(s, "fee IM", "go f5")
    assert offered(s) == ["waived module"]  # one name is enough for that


def test_trg_41_waiver_builds_neither_on_the_pad_nor_on_a_rift():
    s = forepart("Waiver", text=LAND.replace("S   R   R\n", "S   #   R\n"), at=("e3",) * 4)
    play(s, "fee IM", "go e4")
    assert s.turn == 1  # nothing happens on the pad


def test_trg_41_another_effect_than_yours_is_refused():
    s = forepart("Lone")
    play(s, "fee IM", "go f5")
    assert why(s, "triple base") == (
        "TRG-41", "Your forepart does not do that, or is not full."
    )  # fmt: skip


# --- TRG-42: the four centres ---------------------------------------------------------------------


def test_trg_42_free_moves_cost_no_fee():
    s = centre("Free")
    assert "move" in offered(s)
    assert offered(s, "fee") == []
    assert why(s, "fee RQ") == ("TRG-42", "Your centre moves you without a fee.")
    play(s, "move", "go f5")
    assert codes(s.market) == ""
    assert s.sides[0].hand.size == 3


def test_trg_42_free_moves_need_somewhere_to_go():
    s = centre("Free", hand="", text=LAND.replace("Ra  Sa", "R   S "), market="TH")
    assert offered(s) == ["take TH"]
    assert why(s, "move") == ("TRG-23", "Your harvester has nowhere to go.")


def test_trg_42_third_takes_three_cards():
    s = centre("Third", market="RT CL ML EL IP EP")
    play(s, "take RT", "take CL")
    assert s.turn == 0
    play(s, "take ML")
    assert s.turn == 1
    assert s.sides[0].hand.size == 6


RIFTS = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   #   R   R   R
    R   #   #   O   Ra  R   #
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


def test_trg_42_crossing_goes_over_rifts_but_does_not_stop_there():
    s = centre("Crossing", text=RIFTS)
    play(s, "fee IM")
    assert offered(s, "go") == marked("""
                R   R
      R   Rx  R   R   Rx
    R   R   Rx  R   Rx  R   R
      R   R   Rx  #   R   R   R
    Rx  #   #   O   Rx  Rx  #
  R   R   R   Rx  Rx  R   R
    R   R   Rx  R   Rx  R   R
          Rx  R   R   Rx  R
            R   R
    """)
    assert why(s, "go d4") == ("TRG-22", "A harvester may not stop on a Rift.")


def rebate(hand="RQ SS IM", market="TH ML CL EP", deck="SP"):
    return centre("Rebate", hand=hand, market=market, deck=deck)


def test_trg_42_rebate_takes_a_card_after_the_fee_from_market_or_deck():
    s = rebate()
    play(s, "fee RQ")
    assert offered(s) == ["take TH", "take ML", "take CL", "take EP", "deck"]
    play(s, "take ML")
    assert codes(s.sides[0].hand) == "SS IM ML"
    assert s.step.what == "go"


def test_trg_42_rebate_refills_the_market_before_the_move():
    s = rebate(hand="TH SS IM", market="TH ML CL EP")
    play(s, "fee TH", "take ML", "* market SP")
    assert codes(s.market) == "TH TH CL SP EP"
    assert s.step.what == "go"


def test_trg_42_a_rebate_is_not_optional():
    s = rebate()
    play(s, "fee RQ")
    assert why(s, "go f5")[0] == "HOUSE-2"
    assert why(s, "pass")[0] == "TRG-20"


def test_trg_42_a_rebate_is_not_a_card_of_the_fees_name_from_the_market():
    s = rebate(hand="TH SS IM")
    play(s, "fee TH")
    assert offered(s) == ["take ML", "take CL", "take EP", "deck"]
    assert why(s, "take TH") == ("TRG-42", "You may not take a card of the fee's name back.")


def test_trg_42_if_nothing_else_is_there_a_rebate_gives_none():
    s = rebate(hand="TH SS IM", market="TH", deck="")
    play(s, "fee TH")
    assert s.step.what == "go"
    assert codes(s.market) == "TH TH"


@pytest.mark.parametrize("effect", ["Free", "Third", "Crossing", "Rebate"])
def test_trg_42_a_centre_that_is_not_full_does_nothing(effect):
    s = centre(effect, cards=("SD SD SD ID", "", "", ""), text=RIFTS, market="RT CL ML EL IP EP")
    play(s, "take RT", "take CL")
    assert s.turn == 1
    s = centre(effect, cards=("SD SD SD ID", "", "", ""), text=RIFTS, market="RT CL ML EL IP EP")
    assert offered(s, "fee") == ["RQ", "SS", "IM"]
    play(s, "fee IM")
    assert s.step.what == "go"
    assert "e1" not in offered(s, "go")


def test_trg_42_with_four_players_four_cards_fill_it():
    s = position(
        LAND, seats=4, hands=("RQ SS IM", "RQ"), centres=("SD SD SD ID", "", "", ""),
        mats=("Leap Free", "Lone Third", "Triple Crossing", "Waiver Rebate"),
    )  # fmt: skip
    assert "move" in offered(s)


# --- TRG-43: the cargo ----------------------------------------------------------------------------


def test_trg_43_the_cargo_changes_nothing_during_the_game():
    loaded = centre("Crossing", cards=("", "", "", ""), cargos=("TH TH ML ML", "", "", ""))
    empty = centre("Crossing", cards=("", "", "", ""))
    assert offered(loaded) == offered(empty)
    assert loaded.sides[0].coins == empty.sides[0].coins == 0
