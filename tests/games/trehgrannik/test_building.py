"""TRG-30 to TRG-32, TRG-38, TRG-39: modules, bases, Blocks, and the slots of the harvester."""

import pytest

from games.trehgrannik.drawing import Listener, cards, codes, offered, planet, play, position, why
from trivet.games.trehgrannik.names import HEX, KIND
from trivet.games.trehgrannik.pieces import land_for_two

LAND = """
                R   R
      R   R   R   R   R
    R   R   R   R   Ra  R   R
      R   R   R   R   Sa  R   R
    R   R   R   O   I   S   R
  R   R   R   R   RA  R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""  # around e5, which is Ice: Sand with a module, a base, Sand, Rock, Rock and the pad


def site(hand, *answers, where="e5", **setting):
    """A has paid a Rock Depot and gone to a hex."""
    s = position(LAND, hands=(f"RD {hand}", "RQ SS"), **setting)
    return play(s, "fee RD", f"go {where}", *answers)


# --- TRG-30: cards and conditions -----------------------------------------------------------------


def test_trg_30_each_card_must_allow_the_hex():
    s = site("RT SC IR TH DP", "module")
    assert offered(s) == ["lay IR", "lay TH"]
    assert why(s, "lay RT") == ("TRG-30", "Rock Turbine may not be built on this hex.")
    assert why(s, "lay DP") == ("TRG-30", "Dome Protection may not be built on this hex.")
    assert why(s, "lay ML") == ("TRG-30", "You hold no Medical Laboratory.")


def test_trg_30_a_base_takes_two_cards_of_different_names():
    s = site("IR TH TH", "base", "lay TH")
    assert offered(s) == ["lay IR"]
    assert why(s, "lay TH") == ("TRG-30", "The cards of a base must have different names.")


def test_trg_30_without_two_names_for_the_hex_there_is_no_base():
    s = site("TH TH RT")
    assert offered(s) == ["module"]
    assert why(s, "base") == ("TRG-30", "You have no two cards of different names for this hex.")


@pytest.mark.parametrize(
    ("spare", "left", "objection"),
    [
        ((0, 2), "base", ("module", "You have no module left.")),
        ((2, 0), "module", ("base", "You have no base left.")),
    ],
)
def test_trg_30_a_miniature_must_be_left(spare, left, objection):
    s = site(
        "IR TH", spare=(spare, (2, 2)), foreparts=("ID ID ID", "", "", ""),
        mats=("Waiver Free", "Lone Free"),
    )  # fmt: skip
    hows = offered(s)
    assert left in hows
    assert objection[0] not in hows
    assert why(s, objection[0]) == ("TRG-30", objection[1])


def test_trg_30_the_only_possible_sort_is_not_asked_for():
    s = site("IR TH", spare=((2, 0), (2, 2)))
    assert s.step.what == "lay"


def test_trg_30_the_question_is_asked_if_only_the_hand_forbids_one():
    """Else everybody would learn what is not in the hand."""
    s = site("TH")
    assert s.step.what == "build"
    assert offered(s) == ["module"]


def test_trg_30_building_for_no_income_is_allowed():
    s = position(hands=("CL RQ", "RQ"))
    play(s, "fee RQ", "go e5", "module", "lay CL", "cargo")
    assert s.sides[0].coins == 0
    assert s.sides[0].modules == 1 << HEX["e5"]


def test_trg_30_the_miniature_is_placed_on_the_hex():
    s = site("IR TH", "base", "lay IR", "lay TH")
    assert s.sides[0].bases >> HEX["e5"] & 1
    assert s.sides[0].spare_bases == 6 - 2
    assert s.settled >> HEX["e5"] & 1


@pytest.mark.parametrize(
    ("hand", "where"),
    [
        ("TH ML", "land"), ("TH", ""), ("RT", ""), ("RT SC", ""), ("RT RP", "Rock"),
        ("RT TH", "Rock"), ("DP", ""), ("DP TH", "by a Rift"), ("DP IR", "Ice by a Rift"),
        ("DP IR SC", "Sand or Ice by a Rift"), ("RT RP SC", "Rock"), ("", ""),
    ],
)  # fmt: skip
def test_trg_30_a_base_can_stand_where_two_names_are_allowed(hand, where):
    ground = planet(LAND.replace("O   I", "O   #"))
    rock, sand, ice = ground.on
    found = {
        "": 0, "land": ground.land, "Rock": rock, "by a Rift": ground.by_rift,
        "Ice by a Rift": ice & ground.by_rift, "Sand or Ice by a Rift": (sand | ice)
        & ground.by_rift,
    }  # fmt: skip
    assert land_for_two(ground, cards(hand).kinds) == found[where]


# --- TRG-31, TRG-38: two incomes, and Blocks ------------------------------------------------------


def test_trg_31_a_base_earns_the_income_of_both_cards():
    s = site("IR ML", "base", "lay IR", "lay ML")
    assert s.sides[0].coins == 4 + 2  # two projects around, one of them a module


def test_trg_31_a_block_pays_its_coins():
    s = site("BG", "module", "lay BG")
    assert s.sides[0].coins == 2


def test_trg_31_a_block_may_double_a_card_of_its_type_and_earns_nothing_itself():
    s = site("BG IR", "base", "lay IR", "lay BG")
    assert offered(s) == ["double IR", "coins"]
    play(s, "double IR")
    assert s.sides[0].coins == 8


def test_trg_31_the_player_chooses_what_a_block_does():
    s = site("BG IR", "base", "lay BG", "lay IR", "coins")
    assert s.sides[0].coins == 4 + 2


def test_trg_31_a_block_doubles_no_card_of_another_type():
    s = site("BL IR", "base", "lay IR", "lay BL")
    assert s.step.what == "slot"
    assert s.sides[0].coins == 4 + 2


def test_trg_31_two_blocks_do_not_act_on_each_other():
    s = site("BL BG", "base", "lay BL", "lay BG")
    assert s.sides[0].coins == 2 + 2


def test_trg_31_what_a_block_cannot_double_is_refused():
    s = site("BG IR", "base", "lay IR", "lay BG")
    assert why(s, "double BG") == ("TRG-31", "Generator Block cannot double Generator Block.")
    assert why(s, "double TH") == ("TRG-31", "A Block doubles a card of the same construction.")


TRIPLE = {"foreparts": ("ID ID ID", "", "", ""), "mats": ("Triple Free", "Lone Free")}


def test_trg_38_in_a_base_of_three_the_player_picks_which_card_is_doubled():
    s = site("BA ML EL", "triple base", "lay ML", "lay EL", "lay BA", **TRIPLE)
    assert offered(s) == ["double ML", "double EL", "coins"]
    play(s, "double EL")
    assert s.sides[0].coins == 2 + 3 * 2


def test_trg_38_two_blocks_may_each_double_one():
    s = site("BA BG IR ML", "triple base", "lay BA", "lay ML", "lay BG", "double ML", **TRIPLE)
    assert s.sides[0].coins == 2 * 2 + 2  # the Generator Block has no Generator
    assert s.step.what == "slot"


def test_trg_38_two_blocks_of_one_base_are_asked_for_one_after_the_other():
    s = site("BA BL ML TH", "triple base", "lay BA", "lay BL", "lay TH", **TRIPLE)
    assert offered(s) == ["double TH", "coins"]
    play(s, "coins")
    assert s.sides[0].coins == 2 + 2  # no project of A's on Ice


def test_trg_38_the_only_card_of_a_module_cannot_be_doubled():
    s = site("IR BG", "module", "lay IR")
    assert s.step.what == "slot"
    assert s.sides[0].coins == 4


def test_trg_38_nor_that_of_a_lone_base():
    s = site(
        "IR BG", "lone base", "lay IR", foreparts=("ID ID ID", "", "", ""),
        mats=("Lone Free", "Leap Free"), lone="one_card",
    )  # fmt: skip
    assert s.step.what == "slot"
    assert s.sides[0].coins == 4


def test_trg_38_a_block_doubles_a_card_of_a_module_of_two():
    s = site(
        "IR BG", "lone base", "lay IR", "lay BG", foreparts=("ID ID ID", "", "", ""),
        mats=("Lone Free", "Leap Free"),
    )  # fmt: skip
    assert offered(s) == ["double IR", "coins"]
    play(s, "double IR")
    assert s.sides[0].coins == 2 * 4


def test_trg_38_putting_cards_into_slots_earns_nothing():
    s = site("IR BG", "base", "lay IR", "lay BG", "coins")
    coins = s.sides[0].coins
    play(s, "forepart", "centre")
    assert s.sides[0].coins == coins


def test_trg_45_what_a_doubling_adds_is_told_of_the_block():
    s = position(LAND, hands=("RD BG IR", "RQ SS"))
    listener = Listener(s)
    play(s, "fee RD", "go e5", "base", "lay IR", "lay BG", "double IR")
    assert [data[1:3] for data in listener.heard("earned")] == [(KIND["ir"], 4)]
    assert [data[1:3] for data in listener.heard("doubled")] == [(KIND["bg"], 4)]


def test_trg_45_a_block_that_doubles_nothing_tells_its_own_coins():
    s = position(LAND, hands=("RD BG IR", "RQ SS"))
    listener = Listener(s)
    play(s, "fee RD", "go e5", "base", "lay IR", "lay BG", "coins")
    assert [data[1:3] for data in listener.heard("earned")] == [(KIND["ir"], 4), (KIND["bg"], 2)]
    assert listener.heard("doubled") == []


# --- TRG-32, TRG-39: slots ------------------------------------------------------------------------


def test_trg_32_each_card_goes_into_a_slot_the_player_likes():
    s = site("IR TH", "base", "lay IR", "lay TH")
    assert offered(s) == ["forepart", "centre", "cargo"]
    play(s, "centre", "forepart")
    side = s.sides[0]
    assert (codes(side.forepart), codes(side.centre), codes(side.cargo)) == ("TH", "IR", "")
    assert s.turn == 1


def test_trg_32_a_full_slot_takes_no_more():
    s = site("IR", "module", "lay IR", foreparts=("ID ID ID", "", "", ""))
    assert offered(s) == ["centre", "cargo"]
    assert why(s, "forepart") == ("TRG-39", "Your forepart is full.")


def test_trg_32_with_four_players_slots_are_full_sooner():
    s = position(
        LAND, seats=4, hands=("RD IR", "RQ"), foreparts=("ID ID", "", "", ""),
        centres=("SD SD SD RD", "", "", ""), mats=("Leap Third", *("Lone Free",) * 3),
    )  # fmt: skip
    play(s, "fee RD", "go e5", "module", "lay IR")
    assert codes(s.sides[0].cargo) == "IR"  # without a question


def test_trg_32_cards_in_slots_never_move_again():
    s = site("IR TH", "module", "lay IR", "centre", deck="ML EL", market="CL EP IP DP")
    play(s, "take CL", "take EP", "* market ML")
    assert "centre" not in " ".join(offered(s))
    assert codes(s.sides[0].centre) == "IR"


@pytest.mark.parametrize(("seats", "forepart", "centre"), [(2, 3, 5), (3, 3, 5), (4, 2, 4)])
def test_trg_39_a_forepart_holds_three_and_a_centre_five_with_four_players_two_and_four(
    seats, forepart, centre
):
    s = position(LAND, seats=seats, hands=("RQ", "RQ SS"))
    mat = s.view(0)["table"].players[0]
    assert (mat.forepart.room, mat.centre.room) == (forepart, centre)


def test_trg_39_the_cargo_holds_any_number_and_is_not_asked_for_when_all_else_is_full():
    s = site(
        "IR", "module", "lay IR", foreparts=("ID ID ID", "", "", ""),
        centres=("SD SD SD RD RD", "", "", ""), cargos=("ML ML ML EL EL EL", "", "", ""),
    )  # fmt: skip
    assert codes(s.sides[0].cargo) == "IR ML ML ML EL EL EL"
    assert s.turn == 1


def test_trg_39_what_does_not_fit_one_slot_goes_to_another():
    s = site("IR TH", "base", "lay IR", "lay TH", foreparts=("ID ID", "", "", ""))
    play(s, "forepart")
    assert offered(s) == ["centre", "cargo"]


def test_trg_39_all_cards_of_a_construction_must_be_laid():
    s = site("IR TH", "base", "lay IR", "lay TH", "cargo")
    assert s.step.what == "slot"
    assert s.turn == 0
