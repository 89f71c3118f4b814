"""Somebody at a real browser, who touches only what can be seen there."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    WebSocket,
    sync_playwright,
)

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
QUIET = (  # no sandbox for root, no calls home
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
PATIENCE = 15.0  # seconds for something to happen on the page
LONGEST_GAME = 2000  # touches
AWAY = ("net::ERR_", "WebSocket connection")  # what a browser says of a server that is not there


class NoBrowser(Exception):
    """There is no Chromium on this machine."""


@contextmanager
def chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if found is None:
        raise NoBrowser("there is no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


class Visitor:
    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.troubles: list[str] = []
        self.frames: list[str] = []  # all that came over sockets
        self.shown: dict[str, Any] = {}  # the latest view
        self.said: list[dict[str, Any]] = []  # all that was sent over sockets
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._listen)

    def _console(self, message: ConsoleMessage) -> None:
        is_expected = any(words in message.text for words in AWAY)
        if message.type in ("error", "warning") and not is_expected:
            self.troubles.append(message.text)

    def _listen(self, websocket: WebSocket) -> None:
        websocket.on("framereceived", self._hear)
        websocket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def _hear(self, frame: str | bytes) -> None:
        self.frames.append(str(frame))
        notice = json.loads(frame)
        if notice["is"] == "shown":
            self.shown = notice

    # --- what is there ---------------------------------------------------------------------------

    @property
    def main(self) -> Locator:
        """The button that answers."""
        return self.page.locator("[data-main]")

    @property
    def extras(self) -> Locator:
        """What can be touched beside the table."""
        return self.page.locator("[data-extra]")

    def lit(self) -> list[str]:
        """Things on the table that light up as offered."""
        return sorted(self.page.evaluate(LIT))

    def is_over(self) -> bool:
        return self.page.get_by_role("link", name="Look at the game again").count() > 0

    def is_asked(self) -> bool:
        return self.page.locator(".banner.mine").count() > 0

    def has_picked(self) -> bool:
        return self.page.locator("[data-main][aria-disabled=false]").count() > 0

    def can_act(self) -> bool:
        if not self.is_asked():
            return False
        return self.has_picked() or bool(self.lit()) or self.extras.count() > 0

    def wait(self, what: Callable[[], bool], why: str) -> None:
        end = time.monotonic() + PATIENCE
        while not what():
            if time.monotonic() > end:
                raise TimeoutError(f"waited in vain until {why}; {self.troubles}")
            self.page.wait_for_timeout(15)

    # --- what one does ---------------------------------------------------------------------------

    def play_now(self, title: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play now: {title}, against bots").click()
        self.page.locator("[data-main]").wait_for()

    def touch(self, number: int) -> None:
        """One thing that is offered, on the table or beside it, and see that it tells."""
        before = self.touched()
        things = self.lit()
        if things:
            thing = things[number % len(things)]
            self.page.locator(f'[data-thing="{thing}"]').first.click()
        else:
            self.extras.nth(number % self.extras.count()).click()
        self.wait(lambda: self.touched() != before, "a touch tells")

    def touched(self) -> Any:
        return self.page.evaluate(CHOSEN)

    def confirm(self) -> None:
        count = self.shown["count"]
        self.main.click()
        self.wait(lambda: self.shown["count"] != count or self.is_over(), "the answer is taken")

    def settle(self) -> None:
        """Until something is asked, or the game is over."""
        self.wait(lambda: self.is_over() or self.can_act(), "somebody asks")

    def play_on(self, check: Callable[["Visitor"], None] | None = None) -> int:
        """By touching what is offered until the game is over; how many answers that took."""
        answers = 0
        for number in range(LONGEST_GAME):
            self.settle()
            if self.is_over():
                return answers
            if check is not None:
                check(self)
            if self.has_picked():
                self.confirm()
                answers += 1
            else:
                self.touch(number * 5)
        raise TimeoutError("the game does not end")


LIT = """() => [...new Set([...document.querySelectorAll('[data-thing][aria-disabled=false]')]
  .filter(el => el.getAttribute('aria-label').endsWith(', can be chosen'))
  .map(el => el.dataset.thing))]"""
CHOSEN = """() => [...document.querySelectorAll('[data-thing], [data-extra], [data-main]')]
  .map(el => (el.getAttribute('aria-label') ?? el.textContent) + el.getAttribute('aria-pressed'))
  .concat([...document.querySelectorAll('.chip')].map(el => el.textContent)).join()"""
