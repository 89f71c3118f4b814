"""What a seat sees, what it may believe (TRG-8, TRG-10), and what can be taken back."""

from collections import Counter

import pytest

from games.trehgrannik.drawing import GAME, codes, offered, play, position
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE, NOBODY
from trivet.core.walk import playout, wander
from trivet.games.trehgrannik.cards import Cards, bag_of, cards_of
from trivet.games.trehgrannik.names import HEX
from trivet.games.trehgrannik.pieces import PRODUCTION, TYPE
from trivet.games.trehgrannik.seen import HexSeen

LAND = """
                R   R
      R   R   R   R   R
    R   R   R   R   R   R   R
      R   R   R   R   R   R   R
    R   R   R   O   S   R   R
  R   R   R   R   R   R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


# --- a bag of cards -------------------------------------------------------------------------------


def test_a_bag_counts_its_cards():
    bag = cards_of([3, 25, 3, 13, 12])
    assert bag.each() == [3, 3, 12, 13, 25]
    assert [bag.count(kind) for kind in (3, 12, 13, 25, 4)] == [2, 1, 1, 1, 0]
    assert [bag.nth(n) for n in range(5)] == [3, 3, 12, 13, 25]
    assert bag.size == 5
    assert same(bag_of(bag.low, bag.high), bag)


def test_a_bag_that_others_hold_does_not_change():
    bag = cards_of([3, 25])
    more, less = bag.plus(3), bag.minus(25)
    assert (bag.each(), more.each(), less.each()) == ([3, 25], [3, 3, 25], [3])
    assert same(more.minus(3), bag)
    assert less.kinds == 1 << 3
    assert bag.kinds_without(25) == 1 << 3
    assert more.kinds_without(3) == bag.kinds


def same(one: Cards, other: Cards):
    return [(bag.low, bag.high, bag.size, bag.kinds) for bag in (one, other)].count(
        (one.low, one.high, one.size, one.kinds)
    ) == 2


# --- beliefs --------------------------------------------------------------------------------------


def hidden(**setting):
    return position(
        LAND, hands=("RQ TH", "SS SS IP ML"), known=("", "IP", "", ""), market="RT CL",
        deck="EP EP EP SP", **setting,
    )  # fmt: skip


def test_trg_10_what_was_seen_on_the_market_is_in_every_imagined_hand():
    s = hidden()
    for seed in range(40):
        hand = s.imagine(0, Dice(seed)).sides[1].hand
        assert hand.has(13)  # the Intranet Protection
        assert hand.size == 4


def test_trg_8_imagined_hands_have_as_many_hidden_production_cards():
    s = hidden()
    for seed in range(40):
        hand = s.imagine(0, Dice(seed)).sides[1].hand
        assert sum(TYPE[kind] == PRODUCTION for kind in hand.each()) == 2


def test_trg_8_a_hidden_card_is_any_that_was_not_seen_as_likely_as_there_are_copies():
    s = hidden()
    found = Counter()
    dice = Dice(3)
    for _ in range(4000):
        world = s.imagine(0, dice)
        other = [kind for kind in world.sides[1].hand.each() if kind > 2 and kind != 13]
        found[other[0]] += 1
        assert world.deck.size == 4
    assert set(found) == {10, 15, 16}  # Medical, Seismic, External: one, one and three of five
    assert found[16] / 4000 == pytest.approx(0.6, abs=0.03)


def test_trg_8_your_own_hand_is_as_you_know_it():
    s = hidden()
    for seed in range(20):
        assert codes(s.imagine(0, Dice(seed)).sides[0].hand) == "RQ TH"


def test_trg_10_production_in_the_box_is_unknown_to_all():
    s = hidden()
    found = {codes(s.imagine(0, Dice(seed)).undealt) for seed in range(60)}
    assert len(found) > 1
    sizes = {s.imagine(0, Dice(seed)).undealt.size for seed in range(20)}
    assert sizes == {s.undealt.size}


def test_a_rival_who_has_gone_to_an_empty_hex_is_imagined_to_hold_a_card_for_it():
    """The one hidden card must be allowed on Sand: a Sand Collector, not a Turbine or a Reactor."""
    s = position(LAND, mover="B", hands=("RQ", "RQ SC"), known=("", "RQ", "", ""), deck="RT IR IR")
    play(s, "fee RQ", "go e5")
    for seed in range(60):
        world = s.imagine(0, Dice(seed))
        assert codes(world.sides[1].hand) == "SC"


def test_a_rival_who_has_chosen_a_base_is_imagined_to_hold_two_names():
    s = position(LAND, mover="B", hands=("RQ", "TH ML EL"), deck="RT IR IR IR SC")
    play(s, "fee EL", "go e5", "base")
    for seed in range(60):
        world = s.imagine(0, Dice(seed))
        assert len(offered(world)) >= 2
        playout(world, Dice(seed))


def test_a_rival_who_moves_is_imagined_to_have_somewhere_to_go():
    s = position(LAND, mover="B", hands=("RQ", "TH ML"), deck="IR IR IR IR")
    play(s, "fee ML")
    for seed in range(60):
        assert codes(s.imagine(0, Dice(seed)).sides[1].hand) == "TH"  # an Ice Reactor goes nowhere


def test_a_hand_that_was_shown_with_a_pass_is_not_imagined_anew():
    s = position(hands=("RT", "RQ SS"), deck="", market="")
    assert s.turn == 1
    for seed in range(20):
        assert codes(s.imagine(1, Dice(seed)).sides[0].hand) == "RT"


def test_imagining_works_when_the_game_is_over():
    for seats in (2, 3, 4):
        s = GAME.new(seats)
        playout(s, Dice(seats))
        world = s.imagine(0, Dice(1))
        assert world.is_over()
        assert world.view(0) == s.view(0)


# --- views ----------------------------------------------------------------------------------------


def test_a_view_tells_the_turn_so_far():
    s = position(LAND, hands=("RQ TH ML EL BA", "RQ"))
    play(s, "fee RQ", "go e5", "base", "lay ML", "lay BA", "double ML")
    move = s.view(NOBODY)["table"].move
    assert move.fee == "Rock Quarry"
    assert (move.site, move.how) == ("e5", "base")
    assert move.laid == ["Medical Laboratory", "Laboratory Block"]
    assert move.doubled == ["Medical Laboratory"]


def test_a_view_has_the_board_hex_by_hex():
    s = position(LAND.replace("S   R   R", "SA  R   R"), at=("e5", "e5", "e4", "e4"))
    hexagon = s.view(0)["table"].board[HEX["e5"]]
    assert hexagon == HexSeen("e5", "Sand", "base", 0, [0, 1])


def test_one_who_sees_all_sees_every_hand():
    s = hidden()
    players = s.view(EVERYONE)["table"].players
    assert all(player.hand for player in players)


def test_the_ground_shows_when_the_last_part_lies():
    s = GAME.new(2)
    assert {hexagon.ground for hexagon in s.view(0)["table"].board} == {""}
    wander(s, 40, Dice(1))
    assert "" not in {hexagon.ground for hexagon in s.view(0)["table"].board}


# --- taking back ----------------------------------------------------------------------------------


def marks(s, *answers):
    """Which of the answers brought something to light."""
    found = []
    for answer in answers:
        before = s.revealed
        play(s, answer)
        found.append(s.revealed > before)
    return found


def test_what_shows_the_hand_cannot_be_taken_back_but_blocks_and_slots_can():
    s = position(LAND, hands=("RQ TH ML BA", "RQ SS"))
    shown = marks(s, "fee RQ", "go e5", "base", "lay ML", "lay BA", "double ML", "cargo")
    assert shown == [True, True, True, True, True, False, False]


def test_a_card_from_the_market_can_be_taken_back_if_nothing_was_turned_up():
    s = position(LAND, hands=("RQ TH", "RQ"), market="RT CL ML EL IP EP", deck="SP SP")
    assert marks(s, "take RT") == [False]
    s = position(LAND, hands=("RQ TH", "RQ"), market="RT CL ML EL", deck="SP SP")
    play(s, "take RT")
    assert s.turn == CHANCE  # and chance cannot be taken back


def test_going_where_nothing_is_built_shows_nothing():
    s = position(
        LAND.replace("S   R   R", "Sa  R   R"), hands=("RQ TH", "RQ"), market="RT CL ML EL"
    )
    play(s, "fee RQ")
    assert marks(s, "go e5") == [False]
