"""What a bot should know: that it is sound, not that it is clever."""

import pytest

from games.trehgrannik.drawing import CODEC, GAME, play, position
from trivet.bots.greedy import Greedy
from trivet.bots.random import Random
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.sets import each, has
from trivet.core.state import CHANCE
from trivet.core.walk import wander
from trivet.games.trehgrannik.cards import KINDS
from trivet.games.trehgrannik.pieces import allowed

STRATEGY = GAME.strategy

LAND = """
                R   R
      R   R   R   R   R
    R   R   R   R   Ra  R   R
      R   R   R   R   Ra  R   R
    R   R   R   O   R   Ra  R
  R   R   R   R   RA  R   R
    R   R   R   R   R   R   R
          R   R   R   R   R
            R   R
"""


def best(s):
    """The answer that a greedy bot gives."""
    return CODEC.write(s, s.turn, Greedy(STRATEGY).choose(Mind(s, s.turn), Dice(1)))


def test_it_goes_where_a_card_earns_most():
    s = position(LAND, hands=("RT SS", "RQ"))
    play(s, "fee SS")
    assert best(s) == "go e5"  # between three projects of its own


def test_it_builds_a_base_with_the_best_pair():
    s = position(LAND, hands=("RT ML SS IM", "RQ"))
    play(s, "fee SS", "go e5")
    assert best(s) == "base"
    play(s, "base")
    assert best(s) in ("lay RT", "lay ML")


def test_it_doubles_where_that_is_more():
    s = position(LAND, hands=("RT BG SS IM", "RQ"))
    play(s, "fee SS", "go e5", "base", "lay RT", "lay BG")
    assert best(s) == "double RT"
    s = position(hands=("RT BG SS IM", "RQ"))
    play(s, "fee SS", "go e5", "base", "lay RT", "lay BG")
    assert best(s) == "coins"


def test_in_the_last_turn_it_takes_no_cards_if_it_can_earn():
    s = position(LAND, hands=("RT SS", "RQ"), market="CL CL ML EL IP", deck="TH")
    s.finisher = 1
    assert best(s).startswith("fee")


@pytest.mark.long
def test_every_answer_to_every_question_has_a_worth():
    for seed in range(6):
        s = GAME.new(2 + seed % 3)
        dice = Dice(seed)
        for _ in range(400):
            if s.is_over():
                break
            if s.turn != CHANCE:
                for choice in STRATEGY.worth_a_look(s, s.turn, dice):
                    assert -2000.0 < STRATEGY.worth(s, s.turn, choice) < 1000.0
            wander(s, 1, dice)


def test_the_value_of_a_game_is_shared_out():
    for seed in range(6):
        s = GAME.new(2 + seed % 3)
        while not s.is_over():
            value = STRATEGY.value(s)
            assert sum(value) == pytest.approx(1.0)
            assert min(value) >= 0.0
            wander(s, 20, Dice(seed))
        assert STRATEGY.value(s) == s.scores()


def test_more_coins_are_worth_more():
    poor, rich = position(LAND), position(LAND, coins=(9, 0, 0, 0))
    assert STRATEGY.value(rich)[0] > STRATEGY.value(poor)[0]


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_greedy_beats_random(seats):
    won = 0.0
    for seed in range(6):
        seat = seed % seats
        bots = [Greedy(STRATEGY) if n == seat else Random(STRATEGY) for n in range(seats)]
        won += playing(bots, seed).scores()[seat]
    assert won >= 5


def playing(bots, seed):
    s = GAME.new(len(bots))
    dice = Dice(seed)
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(seat, s.sample(seat, dice))
        else:
            s.apply(seat, bots[seat].choose(Mind(s, seat), dice))
    return s


def earned(s, seat, kind):
    """What a kind of card would earn, by hex of empty land."""
    return {at: s.income(seat, kind, at) for at in each(s.planet.land & ~s.settled)}


def test_what_is_remembered_of_the_board_is_always_true():
    """Two games in turns, one with other coins: nothing of one is taken for the other's."""
    usual = GAME.new(3)
    dearer = [[coins + 1 for coins in row] for row in usual.terms.coins]
    games = [usual, GAME.new(3, {"coins": dearer})]
    dice, looked = Dice(4), 0
    while not any(s.is_over() for s in games):
        for s in games:
            for seat in range(3):
                for kind in range(0, KINDS, 5):
                    found = earned(s, seat, kind)
                    earns = STRATEGY.earnings_of(s, seat)
                    assert {at: earns.at(s, seat, kind, at) for at in found} == found
                    may = [found[at] for at in found if has(allowed(s.planet, at), kind)]
                    assert earns.best_of(s, seat, kind) == max(may, default=0)
                    looked += max(may, default=0) > 0
            for _ in range(3):
                if not s.is_over():
                    s.apply(s.turn, s.sample(s.turn, dice))
    assert looked > 100
