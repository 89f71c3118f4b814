"""Speed, size and layout shifts of the page, against their limits."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Locator

from campaigns import board_first, first_minutes
from campaigns.measure import PageMeasure
from campaigns.stage import Stage
from campaigns.visitor import CONFIRM, Visitor, chromium
from trivet.catalogue import GAMES
from trivet.core.game import Game
from trivet.server.bots.pacing import DEFAULT_PACING
from trivet.server.http.origins import DIST

GAME, TITLE = next((game.name, game.title) for game in GAMES.values())
TOUCHES = 48  # over which shifts are watched
NEWCOMERS = 5  # to each game
WHYS = 20  # things touched that are not offered
MOVES = 24  # watched by a rival
DESKTOP = {"width": 1280, "height": 800}


def campaign(work: Path) -> list[PageMeasure]:
    with chromium() as browser:
        with Stage(work / "quick") as stage:
            measures = [
                PageMeasure("scripts and styles, gzip, kB", weight(".gz"), 150),
                PageMeasure("scripts and styles, brotli, kB", weight(".br"), 130),
                *loading(browser, stage),
                *touching(browser, stage),
                *rivals(browser, stage),
                *breaking(browser, stage),
                *board_first.measures(browser, stage),
            ]
            for game in GAMES.values():
                measures += first_minutes.clicks(browser, stage, game)
            for name, what in first_minutes.MOMENTS:
                measures += first_minutes.moments(browser, stage, name, what)
        with Stage(work / "polite", delay=DEFAULT_PACING.delay) as stage:
            return measures + [newcoming(browser, stage, game) for game in GAMES.values()]


def weight(ending: str) -> float:
    """The kilobytes of the compressed copies that the build has left."""
    files = (DIST / "assets").glob(f"*{ending}")
    return round(sum(path.stat().st_size for path in files) / 1000, 1)


def loading(browser: Browser, stage: Stage) -> list[PageMeasure]:
    """A cold start: a browser context without a cache."""
    guest, asked = visitor(browser, stage), list[str]()
    guest.page.on("request", lambda request: asked.append(request.url))
    lobby = seconds(lambda: guest.page.goto("/"), play_button(guest).wait_for)
    guest.page.wait_for_load_state("networkidle")
    fetched = guest.page.evaluate(FETCHED) / 1000
    play_button(guest).click()
    guest.settle()
    address, cookies = guest.page.url, guest.context.cookies()
    guest.page.goto("/rules/sovereign")
    guest.page.get_by_role("heading", level=1).wait_for()
    hosts = {urlsplit(url).netloc for url in asked} - {urlsplit(stage.address).netloc}
    fresh = visitor(browser, stage)
    fresh.context.add_cookies(cookies)  # type: ignore[arg-type]
    table = seconds(lambda: fresh.page.goto(address), fresh.settle)
    leave(guest, fresh)
    return [
        PageMeasure("lobby, cold, seconds", round(lobby, 2), 1.5),
        PageMeasure("table, cold, seconds", round(table, 2), 1.5),
        PageMeasure("requests to others", len(hosts), 0),
        PageMeasure("a first visit to the lobby, all that is sent, kB", round(fetched, 1), 400),
    ]


def newcoming(browser: Browser, stage: Stage, game: Game[Any]) -> PageMeasure:
    """From an empty address bar to the first question, with the bots' usual delays."""
    slowest = 0.0
    for _ in range(NEWCOMERS):
        guest = visitor(browser, stage)
        slowest = max(slowest, seconds(partial(guest.play_now, game.title), guest.settle))
        leave(guest)
    what = f"newcomer to the first question of {game.title}, slowest of {NEWCOMERS}, seconds"
    return PageMeasure(what, round(slowest, 2), 3)


def touching(browser: Browser, stage: Stage) -> list[PageMeasure]:
    """The time from a touch to its effect and to the reason of a refusal, and layout shifts."""
    guest = visitor(browser, stage)
    guest.play_now(TITLE)
    reactions, whys = list[float](), list[float]()
    for number in range(TOUCHES):
        guest.settle()
        if guest.is_over():
            break
        if guest.has_picked():
            guest.confirm()
            continue
        if len(whys) < WHYS:
            whys += guest.page.evaluate(WHY, WHYS - len(whys))
        guest.page.evaluate(LISTEN)
        guest.touch(number * 5)
        reactions += guest.page.evaluate("window.reactions.splice(0)")
    shift = guest.page.evaluate("window.shifted")
    leave(guest)
    return [
        PageMeasure(f"click to reaction, p95 of {len(reactions)}, ms", late(reactions), 100),
        PageMeasure(f"why not, p95 of {len(whys)}, ms", late(whys), 200),
        PageMeasure(
            f"layout shift, the most at a time over {TOUCHES} touches", round(shift, 4), 0.05
        ),
    ]


def rivals(browser: Browser, stage: Stage) -> list[PageMeasure]:
    """The time from the answering click to the rival's screen."""
    one, other = visitor(browser, stage), visitor(browser, stage)
    one.page.goto(one.open_table(game=GAME))
    one.page.get_by_role("button", name="I am ready").click()
    other.page.goto("/")
    play_button(other).wait_for()
    other.page.goto(one.page.url)
    other.page.get_by_role("button", name="Sit here").click()
    other.page.get_by_role("button", name="I am ready").click()
    waits = list[float]()
    for number in range(20 * MOVES):
        for guest, rival in ((one, other), (other, one)):
            if guest.has_picked():
                before = rival.page.evaluate("window.seen")
                clicked = guest.page.evaluate(ANSWER)
                rival.wait(lambda: rival.page.evaluate("window.seen") > before, "it is seen")  # noqa: B023
                waits.append(rival.page.evaluate("window.seen") - clicked)
            elif not one.is_over() and guest.sight().is_settled:
                guest.touch(number * 5)
        if len(waits) >= MOVES or one.is_over():
            break
    leave(one, other)
    return [PageMeasure(f"a move seen by the rival, p95 of {len(waits)}, ms", late(waits), 150)]


def breaking(browser: Browser, stage: Stage) -> list[PageMeasure]:
    """The time from the server's return after a kill to the reconnected page."""
    guest = visitor(browser, stage)
    guest.play_now(TITLE)
    guest.settle()
    stage.kill()
    banner = guest.page.get_by_text("Connection lost").first
    lost = seconds(banner.wait_for)
    stage.start()
    back = seconds(lambda: banner.wait_for(state="hidden"))
    guest.settle()
    leave(guest)
    return [
        PageMeasure("connection lost is told after, seconds", round(lost, 2), 3),
        PageMeasure("back at the table after the server is, seconds", round(back, 2), 6),
    ]


# --- guests ---------------------------------------------------------------------------------------


def visitor(browser: Browser, stage: Stage) -> Visitor:
    context = browser.new_context(base_url=stage.address, viewport=DESKTOP)  # type: ignore[arg-type]
    context.add_init_script(WATCH)
    context.add_init_script(CONFIRM.replace("HOW", "always"))
    return Visitor(context)


def play_button(guest: Visitor) -> Locator:
    return guest.page.get_by_role("button", name=f"Play now: {TITLE}")


def leave(*guests: Visitor) -> None:
    for guest in guests:
        guest.context.close()


def seconds(*deeds: Callable[[], object]) -> float:
    began = time.monotonic()
    for deed in deeds:
        deed()
    return time.monotonic() - began


def late(milliseconds: list[float]) -> float:
    """The 95th percentile; infinite if nothing was measured."""
    ordered = sorted(milliseconds)
    return round(ordered[int(0.95 * (len(ordered) - 1))], 1) if ordered else float("inf")


FETCHED = """() => [...performance.getEntriesByType('navigation'),
  ...performance.getEntriesByType('resource')].reduce((sum, one) => sum + one.transferSize, 0)"""
WATCH = """window.shifted = 0;  // the most within five seconds, without a second's rest between
let first = -1e9, last = -1e9, sum = 0;
new PerformanceObserver(list => { for (const one of list.getEntries()) {
  if (one.hadRecentInput) continue;
  const isNew = one.startTime - last > 1000 || one.startTime - first > 5000;
  if (isNew) first = one.startTime;
  sum = isNew ? one.value : sum + one.value;
  last = one.startTime;
  window.shifted = Math.max(window.shifted, sum);
}}).observe({type: 'layout-shift', buffered: true});
window.seen = window.told = 0;  // when the latest position, the latest reason was on the screen
window.WebSocket = class extends WebSocket {
  constructor(...where) {
    super(...where);
    const drawn = what => requestAnimationFrame(() => requestAnimationFrame(what));
    this.addEventListener('message', event => {
      const is = JSON.parse(event.data).is;
      if (is === 'shown') drawn(() => { window.seen = Date.now(); });
      if (is === 'because') drawn(() => { window.told = performance.now(); });
    });
  }
};"""
LISTEN = """() => { window.reactions ??= [];
  document.addEventListener('click', () => {
    const began = performance.now();
    new MutationObserver((_, watcher) => {
      watcher.disconnect();
      requestAnimationFrame(() => window.reactions.push(performance.now() - began));
    }).observe(document.querySelector('main'), {subtree: true, childList: true, attributes: true});
  }, {once: true, capture: true}); }"""
WHY = """async (most) => {
  const found = [];
  const things = [...document.querySelectorAll('[data-thing][aria-disabled=true]')];
  for (const thing of things.slice(0, Math.min(4, most))) {
    const began = performance.now();
    thing.dispatchEvent(new MouseEvent('click', {bubbles: true}));
    while (window.told < began && performance.now() - began < 3000)
      await new Promise(requestAnimationFrame);
    found.push(performance.now() - began);
  }
  return found;
}"""
ANSWER = """() => { const clicked = Date.now();
  document.querySelector('[data-main]').click(); return clicked; }"""
