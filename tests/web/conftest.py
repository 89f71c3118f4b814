"""A real server and a real Chromium; without one of them these tests are skipped, and say why."""

import shutil
from pathlib import Path

import pytest

from tests.web.house import Server

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
NAMES = ("chromium", "chromium-browser", "google-chrome")
QUIET = (  # no sandbox for root, no calls home
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip


@pytest.fixture(scope="session")
def browser():
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("there is no Chromium on this machine: apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory):
    import trivet

    if not (Path(trivet.__file__).parent / "web/dist/index.html").exists():
        pytest.skip("the browser table is not built: scripts/ready.py page")
    server = Server(tmp_path_factory.mktemp("house"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visit(browser, server):
    """A new visitor: a context of its own, and a page that remembers what went wrong on it."""
    contexts = []

    def arrive(**options):
        from tests.web.visitor import Visitor

        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        context = browser.new_context(base_url=server.address, **(usual | options))
        contexts.append(context)
        return Visitor(context)

    yield arrive
    for context in contexts:
        context.close()
