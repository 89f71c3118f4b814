"""What the cards of Trehgrannik earn between greedy bots, how games end, and who wins.

    python -m trivet.lab.trehgrannik_income --games 2000

prints the tables of docs/trehgrannik-balance.md.  Every figure has its n and, with ±, the half
width of its 95 % interval.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt
from typing import Any

from trivet.bots.greedy import Greedy
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE, Ear, Event
from trivet.games.trehgrannik.pieces import CARDS, TYPE_NAMES, TYPES
from trivet.games.trehgrannik.state import WHY_OVER

GAME = GAMES["trehgrannik"]
HEADS = (
    "players", "games", "how they end", "turns", "answers", "points", "wins by turn order, %",
    "wins by seat, %", "±",
)  # fmt: skip
BAND = 0.35  # a type's mean may be so far from the mean of all


class Mean:
    """A mean that knows how sure it is."""

    def __init__(self) -> None:
        self.n, self.total, self.squares = 0, 0.0, 0.0

    def add(self, value: float) -> None:
        self.n += 1
        self.total += value
        self.squares += value * value

    @property
    def mean(self) -> float:
        return self.total / self.n if self.n else 0.0

    @property
    def margin(self) -> float:
        if self.n < 2:
            return 0.0
        spread = max(0.0, self.squares / self.n - self.mean**2)
        return 1.96 * sqrt(spread / (self.n - 1))

    def __str__(self) -> str:
        return f"{self.mean:.2f} ± {self.margin:.2f}"


class IncomeLedger(Ear):
    """Hears what every card earned.  TRG-45  A Block's income is what it added."""

    def __init__(self) -> None:
        self.cards = [Mean() for _ in CARDS]
        self.types = [Mean() for _ in range(TYPES)]
        self.all = Mean()

    def hear(self, event: Event) -> None:
        if event.what in ("earned", "doubled"):
            _, kind, coins, _ = event.data
            for mean in (self.cards[kind], self.types[CARDS[kind].type], self.all):
                mean.add(coins)


class IncomeReport:
    """The games of one number of seats."""

    def __init__(self, seats: int, ledgers: Sequence[IncomeLedger]) -> None:
        self.seats, self.ledgers = seats, ledgers
        self.endings: Counter[str] = Counter()
        self.turns, self.answers, self.points = Mean(), Mean(), Mean()
        self.by_turn = [Mean() for _ in range(seats)]  # the starter first
        self.by_seat = [Mean() for _ in range(seats)]

    def play(self, seed: int, options: Mapping[str, object]) -> None:
        s: Any = GAME.new(self.seats, options)
        bot, chance, luck = Greedy(GAME.strategy), Dice(seed), Dice(seed + (1 << 64))
        answers = 0
        s.ear = _Both(self.ledgers)
        while not s.is_over():
            seat = s.turn
            if seat == CHANCE:
                s.apply(seat, s.sample(seat, chance))
            else:
                answers += 1
                s.apply(seat, bot.choose(Mind(s, seat), luck))
        self.endings[WHY_OVER[s.ended_by]] += 1
        self.turns.add(s.turns)
        self.answers.add(answers)
        for seat, share in enumerate(s.scores()):
            self.by_seat[seat].add(share)
            self.by_turn[(seat - s.starter) % self.seats].add(share)
            self.points.add(s.sides[seat].coins + s.cargo_points(seat))

    def line(self) -> str:
        ends = ", ".join(f"{end} {count}" for end, count in self.endings.most_common())
        first = " / ".join(f"{100 * mean.mean:.1f}" for mean in self.by_turn)
        seats = " / ".join(f"{100 * mean.mean:.1f}" for mean in self.by_seat)
        width = 100 * self.by_turn[0].margin
        return (
            f"| {self.seats} | {self.turns.n} | {ends} | {self.turns} | {self.answers} "
            f"| {self.points} | {first} | {seats} | {width:.1f} |"
        )


class _Both(Ear):
    def __init__(self, ears: Sequence[Ear]) -> None:
        self.ears = ears

    def hear(self, event: Event) -> None:
        for ear in self.ears:
            ear.hear(event)


def measure(
    games: int, seats: Sequence[int], first: int, options: Mapping[str, object]
) -> tuple[list[IncomeReport], list[IncomeLedger]]:
    """So many games for each number of seats; the last ledger is of all of them."""
    pooled = IncomeLedger()
    reports, ledgers = [], []
    for count in seats:
        ledger = IncomeLedger()
        report = IncomeReport(count, (ledger, pooled))
        for number in range(games):
            report.play(first + number, options)
        reports.append(report)
        ledgers.append(ledger)
    return reports, [*ledgers, pooled]


# --- as Markdown ----------------------------------------------------------------------------------


def tables(reports: Sequence[IncomeReport], ledgers: Sequence[IncomeLedger]) -> Iterator[str]:
    yield f"| {' | '.join(HEADS)} |"
    yield "|" + "---|" * len(HEADS)
    for report in reports:
        yield report.line()
    yield ""
    heads = [f"{report.seats} players" for report in reports] + ["all", "of the mean"]
    yield f"| type | n | {' | '.join(heads)} |"
    yield "|" + "---|" * (len(heads) + 2)
    pooled = ledgers[-1]
    for type_, name in enumerate(TYPE_NAMES):
        means = [ledger.types[type_] for ledger in ledgers]
        yield _row(name, means, pooled)
    yield _row("all", [ledger.all for ledger in ledgers], pooled)
    yield ""
    yield f"| card | n | {' | '.join(heads)} |"
    yield "|" + "---|" * (len(heads) + 2)
    for kind, card in enumerate(CARDS):
        yield _row(card.name, [ledger.cards[kind] for ledger in ledgers], pooled)


def _row(name: str, means: Sequence[Mean], pooled: IncomeLedger) -> str:
    share = means[-1].mean / pooled.all.mean - 1 if pooled.all.mean else 0.0
    mark = "" if abs(share) <= BAND else " !"
    cells = " | ".join(str(mean) for mean in means)
    return f"| {name} | {means[-1].n} | {cells} | {100 * share:+.0f} %{mark} |"


def main() -> None:
    parser = argparse.ArgumentParser(description="Card incomes of Trehgrannik, by greedy bots.")
    parser.add_argument("--games", type=int, default=2000, help="for each number of players")
    parser.add_argument("--seats", type=int, nargs="+", default=[2, 3, 4])
    parser.add_argument("--seed", type=int, default=1, help="of the first game")
    parser.add_argument("--options", type=json.loads, default={}, help="of the game, as JSON")
    wish = parser.parse_args()
    for line in tables(*measure(wish.games, wish.seats, wish.seed, wish.options)):
        print(line)


if __name__ == "__main__":
    main()
