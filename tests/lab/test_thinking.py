"""How fast bots think is measured on the same positions every time."""

import json
import shutil
from math import inf

import pytest

from trivet.cli.lab import bench
from trivet.cli.lab.bench import PACKAGE
from trivet.cli.main import main
from trivet.lab import thinking
from trivet.lab.base import BadBase, Spent
from trivet.lab.thinking import Thinking, measured, rollouts_a_second, time_used, times

HERE = PACKAGE.parent


def test_the_same_positions_give_the_same_thoughts():
    one, again = measured([HERE, HERE], "sovereign", 2, "steady+iterations=4", 3)
    assert one.thoughts == again.thoughts
    assert one.rollouts > 0
    [more] = measured([HERE], "sovereign", 2, "steady+iterations=8", 3)
    assert more.thoughts != one.thoughts
    assert sum(spent.tries for spent in more.spent) > sum(spent.tries for spent in one.spent)


def test_a_build_whose_greedy_bots_differ_is_given_the_same_positions(tmp_path):
    """Positions came from each build's own greedy bots, and so were others where those differed."""
    shutil.copytree(PACKAGE, tmp_path / "trivet", ignore=shutil.ignore_patterns("*.so", "web"))
    greedy = tmp_path / "trivet" / "bots" / "greedy.py"
    greedy.write_text(greedy.read_text().replace("thought = Thought(", "raise ValueError("))
    here, there = measured([HERE, tmp_path], "trifecta", 2, "steady+iterations=4", 3)
    assert there.thoughts == here.thoughts
    with pytest.raises(BadBase):
        measured([tmp_path], "trifecta", 2, "greedy", 1)


def thinking_of(*seconds):
    spent = tuple(Spent(one, 100, 2, ()) for one in seconds)
    return Thinking("trinity", 2, "sharp", spent)


def test_twice_as_fast_everywhere_is_two_times_without_doubt():
    found = times(thinking_of(2.0, 4.0, 6.0), thinking_of(1.0, 2.0, 3.0), rollouts_a_second)
    assert (found.value, found.low, found.high) == pytest.approx((2.0, 2.0, 2.0))


def test_the_more_positions_differ_the_wider_is_the_interval():
    base = thinking_of(2.0, 2.0, 2.0, 2.0)
    even = times(base, thinking_of(1.0, 1.1, 0.9, 1.0), rollouts_a_second)
    odd = times(base, thinking_of(2.0, 0.2, 1.0, 0.8), rollouts_a_second)
    assert odd.low < even.low < 2.0 < even.high < odd.high
    assert times(thinking_of(2.0), thinking_of(1.0), rollouts_a_second).high == inf


def test_bench_tells_how_fast_each_level_thinks(capsys, monkeypatch):
    monkeypatch.setattr(thinking, "SEARCHING", ("steady", "sharp"))  # master takes long, plain
    assert main(["lab", "bench", "trinity", "--levels", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {(one["seats"], one["level"]) for one in found} == {
        (seats, level) for seats in (2, 3, 4) for level in ("steady", "sharp")
    }
    assert all(one["rollouts"] > 0 for one in found)


def test_bench_compares_tables_of_one_size_with_a_base(capsys, monkeypatch):
    monkeypatch.setattr(thinking, "SEARCHING", ("steady",))
    monkeypatch.setattr(bench, "is_compiled", lambda: True)
    words = ["lab", "bench", "trinity", "--levels", "1", "--seats", "2", "--base", str(HERE)]
    assert main([*words, "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert found["base"]["thoughts"] == found["now"]["thoughts"]
    assert found["rollouts"]["value"] > 0
    assert main(words) == 0
    assert "the same" in capsys.readouterr().out


def test_a_bot_with_a_clock_and_iterations_without_end_uses_all_its_time():
    level = "steady+seconds=0.02+iterations=1000000000"
    assert time_used("trifecta", 2, level, 3) >= 1.0


def test_bench_tells_how_much_of_its_time_a_level_uses(capsys, monkeypatch):
    monkeypatch.setattr(thinking, "SEARCHING", ("steady",))
    assert main(["lab", "bench", "trifecta", "--levels", "1", "--clock", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["trifecta"]["steady"] > 0
