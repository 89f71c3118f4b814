"""Every page: reachable by everybody, light and small, and true to the server."""

import gzip
from pathlib import Path

import pytest

from trivet import art
from trivet.catalogue import GAMES

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
    level = guest.page.get_by_label("Bots", exact=True)
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
    guest.page.get_by_label("Bots", exact=True).select_option("random")
    guest.page.get_by_role("button", name="Add a bot").first.click()
    guest.page.get_by_role("button", name="I am ready").or_(
        guest.page.get_by_role("button", name="Start the game")
    ).first.click()
    guest.page.get_by_text("Beginner bot").first.wait_for()
    assert guest.troubles == []


def test_the_first_lesson_ends_with_an_answer(visit):
    guest = visit()
    guest.page.goto("/learn/sovereign")
    lesson = guest.page.get_by_role("region", name="Learn")
    lesson.get_by_role("button", name="Next").click()
    guest.settle()
    guest.page.get_by_role("tab", name="Choices").click()
    guest.page.get_by_role("tabpanel").get_by_role("button").first.click()
    guest.confirm()
    lesson.get_by_text("Put it in order").wait_for()
    address = guest.page.url
    guest.page.reload()
    lesson.wait_for()
    assert guest.page.url == address
    assert guest.troubles == []
