"""An installed Trivet in a browser: the wheel, built from a clean copy, in a fresh environment."""

import os
import subprocess

import pytest
from campaigns.visitor import Visits
from wheels import DIST, PLAIN, archive_of, clean_copy, install, wheel_of

pytestmark = pytest.mark.long


@pytest.fixture
def address(tmp_path):
    """Of `trivet serve` from the installed wheel."""
    if not (DIST / "index.html").exists():
        pytest.skip("the browser table is not built: tools/ready.py page")
    for name in ("clean", "source", "env", "home"):
        (tmp_path / name).mkdir()
    wheel = wheel_of(archive_of(clean_copy(tmp_path / "clean")), tmp_path / "source")
    trivet = str(install(wheel, tmp_path / "env") / "trivet")
    here = {"cwd": tmp_path / "home", "env": {**PLAIN, "PATH": os.defpath}}
    subprocess.run([trivet, "new-game", "liars"], **here, check=True, stdout=subprocess.DEVNULL)
    words = [trivet, "serve", "--port", "0", "--bot-delay", "0", "--data", "data"]
    words += ["--game", "liars/liars/game.py:LiarsGame"]
    with subprocess.Popen(words, **here, stdout=subprocess.PIPE, text=True) as server:
        try:
            yield server.stdout.readline().split(" at ")[1].split()[0].rstrip("/")
        finally:
            server.terminate()
            server.wait(20)


@pytest.mark.timeout(300)
def test_an_installed_wheel_shows_its_page_and_a_move_is_played(browser, address):
    visits = Visits(browser, address)
    try:
        guest = visits()
        guest.play_now("Sovereign")
        guest.pick()
        guest.confirm()
        guest.wait(lambda: guest.shown["waiting"] == [0], "the bot has answered")
        assert guest.page.locator("main svg").count() > 0
        outsider = visits()
        outsider.play_now("Liars")
        assert outsider.play_on() == 1  # keep a die, or roll it again
        outsider.page.goto("/rules/liars")
        outsider.page.get_by_text("A die that shows a 6 must be kept.").first.wait_for()
        assert guest.troubles == outsider.troubles == []
    finally:
        visits.end()
