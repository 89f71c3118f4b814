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
