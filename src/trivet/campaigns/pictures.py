"""Screenshots of every page and of each game at its start, middle and end, to be looked through."""

from collections.abc import Callable
from html import escape
from pathlib import Path

from trivet import art
from trivet.campaigns.stage import Stage
from trivet.campaigns.visitor import Visitor, chromium
from trivet.catalogue import GAMES

SIZES = {"desktop": (1280, 800), "phone": (360, 640)}
THEMES = ("light", "dark")
MIDDLE = 8  # answers


def campaign(work: Path, target: Path) -> list[Path]:
    """All pictures, and a page to look at them together."""
    target.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []

    def shoot(guest: Visitor, name: str) -> None:
        made.extend(_shots(guest, target, name))

    with Stage(work) as stage, chromium() as browser:
        for game in GAMES.values():
            guest = Visitor(browser.new_context(base_url=stage.address, reduced_motion="reduce"))
            guest.page.goto("/")
            guest.page.get_by_role("button", name=f"Play now: {game.title}").wait_for()
            if game is next(iter(GAMES.values())):
                shoot(guest, "lobby")
                guest.page.goto("/settings")
                shoot(guest, "settings")
            guest.page.goto(f"/rules/{game.name}")
            guest.page.get_by_role("heading", level=1).wait_for()
            shoot(guest, f"{game.name} rules")
            if art.faces(game.name):
                _game(guest, game.title, game.name, shoot)
            guest.context.close()
    _index(target, made)
    return made


def _game(guest: Visitor, title: str, name: str, shoot: Callable[[Visitor, str], None]) -> None:
    guest.play_now(title)
    guest.settle()
    shoot(guest, f"{name} 1 start")
    answers = [0]

    def watch(now: Visitor) -> None:
        answers[0] += now.has_picked()
        if answers[0] == MIDDLE and now.has_picked():
            shoot(now, f"{name} 2 middle")

    guest.play_on(watch)
    shoot(guest, f"{name} 3 end")
    guest.page.get_by_role("link", name="Look at the game again").click()
    guest.page.get_by_role("slider").wait_for()
    guest.page.get_by_role("button", name="Last position").click()
    shoot(guest, f"{name} 4 record")


def _shots(guest: Visitor, target: Path, name: str) -> list[Path]:
    made = []
    for size, (width, height) in SIZES.items():
        guest.page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            guest.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            guest.page.wait_for_timeout(150)
            path = target / f"{name}, {size}, {theme}.png".replace(" ", "-")
            guest.page.screenshot(path=path)
            made.append(path)
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    return made


def _index(target: Path, made: list[Path]) -> None:
    pictures = "".join(
        f'<figure><img src="{escape(path.name)}" loading="lazy"><figcaption>'
        f"{escape(path.stem)}</figcaption></figure>"
        for path in made
    )
    style = "body{font:14px sans-serif;display:flex;flex-wrap:wrap}img{max-width:640px}"
    head = f'<!doctype html><meta charset="utf-8"><title>Pictures</title><style>{style}</style>'
    (target / "index.html").write_text(head + pictures)
