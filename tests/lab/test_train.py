"""The example that learns, at a small size."""

import runpy
from pathlib import Path

import pytest

import trivet

pytest.importorskip("numpy", reason="numpy is not installed")
pytest.importorskip("librt")

EXAMPLE = Path(__file__).parents[2] / "docs/examples/train.py"


@pytest.fixture(scope="module")
def example():
    return runpy.run_path(str(EXAMPLE))


@pytest.mark.long
def test_it_learns_a_small_game_and_the_arena_takes_it(example, tmp_path):
    game, told = trivet.game("trifecta"), []
    options = {**example["SMALL"], "rounds": [[0, 0, 2]]}
    net, games = example["train"](
        game, game.codes(2), options, 3, lambda line, _: told.append(line)
    )
    assert games > 0
    assert told
    example["np"].savez(tmp_path / "net.npz", *net.weights)
    bot = example["player"](game, str(tmp_path / "net.npz"))
    share = example["match"](game, options, bot, trivet.bot("random", "trifecta"), 20)
    assert 0 <= share <= 1
    s, dice = game.new(2, options), trivet.Dice(1)
    while not s.is_over():
        is_chance = s.turn == trivet.CHANCE
        mind = None if is_chance else trivet.Mind(s, s.turn)
        s.play(s.turn, s.sample(s.turn, dice) if is_chance else bot.choose(mind, dice))
