"""Tree search of a game that hides nothing and leaves nothing to chance.

There is one world, and a point of the tree is the answers that led to it.  It does without the
game's lore: whoever wants that has the other search.
"""

from math import log, sqrt
from typing import Any, final

from mypy_extensions import i64

from trivet.bots.bot import Thought, Weighed, best_first
from trivet.bots.budget import SOME, Budget
from trivet.bots.playout import play_on
from trivet.core.dice import Dice
from trivet.core.game import NOBODY, State
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy
from trivet.core.tuning import Tuning


@final
class Branch:
    """An answer, and what may follow it."""

    __slots__ = ("choice", "seat", "tries", "total", "fresh", "tried")

    def __init__(self, choice: i64, seat: i64) -> None:
        self.choice: i64 = choice
        self.seat: i64 = seat  # who answers so
        self.tries: i64 = 0
        self.total = 0.0  # shares of the win of that seat
        self.fresh: list[int] | None = None  # what may follow and was not tried yet
        self.tried: list[Branch] | None = None  # None: nobody looked yet

    def grow(self, choices: list[int]) -> None:
        self.fresh = choices[:]
        self.tried = []

    def sprout(self, seat: i64, dice: Dice) -> "Branch | None":
        """Any of the answers that were not tried yet."""
        fresh = self.fresh
        if fresh is None:
            return None
        place = dice.below(len(fresh))
        choice = fresh[place]
        last = fresh.pop()
        if place < len(fresh):
            fresh[place] = last
        if not fresh:
            self.fresh = None
        branch = Branch(choice, seat)
        tried = self.tried
        assert tried is not None
        tried.append(branch)
        return branch

    def promising(self, exploration: float) -> "Branch":
        """The answer that may be best, by how it fared and how seldom it was tried."""
        root = exploration * sqrt(log(float(self.tries)))
        best = self
        most = -1.0
        tried = self.tried
        assert tried is not None
        for branch in tried:
            tries = float(branch.tries)
            hope = branch.total / tries + root / sqrt(tries)
            if hope > most:
                best, most = branch, hope
        return best


@final
class OpenSearch:
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, mind: Mind, dice: Dice) -> None:
        self.strategy = strategy
        self.tuning = tuning
        self.mind = mind
        self.dice = dice
        self.root = Branch(0, mind.seat)
        self.root.tries = 1
        self.path: list[Branch] = []

    def run(self, budget: Budget) -> Thought:
        budget.start()
        done: i64 = 0
        while not budget.is_spent(done):
            self.look(self.mind.world.copy())
            done += 1
            if done % SOME == 0 and self.is_decided(budget.iterations - done):
                break
        return self.verdict()

    def look(self, s: State) -> None:
        """One round of search: down to the first answer that is new, and on from there."""
        path = self.path
        path.clear()
        branch = self.root
        while branch.tries and s.turn != NOBODY:
            seat = s.turn
            if branch.tried is None:
                branch.grow(self.strategy.worth_a_look(s, seat, self.dice))
            then = branch.sprout(seat, self.dice)
            branch = branch.promising(self.tuning.exploration) if then is None else then
            path.append(branch)
            s.apply(seat, branch.choice)
        shares = play_on(s, self.strategy, self.tuning, self.dice)
        self.root.tries += 1
        for branch in path:
            branch.tries += 1
            branch.total += shares[branch.seat]

    def is_decided(self, left: i64) -> bool:
        """Whether so many rounds more could not change which answer was tried most often."""
        tries = sorted([branch.tries for branch in self.root.tried or []])
        return len(tries) > 1 and tries[-1] - tries[-2] > left

    def verdict(self) -> Thought:
        """The answer tried most often, of equal ones the one that fared better."""
        tried = self.root.tried
        if not tried:  # the clock stopped the search before it began
            return Thought(self.mind.sample(self.dice), [])
        best = max([(branch.tries, branch.total, -branch.choice) for branch in tried])
        weighed = [
            Weighed(branch.choice, branch.total / float(branch.tries), branch.tries)
            for branch in tried
        ]
        return Thought(-best[2], best_first(weighed))
