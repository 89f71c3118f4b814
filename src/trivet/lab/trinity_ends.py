"""How games of Trinity end between bots: `python -m trivet.lab.trinity_ends --games 2000`.

Prints a row for each number of players: which rule ended the game (TRI-50, TRI-51), how many turns
it took, how many of the last turns began with an empty Tile stack, how many Landmarks were built,
and each place's share of the win, in the order of turns.  The same seed gives the same table.
"""

import argparse
from collections import Counter
from collections.abc import Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any, NamedTuple

from trivet.bots.bot import Bot
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.games.trinity.ending import REASONS
from trivet.games.trinity.pieces import ENDS, LAST_TURN
from trivet.games.trinity.state import Trinity

GAME = GAMES["trinity"]
SURE = 1.96  # standard errors in an interval of 95 %


class Finished(NamedTuple):
    """The figures of one game."""

    ended_by: str
    turns: int
    tail: int  # turns in a row, up to the last, that began with an empty Tile stack
    landmarks: list[int]  # by place in the order of turns, as the shares
    shares: list[float]


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m trivet.lab.trinity_ends", description=__doc__)
    read.add_argument("--games", type=int, default=200, help="for each number of players")
    read.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4], choices=[2, 3, 4])
    read.add_argument("--bot", default="greedy", choices=list(BOTS))
    read.add_argument("--end", default=ENDS[0], choices=ENDS, help="the option `end` of TRI-51")
    read.add_argument("--last-turn", type=int, default=LAST_TURN)
    read.add_argument("--seed", type=int, default=1)
    wish = read.parse_args()
    options = {"end": wish.end, "last_turn": wish.last_turn}
    bot = BOTS[wish.bot](GAME)
    print("| players | games | ended by | turns | tail | Landmarks | share of the win, by turn |")
    print("|---|---|---|---|---|---|---|")
    for seats in wish.seats:
        games = [
            played(seats, options, bot, Dice(wish.seed << 32 | number))
            for number in range(wish.games)
        ]
        print(row(seats, games), flush=True)


def played(seats: int, options: dict[str, object], bot: Bot, dice: Dice) -> Finished:
    """One game with the same bot in all seats."""
    s: Trinity = GAME.new(seats, options)
    turns = tail = 0
    while not s.is_over():
        seat = s.turn
        choice = s.sample(seat, dice) if seat == CHANCE else bot.choose(Mind(s, seat), dice)
        s.apply(seat, choice)
        if s.turns > turns:
            turns = s.turns
            tail = tail + 1 if s.began_empty else 0
    table: Any = s.view(0)["table"]
    order = [(s.starter + place) % seats for place in range(seats)]
    built = [tycoon["landmarks"] for tycoon in table["tycoons"]]
    scores = s.scores()
    return Finished(
        REASONS[s.ended_by],
        turns,
        tail,
        [built[seat] for seat in order],
        [scores[seat] for seat in order],
    )


def row(seats: int, games: Sequence[Finished]) -> str:
    ends = Counter(game.ended_by for game in games)
    shares = [about([game.shares[place] * 100 for game in games], " %") for place in range(seats)]
    cells = [
        str(seats),
        str(len(games)),
        ", ".join(f"{reason} {_percent(ends[reason], len(games))}" for reason in sorted(ends)),
        spread([game.turns for game in games]),
        spread([game.tail for game in games]),
        about([float(sum(game.landmarks)) for game in games]),
        ", ".join(shares),
    ]
    return f"| {' | '.join(cells)} |"


def about(numbers: Sequence[float], unit: str = "") -> str:
    """A mean with its 95 % interval."""
    error = SURE * stdev(numbers) / sqrt(len(numbers)) if len(numbers) > 1 else 0.0
    return f"{mean(numbers):.1f} ± {error:.1f}{unit}"


def spread(numbers: Sequence[int]) -> str:
    """A median with the 5th and 95th percentiles."""
    ordered = sorted(numbers)
    low, middle, high = (ordered[int(part * (len(ordered) - 1))] for part in (0.05, 0.5, 0.95))
    return f"{middle} ({low}–{high})"


def _percent(part: int, whole: int) -> str:
    """A share with its 95 % interval."""
    share = part / whole
    return f"{100 * share:.1f} ± {100 * SURE * sqrt(share * (1 - share) / whole):.1f} %"


if __name__ == "__main__":
    main()
