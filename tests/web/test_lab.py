"""The page of balance reports: no barrier, and a variant is a table in one tap."""

import json
import re

import pytest
from campaigns import barriers


def test_a_report_opens_a_table_with_a_variant_in_one_tap(visit):
    guest, sent = visit(), []
    guest.page.on(
        "request",
        lambda request: sent.append(request.post_data) if request.method == "POST" else None,
    )
    guest.page.goto("/lab/sovereign")
    guest.page.get_by_role("heading", name="With two players").wait_for()
    if barriers.AXE.exists():
        assert barriers.barriers(guest) == []
    record = guest.page.locator('a[href^="/r/lab."]').first.get_attribute("href")
    guest.page.get_by_role("button", name="Open a table with it").first.click()
    guest.page.wait_for_url(re.compile("/t/"), wait_until="commit", timeout=60_000)
    wish = json.loads(sent[-1])
    assert (wish["game"], wish["options"]) == (
        "sovereign",
        {"alternate": True, "third_by_lot": True},
    )
    guest.page.goto(record)
    guest.page.get_by_role("slider").wait_for()


@pytest.mark.parametrize("width", [320, 1280])
def test_a_whole_report_has_no_barrier_and_asks_nobody(visit, width):
    guest, asked = visit(), []
    guest.page.set_viewport_size({"width": width, "height": 800})
    guest.page.on("request", lambda request: asked.append(request.url))
    guest.page.goto("/lab/sovereign/2")
    guest.page.get_by_text("What stands out").wait_for()
    assert [url for url in asked if not url.endswith("/lab/sovereign/2")] == []
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
