"""The same seeds give the same games in the Python of a page as here."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
RUN = HERE.parents[1] / "scripts/site/run.mjs"


def test_games_in_a_page_are_the_games_of_a_server(folder):
    here = said(sys.executable, "-P", HERE / "digest.py")
    assert said("node", RUN, folder, HERE / "digest.py") == here
    assert len(here.splitlines()) == 20


def test_everything_that_is_packed_can_be_imported(folder):
    """The standard library of the site lacks what nobody needs."""
    assert said("node", RUN, folder, HERE / "modules.py").strip() == ""


def said(*command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout
