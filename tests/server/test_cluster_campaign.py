"""The campaign of several servers in small, and the faults that are planted for it."""

import os

import pytest
from campaigns import cluster, disasters, fence, witness
from campaigns.database import NoDatabase, programs

pytestmark = [pytest.mark.long, pytest.mark.timeout(400)]
EVENTS = cluster.Events(kills=2, pauses=1, database=1, pairs=6)


@pytest.fixture(autouse=True)
def _postgres():
    try:
        programs()
    except NoDatabase as missing:
        if os.environ.get("TRIVET_POSTGRES") == "required":
            raise
        pytest.skip(f"postgres: {missing}")


def test_nothing_acknowledged_is_lost_when_servers_and_the_database_are_killed(tmp_path):
    outcome = cluster.campaign(tmp_path, EVENTS)
    assert outcome.found["answers acknowledged"] > 100
    assert witness.breaches(outcome.found) == 0, outcome.found
    assert {what for what, seconds in outcome.seconds.items() if seconds} == {
        "kill",
        "pause",
        "database",
    }


def test_what_a_server_writes_that_lost_a_room_is_never_stored(database, postgres):
    found = fence.campaign(postgres.url, 1000)
    assert found["stale writes tried"] >= 1000
    assert found["acknowledged"] > 100
    assert fence.breaches(found) == 0, found
    assert found["writes of the owner refused"] == 0


@pytest.mark.parametrize("fault", ["no-epoch", "claim-from-the-living", "own-claim-keeps-epoch"])
def test_a_hole_in_the_fence_is_found(postgres, fault):
    assert fence.breaches(fence.campaign(postgres.url, 100, fault))


@pytest.mark.parametrize(
    ("fault", "events"),
    [
        ("acknowledge-before-slow-commit", cluster.BY_KILLS),
        ("commit-unsynced", cluster.BY_DATABASE_KILLS),
    ],
)
def test_a_commit_that_is_not_waited_for_is_found(tmp_path, fault, events):
    assert cluster.found_by(tmp_path, events, fault)


@pytest.mark.parametrize("fault", ["", "deaf-to-notices"])
def test_a_server_that_is_deaf_is_found(tmp_path, fault):
    assert bool(cluster.hearing(tmp_path, fault).total()) == bool(fault)


@pytest.mark.parametrize("disaster", [disasters.partition, disasters.full_disk])
def test_nothing_is_lost_by_a_cut_line_or_a_full_disk_and_people_wait(tmp_path, disaster):
    try:
        outcome = disaster(tmp_path, 1, 4)
    except disasters.NotAllowed as why:
        pytest.skip(f"not allowed here: {why}")
    assert outcome.found["answers acknowledged"] > 50
    assert witness.breaches(outcome.found) == 0, outcome.found
    assert sum(map(len, outcome.seconds.values()))
    if disaster is disasters.full_disk:  # behind a cut line the proxy may be faster than words
        assert outcome.found["times told of trouble"]
        assert outcome.found["times the database said so"]
