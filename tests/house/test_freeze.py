"""A state travels to another process and arrives as the same state."""

import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trivet.catalogue import GAMES
from trivet.core import state
from trivet.core.dice import Dice
from trivet.core.walk import wander
from trivet.freeze import freeze, thaw
from trivet.lab.duties import everything, reach

SOURCES, HERE = Path(__file__).parents[2] / "src", Path(state.__file__).parents[2]
IS_COMPILED = not state.__file__.endswith(".py")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))

ELSEWHERE = """
import sys
from trivet.catalogue import GAMES
from trivet.freeze import thaw
from trivet.lab.duties import everything
sys.stdout.write(everything(thaw(sys.stdin.buffer.read(), GAMES)))
"""


@every_game
def test_every_attribute_that_is_declared_is_there(game):
    """One was renamed and its declaration was not: compiled, no bot could be asked any more."""
    s, _ = reach(game, 3, 20)
    declared = {name for kind in type(s).__mro__ for name in vars(kind).get("__annotations__", ())}
    assert "agenda" in declared or IS_COMPILED
    assert [name for name in sorted(declared) if not hasattr(s, name)] == []


@every_game
@given(seed=st.integers(0, 10**6), depth=st.integers(0, 160))
def test_a_thawed_state_is_the_same_and_goes_the_same_way(game, seed, depth):
    s, _ = reach(game, seed, depth)
    thawed = thaw(freeze(s), GAMES)
    assert everything(thawed) == everything(s)
    assert thawed.step is s.step
    assert wander(thawed, 100, Dice(seed)) == wander(s, 100, Dice(seed))


@every_game
def test_every_attribute_that_a_state_declares_is_set(game):
    """One was declared under its former name: on the compiled build no state could be frozen, and
    no bot answered, while the plain build noticed nothing."""
    s = game.new(game.fewest)
    declared = {name for kind in type(s).__mro__ for name in vars(kind).get("__annotations__", ())}
    assert [name for name in sorted(declared) if not hasattr(s, name)] == []


@every_game
def test_a_frozen_state_is_understood_by_another_process(game):
    s, _ = reach(game, 3, 40)
    there = subprocess.run(
        [sys.executable, "-c", ELSEWHERE], input=freeze(s), capture_output=True, check=True
    )
    assert there.stdout.decode() == everything(s)


ANOTHER_BUILD = """
import pickle, sys
from trivet.catalogue import GAMES
from trivet.core import state
from trivet.core.dice import Dice
from trivet.core.walk import wander
from trivet.freeze import thaw
from trivet.lab.duties import everything
found = []
for data in pickle.loads(sys.stdin.buffer.read()):
    s = thaw(data, GAMES)
    found.append((everything(s), wander(s, 200, Dice(5)), everything(s)))
sys.stdout.buffer.write(pickle.dumps((state.__file__.endswith(".py"), found)))
"""


@pytest.mark.skipif(not IS_COMPILED, reason="for the compiled stage")
@every_game
def test_what_plain_rules_freeze_means_the_same_to_compiled_ones(game):
    """Trinity's sets of 64 cells use the last bit, which is the sign in compiled code."""
    plain = elsewhere(FREEZE, game.name.encode(), SOURCES)
    frozen, expected = pickle.loads(plain)
    is_plain, found = pickle.loads(elsewhere(ANOTHER_BUILD, pickle.dumps(frozen), HERE))
    assert not is_plain
    assert found == expected


FREEZE = """
import pickle, sys
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.walk import wander
from trivet.freeze import freeze
from trivet.lab.duties import everything
game = GAMES[sys.stdin.read()]
frozen, expected = [], []
for seats in range(game.fewest, game.most + 1):
    for seed in range(2):
        s, dice = game.new(seats), Dice(seed)
        while not s.is_over() and len(frozen) < 150 * (seats - game.fewest + 1):
            wander(s, 7, dice)
            frozen.append(freeze(s))
            twin = s.copy()
            expected.append((everything(s), wander(twin, 200, Dice(5)), everything(twin)))
sys.stdout.buffer.write(pickle.dumps((frozen, expected)))
"""


def elsewhere(program, data, home):
    done = subprocess.run(
        [sys.executable, "-P", "-c", program],
        input=data,
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(home)},
    )
    assert done.returncode == 0, done.stderr.decode()[-2000:]
    return done.stdout


def test_what_is_no_state_is_refused():
    with pytest.raises(pickle.UnpicklingError):
        thaw(pickle.dumps([1, 2]), GAMES)
