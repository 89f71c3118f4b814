"""Who one is, as the page shows it: everything of mine, and the same person on every device."""

import json
import re

import pytest

pytestmark = pytest.mark.timeout(120)


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
