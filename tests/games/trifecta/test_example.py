"""The worked example of the source: a stage of three players, with TRF-10 to TRF-22 at work.

The source shows the hands as pictures that are lost.  What it says of them in words, and every card
it names, is kept; where it leaves a card, an opponent or the order of two goals open, we chose:
    hands    A four Circles and no more than two of anything else; B five Completes, three Blue and
             three Filled cards, one or two of everything else; C four Filled, Red and Triangles
    round 2  C antes its Filled Single: the source does not say which card
    round 5  A is alone in for Green, at the price of its Green Single
    round 6  B contests Red, and C pays five cards for it as the source says
    round 7  C contests Hollow with no card, B wins it with two and keeps two worthless ones
In two places we play by the rule and not by the example: nobody sees which goal was discarded in
round 3 (TRF-11), and who is alone in for a goal plays no card for it (TRF-10).
"""

import pytest

from games.trifecta.drawing import asked, bag, dealt, hand, look, play_round, unseen, won
from trivet.games.trifecta.pieces import VALUES, matches, total

HANDS = {
    "A": "Prc Pgs Hbc H G B C C T",
    "B": "Prs Fbc Pgc Fbs Hgt F H R B",
    "C": "Frc Frt Fgt Hrt F R G C T",
}
ROUNDS = [  # who is in for which goal, with which ante and which bid
    {"true": "AC", "goal": "B", "antes": ["H", "G"], "bids": ["Hbc+B", "0"]},
    {"true": "C", "goal": "F", "antes": ["F"]},
    {"true": ""},
    {"true": "AB", "goal": "C", "antes": ["T", "F"], "bids": ["Prc+C+C", "Fbc+Pgc"]},
    {"true": "A", "goal": "G", "antes": ["G"]},
    {"true": "BC", "goal": "R", "antes": ["Fbs", "C"], "bids": ["Prs", "Frc+Frt+Hrt+R"]},
    {"true": "BC", "goal": "H", "bids": ["Hgt+H", "0"]},
    {"true": "C", "goal": "T"},
    {"true": "A", "goal": "P"},
]
ways = pytest.mark.parametrize("late_ante", [False, True])  # the example antes after the reveal


def example(rounds, late_ante):
    """The game after so many rounds."""
    s = dealt(*HANDS.values(), late_ante=late_ante)
    for said in ROUNDS[:rounds]:
        play_round(s, **said)
    return s


def counts(letter):
    cards = bag(*HANDS[letter].split())
    return {VALUES[value]: matches(cards, value) for value in range(9)}


def test_hand_1_has_four_circles_and_no_more_than_two_of_anything_else():
    found = counts("A")
    assert found.pop("Circle") == 4
    assert max(found.values()) == 2


def test_hand_2_has_five_completes_and_three_or_more_only_of_blue_and_filled():
    found = counts("B")
    assert sum(len(card) == 3 for card in HANDS["B"].split()) == 5
    assert min(found.pop("Blue"), found.pop("Filled")) >= 3
    assert set(found.values()) == {1, 2}


def test_hand_3_has_four_filled_four_red_and_four_triangles_and_no_blue():
    found = counts("C")
    assert (found["Filled"], found["Red"], found["Triangle"], found["Blue"]) == (4, 4, 4, 0)


@ways
def test_trf_12_player_1_wins_blue_with_two_cards_to_none(late_ante):
    s = example(1, late_ante)
    assert [won(s, seat) for seat in "ABC"] == ["B", "", ""]
    assert [total(player.hand) for player in s.players] == [6, 9, 8]


@ways
def test_trf_10_player_3_wins_filled_for_the_ante_alone(late_ante):
    s = example(2, late_ante)
    assert (won(s, "C"), total(s.players[2].hand)) == ("F", 7)


@ways
def test_trf_11_nobody_wants_the_third_goal_and_nobody_sees_it(late_ante):
    s = example(3, late_ante)
    assert [total(player.hand) for player in s.players] == [6, 9, 7]
    assert (look(s, 0).rounds[2].goal, unseen(s)) == (None, "PHRGCST")


@ways
def test_trf_12_player_1_wins_circle_with_three_cards_to_two(late_ante):
    s = example(4, late_ante)
    assert [won(s, seat) for seat in "ABC"] == ["BC", "", "F"]
    assert (hand(s, "A"), total(s.players[1].hand)) == ("Pgs G", 6)


@ways
def test_trf_9_and_12_red_costs_player_3_an_ante_and_four_cards(late_ante):
    before, after = example(5, late_ante), example(6, late_ante)
    assert total(before.players[2].hand) - total(after.players[2].hand) == 5
    assert (won(after, "A"), won(after, "C")) == ("GBC", "FR")


@ways
def test_trf_8_player_2_wins_hollow_and_has_two_worthless_cards_left(late_ante):
    s = example(7, late_ante)
    assert (won(s, "B"), hand(s, "B")) == ("H", "R B")
    assert set(unseen(s)) == {"S", "T", "P"}  # the Square may still come, for all they know


@ways
def test_trf_10_player_3_alone_is_in_for_triangle_and_keeps_both_of_its_own(late_ante):
    s = example(8, late_ante)
    assert (won(s, "C"), hand(s, "C")) == ("FRT", "Fgt T")


@ways
def test_trf_20_and_22_players_1_and_3_survive(late_ante):
    s = example(8, late_ante)
    assert look(s, 0).needed == 3
    play_round(s, **ROUNDS[8])
    assert (s.stage, look(s, 0).alive, look(s, 0).needed) == (2, [0, 2], 0)
    assert look(s, 0).players[1].place == 3
    assert asked(s) == "*"
