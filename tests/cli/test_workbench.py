"""Counting, fuzzing and measuring."""

import json
import re
from pathlib import Path

import pytest

import trivet as trivet_package
from trivet.cli.build import is_compiled
from trivet.cli.lab.fuzz import FuzzRun, attempt


def counts(done):
    return [int(n.replace(",", "")) for n in re.findall(r"^depth \d+: ([\d,]+) ", done.out, re.M)]


def test_perft_counts_the_ways_to_go_on(trivet):
    assert counts(trivet("lab", "perft", "sovereign")) == [575, 575 * 575]


def test_perft_counts_from_a_random_position(trivet):
    done = trivet("lab", "perft", "sovereign", "--after", "5", "--seed", "3", "--depth", "1")
    assert "after 5 answers: " in done.out
    assert counts(done) == counts(
        trivet("lab", "perft", "sovereign", "--after", "5", "--seed", "3", "--depth", "1")
    )


def test_perft_divides_by_the_first_answer(trivet, highcard):
    highcard()
    done = trivet("lab", "perft", "highcard", "--seats", "3", "--depth", "3", "--divide")
    parts = [int(n) for n in re.findall(r"^  deal \d: (\d+)$", done.out, re.M)]
    assert parts == [8 * 7] * 9
    assert counts(done) == [9, 9 * 8, 9 * 8 * 7]


@pytest.mark.long
def test_sound_games_pass(trivet, highcard):
    highcard()
    done = trivet("lab", "fuzz", "all", "--games", "30")
    assert done.code == 0
    assert "sovereign: 30 games, 0 faulty, " in done.out
    assert "highcard: 30 games, 0 faulty, " in done.out


BUGS = {  # what is planted, and how it is found
    "a card is lost or doubled": ("        s.deck ^= bit(card)\n", ""),
    "crash: ZeroDivisionError('planted')": (
        "s.shown |= only(seat)",
        "raise ZeroDivisionError('planted')",
    ),
    "dead end: seat 0 is asked ": ("return [HIDE, SHOW]", "return []"),
    "endless: not over after 20000 answers": ("        s.mover += 1\n", ""),
    "the shares of the win add up to 0": ("1.0 if hand == max(self.hands)", "1.0 if hand == 9"),
}


@pytest.mark.parametrize("complaint", BUGS)
def test_a_planted_bug_is_found_and_can_be_found_again(trivet, highcard, complaint):
    replaced, by = BUGS[complaint]
    highcard(replaced=replaced, by=by)
    done = trivet("lab", "fuzz", "highcard", "--games", "9", "--seats", "2")
    assert done.code == 1
    assert complaint in done.out
    again = re.search(r"^  again: trivet (.*)$", done.out, re.M)[1]
    assert complaint in trivet(*again.split()).out


def test_seat_counts_take_turns(monkeypatch, trivet, highcard):
    highcard()
    tried = []
    monkeypatch.setattr("trivet.cli.lab.fuzz.attempt", lambda batch: tried.extend(batch) or [])
    trivet("lab", "fuzz", "highcard", "--games", "4", "--seed", "7")
    assert tried == [FuzzRun("highcard", seats, 7 + n) for n, seats in enumerate((2, 3, 4, 2))]


def test_processes_find_what_one_finds(trivet):
    done = trivet("lab", "fuzz", "sovereign", "--games", "45", "--jobs", "2")
    assert done.code == 0
    assert "sovereign: 45 games, 0 faulty, " in done.out


def test_a_fault_is_told_with_its_trial(highcard):
    highcard(replaced="1.0 if hand == max(self.hands)", by="1.0 if hand == 9")
    trial = FuzzRun("highcard", 2, 1)
    assert [failed.trial for failed in attempt([trial])] == [trial]


@pytest.mark.long
def test_bench_measures_every_build_there_is(trivet):
    done = trivet("lab", "bench", "sovereign", "--seconds", "0.1", "--json")
    found = json.loads(done.out)
    builds = ["plain", "compiled"] if is_compiled() else ["plain"]
    assert list(found["help_ms"]) == builds
    assert list(found["games"]["sovereign"]) == builds
    for figures in found["games"]["sovereign"].values():
        assert set(figures) == {"decisions_per_second", "copy_us", "imagine_us"}
        assert all(figure > 0 for figure in figures.values())


@pytest.mark.long
def test_bench_compares_compiled_rules_with_those_of_another_build(trivet):
    here = str(Path(trivet_package.__file__).parents[1])
    done = trivet("lab", "bench", "sovereign", "--seconds", "0.1", "--base", here)
    if not is_compiled():
        assert (done.code, done.err.count("Only compiled rules")) == (2, 1)
        return
    builds = re.findall(r"^sovereign +(\w+) +[\d,]+ ", done.out, re.M)
    assert (done.code, builds) == (0, ["base", "compiled"])
    assert re.search(r"^ +times +\d\.\d{3} ", done.out, re.M)
    lost = trivet("lab", "bench", "sovereign", "--base", "no-such-commit")
    assert (lost.code, "neither a build of Trivet nor a commit" in lost.err) == (2, True)


@pytest.mark.long
def test_bench_says_what_it_compares(trivet):
    done = trivet("lab", "bench", "sovereign", "--seconds", "0.1")
    assert done.code == 0
    assert re.search(r"^sovereign   plain +[\d,]+ ", done.out, re.M)
    assert ("Only plain Python rules are installed" in done.out) == (not is_compiled())
    assert bool(re.search(r"^ +times +[\d.]+ ", done.out, re.M)) == is_compiled()
    assert re.search(r"^trivet --help: plain \d+ ms", done.out, re.M)
