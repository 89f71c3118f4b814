"""ISMCTS: Monte Carlo tree search over information sets (infosets), single-observer.

Each iteration imagines a world that the seat cannot tell from the real one, descends one tree
shared by all worlds (every seat by its own infoset), makes a rollout, and backs up each seat's
share of the win.  Seats that answer at the same time do so independently of each other.
"""

from typing import Any, final

from mypy_extensions import i64

from trivet.bots.bot import Thought
from trivet.bots.budget import SOME, Budget
from trivet.bots.infosets import InfosetListener
from trivet.bots.perfect import OpenSearch
from trivet.bots.playout import is_between, likely_question, likely_world, play_on
from trivet.bots.thinker import Thinker
from trivet.bots.tree import Arm, Node, is_decided, tried_most, weighed
from trivet.bots.tuning import Tuning
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.sets import is_several
from trivet.core.state import CHANCE, NOBODY, State
from trivet.core.strategy import Strategy


@final
class Searcher(Thinker):
    def ponder(self, mind: Mind, dice: Dice) -> Thought:
        if self.strategy.is_open() and self.tuning.bias + float(self.tuning.width) == 0.0:
            return OpenSearch(self.strategy, self.tuning, mind, dice).run(self.budget)
        return Search(self.strategy, self.tuning, mind, dice).run(self.budget)


@final
class Mixed:
    """A sealed answer on the path: the arms offered with their probabilities, and the one drawn."""

    __slots__ = ("node", "seat", "offered", "chances", "place", "chance")

    def __init__(
        self, node: Node, seat: i64, offered: list[Arm], chances: list[float], place: i64,
        chance: float,
    ) -> None:  # fmt: skip
        self.node = node
        self.seat: i64 = seat
        self.offered = offered
        self.chances = chances
        self.place: i64 = place
        self.chance = chance


@final
class Search:
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, mind: Mind, dice: Dice) -> None:
        self.strategy = strategy
        self.tuning = tuning
        self.mind = mind
        self.dice = dice
        self.infosets = InfosetListener(mind.world.seats)
        self.nodes: dict[int, Node] = {}
        self.path: list[Arm] = []  # of the current iteration, and the seats that answered
        self.movers: list[int] = []
        self.mixed: list[Mixed] = []

    def run(self, budget: Budget) -> Thought:
        budget.start()
        done: i64 = 0
        while not budget.is_spent(done):
            self.iterate(self.world())
            done += 1
            if done % SOME == 0 and self.is_decided(budget.left(done)):
                break
        return self.verdict()

    def world(self) -> State:
        """With regret matching the rivals answer sealed questions in the tree."""
        if self.tuning.mixing > 0.0:
            return likely_world(self.mind, self.strategy, self.dice)
        return likely_question(self.mind, self.strategy, self.tuning, self.dice)

    def is_decided(self, left: i64) -> bool:
        if self.tuning.mixing > 0.0 and is_several(self.mind.world.asked):
            return False
        return is_decided(self.root().offered, left)

    def iterate(self, world: State) -> None:
        """One iteration: descend, roll out, back up."""
        self.infosets.forget()
        self.path.clear()
        self.movers.clear()
        self.mixed.clear()
        world.listener = self.infosets
        self.descend(world)
        world.listener = None
        shares = play_on(world, self.strategy, self.tuning, self.dice)
        for place, arm in enumerate(self.path):
            arm.tries += 1
            arm.total += shares[self.movers[place]]
        for one in self.mixed:
            one.node.learn(one.offered, one.chances, one.place, shares[one.seat], one.chance)

    def descend(self, s: State) -> None:
        """Walk down the tree to the first new infoset, and add a node for it."""
        is_begun = False
        while s.turn != NOBODY:
            if is_begun and is_between(s) and self.strategy.is_chapter(s):
                return
            seat = s.turn
            if seat == CHANCE:
                s.apply(CHANCE, s.step.sample(s, CHANCE, self.dice))
                continue
            key = self.infosets.key(seat, self.strategy.secret(s, seat))
            node = self.nodes.get(key)
            if node is None:
                self.nodes[key] = Node()
                return
            choice = self.answer(node, s, seat)
            self.infosets.answered(seat, choice)
            s.apply(seat, choice)
            is_begun = True

    def answer(self, node: Node, s: State, seat: i64) -> i64:
        if node.choices and s.step.is_vast() and seat == self.mind.seat:
            offered = node.offered  # a vast question keeps its sampled candidates
        else:
            offered = node.offer(self.strategy.worth_a_look(s, seat, self.dice))
        if self.tuning.mixing > 0.0 and is_several(s.asked):
            return self.mix(node, seat, offered)
        arm = node.select(s, seat, offered, self.strategy, self.tuning, self.dice)
        self.path.append(arm)
        self.movers.append(seat)
        return arm.choice

    def mix(self, node: Node, seat: i64, offered: list[Arm]) -> i64:
        """Draw an answer from the mixed strategy; with probability `mixing`, uniformly."""
        chances = node.mixture(offered)
        count = len(offered)
        mixing = self.tuning.mixing
        place: i64 = 0
        if self.dice.chance() < mixing:
            place = self.dice.below(count)
        else:
            rest = self.dice.chance() - chances[0]
            while rest >= 0.0 and place < count - 1:
                place += 1
                rest -= chances[place]
        chance = mixing / float(count) + (1.0 - mixing) * chances[place]
        self.mixed.append(Mixed(node, seat, offered, chances, place, chance))
        return offered[place].choice

    def verdict(self) -> Thought:
        """The answer tried most often; at sealed questions, one drawn from the average strategy."""
        line = self.root().offered
        best = tried_most(line)
        if best is None:  # the clock stopped the search before it began
            return Thought(self.mind.sample(self.dice), [])
        if self.tuning.mixing > 0.0 and is_several(self.mind.world.asked):
            best = self.sampled(line)
        return Thought(best.choice, weighed(line))

    def root(self) -> Node:
        self.infosets.forget()
        seat = self.mind.seat
        key = self.infosets.key(seat, self.strategy.secret(self.mind.world, seat))
        return self.nodes.get(key) or Node()

    def sampled(self, arms: list[Arm]) -> Arm:
        """An arm drawn from the average strategy."""
        total = 0.0
        for arm in arms:
            total += arm.played
        rest = self.dice.chance() * total
        for arm in arms:
            rest -= arm.played
            if rest < 0.0:
                return arm
        return arms[-1]
