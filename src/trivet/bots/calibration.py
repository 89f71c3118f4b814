"""What people are shown of a bot's estimates: corrected by how often such estimates came true.

A search is too hopeful: rivals in rollouts are weaker than the bot, and the best of several noisy
values is too high.  `trivet reliability --fit` finds, for each game, number of seats, level and
phase, a rising curve from what was said to what came.  The curves are applied where a number is
shown to people, never where a bot chooses.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from trivet.bots.bot import Thought, Weighed
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.options import agreed
from trivet.core.state import State

FOLDER = Path(__file__).parents[1] / "weights"
CHANCES = "chances"  # the "level" of win chances on a record's page: see chances.py

Curve = Sequence[tuple[float, float]]  # said and came, from 0 to 1; straight between two points
Curves = Mapping[str, Sequence[Curve]]  # by level and seats, "master 2": a curve for each phase
AS_SAID: Curve = ((0.0, 0.0), (1.0, 1.0))


@cache
def shipped_curves(game: Game[Any]) -> Curves:
    """The curves that Trivet ships for a game, or a game from outside has beside it."""
    path = file_of(game)
    return read_curves(path.read_text()) if path.exists() else {}


def file_of(game: Game[Any]) -> Path:
    name = f"{game.name}.calibration.json"
    if type(game).__module__.startswith("trivet."):
        return FOLDER / name
    return Path(sys.modules[type(game).__module__].__file__ or ".").with_name(name)


def read_curves(text: str) -> Curves:
    return {
        name: [[(float(said), float(came)) for said, came in curve] for curve in found["curves"]]
        for name, found in json.loads(text)["tables"].items()
    }


def corrected(share: float, curve: Curve) -> float:
    """An estimated share of the win, as it came true."""
    for (left, low), (right, high) in pairwise(curve):
        if share <= right:
            return low + (high - low) * max(0.0, share - left) / max(1e-9, right - left)
    return curve[-1][1]


def curve_for(s: State, seat: int, level: str) -> Curve:
    """The curve of a seat's phase; of a game with other options than usual nothing is known."""
    curves = shipped_curves(s.game).get(f"{level.partition('+')[0]} {s.seats}")
    if not curves or s.game.options_of(s) != agreed(s.game.options, {}):
        return AS_SAID
    return curves[s.game.strategy.phase(s, seat)]


def shown(thought: Thought, level: str, mind: Mind) -> Thought:
    """A thought as people are shown it: values are corrected, and no answer has a higher one than
    the answer given.  Where another's was higher, the bot took it for luck."""
    if not thought.is_share or not thought.weighed:
        return thought
    curve = curve_for(mind.world, mind.seat, level)
    most = max((one.value for one in thought.weighed if one.choice == thought.choice), default=1.0)
    return Thought(
        thought.choice,
        [
            Weighed(one.choice, corrected(min(one.value, most), curve), one.tries)
            for one in thought.weighed
        ],
    )


def shown_chances(s: State, shares: Sequence[float]) -> list[float]:
    """Win chances of all seats as people are shown them: corrected, and they add up to 1.  A seat
    that never won keeps 0: it may be out."""
    found = [
        corrected(share, curve_for(s, seat, CHANCES)) if share > 0.0 else 0.0
        for seat, share in enumerate(shares)
    ]
    return [one / sum(found) for one in found]
