"""The news of a table told turn by turn."""

import re

from trivet.catalogue import GAMES
from trivet.core import turns
from trivet.core.dice import Dice
from trivet.core.state import NOBODY
from trivet.core.table import Table

NAMES = ["Ada", "Basil"]


def played(game, seats=2):
    table, dice = Table(GAMES[game], seats, bytes(32), "turns"), Dice(1)
    table.roll()
    while not table.state.is_over():
        seat = table.state.turn
        table.play(seat, table.state.sample(seat, dice))
    return table


def test_a_project_is_one_line_with_what_it_earned():
    table = played("trehgrannik")
    told = turns.lines(table, table.news, NAMES, NOBODY)
    built = [line for line in told if " built " in line and "over" not in line]
    sentence = r"(Ada|Basil) .*moved to \w\d.* and built a (module|base) with .*(: [+-]\d+|\.)"
    assert len(built) > 10
    assert all(re.fullmatch(sentence, line) for line in built)
    assert any(line.endswith(": +2") for line in built)


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
