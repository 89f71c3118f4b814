"""Reliability of the win chances that hints and *win chances* show: what bots said, what came.

A bot plays itself.  At every thought with two candidates or more whose values are shares of the
win, the value of the answer given is kept, with the phase of the game; in the end the seat's share
of the win.  Games are independent, thoughts of one game are not: intervals are over games.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, variance
from time import monotonic

from trivet.bots.bot import Thought
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.lab.arena import seated, the_game
from trivet.lab.tally import SURE

PHASES = ("first third", "second third", "last third")
BINS = 5  # of the values said
SOME = 20  # thoughts in a bin before it counts


@dataclass(frozen=True)
class Said:
    """One thought, and what came of it."""

    phase: int
    said: float
    came: float


@dataclass
class Phase:
    """The thoughts of one phase."""

    games: list[float] = field(default_factory=list)  # said minus came, by game
    said: list[Said] = field(default_factory=list)

    def error(self) -> tuple[float, float]:
        """Said minus came, the mean over games, and half of its 95 % interval."""
        if len(self.games) < 2:
            return 0.0, 1.0
        return fmean(self.games), SURE * sqrt(variance(self.games) / len(self.games))

    def bins(self) -> Iterator[tuple[float, float, int]]:
        """By the value said: the means of what was said and what came, and the thoughts."""
        for number in range(BINS):
            inside = [one for one in self.said if min(BINS - 1, int(one.said * BINS)) == number]
            if len(inside) >= SOME:
                yield fmean(x.said for x in inside), fmean(x.came for x in inside), len(inside)


def reliability(
    game: str, level: str, seats: int, seconds: float, seed: int
) -> tuple[list[Phase], int]:
    """Play for some seconds; the phases, and the number of games."""
    phases, games, stop = [Phase() for _ in PHASES], 0, monotonic() + seconds
    while games == 0 or monotonic() < stop:
        played = thoughts_of(game, level, seats, seed + games)
        games += 1
        for number, phase in enumerate(phases):
            inside = [one for one in played if one.phase == number]
            if inside:
                phase.said += inside
                phase.games.append(fmean(one.said - one.came for one in inside))
    return phases, games


def thoughts_of(game: str, level: str, seats: int, seed: int) -> list[Said]:
    """All thoughts of one game; its phases are thirds by the number of answers."""
    player, dice = seated(game, level), Dice(seed)
    s = the_game(game).new(seats)
    kept: list[tuple[int, int, float]] = []
    answers = 0
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, dice))
            continue
        thought = player.think(Mind(s, seat), dice)
        if thought.is_share and len(thought.weighed) > 1:
            kept.append((answers, seat, value_of(thought)))
        s.apply(seat, thought.choice)
        answers += 1
    shares = s.scores()
    return [Said(3 * at // answers, value, shares[seat]) for at, seat, value in kept]


def value_of(thought: Thought) -> float:
    """The value of the answer given: what a hint shows first."""
    return next(one.value for one in thought.weighed if one.choice == thought.choice)
