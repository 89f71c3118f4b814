"""TRG-10 to TRG-13: the first cards, the lot, and what may be agreed upon."""

import pytest

from games.trehgrannik.drawing import GAME, Listener, codes, play, position
from trivet.core.dice import Dice
from trivet.core.options import BadOption
from trivet.core.state import CHANCE, NOBODY
from trivet.core.walk import playout, wander
from trivet.games.trehgrannik.pieces import (
    CARDS,
    CROSSING,
    LONE,
    PRODUCTION,
    REBATE,
    SYSTEMS,
    THIRD,
    TYPE,
)

# --- TRG-10: the first cards ----------------------------------------------------------------------


def dealt(seats, seed=1, **options):
    """A game whose set-up is over."""
    s = GAME.new(seats, options)
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(seed)))
    return s


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trg_10_everybody_gets_three_production_cards_and_one_other(seats):
    for side in dealt(seats).sides:
        types = [TYPE[kind] for kind in side.hand.each()]
        assert types.count(PRODUCTION) == 3
        assert len(types) == 4


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trg_10_the_rest_of_production_goes_to_the_box_and_none_is_in_the_deck(seats):
    s = dealt(seats)
    assert s.undealt.size == 13 - 3 * seats
    assert all(TYPE[kind] != PRODUCTION for kind in s.deck.each())
    assert s.deck.size + s.market.size == 78 - seats


def test_trg_10_four_piles_are_the_market():
    s = dealt(2)
    assert len(set(s.market.each())) == 4


def test_trg_10_a_card_that_is_dealt_is_shown_to_its_owner_alone():
    s = GAME.new(2)
    listener = Listener(s)
    play(s, "* deal SS")
    assert [(event.what, event.to, event.data[:2]) for event in listener.events] == [
        ("drew", 0, (0, 1))
    ]
    seen = [s.view(viewer)["table"].players[0].hand for viewer in (0, 1, NOBODY)]
    assert seen == [["Sand Sifter"], None, None]


def test_trg_10_a_card_taken_from_the_market_is_known_to_all_for_as_long_as_you_hold_it():
    s = position(hands=("TH", "TH"), market="RT CL ML EL IP")
    play(s, "take RT", "take CL")
    assert s.view(1)["table"].players[0].known == ["Rock Turbine", "Central Laboratory"]
    play(s, "take ML", "take EL", "fee RT")
    assert s.view(1)["table"].players[0].known == ["Central Laboratory"]


def test_trg_10_of_two_alike_the_known_one_goes_first():
    s = position(hands=("RT RT TH", ""), known=("RT", "", "", ""))
    play(s, "fee RT")
    assert codes(s.sides[0].known) == ""
    assert s.sides[0].hidden() == 2


# --- TRG-11: the lot ------------------------------------------------------------------------------


def test_trg_11_a_lot_decides_who_starts_and_turns_go_clockwise():
    s = GAME.new(3)
    while s.step.what != "lot":
        s.apply(CHANCE, s.sample(CHANCE, Dice(2)))
    assert s.options(CHANCE) == [0, 1, 2]
    assert s.odds() == [1, 1, 1]
    play(s, "* lot C")
    order = []
    for _ in range(4):
        order.append(s.turn)
        turns = s.turns
        while s.turns == turns:
            s.apply(s.turn, s.options(s.turn)[-1])
    assert order == [2, 0, 1, 2]


# --- TRG-12: without Systems ----------------------------------------------------------------------


def test_trg_12_without_systems_76_cards_are_left_63_of_them_beside_production():
    s = GAME.new(2, {"no_systems": True})
    assert s.terms.cards.size == 76
    assert s.deck.size == 63
    names = {CARDS[kind].name for kind in s.terms.cards.each()}
    assert names.isdisjoint({"Rock Probe", "Sand Tap", "Ice Jammer", "System Block"})


def test_trg_12_black_scores_nothing_then():
    s = GAME.new(3, {"no_systems": True})
    playout(s, Dice(1))
    assert all(s.lead_in(SYSTEMS, seat) == 0 for seat in range(3))
    assert s.audit() == ""


# --- TRG-13: starting coins -----------------------------------------------------------------------


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trg_13_with_three_and_four_everyone_has_a_coin_more_than_the_one_before(seats):
    s = dealt(seats)
    purse = [s.sides[(s.starter + place) % seats].coins for place in range(seats)]
    assert purse == ([0, 0] if seats == 2 else [0, 1, 2, 3][:seats])


def test_trg_13_by_option_later_players_start_with_coins():
    for seed in range(4):
        s = dealt(3, seed, purse=[[0, 1, 2, 9]])
        in_order = [s.sides[(s.starter + place) % 3].coins for place in range(3)]
        assert in_order == [0, 1, 2]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_trg_13_the_coins_can_differ_by_the_number_of_players(seats):
    s = dealt(seats, 1, purse=[[0, 1], [0, 2, 3], [0, 1, 1, 2]])
    in_order = [s.sides[(s.starter + place) % seats].coins for place in range(seats)]
    assert in_order == [[0, 1], [0, 2, 3], [0, 1, 1, 2]][seats - 2]


def test_trg_5_by_option_there_are_other_numbers_of_each_part():
    for seed in range(6):
        s = dealt(4, seed, mats=[[4, 0, 0, 0], [0, 2, 1, 1]])
        assert [side.ability for side in s.sides] == [LONE] * 4
        assert sorted(side.engine for side in s.sides) == [THIRD, THIRD, CROSSING, REBATE]


def test_trg_5_everybody_needs_a_mat():
    with pytest.raises(BadOption, match="4 players need as many foreparts and centres"):
        GAME.new(4, {"mats": [[1, 1, 1, 0], [1, 1, 1, 1]]})
    assert GAME.new(3, {"mats": [[1, 1, 1, 0], [1, 1, 1, 1]]}).audit() == ""


@pytest.mark.parametrize(
    "options",
    [
        {"purse": [[0, 1]]},
        {"purse": [[0, 1], [0, 1], [0, 1]]},
        {"purse": [[0, 0, 0, -1]]},
        {"coins": []},
        {"parts": [[9] * 7] * 6},
    ],
)
def test_a_wrong_wish_is_refused(options):
    with pytest.raises(BadOption):
        GAME.new(2, options)


def test_any_parts_make_a_game_that_ends():
    for parts in ([[3] * 7] * 6, [[0] * 7] * 6, [[3, 0, 0, 3, 0, 0, 3]] * 6):
        for seats in (2, 3, 4):
            s = GAME.new(seats, {"parts": parts})
            wander(s, 100_000, Dice(seats))
            assert s.is_over()
            assert s.audit() == ""
