"""TRF-1 to TRF-3: the cards, and what matches what."""

import pytest

from games.trifecta.drawing import (
    GAME,
    bag,
    dealt,
    hand,
    look,
    offered,
    opt,
    play,
    position,
    why,
)
from trivet.core.dice import Dice
from trivet.core.walk import wander
from trivet.games.trifecta.names import LETTERS, short
from trivet.games.trifecta.pieces import (
    CARDS,
    DECK,
    KINDS,
    SINGLE,
    VALUES,
    card_name,
    cards,
    copies,
    is_held,
    kinds,
    matches,
    nth_card,
    pick,
    total,
    unit,
    values,
)

COMPLETES = [p + c + s for p in "FPH" for c in "rgb" for s in "cst"]

# --- TRF-1 ----------------------------------------------------------------------------------------


def test_trf_1_the_deck_has_every_complete_once_and_three_of_each_single():
    assert list(map(short, cards(DECK))) == COMPLETES + [one for one in LETTERS for _ in range(3)]
    assert total(DECK) == CARDS == 54


def test_trf_1_chance_deals_each_card_by_how_many_there_are():
    s = GAME.new(2)
    assert dict(zip(offered(s), s.odds(), strict=True)) == {
        **{f"deal {one}": 1 for one in COMPLETES},
        **{f"deal {one}": 3 for one in LETTERS},
    }


def test_trf_1_a_card_that_was_dealt_is_not_dealt_again():
    s = play(GAME.new(2), "* deal Frs", "* deal R", "* deal R")
    odds = dict(zip(offered(s), s.odds(), strict=True))
    assert ("deal Frs" in odds, odds["deal R"], odds["deal G"]) == (False, 1, 3)


def test_trf_1_the_goal_pile_has_one_of_each_value():
    assert look(GAME.new(2), 0).unseen == list(VALUES)


def test_trf_1_six_players_are_dealt_the_whole_deck():
    s = GAME.new(6)
    wander(s, 54, Dice(1))
    assert (s.deck, sum(player.hand for player in s.players)) == (0, DECK)


@pytest.mark.parametrize(
    ("kind", "name", "letters"),
    [(0, "Filled Red Circle", "FRC"), (26, "Hollow Blue Triangle", "HBT"), (30, "Red Single", "R")],
)
def test_trf_1_a_complete_has_three_values_and_a_single_one(kind, name, letters):
    assert card_name(kind) == name
    assert {LETTERS[value] for value in range(9) if values(kind) >> value & 1} == set(letters)


# --- TRF-2 ----------------------------------------------------------------------------------------


def test_trf_2_to_choose_true_or_false_costs_no_card():
    s = opt(dealt(*TWO_HANDS), "A")
    assert (hand(s, "A"), hand(s, "B")) == (sorted_hand(TWO_HANDS[0]), sorted_hand(TWO_HANDS[1]))


def test_trf_2_true_and_false_come_back_every_round():
    s = position("A Frs R\nB Hbt G", number=7)
    for goal in "FPH":
        play(s, f"* goal {goal}")
        assert (offered(s, "A"), offered(s, "B")) == (["false", "true"], ["false", "true"])
        opt(s, "")


TWO_HANDS = ("Frs Prs Hrs R R R G G G", "Fgc Pgc Hgc B B B C C C")


def sorted_hand(text):
    return " ".join(map(short, cards(bag(*text.split()))))


# --- TRF-3 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", range(9))
def test_trf_3_a_goal_is_matched_by_its_singles_and_by_every_complete_that_carries_it(value):
    letter = LETTERS[value]
    matching = [one for one in COMPLETES if letter in one.upper()] + [letter] * 3
    assert len(matching) == matches(DECK, value) == 12
    assert all(matches(bag(one), value) == 1 for one in matching)
    assert matches(DECK - bag(*matching), value) == 0


def test_trf_3_only_matching_cards_can_be_bid():
    s = position("A Frs R G Hbt\nB Pgc C C C", number=7)
    opt(play(s, "* goal R"), "AB")
    assert offered(s, "A") == ["bid 0", "bid Frs", "bid R", "bid Frs+R"]
    assert offered(s, "B") == ["bid 0"]


def test_trf_3_why_a_card_that_does_not_match_cannot_be_bid():
    s = position("A Frs R G Hbt\nB Pgc C C C", number=7)
    opt(play(s, "* goal R"), "AB")
    expected = ("TRF-3", "Only cards that carry Red match this goal.")
    assert why(s, "A bid G") == why(s, "A bid Frs+Hbt") == expected


# --- bags of cards --------------------------------------------------------------------------------


def test_a_bag_keeps_what_is_put_into_it():
    some = bag("Frs", "Hbt", "R", "R", "T", "T", "T")
    assert list(map(short, cards(some))) == ["Frs", "Hbt", "R", "R", "T", "T", "T"]
    assert list(map(short, kinds(some))) == ["Frs", "Hbt", "R", "T"]
    assert [copies(some, kind) for kind in kinds(some)] == [1, 1, 2, 3]
    assert total(some) == 7


@pytest.mark.parametrize("kind", range(KINDS))
def test_a_bag_with_one_card(kind):
    assert (cards(unit(kind)), total(unit(kind)), copies(unit(kind), kind)) == ([kind], 1, 1)


def test_the_nth_card_of_a_bag_goes_through_all_of_them():
    assert [nth_card(DECK, n) for n in range(CARDS)] == cards(DECK)


def test_a_card_is_picked_as_often_as_it_is_there():
    some, dice = bag("Frs", "R", "R", "R"), Dice(1)
    picked = [pick(some, dice) for _ in range(4000)]
    assert set(picked) == set(kinds(some))
    assert 2850 < picked.count(SINGLE + 3) < 3150


@pytest.mark.parametrize(
    ("some", "expected"),
    [("-", True), ("R R", True), ("R R R", False), ("Frs", True), ("Hbt", False), ("G", False)],
)
def test_whether_a_bag_is_part_of_a_hand(some, expected):
    assert is_held(bag(*some.split()), bag("Frs", "R", "R")) is expected
