"""Explanations: the best three answers, their values, and for each a sentence of what differs."""

import re

import pytest
from conftest import IS_QUICK
from places import position

from trivet.bots.bot import Bot, Thought, Weighed
from trivet.bots.calibration import shown_thought
from trivet.bots.hint import compare, hint, ranked
from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind

TRIES = 6 if IS_QUICK else 12


def positions(game, first=0):
    return (position(game, seed) for seed in range(first, first + TRIES))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_every_seat_has_a_feature_for_every_reason_or_is_out(game):
    for s in positions(game):
        reasons = game.strategy.reasons(s)
        assert reasons
        assert len(set(reasons)) == len(reasons)
        for seat in range(s.seats):
            features = game.strategy.features(s, seat)
            assert len(features) in (0, len(reasons))
        assert 0.0 <= game.strategy.progress(s) <= 1.0


@pytest.mark.parametrize(
    "level", ["greedy", "steady+iterations=12+greed=1", "sharp+iterations=24+greed=1+tree=1"]
)
@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_hint_has_up_to_three_answers_each_with_a_sentence(game, level):
    adviser = bot(level, game)
    for s in positions(game):
        mind = Mind(s, s.turn)
        thought = adviser.think(mind, Dice(3))
        told = hint(adviser, mind, thought, game.codec, Dice(4))
        assert 1 <= len(told.best) <= 3
        assert told.best[0].choice == thought.choice
        assert len({line.choice for line in told.best}) == len(told.best)
        for line in told.best:
            assert line.words == game.codec.words(mind.world, mind.seat, line.choice)
            assert (re.fullmatch(r"\d+ %", line.value) is not None) == thought.is_share
            assert re.fullmatch(r"[A-Z].*\.", line.why)
            assert line.words in told.text()
            assert line.why in told.text()


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_reasons_turn_round_with_the_answers(game):
    """What speaks for one answer against another speaks against the other."""
    adviser = bot("greedy", game)
    differ = 0
    for s in [*positions(game, 100), *positions(game, 200), *positions(game, 300)]:
        mind = Mind(s, s.turn)
        one, other = mind.options()[0], mind.options()[-1]
        gains = compare(adviser, mind, one, other, Dice(5))
        turned = compare(adviser, mind, other, one, Dice(5))
        assert gains == pytest.approx([-loss for loss in turned])
        differ += any(abs(gain) > 0.05 for gain in gains)
    assert differ >= 1


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_better_number_beside_the_first_is_never_left_without_a_reason(game):
    """Thoughts of any values and tries: each line that has a better number than the first says
    why it is not the first, and so does the first."""
    better = 0
    for number in range(24):
        s = position(game, number)
        mind, dice = Mind(s, s.turn), Dice(number)
        choices = list(dict.fromkeys(mind.sample(dice) for _ in range(3)))
        weighed = [Weighed(choice, dice.chance(), 1 + dice.below(400)) for choice in choices]
        told = hint(bot("greedy", game), mind, Thought(choices[0], weighed), game.codec, dice)
        first = int(told.best[0].value.split()[0])
        ahead = [line for line in told.best if int(line.value.split()[0]) > first]
        for line in [told.best[0], *ahead] if ahead else []:
            assert re.search(r"%\), but .+\.$", line.why), line
        better += len(ahead)
        shown_best = ranked(shown_thought(Thought(choices[0], weighed), "master", mind))
        assert max(one.value for one in shown_best) == shown_best[0].value  # as people see it
    assert better


def test_the_answer_given_comes_first_even_if_another_has_more_value():
    thought = Thought(7, [Weighed(3, 0.6, 9), Weighed(7, 0.5, 9)])
    assert [one.choice for one in ranked(thought)] == [7, 3]


def test_the_other_two_are_in_the_order_of_their_values():
    """A hint said 35 %, 32 %, 33 %: the bot was surer of the second, which nobody sees."""
    thought = Thought(7, [Weighed(7, 0.35, 9), Weighed(2, 0.32, 9), Weighed(3, 0.33, 4)])
    thought.weighed.append(Weighed(4, 0.9, 1))  # was given up early
    assert [one.choice for one in ranked(thought)] == [7, 3, 2]


def test_a_bot_that_has_not_thought_shows_no_number():
    class Silent(Bot):
        def think(self, mind, dice):
            return Thought(mind.options()[0], [])

    game = GAMES["sovereign"]
    s = position(game, 1)
    silent, mind = Silent(game.strategy), Mind(s, s.turn)
    told = hint(silent, mind, silent.think(mind, Dice(1)), game.codec, Dice(1))
    assert [line.value for line in told.best] == [""]
    assert "%" not in told.text()
