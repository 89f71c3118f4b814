"""A state travels to another process and arrives as the same state."""

import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.walk import wander
from trivet.freeze import freeze, thaw
from trivet.lab.duties import everything, reach

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

ELSEWHERE = """
import sys
from trivet.catalogue import GAMES
from trivet.freeze import thaw
from trivet.lab.duties import everything
sys.stdout.write(everything(thaw(sys.stdin.buffer.read(), GAMES)))
"""


@every_game
@given(seed=st.integers(0, 10**6), depth=st.integers(0, 160))
def test_a_thawed_state_is_the_same_and_goes_the_same_way(game, seed, depth):
    s, _ = reach(game, seed, depth)
    thawed = thaw(freeze(s), GAMES)
    assert everything(thawed) == everything(s)
    assert thawed.step is s.step
    assert wander(thawed, 100, Dice(seed)) == wander(s, 100, Dice(seed))


@every_game
def test_a_frozen_state_is_understood_by_another_process(game):
    s, _ = reach(game, 3, 40)
    there = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=freeze(s), capture_output=True, check=True
    )
    assert there.stdout.decode() == everything(s)


def test_what_is_no_state_is_refused():
    with pytest.raises(pickle.UnpicklingError):
        thaw(pickle.dumps([1, 2]), GAMES)
