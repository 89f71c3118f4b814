"""What every game owes the house, on random walks through every game of the catalogue."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.state import CHANCE
from trivet.lab.duties import DUTIES, reach

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


@every_game
@pytest.mark.parametrize("duty", DUTIES, ids=lambda duty: duty.__name__)
@given(seed=st.integers(0, 10**6), depth=st.integers(0, 260))
def test_every_game_keeps_its(duty, game, seed, depth):
    duty(game, seed, depth)


@every_game
def test_imagined_worlds_differ(game):
    """A seat that knows little imagines many worlds."""
    for seed in range(20):
        s, _ = reach(game, seed, 12 + 8 * seed)
        worlds = {repr(s.imagine(0, Dice(n)).view(1)) for n in range(60)}
        if len(worlds) > 10:
            return
    raise AssertionError("every world that a seat imagines looks alike")


@every_game
def test_chance_keeps_its_odds(game):
    """Chi-square of sample() against odds() at the first dozen questions to chance."""
    s, dice, tested = game.new(game.most), Dice(7), 0
    while tested < 12:
        if s.turn == CHANCE and len(s.options(CHANCE)) > 1:
            options, odds = s.options(CHANCE), s.odds()
            seen = dict.fromkeys(options, 0)
            for _ in range(4000):
                seen[s.sample(CHANCE, dice)] += 1
            expected = [4000 * weight / sum(odds) for weight in odds]
            chi = sum((seen[o] - e) ** 2 / e for o, e in zip(options, expected, strict=True))
            assert chi < len(options) + 6 * (2 * len(options)) ** 0.5 + 6
            tested += 1
        s.apply(s.turn, s.sample(s.turn, dice))
