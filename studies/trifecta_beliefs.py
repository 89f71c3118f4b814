"""What bots of Trifecta believe of a rival's hand: `python -m studies.trifecta_beliefs`.

In duels between equal bots, whenever both are in for a goal: how often the rival holds a card that
matches it, and how often it does in the worlds that the other imagines, drawn alike and drawn by
how plausible they are (as searches do).  Rows are rounds of a stage.  A seed gives the same table.
"""

import argparse
from collections.abc import Sequence
from statistics import fmean
from typing import Any, NamedTuple

from trivet.bots.bot import Bot
from trivet.bots.playout import likely_world
from trivet.bots.tuned import bot
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.games.trifecta.pieces import matches
from trivet.games.trifecta.rules import Bid
from trivet.games.trifecta.state import Trifecta
from trivet.lab.tally import interval

GAME = GAMES["trifecta"]
WORLDS = 40  # imagined at each question
STAGES = 3  # most duels of equal bots are tied: the first stages are enough


class Believed(NamedTuple):
    """Whether a rival held a match, and how often it did in imagined worlds."""

    round: int
    real: float
    alike: float
    likely: float


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m studies.trifecta_beliefs", description=__doc__)
    read.add_argument("--games", type=int, default=100)
    read.add_argument("--bot", default="steady", metavar="LEVEL")
    read.add_argument("--seed", type=int, default=1)
    wish = read.parse_args()
    player = bot(wish.bot, GAME)
    games = [played(player, Dice(wish.seed << 32 | number)) for number in range(wish.games)]
    print("\n".join(table(games)))


def played(player: Bot, dice: Dice) -> list[Believed]:
    """One duel; each time that bids are asked for, what both believe."""
    s: Trifecta = GAME.new(2, {"stages": STAGES})
    found: list[Believed] = []
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, dice))
            continue
        if isinstance(s.step, Bid):
            found.append(believed(s, seat, dice))
        s.apply(seat, player.choose(Mind(s, seat), dice))
    return found


def believed(s: Trifecta, seat: int, dice: Dice) -> Believed:
    mind, rival = Mind(s, seat), 1 - seat

    def holds(world: Any) -> float:
        return float(matches(world.players[rival].hand, world.goal) > 0)

    alike = fmean(holds(mind.imagine(dice)) for _ in range(WORLDS))
    likely = fmean(holds(likely_world(mind, GAME.strategy, dice)) for _ in range(WORLDS))
    return Believed(s.round, holds(s), alike, likely)


def table(games: Sequence[Sequence[Believed]]) -> list[str]:
    """A row for each round of a stage; the interval is over games."""
    rows = [
        "| round | the rival holds a match | 95 % interval | alike | by plausibility | games | n |",
        "|---|---|---|---|---|---|---|",
    ]
    for number in range(1, GAME.new(2).terms.length + 1):
        inside = [[one for one in game if one.round == number] for game in games]
        inside = [game for game in inside if game]
        if len(inside) < 2:
            continue
        every = [one for game in inside for one in game]
        real = interval([fmean(one.real for one in game) for game in inside], len(inside))
        rows.append(
            f"| {number} | {real.mean:.0%} | {real.low:.0%} to {real.high:.0%} "
            f"| {fmean(one.alike for one in every):.0%} | {fmean(one.likely for one in every):.0%} "
            f"| {len(inside)} | {len(every)} |"
        )
    return rows


if __name__ == "__main__":
    main()
