"""The ladder: resumable, every step of every table size, written as a table."""

from trivet.catalogue import GAMES
from trivet.cli.ladder import climb, steps


def test_every_level_meets_the_one_below_at_tables_of_all_sizes():
    found = list(steps(GAMES["trinity"], 0))
    assert len(found) == 4 * 3
    assert found[0].players == ("greedy", "random")
    assert found[-1].players == ("master", "sharp", "sharp", "sharp")


def test_what_was_played_is_not_played_again(tmp_path):
    contest = next(steps(GAMES["trifecta"], 0))
    climb(contest, tmp_path, 4, 100)
    (path,) = tmp_path.iterdir()
    before = path.read_text()
    climb(contest, tmp_path, 4, 100)
    assert path.read_text() == before
    climb(contest, tmp_path, 8, 100)
    assert path.read_text().startswith(before)
    assert len(path.read_text().splitlines()) == 1 + 4
