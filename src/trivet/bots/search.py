"""Information-set tree search: thinks by imagining worlds and walking down one tree of them all.

Each round of search imagines a world that the seat cannot tell from the real one, walks down the
tree (every seat from what it was told itself), goes on at random for a while, and remembers how
each seat fared.  Seats that answer at the same time do so independently of each other.
"""

from typing import Any, final

from mypy_extensions import i64

from trivet.bots.bot import Bot, Thought, Weighed, best_first
from trivet.bots.budget import Budget
from trivet.bots.endings import solve_worlds
from trivet.bots.playout import is_between, play_on
from trivet.bots.told import Told
from trivet.bots.tree import Arm, Node
from trivet.core.dice import Dice
from trivet.core.game import CHANCE, NOBODY, State
from trivet.core.mind import Mind
from trivet.core.sets import is_several
from trivet.core.strategy import Strategy
from trivet.core.tuning import Tuning


@final
class Searcher(Bot):
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, budget: Budget) -> None:
        super().__init__(strategy)
        self.tuning = tuning
        self.budget = budget

    def think(self, mind: Mind, dice: Dice) -> Thought:
        options = mind.options()
        if len(options) == 1:
            return Thought(options[0], [])
        if self.strategy.answers_left(mind.world) <= self.tuning.exact:
            return solve_worlds(self.strategy, mind, self.budget, dice)
        return Search(self.strategy, self.tuning, mind, dice).run(self.budget)


@final
class Visit:
    """A node on the way down, and what was answered there."""

    __slots__ = ("node", "seat", "arm", "offered", "chances", "place", "chance")

    def __init__(self, node: Node, seat: i64, arm: Arm) -> None:
        self.node = node
        self.seat: i64 = seat
        self.arm = arm
        self.offered: list[Arm] = []  # at sealed questions: what else, and how likely
        self.chances: list[float] = []
        self.place: i64 = 0
        self.chance = 1.0


@final
class Search:
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, mind: Mind, dice: Dice) -> None:
        self.strategy = strategy
        self.tuning = tuning
        self.mind = mind
        self.dice = dice
        self.told = Told(mind.world.seats)
        self.nodes: dict[int, Node] = {}
        self.path: list[Visit] = []

    def run(self, budget: Budget) -> Thought:
        budget.start()
        done: i64 = 0
        while not budget.is_spent(done):
            self.look(self.mind.imagine(self.dice))
            done += 1
        return self.verdict()

    def look(self, world: State) -> None:
        """One round of search."""
        self.told.forget()
        self.path = []
        world.ear = self.told
        self.descend(world)
        world.ear = None
        shares = play_on(world, self.strategy, self.tuning.horizon, self.dice)
        for visit in self.path:
            share = shares[visit.seat]
            if visit.chances:
                visit.node.learn(visit.offered, visit.chances, visit.place, share, visit.chance)
            else:
                visit.arm.tries += 1
                visit.arm.total += share

    def descend(self, s: State) -> None:
        """Down the tree, up to the first point that is new."""
        while s.turn != NOBODY:
            if self.path and is_between(s) and self.strategy.is_chapter(s):
                return
            seat = s.turn
            if seat == CHANCE:
                s.apply(CHANCE, s.sample(CHANCE, self.dice))
                continue
            key = self.told.key(seat, self.strategy.secret(s, seat))
            node = self.nodes.get(key)
            if node is None:
                self.nodes[key] = Node()
                return
            visit = self.visit(node, s, seat)
            self.path.append(visit)
            self.told.answered(seat, visit.arm.choice)
            s.apply(seat, visit.arm.choice)

    def visit(self, node: Node, s: State, seat: i64) -> Visit:
        if node.choices and s.step.is_vast() and seat == self.mind.seat:
            offered = node.line  # the same few of a vast number
        else:
            offered = node.offer(self.strategy.worth_a_look(s, seat, self.dice))
        if self.tuning.mixing > 0.0 and is_several(s.asked):
            return self.mixed(node, seat, offered)
        arm = node.select(s, seat, offered, self.strategy, self.tuning, self.dice)
        return Visit(node, seat, arm)

    def mixed(self, node: Node, seat: i64, offered: list[Arm]) -> Visit:
        """An answer by the chances of the mixture, and now and then any."""
        chances = node.mixture(offered)
        count = len(offered)
        any_answer = self.tuning.mixing / float(count)
        place: i64 = 0
        if self.dice.chance() < self.tuning.mixing:
            place = self.dice.below(count)
        else:
            rest = self.dice.chance() - chances[0]
            while rest >= 0.0 and place < count - 1:
                place += 1
                rest -= chances[place]
        visit = Visit(node, seat, offered[place])
        visit.offered = offered
        visit.chances = chances
        visit.place = place
        visit.chance = any_answer + (1.0 - self.tuning.mixing) * chances[place]
        return visit

    def verdict(self) -> Thought:
        """The answer tried most often; where several answer at once, the average strategy's."""
        root = self.root()
        weighed: list[Weighed] = []
        best: Arm | None = None
        for arm in root.line:
            if arm.tries:
                weighed.append(Weighed(arm.choice, arm.total / float(arm.tries), arm.tries))
                if best is None or is_better(arm, best):
                    best = arm
        if best is None:  # the clock stopped the search before it began
            return Thought(self.mind.sample(self.dice), weighed)
        if self.tuning.mixing > 0.0 and is_several(self.mind.world.asked):
            return Thought(self.drawn(root.line).choice, best_first(weighed))
        return Thought(best.choice, best_first(weighed))

    def root(self) -> Node:
        self.told.forget()
        seat = self.mind.seat
        key = self.told.key(seat, self.strategy.secret(self.mind.world, seat))
        return self.nodes.get(key) or Node()

    def drawn(self, arms: list[Arm]) -> Arm:
        """An arm as often as the average strategy says."""
        total = 0.0
        for arm in arms:
            total += arm.played
        rest = self.dice.chance() * total
        for arm in arms:
            rest -= arm.played
            if rest < 0.0:
                return arm
        return arms[-1]


def is_better(arm: Arm, best: Arm) -> bool:
    if arm.tries != best.tries:
        return arm.tries > best.tries
    return arm.total > best.total
