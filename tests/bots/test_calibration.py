"""What people are shown of estimates: corrected by data, in the order in which a bot chose."""

import json

import pytest

from trivet.bots import calibration
from trivet.bots.bot import Thought, Weighed
from trivet.bots.calibration import (
    AS_SAID,
    corrected,
    file_of,
    read_lines,
    shipped_lines,
    shown_chances,
    shown_thought,
)
from trivet.bots.levels import LEVELS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE

HOPEFUL = (-0.5, 0.8)


def asked(name, seats):
    s = GAMES[name].new(seats)
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
    return s


@pytest.fixture
def hopeful(monkeypatch):
    lines = {"master 2": [HOPEFUL] * 6, "chances 2": [HOPEFUL] * 6}
    monkeypatch.setattr(calibration, "shipped_lines", lambda game: lines)


@pytest.mark.parametrize(
    ("said", "came"), [(0.0, 0.009), (0.25, 0.201), (0.5, 0.378), (0.75, 0.594), (1.0, 0.977)]
)
def test_a_share_is_read_off_the_line(said, came):
    assert corrected(said, HOPEFUL) == pytest.approx(came, abs=0.001)
    assert corrected(said, AS_SAID) == said


def test_shown_values_are_corrected_and_keep_the_order_of_choice(hopeful):
    s = asked("sovereign", 2)
    thought = Thought(7, [Weighed(3, 0.75, 9), Weighed(7, 0.5, 90), Weighed(8, 0.25, 9)])
    told = shown_thought(thought, "master", Mind(s, s.turn))
    assert told.choice == 7
    assert [(one.choice, one.tries) for one in told.weighed] == [(3, 9), (7, 90), (8, 9)]
    assert [one.value for one in told.weighed] == pytest.approx([0.378, 0.378, 0.201], abs=0.001)
    assert [one.value for one in thought.weighed] == [0.75, 0.5, 0.25]  # it chose by these


def test_a_game_with_other_options_is_shown_as_it_is(hopeful):
    s = GAMES["sovereign"].new(2, {"alternate": True})
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, Dice(1)))
    thought = Thought(7, [Weighed(7, 0.5, 90), Weighed(8, 0.25, 9)])
    assert [one.value for one in shown_thought(thought, "master", Mind(s, s.turn)).weighed] == [
        0.5,
        0.25,
    ]


def test_another_level_is_shown_as_it_is(hopeful):
    s = asked("sovereign", 2)
    thought = Thought(7, [Weighed(7, 0.5, 90), Weighed(8, 0.25, 9)])
    assert [one.value for one in shown_thought(thought, "sharp", Mind(s, s.turn)).weighed] == [
        0.5,
        0.25,
    ]


def test_the_lore_of_greedy_is_not_a_share(hopeful):
    s = asked("sovereign", 2)
    thought = Thought(7, [Weighed(7, 12.0, 4)])
    thought.is_share = False
    assert shown_thought(thought, "master", Mind(s, s.turn)) is thought


def test_win_chances_of_all_seats_add_up_to_one(hopeful):
    s = asked("sovereign", 2)
    assert shown_chances(s, [0.75, 0.25]) == pytest.approx([0.747, 0.253], abs=0.001)
    assert shown_chances(s, [1.0, 0.0]) == [1.0, 0.0]  # a seat that is out stays out


FITTED = [name for name, game in GAMES.items() if file_of(game).exists()]


@pytest.mark.parametrize("name", FITTED)
def test_shipped_lines_rise_and_there_is_one_for_each_phase(name):
    game = GAMES[name]
    phases = game.strategy.phases()
    whole = json.loads(file_of(game).read_text())
    assert whole["phases"] == phases
    assert shipped_lines(game) == read_lines(file_of(game).read_text())
    for key, lines in shipped_lines(game).items():
        level, seats = key.split()
        assert level in (*LEVELS, calibration.CHANCES)
        assert game.fewest <= int(seats) <= game.most
        assert len(lines) == len(phases)
        assert all(slope > 0 for _, slope in lines)


@pytest.mark.parametrize("name", GAMES)
def test_a_phase_is_one_of_the_phases_throughout_a_game(name):
    game = GAMES[name]
    for seats in (game.fewest, game.most):
        s, dice, seen = game.new(seats), Dice(5), set()
        while not s.is_over():
            if s.turn != CHANCE:
                seen.add(game.strategy.phase(s, s.turn))
            s.apply(s.turn, s.sample(s.turn, dice))
        assert seen <= set(range(len(game.strategy.phases())))
        assert len(seen) > 1
