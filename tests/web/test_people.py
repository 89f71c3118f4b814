"""Who one is, as the page shows it: everything of mine, and the same person on every device."""

import json
import re
import shutil

import pytest

pytest.importorskip("playwright", reason="playwright is not installed")
from campaigns import visitor

pytestmark = pytest.mark.timeout(120)
NOTICES = """async () => (await (await navigator.serviceWorker.ready).getNotifications())
  .map((one) => [one.tag, one.body, one.data])"""


def test_everything_of_mine_is_a_file_and_can_be_erased(visit, tmp_path):
    guest = visit()
    page = guest.page
    page.goto("/settings")
    with page.expect_download() as given:
        page.get_by_role("button", name="Export as a file").click()
    given.value.save_as(tmp_path / "mine.json")
    name = json.loads((tmp_path / "mine.json").read_text())["name"]
    page.get_by_role("button", name="Erase me").click()
    sure = page.get_by_role("button", name="Erase for ever")
    assert sure.is_disabled()
    page.get_by_role("textbox", name="Your name").fill(name)
    before = page.context.cookies()
    sure.click()
    page.wait_for_url("**/")
    page.get_by_label(re.compile(r"^Bots\b")).wait_for()
    after = page.context.cookies()
    assert [one["value"] for one in after] != [one["value"] for one in before]


@pytest.fixture
def whole_browser(browser):
    """The small one shows no notices."""
    found = next(filter(None, map(shutil.which, visitor.WHOLE)), None)
    if found is None:
        pytest.skip("there is no whole Chromium on this machine")
    whole = browser.browser_type.launch(executable_path=found, args=visitor.QUIET)
    yield whole
    whole.close()


def test_a_turn_is_shown_by_the_browser_when_the_page_is_closed(whole_browser, server):
    site = server.address.replace("127.0.0.1", "localhost")
    context = whole_browser.new_context(base_url=site)
    context.grant_permissions(["notifications"], origin=site.rstrip("/"))
    page = context.new_page()
    page.goto("/settings")
    page.get_by_role("button", name="Tell me in this browser").wait_for()
    tool, found = context.new_cdp_session(page), []
    tool.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda news: found.extend(one["registrationId"] for one in news["registrations"]),
    )
    tool.send("ServiceWorker.enable")
    page.evaluate("async () => { await navigator.serviceWorker.ready }")

    def tell(**message):
        tool.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site.rstrip("/"), "registrationId": found[0], "data": json.dumps(message)},
        )

    def shown(many):
        for _ in range(100):
            there = page.evaluate(NOTICES)
            if len(there) == many:
                return there
            page.wait_for_timeout(100)
        raise AssertionError(there)

    page.wait_for_timeout(200)
    words = "Trinity: it is your turn."
    tell(room="r1", acts=3, words=words)
    assert shown(1) == [["turn r1", words, "r1"]]
    tell(room="r1", acts=3, words=words)  # another server tells again
    tell(room="r2", acts=0, words=words)
    assert len(shown(2)) == 2
    tell()
    assert ["turn ", "It is your turn.", ""] in shown(3)
    context.close()


def test_quiet_hours_are_set_by_a_touch(visit):
    guest = visit()
    guest.page.goto("/settings")
    night = guest.page.get_by_label("Not at night")
    assert not night.is_checked()
    with guest.page.expect_response("**/api/me/quiet"):
        night.check()
    guest.page.reload()
    guest.page.get_by_label("Not at night").wait_for()
    assert guest.page.get_by_label("Not at night").is_checked()
