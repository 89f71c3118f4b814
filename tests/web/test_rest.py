"""A page at rest is at rest: nothing is drawn while nothing happens."""

import re
from pathlib import Path

import pytest

from trivet.catalogue import GAMES

pytest.importorskip("playwright", reason="playwright is not installed")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
pytestmark = pytest.mark.timeout(120)

STYLES = Path(__file__).parents[2] / "src/trivet/web/src"
CHEAP = {"opacity", "transform"}  # what a browser moves without drawing the page again
IDLE = 5000  # milliseconds
MOST_BUSY = 20  # milliseconds of the main thread in that time
MOST_ELEMENTS = 600


@every_game
def test_an_idle_table_does_not_work(visit, game):
    guest = visit(reduced_motion="no-preference")
    guest.play_quickly(game)
    guest.settle()
    guest.wait(lambda: not guest.page.evaluate(MOVING), "all movement ends by itself")
    guest.page.wait_for_timeout(500)
    assert busy(guest, IDLE) <= MOST_BUSY


def test_a_ring_that_breathes_for_ever_is_measured(visit):
    guest = visit(reduced_motion="no-preference")
    guest.play_quickly(GAMES["trinity"])
    guest.settle()
    guest.page.evaluate(BREATHE)
    assert busy(guest, IDLE) > MOST_BUSY


def test_the_lobby_is_small(visit):
    guest = visit()
    guest.page.goto("/")
    guest.wait(lambda: guest.page.locator(".picture img").count() == len(GAMES), "all pictures")
    assert guest.page.evaluate("document.getElementsByTagName('*').length") <= MOST_ELEMENTS
    drawn = "[...document.querySelectorAll('.picture img')].every(el => el.naturalWidth > 0)"
    guest.wait(lambda: guest.page.evaluate(drawn), "they are drawn")


def test_pictures_of_the_lobby_have_the_colours_of_the_page(visit):
    guest = visit()
    guest.page.goto("/")
    picture = guest.page.locator(".game-trehgrannik .picture img")
    light = picture.get_attribute("src")
    guest.page.emulate_media(color_scheme="dark")
    guest.wait(lambda: picture.get_attribute("src") != light, "another picture in the dark")


def test_no_animation_draws_the_page_for_ever():
    files = [*STYLES.rglob("*.svelte"), *STYLES.rglob("*.css")]
    assert [(path.name, found) for path in files if (found := restless(path.read_text()))] == []


def test_an_endless_shadow_is_found():
    frames = "@keyframes breathe { 50% { PROPERTY: 0; } }"
    style = ".moving { animation: breathe 2s infinite; }" + frames
    assert restless(style.replace("PROPERTY", "box-shadow")) == ["breathe"]
    assert restless(style.replace("PROPERTY", "opacity")) == []


def restless(style: str) -> list[str]:
    """The endless animations of what a browser has to draw anew."""
    endless = re.findall(r"animation(?:-name)?:\s*([\w-]+)[^;]*\binfinite\b", style)
    if "animation-iteration-count: infinite" in style:
        endless += re.findall(r"animation(?:-name)?:\s*([\w-]+)", style)
    return [name for name in endless if not moved_by(style, name) <= CHEAP]


def moved_by(style: str, name: str) -> set[str]:
    """The properties that a @keyframes changes."""
    frames = re.search(rf"@keyframes {name}\s*{{((?:[^{{}}]*{{[^{{}}]*}})*)", style)
    return set(re.findall(r"([\w-]+)\s*:", frames[1])) if frames else set()


def busy(guest, milliseconds: int) -> float:
    """The time that the main thread works."""
    devtools = guest.context.new_cdp_session(guest.page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    before = worked(devtools)
    guest.page.wait_for_timeout(milliseconds)
    return (worked(devtools) - before) * 1000


def worked(devtools) -> float:
    metrics = devtools.send("Performance.getMetrics")["metrics"]
    return next(one["value"] for one in metrics if one["name"] == "TaskDuration")


MOVING = """document.getAnimations().some(one => one.playState === 'running')"""
BREATHE = """document.querySelector('.seats li').animate(
  [{boxShadow: '0 0 0 2px red'}, {boxShadow: '0 0 0 4px red'}],
  {duration: 2000, iterations: Infinity})"""
