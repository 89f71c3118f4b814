"""Find the tuning of a game's bots by matches within a time budget, and measure the levels.

Thinking levels are changed one knob at a time; a change is kept if it wins against what was kept
before.  Both think equally long for each answer, a part of what they have at a table (`pace`), so
that a budget of minutes is enough for many tables.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from trivet.bots.levels import LEVELS
from trivet.bots.tuned import USUAL, tuned
from trivet.core.game import Game
from trivet.lab.arena import Contest, PlayedTable, contests, play_block
from trivet.lab.tally import Interval, SequentialTest, results, share_of
from trivet.lab.workers import Workers

Knobs = dict[str, float]
THINKERS = LEVELS[2:]
PACE = 0.1  # part of the usual thinking time
GAIN = 1.2  # a change must be nearer to this times par than to par
ERROR = 0.02  # the chance that a change is kept, or given up, wrongly
MOST = 200  # blocks of a match at most
LADDER = 0.5  # part of the budget that is for measuring the levels
TRIED: dict[str, list[Knobs]] = {  # by the level they are tried at; better levels follow it
    "steady": [
        {"greed": 99},
        {"greed": 1},
        {"horizon": 8},
        {"horizon": 30},
        {"prudence": 1.0},
        {"width": 6},
    ],
    "sharp": [{"tree": 0}, {"exploration": 0.4}, {"bias": 0.1}, {"width": 6}],
}


@dataclass(frozen=True)
class Match:
    """How a player fared against the same level without a change, or against the level below."""

    player: str
    rival: str
    share: Interval
    par: float
    tables: int
    verdict: str = ""  # of a sequential test: "high", "low", or not decided

    @property
    def is_stronger(self) -> bool:
        return self.share.low > self.par

    @property
    def is_weaker(self) -> bool:
        return self.share.high < self.par


@dataclass
class Tuner:
    """Tunes one game at tables of one size.  `clock` is `time.monotonic`, or a test's own."""

    game: Game[Any]
    seats: int
    workers: Workers
    seed: int = 0
    pace: float = PACE
    clock: Callable[[], float] = time.monotonic

    def __post_init__(self) -> None:
        self.kept: dict[str, Knobs] = {level: {} for level in THINKERS}

    def search(self, seconds: float) -> Iterator[tuple[str, Knobs, Match]]:
        """Try the changes, each for its share of the time; yield how each of them fared."""
        wanted = [(level, knobs) for level, tried in TRIED.items() for knobs in tried]
        stop = self.clock() + seconds
        for place, (level, knobs) in enumerate(wanted):
            left = stop - self.clock()
            if left <= 0:
                return
            if self.is_so(level, knobs):
                continue
            challenger = self.player(level, {**self.kept[level], **knobs})
            match = self.match(
                challenger, self.player(level), left / (len(wanted) - place), decides=True
            )
            if match is None:
                continue
            if match.verdict == "high":
                for each in THINKERS[THINKERS.index(level) :]:
                    self.kept[each].update(knobs)
            yield level, knobs, match

    def ladder(self, seconds: float) -> Iterator[Match]:
        """Each level against the one below, with what was kept."""
        stop = self.clock() + seconds
        steps = list(pairwise(LEVELS))
        for place, (below, level) in enumerate(steps):
            left = (stop - self.clock()) / (len(steps) - place)
            match = self.match(self.player(level), self.player(below), left, decides=False)
            if match is not None:
                yield match

    def is_so(self, level: str, knobs: Knobs) -> bool:
        """Whether the level is tuned that way already."""
        now = tuned(self.plain(level), self.game, self.seats)
        return all(getattr(now, name) == value for name, value in knobs.items())

    def plain(self, level: str, knobs: Knobs | None = None) -> str:
        found = self.kept.get(level, {}) if knobs is None else knobs
        return "+".join([level, *(f"{name}={value:g}" for name, value in found.items())])

    def player(self, level: str, knobs: Knobs | None = None) -> str:
        """The name of a bot in the arena, with its clock; quick levels need none."""
        if level not in THINKERS:
            return level
        seconds = USUAL[THINKERS.index(level)][1] * self.pace
        return f"{self.plain(level, knobs)}+seconds={seconds:g}"

    def match(self, player: str, rival: str, seconds: float, *, decides: bool) -> Match | None:
        """One player among rivals, until it is decided or the time is up."""
        contest = contests(self.game.name, [player, rival], self.seats, self.seed, {})[0]
        par = 1 / self.seats
        test = SequentialTest(par, par * GAIN, ERROR) if decides else None
        stop = self.clock() + seconds
        blocks: list[list[PlayedTable]] = []
        verdict = ""
        for block in self.workers(_play, [(contest, number) for number in range(MOST)]):
            blocks.append(block)
            if test:
                verdict = test.verdict([share_of(player, one) for one in blocks])
            if verdict or self.clock() >= stop:
                break
        if not blocks:
            return None
        one = results(blocks)[0]
        return Match(player, rival, one.share, one.par, one.tables, verdict)

    def thought(self) -> dict[str, dict[str, float]]:
        """The game's `thought` with the changes that were kept."""
        found = {name: dict(knobs) for name, knobs in self.game.tunings.items()}
        for level, knobs in self.kept.items():
            if knobs:
                special = f"{level} {self.seats}"
                name = special if special in found else level
                found[name] = {**found.get(name, {}), **knobs}
        return found


def _play(job: tuple[Contest, int]) -> list[PlayedTable]:
    return play_block(*job)
