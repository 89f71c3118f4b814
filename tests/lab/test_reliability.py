"""Reliability: what was said is held against what came, by phase."""

import pytest

from trivet.bots.bot import Thought, Weighed
from trivet.cli.main import main
from trivet.lab.reliability import Phase, Said, reliability, thoughts_of, value_of

FEW = "steady+iterations=8"


def test_the_value_kept_is_that_of_the_answer_given():
    assert value_of(Thought(7, [Weighed(3, 0.6, 9), Weighed(7, 0.5, 9)])) == 0.5


def test_thoughts_of_a_game_come_in_phases_with_what_came():
    found = thoughts_of("sovereign", FEW, 2, 1)
    assert {one.phase for one in found} == {0, 1, 2}
    assert all(0.0 <= one.said <= 1.0 and one.came in (0.0, 0.5, 1.0) for one in found)
    assert found == thoughts_of("sovereign", FEW, 2, 1)


def test_an_error_is_a_mean_over_games_not_thoughts():
    phase = Phase([0.2, 0.0, 0.1], [])
    error, half = phase.error()
    assert error == pytest.approx(0.1)
    assert half == pytest.approx(1.96 * 0.1 / 3**0.5)


def test_bins_tell_what_was_said_from_what_came():
    phase = Phase([], [Said(0, 0.9, 1.0), Said(0, 0.9, 0.0)] * 20 + [Said(0, 0.1, 0.0)] * 30)
    assert list(phase.bins()) == [
        (pytest.approx(0.1), 0.0, 30),
        (pytest.approx(0.9), 0.5, 40),
    ]


def test_some_seconds_give_at_least_a_game(capsys):
    phases, games = reliability("sovereign", FEW, 2, 0.0, 3)
    assert games == 1
    assert sum(len(phase.said) for phase in phases) > 3
    assert main(["reliability", "sovereign", "--bot", FEW, "--seconds", "1"]) == 0
    assert "| Sovereign | 2 |" in capsys.readouterr().out
    assert main(["reliability", "sovereign", "--bot", "genius"]) == 2
