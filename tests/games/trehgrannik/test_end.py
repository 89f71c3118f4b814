"""TRG-50 to TRG-54: the last turns, the cargo, the win, and that nothing ever gets lost."""

import pytest

from games.trehgrannik.drawing import GAME, ROCKS, Listener, play, position
from trivet.core.dice import Dice
from trivet.core.walk import fault
from trivet.games.trehgrannik.cards import cards_of
from trivet.games.trehgrannik.state import ALL_PASSED, BUILT_UP, NO_PROJECTS, TOO_LONG

PROJECTS = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   R   Rc  O   Ra  Rb  R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


def last_project(seats=3, mover="A", spare=((1, 0), (3, 3), (3, 3))):
    """The mover builds the last module."""
    s = position(
        PROJECTS, seats=seats, mover=mover, hands=("RQ SS IM",) * 3, spare=spare,
        market="RT CL ML EL IP EP",
    )  # fmt: skip
    return play(s, "fee RQ", "go d4", "lay SS", "cargo")


# --- TRG-50: the last project ---------------------------------------------------------------------


def test_trg_50_every_other_player_has_one_more_turn():
    s = last_project()
    assert not s.is_over()
    assert s.turn == 1
    play(s, "take RT", "take CL")
    assert s.turn == 2
    play(s, "take ML", "take EL")
    assert s.is_over()
    assert s.ended_by == BUILT_UP


def test_trg_50_the_turns_run_up_to_the_player_before():
    s = last_project(mover="B", spare=((3, 3), (1, 0), (3, 3)))
    play(s, "take RT", "take CL")
    assert s.turn == 0
    play(s, "take ML", "take EL")
    assert s.is_over()


def test_trg_50_it_must_be_the_last_of_all_own_modules_and_bases():
    s = position(
        PROJECTS, seats=3, hands=("RQ SS IM",) * 3, spare=((1, 1), (3, 3), (3, 3)),
        market="RT CL ML EL IP EP", deck="TH",
    )  # fmt: skip
    play(s, "fee RQ", "go d4", "module", "lay SS", "cargo")
    assert s.finisher == -1  # a base is left
    s = last_project(spare=((2, 0), (3, 3), (3, 3)))
    assert s.finisher == -1  # a module is left


def test_trg_50_a_second_player_finishing_changes_nothing():
    s = last_project(spare=((1, 0), (1, 0), (3, 3)))
    play(s, "fee RQ", "go d3", "lay SS", "cargo")
    assert s.turn == 2
    play(s, "take RT", "take CL")
    assert s.is_over()


def test_trg_50_the_last_project_is_told():
    s = position(
        PROJECTS, seats=3, hands=("RQ SS IM",) * 3, spare=((1, 0), (3, 3), (3, 3)), market="RT CL"
    )
    listener = Listener(s)
    play(s, "fee RQ", "go d4", "lay SS", "cargo")
    assert listener.heard("last") == [(0, 0, 0, 0)]


# --- TRG-51: other ends ---------------------------------------------------------------------------


def test_trg_51_the_game_ends_when_all_pass_in_a_row():
    s = position(ROCKS, seats=3, hands=("RQ", "SC", ""))
    assert s.is_over()
    assert s.ended_by == ALL_PASSED


def test_trg_51_passes_must_be_in_a_row():
    s = position(
        PROJECTS, hands=("RQ", ""), mats=("Lone Free", "Leap Third"),
        centres=("SD SD SD ID ID", "", "", ""),
    )  # fmt: skip
    play(s, "move", "go e5")  # B has no card and passes, A moves again and again
    assert s.turn == 0
    play(s, "move", "go e4")
    assert not s.is_over()


def test_trg_51_the_game_ends_after_100_turns_without_a_new_project():
    s = position(PROJECTS, hands=("RQ SS IM", "RQ SS IM"), market="TH CL ML EL", deck="EP")
    s.quiet = 98
    play(s, "fee SS", "go e6")
    assert not s.is_over()
    play(s, "fee SS", "go e5")
    assert s.is_over()
    assert s.ended_by == NO_PROJECTS


def test_trg_51_a_new_project_starts_the_count_again():
    s = position(PROJECTS, hands=("RQ SS IM", "RQ SS IM"), market="TH CL ML EL", deck="EP")
    s.quiet = 99
    play(s, "fee SS", "go d4", "module", "lay RQ", "cargo")
    assert not s.is_over()
    assert s.quiet == 0


def test_trg_51_the_game_ends_after_300_turns():
    s = position(PROJECTS, hands=("RQ SS IM", "RQ SS IM"), market="TH CL ML EL", deck="EP")
    s.turns = 299
    play(s, "fee SS", "go d4", "module", "lay RQ", "cargo")
    assert s.is_over()
    assert s.ended_by == TOO_LONG


def test_trg_51_ends_at_once_without_extra_turns():
    s = position(
        PROJECTS, hands=("RQ SS IM", "RQ SS IM"), spare=((1, 0), (3, 3)), market="TH CL ML EL",
        deck="EP",
    )  # fmt: skip
    s.turns = 299
    play(s, "fee SS", "go d4", "lay RQ", "cargo")
    assert s.is_over()


# --- TRG-52: the cargo ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cargos", "points"),
    [
        (("RQ SS", "IM", ""), [2, 0, 0]),  # two blue against one
        (("RQ SS", "IM IM", ""), [0, 0, 0]),  # tied
        (("RQ SS", "IM IM", "RQ"), [0, 0, 0]),  # tied for the lead
        (("RQ", "IM IM", "RQ"), [0, 2, 0]),
        (("RQ SS RT", "IM TH BP", "TH TH"), [3, 1, 2]),  # colour by colour
        (("", "", ""), [0, 0, 0]),
    ],
)
def test_trg_52_the_most_cards_of_a_colour_score_as_many_points(cargos, points):
    s = position(PROJECTS, seats=3, cargos=(*cargos, ""))
    assert [s.cargo_points(seat) for seat in range(3)] == points


def test_trg_52_slots_that_are_not_the_cargo_do_not_count():
    s = position(
        PROJECTS, foreparts=("RQ SS", "", "", ""), centres=("IM IM", "", "", ""),
        cargos=("", "RQ", "", ""),
    )  # fmt: skip
    assert [s.cargo_points(seat) for seat in range(2)] == [0, 1]


# --- TRG-53: the win ------------------------------------------------------------------------------


def over(coins, cargos=("", "", "", "")):
    """A game that is over, because nobody can do anything."""
    s = position(ROCKS, seats=3, hands=("", "", ""), coins=(*coins, 0), cargos=cargos)
    assert s.is_over()
    return s.scores()


def test_trg_53_most_points_win_coins_and_cargo_together():
    assert over((5, 4, 3)) == [1.0, 0.0, 0.0]
    assert over((5, 4, 3), ("", "TH TH", "", "")) == [0.0, 1.0, 0.0]


def test_trg_53_a_tie_is_shared():
    assert over((5, 5, 3)) == [0.5, 0.5, 0.0]
    assert over((5, 5, 5)) == pytest.approx([1 / 3] * 3)


def test_trg_53_before_the_end_nobody_has_won():
    assert position(PROJECTS, hands=("RQ SS", "RQ")).scores() == [0.0, 0.0]


# --- TRG-54: nothing gets lost --------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("options", [{}, {"no_systems": True}])
def test_trg_54_all_cards_and_miniatures_are_there_after_every_answer(seats, options):
    for seed in range(8):
        assert fault(GAME.new(seats, options), Dice(seed), 10_000) == ""


def test_trg_54_a_lost_card_is_noticed():
    s = position(PROJECTS, hands=("RQ SS", "RQ"))
    s.sides[0].hand = s.sides[0].hand.minus(0)
    assert s.audit() == "the cards are not all there"


def test_trg_54_a_card_known_but_not_held_is_noticed():
    s = position(PROJECTS, hands=("RQ SS", "RQ"))
    s.sides[0].known = cards_of([5])
    assert s.audit() == "seat 0 does not hold what is known of its hand"


def test_trg_54_a_lost_miniature_is_noticed():
    s = position(PROJECTS.replace("Rc", "R "), hands=("RQ SS", "RQ"))
    assert s.audit() == ""
    s.sides[1].spare_bases -= 1
    assert s.audit() == "the bases of seat 1 are not all there"


def test_trg_54_a_project_where_none_can_stand_is_noticed():
    s = position(PROJECTS.replace("Rc", "R ").replace("O", "Oa"), hands=("RQ SS", "RQ"))
    assert s.audit() == "a project stands where none was built, or where none can stand"
