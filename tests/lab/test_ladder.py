"""The ladder: resumable, every step of every table size, written as a table."""

from argparse import Namespace

import pytest

from trivet.catalogue import GAMES
from trivet.cli.lab.ladder import climb, steps
from trivet.lab.arena import TimeUp, play_table
from trivet.lab.ledger import BadLedger


def wanted(folder, tables, *, seconds=100, sprt=False):
    return Namespace(folder=folder, tables=tables, seconds=seconds, jobs=1, sprt=sprt)


def test_every_level_meets_the_one_below_at_tables_of_all_sizes():
    found = list(steps(GAMES["trinity"], 0))
    assert len(found) == 4 * 3
    assert found[0].players == ("greedy", "random")
    assert found[-1].players == ("master", "sharp", "sharp", "sharp")


def test_what_was_played_is_not_played_again(tmp_path):
    contest = next(steps(GAMES["trifecta"], 0))
    climb(contest, wanted(tmp_path, 4))
    (path,) = tmp_path.iterdir()
    before = path.read_text()
    climb(contest, wanted(tmp_path, 4))
    assert path.read_text() == before
    climb(contest, wanted(tmp_path, 8))
    assert path.read_text().startswith(before)
    assert len(path.read_text().splitlines()) == 1 + 4


@pytest.mark.long
def test_tables_of_a_bot_that_thought_otherwise_are_not_counted_with_new_ones(
    tmp_path, monkeypatch
):
    game = GAMES["trifecta"]
    _, contest, *_ = steps(game, 0)  # steady over greedy
    climb(contest, wanted(tmp_path, 2))
    changed = {**game.tunings, "steady": {**game.tunings["steady"], "iterations": 41}}
    monkeypatch.setattr(type(game), "tunings", changed)
    with pytest.raises(BadLedger, match="another thought"):
        climb(contest, wanted(tmp_path, 4))


def test_a_block_that_is_not_finished_in_time_is_left_out(tmp_path):
    contest = next(steps(GAMES["trifecta"], 0))
    climb(contest, wanted(tmp_path, 400, seconds=0))
    (path,) = tmp_path.iterdir()
    assert len(path.read_text().splitlines()) == 1


def test_a_step_stops_when_it_is_decided(tmp_path):
    contest = next(steps(GAMES["trifecta"], 0))  # greedy over random
    climb(contest, wanted(tmp_path, 400, sprt=True))
    (path,) = tmp_path.iterdir()
    before = path.read_text()
    assert 8 <= len(before.splitlines()) - 1 < 100
    climb(contest, wanted(tmp_path, 400, sprt=True))
    assert path.read_text() == before


def test_a_table_is_given_up_when_its_time_is_up():
    contest = next(steps(GAMES["trifecta"], 0))
    with pytest.raises(TimeUp):
        play_table(contest, 0, 0, stop=0.0)
