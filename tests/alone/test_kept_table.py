"""The page of a server with trivet-site: an app that plays against bots when the server is gone."""

import os
import shutil
import subprocess
import sys
import zipfile

import pytest
from campaigns.stage import Stage

from alone.test_site import TOP, expect_installable

pytestmark = pytest.mark.timeout(400)


@pytest.fixture(scope="module")
def packages(folder, tmp_path_factory):
    """Where the wheel of trivet-site is unpacked."""
    there = tmp_path_factory.mktemp("package")
    source = shutil.copytree(TOP / "tools/site/package", there / "source", dirs_exist_ok=True)
    shutil.copytree(folder, source / "trivet_site/folder", dirs_exist_ok=True)
    words = (sys.executable, "-P", "-c", "import setuptools; setuptools.setup()", "--quiet")
    made = subprocess.run(
        [*words, "bdist_wheel", "--dist-dir", "made"],
        cwd=source, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    with zipfile.ZipFile(next(source.glob("made/*.whl"))) as wheel:
        wheel.extractall(there / "packages")
    return there / "packages"


@pytest.fixture
def host(packages, tmp_path, monkeypatch):
    """A server beside which trivet-site is installed."""
    if not (TOP / "src/trivet/web/dist/index.html").exists():
        pytest.skip("the browser table is not built: tools/ready.py page")
    paths = [str(packages), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))
    with Server(tmp_path) as server:
        yield server


class Server(Stage):
    """As guests know a host of files."""

    @property
    def address(self):
        return f"{super().address}/"


@pytest.mark.long
def test_a_table_that_is_kept_is_played_at_when_the_server_is_gone(visit, host):
    guest = visit()
    guest.page.goto(f"{host.address}settings")
    guest.page.get_by_role("button", name="Keep the table").click()
    guest.page.get_by_text("This browser keeps the whole table").wait_for()
    guest.keeps_the_site("/sw.js")
    host.stop()
    guest.page.goto(host.address)
    guest.page.get_by_role("link", name="Play without the server").click()
    guest.page.wait_for_url("**/alone/**")
    guest.open_table("trifecta")
    guest.answer()
    guest.troubles.clear()  # the browser says that the server does not answer


def test_the_page_of_a_server_may_be_installed_as_an_app(visit, host):
    guest = visit()
    guest.page.locator("article").first.wait_for()
    expect_installable(guest)
