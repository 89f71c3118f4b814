"""How fast bots think: rollouts in a second of processor time, at each level's own tuning.

Greedy bots of this build play; now and then a bot of the level that is measured thinks about their
position.  Builds that are compared are told the same logs and think about each position in turns,
each in a process of its own.
"""

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from pathlib import Path
from statistics import median
from time import perf_counter

from trivet.bots.levels import LEVELS
from trivet.bots.tuned import bot, tuned
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.lab.arena import seated, the_game
from trivet.lab.base import BasePlayer, Spent
from trivet.lab.tally import SURE

EVERY = 7  # answers between two positions
SEARCHING = LEVELS[2:]

Log = list[tuple[int, int]]
Options = Mapping[str, object]
Rate = Callable[[Sequence[Spent]], float]


@dataclass(frozen=True)
class Thinking:
    """What one build spent on some positions."""

    game: str
    seats: int
    level: str
    spent: tuple[Spent, ...]

    @property
    def rollouts(self) -> float:
        """In a second of processor time."""
        return rollouts_a_second(self.spent)

    @property
    def milliseconds(self) -> float:
        """Of processor time for a thought."""
        return 1000 / thoughts_a_second(self.spent)

    @property
    def thoughts(self) -> str:
        """A hash of all answers, values and tries: two builds with the same one think the same."""
        return hashlib.sha256(json.dumps([one.thought for one in self.spent]).encode()).hexdigest()

    def as_json(self) -> dict[str, object]:
        """For JSON."""
        return {
            "game": self.game, "seats": self.seats, "level": self.level,
            "rollouts": self.rollouts, "milliseconds": self.milliseconds,
            "thoughts": self.thoughts[:12],
        }  # fmt: skip


@dataclass(frozen=True)
class Times:
    """How many times the rate of one build is that of another, with a 95 % interval."""

    value: float
    low: float
    high: float


def measured(
    folders: Sequence[Path], game: str, seats: int, level: str, count: int
) -> list[Thinking]:
    """Let the build of each folder think about the same `count` questions that have several
    candidates."""
    players = [BasePlayer(str(folder)) for folder in folders]
    try:
        options: dict[str, object] = {}
        for player in players:
            options |= player.earlier(the_game(game))
        spent = _spent(players, positions(game, seats, options), options, level, count)
    finally:
        for player in players:
            player.leave()
    return [Thinking(game, seats, level, tuple(found)) for found in spent]


def _spent(
    players: Sequence[BasePlayer], asked: Iterator[tuple[Mind, Log]], options: Options, level: str,
    count: int,
) -> list[list[Spent]]:  # fmt: skip
    spent: list[list[Spent]] = [[] for _ in players]
    table: Log | None = None
    for number, (mind, said) in enumerate(asked):
        if said is not table:
            table = said
            for player in players:
                player.sit_down(mind.world.game.name, mind.world.seats, options)
        answers = [player.think(level, mind.seat, number, said) for player in players]
        if all(one.candidates > 1 for one in answers):
            for found, one in zip(spent, answers, strict=True):
                found.append(one)
        if len(spent[0]) == count:
            break
    return spent


def time_used(game: str, seats: int, level: str, count: int) -> float:
    """The median share of its time that a bot with a clock uses for such a question."""
    box, shares = the_game(game), []
    thinker, seconds = bot(level, box, perf_counter), tuned(level, box, seats).seconds
    for number, (mind, _) in enumerate(positions(game, seats, {})):
        began = perf_counter()
        thought = thinker.think(mind, Dice(number))
        if len(thought.weighed) >= 2:
            shares.append((perf_counter() - began) / seconds)
        if len(shares) == count:
            break
    return median(shares)


def positions(game: str, seats: int, options: Options) -> Iterator[tuple[Mind, Log]]:
    """Questions of games between greedy bots, without an end, each with the log of its table."""
    player, seed = seated(game, "greedy"), 0
    while True:
        s, dice, asked = the_game(game).new(seats, options), Dice(seed), 0
        said: Log = []
        seed += 1
        while not s.is_over():
            seat = s.turn
            if seat == CHANCE:
                choice = s.sample(CHANCE, dice)
            else:
                mind, asked = Mind(s, seat), asked + 1
                if asked % EVERY == 3:
                    yield mind, said
                choice = player.choose(mind, dice)
            s.apply(seat, choice)
            said.append((seat, choice))


# --- two builds -----------------------------------------------------------------------------------


def rollouts_a_second(spent: Sequence[Spent]) -> float:
    return sum(one.tries for one in spent) / max(1e-9, sum(one.seconds for one in spent))


def thoughts_a_second(spent: Sequence[Spent]) -> float:
    return len(spent) / max(1e-9, sum(one.seconds for one in spent))


def times(base: Thinking, now: Thinking, rate: Rate) -> Times:
    """How many times the base's rate ours is; the error by leaving out each position in turn
    (jackknife)."""

    def ratio(left_out: int) -> float:
        ours, theirs = ([one for place, one in enumerate(each.spent) if place != left_out]
                        for each in (now, base))  # fmt: skip
        return log(rate(ours) / rate(theirs))

    count, whole = len(now.spent), ratio(-1)
    if count < 2:
        return Times(exp(whole), 0.0, inf)
    less = [ratio(place) for place in range(count)]
    mean = sum(less) / count
    error = SURE * sqrt((count - 1) / count * sum((one - mean) ** 2 for one in less))
    return Times(exp(whole), exp(whole - error), exp(whole + error))
