"""The whole table in a page: played from a sub-folder of a host of files, with nobody behind it."""

import importlib.util
import json
import re
from pathlib import Path

import pytest
from campaigns.barriers import barriers

from alone.guests import watch_memory
from trivet.catalogue import GAMES
from trivet.server.records.record_links import packed

TOP = Path(__file__).parents[2]
pytestmark = pytest.mark.timeout(400)
LARGEST = 100e6  # bytes of Python's memory in the page's two workers together


def test_all_games_are_played_and_a_reload_goes_on(visit, spoilt):
    watch_memory(spoilt.folder)
    guest = visit(host=spoilt.host)
    for game in GAMES:
        guest.open_table(game)
        guest.answer()
        guest.to_lobby()
    table = guest.open_table("sovereign")
    guest.answer()
    assert 40e6 < sum(guest.memories(["server", "bots"])) < LARGEST
    guest.page.reload()
    guest.answer()
    assert guest.page.url == table
    assert "weaker on this device" in guest.page.locator(".seats").inner_text() or is_compiled(
        guest
    )
    assert barriers(guest) == []
    guest.to_lobby()
    guest.page.get_by_role("button", name="All 6 tables").wait_for()
    assert barriers(guest) == []


def is_compiled(guest):
    return guest.page.request.get(f"{guest.host.address}python/about.json").json()["isCompiled"]


def test_it_opens_and_plays_without_a_network(visit, folder):
    """From the memory of an earlier visit; a memory that does not fit is forgotten."""
    guest = visit()
    guest.keeps_the_site()
    guest.take_memory_down(folder)
    guest.context.set_offline(True)
    guest.host.close()
    guest.page.reload()
    table = guest.open_table("trifecta")
    guest.answer()
    assert "trivet remembered" in guest.marks()
    guest.page.goto(f"{guest.host.address}?/rules/trifecta#TRF-1")
    guest.page.get_by_role("heading", name="Trifecta").first.wait_for()
    guest.spoil_memory()
    guest.page.goto(table)
    guest.answer()
    assert "trivet remembered" not in guest.marks()
    assert "trivet ready" in guest.marks()


@pytest.mark.long
def test_two_tabs_play_at_one_table_and_the_second_goes_on_alone(visit):
    guest = visit()
    table = guest.open_table("trifecta")
    second = guest.context.new_page()
    second.goto(table)
    guest.answer(second)
    guest.asked()
    guest.page.close()
    guest.answer(second)


@pytest.mark.long
def test_a_new_edition_offers_itself_and_never_reloads_a_table(visit, spoilt):
    guest = visit(host=spoilt.host)
    guest.keeps_the_site()
    guest.page.reload()  # the service worker answers from now on
    guest.open_table("sovereign")
    page = spoilt.folder / "index.html"
    page.write_text(page.read_text().replace("<title>Trivet", "<title>Trivet, another edition"))
    builder().add_service_worker(page.parent)
    guest.page.evaluate("navigator.serviceWorker.getRegistration().then(one => one.update())")
    guest.page.get_by_text("A new version is ready").wait_for()
    guest.answer()  # nothing has happened to the table
    with guest.page.expect_navigation():
        guest.page.get_by_role("button", name="Update").click()
    guest.answer()
    kept = guest.page.evaluate("fetch('./').then(reply => reply.text())")
    assert "another edition" in kept


def builder():
    """tools/site/build.py"""
    spec = importlib.util.spec_from_file_location("site_build", TOP / "tools/site/build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


FULL = """
const put = IDBObjectStore.prototype.put;
let isFull = false;
new BroadcastChannel("full").onmessage = (event) => (isFull = event.data);
IDBObjectStore.prototype.put = function (...things) {
  if (isFull) throw new DOMException("full", "QuotaExceededError");
  return put.apply(this, things);
};
"""


@pytest.mark.long
def test_a_full_disk_is_said_and_nothing_is_lost(visit, spoilt):
    worker = next(spoilt.folder.glob("assets/server.worker-*.js"))
    worker.write_text(FULL + worker.read_text())
    guest = visit(host=spoilt.host)
    guest.open_table("trifecta")
    guest.answer()
    guest.page.evaluate("new BroadcastChannel('full').postMessage(true)")
    guest.to_lobby()
    guest.page.locator(".game-trinity button.primary").click()
    guest.page.get_by_text("no more room").wait_for()
    guest.page.evaluate("new BroadcastChannel('full').postMessage(false)")
    guest.page.get_by_text("Continue").first.click()
    guest.answer()
    guest.troubles.clear()  # Python's log says that a room could not be stored


def test_a_worker_that_cannot_be_had_does_not_stop_the_game(visit, spoilt):
    """Bots answer at a glance then, and their seat says so."""
    next(spoilt.folder.glob("assets/work.worker-*.js")).unlink()
    guest = visit(host=spoilt.host)
    guest.page.locator(".level select").select_option("steady")
    guest.open_table("trifecta")
    guest.page.get_by_text("just now only").first.wait_for()
    guest.troubles.clear()  # the browser says that the file is missing


MORTAL = """
const ends = new BroadcastChannel("ends");
ends.postMessage("began");
ends.onmessage = () => setTimeout(() => { throw new Error("the end of a worker"); });
"""


@pytest.mark.long
def test_a_worker_that_is_killed_is_started_again_and_the_game_goes_on(visit, spoilt):
    worker = next(spoilt.folder.glob("assets/work.worker-*.js"))
    worker.write_text(MORTAL + worker.read_text())
    guest = visit(host=spoilt.host)
    guest.page.evaluate(
        "() => { window.began = 0; window.ends = new BroadcastChannel('ends');"
        " window.ends.onmessage = () => (window.began += 1); }"
    )
    guest.open_table("trifecta")
    guest.answer()
    guest.answer()
    assert guest.page.evaluate("window.began") == 1
    guest.page.evaluate("window.ends.postMessage('end')")
    guest.answer()
    guest.answer()
    assert guest.page.evaluate("window.began") == 2
    guest.troubles.clear()  # the browser says that a worker has failed


def test_a_browser_may_install_it_as_an_app(visit):
    guest = visit()
    guest.page.evaluate("navigator.serviceWorker.ready.then(() => 0)")  # the page began it
    expect_installable(guest)


def expect_installable(guest):
    devtools = guest.context.new_cdp_session(guest.page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["display"] == "standalone"
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    wrong = {error["errorId"] for error in found}
    assert wrong <= {"in-incognito"}  # every guest of these tests is


def test_a_folder_without_icons_would_not_be_installed(visit, spoilt):
    """What the test above looks at can fail."""
    for icon in spoilt.folder.glob("icon-*.png"):
        icon.unlink()
    (spoilt.folder / "manifest.webmanifest").write_text('{"display": "standalone", "name": "T"}')
    guest = visit(host=spoilt.host)
    devtools = guest.context.new_cdp_session(guest.page)
    found = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in found} - {"in-incognito"}
    guest.troubles.clear()  # the browser says that icons are missing


@pytest.mark.long
def test_a_game_goes_elsewhere_in_a_file_and_in_a_link(visit, tmp_path):
    guest = visit()
    guest.open_table("sovereign")
    guest.answer()
    guest.page.get_by_role("button", name="More", exact=True).click()
    guest.page.get_by_role("button", name="Resign", exact=True).click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    guest.page.get_by_role("link", name="Replay").first.click()
    guest.page.wait_for_url("**?/r/**")
    guest.page.get_by_role("button", name="Record (.trivet)").wait_for()
    guest.context.grant_permissions(["clipboard-read", "clipboard-write"])
    guest.page.get_by_role("button", name="Link to this position").click()
    guest.page.get_by_role("button", name="Copied").wait_for()
    link = guest.page.evaluate("navigator.clipboard.readText()")
    guest.page.goto(f"{guest.host.address}?/settings")
    with guest.page.expect_download() as download:
        guest.page.get_by_role("button", name="Export all games").click()
    file = tmp_path / "games.json"
    download.value.save_as(file)
    [game] = json.loads(file.read_text())["games"]
    record = tmp_path / "game.trivet"
    record.write_text(game["record"])

    other = visit()
    other.page.locator("input[type=file]").set_input_files(record)
    other.page.wait_for_url("**?/r/z.**")
    other.page.goto(link)  # of another browser's game
    other.page.get_by_role("button", name="Record (.trivet)").wait_for()
    later = packed(re.sub(r"(?m)^rules: \d+$", "rules: 999", game["record"]))
    other.page.goto(f"{other.host.address}?/r/{later}")
    with other.page.expect_download() as download:
        other.page.get_by_role("button", name="Record (.trivet)").click()
    assert "rules: 999" in download.value.path().read_text()
    other.page.goto(f"{other.host.address}?/settings")
    other.page.locator("input[type=file]").set_input_files(file)
    other.page.get_by_text("1 game was added").wait_for()
    other.page.goto(other.host.address)
    other.page.get_by_text("Your tables").wait_for()


def test_a_variant_is_opened_by_its_link(visit):
    guest = visit()
    guest.page.goto(f"{guest.host.address}?/new/trinity&seats=3&bots=random&nothing=1")
    form = guest.page.locator("form.opening")
    form.get_by_text("has no option nothing").wait_for()
    assert form.locator(".chairs li").count() == 3
    form.get_by_role("button", name="Start").click()
    guest.page.wait_for_url("**?/t/**")
    guest.asked()
    assert guest.page.locator(".seats li").count() == 3
