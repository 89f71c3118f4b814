"""Which tests a build runs, and in which order: tests/conftest.py."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import long_first

ROOT = Path(__file__).parents[2]
ONCE = ("tests/web", "tests/alone")  # stages of their own


def collected(**variables):
    """The tests that a run would take."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("TRIVET_")}
    ours = {name: value for name, value in ours.items() if "PYTEST" not in name}
    words = ["--collect-only", "--quiet", "-p", "no:cacheprovider"]
    words += [f"--ignore={folder}" for folder in ONCE]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        cwd=ROOT, env={**ours, **variables}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {line for line in done.stdout.splitlines() if "::" in line}


@pytest.mark.once
@pytest.mark.long
def test_what_one_build_leaves_out_runs_on_the_other():
    everything = collected()
    plain = collected(TRIVET_BUILD="plain", TRIVET_SMOKE="1")
    compiled = collected(TRIVET_BUILD="compiled")
    assert plain | compiled == everything
    assert plain < everything
    assert compiled < everything
    assert {one for one in everything if one.startswith("tests/games/")} <= plain & compiled


def items(marks):
    """Tests of which some are long: L is, s is not."""
    return [
        SimpleNamespace(name=f"{mark}{n}", get_closest_marker=lambda _, mark=mark: long(mark))
        for n, mark in enumerate(marks)
    ]


def long(mark):
    return mark if mark == "L" else None


def test_every_process_begins_with_its_part_of_the_long_tests():
    """xdist deals neighbours: the first half to one of two processes, the rest to the other."""
    order = [item.name for item in long_first(items("ssLssLLsss"), 2)]
    assert order == ["L2", "L6", "s0", "s1", "s3", "L5", "s4", "s7", "s8", "s9"]


@pytest.mark.parametrize("processes", range(1, 8))
def test_no_test_is_lost_by_the_order(processes):
    every = items("LLsLLLssLL")
    found = long_first(every, processes)
    assert sorted(one.name for one in found) == sorted(one.name for one in every)
