"""The tree of ISMCTS: for each infoset, statistics of each answer.

Node: an infoset of the seat that must answer.
Arm: one answer there.  Offers: how often it was allowed; not every imagined world allows it.
"""

from math import log, sqrt
from typing import Any, Final, final

from mypy_extensions import i64

from trivet.bots.bot import Weighed, best_first
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.state import State
from trivet.core.strategy import Strategy

NONE: Final = -1e9  # less than any worth


@final
class Arm:
    __slots__ = ("choice", "tries", "offers", "total", "is_weighed", "worth", "regret", "played")

    def __init__(self, choice: i64) -> None:
        self.choice: i64 = choice
        self.tries: i64 = 0
        self.offers: i64 = 0
        self.total = 0.0  # of the shares of the win of the seat that answers
        self.is_weighed = False
        self.worth = 0.0  # by the game's lore
        self.regret = 0.0  # at sealed questions: cumulative regret, never below 0
        self.played = 0.0  # ... and this arm's weight in the average strategy


@final
class Node:
    __slots__ = ("arms", "offered", "choices", "tries", "weighed", "mean", "spread")

    def __init__(self) -> None:
        self.arms: dict[int, Arm] = {}
        self.offered: list[Arm] = []  # the arms of `choices`
        self.choices: list[int] = []  # offered last
        self.tries: i64 = 0
        self.weighed: i64 = 0  # how many arms have a worth
        self.mean = 0.0  # of their worth
        self.spread = 0.0

    def offer(self, choices: list[int]) -> list[Arm]:
        """The arms of these choices; new ones are added."""
        if choices == self.choices:
            return self.offered
        line: list[Arm] = []
        for choice in choices:
            arm = self.arms.get(choice)
            if arm is None:
                arm = Arm(choice)
                self.arms[choice] = arm
            line.append(arm)
        self.choices = choices
        self.offered = line
        return line

    # --- one seat answers in the open ------------------------------------------------------------

    def select(
        self, s: State, seat: i64, offered: list[Arm], strategy: Strategy[Any], tuning: Tuning,
        dice: Dice,
    ) -> Arm:  # fmt: skip
        """An untried arm while `breadth` allows, the highest worth first; otherwise the arm of the
        highest upper confidence bound."""
        self.tries += 1
        if tuning.bias + float(tuning.width) > 0.0 and self.tries >= tuning.weigh_at:
            self.weigh(s, seat, offered, strategy)
        fresh: Arm | None = None
        top = NONE
        equal: i64 = 0
        opened: i64 = 0
        for arm in offered:
            arm.offers += 1
            if arm.tries:
                opened += 1
            elif arm.worth > top:
                fresh, top, equal = arm, arm.worth, 1
            elif arm.worth == top:
                equal += 1
                if dice.below(equal) == 0:
                    fresh = arm
        if fresh is not None and (tuning.width == 0 or opened < self.breadth(tuning)):
            return fresh
        return self.promising(offered, tuning)

    def breadth(self, tuning: Tuning) -> i64:
        """Progressive widening: how many arms may be open by now."""
        return tuning.width + i64(tuning.growth * sqrt(float(self.tries)))

    def promising(self, offered: list[Arm], tuning: Tuning) -> Arm:
        """The tried arm of the highest UCB, with offers for visits, plus a bias by its worth."""
        best: Arm | None = None
        most = NONE
        last: i64 = 0
        root = 0.0
        for arm in offered:
            if arm.tries == 0:
                continue
            if arm.offers != last:
                last = arm.offers
                root = tuning.exploration * sqrt(log(float(last)))
            tries = float(arm.tries)
            hope = arm.total / tries + root / sqrt(tries)
            if arm.is_weighed and self.spread > 0.0:
                hope += tuning.bias * (arm.worth - self.mean) / (self.spread * (tries + 1.0))
            if hope > most:
                best, most = arm, hope
        assert best is not None
        return best

    def weigh(self, s: State, seat: i64, offered: list[Arm], strategy: Strategy[Any]) -> None:
        """Ask the strategy for the worth of the arms that have none yet."""
        before = self.weighed
        for arm in offered:
            if not arm.is_weighed:
                arm.is_weighed = True
                arm.worth = strategy.worth(s, seat, arm.choice)
                self.weighed += 1
        if self.weighed == before:
            return
        total = 0.0
        squares = 0.0
        for arm in self.arms.values():
            if arm.is_weighed:
                total += arm.worth
                squares += arm.worth * arm.worth
        self.mean = total / float(self.weighed)
        self.spread = sqrt(max(0.0, squares / float(self.weighed) - self.mean * self.mean))

    # --- several seats answer at the same time ---------------------------------------------------

    def mixture(self, offered: list[Arm]) -> list[float]:
        """Regret matching: probabilities in proportion to positive regret; uniform without any."""
        total = 0.0
        for arm in offered:
            total += arm.regret
        if total <= 0.0:
            return [1.0 / float(len(offered))] * len(offered)
        return [arm.regret / total for arm in offered]

    def learn(self, offered: list[Arm], chances: list[float], tried: i64, share: float,
              chance: float) -> None:  # fmt: skip
        """Update regrets after the answer `tried`, drawn with probability `chance`: each arm's
        estimated share against the mean of the mixed strategy."""
        self.tries += 1
        weight = float(self.tries)
        brought: list[float] = []
        mean = 0.0
        for place, arm in enumerate(offered):
            guess = arm.total / float(arm.tries) if arm.tries else 0.5
            if place == tried:
                guess += (share - guess) / chance
            brought.append(guess)
            mean += chances[place] * guess
        for place, arm in enumerate(offered):
            arm.regret = max(0.0, arm.regret + brought[place] - mean)
            arm.played += weight * chances[place]
        arm = offered[tried]
        arm.tries += 1
        arm.total += share


def is_decided(arms: list[Arm], left: i64) -> bool:
    """Whether `left` more iterations cannot change which answer was tried most often."""
    first: i64 = 0
    second: i64 = 0
    for arm in arms:
        if arm.tries > first:
            first, second = arm.tries, first
        elif arm.tries > second:
            second = arm.tries
    return first - second > left


def tried_most(arms: list[Arm]) -> Arm | None:
    """The arm with most tries; of equals the one of the higher mean.  None if none was tried."""
    best: Arm | None = None
    for arm in arms:
        if arm.tries and (best is None or is_better(arm, best)):
            best = arm
    return best


def is_better(arm: Arm, best: Arm) -> bool:
    if arm.tries != best.tries:
        return arm.tries > best.tries
    return arm.total > best.total


def weighed(arms: list[Arm]) -> list[Weighed]:
    """The arms that were tried, best first."""
    return best_first(
        [Weighed(arm.choice, arm.total / float(arm.tries), arm.tries) for arm in arms if arm.tries]
    )
