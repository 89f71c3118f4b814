"""How quick, small and calm the page is, against what was promised."""

import gzip
import time
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from trivet.campaigns.stage import Stage
from trivet.campaigns.visitor import Visitor, chromium
from trivet.catalogue import GAMES
from trivet.server.web import DIST


class Measure(NamedTuple):
    what: str
    value: float
    most: float  # what was promised

    @property
    def is_kept(self) -> bool:
        return self.value <= self.most

    def line(self) -> str:
        return (
            f"{'kept' if self.is_kept else 'BROKEN':7}{self.what}: {self.value:g} ≤ {self.most:g}"
        )


ANSWERS = 12  # over which shifts are watched


def campaign(work: Path) -> list[Measure]:
    title = next(iter(GAMES.values())).title
    with Stage(work) as stage, chromium() as browser:
        context = browser.new_context(
            base_url=stage.address, viewport={"width": 1280, "height": 800}
        )
        context.add_init_script(WATCH)
        guest = Visitor(context)
        asked: list[str] = []
        guest.page.on("request", lambda request: asked.append(request.url))
        began = time.monotonic()
        guest.page.goto("/")
        guest.page.get_by_role("button", name=f"Play now: {title}").wait_for()
        lobby = time.monotonic() - began
        guest.play_now(title)
        guest.settle()
        fresh = browser.new_context(base_url=stage.address)
        fresh.add_cookies(context.cookies())  # type: ignore[arg-type]
        cold = Visitor(fresh)
        began = time.monotonic()
        cold.page.goto(guest.page.url)
        cold.settle()
        table = time.monotonic() - began
        reaction = guest.page.evaluate(REACT)
        for number in range(4 * ANSWERS):
            guest.settle()
            if guest.is_over():
                break
            if guest.has_picked():
                guest.confirm()
            else:
                guest.touch(number * 5)
        shift = guest.page.evaluate("window.shifted")
        hosts = {urlsplit(url).netloc for url in asked} - {urlsplit(stage.address).netloc}
    return [
        Measure("lobby, cold, seconds", round(lobby, 2), 1.5),
        Measure("table, cold, seconds", round(table, 2), 1.5),
        Measure("scripts and styles, gzip, kB", round(weight() / 1000, 1), 150),
        Measure("requests to others", len(hosts), 0),
        Measure("click to reaction, ms", round(reaction, 1), 100),
        Measure("layout shift", round(shift, 4), 0.05),
    ]


def weight() -> int:
    files = [path for path in (DIST / "assets").iterdir() if path.suffix in (".js", ".css")]
    return sum(len(gzip.compress(path.read_bytes())) for path in files)


WATCH = """window.shifted = 0;
new PerformanceObserver(list => { for (const one of list.getEntries())
  if (!one.hadRecentInput) window.shifted += one.value;
}).observe({type: 'layout-shift', buffered: true});"""
REACT = """async () => {
  const things = [...document.querySelectorAll('[data-thing][aria-disabled=true], [data-extra]')];
  const el = things[0];
  const began = performance.now();
  el.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  const strip = document.querySelector('.strip');
  for (;;) {
    await new Promise(requestAnimationFrame);
    if (strip.querySelector('p:not(.look)') || performance.now() - began > 2000) break;
  }
  return performance.now() - began;
}"""
