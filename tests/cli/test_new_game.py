"""`trivet new-game` writes a whole small game; `trivet lab check` checks any game."""

import subprocess
import sys
from pathlib import Path

import pytest

import trivet as package
from trivet.lab.duties import DUTIES

HOME = Path(package.__file__).parents[1]


def elsewhere(folder, *words):
    """In a process of its own: a generated game is not for this one."""
    return subprocess.run(
        [sys.executable, "-P", *words],
        cwd=folder,
        env={"PATH": "", "PYTHONPATH": f"{HOME}:{folder}", "TRIVET_HOME": str(folder)},
        capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip


@pytest.mark.long
def test_what_is_written_keeps_its_duties_and_passes_its_own_tests(trivet, tmp_path):
    folder = tmp_path / "mine"
    done = trivet("new-game", "dice_duel", "--folder", str(folder))
    assert (done.code, done.err) == (0, "")
    assert f"play {folder}/dice_duel/game.py:DiceDuelGame" in done.out
    place = "dice_duel/game.py:DiceDuelGame"
    kept = elsewhere(folder, "-m", "trivet", "lab", "check", place, "--seeds", "60")
    assert kept.returncode == 0, kept.stdout
    assert "Dice Duel keeps all duties." in kept.stdout
    own = elsewhere(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests")
    assert own.returncode == 0, own.stdout
    strict = elsewhere(folder, "-m", "mypy", "--strict", "--no-incremental", "dice_duel")
    assert strict.returncode == 0, strict.stdout


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["Liars"], "'Liars' is not a name"),
        (["class"], "'class' is not a name"),
        (["random"], "'random' is the name of a Python module already"),
        (["liars", "--prefix", "1"], "'1' is not a prefix"),
        (["liars", "--title", "<b>"], "'<b>' is not a title"),
    ],
)
def test_a_wrong_name_is_refused(trivet, tmp_path, monkeypatch, words, reason):
    monkeypatch.chdir(tmp_path)
    done = trivet("new-game", *words)
    assert done.code == 2
    assert reason in done.err
    assert not list(tmp_path.iterdir())


def test_nothing_is_overwritten(trivet, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "liars").mkdir()
    (tmp_path / "liars/mine.py").write_text("mine")
    assert "nothing was written" in trivet("new-game", "liars").err
    assert [path.name for path in (tmp_path / "liars").iterdir()] == ["mine.py"]


def test_a_broken_duty_is_reported_with_its_reason_and_seed(trivet, tmp_path):
    folder = tmp_path / "mine"
    trivet("new-game", "dicey", "--folder", str(folder))
    rules = folder / "dicey/rules.py"
    text = rules.read_text()
    assert "            s.reveal()  # everybody" in text
    rules.write_text(text.replace("            s.reveal()  # everybody", "            #"))
    done = elsewhere(folder, "-m", "trivet", "lab", "check", "dicey/game.py:DiceyGame")
    assert done.returncode == 1
    assert "broken  what is not marked reveals nothing" in done.stdout
    assert "an unmarked answer shows what is held (seed " in done.stdout
    assert f"1 of {len(DUTIES)} duties are broken" in done.stdout
