"""Reliability: what was said is held against what came, by phase; lines are fitted to it."""

import json

import pytest

from trivet.bots.bot import Thought, Weighed
from trivet.bots.calibration import AS_SAID, CHANCES, read_lines
from trivet.cli.main import main
from trivet.core.dice import Dice
from trivet.lab.calibrate import KINDS, as_shown, best_kind, fit, fitted, held_out, surprise
from trivet.lab.reliability import (
    BadNotes,
    Exam,
    Phase,
    Said,
    by_phase,
    noted,
    played_games,
    sum_of_seats,
    thoughts_of,
    value_of,
)

FEW = "steady+iterations=4"
EXAM = Exam("sovereign", 2, FEW, "greedy", 0.5, 1)


def test_the_value_kept_is_that_of_the_answer_given():
    assert value_of(Thought(7, [Weighed(3, 0.6, 9), Weighed(7, 0.5, 9)])) == 0.5


def test_thoughts_of_a_game_come_in_phases_with_what_came():
    found = thoughts_of(EXAM, 0)
    assert {one.phase for one in found} == set(range(6))
    assert {one.seat for one in found} == {0, 1}
    assert all(0.0 <= one.said <= 1.0 and one.came in (0.0, 0.5, 1.0) for one in found)
    assert found == thoughts_of(EXAM, 0)


def test_a_share_of_the_questions_is_estimated_and_the_game_stays_the_same():
    all_of_it, some = (
        thoughts_of(EXAM, 0),
        thoughts_of(Exam("sovereign", 2, FEW, "greedy", 0.2, 1), 0),
    )
    assert 0 < len(some) < len(all_of_it)
    assert {(one.seat, one.came) for one in some} == {(one.seat, one.came) for one in all_of_it}


def test_win_chances_are_estimated_for_all_seats_at_once():
    found = thoughts_of(Exam("sovereign", 2, CHANCES, "greedy", 0.2, 1), 0)
    assert len(found) > 2
    assert sum_of_seats([found]) == pytest.approx(1, abs=0.1)


def test_an_error_is_a_mean_over_games_not_thoughts():
    phase = Phase([0.2, 0.0, 0.1], [])
    error, half = phase.error()
    assert error == pytest.approx(0.1)
    assert half == pytest.approx(1.96 * 0.1 / 3**0.5)


def test_bins_tell_what_was_said_from_what_came():
    said = [Said(0, 0, 0.9, 1.0), Said(0, 0, 0.9, 0.0)] * 20 + [Said(0, 0, 0.1, 0.0)] * 30
    assert list(Phase([], said).bins()) == [
        (pytest.approx(0.1), 0.0, 30),
        (pytest.approx(0.9), 0.5, 40),
    ]


# --- fitting --------------------------------------------------------------------------------------


def too_hopeful(games):
    """Games of a bot that says 0.2 more than comes: eight thoughts each, in phase 1."""
    dice, found = Dice(3), []
    for _ in range(games):
        chance = 0.7 * dice.chance()
        came = 1.0 if dice.chance() < chance else 0.0
        found.append([Said(1, 0, chance + 0.2, came)] * 8)
    return found


def test_a_line_takes_back_too_much_hope():
    line = fit([[one for one in played if one.phase == 1] for played in too_hopeful(2000)])
    shown = by_phase(as_shown(too_hopeful(2000), [AS_SAID, line]), 2)[1]
    assert by_phase(too_hopeful(2000), 2)[1].error()[0] == pytest.approx(0.2, abs=0.03)
    assert abs(shown.error()[0]) < 0.02
    assert all(abs(said - came) < 0.06 for said, came, count in shown.bins() if count > 1600)


def test_held_out_games_are_judged_by_lines_of_the_others():
    games = too_hopeful(1000)
    error, half = by_phase(held_out(games, 2, "steady"), 2)[1].error()
    assert abs(error) < 0.02 + half


def test_little_data_changes_little():
    few, many = fit(too_hopeful(5)), fit(too_hopeful(400))
    assert abs(few[0]) < abs(many[0]) / 2
    empty, full = fitted(too_hopeful(400), 2)  # no thought was in phase 0
    assert empty == fit(too_hopeful(400))
    assert full == pytest.approx(empty, abs=0.1)


def test_what_is_shown_rises_with_what_was_said():
    games = [[Said(0, 0, 0.3, 0.8)]] * 50 + [[Said(0, 0, 0.7, 0.4)]] * 50
    assert fit(games)[1] > 0


def test_held_out_games_tell_whether_lines_help():
    assert surprise(held_out(too_hopeful(300), 2, "steady")) < surprise(too_hopeful(300))
    just = [[Said(1, 0, one.said - 0.2, one.came) for one in played] for played in too_hopeful(60)]
    assert surprise(held_out(just, 2, "steady")) > surprise(just)


# --- the command ----------------------------------------------------------------------------------


def test_some_seconds_give_at_least_a_game(capsys):
    assert len(played_games(EXAM, 9, 0.0)) == 1
    words = ["lab", "calibrate", "sovereign", "--bot", FEW, "--by", "greedy", "--games", "1"]
    assert main([*words, "--share", "30", "--jobs", "1"]) == 0
    out = capsys.readouterr().out
    assert "| Sovereign | 2 | steady+iterations=4 | starter, first third of the round |" in out
    assert "*sum of all seats*" in out
    assert main(["lab", "calibrate", "sovereign", "--bot", "genius"]) == 2


def test_games_in_a_file_are_not_played_again(tmp_path, capsys):
    path = tmp_path / "said.jsonl"
    first = played_games(EXAM, 1, 9.0, path=path)
    before = path.read_text()
    assert played_games(EXAM, 1, 9.0, path=path) == first
    assert path.read_text() == before
    assert played_games(EXAM, 2, 9.0, path=path)[:1] == first
    with pytest.raises(BadNotes):
        noted(Exam("sovereign", 2, FEW, "greedy", 0.2, 1), path)
    words = ["lab", "calibrate", "sovereign", "--bot", "greedy", "--file", str(path)]
    assert main(words) == 2


def test_a_sum_counts_all_seats_that_could_still_win():
    """Of three, each says 0.4: 1.2 in all; of the two who are left, each says 0.5."""
    early = [Said(0, seat, 0.4, 1.0 if seat == 0 else 0.0, 3, seat) for seat in range(3)]
    late = [Said(0, seat, 0.5, 1.0 if seat == 0 else 0.0, 2, seat) for seat in range(2)]
    assert sum_of_seats([early]) == pytest.approx(1.2)
    assert sum_of_seats([late]) == pytest.approx(1.0)


def test_win_chances_of_one_moment_are_shown_so_that_they_add_up_to_one():
    said = [Said(0, seat, share, 0.0, 2, 0) for seat, share in enumerate((0.6, 0.6))]
    [shown] = as_shown([said], [(1.0, 1.0)], "chances")
    assert [one.said for one in shown] == pytest.approx([0.5, 0.5])
    [hints] = as_shown([said], [(0.0, 1.0)], "master")
    assert [one.said for one in hints] == [0.6, 0.6]


def test_the_kind_of_lines_that_tells_most_is_chosen():
    """All estimates are too hopeful by as much; among just ones none is needed."""
    assert best_kind(too_hopeful(300), 2, "steady") in KINDS
    just = [[Said(1, 0, one.said - 0.2, one.came) for one in played] for played in too_hopeful(60)]
    assert best_kind(just, 2, "steady") is None


def test_a_shift_alone_keeps_the_slope():
    for shift, slope in fitted(too_hopeful(200), 2, KINDS[0]):
        assert (slope, shift < -0.3) == (1.0, True)


def test_fitted_lines_are_written_beside_those_of_other_levels(tmp_path, capsys):
    for bot in ("steady+iterations=4", "sharp+iterations=4"):
        words = ["lab", "calibrate", "sovereign", "--bot", bot, "--by", "greedy", "--share", "20"]
        assert main([*words, "--games", "2", "--jobs", "1", "--fit", str(tmp_path)]) == 0
    text = (tmp_path / "sovereign.calibration.json").read_text()
    assert set(json.loads(text)["tables"]) == {"sharp 2", "steady 2"}
    assert len(read_lines(text)["steady 2"]) == 6
