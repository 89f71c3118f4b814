"""The board gets the screen, stays where it is, and what is asked is in sight."""

from typing import Any

from playwright.sync_api import Browser

from campaigns.measure import PageMeasure
from campaigns.stage import Stage
from campaigns.visitor import CONFIRM, QUICK_BOT, Visitor
from trivet.catalogue import GAMES
from trivet.core.game import Game

DESKTOP, SMALL, LARGE = (1440, 900), (1280, 720), (2560, 1440)
PHONES = ((390, 844), (360, 640))
WIDE = ("trifecta", "tritarea")  # boards that are wider than high
SHARES = {DESKTOP: 36.0, SMALL: 33.0, LARGE: 38.0}  # percent of the screen at least
WIDE_SHARE, SOVEREIGN_SHARE = 48.0, 30.0  # ... at 1440×900
ANSWERS = 20  # of a game on a phone
WHOLE = 100.0  # percent


def measures(browser: Browser, stage: Stage) -> list[PageMeasure]:
    found = []
    for game in GAMES.values():
        found += [share(browser, stage, game, size) for size in SHARES]
        for size in PHONES:
            found += phone(browser, stage, game, size)
    return found


def share(browser: Browser, stage: Stage, game: Game[Any], size: tuple[int, int]) -> PageMeasure:
    """The board's part of the screen, once there is one."""
    guest = at_table(browser, stage, game, size)
    guest.wait(lambda: _board_after_answer(guest), "there is a board")
    guest.settle()
    percent = guest.page.evaluate(SHARE)
    guest.context.close()
    what = f"board of {game.title} at {size[0]}×{size[1]}, percent of the screen"
    return PageMeasure(what, percent, WHOLE, least_share(game, size))


def least_share(game: Game[Any], size: tuple[int, int]) -> float:
    if size == DESKTOP and game.name in WIDE:
        return WIDE_SHARE
    if game.name == "sovereign":
        return SOVEREIGN_SHARE
    return SHARES[size]


def phone(
    browser: Browser, stage: Stage, game: Game[Any], size: tuple[int, int], answers: int = ANSWERS
) -> list[PageMeasure]:
    """At every question: is something offered hit without scrolling?  Where is the board's top?"""
    guest = at_table(browser, stage, game, size)
    blind, tops, asked = 0, set[int](), 0
    for number in range(20 * answers):
        guest.settle()
        if guest.is_over() or asked >= answers:
            break
        top = guest.page.evaluate(TOP)
        tops |= {top} if top >= 0 else set()
        if guest.has_picked():
            guest.confirm()
            asked += 1
            continue
        if not guest.page.evaluate(IN_SIGHT):
            guest.page.wait_for_timeout(400)  # it may still be on its way into sight
            blind += not guest.page.evaluate(IN_SIGHT)
        guest.touch(number * 5)
    guest.context.close()
    where = f"{game.title} at {size[0]}×{size[1]}"
    return [
        PageMeasure(f"questions with nothing offered in sight, {where}, of {asked}", blind, 0),
        PageMeasure(f"moves of the board's top, {where}", max(0, len(tops) - 1), 0),
    ]


def at_table(browser: Browser, stage: Stage, game: Game[Any], size: tuple[int, int]) -> Visitor:
    width, height = size
    context = browser.new_context(
        base_url=stage.address,
        viewport={"width": width, "height": height},
        has_touch=width < 760,
        reduced_motion="reduce",
    )
    context.add_init_script(CONFIRM.replace("HOW", "always"))
    guest = Visitor(context)
    bots = ["", *[QUICK_BOT] * (game.fewest - 1)]
    guest.page.goto(guest.open_table(game=game.name, bots=bots, start=True))
    guest.main.wait_for()
    guest.settle()
    return guest


def _board_after_answer(guest: Visitor) -> bool:
    """Whether there is a board; if something else is asked first, it is answered."""
    if guest.page.evaluate(SHARE):
        return True
    guest.play_on(most=1)
    return False


SHARE = """() => {
  const board = document.querySelector('[data-zone=board]')?.getBoundingClientRect();
  return board ? Math.round(1000 * board.width * board.height / innerWidth / innerHeight) / 10 : 0;
}"""
TOP = """() => Math.round(
  document.querySelector('.scene [data-zone=board]')?.getBoundingClientRect().top ?? -1)"""
IN_SIGHT = """() => {
  const offered = [...document.querySelectorAll('[data-thing][aria-disabled=false], [data-extra]'),
    ...document.querySelectorAll('.bench button:not([aria-disabled=true])')];
  return offered.some(el => {
    const box = (el.querySelector('.hit') ?? el).getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    return x > 0 && y > 0 && x < innerWidth && y < innerHeight
      && el.contains(document.elementFromPoint(x, y));
  });
}"""
