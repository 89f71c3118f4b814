"""All checks of the browser page, in full and for all games."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Error

from campaigns import barriers, manners, secrets, strangers
from campaigns.manners import BrokenManners
from campaigns.stage import Stage
from campaigns.visitor import Visits, chromium
from trivet.catalogue import GAMES
from trivet.core.game import Game

ANSWERS = 40  # of the two people in the check for secrets
SLOWEST = 200.0  # milliseconds until a reason is shown

Check = Callable[[Visits, Game[Any], Stage], object]


class Finding(NamedTuple):
    """The result of one check with one game."""

    check: str
    game: str
    seconds: float
    trouble: str  # empty: the check passed

    def line(self) -> str:
        verdict = f"BROKEN: {self.trouble}" if self.trouble else "kept"
        return f"{self.seconds:6.1f} s  {self.game:12} {self.check}: {verdict}"


def _why_not(visit: Visits, game: Game[Any], stage: Stage) -> None:
    slowest = max(manners.says_why_not(visit, game), default=0.0)
    manners.owe(slowest <= SLOWEST, f"a reason took {slowest:.0f} ms")


def _barriers(visit: Visits, game: Game[Any], stage: Stage) -> None:
    for width in barriers.SIZES:
        barriers.has_no_barriers(visit, game, width)


CHECKS: dict[str, Check] = {
    "a whole game by touching what lights up": lambda v, g, s: manners.plays_by_touching(v, g),
    "a whole game by keyboard": lambda v, g, s: manners.plays_by_keyboard(v, g),
    "a whole game by roles and names": lambda v, g, s: manners.plays_by_names(v, g),
    "why not, with a rule, within 200 ms": _why_not,
    "several clicks on Confirm are one move": lambda v, g, s: manners.confirms_once(v, g),
    "touched and forgotten is never seen": lambda v, g, s: manners.forgets_unseen(v, g),
    "one seat for two": lambda v, g, s: manners.seats_one_of_two(v, g),
    "offline for five seconds": lambda v, g, s: manners.sends_when_back(v, g),
    "a killed server": manners.outlives_the_server,
    "secrets": lambda v, g, s: secrets.keeps_secrets(v, g, ANSWERS),
    "hostile strings": lambda v, g, s: strangers.shows_literally(v, g, strangers.hostile_texts()),
    "no barrier on any page": _barriers,
}


def campaign(work: Path, games: list[Game[Any]]) -> Iterator[Finding]:
    with Stage(work / "sound") as stage, chromium() as browser:
        for name, check in CHECKS.items():
            for game in games:
                visits = Visits(browser, stage.address)
                yield _tried(name, check, visits, game, stage)
                visits.end()


def finds_a_planted_leak(work: Path) -> bool:
    """Whether the campaign notices a server that shows everything to every viewer."""
    game = next(iter(GAMES.values()))
    with Stage(work / "planted", "show-everything") as stage, chromium() as browser:
        visits = Visits(browser, stage.address)
        found = _tried("secrets", CHECKS["secrets"], visits, game, stage)
        visits.end()
    return "somebody else" in found.trouble


def _tried(name: str, check: Check, visits: Visits, game: Game[Any], stage: Stage) -> Finding:
    began, trouble = time.monotonic(), ""
    try:
        check(visits, game, stage)
    except (BrokenManners, TimeoutError, Error) as broken:
        trouble = str(broken).splitlines()[0] or type(broken).__name__
    return Finding(name, game.name, time.monotonic() - began, trouble)
