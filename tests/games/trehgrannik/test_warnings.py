"""Warnings of the end: TRG-50 and TRG-51, as every viewer reads them."""

from games.trehgrannik.drawing import play
from games.trehgrannik.test_end import last_project
from trivet.core.state import NOBODY


def warnings(s):
    return [warning["text"] for warning in s.view(NOBODY)["warnings"]]


def test_trg_50_the_last_turns_are_counted():
    """The warning "last turns"."""
    s = last_project()
    assert warnings(s) == ["A has built the last project: 2 turns left."]
    play(s, "take RT", "take CL")
    assert warnings(s) == ["A has built the last project: this is the last turn."]
    play(s, "take ML", "take EL")
    assert s.is_over()
    assert warnings(s) == []


def test_trg_50_whoever_has_one_project_left_is_named():
    """The warning "last project"."""
    s = last_project(spare=((2, 0), (3, 3), (1, 0)))
    told = "{} has one project left: after it every other player has one more turn."
    assert warnings(s) == [told.format("A"), told.format("C")]


def test_trg_51_passes_in_a_row_are_counted():
    """The warning "passes"."""
    s = last_project(spare=((5, 0),) * 3)
    assert warnings(s) == []
    s.passes = 1
    assert warnings(s) == ["2 more passes in a row end the game."]
    s.passes = 2
    assert warnings(s) == ["One more pass ends the game."]


def test_trg_51_long_games_are_told_in_time():
    """The warnings "no projects" and "too long"."""
    s = last_project(spare=((5, 0),) * 3)
    s.quiet, s.turns = 95, 299
    assert warnings(s) == [
        "The game ends after 5 turns more without a project.",
        "Three hundred turns end the game: 1 turn left.",
    ]
