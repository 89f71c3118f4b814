"""What is over leaves memory, and what is kept has a bound."""

import pytest
from campaigns import soak


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
