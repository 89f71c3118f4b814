"""The campaigns in small; every one also finds the fault that is planted for it.  `./play campaign`
runs them whole: ten times as many kills and more."""

import pytest
from campaigns import (
    crowd,
    deliver,
    fuzz,
    kill,
    load,
    looking,
    machine,
    restart,
    wire_twins,
    witness,
)

from trivet.catalogue import GAMES

pytestmark = pytest.mark.long
KILLS = 7
MESSAGES = 33_000
PAIRS = 333  # of each game
DELIVERIES = 8_000


@pytest.mark.timeout(180)
def test_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path):
    found = kill.campaign(tmp_path, KILLS, 12)
    assert found["answers acknowledged"] > 20 * KILLS
    assert witness.breaches(found) == 0, found


@pytest.mark.timeout(180)
def test_acknowledging_before_the_commit_is_found(tmp_path):
    found = kill.campaign(tmp_path, 4, 12, "acknowledge-before-commit", answers=200)
    assert found["acknowledged and lost"], found


@pytest.mark.timeout(180)
def test_hostile_messages_do_nothing(tmp_path):
    found = fuzz.campaign(tmp_path, MESSAGES, 8)
    assert found["messages"] >= MESSAGES - 8
    assert found["answered"] > MESSAGES // 2
    assert fuzz.faults(found) == 0, found


@pytest.mark.parametrize(
    ("fault", "sign"),
    [("stumble-over-a-message", "tracebacks"), ("trust-everybody", "changes of state")],
)
def test_a_planted_weakness_is_found(tmp_path, fault, sign):
    assert fuzz.campaign(tmp_path, 4000, 4, fault)[sign]


@pytest.mark.timeout(240)
@pytest.mark.parametrize("name", GAMES)
def test_twins_get_the_same_bytes(name):
    found = wire_twins.campaign(PAIRS, {name: GAMES[name]})
    assert found["pairs"] >= PAIRS
    assert wire_twins.leaks(found) == 0, found


@pytest.mark.parametrize("leak", wire_twins.LEAKS.values(), ids=list(wire_twins.LEAKS))
def test_a_planted_leak_is_seen(leak):
    assert wire_twins.leaks(wire_twins.planted(leak))


def test_what_comes_twice_late_or_not_at_all_happens_once():
    found = deliver.campaign(DELIVERIES)
    assert found["acts"] > DELIVERIES // 10
    assert found["wrong"] == 0


def test_a_server_that_takes_every_message_for_a_new_one_is_found():
    assert deliver.campaign(5000, deliver.forgetful)["wrong"]


@pytest.mark.timeout(180)
def test_every_answer_is_acknowledged_under_load(tmp_path):
    """How quickly is for `./play campaign load` on a quiet machine: here others may be at work."""
    (report,) = load.campaign(tmp_path, load.Load(40, 40, 4, 20))
    assert report.broken == 0, report.lines()
    costs = [cost for one in report.games.values() for cost in (one.busy, one.steady)]
    assert all(cost.answers > 0 and cost.cpu > 0 and cost.bytes > 0 for cost in costs)
    assert set(report.games) == set(GAMES)
    assert len(report.milliseconds) == report.mixed


def test_a_slow_disk_is_noticed(tmp_path):
    (report,) = load.campaign(tmp_path, load.Load(6, 30, 3, 0), "store-slowly")
    assert report.at(0.99) > load.BAR


@pytest.mark.timeout(180)
def test_a_crowd_of_strangers_throws_nobody_out(tmp_path):
    """How quick answers stay is for `./play campaign strangers` on a quiet machine."""
    report = crowd.campaign(tmp_path, 4, 2, 4.0)
    assert report.refused + report.lost == 0, report.lines()
    assert report.quiet.answers, report.lines()
    assert sum(report.deeds.values()) > 10, report.lines()


@pytest.mark.timeout(180)
def test_a_full_house_comes_back_after_a_kill(tmp_path):
    found = restart.campaign(tmp_path, 20)
    assert found["not back after a minute"] == 0
    assert found["others"] > machine.BUSY or found["first answer after"] < restart.FIRST_BAR


@pytest.mark.timeout(180)
@pytest.mark.parametrize(
    ("paths", "line"),
    [(looking.EVERYTHING, ""), (looking.LOOKS, "wait-in-a-short-line")],
    ids=["all", "looks"],
)
def test_a_visitor_who_asks_for_everything_refuses_a_player_nothing(tmp_path, paths, line):
    """How quick looks and pings stay is for `./play campaign looking` on a quiet machine."""
    report = looking.campaign(tmp_path, 24, 10.0, line, paths)
    assert len(report.seconds) > 2, report.lines()
    assert len(report.pings) > 10, report.lines()
    assert report.refused.total() + report.replies[500] == 0, report.lines()
    assert report.replies[409] or not line, report.lines()  # the visitor was refused


@pytest.mark.timeout(180)
def test_one_line_for_all_looks_is_found(tmp_path):
    """The player has to ask while the line is full, which is one look in ten: so several tries."""
    tries = (
        looking.campaign(tmp_path / str(n), 48, 8.0, "look-in-one-line", looking.LOOKS)
        for n in range(5)
    )
    assert any(report.refused for report in tries)
