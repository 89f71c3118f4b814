"""Clocks run for whoever is waited for."""

from trivet.server.table.clocks import DAY, SECOND, Clocks, at_first
from trivet.server.wire.messages import Bank, Days

BANK = Bank(seconds=60, increment=5)


def test_a_clock_runs_only_for_who_is_waited_for():
    clocks = Clocks(BANK, [60_000, 60_000])
    clocks.run_for([0], 1000)
    assert [clocks.left_of(seat, 11_000) for seat in (0, 1)] == [50_000, 60_000]
    clocks.run_for([1], 11_000)
    assert [clocks.left_of(seat, 31_000) for seat in (0, 1)] == [50_000, 40_000]


def test_being_asked_again_does_not_start_a_clock_anew():
    clocks = Clocks(BANK, [60_000])
    clocks.run_for([0], 0)
    clocks.run_for([0], 10_000)
    assert clocks.left_of(0, 20_000) == 40_000


def test_an_answer_earns_the_increment():
    clocks = Clocks(BANK, [60_000, 60_000])
    clocks.run_for([0], 0)
    clocks.has_acted(0, 20_000)
    assert clocks.left_of(0, 99_000) == 45_000


def test_with_days_every_answer_has_its_own():
    clocks = Clocks(Days(days=2), [DAY, DAY])
    clocks.run_for([0], 0)
    clocks.has_acted(0, DAY // 2)
    assert clocks.left_of(0, DAY) == 2 * DAY


def test_a_flag_falls_when_nothing_is_left():
    clocks = Clocks(BANK, [10 * SECOND, 20 * SECOND])
    clocks.run_for([0, 1], 5000)
    assert clocks.next_flag() == 15_000
    assert clocks.fallen(14_999) == []
    assert clocks.fallen(15_000) == [0]
    assert clocks.fallen(99_000) == [0, 1]
    assert [seen.left for seen in clocks.seen(99_000)] == [0, 0]


def test_nobody_is_timed_without_a_clock():
    assert at_first(None) == 0
    assert at_first(BANK) == 60_000
    assert Clocks(BANK, [1]).next_flag() is None
