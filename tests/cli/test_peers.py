"""Measuring beside other libraries: those that are installed."""

import json
import re

import pytest

from trivet.lab.peers import measure, others, speed, steps
from trivet.lab.peers.boxes import MEASURED

FIGURES = ["play-outs", "loop", "copy", "search"]


@pytest.fixture(autouse=True)
def brief(monkeypatch):
    for module in (measure, others, speed):
        monkeypatch.setattr(module, "ROUNDS", 10)
        monkeypatch.setattr(module, "COPIES", 3)
        monkeypatch.setattr(module, "ROLLOUTS", 2)
    monkeypatch.setattr(speed, "SLICES", 1)
    monkeypatch.setattr(steps, "CALLS", 1)
    monkeypatch.setattr(steps, "ACTIONS", 10)
    monkeypatch.setattr(steps, "SPIEL", ("leduc_poker",))
    monkeypatch.setattr(steps, "PGX", ())


def test_every_figure_of_a_game_is_measured():
    found = list(
        speed.measured(list(speed.trivet(MEASURED["tic_tac_toe"], copied=4, searched=0)), 0.001)
    )
    assert [one.figure for one in found] == FIGURES
    assert all(one.rate > 0 for one in found)


def test_a_library_that_is_not_installed_is_left_out(monkeypatch):
    monkeypatch.setattr(others, "find_spec", lambda name: None)
    monkeypatch.setattr(steps, "find_spec", lambda name: None)
    found = speed.everything([])
    assert {one.who for one in found} == {"trivet"}
    assert [one.game for one in found] == ["connect_four"] * 4 + ["tic_tac_toe"] * 4


@pytest.mark.parametrize(
    ("library", "game", "figures"),
    [
        ("pyspiel", "connect_four", FIGURES),
        ("pyspiel", "tic_tac_toe", FIGURES),
        ("pyspiel", "leduc_poker", ["loop", "copy", "search"]),
        ("pyspiel", "gin_rummy", ["loop", "copy", "search"]),
        ("open_spiel", "tic_tac_toe", ["loop", "copy", "search"]),
        ("pettingzoo", "connect_four", ["loop"]),
        ("pettingzoo", "tic_tac_toe", ["loop"]),
        ("pettingzoo", "leduc_poker", ["loop"]),
        ("rlcard", "leduc_poker", ["loop"]),
        ("rlcard", "gin_rummy", ["loop"]),
        ("pgx", "connect_four", ["play-outs"]),
        ("pgx", "tic_tac_toe", ["play-outs"]),
        ("pgx", "leduc_poker", ["play-outs"]),
    ],
)
def test_a_library_that_is_installed_is_measured(monkeypatch, library, game, figures):
    """With PettingZoo installed nothing was measured at all: a module had another name."""
    pytest.importorskip(library)
    if library == "pettingzoo":
        pytest.importorskip("pygame", reason="its games are not installed")
    monkeypatch.setattr(others, "find_spec", lambda name: name == library)
    found = list(speed.measured(list(others.others(game)), 0.001))
    assert [one.figure for one in found] == figures
    assert all(one.rate > 0 and one.game == game and one.note for one in found)


def test_the_command_says_how_much_faster_we_are_and_what_was_done(trivet):
    done = trivet("lab", "bench", "trifecta", "--peers", "--seconds", "0.001")
    assert done.code == 0
    for figure in FIGURES:
        assert re.search(rf"^trifecta +{figure} +trivet +[\d,]+  \w+$", done.out, re.M)
        assert re.search(rf"^  trivet, {figure}: \w+", done.out, re.M)
    times = re.findall(r"^(\w+) .* ([\d.]+) x$", done.out, re.M)
    assert {game for game, _ in times} <= {*MEASURED, "trifecta"}


def test_the_command_writes_data(trivet):
    done = trivet("lab", "bench", "trifecta", "--peers", "--seconds", "0.001", "--json")
    ours = [one for one in json.loads(done.out) if one["game"] == "trifecta"]
    assert [one["figure"] for one in ours][:4] == FIGURES
    assert {one["figure"] for one in ours[4:]} <= {"batch", "steps"}
    assert "batch" in {one["figure"] for one in ours if one["who"] == "trivet"}
    assert set(ours[0]) == {"who", "game", "figure", "unit", "note", "rate"}
