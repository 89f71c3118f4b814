"""Learning from self-play: weights that were hidden in outcomes are found again."""

import pytest

from trivet.bots.tuned import BadBot, bot
from trivet.bots.value import guess, hope
from trivet.bots.weights import read_weights, write_weights
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import shares
from trivet.lab.training import Sample, fit, learn, mean_surprise, play_game, surprise

TRUTH = (2.0, 0.5, 0.0, -1.0)  # two features: early and late


def outcomes(count, seed, seats=3):
    """Positions with random features, and winners drawn by the weights that are the truth."""
    dice, samples = Dice(seed), []
    for _ in range(count):
        features = tuple((dice.chance() * 2, dice.chance() * 2) for _ in range(seats))
        progress = dice.chance()
        odds = shares([hope(list(one), progress, TRUTH) for one in features])
        rest, winner = dice.chance() - odds[0], 0
        while rest > 0 and winner < seats - 1:
            winner += 1
            rest -= odds[winner]
        ended = tuple(float(seat == winner) for seat in range(seats))
        samples.append(Sample(features, progress, ended))
    return samples


def test_the_weights_that_drew_the_winners_are_found():
    found = fit(outcomes(3000, 1), Dice(2))
    assert found == pytest.approx(TRUTH, abs=0.35)
    kept = outcomes(1000, 3)
    assert mean_surprise(kept, found) < mean_surprise(kept, TRUTH) + 0.01
    assert mean_surprise(kept, found) < mean_surprise(kept, (0.0,) * 4) - 0.05


def test_a_seat_that_is_out_has_no_share():
    assert shares([0.0, hope([], 0.5, TRUTH), 0.0]) == [0.5, 0.0, 0.5]


def test_a_surprise_is_counted_in_bits():
    assert surprise([0.5, 0.5], [1.0, 0.0]) == 1.0
    assert surprise([0.25, 0.75], [1.0, 0.0]) == 2.0
    assert surprise([1.0, 0.0], [1.0, 0.0]) == 0.0


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_game_can_be_learnt_from(game, tmp_path):
    games = (play_game(game, bot("random", game), game.fewest, n) for n in range(10))
    lesson = learn(games, lambda games, samples: None, 1)
    assert len(lesson.weights) == 2 * len(game.strategy.term_names(game.new(game.fewest)))
    path = tmp_path / "weights.json"
    weights = {game.fewest: lesson.weights}
    path.write_text(write_weights(game, weights, {"seed": 1}))
    found = read_weights(path, game)
    assert list(found) == [game.fewest]
    assert found[game.fewest] == pytest.approx(lesson.weights, abs=1e-6)
    s = game.new(game.fewest)
    told = guess(s, game.strategy, weights)
    assert sum(told) == pytest.approx(1.0)
    player = bot(f"master+iterations=20+weights={path}", game)
    while s.turn < 0:
        s.apply(s.turn, s.sample(s.turn, Dice(1)))
    assert s.objection(s.turn, player.choose(Mind(s, s.turn), Dice(1))) is None


def test_the_same_seed_gives_the_same_weights():
    game = GAMES["sovereign"]
    lessons = [
        learn((play_game(game, bot("random", game), 2, n) for n in range(6)), print, 4)
        for _ in range(2)
    ]
    assert lessons[0] == lessons[1]


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"weights": 3}', '{"weights": {"2": {"a": [1, 2]}}}']
)
def test_another_file_has_no_weights(tmp_path, text):
    path = tmp_path / "letter"
    path.write_text(text)
    with pytest.raises(BadBot, match="letter"):
        bot(f"master+weights={path}", GAMES["sovereign"])


def test_a_missing_file_is_named():
    with pytest.raises(BadBot, match="nowhere cannot be read"):
        bot("master+weights=nowhere", GAMES["sovereign"])


def test_tables_of_another_size_are_guessed_by_the_games_own_lore():
    game = GAMES["trehgrannik"]
    s = game.new(3)
    pairs = len(game.strategy.reasons(s))
    assert guess(s, game.strategy, {2: (1.0,) * 2 * pairs}) == game.strategy.value(s)
