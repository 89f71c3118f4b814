"""Another build as an opponent, and what ledgers say about the code that played."""

import shutil
from pathlib import Path

import pytest

import trivet
from trivet.catalogue import GAMES
from trivet.cli.main import main
from trivet.lab.arena import Contest, play_block
from trivet.lab.base import BadBase, BasePlayer, base_folder, code_hash
from trivet.lab.ledger import BadLedger, Ledger

HERE = str(Path(trivet.__file__).parents[1])


def test_a_base_plays_the_same_game():
    contest = Contest("sovereign", ("random", "base:greedy"), 3, {}, HERE)
    tables = play_block(contest, 0)
    assert [table.players for table in tables] == [
        ("random", "base:greedy"), ("base:greedy", "random"),
    ]  # fmt: skip
    assert all(sum(table.shares) == 1.0 for table in tables)
    assert play_block(contest, 0)[0].log == tables[0].log


def test_a_base_that_knows_no_later_ruling_is_played_by_the_earlier_one(monkeypatch):
    """Trehgrannik of an old build went on for ever: its Lone was another."""
    game, player = GAMES["trehgrannik"], BasePlayer(HERE)
    assert player.earlier(game) == {}
    player.sit_down("trehgrannik", 2, {"lone": "one_card", "later": 1})
    player.leave()
    for usual in ({}, {"lone": "one_card"}):
        monkeypatch.setattr(BasePlayer, "_ask", lambda self, question, usual=usual: usual)
        assert player.earlier(game)["lone"] == "one_card"


def test_the_arena_sets_a_bot_against_its_base(capsys):
    words = [
        "arena",
        "sovereign",
        "--bots",
        "random",
        "--base",
        HERE,
        "--blocks",
        "2",
        "--jobs",
        "1",
    ]
    assert main(words) == 0
    assert "base:random" in capsys.readouterr().out


def test_a_base_that_is_not_there_is_refused(capsys):
    with pytest.raises(BadBase):
        base_folder("no-such-commit")
    assert main(["arena", "sovereign", "--bots", "random", "--base", "no-such-commit"]) == 2
    assert "neither a build of Trivet nor a commit" in capsys.readouterr().err


def test_a_hash_changes_with_the_code(tmp_path):
    shutil.copytree(Path(HERE, "trivet", "bots"), tmp_path / "trivet" / "bots")
    before = code_hash(str(tmp_path))
    with (tmp_path / "trivet" / "bots" / "greedy.py").open("a") as file:
        file.write("# another thought\n")
    code_hash.cache_clear()
    assert code_hash(str(tmp_path)) != before


def test_a_ledger_of_other_code_is_left_alone(tmp_path, monkeypatch):
    path = tmp_path / "ledger"
    contest = Contest("sovereign", ("random", "random"))
    Ledger([contest], path)
    monkeypatch.setattr("trivet.lab.arena.code_hash", lambda: "another")
    with pytest.raises(BadLedger, match="another code"):
        Ledger([contest], path)


def test_a_ledger_keeps_the_games(tmp_path):
    contest = Contest("sovereign", ("random", "random"))
    tables = play_block(contest, 0)
    Ledger([contest], tmp_path / "ledger").add((0, 0), tables)
    assert Ledger([contest], tmp_path / "ledger").of(0) == [tables]
    assert all(table.log for table in tables)
