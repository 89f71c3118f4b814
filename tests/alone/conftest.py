"""The static site, made once, on a host of files, in a sub-folder; and a real Chromium."""

import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
from campaigns import visitor

TOP = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """Where the site is, in the middle of other files of the host."""
    if not (TOP / "tools/site/node_modules/pyodide").exists():
        pytest.skip("Pyodide is not installed: tools/ready.py site")
    if shutil.which("node") is None:
        pytest.skip("there is no Node on this machine")
    root = tmp_path_factory.mktemp("host")
    build = (sys.executable, "-P", TOP / "tools/site/build.py", root / "some/games")
    done = subprocess.run(build, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return root / "some/games"


@pytest.fixture(scope="session")
def browser():
    try:
        with visitor.chromium() as browser:
            yield browser
    except visitor.NoBrowser as reason:
        pytest.skip(str(reason))


def guests():
    from alone import guests  # needs playwright

    return guests


@pytest.fixture
def host(folder):
    host = guests().Host(folder.parents[1], "some/games")
    yield host
    host.close()


@pytest.fixture
def spoilt(folder, tmp_path):
    """A copy of the site that may be changed, on a host of its own."""
    shutil.copytree(folder, tmp_path / "some/games")
    host = guests().Host(tmp_path, "some/games")
    yield SimpleNamespace(folder=tmp_path / "some/games", host=host)
    host.close()


@pytest.fixture
def visit(browser, host):
    """New guests; in the end nobody has met with an error or asked anybody else for anything."""
    here = []

    def come(host=host, **options):
        here.append(guests().Guest(browser, host, **options))
        return here[-1]

    yield come
    troubles = [list(guest.troubles) for guest in here if guest.troubles]
    for guest in here:
        guest.context.close()  # cuts off what a page is still fetching, which is no trouble
    assert [guest.outside for guest in here if guest.outside] == []
    assert troubles == []
