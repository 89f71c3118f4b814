"""The same seeds give the same games in the Python of a page as here, and in few bytes."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.timeout(400)  # the site is made first
HERE = Path(__file__).parent
SCRIPTS = HERE.parents[1] / "tools/site"
RUN = SCRIPTS / "run.mjs"
MOST_FIRST, MOST = 7e6, 8e6  # bytes, by gzip: before the first question, and in all


@pytest.fixture(scope="session")
def here():
    """The digests of this machine."""
    found = said(sys.executable, "-P", HERE / "digest.py")
    assert len(found.splitlines()) == 20
    return found


@pytest.mark.long
def test_games_in_a_page_are_the_games_of_a_server(folder, here):
    assert said("node", RUN, folder, HERE / "digest.py") == here


def test_compiled_games_in_a_page_are_the_games_of_a_server(folder, here):
    expect_compiled(folder)
    assert said("node", RUN, folder, HERE / "digest.py", "compiled") == here


@pytest.mark.long
def test_bots_of_both_builds_of_a_page_answer_alike(folder):
    """A plain server asks compiled bots: questions and answers mean the same to both."""
    expect_compiled(folder)
    plain = said("node", RUN, folder, HERE / "questions.py")
    assert said("node", RUN, folder, HERE / "questions.py", "compiled") == plain
    assert len(plain.splitlines()) == 60


def test_a_visitor_fetches_few_bytes(folder):
    """What the service worker keeps; bots' rules are fetched after the first question."""
    kept = [
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name != "sw.js" and "LICENSES" not in path.parts
    ]
    packed = {path: len(gzip.compress(path.read_bytes(), 6)) for path in kept}
    later = [path for path in kept if path.name.startswith("trivet_")]
    assert sum(packed.values()) - sum(packed[path] for path in later) < MOST_FIRST
    assert sum(packed.values()) < MOST


def expect_compiled(folder):
    if not json.loads((folder / "python/about.json").read_text())["isCompiled"]:
        pytest.skip("the site plays by the plain rules here")


def test_compiled_rules_are_in_the_site_where_they_can_be_made(folder):
    if os.environ.get("TRIVET_PURE"):
        pytest.skip("plain rules are asked for")
    tools = SCRIPTS.parents[1] / ".build/site-tools/stamp"
    is_compiled = json.loads((folder / "python/about.json").read_text())["isCompiled"]
    assert is_compiled == tools.exists()
    assert (folder / "python/trivet__mypyc.wasm").exists() == is_compiled


def test_everything_that_is_packed_can_be_imported(folder):
    """The standard library of the site lacks what nobody needs."""
    assert said("node", RUN, folder, HERE / "modules.py").strip() == ""


def said(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
