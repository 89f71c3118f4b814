"""UCT for games of perfect information: no secrets, no chance.

There is one world, so a node is the sequence of answers that led to it.  This search uses no lore;
`search.py` does.
"""

from math import log, sqrt
from typing import Any, Final, final

from mypy_extensions import i64, mypyc_attr

from trivet.bots.bot import Thought, Weighed, best_first
from trivet.bots.budget import SOME, Budget
from trivet.bots.playout import play_on
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import NOBODY
from trivet.core.strategy import Strategy

NONE: Final[list[int]] = []  # the node is not expanded yet


@mypyc_attr(acyclic=True)
@final
class Branch:
    """A node: an answer, its statistics, and the answers tried after it as a linked list."""

    __slots__ = ("choice", "seat", "tries", "mean", "doubt", "choices", "fresh", "place", "newest",
                 "older", "taken")  # fmt: skip

    def __init__(self, choice: i64, seat: i64, older: "Branch | None") -> None:
        self.choice: i64 = choice
        self.seat: i64 = seat  # that gives this answer
        self.tries = 0.0
        self.mean = 0.0  # of that seat's shares of the win
        self.doubt = 0.0  # 1 / sqrt(tries), the exploration term
        self.choices = NONE  # what may follow
        self.fresh: i64 = 0  # how many of these are untried
        self.place: i64 = 0  # of the next one to try
        self.newest: Branch | None = None  # the child added last; `older` leads to the others
        self.older: Branch | None = older  # the sibling added before this one
        self.taken: Branch | None = None  # the child taken in the current iteration

    def grow(self, choices: list[int], dice: Dice) -> None:
        """Expand the node; a random child is tried first."""
        self.choices = choices
        self.fresh = len(choices)
        self.place = dice.below(self.fresh)

    def sprout(self, seat: i64) -> "Branch":
        """Add a child for the next untried answer."""
        branch = Branch(self.choices[self.place], seat, self.newest)
        self.newest = branch
        self.fresh -= 1
        self.place += 1
        if self.place == len(self.choices):
            self.place = 0
        return branch

    def promising(self, exploration: float) -> "Branch":
        """The child of the highest upper confidence bound (UCB)."""
        root = exploration * sqrt(log(self.tries))
        best = self.taken  # last time's choice is probably still the best
        assert best is not None
        most = best.mean + root * best.doubt
        branch = self.newest
        while branch is not None:
            hope = branch.mean + root * branch.doubt
            if hope > most:
                best, most = branch, hope
            branch = branch.older
        return best

    def learn(self, share: float) -> None:
        tries = self.tries + 1.0
        self.tries = tries
        self.mean += (share - self.mean) / tries
        self.doubt = 1.0 / sqrt(tries)

    def tried(self) -> "list[Branch]":
        """All children."""
        found: list[Branch] = []
        branch = self.newest
        while branch is not None:
            found.append(branch)
            branch = branch.older
        return found


@final
class OpenSearch:
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, mind: Mind, dice: Dice) -> None:
        self.strategy = strategy
        self.tuning = tuning
        self.mind = mind
        self.dice = dice
        self.root = Branch(0, mind.seat, None)
        self.root.tries = 1.0

    def run(self, budget: Budget) -> Thought:
        budget.start()
        done: i64 = 0
        while not budget.is_spent(done):
            self.iterate()
            done += 1
            if done % SOME == 0 and self.is_decided(budget.left(done)):
                break
        return self.verdict()

    def iterate(self) -> None:
        """One iteration: descend to the first new answer, then a rollout."""
        s = self.mind.world.copy()
        branch = self.root
        depth: i64 = 0
        is_new = False
        while s.turn != NOBODY and not is_new:
            seat = s.turn
            if branch.choices is NONE:
                branch.grow(self.strategy.worth_a_look(s, seat, self.dice), self.dice)
            is_new = branch.fresh != 0
            then = branch.sprout(seat) if is_new else branch.promising(self.tuning.exploration)
            s.apply(seat, then.choice)
            branch.taken = then
            branch = then
            depth += 1
        self.learn(depth, play_on(s, self.strategy, self.tuning, self.dice))

    def learn(self, depth: i64, shares: list[float]) -> None:
        """Back up the shares along the path."""
        branch = self.root
        branch.tries += 1.0
        for _ in range(depth):
            then = branch.taken
            assert then is not None
            then.learn(shares[then.seat])
            branch = then

    def is_decided(self, left: i64) -> bool:
        """Whether `left` more iterations cannot change which answer was tried most often."""
        most = 0.0
        second = 0.0
        branch = self.root.newest
        while branch is not None:
            tries = branch.tries
            if tries > most:
                most, second = tries, most
            elif tries > second:
                second = tries
            branch = branch.older
        return most - second > float(left)

    def verdict(self) -> Thought:
        """The answer tried most often; of equals the one of the higher mean."""
        tried = self.root.tried()
        if not tried:  # the clock stopped the search before it began
            return Thought(self.mind.sample(self.dice), [])
        best = max([(branch.tries, branch.mean, -branch.choice) for branch in tried])
        weighed = [Weighed(branch.choice, branch.mean, int(branch.tries)) for branch in tried]
        return Thought(-best[2], best_first(weighed))
