"""Somebody at a browser, who touches only what can be seen there."""

import json
import time
from typing import Any

PATIENCE = 10.0  # seconds for something to happen on the page
LONGEST_GAME = 400  # touches


class Visitor:
    def __init__(self, context: Any) -> None:
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

    def _console(self, message: Any) -> None:
        if message.type in ("error", "warning"):
            self.troubles.append(message.text)

    def _listen(self, websocket: Any) -> None:
        websocket.on("framereceived", self._hear)
        websocket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def _hear(self, frame: str) -> None:
        self.frames.append(frame)
        notice = json.loads(frame)
        if notice["is"] == "shown":
            self.shown = notice

    # --- what is there ---------------------------------------------------------------------------

    @property
    def main(self) -> Any:
        return self.page.locator("[data-main]")

    def lit(self) -> list[str]:
        """Things on the table that light up as offered."""
        return sorted(self.page.evaluate(LIT))

    def extras(self) -> Any:
        return self.page.locator("main [data-extra]")

    def is_over(self) -> bool:
        return bool(self.page.get_by_role("link", name="Look at the game again").count())

    def is_asked(self) -> bool:
        return bool(self.page.locator(".banner.mine").count())

    def has_picked(self) -> bool:
        return self.main.count() == 1 and self.main.get_attribute("aria-disabled") == "false"

    def wait(self, what: Any, why: str) -> None:
        end = time.monotonic() + PATIENCE
        while not what():
            assert time.monotonic() < end, f"waited in vain: {why}; {self.troubles}"
            self.page.wait_for_timeout(15)

    # --- what one does ---------------------------------------------------------------------------

    def play_now(self, title: str) -> None:
        self.page.goto("/")
        self.page.get_by_role("button", name=f"Play {title} now, against bots").click()
        self.page.locator("[data-zone]").first.wait_for()

    def touch(self, number: int) -> None:
        """One thing that is offered, on the table or beside it."""
        things = self.lit()
        if things:
            thing = things[number % len(things)]
            self.page.locator(f'[data-thing="{thing}"]').first.click()
        else:
            extras = self.extras()
            extras.nth(number % extras.count()).click()

    def confirm(self) -> None:
        count = self.shown["count"]
        self.main.click()
        self.wait(lambda: self.shown["count"] != count or self.is_over(), "the answer is taken")

    def settle(self) -> None:
        """Until something is asked, or the game is over."""
        self.wait(lambda: self.is_over() or self.can_act(), "nobody asks")

    def can_act(self) -> bool:
        if not self.is_asked():
            return False
        return self.has_picked() or bool(self.lit()) or bool(self.extras().count())

    def play_on(self, check: Any = None) -> int:
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
                before = self.lit(), self.touched()
                self.touch(number * 5)
                self.wait(lambda was=before: (self.lit(), self.touched()) != was, "a touch tells")
        raise AssertionError("the game does not end")

    def touched(self) -> str:
        return str(self.page.locator("main").inner_text()) + str(self.page.evaluate(CHOSEN))


LIT = """() => [...document.querySelectorAll('[data-thing][aria-disabled=false]')]
  .filter(el => el.getAttribute('aria-label').endsWith(', can be chosen'))
  .map(el => el.dataset.thing).filter((one, at, all) => all.indexOf(one) === at)"""
CHOSEN = """() => [...document.querySelectorAll('[data-thing]')]
  .filter(el => el.getAttribute('aria-label').endsWith(', chosen')).map(el => el.dataset.thing)"""
