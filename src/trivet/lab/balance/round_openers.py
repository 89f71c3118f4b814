"""What it is worth to begin a round, in games that tell who does."""

from typing import NamedTuple

from trivet.lab.balance.estimates import Estimate, mean
from trivet.lab.balance.game_summary import Summaries
from trivet.lab.balance.win_curves import WinCurves


class RoundOpener(NamedTuple):
    """The seats that began a round or stage, as the game tells it."""

    number: int
    share: Estimate  # of the win
    beyond: Estimate  # share of the win less the chance once the round has begun


def openers(summaries: Summaries, win_curves: WinCurves) -> list[RoundOpener]:
    """By round; none in a game that names nobody at the beginning of one."""
    found: dict[int, list[tuple[float, float]]] = {}
    for one, curve in zip(summaries, win_curves.curves, strict=True):
        for number, seat, point in one["opened"]:
            share = one["shares"][seat]
            chance = curve.chances[min(point, len(curve.chances) - 1)][seat]
            found.setdefault(number, []).append((share, share - chance))
    return [
        RoundOpener(number, mean([share for share, _ in rows]), mean([gain for _, gain in rows]))
        for number, rows in sorted(found.items())
    ]
