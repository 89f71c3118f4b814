"""Exact endings: late in a chapter, imagine worlds, decide their chance, and solve each of them."""

from typing import Any, Final

from mypy_extensions import i64

from trivet.bots.bot import Thought, Weighed, best_first
from trivet.bots.budget import Budget
from trivet.bots.exact import Solver, TooLate
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.strategy import Strategy

POSITIONS: Final = 10  # positions solved in about the time of one iteration
FEWEST: Final = 8  # worlds that must be solved, or the answer is left to a search


def solve_worlds(strategy: Strategy[Any], mind: Mind, limits: Budget, dice: Dice) -> Thought | None:
    """The answer that is best on average over the worlds solved within half of the time; None if
    they are too large to solve some."""
    budget = Budget(limits.iterations, limits.seconds / 2.0, limits.clock)
    budget.start()
    most = limits.iterations * POSITIONS
    solver = Solver(strategy, budget, most // FEWEST)  # the first world: if it is small enough
    seat = mind.seat
    choices = mind.options()
    totals = [0.0] * len(choices)
    worlds: i64 = 0
    while solver.looked < most and not budget.is_late():
        world = mind.imagine(dice)
        strategy.foresee(world, dice)
        try:
            shares: list[float] = []
            for choice in choices:
                twin = world.copy()
                twin.apply(seat, choice)
                shares.append(solver.shares(twin)[seat])
        except TooLate:
            break
        for place, share in enumerate(shares):
            totals[place] += share
        worlds += 1
        solver.most = most
    if worlds < FEWEST:
        return None
    weighed = best_first(
        [
            Weighed(choice, totals[place] / float(worlds), worlds)
            for place, choice in enumerate(choices)
        ]
    )
    return Thought(weighed[0].choice, weighed)
