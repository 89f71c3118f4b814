"""How fast bots think is measured on the same positions every time."""

import json

from trivet.cli.bench import PACKAGE
from trivet.cli.main import main
from trivet.lab import thinking
from trivet.lab.thinking import measured, measured_in, time_used


def test_the_same_positions_give_the_same_thoughts():
    one, again = (measured("sovereign", 2, "steady+iterations=4", 3) for _ in range(2))
    assert one.thoughts == again.thoughts
    assert one.rollouts > 0
    assert measured("sovereign", 2, "steady+iterations=8", 3).thoughts != one.thoughts


def test_bench_tells_how_fast_each_level_thinks(capsys, monkeypatch):
    monkeypatch.setattr(thinking, "SEARCHING", ("steady", "sharp"))  # master takes long, plain
    assert main(["bench", "trinity", "--levels", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {(one["seats"], one["level"]) for one in found} == {
        (seats, level) for seats in (2, 3, 4) for level in ("steady", "sharp")
    }
    assert all(one["rollouts"] > 0 for one in found)


def test_a_build_in_a_folder_has_the_same_thoughts_as_this_one():
    here = measured("trifecta", 2, "steady+iterations=4", 3)
    there = measured_in(PACKAGE.parent, "trifecta", 2, "steady+iterations=4", 3)
    assert there.thoughts == here.thoughts


def test_a_bot_with_a_clock_and_iterations_without_end_uses_all_its_time():
    level = "steady+seconds=0.02+iterations=1000000000"
    assert time_used("trifecta", 2, level, 3) >= 1.0


def test_bench_tells_how_much_of_its_time_a_level_uses(capsys, monkeypatch):
    monkeypatch.setattr(thinking, "SEARCHING", ("steady",))
    assert main(["bench", "trifecta", "--levels", "1", "--clock", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trifecta"]["steady"] > 0
