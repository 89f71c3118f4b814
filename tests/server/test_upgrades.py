"""A new version of a game's rules: tables in play go on by the older ones, or end recorded."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from server.tables import a_server
from trivet.client import Client
from trivet.client.table import Trouble
from trivet.verifier import verified

TOP = Path(__file__).parents[2]
GAME = {"bots": ["", "greedy"], "start": True, "is_public": False}
pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def release(tmp_path):
    """A copy of the source, in which rules can be changed."""
    away = shutil.ignore_patterns("node_modules", "__pycache__", "dist", "*.so", "build")
    shutil.copytree(TOP / "src/trivet", tmp_path / "release/src/trivet", ignore=away)
    shutil.copytree(TOP / "tools", tmp_path / "release/tools", ignore=away)
    return tmp_path / "release"


def change(release, file, old, new):
    path = release / "src/trivet/games/sovereign" / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def retire(release, *words):
    command = [sys.executable, str(release / "tools/retire"), "sovereign", *words]
    subprocess.run(command, check=True, capture_output=True)


def other_rules(release):
    """Decks of six pieces and not of seven: a log of the older rules cannot be replayed."""
    change(release, "game.py", "version = 1", "version = 2")
    change(release, "pieces.py", "DECK: Final = 7", "DECK: Final = 6")


def served_by(release, folder, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(release / "src"), str(TOP / "tests")]))
    monkeypatch.setenv("TRIVET_BUILD", "plain")
    return a_server(folder)


def trivet(release, *words):
    """A command of the other release."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "trivet", *map(str, words)],
        env={**os.environ, "PYTHONPATH": str(release / "src")},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip


@pytest.mark.long
def test_a_table_in_play_is_finished_by_its_own_rules(tmp_path, release, monkeypatch):
    folder = tmp_path / "server"
    with a_server(folder) as (address, _):
        ann = Client(address)
        room, token = ann.open_room("sovereign", **GAME), ann.token
        with ann.enter(room) as table:
            table.answer("build SSIRRMA")
            assert table.question().step != "build"
    retire(release)
    other_rules(release)
    with served_by(release, folder, monkeypatch) as (address, _):
        ann = Client(address, token)
        with ann.enter(room) as table:
            while ask := table.question():
                table.answer(ask.options[0].text)
            assert table.room.result.reason == "played"
        old = ann.record(room)
        assert "rules: 1\n" in old
        with ann.enter(ann.open_room("sovereign", **GAME)) as table:
            text = table.question().options[0].text
            assert len(text.split()[1]) == 6  # by the new rules
    assert verified(old).startswith("fair:")
    (tmp_path / "old.trivet").write_text(old)
    assert trivet(release, "verify", tmp_path / "old.trivet").stdout.startswith("fair:")
    log = (folder / "server.log").read_text()
    assert '"tables are played by older rules", "game": "sovereign", "rules": 1, "tables": 1' in log


def test_without_the_older_rules_a_table_ends_as_abandoned_with_its_record(
    tmp_path, release, monkeypatch
):
    folder = tmp_path / "server"
    with a_server(folder) as (address, _):
        ann = Client(address)
        room, waiting, token = (
            ann.open_room("sovereign", **GAME),
            ann.open_room("sovereign"),
            ann.token,
        )
        with ann.enter(room) as table:
            table.answer("build SSIRRMA")
            table.question()
    retire(release)
    retire(release, "--drop")
    other_rules(release)
    with served_by(release, folder, monkeypatch) as (address, _):
        ann = Client(address, token)
        with pytest.raises(Trouble, match="Rules 1 of sovereign are no longer played here"):
            ann.enter(room)
        text = ann.record(room)
        listed = {one.id: one for one in ann.lobby().mine}
        assert listed[room].phase == "over"
        with ann.enter(waiting) as table:  # nothing was played there yet: the new rules hold
            assert table.room.phase == "open"
    assert "\n1 A #" in text
    assert verified(text).startswith("fair so far")  # by a Trivet that has the rules
    (tmp_path / "old.trivet").write_text(text)
    done = trivet(release, "verify", tmp_path / "old.trivet")
    assert (done.returncode, done.stdout) == (
        3, "cannot be checked by this version: it does not have rules 1 of sovereign\n",
    )  # fmt: skip
    done = trivet(release, "admin", "backup", tmp_path / "copy.sqlite", "--data", folder)
    assert (done.returncode, "1 of other rules not checked, no fault" in done.stdout) == (0, True)
