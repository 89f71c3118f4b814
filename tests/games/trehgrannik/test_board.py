"""TRG-1 to TRG-9: the planet, its lines and edges, and what everybody may see."""

from itertools import permutations, product

import pytest

from games.trehgrannik.drawing import (
    GAME,
    ROCKS,
    cells,
    codes,
    hexes,
    marked,
    name,
    named,
    planet,
    play,
    position,
    projects,
)
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, NOBODY
from trivet.core.walk import wander
from trivet.games.trehgrannik.board import (
    BETWEEN,
    CENTRE,
    EDGE,
    GROUNDS,
    HEXES,
    LINES,
    NEAR,
    OUTER,
    PAD_HEX,
    RIFT,
    TURNS,
    TWO_RIFTS,
    lay_parts,
)
from trivet.games.trehgrannik.names import HEX
from trivet.games.trehgrannik.pieces import BASES, MODULES
from trivet.games.trehgrannik.seen import PileSeen

PARTS = [list(row) for row in OUTER]
STRAIGHT = lay_parts(PARTS, tuple(part * TURNS for part in range(6)))  # none of them turned

# --- TRG-1, TRG-2, TRG-9: miniatures --------------------------------------------------------------


def test_trg_1_a_module_takes_one_card_and_a_base_takes_two():
    s = position(hands=("RQ SS IM RT", "RQ"))
    play(s, "fee RT", "go e5", "base", "lay RQ")
    assert s.step.what == "lay"
    play(s, "lay SS")
    assert s.step.what == "slot"


def test_trg_1_coins_are_points():
    s = position(hands=("", ""), coins=(3, 2, 0, 0), deck="", market="")
    assert s.scores() == [1.0, 0.0]


def test_trg_2_with_two_three_and_four_players_each_has_12_and_6_8_and_4_6_and_3():
    for seats, modules, bases in ((2, 12, 6), (3, 8, 4), (4, 6, 3)):
        s = GAME.new(seats)
        stock = [(side.spare_modules, side.spare_bases) for side in s.sides]
        assert stock == [(modules, bases)] * seats
        assert seats * (modules + bases) == 36


def test_trg_9_miniatures_beyond_those_stay_in_the_box():
    assert [(MODULES[n], BASES[n]) for n in (2, 3, 4)] == [(12, 6), (8, 4), (6, 3)]
    s = position(spare=((0, 1), (1, 1)), hands=("RQ SS IM RT", "RQ"), deck="TH")
    play(s, "fee RT", "go e5")
    assert s.how == 1  # a base: the modules are gone, and nobody fetches another


def test_trg_9_the_bank_never_runs_out():
    s = position("""
                R   R
      R   R   R   R   R
    R   R   R   Ra  Ra  R   R
      R   R   Ra  R   Ra  R   R
    R   R   R   O   Ra  R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
    """, hands=("RQ RT", ""), coins=(10_000, 0, 0, 0), deck="TH")  # fmt: skip
    play(s, "fee RQ", "go d4", "module", "lay RT")
    assert s.sides[0].coins == 10_010


# --- TRG-3, TRG-4, TRG-7: the ground --------------------------------------------------------------


def test_trg_3_there_are_three_terrains_rifts_and_the_pad():
    assert GROUNDS == ("Rock", "Sand", "Ice", "Rift", "Landing pad")
    counts = [STRAIGHT.ground.count(ground) for ground in range(5)]
    assert counts == [14, 14, 14, 6, 1]


def test_trg_4_the_outer_parts_have_one_rift_on_the_ring_and_two_of_each_terrain():
    for part in OUTER:
        assert part[1:].count(3) == 1
        assert [part.count(terrain) for terrain in range(4)] == [2, 2, 2, 1]


def test_trg_4_the_central_part_takes_turns_around_the_pad():
    assert CENTRE[0] == 4
    assert CENTRE[1:] == (0, 1, 2, 0, 1, 2)


def test_trg_4_no_two_parts_are_alike_however_they_are_turned():
    def turned(part, turns):
        return (part[0], *(part[1 + (n - turns) % 6] for n in range(6)))

    all_ways = [turned(part, turns) for part in OUTER for turns in range(6)]
    assert len(set(all_ways)) == 36


def test_trg_4_place_and_rotation_of_every_part_are_asked_of_chance():
    s = GAME.new(2)
    while s.step.what != "part":
        s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
    assert len(s.options(CHANCE)) == 36
    play(s, "* part C2")
    assert len(s.options(CHANCE)) == 30
    play(s, "* part A0", "* part F5", "* part B1", "* part D3", "* part E4", "* lot A")
    assert s.view(0)["table"].parts == ["C2", "A0", "F5", "B1", "D3", "E4"]


def test_trg_7_the_parts_are_drawn_so():
    drawn = planet("""
                S   S
      I   S   R   R   #
    I   S   #   I   I   S   R
      R   R   I   S   S   R   #
    I   I   R   O   R   I   I
  S   S   #   S   I   R   R
    R   R   R   I   I   I   #
          R   I   #   S   S
            S   S
    """)
    assert STRAIGHT.ground == drawn.ground


def test_trg_7_a_part_turned_once_has_its_rift_in_the_north_east():
    once = lay_parts(PARTS, (1, 6, 12, 18, 24, 30))  # part A, in the east, around d6
    assert named(once.rifts & hexes("d7", "c7", "c6", "d5", "e6", "e7")) == ["c7"]
    assert name(PAD_HEX) == "e4"
    assert once.ground[HEX["e5"]] == STRAIGHT.ground[HEX["e5"]]  # the centre is not turned


@pytest.mark.parametrize("parts", [PARTS, TWO_RIFTS], ids=["usual", "two Rifts"])
def test_trg_7_all_hexes_but_the_rifts_hang_together_and_have_two_ways_out(parts):
    for laid in some_boards(parts):
        free = laid.land | 1 << PAD_HEX
        seen, grown = 0, 1 << PAD_HEX
        while grown != seen:
            seen = grown
            for hexagon in range(HEXES):
                if seen >> hexagon & 1:
                    grown |= NEAR[hexagon] & free
        assert seen == free
        ways_out = [(NEAR[h] & free).bit_count() for h in range(HEXES) if free >> h & 1]
        assert min(ways_out) >= 2


def some_boards(parts):
    """All turns of parts in the order of the table would be 46,656 boards: every 77th."""
    for number, turns in enumerate(product(range(6), repeat=6)):
        if number % 77 == 0:
            yield lay_parts(parts, tuple(part * 6 + turn for part, turn in enumerate(turns)))


def test_trg_7_in_the_set_balanced_every_outer_part_has_a_second_rift_opposite_the_first():
    (balanced,) = GAME.presets
    rows = balanced.options["parts"]
    assert [[place for place, ground in enumerate(row) if ground == RIFT] for row in rows] == (
        [[1, 4]] * 6
    )
    grounds = [ground for row in rows for ground in row]
    assert [grounds.count(terrain) for terrain in range(3)] == [10, 10, 10]


def test_trg_7_other_parts_can_be_drawn():
    rocks = [[0] * 7 for _ in range(6)]
    s = GAME.new(2, {"parts": rocks})
    wander(s, 40, Dice(1))
    assert s.planet.rifts == 0
    assert s.planet.ground.count(0) == 44


def test_trg_7_every_place_takes_every_part():
    boards = {
        lay_parts(PARTS, tuple(part * 6 for part in order)).ground
        for order in permutations(range(6))
    }
    assert len(boards) == 720


# --- TRG-6: lines, neighbours, the edge -----------------------------------------------------------


def test_trg_6_lines_and_neighbours_take_no_notice_of_where_a_part_ends():
    assert named(NEAR[HEX["d5"]]) == ["c5", "c6", "d4", "d6", "e5", "e6"]
    assert named(LINES[HEX["d5"]]) == marked("""
                Rx  R
      R   R   R   Rx  R
    R   R   R   R   Rx  Rx  R
      Rx  Rx  Rx  Rx  R   Rx  Rx
    R   R   R   O   Rx  Rx  R
  R   R   R   R   Rx  R   Rx
    R   R   R   Rx  R   R   Rx
          R   Rx  R   R   R
            Rx  R
    """)


def test_trg_6_a_line_ends_at_the_edge_of_the_board():
    assert named(LINES[HEX["a2"]]) == marked("""
                Rx  R
      R   R   R   Rx  Rx
    R   R   R   Rx  R   Rx  R
      R   R   Rx  R   R   Rx  R
    R   R   Rx  O   R   R   Rx
  R   R   Rx  R   R   R   R
    R   Rx  R   R   R   R   R
          R   R   R   R   R
            R   R
    """)


def test_trg_6_edge_hexes_have_fewer_than_six_neighbours():
    assert named(EDGE) == marked("""
                Rx  Rx
      Rx  Rx  Rx  R   Rx
    Rx  R   R   R   R   Rx  Rx
      Rx  R   R   R   R   R   Rx
    Rx  R   R   O   R   R   Rx
  Rx  R   R   R   R   R   Rx
    Rx  Rx  R   R   R   R   Rx
          Rx  R   Rx  Rx  Rx
            Rx  Rx
    """)
    assert len(named(EDGE)) == 24


def test_trg_6_what_lies_between_two_hexes_is_on_their_line():
    assert named(BETWEEN[HEX["e1"] * HEXES + HEX["e5"]]) == ["e2", "e3", "e4"]
    assert named(BETWEEN[HEX["a2"] * HEXES + HEX["c4"]]) == ["b4"]
    assert BETWEEN[HEX["e1"] * HEXES + HEX["a1"]] == 0


def test_trg_22_where_straight_moves_may_end_is_known_for_every_hex_of_a_board():
    assert named(STRAIGHT.reach[HEX["d3"]]) == ["a2", "b4", "c4", "d1", "d2", "d4", "d5", "d6"] + [
        "e3", "e4", "f5", "g5", "h4"
    ]  # fmt: skip
    assert named(STRAIGHT.across[HEX["d3"]]) == sorted(
        [*named(STRAIGHT.reach[HEX["d3"]]), "b2", "g2"]
    )


# --- TRG-5, TRG-8: mats, and what is public -------------------------------------------------------


def test_trg_5_every_harvester_starts_on_the_pad_with_a_mat_of_its_own():
    for seats in (2, 3, 4):
        s = GAME.new(seats)
        wander(s, 60, Dice(seats))
        assert len({side.ability for side in s.sides}) == seats
        assert len({side.engine for side in s.sides}) == seats
    s = GAME.new(4)
    assert [player.at for player in s.view(0)["table"].players] == ["e4"] * 4


def test_trg_5_four_foreparts_and_four_main_parts_are_dealt_without_repetition():
    s = GAME.new(3)
    while s.step.what != "forepart":
        s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
    assert len(s.options(CHANCE)) == 4
    play(s, "* forepart Leap")
    assert len(s.options(CHANCE)) == 3
    play(s, "* forepart Lone", "* forepart Waiver", "* main Free")
    assert len(s.options(CHANCE)) == 3
    play(s, "* main Rebate", "* main Third")
    assert [side.ability for side in s.sides] == [2, 0, 3]
    assert [side.engine for side in s.sides] == [0, 3, 1]


def test_trg_8_all_but_hands_deck_and_undealt_production_is_public():
    s = position(
        hands=("RQ TH", "SS SS IP"), known=("", "IP", "", ""), market="RT RT CL", deck="ML EL",
        foreparts=("RD", "", "", ""), centres=("", "SD", "", ""), cargos=("BP", "", "", ""),
        coins=(4, 5, 0, 0),
    )  # fmt: skip
    table = s.view(NOBODY)["table"]
    mine, yours = table.players
    assert [mine.coins, yours.coins] == [4, 5]
    assert [mine.hand_size, yours.hand_size] == [2, 3]
    assert [mine.hand, yours.hand] == [None, None]
    assert yours.known == ["Intranet Protection"]
    assert table.market == [PileSeen("Rock Turbine", 2), PileSeen("Central Laboratory", 1)]
    assert table.deck == 2
    assert mine.forepart.cards == ["Rock Depot"]
    assert yours.centre.cards == ["Sand Depot"]
    assert mine.cargo == ["Production Block"]
    assert len(table.box) + table.unseen_production == 91 - 2 - 3 - 3 - 2 - 3


def test_trg_8_all_know_how_many_hidden_cards_are_production():
    s = position(hands=("RQ TH", "SS SS IP"), known=("", "IP", "", ""))
    yours = s.view(0)["table"].players[1]
    assert (yours.hidden_production, yours.hidden_others) == (2, 0)


def test_trg_8_you_see_your_own_hand():
    s = position(hands=("TH RQ", "SS"))
    assert s.view(0)["table"].players[0].hand == ["Rock Quarry", "Transit Hub"]
    assert s.view(1)["table"].players[0].hand is None


def test_a_drawing_is_what_it_looks_like():
    assert len(cells(ROCKS)) == HEXES
    assert named(projects(ROCKS.replace("O", "Oa"), "a")) == ["e4"]
    assert codes(position(hands=("TH RQ", "")).sides[0].hand) == "RQ TH"
