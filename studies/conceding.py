"""Whether bots concede too early: `python -m studies.conceding GAME --bot steady --games 200`.

Bots play themselves to the end.  Where all seats but one would have resigned (`bots/concede.py`),
that is noted and play goes on.  Prints how often it happened, what those who would have resigned
won after all, and how much of such a game was left.  The same seed gives the same line.
"""

import argparse
from collections.abc import Sequence
from statistics import median
from typing import Any, NamedTuple

from trivet.bots.bot import Bot
from trivet.bots.concede import lost_turns, only_one_left, own_chance
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.core.table import LogEntry
from trivet.lab.tally import interval


class Conceded(NamedTuple):
    """A game in which all seats but one would have resigned."""

    wrongly: float  # the share of the win that those seats got after all
    left: float  # the part of all answers that was still to come


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m studies.conceding", description=__doc__)
    read.add_argument("game", choices=list(GAMES))
    read.add_argument("--bot", default="steady", choices=list(BOTS))
    read.add_argument("--seats", type=int, default=0, help="default: as few as can")
    read.add_argument("--games", type=int, default=100)
    read.add_argument("--seed", type=int, default=1)
    wish = read.parse_args()
    game = GAMES[wish.game]
    seats, bot = wish.seats or game.fewest, BOTS[wish.bot](game)
    games = [
        played(game, seats, bot, wish.bot, Dice(wish.seed << 32 | number))
        for number in range(wish.games)
    ]
    print(row(wish.game, seats, wish.bot, games))


def played(game: Game[Any], seats: int, bot: Bot, level: str, dice: Dice) -> Conceded | None:
    """One game with the same bot in all seats; None if nobody would have conceded."""
    s = game.new(seats)
    log: list[LogEntry] = []
    lost = [0] * seats
    winner, at = None, 0
    while not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            choice = s.sample(seat, dice)
        else:
            mind = Mind(s, seat)
            thought = bot.think(mind, dice)
            lost[seat] = lost_turns(lost[seat], own_chance(thought, level, mind), log, seat)
            if winner is None:
                winner, at = only_one_left(lost), len(log)
            choice = thought.choice
        log.append(LogEntry(seat, choice))
        s.apply(seat, choice)
    return None if winner is None else Conceded(1 - s.scores()[winner], 1 - at / len(log))


def row(game: str, seats: int, level: str, games: Sequence[Conceded | None]) -> str:
    found = [one for one in games if one is not None]
    cells = [game, str(seats), level, str(len(games)), str(len(found))]
    if found:
        wrong = interval([one.wrongly for one in found], len(found))
        cells += [f"{wrong.mean:.1%} ({wrong.low:.1%} to {wrong.high:.1%})"]
        cells += [f"{median(one.left for one in found):.0%}"]
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
