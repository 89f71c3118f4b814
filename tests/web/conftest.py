"""A real server and a real Chromium; without one of them these tests are skipped, and say why."""

import pytest
from campaigns.stage import Stage

from trivet.server.http.origins import DIST

pytest.importorskip("playwright", reason="playwright is not installed")
from campaigns import visitor


@pytest.fixture(scope="session")
def browser():
    try:
        with visitor.chromium(visitor.SHELL) as browser:
            yield browser
    except visitor.NoBrowser as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory):
    if not (DIST / "index.html").exists():
        pytest.skip("the browser table is not built: tools/ready.py page")
    with Stage(tmp_path_factory.mktemp("house")) as stage:
        yield stage


@pytest.fixture
def visit(browser, server):
    """A new visitor: a context of its own, and a page that remembers what went wrong on it."""
    visits = visitor.Visits(browser, server.address)
    yield visits
    visits.end()
