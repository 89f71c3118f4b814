"""Screenshots of every page and of each game at its start, middle and end, for review.

A bot plays in the visitor's place, so that the positions look like those of real games.
"""

from collections.abc import Callable
from contextlib import suppress
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import TimeoutError as Waited

from campaigns.stage import Stage
from campaigns.visitor import Visitor, Visits, chromium
from trivet import art, bites
from trivet.catalogue import GAMES
from trivet.client import BlockingTable, Client
from trivet.core.game import Game
from trivet.server.wire.messages import HandOver, Hint
from trivet.server.wire.outgoing import Hinted

SIZES = {"desktop": (1280, 800), "phone": (360, 640)}
THEMES = ("light", "dark")
BOT = "greedy"  # plays the rivals, and in the visitor's place
LATEST = 3  # answers before the picture of the middle
BACK = 30  # steps to look for a moment
CURVE = 30_000  # milliseconds to wait for the win chances
STYLE = """body{font:14px sans-serif;margin:16px;background:#ddd}h2{margin:24px 0 8px}
section{display:flex;flex-wrap:wrap;gap:12px;align-items:start}figure{margin:0}
img{max-width:600px;max-height:420px;display:block}figcaption{padding:4px 0}"""

Shoot = Callable[[Visitor, str], None]


def campaign(work: Path, target: Path, wanted: str = "all") -> list[Path]:
    """Take all pictures, and make a page that shows them together."""
    target.mkdir(parents=True, exist_ok=True)
    made: list[Path] = []

    def shoot(guest: Visitor, name: str) -> None:
        made.extend(_shots(guest, target, name))

    games = [game for game in GAMES.values() if wanted in ("all", game.name)]
    with Stage(work) as stage, chromium() as browser:
        guest = Visits(browser, stage.address)()
        guest.page.goto("/")
        guest.page.get_by_role("button", name=f"Play now: {games[-1].title}").wait_for()
        guest.page.wait_for_load_state("networkidle")
        shoot(guest, "pages, lobby of a newcomer")
        for game in games:
            _rules(guest, game, shoot)
            _game(guest, game, stage.address, shoot)
        _other_pages(guest, games[0], shoot)
    _index(target, made)
    return made


def _other_pages(guest: Visitor, game: Game[Any], shoot: Shoot) -> None:
    for address, name in (("/settings", "settings"), ("/nowhere", "nothing here")):
        guest.page.goto(address)
        guest.page.get_by_role("heading", level=1).wait_for()
        shoot(guest, f"pages, {name}")
    guest.page.goto("/")
    guest.page.get_by_role("button", name=f"Set up a table of {game.title}").click()
    guest.page.locator("form.opening").wait_for()
    shoot(guest, "pages, set-up of a table")
    guest.page.goto("/")
    guest.page.get_by_role("button", name=f"Invite friends to a table of {game.title}").click()
    guest.page.get_by_role("button", name="I am ready").wait_for()
    shoot(guest, "pages, waiting for friends")
    guest.page.goto("/")
    guest.page.get_by_role("heading", name="Your tables").wait_for()
    guest.page.wait_for_load_state("networkidle")
    shoot(guest, "pages, lobby")


def _rules(guest: Visitor, game: Game[Any], shoot: Shoot) -> None:
    guest.page.goto(f"/rules/{game.name}")
    guest.page.get_by_role("heading", level=1).wait_for()
    shoot(guest, f"{game.name}, rules")
    found = bites.load(game.name)
    if found is not None:
        shown = next((bite.rule for bite in found.bites if bite.thing), found.bites[0].rule)
        guest.page.goto("/")
        guest.page.goto(f"/rules/{game.name}#{shown}")
        guest.page.locator(".wanted figure").wait_for()
        shoot(guest, f"{game.name}, rules where one bites")


def _game(guest: Visitor, game: Game[Any], address: str, shoot: Shoot) -> None:
    cookies = {cookie["name"]: cookie["value"] for cookie in guest.context.cookies()}
    client = Client(address, cookies["trivet"])
    bots = ["", *[BOT] * (game.fewest - 1)]
    room = client.open_room(game.name, bots=bots, start=True, is_public=False)
    guest.page.goto(f"/t/{room}")
    guest.settle()
    shoot(guest, f"{game.name}, 1 start")
    with client.enter(room) as table:
        play_as_a_bot(table, game.minutes // 2)
        guest.page.reload()  # from here on the page marks what changes
        guest.settle()
        play_as_a_bot(table, LATEST)
        guest.settle()
        shoot(guest, f"{game.name}, 2 middle")
        guest.take_a_hint()
        shoot(guest, f"{game.name}, 2 middle with a hint")
        if _look_back(guest):
            shoot(guest, f"{game.name}, 2 middle a moment again")
        if not table.is_over:
            table.do(HandOver(seat=0, bot=BOT))
        while not table.is_over:
            table.change()
        guest.page.reload()  # skips the animation of a hundred moves
        guest.wait(guest.is_over, "the game is over")
    shoot(guest, f"{game.name}, 3 end")
    guest.page.goto(f"/r/{room}#0")
    with suppress(Waited):  # on a busy machine half a curve is enough
        guest.page.get_by_text("quick simulated games").wait_for(timeout=CURVE)
    last = int(guest.page.get_by_role("slider").get_attribute("max") or "0")
    guest.page.get_by_role("slider").fill(str(2 * last // 3))
    guest.page.get_by_role("button", name="Verify fairness").click()
    guest.page.get_by_text("draws follow").first.wait_for()  # also what the browser has checked
    shoot(guest, f"{game.name}, 4 record")
    if (art.GAMES / game.name / "lesson.json").exists():
        guest.page.goto(f"/learn/{game.name}")
        guest.page.locator(".coach").first.wait_for()
        shoot(guest, f"{game.name}, 5 lesson")


def _look_back(guest: Visitor) -> bool:
    """Step back to the latest moment of the rules, if one is within reach."""
    guest.page.keyboard.press("Escape")
    for _ in range(BACK):
        guest.page.keyboard.press("[")
        if guest.page.locator("main[data-frame]:not([data-frame=turn])").count():
            return True
    return False


def play_as_a_bot(table: BlockingTable, count: int) -> None:
    """Give a bot's answer as the visitor's own."""
    for _ in range(count):
        if table.question() is None:
            return
        hint = table.do(Hint())
        if isinstance(hint, Hinted):
            table.answer(hint.best[0].text)


def _shots(guest: Visitor, target: Path, name: str) -> list[Path]:
    made = []
    for size, (width, height) in SIZES.items():
        guest.page.set_viewport_size({"width": width, "height": height})
        for theme in THEMES:
            guest.page.emulate_media(color_scheme="dark" if theme == "dark" else "light")
            guest.page.wait_for_timeout(150)
            path = target / f"{name}, {size}, {theme}.png".replace(", ", "-").replace(" ", "-")
            guest.page.screenshot(path=path)
            made.append(path)
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    return made


def _index(target: Path, made: list[Path]) -> None:
    """A chapter for each game, and one for all other pages."""
    chapters = [
        f"<h2>{escape(name)}</h2><section>{''.join(map(_figure, paths))}</section>"
        for name, paths in groupby(sorted(made), lambda path: path.name.partition("-")[0])
    ]
    head = f'<!doctype html><meta charset="utf-8"><title>Pictures</title><style>{STYLE}</style>'
    (target / "index.html").write_text(head + "".join(chapters))


def _figure(path: Path) -> str:
    picture = f'<a href="{escape(path.name)}"><img src="{escape(path.name)}" loading="lazy"></a>'
    return f"<figure>{picture}<figcaption>{escape(path.stem)}</figcaption></figure>"
