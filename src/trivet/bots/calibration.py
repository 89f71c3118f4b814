"""What people are shown of a bot's estimates: corrected by how often such estimates came true.

A search is too hopeful: rivals in rollouts are weaker than the bot, and the best of several noisy
values is too high.  `trivet lab calibrate --fit` finds, for each game, number of seats, level and
phase, a straight line from the log-odds that were said to those that came.  The lines are applied
where a number is shown to people, never where a bot chooses.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from typing import Any

from trivet.bots.bot import Thought, Weighed
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.options import agreed
from trivet.core.state import State

FOLDER = Path(__file__).parents[1] / "weights"
CHANCES = "chances"  # the "level" of win chances on a record's page: see chances.py

SURELY = 0.005  # estimates nearer to 0 or 1 than this count as this

Line = tuple[float, float]  # shift and slope, of log-odds
Lines = Mapping[str, Sequence[Line]]  # by level and seats, "master 2": a line for each phase
AS_SAID: Line = (0.0, 1.0)


@cache
def shipped_lines(game: Game[Any]) -> Lines:
    """The lines that Trivet ships for a game, or a game from outside has beside it."""
    path = file_of(game)
    return read_lines(path.read_text()) if path.exists() else {}


def file_of(game: Game[Any]) -> Path:
    name = f"{game.name}.calibration.json"
    if type(game).__module__.startswith("trivet."):
        return FOLDER / name
    return Path(sys.modules[type(game).__module__].__file__ or ".").with_name(name)


def read_lines(text: str) -> Lines:
    return {
        name: [(float(shift), float(slope)) for shift, slope in found["lines"]]
        for name, found in json.loads(text)["tables"].items()
    }


def corrected(share: float, line: Line) -> float:
    """An estimated share of the win, as it came true."""
    shift, slope = line
    return share if line == AS_SAID else 1.0 / (1.0 + exp(-shift - slope * log_odds(share)))


def log_odds(share: float) -> float:
    sure = min(1.0 - SURELY, max(SURELY, share))
    return log(sure / (1.0 - sure))


def line_for(s: State, seat: int, level: str) -> Line:
    """The line of a seat's phase; of a game with other options than usual nothing is known."""
    lines = shipped_lines(s.game).get(f"{level.partition('+')[0]} {s.seats}")
    if not lines or s.game.options_of(s) != agreed(s.game.options, {}):
        return AS_SAID
    phase: int = s.game.strategy.phase(s, seat)
    return lines[phase]


def shown_thought(thought: Thought, level: str, mind: Mind) -> Thought:
    """A thought as people are shown it: values are corrected, and no answer has a higher one than
    the answer given.  Where another's was higher, the bot took it for luck."""
    if not thought.is_share or not thought.weighed:
        return thought
    line = line_for(mind.world, mind.seat, level)
    most = max((one.value for one in thought.weighed if one.choice == thought.choice), default=1.0)
    return Thought(
        thought.choice,
        [
            Weighed(one.choice, corrected(min(one.value, most), line), one.tries)
            for one in thought.weighed
        ],
    )


def shown_chances(s: State, shares: Sequence[float]) -> list[float]:
    """Win chances of all seats as people are shown them: corrected, and they add up to 1.  A seat
    that never won keeps 0: it may be out."""
    found = [
        corrected(share, line_for(s, seat, CHANCES)) if share > 0.0 else 0.0
        for seat, share in enumerate(shares)
    ]
    return [one / sum(found) for one in found]
