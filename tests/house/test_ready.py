"""What `./play` and `./test` find on a machine."""

import shutil
import subprocess

import pytest

from tools import ready


@pytest.fixture
def checkout(monkeypatch, tmp_path):
    """Nothing real is touched: run with another Python, the tests removed the environment."""
    venv = tmp_path / ".venv"
    monkeypatch.setattr(ready, "LOG", tmp_path / "log")
    monkeypatch.setattr(ready, "VENV", venv)
    monkeypatch.setattr(ready, "PYTHON", venv / "bin/python")
    monkeypatch.setattr(ready, "MADE", [venv])
    monkeypatch.delenv("TRIVET_NODE_WHEEL", raising=False)
    return monkeypatch


@pytest.mark.skipif(not shutil.which("npm"), reason="this machine has no Node")
@pytest.mark.parametrize(("later", "is_used"), [(0, True), (1, False)])
def test_a_node_that_is_new_enough_is_used(checkout, later, is_used):
    """One of version 20 and later was taken for too old: it does not end with a truth value."""
    version = subprocess.check_output(["node", "--version"], text=True)
    checkout.setattr(ready, "OLDEST_NODE", int(version.lstrip("v").split(".")[0]) + later)
    assert ready.has_node() == is_used


def test_without_a_node_none_is_used(checkout, tmp_path):
    checkout.setenv("PATH", str(tmp_path))
    assert not ready.has_node()


@pytest.fixture
def refused(checkout, tmp_path):
    """A checkout with an environment, where every command fails; the commands."""
    tried = []
    checkout.setattr(ready, "BUILD", tmp_path)
    checkout.setattr(ready, "has_installed", lambda lock: False)
    checkout.setattr(ready.shutil, "which", lambda name: f"/bin/{name}")
    checkout.setattr(ready, "succeeds", lambda *words, **_: tried.append(" ".join(map(str, words))))
    return tried


def test_without_wheels_of_the_lab_everything_else_goes_on(refused, capsys):
    ready.add_lab()
    assert len(refused) == 4
    assert all("--only-binary :all:" in words for words in refused)
    assert ["lab.txt" in words for words in refused] == [True, True, False, False]
    said = capsys.readouterr().err
    assert "OpenSpiel cannot be installed here" in said
    assert "The learning libraries cannot be installed here" in said


@pytest.mark.parametrize("lock", ["lab", "research", "node"])
def test_what_can_be_done_without_never_clears_the_environment(refused, lock):
    """One that uv had made has no pip: it was made anew, and all that was installed was gone."""
    assert not ready.adds(lock)
    assert not any("venv" in words.split() for words in refused)


def test_without_what_the_tests_need_nothing_goes_on(refused):
    with pytest.raises(ready.Stop, match="could not be installed"):
        ready.install("test")


@pytest.mark.parametrize("is_there", [True, False])
def test_rules_that_were_compiled_before_are_found_and_none_are_compiled(
    checkout, tmp_path, capsys, is_there
):
    checkout.setattr(ready, "BUILD", tmp_path)
    checkout.setattr(ready, "find_compiler", lambda: "cc")
    checkout.setattr(ready, "build", lambda *_: pytest.fail("it compiles"))
    package = tmp_path / f"compiled-{ready.stamp_of('cc')}"
    if is_there:
        package.mkdir()
    assert ready.main("before") == (0 if is_there else ready.SKIPPED)
    assert capsys.readouterr().out == (f"{package}\n" if is_there else "")
