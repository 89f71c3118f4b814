"""Accessibility of every page, checked with axe: light and dark, phone and desktop."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal

from campaigns.manners import owe
from campaigns.visitor import Visitor, Visits
from trivet.core.game import Game
from trivet.server.http.origins import DIST

PLACES = [  # of axe: beside the page, or in the current checkout
    home / "node_modules/axe-core/axe.min.js" for home in (DIST.parent, Path("src/trivet/web"))
]
AXE = next((place for place in PLACES if place.exists()), PLACES[0])
SIZES = {360: 640, 1280: 800}
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
MIDDLE = 5  # answers


def has_no_barriers(visit: Visits, game: Game[Any], width: int) -> None:
    """No serious or critical violation on any page, light and dark, and none is too wide."""
    guest = visit(viewport={"width": width, "height": SIZES[width]}, has_touch=width < 500)
    for page in _pages(guest, game):
        _look(guest, page, width)


def tables_have_no_barriers(visit: Visits, game: Game[Any]) -> None:
    """The same for a table in play and at its end, in every size and theme."""
    guest = visit(confirm="turn")
    guest.play_quickly(game)
    guest.settle()
    for page in ("the table in play", "the table at the end"):
        for width, height in SIZES.items():
            guest.page.set_viewport_size({"width": width, "height": height})
            _look(guest, f"{game.name}, {page}", width)
        if not guest.is_over():
            guest.resign()
            guest.wait(guest.is_over, "the end is shown")


def _look(guest: Visitor, page: str, width: int) -> None:
    for theme in THEMES:
        guest.page.emulate_media(color_scheme=theme)
        guest.page.wait_for_timeout(100)
        where = f"{page}, {width} px, {theme}"
        owe(not (found := barriers(guest)), f"{where}: {found}")
    wide = guest.page.evaluate("document.documentElement.scrollWidth")
    owe(wide <= width, f"{page}: {wide} px wide of {width}")


def _pages(guest: Visitor, game: Game[Any]) -> Iterator[str]:
    for address in ("/", "/settings", f"/rules/{game.name}", "/nowhere"):
        guest.page.goto(address)
        guest.page.locator("main").first.wait_for()
        guest.page.wait_for_timeout(200)
        yield address
    guest.page.goto(guest.open_table(game=game.name, title="A table for all"))
    guest.page.get_by_role("button", name="I am ready").wait_for()
    yield "the waiting room"
    guest.page.goto(f"/learn/{game.name}")
    guest.page.locator("main").first.wait_for()
    guest.page.wait_for_timeout(400)
    yield "the lesson"
    guest.play_quickly(game)
    guest.settle()
    yield "the table at the start"
    guest.play_on(most=MIDDLE)
    yield "the table in play"
    guest.take_a_hint()
    yield "a hint"
    guest.page.keyboard.press("Escape")
    guest.page.get_by_role("button", name=re.compile("^Rules")).click()
    guest.page.locator("[data-rule]").first.wait_for()
    yield "the rules beside the table"
    close = guest.page.get_by_role("button", name="Close", exact=True)
    if close.is_visible():
        close.click()
    guest.page.get_by_role("button", name="More", exact=True).click()
    yield "the menu"
    guest.page.keyboard.press("Escape")
    guest.resign()
    record = guest.page.get_by_role("link", name="Replay and analysis")
    record.wait_for()
    yield "the table at the end"
    record.click()
    guest.page.get_by_role("slider").wait_for()
    guest.page.wait_for_timeout(200)
    yield "the record"


def barriers(guest: Visitor) -> list[str]:
    if not guest.page.evaluate("'axe' in window"):
        guest.page.evaluate(AXE.read_text())
    found = guest.page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
        if not _is_print(one["id"], node["html"])
    ]


def _is_print(rule: str, html: str) -> bool:
    """Numbers printed on a piece are not its label: nobody would say them to choose it."""
    return rule == "label-content-name-mismatch" and html.startswith("<g")
