"""The first steps of every game are ones that can be taken."""

import pytest

from trivet import art, rulebook
from trivet.bots.greedy import Greedy
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE

showcase = pytest.importorskip("trivet.server.pages", reason="the server is not installed")
TAUGHT = [name for name in GAMES if (art.GAMES / name / "lesson.json").exists()]
LONGEST = 340  # letters: what fits a corner of the table


def questions(game):
    """What a learner at the first seat may be asked, in a few games against greedy bots."""
    found, bot = set(), Greedy(game.strategy)
    for seed in range(4):
        s, dice = game.new(game.fewest), Dice(seed)
        while not s.is_over():
            seat = s.turn
            if seat == 0:
                found.add(s.step.what)
            if seat in (CHANCE, 0):
                s.apply(seat, s.sample(seat, dice))
            else:
                s.apply(seat, bot.choose(Mind(s, seat), dice))
    return found


def test_sovereign_is_taught():
    assert "sovereign" in TAUGHT


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_short_and_its_rules_exist(name):
    lesson, rules = showcase.lesson(name), rulebook.read(name).rules
    assert lesson.bot in BOTS
    assert 5 <= len(lesson.steps) <= 8
    for step in lesson.steps:
        assert step.title
        assert len(step.title) <= 40
        assert 20 <= len(step.text) <= LONGEST, step.title
        assert not step.rule or step.rule in rules, step.rule


@pytest.mark.long
@pytest.mark.parametrize("name", TAUGHT)
def test_every_step_of_a_lesson_can_end(name):
    """Steps wait for questions that a learner is really asked; the last one waits for nothing."""
    lesson, asked = showcase.lesson(name), questions(GAMES[name])
    waited = {what for step in lesson.steps for what in (step.until, step.done) if what}
    assert waited <= asked
    last = lesson.steps[-1]
    assert last.until + last.done == ""
