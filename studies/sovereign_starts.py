"""Who starts in Sovereign, and what decks hold: `python -m studies.sovereign_starts`.

Prints the starter's share of rounds (by number) and of games between equal bots (SOV-7), then how
the mixture that bots play from uses each type of piece (SOV-2).  A seed gives the same tables.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from trivet.bots.bot import Bot
from trivet.bots.tuned import BOTS
from trivet.catalogue import GAMES
from trivet.core.bags import count
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.games.sovereign.pieces import DECK, NAMES
from trivet.games.sovereign.plans import MIXTURE, Plan
from trivet.games.sovereign.rules import ROUNDS
from trivet.games.sovereign.state import Sovereign
from trivet.lab.tally import interval

GAME = GAMES["sovereign"]


class Started(NamedTuple):
    """One game, as the starter's shares."""

    rounds: list[float]  # of each round, its own starter's
    whole: float  # of the game, the starter's of round 1


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m studies.sovereign_starts", description=__doc__)
    read.add_argument("--games", type=int, default=200)
    read.add_argument("--bot", default="steady", choices=list(BOTS))
    read.add_argument("--seed", type=int, default=1)
    wish = read.parse_args()
    bot = BOTS[wish.bot](GAME)
    games = [played(bot, Dice(wish.seed << 32 | number)) for number in range(wish.games)]
    print("\n".join([*starts(games), "", *uses(MIXTURE)]))


def played(bot: Bot, dice: Dice) -> Started:
    """One game with the same bot in both seats."""
    s: Sovereign = GAME.new(2)
    began: list[tuple[int, int]] = []  # by round: its starter, and seat 0's lead before it
    while not s.is_over():
        seat = s.turn
        choice = s.sample(seat, dice) if seat == CHANCE else bot.choose(Mind(s, seat), dice)
        s.apply(seat, choice)
        if s.round > len(began):
            began.append((s.starter, lead(s)))
    leads = [before for _, before in began[1:]] + [lead(s)]
    rounds = [
        (1 + (after - before) * (1 if starter == 0 else -1)) / 2
        for (starter, before), after in zip(began, leads, strict=True)
    ]
    return Started(rounds, s.scores()[began[0][0]])


def lead(s: Sovereign) -> int:
    """Rounds that seat 0 has won more than seat 1."""
    return s.sides[0].won - s.sides[1].won


def starts(games: Sequence[Started]) -> list[str]:
    """The starter's shares as a table; a round or game that nobody won counts as half."""
    parts = [("all rounds", [share for game in games for share in game.rounds])]
    for number in range(ROUNDS):
        shares = [game.rounds[number] for game in games if len(game.rounds) > number]
        parts.append((f"round {number + 1}", shares))
    parts.append(("the game, of round 1's starter", [game.whole for game in games]))
    return ["| what | the starter's share | 95 % interval | n |", "|---|---|---|---|"] + [
        _row(what, shares) for what, shares in parts if len(shares) > 1
    ]


def _row(what: str, shares: Sequence[float]) -> str:
    found = interval(shares, len(shares))
    return f"| {what} | {found.mean:.1%} | {found.low:.1%} to {found.high:.1%} | {len(shares)} |"


def uses(mixture: Sequence[Plan]) -> list[str]:
    """How often a deck of the mixture holds each type, and its share of all pieces."""
    whole = sum(plan.weight for plan in mixture)
    rows = [
        "| type | decks that hold it | plans that hold it | share of all pieces |",
        "|---|---|---|---|",
    ]
    for kind, name in enumerate(NAMES):
        holding = [plan for plan in mixture if count(plan.bag(), kind)]
        decks = sum(plan.weight for plan in holding) / whole
        pieces = (
            sum(plan.weight * float(count(plan.bag(), kind)) for plan in mixture) / whole / DECK
        )
        rows.append(f"| {name} | {decks:.0%} | {len(holding)} of {len(mixture)} | {pieces:.0%} |")
    return rows


if __name__ == "__main__":
    main()
