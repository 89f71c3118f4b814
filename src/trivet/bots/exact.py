"""Solves a fully known world exactly, up to the end of its chapter.

Two seats: alpha-beta on the share of seat 0; the rival has the rest.  More seats: each maximizes
its own share (max^n).  Chance that is still to be asked counts by its odds.
"""

from typing import Any, Final, final

from mypy_extensions import i64

from trivet.bots.budget import Budget
from trivet.bots.playout import is_between
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, NOBODY, State
from trivet.core.strategy import Strategy

SOME: Final = 256  # positions between two looks at the clock
MOST_MET: Final = 200_000  # positions remembered
ANY: Final = (0.0, 1.0)  # bounds on a share that nothing is known of


class TooLate(Exception):
    """The clock, or the number of positions, stopped the search."""


@final
class Solver:
    """Remembers from world to world which answers caused a cutoff (history heuristic), and the
    positions it has met (transposition table)."""

    def __init__(self, strategy: Strategy[Any], budget: Budget, most: i64 = 1 << 60) -> None:
        self.strategy = strategy
        self.budget = budget
        self.most: i64 = most  # positions it may look at
        self.looked: i64 = 0  # positions
        self.refuted: dict[int, int] = {}  # by choice: how often it caused a cutoff
        self.met: dict[int, tuple[float, float]] = {}  # by position: bounds on seat 0's share

    def shares(self, s: State) -> list[float]:
        """Each seat's share under best play."""
        if s.seats == 2:
            low, high = self.strategy.bounds(s)
            share = self.solve(s, low, high)
            return [share, 1.0 - share]
        return self.solve_for_all(s)

    def solve(self, s: State, low: float, high: float) -> float:
        """The share of seat 0: exact between the bounds, otherwise a bound on it."""
        if self.is_end(s):
            return self.at_end(s)[0]
        seat = s.turn
        if seat == CHANCE:
            return self.expected(s)
        key = self.strategy.position(s)
        if key < 0:
            return self.best(s, seat, low, high)
        least, most = self.met.get(key, ANY)
        if least >= high or most <= low:
            return high if least >= high else low
        low, high = max(low, least), min(high, most)
        found = self.best(s, seat, low, high)
        if len(self.met) < MOST_MET:
            self.met[key] = (least if found <= low else found, most if found >= high else found)
        return found

    def best(self, s: State, seat: i64, low: float, high: float) -> float:
        """The same for a question, by trying its answers."""
        best = low if seat == 0 else high
        for choice in self.in_order(s.options(seat)):
            twin = s.copy()
            twin.apply(seat, choice)
            if seat == 0:
                best = max(best, self.solve(twin, best, high))
            else:
                best = min(best, self.solve(twin, low, best))
            if best >= high if seat == 0 else best <= low:
                self.refuted[choice] = self.refuted.get(choice, 0) + 1
                break
        return best

    def solve_for_all(self, s: State) -> list[float]:
        if self.is_end(s):
            return self.at_end(s)
        seat = s.turn
        if seat == CHANCE:
            return self.expected_for_all(s)
        best: list[float] = []
        for choice in s.options(seat):
            twin = s.copy()
            twin.apply(seat, choice)
            shares = self.solve_for_all(twin)
            if not best or shares[seat] > best[seat]:
                best = shares
        return best

    # --- ends and chance -------------------------------------------------------------------------

    def is_end(self, s: State) -> bool:
        """Whether to evaluate here.  A sealed question ends it too: it needs a mixed strategy."""
        self.looked += 1
        if self.looked > self.most or (self.looked % SOME == 0 and self.budget.is_late()):
            raise TooLate
        return (
            s.turn == NOBODY
            or is_several(s.asked)
            or (is_between(s) and self.strategy.is_chapter(s))
        )

    def at_end(self, s: State) -> list[float]:
        return s.scores() if s.turn == NOBODY else self.strategy.value(s)

    def expected(self, s: State) -> float:
        odds = s.odds()
        total = 0.0
        for place, choice in enumerate(s.options(CHANCE)):
            twin = s.copy()
            twin.apply(CHANCE, choice)
            low, high = self.strategy.bounds(twin)
            total += float(odds[place]) * self.solve(twin, low, high)
        return total / float(sum(odds))

    def expected_for_all(self, s: State) -> list[float]:
        odds = s.odds()
        totals = [0.0] * s.seats
        for place, choice in enumerate(s.options(CHANCE)):
            twin = s.copy()
            twin.apply(CHANCE, choice)
            shares = self.solve_for_all(twin)
            for seat in range(s.seats):
                totals[seat] += float(odds[place]) * shares[seat]
        whole = float(sum(odds))
        return [total / whole for total in totals]

    def in_order(self, choices: list[int]) -> list[int]:
        """The answers with most cutoffs first, so that the rest is pruned sooner."""
        return sorted(choices, key=self._rank)

    def _rank(self, choice: int) -> int:
        return -self.refuted.get(choice, 0)
