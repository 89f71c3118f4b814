"""How fast bots think is measured on the same positions every time."""

import json

from trivet.cli.bench import PACKAGE
from trivet.cli.main import main
from trivet.lab import thinking
from trivet.lab.thinking import measured, measured_in


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
