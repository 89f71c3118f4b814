"""TTA-10 to TTA-14: three rounds, who leads them, and what is hidden."""

import pytest

from games.tritarea.drawing import (
    SEATS,
    Listener,
    asked,
    deal_on,
    hand,
    offered,
    on,
    play,
    points,
    refusal,
    stock,
    table,
    trick,
    tricks,
    up_to,
    whole_game,
)
from trivet.core.dice import Dice
from trivet.core.sets import size
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.games.tritarea.pieces import ALL_CARDS, NO_FIVES
from trivet.games.tritarea.seen import CardSeen, TrickSeen

# --- TTA-10: the rounds ---------------------------------------------------------------------------


@pytest.mark.parametrize(("number", "cards", "blocks"), [(1, 8, 7), (2, 9, 8), (3, 9, 9)])
def test_tta_10_every_round_has_its_number_of_cards_and_blocks(number, cards, blocks):
    s = up_to("declare" if number == 3 else "play", number)
    assert [size(player.hand) for player in s.players] == [cards] * 4
    assert stock(s) == [blocks] * 4


@pytest.mark.parametrize(("number", "deck"), [(1, NO_FIVES), (2, ALL_CARDS), (3, ALL_CARDS)])
def test_tta_10_the_5s_are_left_out_in_round_1_only(number, deck):
    s = up_to("declare" if number == 3 else "play", number)
    assert s.in_hands() == deck


def test_tta_10_a_5_cannot_be_played_in_round_1():
    s = up_to("play")
    assert refusal(s, "I5") == ("TTA-10", "The four 5s are left out in round 1.")


def test_tta_10_every_round_has_eight_tricks():
    s, dice, played = whole_game(), Dice(3), {1: 0, 2: 0, 3: 0}
    while not s.is_over():
        number, before = s.round, len(s.tricks)
        s.apply(s.turn, s.sample(s.turn, dice))
        if s.round == number:
            played[number] = max(played[number], len(s.tricks), before)
    assert played == {1: 7, 2: 7, 3: 8}  # the eighth is swept away by the next round at once


def test_tta_10_the_card_left_over_in_round_2_is_the_declaration_of_intent():
    s = table(number=2, hands=("I1 M1", "I2 M2", "I3 M3", "I4 M4"))
    listener = Listener(s)
    play(tricks(s, done=7), "I1", "I2", "I3", "I4", "default", "default")
    assert "Ben turned up the Modern 2." in listener.words()


@pytest.mark.parametrize("number", [2, 3])
def test_tta_10_all_blocks_come_back_from_the_board_before_rounds_2_and_3(number):
    s = up_to("declare" if number == 3 else "play", number)
    assert not any(on(s, name) for name in ("a4", "b3", "c2", "d1"))
    assert all(building == 1 for building in s.buildings)


def test_tta_10_points_are_kept_from_round_to_round():
    s = up_to("play", 2)
    assert [player.after for player in s.players] == [(score,) for score in points(s)]


# --- TTA-11: the Lead -----------------------------------------------------------------------------


def test_tta_11_the_first_lead_is_drawn_by_lot():
    s = whole_game()
    assert asked(s) == "nobody"
    assert s.turn == CHANCE
    assert offered(s) == ["lot A", "lot B", "lot C", "lot D"]
    assert s.odds() == [1, 1, 1, 1]


def test_tta_11_the_lead_leads_the_first_trick_of_a_round():
    s = deal_on(play(whole_game(), "lot C"))
    assert asked(s) == "C play"


def last_trick(scores, lead):
    """The end of round 1, with these points before the last trick; nobody builds in it."""
    s = table(hands=("I1", "M1", "E1", "H1"), stock=(1, 1, 1, 1))
    for seat, player in enumerate(s.players):
        player.points = scores[seat]
    tricks(s, lead="B", done=7, rounds_lead=lead)
    return play(s, "default")  # B led four different suits and loses a point


def test_tta_11_the_highest_score_leads_the_next_round():
    s = last_trick((3, 9, 20, 4), lead="A")
    assert SEATS[s.lead] == "C"
    assert asked(deal_on(s)) == "C play"


def test_tta_11_what_counts_is_the_running_total_and_not_the_gain_of_the_round():
    s = last_trick((0, 0, 0, 5), lead="A")
    assert SEATS[s.lead] == "D"


@pytest.mark.parametrize(
    ("scores", "lead", "following"),
    [
        ((9, 0, 9, 0), "D", "A"),  # clockwise from D: A before C
        ((9, 0, 9, 0), "B", "C"),
        ((9, 0, 9, 0), "C", "C"),  # the last Lead included
        ((0, 1, 0, 0), "C", "C"),  # B falls back to 0 by the default: all tied
    ],
)
def test_tta_11_tied_the_nearest_clockwise_from_the_last_lead_leads(scores, lead, following):
    assert SEATS[last_trick(scores, lead).lead] == following


def test_tta_11_play_is_clockwise():
    s = table(hands=("I1 I2", "M1 M2", "E1 E2", "H1 H2"))
    tricks(s, lead="C")
    order = []
    for card in ("E1", "H1", "I1", "M1"):
        order.append(asked(s))
        play(s, card)
    assert order == ["C play", "D play", "A play", "B play"]


# --- TTA-12, TTA-13: cards, and what a 5 counts ---------------------------------------------------


def test_tta_12_any_card_may_be_played_whatever_was_led():
    s = table(number=2, hands=("I1 I2", "I7 M3 E9 H4", "M1 M2", "E1 E2"))
    play(tricks(s), "I1")
    assert offered(s) == ["I7", "M3", "E9", "H4"]


def test_tta_12_a_card_can_be_played_once():
    s = table(hands=("I1 I2 I3", "M1 M2 M3", "E1 E2 E3", "H1 H2 H3"))
    play(tricks(s), "I1", "M1", "E1", "H1", "default")
    assert refusal(s, "I1") == ("TTA-12", "You have already played the Intelligent 1.")


def test_tta_12_you_cannot_play_a_card_that_you_do_not_hold():
    s = tricks(table(hands=("I1 I2", "M1 M2", "E1 E2", "H1 H2")))
    assert refusal(s, "M1") == ("TTA-12", "You do not hold the Modern 1.")


def test_tta_13_a_5_may_be_played_as_5_as_0_or_as_10():
    s = tricks(table(number=2, hands=("I5 I6", "M1 M2", "E1 E2", "H1 H2")))
    assert offered(s) == ["I5", "I6", "I5=0", "I5=10"]


def test_tta_13_the_value_is_said_in_the_open_before_the_next_player_plays():
    s = table(number=2, hands=("I5 I6", "M1 M2", "E1 E2", "H1 H2"))
    play(tricks(s), "I5=10")
    assert asked(s) == "B play"
    assert s.view(1)["table"].trick[0] == CardSeen("I5", 10)


def test_tta_13_an_unchanged_5_costs_nothing():
    assert points(trick("I5", "M1", "E1", "H1")) == [0, 0, 0, 0]


def test_tta_13_the_price_is_paid_at_once_even_below_zero():
    s = table(number=2, hands=("I5 I6", "M1 M2", "E1 E2", "H1 H2"))
    assert points(play(tricks(s), "I5=10")) == [-2, 0, 0, 0]


def test_tta_13_for_a_declared_5_the_value_is_chosen_with_the_card():
    s = up_to("declare", 3)
    holder = next(seat for seat in SEATS if "5" in hand(s, seat))
    while SEATS[s.turn] != holder:
        s.apply(s.turn, s.options(s.turn)[0])
    five = next(card for card in hand(s, holder).split() if card[1] == "5")
    texts = [text for text in offered(s) if five in text]
    assert texts == [f"declare {five}", f"declare {five}=0", f"declare {five}=10"]


def test_tta_13_only_a_5_can_be_changed():
    s = tricks(table(number=2, hands=("I5 I6", "M1 M2", "E1 E2", "H1 H2")))
    assert refusal(s, "I6=0") == ("TTA-13", "Only a 5 can be changed.")
    assert refusal(s, "I5=7") == ("TTA-13", "A 5 counts as 5, as 0 or as 10.")


# --- TTA-14: what is hidden -----------------------------------------------------------------------


def test_tta_14_hands_are_hidden_from_the_others_and_from_spectators():
    s = tricks(table(hands=("I1 I2", "M1 M2", "E1 E2", "H1 H2")))
    assert s.view(0)["table"].hands == [["I1", "I2"], ["?", "?"], ["?", "?"], ["?", "?"]]
    assert s.view(NOBODY)["table"].hands == [["?", "?"]] * 4
    assert s.view(EVERYONE)["table"].hands[3] == ["H1", "H2"]


def test_tta_14_a_dealt_hand_is_told_to_its_owner_alone():
    s = whole_game()
    listener = Listener(s)
    deal_on(play(s, "lot A"))
    dealt = [(event.to, event.data[0]) for event in listener.events if event.what == "dealt"]
    assert dealt == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_tta_14_the_card_left_in_round_2_is_hidden_while_the_last_rights_are_used():
    s = table(number=2, hands=("I1 M1", "I2 M2", "I3 M3", "I4 M4"))
    play(tricks(s, done=7), "I1", "I2", "I3", "I4")
    assert asked(s) == "A build"
    assert s.view(0)["table"].hands == [["M1"], ["?"], ["?"], ["?"]]
    assert s.view(0)["table"].declared == [None] * 4


def test_tta_14_cards_played_stay_open_with_their_values_and_rights():
    s = table(number=2, hands=("I5 I2", "M1 M2", "I9 E2", "H1 H2"))
    play(tricks(s), "I5=0", "M1", "I9", "H1", "default", "default")
    cards = [CardSeen("I5", 0), CardSeen("M1", 1), CardSeen("I9", 9), CardSeen("H1", 1)]
    assert s.view(3)["table"].tricks == [TrickSeen(leader=0, cards=cards, first=0, second=2)]


def test_tta_14_buildings_are_open_to_the_bottom():
    s = tricks(table("""
        ABBD .  .  .
        .    .  .  .
        .    .  C  .
        .    .  .  .
    """, hands=("I1 I2", "M1 M2", "E1 E2", "H1 H2")))  # fmt: skip
    board = s.view(NOBODY)["table"].board
    assert board[0].blocks == [0, 1, 1, 3]
    assert board[10].blocks == [2]


def test_tta_14_scores_stocks_and_sales_are_open():
    s = play(up_to("sell", 3), "sell 4")
    seller = (s.lead - 1) % 4
    shown = s.view(NOBODY)["table"]
    assert shown.sold[seller] == 4
    assert shown.stock[seller] == 5
    assert shown.points == points(s)


def test_tta_14_a_last_card_lies_down_by_itself_when_no_hand_can_hold_a_5():
    s = table(hands=("I1", "M1", "E1", "I4"), stock=(7, 7, 7, 7))
    assert asked(tricks(s, done=7)) == "A build"


def test_tta_14_a_last_card_is_asked_for_while_some_hand_may_hold_a_5():
    s = table(number=3, hands=("I1", "M1", "E5", "I4"), stock=(7, 7, 7, 7))
    tricks(s, done=7)
    assert asked(s) == "A play"
    assert offered(s) == ["I1"]
    play(s, "I1", "M1", "E5=0")
    assert asked(s) == "A build"  # no 5 is left, so D's card lay down by itself


def test_tta_14_a_card_laid_or_turned_up_has_come_to_light():
    """What was seen stays seen: it cannot be taken back (HOUSE-4)."""
    s = tricks(table(number=2, hands=("I1 M1", "I2 M2", "I3 M3", "I4 M4")), done=7)
    marks = [s.revealed]
    for answer in ("I1", "I2", "I3", "I4"):
        marks.append(play(s, answer).revealed)
    assert marks == sorted(set(marks))
    before = play(s, "default").revealed
    assert before == marks[-1]  # a building decision shows nothing hidden
    assert play(s, "default").revealed > before  # but after the last one the cards are turned up
