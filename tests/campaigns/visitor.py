"""A visitor with a real browser, who touches only what is visible."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import msgspec
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    WebSocket,
    sync_playwright,
)

from trivet.core.game import Game
from trivet.core.scenes.patch import LatestScene
from trivet.server.wire.brief import BriefShown, whole

WHOLE = ("chromium", "chromium-browser", "google-chrome")
SHELL = ("chromium-headless-shell", *WHOLE)  # the same engine, without what no page can see
QUIET = (  # no sandbox for root, no calls home
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip
PATIENCE = 15.0  # seconds to wait for an effect on the page
LONGEST_GAME = 2000  # touches
QUICK_BOT = "greedy"
ME = "/api/me"
AWAY = (  # a browser's messages about a server that is gone
    "net::ERR_", "WebSocket connection", "error occurred when fetching the script",
)  # fmt: skip


class NoBrowser(Exception):
    """There is no Chromium on this machine."""


@contextmanager
def chromium(programs: tuple[str, ...] = WHOLE) -> Iterator[Browser]:
    """The first of these browsers that this machine has."""
    found = next(filter(None, map(shutil.which, programs)), None)
    if found is None:
        raise NoBrowser("there is no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=QUIET)
        yield browser
        browser.close()


class Visits:
    """Makes visitors of one server, each with its own browser context; closes them at the end."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser, self.address = browser, address
        self.contexts: list[BrowserContext] = []

    def __call__(self, confirm: str = "always", **options: Any) -> "Visitor":
        """By default every step is confirmed; a newcomer's page confirms once a turn ("turn")."""
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"}
        context = self.browser.new_context(base_url=self.address, **(usual | options))
        context.add_init_script(CONFIRM.replace("HOW", confirm))
        self.contexts.append(context)
        return Visitor(context)

    def end(self) -> None:
        for context in self.contexts:
            context.close()
        self.contexts.clear()


class Visitor:
    def __init__(self, context: BrowserContext) -> None:
        self.context = context
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE * 1000)
        self.troubles: list[str] = []
        self.frames: list[str] = []  # all messages received over sockets
        self.notices: list[dict[str, Any]] = []  # the same, with whole scenes for patches
        self.shown: dict[str, Any] = {}  # the latest `shown`
        self.narrowed: dict[str, Any] = {}  # the latest `narrowed`, for a vast question
        self.previews: list[dict[str, Any]] = []  # all answers that were foreseen
        self.foreseen: dict[str, Any] = {}  # the latest one that a draft goes on with
        self.said: list[dict[str, Any]] = []  # all messages sent over sockets
        self.fetched: set[str] = set()  # the paths of all HTTP requests
        self.lines: list[str] = []  # of chat
        self.path: list[str] = []  # the touches for the next answer
        self.page.on("pageerror", lambda error: self.troubles.append(str(error)))
        self.page.on("console", self._console)
        self.page.on("websocket", self._listen)
        self.page.on("request", lambda request: self.fetched.add(urlsplit(request.url).path))

    def _console(self, message: ConsoleMessage) -> None:
        is_expected = any(words in message.text for words in AWAY)
        if message.type in ("error", "warning") and not is_expected:
            self.troubles.append(message.text)

    def _listen(self, websocket: WebSocket) -> None:
        scenes = LatestScene()
        websocket.on("framereceived", lambda frame: self._hear(frame, scenes))
        websocket.on("framesent", lambda frame: self.said.append(json.loads(frame)))

    def _hear(self, frame: str | bytes, scenes: LatestScene) -> None:
        self.frames.append(str(frame))
        notice = json.loads(frame)
        if notice["is"] == "shown":
            shown = whole(msgspec.json.decode(frame, type=BriefShown), scenes)
            self.shown = notice = msgspec.to_builtins(shown)
        self.notices.append(notice)
        if notice["is"] == "narrowed":
            self.narrowed = notice
        elif notice["is"] in ("foreseen", "previews"):
            found = [one for one in notice.get("previews", [notice]) if one["is"] == "foreseen"]
            self.previews += [{**one, "re": notice["re"]} for one in found]
            self.foreseen = next((one for one in found if one["ask"]), self.foreseen)
        elif notice["is"] == "lines":
            self.lines += [line["text"] for line in notice["lines"]]

    # --- what is there ---------------------------------------------------------------------------

    @property
    def main(self) -> Locator:
        """The button that answers."""
        return self.page.locator("[data-main]")

    @property
    def extras(self) -> Locator:
        """The buttons of things that are not on the table."""
        return self.page.locator("[data-extra]")

    @property
    def listed(self) -> Locator:
        """The choices of a game without drawings."""
        return self.page.locator("main .choices li button")

    def sight(self) -> "Sight":
        return Sight(*self.page.evaluate(SIGHT))

    def lit(self) -> list[str]:
        """Things on the table that light up as offered."""
        return self.sight().lit

    def is_over(self) -> bool:
        return self.sight().is_over

    def is_asked(self) -> bool:
        return self.sight().is_asked

    def has_picked(self) -> bool:
        return self.sight().has_picked

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
        """Touch an offered thing, on the table or beside it, and wait for the effect."""
        before, sight = self.touched(), self.sight()
        things = [*sight.lit, *sight.extras]
        if things:
            thing = things[number % len(things)]
            self.page.locator(f'[data-thing="{thing}"], [data-extra="{thing}"]').first.click()
            self.path.append(thing)
        else:
            self.listed.nth(number % sight.listed).click()
        self.wait(lambda: self.touched() != before, "a touch tells")

    def touched(self) -> Any:
        return self.page.evaluate(CHOSEN)

    def confirm(self) -> None:
        count = self.shown["count"]
        self.main.click()
        self.taken(count)

    def taken(self, count: int) -> None:
        """Wait until the server has shown the effect of an answer."""
        self.wait(lambda: self.shown["count"] != count or self.is_over(), "the answer is taken")
        self.path = []

    def settle(self) -> None:
        """Wait until this player is asked or the game is over."""
        self.wait(lambda: self.sight().is_settled, "somebody asks")

    def play_quickly(self, game: Game[Any]) -> None:
        """Open a table like Play now does, but with fast bots."""
        bots = ["", *[QUICK_BOT] * (game.fewest - 1)]
        self.page.goto(self.open_table(game=game.name, bots=bots, start=True))
        self.main.wait_for()

    def open_table(self, **wish: Any) -> str:
        """Open a table that has not begun; return its address.  The lobby is not drawn for it."""
        api = self.context.request
        me = api.get(ME)  # there is a cookie now
        origin = {"Origin": me.url.removesuffix(ME)}  # as a page of the server sends it
        return f"/t/{api.post('/api/rooms', data=wish, headers=origin).json()['room']}"

    def sit_down(self, address: str) -> None:
        """Sit on the first free seat of a table, and be ready."""
        self.page.goto(address)
        ready = self.page.get_by_role("button", name="I am ready")
        sit = self.page.get_by_role("button", name="Sit here")
        ready.or_(sit).first.wait_for()
        if ready.count() == 0:
            sit.first.click()
        ready.click()

    def pick(self, number: int = 0) -> None:
        """Pick a choice from the plain list."""
        self.settle()
        self.page.get_by_role("tab", name="Choices").click()
        listed = self.page.get_by_role("tabpanel").get_by_role("button")
        listed.nth(number % listed.count()).click()
        self.wait(self.has_picked, "a choice is picked")

    def take_a_hint(self) -> None:
        """Ask for a hint twice: first where to look, then the whole move."""
        advice = self.page.get_by_role("region", name="Hint")
        while not self.is_over() and advice.count() == 0:
            self.page.get_by_role("button", name="Hint", exact=True).click()
            self.page.get_by_text("Look here first").or_(advice).first.wait_for()

    def resign(self) -> None:
        self.page.get_by_role("button", name="More", exact=True).click()
        self.page.get_by_role("button", name="Resign", exact=True).click()
        self.page.get_by_role("button", name="Yes, resign").click()
        self.main.wait_for(state="detached")

    def play_on(
        self, check: Callable[["Visitor"], None] | None = None, most: int = LONGEST_GAME
    ) -> int:
        """Touch what is offered until the game is over or `most` answers are given; return the
        number of answers."""
        answers = 0
        for number in range(LONGEST_GAME):
            self.settle()
            sight = self.sight()
            if sight.is_over or answers == most:
                return answers
            if check is not None:
                check(self)
            if sight.has_picked:
                self.confirm()
                answers += 1
            else:
                self.touch(number * 5)
        raise TimeoutError("the game does not end")


class Sight(NamedTuple):
    """What is visible on the table at one time."""

    is_over: bool
    is_asked: bool
    has_picked: bool
    lit: list[str]  # things on the table that light up as offered
    extras: list[str]  # things that can be touched beside it
    listed: int  # choices of a game without drawings

    @property
    def is_settled(self) -> bool:
        can_act = self.has_picked or self.lit or self.extras or self.listed
        return self.is_over or (self.is_asked and bool(can_act))


SIGHT = """() => {
  const all = (what) => [...document.querySelectorAll(what)];
  const lit = all('[data-thing][aria-disabled=false]')
    .filter(el => el.getAttribute('aria-label').endsWith(', can be chosen'))
    .map(el => el.dataset.thing);
  return [
    all('.ending a[href^="/r/"]').length > 0, all('.banner.mine').length > 0,
    all('[data-main][aria-disabled=false]').length > 0, [...new Set(lit)].sort(),
    all('[data-extra]').map(el => el.dataset.extra), all('main .choices li button').length,
  ];
}"""
CONFIRM = """localStorage.getItem('trivet-settings')
  ?? localStorage.setItem('trivet-settings', JSON.stringify({confirm: 'HOW'}));"""
CHOSEN = """() => [...document.querySelectorAll('[data-thing], [data-extra], [data-main]')]
  .map(el => (el.getAttribute('aria-label') ?? el.textContent) + el.getAttribute('aria-pressed'))
  .concat([...document.querySelectorAll('.chip')].map(el => el.textContent)).join()"""
