"""What every card earns, sentence by sentence, on drawn positions; TRG-33 to TRG-37."""

import pytest

from games.trehgrannik.drawing import GAME, counts, earns, named, offered, planet, play, position
from trivet.games.trehgrannik.names import KIND
from trivet.games.trehgrannik.pieces import CARDS, COINS, TYPES

MIXED = """
                R   R
      R   R   R   R   R
    R   R   R   Sa  Rb  R   R
      R   R   R   R   S   R   R
    R   Ia  R   O   I   Sb  R
  R   R   Ra  R   RA  R   R
    Ia  R   R   R   R   RA  R
          R   R   R   R   R
            R   Sa
"""

# --- The table ------------------------------------------------------------------------------------


def test_there_are_91_cards_thirteen_of_each_type():
    assert [sum(card.copies for card in CARDS if card.type == t) for t in range(TYPES)] == [13] * 7
    assert len({card.name for card in CARDS}) == len({card.code for card in CARDS}) == 26


def test_trg_45_the_coins_are_these():
    assert COINS == (
        (1, 1, 1), (2, 2, 2), (1, 1, 1, 1), (2, 3, 2), (1, 2, 2, 1), (1, 1, 1), (2,) * 6
    )  # fmt: skip


def test_trg_45_the_option_coins_plays_with_other_values():
    other = [list(row) for row in COINS]
    other[1][0] = 9
    s = GAME.new(2, {"coins": other})
    assert s.terms.pays[KIND["rt"]] == 9
    assert s.view(0)["table"].coins["Rock Turbine"] == 9


# --- Production -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "around"), [("RQ", 1), ("SS", 1), ("IM", 1)])
def test_production_counts_adjacent_hexes_of_its_terrain_without_a_project(code, around):
    """Around d4 lie Sa, Rb, S, I, the pad and R."""
    assert counts(MIXED, code, "d4") == around


def test_production_does_not_count_a_rivals_hex_either():
    assert counts(MIXED, "RQ", "c6") == 3  # b5, c7 and d6, but not B's c5
    assert counts(MIXED.replace("Rb", "R "), "RQ", "c6") == 4


def test_trg_33_production_does_not_count_the_hex_it_is_built_on():
    assert counts(MIXED, "SS", "d5") == 0  # Sand itself; the Sand beside it is built on


# --- Generators -----------------------------------------------------------------------------------


@pytest.mark.parametrize("code", ["RT", "SC", "IR"])
def test_generators_count_your_adjacent_projects_of_both_sorts(code):
    assert counts(MIXED, code, "g5") == 2  # the bases on f5 and g6
    assert counts(MIXED, code, "g2") == 2  # the modules on f3 and g1
    assert counts(MIXED, code, "d5") == 0  # only rivals
    assert earns(MIXED, code, "g5") == 4


# --- Logistics ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "projects"), [("RD", 3), ("SD", 2), ("ID", 2)])
def test_depots_count_your_projects_on_their_terrain_wherever_they_are(code, projects):
    assert counts(MIXED, code, "a1") == projects
    assert counts(MIXED, code, "h5") == projects


def test_a_transit_hub_counts_your_projects_on_the_terrain_of_here():
    assert counts(MIXED, "TH", "a1") == 3  # on Rock
    assert counts(MIXED, "TH", "d5") == 2  # on Sand
    assert counts(MIXED, "TH", "e5") == 2  # on Ice


def test_trg_33_a_transit_hub_does_not_count_itself():
    s = position(hands=("TH RQ", "RQ"))
    play(s, "fee RQ", "go e5", "module", "lay TH")
    assert s.sides[0].coins == 0


# --- Laboratories ---------------------------------------------------------------------------------


def test_a_medical_laboratory_counts_adjacent_modules():
    assert counts(MIXED, "ML", "g5") == 0
    assert counts(MIXED, "ML", "g2") == 2
    assert earns(MIXED, "ML", "g2") == 4


def test_an_engineering_laboratory_counts_adjacent_bases():
    assert counts(MIXED, "EL", "g5") == 2
    assert counts(MIXED, "EL", "g2") == 0
    assert earns(MIXED, "EL", "g5") == 6


def test_a_central_laboratory_counts_your_projects_beside_the_pad():
    assert counts(MIXED, "CL", "a1") == 1  # f5; the others are farther away
    assert earns(MIXED, "CL", "a1") == 2


def test_trg_33_a_central_laboratory_beside_the_pad_does_not_count_itself():
    assert counts(MIXED, "CL", "e5") == 1


# --- TRG-34: Intranet -----------------------------------------------------------------------------


LINE = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   R   R   O   R   R   R
  R   R   R   R   R   R   R
    Ra  R   R   Ra  RA  R   Rb
          R   R   R   R   R
            R   R
"""


def test_trg_34_empty_hexes_do_not_end_the_line():
    assert counts(LINE, "IP", "g2") == 2  # g4 and g5, to the east


def test_trg_34_the_best_of_six_directions_is_taken():
    assert counts(LINE, "IP", "g3") == 2  # two to the east, one to the west
    assert counts(LINE.replace("Ra  R   R   Ra", "Ra  Ra  R   R "), "IP", "g3") == 2


def test_trg_34_zero_is_allowed():
    assert counts(LINE, "IP", "a2") == 0


@pytest.mark.parametrize("end", ["Rb", "RB", "#"])
def test_trg_34_a_rivals_project_or_a_rift_ends_the_line(end):
    open_line = LINE.replace("Ra  R   R   Ra  RA", "R   R   R   R   RA")
    assert counts(open_line, "IP", "g2") == 1
    assert counts(open_line.replace("R   RA", f"{end:4}RA"), "IP", "g2") == 0


def test_trg_34_the_pad_ends_the_line():
    assert counts("""
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    Ra  Ra  R   O   R   R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
    """, "IP", "e5") == 0  # fmt: skip


# --- TRG-35: Dome ---------------------------------------------------------------------------------


GROUPS = """
                R   R
      R   R   R   Ra  R
    Ra  R   #   R   R   #   Ra
      R   #   R   R   R   R   R
    R   Ra  RA  O   R   R   R
  R   R   R   R   R   R   Rb
    R   R   R   R   #   #   R
          R   R   R   Ra  R
            R   R
"""


def test_trg_35_rifts_adjacent_to_each_other_are_one_group():
    assert [named(group) for group in planet(GROUPS).groups] == [
        ["c3", "d2"], ["c6"], ["g5", "g6"]
    ]  # fmt: skip


def test_trg_35_your_projects_beside_the_group_count_each_once():
    assert counts(GROUPS, "DP", "c2") == 2  # e2 and e3, at the other end; c1 is not beside it
    assert earns(GROUPS, "DP", "c2") == 4


def test_trg_35_rivals_projects_do_not_count():
    assert counts(GROUPS, "DP", "h3") == 1  # h4, but not B's f7


def test_trg_35_all_groups_that_here_touches_count():
    both = GROUPS.replace("#   R   R   #   Ra", "#   R   #   R   Ra")  # c5 instead of c6
    assert counts(both, "DP", "c4") == 3  # e2, e3 of one group, b4 of the other
    assert counts(both, "DP", "c2") == 2


def test_trg_35_a_project_beside_two_groups_counts_once():
    between = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   #   Ra  #   R   R
    R   R   R   O   R   R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
    """
    assert counts(between, "DP", "c4") == 1


def test_trg_35_a_dome_is_built_next_to_a_rift_only():
    s = position(GROUPS, hands=("DP RQ", "RQ"))
    play(s, "fee RQ")
    assert offered(s, "go") == ["b5", "c5", "d3", "e2", "e3", "f5"]  # e2 and e3 are A's own


def test_trg_35_a_dome_away_from_every_rift_earns_nothing():
    assert counts(GROUPS, "DP", "e5") == 0


# --- TRG-36: Seismic ------------------------------------------------------------------------------


QUAKES = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   #   R   R
    R   #   R   O   R   R   R
  R   R   #   R   R   R   R
    Ra  #   R   #   Ra  R   Ra
          R   #   R   R   R
            Ra  Ra
"""


def test_trg_36_every_rift_before_the_farthest_project_counts_once():
    assert counts(QUAKES, "SP", "g3") == 3  # g2 to the west, g4 to the east, h2 to the south-east
    assert earns(QUAKES, "SP", "g3") == 6


def test_trg_36_rifts_with_nothing_behind_them_do_not_count():
    assert counts(QUAKES.replace("Ra  Ra\n", "R   R \n"), "SP", "g3") == 2


def test_trg_36_several_rifts_on_a_line_all_count():
    assert counts(QUAKES, "SP", "g6") == 2  # g4 and g2, on the way to g1


@pytest.mark.parametrize("end", ["Rb", "RB"])
def test_trg_36_a_rivals_project_ends_the_line(end):
    assert counts(QUAKES.replace("R   #   Ra  R   Ra", f"{end}  #   Ra  R   Ra"), "SP", "g6") == 0


def test_trg_36_the_pad_ends_the_line():
    assert counts(QUAKES.replace("R   #   R   O", "Ra  #   R   O"), "SP", "e6") == 0


# --- External -------------------------------------------------------------------------------------


def test_external_protection_counts_your_projects_on_the_edge():
    assert counts(MIXED, "EP", "e5") == 2  # g1 and i2
    assert counts(MIXED, "EP", "a1") == 2  # and not here
    assert counts(LINE, "EP", "a1") == 1  # g1, but not B's g7


# --- TRG-37: Systems ------------------------------------------------------------------------------


CROWD = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   Rb  R   R   R
    R   R   R   O   R   RB  R
  R   R   R   R   Rc  R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


def probe(coins, *more, hand="RP RQ RT", forepart="", mats="Lone Free"):
    s = position(
        CROWD, seats=3, hands=(hand, "RQ RT", "RQ RT"), coins=(*coins, 0),
        mats=(mats, "Lone Free", "Lone Free"), foreparts=(forepart, "", "", ""),
    )  # fmt: skip
    play(s, "fee RQ", "go e5", *more)
    return [side.coins for side in s.sides]


def test_trg_37_each_owner_around_pays_for_own_projects():
    assert probe((0, 9, 9), "module", "lay RP") == [3, 7, 8]


def test_trg_37_no_owner_pays_more_than_the_coins_held_and_nobody_makes_up_for_it():
    assert probe((0, 1, 9), "module", "lay RP") == [2, 0, 8]
    assert probe((0, 0, 0), "module", "lay RP") == [0, 0, 0]


def test_trg_37_doubled_each_owner_pays_twice_within_the_same_limit():
    hand = "RP BS RQ RT"
    assert probe((0, 9, 9), "base", "lay RP", "lay BS", "double RP", hand=hand) == [6, 5, 7]
    assert probe((0, 3, 9), "base", "lay RP", "lay BS", "double RP", hand=hand) == [5, 0, 7]


def test_trg_37_two_systems_take_one_after_the_other():
    hand = "RP ST RQ RT"
    got = probe(
        (0, 3, 9), "waived base", "lay RP", "lay ST", hand=hand, forepart="RD RD RD",
        mats="Waiver Free",
    )  # fmt: skip
    assert got == [5, 0, 7]


# --- TRG-33: nothing for the new project itself ---------------------------------------------------


@pytest.mark.parametrize("code", ["RT", "RD", "TH", "ML", "EL", "CL", "IP", "SP", "EP"])
def test_trg_33_the_first_project_of_all_earns_nothing(code):
    for text in ("go e5", "go b5"):
        s = position(hands=(f"{code} RQ", "RQ"), deck="TH")
        play(s, "fee RQ", text, "module", f"lay {code}")
        assert s.sides[0].coins == 0
