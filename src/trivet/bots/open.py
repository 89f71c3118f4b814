"""Tree search of a game that hides nothing and leaves nothing to chance.

There is one world, and a point of the tree is the answers that led to it: each arm knows where it
leads, and what is allowed there is asked once.
"""

from typing import Any, final

from mypy_extensions import i64

from trivet.bots.bot import Thought
from trivet.bots.budget import SOME, Budget
from trivet.bots.playout import play_on
from trivet.bots.tree import Arm, Node, is_decided, tried_most, weighed
from trivet.core.dice import Dice
from trivet.core.game import NOBODY, State
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy
from trivet.core.tuning import Tuning


@final
class OpenSearch:
    def __init__(self, strategy: Strategy[Any], tuning: Tuning, mind: Mind, dice: Dice) -> None:
        self.strategy = strategy
        self.tuning = tuning
        self.mind = mind
        self.dice = dice
        self.root = Node()

    def run(self, budget: Budget) -> Thought:
        budget.start()
        done: i64 = 0
        while not budget.is_spent(done):
            self.look(self.mind.world.copy())
            done += 1
            if done % SOME == 0 and is_decided(self.root.line, budget.iterations - done):
                break
        best = tried_most(self.root.line)
        if best is None:  # the clock stopped the search before it began
            return Thought(self.mind.sample(self.dice), [])
        return Thought(best.choice, weighed(self.root.line))

    def look(self, s: State) -> None:
        """One round of search: down to the first point that is new, and on from there."""
        path: list[Arm] = []
        movers: list[int] = []
        node: Node | None = self.root
        while node is not None and s.turn != NOBODY:
            seat = s.turn
            if not node.line:
                node.offer(self.strategy.worth_a_look(s, seat, self.dice))
            arm = node.select(s, seat, node.line, self.strategy, self.tuning, self.dice)
            path.append(arm)
            movers.append(seat)
            s.apply(seat, arm.choice)
            node = arm.then
            if node is None:
                arm.then = Node()
        shares = play_on(s, self.strategy, self.tuning, self.dice)
        for place, arm in enumerate(path):
            arm.tries += 1
            arm.total += shares[movers[place]]
