"""What `./play` and `./test` find on a machine."""

import shutil
import subprocess

import pytest

from scripts import ready


@pytest.fixture
def checkout(monkeypatch, tmp_path):
    monkeypatch.setattr(ready, "LOG", tmp_path / "log")
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


def test_without_wheels_of_the_lab_everything_else_goes_on(checkout, tmp_path, capsys):
    tried = []
    checkout.setattr(ready, "BUILD", tmp_path)
    checkout.setattr(ready, "has_installed", lambda lock: False)
    for way in ("install_with_uv", "install_with_pip"):
        checkout.setattr(ready, way, lambda *words, way=way: tried.append((way, *words)) or False)
    ready.add_lab()
    wheels = ("lab", "--only-binary", ":all:")
    assert tried == [("install_with_uv", *wheels), ("install_with_pip", *wheels)]
    assert "OpenSpiel cannot be installed here" in capsys.readouterr().err


def test_without_what_the_tests_need_nothing_goes_on(checkout, tmp_path):
    checkout.setattr(ready, "BUILD", tmp_path)
    checkout.setattr(ready, "has_installed", lambda lock: False)
    for way in ("install_with_uv", "install_with_pip"):
        checkout.setattr(ready, way, lambda *words: False)
    with pytest.raises(ready.Stop, match="could not be installed"):
        ready.install("test")
