"""Every page: reachable by everybody, light and small, and true to the server."""

import gzip
import json
from pathlib import Path

import pytest

from scripts.wire_types import TARGET, written
from trivet import art
from trivet.catalogue import GAMES

WEB = Path(__file__).parents[2] / "src/trivet/web"
AXE = WEB / "node_modules/axe-core/axe.min.js"
MOST_BYTES = 150_000  # of scripts and styles, compressed
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    "<script>window.hit=1</script>",
    "{{constructor}}${7*7}",
    "\u202egnp.exe",
    "'\"><svg/onload=hit=1>",
    "%00%0d%0aSet-Cookie:a=b",
)
pytestmark = pytest.mark.timeout(120)


def test_the_types_of_the_page_are_those_of_the_server():
    assert TARGET.read_text() == written(), "run scripts/wire_types.py"


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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_no_barrier_on_any_page(visit, theme, width):
    if not AXE.exists():
        pytest.skip("axe is not installed: scripts/ready.py page")
    size = {"width": width, "height": 640 if width == 360 else 800}
    guest = visit(viewport=size, color_scheme=theme, has_touch=width == 360)
    guest.page.goto("/")
    for address in ("/", "/settings", "/rules/sovereign#SOV-11", "/nowhere"):
        guest.page.goto(address)
        guest.page.locator("main").wait_for()
        guest.page.wait_for_timeout(200)
        assert barriers(guest) == []
        assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
    guest.play_now("Sovereign")
    guest.settle()
    assert barriers(guest) == []
    assert guest.page.evaluate("document.documentElement.scrollWidth") <= width
    assert guest.page.evaluate("document.documentElement.scrollHeight") <= size["height"]


def barriers(guest) -> list[str]:
    guest.page.evaluate(AXE.read_text())
    found = guest.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
        if not is_print(one["id"], node["html"])
    ]


def is_print(rule: str, html: str) -> bool:
    """Numbers printed on a piece are no label that somebody would say to choose it."""
    return rule == "label-content-name-mismatch" and html.startswith("<g")


def test_hostile_names_and_lines_are_only_text(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.page.get_by_role("tab", name="Chat").click()
    for text in HOSTILE:
        guest.page.get_by_label("Say something").fill(text)
        guest.page.get_by_role("button", name="Send").click()
        guest.page.wait_for_timeout(50)
    guest.page.get_by_role("log").get_by_text(HOSTILE[0]).wait_for()
    guest.page.goto("/")
    guest.page.get_by_role("button", name="Change your name").click()
    guest.page.get_by_label("Change your name").fill("<b onclick=hit=1>x")
    guest.page.get_by_role("button", name="Save").click()
    guest.page.get_by_text("<b onclick=hit=1>x").wait_for()
    assert guest.page.evaluate("window.hit") is None
    assert guest.troubles == []


def test_a_record_is_the_servers_at_every_position(visit):
    guest = visit()
    guest.play_now("Sovereign")
    guest.settle()
    guest.page.get_by_role("button", name="More").click()
    guest.page.get_by_role("button", name="Resign").click()
    guest.page.get_by_role("button", name="Yes, resign").click()
    guest.page.get_by_role("link", name="Look at the game again").click()
    guest.page.get_by_role("slider").wait_for()
    room = guest.page.url.rsplit("/", 1)[1]
    frames = json.loads(guest.page.request.get(f"/api/records/{room}/frames").text())
    for number in range(frames["total"]):
        guest.page.goto(f"/r/{room}#{number}")
        guest.page.locator("[data-zone=board]").wait_for()
        drawn = guest.page.locator("[data-zone=board] .mover").count()
        assert drawn == len(frames["frames"][number]["scene"]["zones"][0]["pieces"])
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
