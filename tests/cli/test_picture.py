"""Positions as pictures: files for people, and what a notebook shows, never more than was asked."""

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from trivet import art
from trivet.catalogue import GAMES
from trivet.core import record
from trivet.core.state import EVERYONE, NOBODY
from trivet.core.table import Table

GOLDENS = Path(__file__).parents[1] / "goldens"
RESEARCH = Path(__file__).parents[2] / "docs/start/research.md"
GAME = GOLDENS / "sovereign-2-greedy.trivet"
DRAWN = [name for name in GAMES if art.faces(name)]


def labels(svg):
    """What the picture says of each place and piece."""
    names = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}title")
    return [name.text for name in names]


def known(svg):
    """Pieces of the decks that can be read."""
    decks = [label for label in labels(svg) if "from the top" in label]
    return sum(not label.startswith("unknown") for label in decks)


@pytest.mark.long
@pytest.mark.parametrize("game", DRAWN)
def test_every_position_of_a_game_can_be_drawn(game):
    text = next(GOLDENS.glob(f"{game}-*-greedy.trivet")).read_text()
    table = record.load(text, GAMES)[0]
    seen = Table(table.game, table.seats, table.seed, table.name, table.options, table.salt)
    for answer in table.log:
        seen.replay([answer])
        for viewer in (NOBODY, EVERYONE, *range(table.seats)):
            assert labels(art.picture(seen.state, viewer).svg)


def test_the_file_is_the_scene_of_that_position(trivet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = trivet("picture", str(GAME), "--at", "40")
    assert done.code == 0
    assert done.out == "sovereign-2-greedy-40.svg: after 40 of 69 answers.\n"
    drawn = labels(Path("sovereign-2-greedy-40.svg").read_text())
    board = trivet("replay", str(GAME), "--at", "40", "--ascii").out
    on_board = [label for label in drawn if re.fullmatch("[abc][123], .*", label)]
    assert len(on_board) == 9
    assert sum("empty" in label for label in on_board) == len(re.findall(r"\|   \.", board))


def test_a_picture_goes_where_it_is_wanted(trivet, tmp_path):
    path = tmp_path / "there.svg"
    assert trivet("picture", str(GAME), "-o", str(path)).code == 0
    assert trivet("picture", str(GAME), "-o", "-").out == path.read_text()
    assert trivet("picture", str(GAME), "--dark", "-o", str(path)).code == 0
    assert art.PAGE["paper"][art.DARK] in path.read_text()


def test_nothing_but_a_picture_is_overwritten(trivet, tmp_path):
    mine = tmp_path / "mine.trivet"
    mine.write_text("a record")
    done = trivet("picture", str(GAME), "-o", str(mine))
    assert done.code == 2
    assert "nothing was overwritten" in done.err
    assert mine.read_text() == "a record"


def test_what_cannot_be_drawn_is_refused_in_a_sentence(trivet, tmp_path, highcard):
    highcard()
    junk = tmp_path / "junk"
    junk.write_text("junk")
    nowhere = str(tmp_path / "no" / "where.svg")
    trivet("play", "highcard", "--people", "0", "--seats", "2")
    plain = next((tmp_path / "games").iterdir())
    for words, complaint in (
        ((str(GAME), "--at", "999"), "The game has 69 answers, not 999."),
        ((str(GAME), "--at", "-1"), "expected"),
        ((str(GAME), "--seat", "Z"), "--as takes A, B, public or open, not 'Z'."),
        ((str(GAME), "-o", nowhere), "cannot be written: No such file"),
        ((str(junk),), "line 1: a record begins with"),
        ((str(tmp_path / "missing"),), "cannot be read"),
        ((str(plain),), "High Card has no drawings"),
    ):
        done = trivet("picture", *words)
        assert done.code == 2, words
        assert complaint in done.err
        assert not done.out


def test_a_seat_sees_its_own_deck_and_no_other(trivet):
    """A has shuffled, so that nobody knows; B has put seven pieces in order."""
    game, at = str(GOLDENS / "sovereign-2-random.trivet"), ("--at", "5", "-o", "-")
    for viewer, sees in (("A", 0), ("B", 7), ("public", 0), ("open", 7)):
        assert known(trivet("picture", game, *at, "--seat", viewer).out) == sees, viewer


def test_a_running_game_is_not_opened_unless_asked(trivet, kept):
    trivet("play", "sovereign", "--seed", "77", lines=["build SSIIDAC", "order SSIIDAC"])
    path = str(kept()[0])
    assert known(trivet("picture", path, "-o", "-").out) == 0
    assert known(trivet("picture", path, "--seat", "open", "-o", "-").out) > 0


# --- notebooks ------------------------------------------------------------------------------------


def test_states_and_tables_show_what_is_public_in_a_notebook():
    table = record.load(GAME.read_text(), GAMES)[0]
    seen = Table(table.game, table.seats, table.seed, table.name, table.options, table.salt)
    seen.replay(table.log[:9])
    assert seen._repr_svg_() == seen.state._repr_svg_() == art.picture(seen.state).svg
    assert known(seen._repr_svg_()) == 0


def test_the_python_of_the_first_page_for_researchers_runs_and_shows_positions():
    blocks = re.findall(r"```python\n(.*?)```", RESEARCH.read_text(), re.DOTALL)
    names = {}
    exec("\n".join(blocks), names)  # noqa: S102
    assert sum(names["state"].scores()) == 1
    assert labels(names["state"]._repr_svg_())
    assert known(names["mine"]._repr_svg_()) <= known(names["open_"]._repr_svg_())
    assert art.PAGE["paper"][art.DARK] in names["open_"].svg
