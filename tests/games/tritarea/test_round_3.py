"""TTA-40 to TTA-42: declarations and the sale, before the tricks of round 3."""

import pytest

from games.tritarea.drawing import (
    CODEC,
    SEATS,
    Listener,
    asked,
    hand,
    offered,
    play,
    points,
    refusal,
    stock,
    table,
    up_to,
)
from trivet.core.state import NOBODY
from trivet.games.tritarea.rules import ROUND_3

HANDS = ("I1 I5", "M2 M6", "E3 E7", "H4 H8")


def before_play(lead="A", hands=HANDS):
    """Round 3 as soon as the cards are dealt; two cards a hand are enough here."""
    s = table(number=3, hands=hands)
    s.lead = s.leader = SEATS.index(lead)
    s.next(ROUND_3[:-2])  # all but the setting up and the deal
    s.settle()
    return s


def declare(s, *cards):
    for seat, card in enumerate(cards):
        s.apply(seat, CODEC.read(s, seat, f"declare {card}"))
    return s


# --- TTA-40: declarations -------------------------------------------------------------------------


def test_tta_40_all_pick_a_card_at_the_same_time():
    s = before_play()
    assert [s.is_waiting_for(seat) for seat in range(4)] == [True] * 4
    assert s.step.what == "declare"
    assert [CODEC.write(s, 1, choice) for choice in s.options(1)] == ["declare M2", "declare M6"]


def test_tta_40_a_declaration_stays_sealed_until_the_last_one_is_in():
    s = before_play()
    s.apply(0, CODEC.read(s, 0, "I5=10"))
    s.apply(2, CODEC.read(s, 2, "E3"))
    assert s.view(1)["answered"] == [0, 2]
    assert s.view(1)["table"].declared == [None] * 4
    assert s.view(1)["table"].points == [0] * 4
    assert s.view(0)["said"] == "declare I5=10"
    assert s.view(NOBODY)["said"] == ""


def test_tta_40_all_declarations_are_revealed_together():
    s = declare(before_play(), "I5=10", "M2", "E3", "H8")
    shown = [card.card for card in s.view(NOBODY)["table"].declared]
    assert shown == ["I5", "M2", "E3", "H8"]
    assert s.view(NOBODY)["table"].declared[0].value == 10


def test_tta_40_the_price_of_a_declared_5_is_paid_when_it_is_revealed():
    assert points(declare(before_play(), "I5=10", "M2", "E3", "H8")) == [-2, 0, 0, 0]


def test_tta_40_the_declared_card_cannot_be_played():
    s = declare(before_play(hands=("I1 I5 I7", "M2 M6", "E3 E7", "H4 H8")), "I1", "M2", "E3", "H8")
    play(s, "sell 0", "sell 0", "sell 0", "sell 0")
    assert asked(s) == "A play"
    assert "I1" not in offered(s)
    assert refusal(s, "I1") == (
        "TTA-40",
        "You declared the Intelligent 1, so you cannot play it.",
    )


def test_tta_40_a_card_must_be_held_to_be_declared():
    s = before_play()
    assert refusal(s, "declare H8") == ("TTA-40", "You do not hold the Happiness 8.")


def test_tta_40_eight_cards_are_left_to_play():
    s = up_to("sell", 3)
    assert [len(hand(s, seat).split()) for seat in SEATS] == [8] * 4


# --- TTA-41, TTA-42: the sale ---------------------------------------------------------------------


@pytest.mark.parametrize(("lead", "order"), [("A", "DCBA"), ("C", "BADC")])
def test_tta_41_players_sell_from_the_right_of_the_lead_counter_clockwise(lead, order):
    s = declare(before_play(lead), "I1", "M2", "E3", "H8")
    sellers = ""
    for _ in range(4):
        assert s.step.what == "sell"
        sellers += SEATS[s.turn]
        play(s, "sell 1")
    assert sellers == order


def test_tta_41_every_block_sold_is_worth_3():
    s = play(declare(before_play(), "I1", "M2", "E3", "H8"), "sell 4", "sell 0", "sell 9")
    assert points(s) == [0, 27, 0, 12]
    assert stock(s) == [9, 0, 9, 5]


def test_tta_41_from_none_to_nine_blocks_may_be_sold():
    s = declare(before_play(), "I1", "M2", "E3", "H8")
    assert offered(s) == [f"sell {blocks}" for blocks in range(10)]
    assert refusal(s, "sell 10").rule == "TTA-41"


def test_tta_41_sales_are_made_in_the_open():
    s = declare(before_play(), "I1", "M2", "E3", "H8")
    listener = Listener(s)
    play(s, "sell 2")
    assert listener.words() == ["Dan sold two blocks for 6 points."]
    assert s.view(NOBODY)["table"].sold == [0, 0, 0, 2]


def test_tta_42_the_lead_sells_last_and_then_leads():
    s = declare(before_play("C"), "I1", "M2", "E3", "H8")
    play(s, "sell 0", "sell 0", "sell 0")
    assert asked(s) == "C sell"
    assert asked(play(s, "sell 0")) == "C play"


def test_tta_42_a_seller_knows_all_declarations_and_earlier_sales():
    s = play(declare(before_play(), "I1", "M2", "E3", "H8"), "sell 5")
    view = s.view(2)["table"]
    assert asked(s) == "C sell"
    assert view.sold == [0, 0, 0, 5]
    assert all(view.declared)


def test_tta_42_sold_blocks_leave_the_game():
    s = play(declare(before_play(), "I1", "M2", "E3", "H8"), "sell 5", "sell 0", "sell 0", "sell 0")
    assert stock(s) == [9, 9, 9, 4]
