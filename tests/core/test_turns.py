"""The news of a table told turn by turn."""

import re

from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.state import EVERYONE, NOBODY, Event
from trivet.core.table import Table
from trivet.core.words import turns

NAMES = ["Ada", "Basil"]


def played(game, seats=2):
    *_, table = positions(game, seats)
    return table


def positions(game, seats=2):
    """A random game, after every answer."""
    table, dice = Table(GAMES[game], seats, bytes(32), "turns"), Dice(1)
    table.roll()
    while not table.state.is_over():
        seat = table.state.turn
        table.play(seat, table.state.sample(seat, dice))
        yield table


def test_a_project_is_one_line_with_what_it_earned():
    table = played("trehgrannik")
    told = turns.lines(table, table.news, NAMES, NOBODY)
    built = [line for line in told if " built " in line and "over" not in line]
    sentence = r"(Ada|Basil) .*moved to \w\d.* and built a (module|base) with .*(: [+-]\d+|\.)"
    assert len(built) > 10
    assert all(re.fullmatch(sentence, line) for line in built)
    assert any(line.endswith(": +2") for line in built)


def test_a_deed_done_twice_was_told_once():
    took = Event("drawn", EVERYONE, (0, 0, 0, 0))
    line = GAMES["trehgrannik"].codec.line([took, took], NAMES)
    assert line == "Ada took a card from the deck twice."


def test_points_that_others_scored_too_are_not_said_to_be_one_seats():
    table = played("tritarea", 4)
    told = turns.lines(table, table.news, [*NAMES, "Clio", "Dora"], NOBODY)
    scored = [line for line in told if "Points after the round" in line]
    assert len(scored) == 3
    assert not any(re.search(r"[+-]\d+$", line) for line in scored)


def test_a_seat_reads_what_it_alone_was_told():
    table = played("sovereign")
    mine, public = (turns.lines(table, table.news, NAMES, viewer) for viewer in (0, NOBODY))
    assert any(" saw " in line for line in mine)
    assert not any(" saw " in line for line in public)
    assert not any(line.startswith("Ada ") for line in mine)


def scored(game, seats, what):
    """Every moment of that kind in a random game: the events told before it, and its sheet."""
    codec, seen = GAMES[game].codec, set()
    for table in positions(game, seats):
        for moment in table.moments:
            if moment.what == what and moment.heard not in seen:
                seen.add(moment.heard)
                told = [news.event for news in table.news[: moment.heard]]
                yield told, codec.moment_sheet(what, told, table.before(moment), seats)


def test_a_tied_bid_counts_no_goals_that_were_won_before():
    found = list(scored("trifecta", 4, "bids"))
    tied = [sheet for told, sheet in found if told[-1].what == "tied"]
    assert tied
    assert not any(sheet.rows for sheet in tied)
    won = [(told[-1].data[0], sheet.rows) for told, sheet in found if told[-1].what == "won"]
    assert won
    for winner, [row] in won:
        assert row.by_seat == tuple(int(seat == winner) for seat in range(4))


def test_a_project_counts_what_its_builder_earned_and_not_the_first_purse():
    found = list(scored("trehgrannik", 3, "project"))
    assert len(found) > 10
    for told, sheet in found:
        builder = told[-1].data[0]
        assert all(row.part != "purse" for row in sheet.rows)
        assert all(row.by_seat[builder] or row.part == "taken by Systems" for row in sheet.rows)


def test_a_trick_counts_what_those_who_built_scored():
    found = list(scored("tritarea", 4, "trick"))
    assert len(found) == 24
    for told, sheet in found:
        rights = next(event for event in reversed(told) if event.what == "rights")
        others = set(range(4)) - set(rights.data[:2])
        assert not any(row.by_seat[seat] for row in sheet.rows for seat in others)
