"""Reliability of the win chances that hints and *win chances* show: what was said, what came.

Bots play.  At questions of their games a judge thinks: a bot of the level that is examined, or the
rollouts behind *win chances*.  The value of its answer is kept, with the phase of the game; in the
end the seat's share of the win.  Games are independent, thoughts of one game are not: intervals are
over games.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, astuple, dataclass, field
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from time import monotonic

from trivet.bots.bot import Thought
from trivet.bots.budget import Budget
from trivet.bots.calibration import CHANCES
from trivet.bots.chances import rolled_out
from trivet.bots.playout import is_between
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE, State
from trivet.lab.arena import seated, the_game
from trivet.lab.base import code_hash
from trivet.lab.tally import SURE
from trivet.lab.workers import Workers, in_this_process

BINS = 5  # of the values said
SOME = 20  # thoughts in a bin before it counts
ROLLOUTS = 40  # for win chances; the record's page makes up to 100


@dataclass(frozen=True)
class Said:
    """One estimate, and what came of it."""

    phase: int
    seat: int
    said: float
    came: float
    left: int = 2  # seats that could still win then
    moment: int = 0  # estimates of one position have the same number


@dataclass(frozen=True)
class Exam:
    """Who is examined, and in which games."""

    game: str
    seats: int
    judge: str  # a level of bots, or CHANCES
    by: str  # the bots that play
    share: float  # of the questions at which the judge thinks
    seed: int


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


class BadNotes(ValueError):
    """A file that has no estimates, or those of another exam."""


def played_games(
    exam: Exam, most: int, seconds: float, workers: Workers = in_this_process,
    path: Path | None = None,
) -> list[list[Said]]:  # fmt: skip
    """The estimates of some games, or of as many as some seconds allow, at least one.  Those in a
    file are not played again, and new ones are added to it."""
    games, stop = noted(exam, path), monotonic() + seconds
    for found in workers(_game, ((exam, number) for number in range(len(games), most))):
        games.append(found)
        if path is not None:
            with path.open("a") as file:
                file.write(json.dumps([astuple(one) for one in found]) + "\n")
        if monotonic() >= stop:
            break
    return games[:most]


def noted(exam: Exam, path: Path | None) -> list[list[Said]]:
    """The games in a file, which is begun if there is none."""
    if path is None:
        return []
    head = json.dumps({**asdict(exam), "code": code_hash()})
    if not path.exists():
        path.write_text(head + "\n")
    first, *lines = path.read_text().splitlines() or [""]
    if first != head:
        raise BadNotes(f"{path} is of another exam, or of other code")
    return [[Said(*one) for one in json.loads(line)] for line in lines]


def _game(job: tuple[Exam, int]) -> list[Said]:
    return thoughts_of(*job)


def by_phase(games: Sequence[Sequence[Said]], count: int) -> list[Phase]:
    phases = [Phase() for _ in range(count)]
    for played in games:
        for number, phase in enumerate(phases):
            inside = [one for one in played if one.phase == number]
            if inside:
                phase.said += inside
                phase.games.append(fmean(one.said - one.came for one in inside))
    return phases


def sum_of_seats(games: Sequence[Sequence[Said]]) -> float:
    """What the estimates of all seats add up to at one time, the mean over games.  A thought stands
    for all seats that could still win then: of these any one may have been asked.  What came is
    summed up the same way, and how far that is from 1 is luck, which is taken off."""
    errors = [
        fmean(one.left * (one.said - one.came) for one in played) for played in games if played
    ]
    return 1.0 + fmean(errors) if errors else 0.0


# --- one game -------------------------------------------------------------------------------------


def thoughts_of(exam: Exam, number: int) -> list[Said]:
    """All estimates of one game."""
    player, game = seated(exam.game, exam.by), the_game(exam.game)
    dice, judging = Dice(exam.seed + number), Dice((exam.seed + number) << 32 | 1)
    s = game.new(exam.seats)
    kept: list[tuple[int, int, float, int, int]] = []
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, dice))
            continue
        if judging.chance() < exam.share:
            left = sum(share > 0.0 for share in game.strategy.value(s))
            found = estimates(exam, s, seat, judging)
            kept += [(*one, left, len(kept)) for one in found]
        s.apply(seat, player.choose(Mind(s, seat), dice))
    shares = s.scores()
    return [
        Said(phase, seat, value, shares[seat], left, moment)
        for phase, seat, value, left, moment in kept
    ]


def estimates(exam: Exam, s: State, seat: int, dice: Dice) -> list[tuple[int, int, float]]:
    """Phase, seat and estimate: of the seat that is asked, or of all seats."""
    strategy = s.game.strategy
    if exam.judge == CHANCES:
        if not is_between(s):
            return []
        shares, _ = rolled_out(s, Budget(ROLLOUTS, 0.0, None), dice)
        return [(strategy.phase(s, one), one, share) for one, share in enumerate(shares) if share]
    mind = Mind(s, seat)
    thought = seated(exam.game, exam.judge).think(mind, dice)
    if not thought.is_share or len(thought.weighed) < 2:
        return []
    return [(strategy.phase(s, seat), seat, value_of(thought))]


def value_of(thought: Thought) -> float:
    """The value of the answer given: what a hint shows first."""
    return next(one.value for one in thought.weighed if one.choice == thought.choice)
