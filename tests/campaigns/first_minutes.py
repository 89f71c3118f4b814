"""How many clicks a newcomer needs, how long moments stand, and that a tap ends them."""

from typing import Any

from playwright.sync_api import Browser

from campaigns.measure import PageMeasure
from campaigns.stage import Stage
from campaigns.visitor import Visitor
from trivet.catalogue import GAMES
from trivet.core.game import Game

MOST_CLICKS = 60  # then a game is given up
FIRST, WHOLE = 4, 9  # clicks promised for the first own move, and for a whole first turn
STANDS = (1.0, 4.5)  # seconds a moment stands at least and at most
TAP = 0.3  # seconds after a tap until it is gone
MOMENTS = (
    ("sovereign", "round"),
    ("trifecta", "bids"),
    ("tritarea", "trick"),
    ("tritarea", "round"),
)
ANSWERS = 400  # until a moment must have come


def clicks(browser: Browser, stage: Stage, game: Game[Any]) -> list[PageMeasure]:
    """From the lobby, with the settings of a newcomer, who touches what is lit."""
    guest = newcomer(browser, stage)
    guest.play_now(game.title)
    count, first, own = 1, 0, 0
    while count < MOST_CLICKS:
        guest.wait(lambda: _is_over(guest, own) or _can_act(guest), "something comes")  # noqa: B023
        if first and _is_over(guest, own):
            break
        before = guest.page.evaluate(STATE)
        ready = guest.page.locator("[data-play]")  # an answer with a name, as a ready deck
        if guest.has_picked():
            guest.main.click()
        elif ready.count():
            ready.first.click()
        else:
            lit = [*guest.sight().lit, *guest.sight().extras]
            thing = lit[0]
            guest.page.locator(f'[data-thing="{thing}"], [data-extra="{thing}"]').first.click()
        count += 1
        guest.wait(lambda: guest.page.evaluate(STATE) != before, "a click tells")  # noqa: B023
        guest.page.wait_for_timeout(100)  # a draft or an answer is under way
        own = max(own, guest.shown["count"])
        first = first or (count if own or guest.page.locator("[data-draft]").count() else 0)
    guest.context.close()
    return [
        PageMeasure(f"clicks to the first own move of {game.title}", first, FIRST),
        PageMeasure(f"clicks for a whole first turn of {game.title}", count, WHOLE),
    ]


def _is_over(guest: Visitor, own: int) -> bool:
    """Whether the first turn is over: somebody else was asked after the own answers."""
    asked = [text for text in guest.frames if '"is":"shown"' in text and '"ask":' not in text]
    return bool(own) and any(f'"count":{own},' in text for text in asked)


def _can_act(guest: Visitor) -> bool:
    return guest.sight().is_settled and guest.page.locator("main[data-frame]").count() == 0


def moments(browser: Browser, stage: Stage, name: str, what: str) -> list[PageMeasure]:
    """A moment that nobody touches, and one that is ended by a tap."""
    game, guest = GAMES[name], newcomer(browser, stage)
    guest.page.add_init_script(WATCH)
    bots = ["", *["greedy"] * (min(game.most, 4) - 1)]
    guest.page.goto(guest.open_table(game=name, bots=bots, start=True))
    guest.main.wait_for()
    stood = tapped = float("inf")
    for number in range(ANSWERS):
        guest.wait(lambda: _stands(guest, what) or _can_act(guest), "something comes")
        if _stands(guest, what):
            if stood < float("inf"):
                tapped = guest.page.evaluate(TAPPED)
                break
            guest.wait(lambda: not _stands(guest, what), "the moment ends by itself")
            stood = guest.page.evaluate("what => window.stood[what]", what)
            continue
        sight = guest.sight()
        if sight.is_over:
            guest.page.goto(guest.open_table(game=name, bots=bots, start=True))
        elif sight.has_picked:
            guest.main.click()
        elif sight.is_settled:
            lit = [*sight.lit, *sight.extras]
            thing = lit[number * 5 % len(lit)]
            guest.page.locator(f'[data-thing="{thing}"], [data-extra="{thing}"]').first.click()
        guest.page.wait_for_timeout(60)
    guest.context.close()
    least, most = STANDS
    return [
        PageMeasure(f"{what} of {game.title} stands, seconds", round(stood, 2), most, least),
        PageMeasure(f"{what} of {game.title} after a tap, seconds", round(tapped, 3), TAP),
    ]


def _stands(guest: Visitor, what: str) -> bool:
    return guest.page.locator(f'main[data-frame="{what}"]').count() > 0


def newcomer(browser: Browser, stage: Stage) -> Visitor:
    """Nothing is set: one confirmation a turn, and motion."""
    size: Any = {"width": 1280, "height": 800}
    return Visitor(browser.new_context(base_url=stage.address, viewport=size))


STATE = """() => ['thing', 'extra', 'main', 'draft']
  .flatMap(one => [...document.querySelectorAll(`[data-${one}]`)])
  .map(el => (el.getAttribute('aria-label') ?? el.textContent)).join()"""
WATCH = """window.stood = {};
let now = '', since = 0;
const look = () => {
  const what = document.querySelector('main')?.dataset.frame ?? '';
  if (what !== now) {
    if (now) window.stood[now] = (performance.now() - since) / 1000;
    [now, since] = [what, performance.now()];
  }
  requestAnimationFrame(look);
};
requestAnimationFrame(look);"""
TAPPED = """async () => {
  const began = performance.now();
  document.querySelector('header').dispatchEvent(new MouseEvent('click', {bubbles: true}));
  while (document.querySelector('main[data-frame]') && performance.now() - began < 3000)
    await new Promise(requestAnimationFrame);
  return (performance.now() - began) / 1000;
}"""
