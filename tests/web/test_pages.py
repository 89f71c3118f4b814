"""Every page: reachable by everybody, light and small, and true to the server."""

import gzip
import re
from pathlib import Path

import pytest

from trivet import art
from trivet.catalogue import GAMES
from trivet.server.http import pages

WEB = Path(__file__).parents[2] / "src/trivet/web"
MOST_BYTES = 150_000  # of scripts and styles, compressed
pytestmark = pytest.mark.timeout(120)


def test_the_page_has_the_colours_of_pictures():
    light, dark = (WEB / "src/look.css").read_text().split('[data-theme="dark"]', 1)
    for name, (day, night) in art.PAGE.items():
        assert f"--{name}: {day};" in light
        assert f"--{name}: {night};" in dark or day == night
    for seat, colour in enumerate(art.SEATS):
        assert f".seat-{seat} {{ --seat: {colour}; }}" in dark


@pytest.mark.parametrize("game", GAMES)
def test_drawings_carry_no_style_that_the_policy_forbids(game):
    for name, (_, inside) in art.faces(game).items():
        assert "style" not in inside, name
        assert "<script" not in inside, name


def test_scripts_and_styles_are_small(server):
    dist = WEB / "dist/assets"
    files = [path for path in dist.iterdir() if path.suffix in (".js", ".css")]
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) < MOST_BYTES


def test_a_guest_chooses_how_strong_bots_are_and_is_remembered(visit):
    guest = visit()
    guest.page.goto("/")
    level = guest.page.get_by_label(re.compile(r"^Bots\b"))
    level.wait_for()
    assert level.input_value() == "steady"
    offered = level.get_by_role("option").all_inner_texts()
    assert [words.partition(":")[0] for words in offered] == [
        "Beginner", "Easy", "Normal", "Hard", "Expert"
    ]  # fmt: skip
    level.select_option("greedy")
    guest.play_now("Sovereign")
    guest.page.get_by_text("Easy bot").first.wait_for()
    guest.page.goto("/")
    assert level.input_value() == "greedy"
    guest.page.get_by_role("button", name="Invite friends to a table of Sovereign").click()
    guest.page.get_by_role("button", name="Cancel invite").click()
    guest.page.get_by_label(re.compile(r"^Bots\b")).select_option("random")
    guest.page.get_by_role("button", name="Add a bot").first.click()
    guest.page.get_by_role("button", name="I am ready").or_(
        guest.page.get_by_role("button", name="Start the game")
    ).first.click()
    guest.page.get_by_text("Beginner bot").first.wait_for()
    assert guest.troubles == []


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_is_one_success_after_the_other_and_ends_in_a_free_game(visit, game):
    """By touch and by "Show me"; what is not asked for in a step is said."""
    guest = visit()
    guest.page.goto(f"/learn/{game}")
    card = guest.page.get_by_role("region", name="Learn")
    card.wait_for()
    steps = pages.lesson(game).steps
    for number, step in enumerate(steps):
        card.get_by_role("heading", name=step.title, exact=True).wait_for()
        if step.answer and number == 1:
            other = next(one.thing for one in step.scene.zones[0].spots)
            if other != step.answer.touched[0]:
                guest.page.locator(f'[data-thing="{other}"]').first.dispatch_event("click")
                card.locator("[data-wrong]").wait_for()
            for thing in step.answer.touched:
                seen = f'[data-thing="{thing}"], [data-extra="{thing}"]'
                guest.page.locator(seen).first.dispatch_event("click")
        elif step.answer:
            card.get_by_role("button", name="Show me").click()
        if step.answer:
            card.locator("[data-praise]").wait_for()
            assert step.praise in card.inner_text()
        last = number == len(steps) - 1
        card.get_by_role("button", name="Play a free game" if last else "Next").click()
    guest.page.wait_for_url("**/t/*")
    guest.settle()
    assert guest.troubles == []


def test_the_page_waits_for_a_server_that_is_away_for_a_moment(visit):
    """A proxy says 502 to 504 while servers change places; then all is well again."""
    guest, replies = visit(), [502, 503, 504]

    def reply(route):
        if replies:
            route.fulfill(status=replies.pop(0), body="<h1>away</h1>")
        else:
            route.continue_()

    guest.page.route("**/api/games", reply)
    guest.page.goto("/")
    guest.page.get_by_label(re.compile(r"^Bots\b")).wait_for()
    assert not replies


def test_a_guest_sees_where_they_are_logged_in_and_logs_out(visit):
    guest = visit()
    guest.page.goto("/settings")
    guest.page.get_by_text("This browser, last renewed on").wait_for()
    guest.page.get_by_role("button", name="Log out").click()
    guest.page.get_by_text("nobody can come back as you").wait_for()
    guest.page.get_by_role("button", name="Cancel").click()
    guest.page.get_by_role("button", name="Log out").click()
    before = guest.page.context.cookies()
    guest.page.get_by_role("button", name="Log out").last.click()
    guest.page.wait_for_url("**/")
    guest.page.get_by_label(re.compile(r"^Bots\b")).wait_for()
    after = guest.page.context.cookies()
    assert [one["value"] for one in after] != [one["value"] for one in before]
