"""What is over leaves memory, and what is kept has a bound."""

import gc
import weakref

import pytest
from campaigns import soak

from trivet.server.process import gc_pacing


@pytest.mark.timeout(180)
def test_closed_sockets_leave_nothing_behind_without_a_collector(tmp_path):
    """Each closed socket was a cycle once that held its room until a full collection, hourly."""
    found = soak.closing(tmp_path, 200)
    assert set(found) >= {"Mailbox", "Socket", "Caller", "Room", "Table"}
    assert not any(found.values()), found


@pytest.mark.timeout(180)
def test_sockets_that_something_keeps_are_counted(tmp_path):
    assert soak.closing(tmp_path, 8, "keep-sockets")["Caller"] >= 8


@pytest.mark.long
@pytest.mark.timeout(300)
def test_a_short_soak_loses_nothing_and_ends_empty(tmp_path, monkeypatch):
    """How memory levels off is for `./play campaign soak`, which takes an hour."""
    monkeypatch.setattr(soak, "LEFT_AFTER", 2.0)
    report = soak.campaign(tmp_path, 0.1, 40)
    assert report.refused + report.lost == 0, report.lines()
    assert report.minutes[-1].answers > 100, report.lines()
    assert report.alive["Socket"] == report.alive["Caller"] == 0, report.lines()


# --- garbage --------------------------------------------------------------------------------------


class Knot:
    """A cycle that only the collector can free."""

    def __init__(self):
        self.itself = self


class SteppingClock:
    """Every collection takes as long as it is told."""

    def __init__(self):
        self.now, self.step = 0.0, 0.0

    def __call__(self):
        self.now += self.step
        return self.now


@pytest.fixture
def collector(monkeypatch):
    monkeypatch.setattr(gc_pacing, "FEWEST", 1000)
    clock = SteppingClock()
    found = gc_pacing.GarbageCollector(clock)
    found.begin()
    yield found, clock
    gc.unfreeze()
    gc.enable()


def test_what_dies_before_slices_take_long_is_collected_by_the_next_one(collector):
    found, _ = collector
    before, old = gc.get_freeze_count(), [Knot()]
    dying = weakref.ref(old[0])
    assert found.slice() == gc_pacing.SELDOM
    old.clear()
    found.slice()
    assert dying() is None
    assert gc.get_freeze_count() <= before


def test_survivors_of_a_long_slice_are_left_out_of_the_next_ones(collector):
    found, clock = collector
    clock.step = 2 * gc_pacing.LONG_SLICE
    old = [Knot()]
    dying = weakref.ref(old[0])
    assert found.slice() == clock.step / gc_pacing.SHARE  # the longer, the more seldom
    old.clear()
    found.slice()
    assert dying() is not None
    found.collect_all()
    assert dying() is None


def test_slices_come_often_enough_to_stay_short(collector):
    """On a busy machine each took longer than the one before, for it came later: to 0.2 s."""
    found, clock = collector
    clock.step = 20 * gc_pacing.LONG_SLICE
    assert found.slice() == gc_pacing.LATEST


def test_a_full_collection_is_due_when_half_as_much_was_frozen_as_was_left(collector):
    """It came once an hour, however much had grown: a gigabyte of dead rooms waited for it."""
    found, clock = collector
    assert not found.has_grown
    found.slice()
    assert not found.has_grown
    clock.step = found.left / 2 * gc_pacing.EACH + gc_pacing.LONG_SLICE
    found.slice()
    assert found.has_grown
    found.collect_all()
    assert not found.has_grown
    assert found.left == gc.get_freeze_count()
