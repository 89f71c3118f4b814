"""Win chances of a position whose secrets are all known: the mean of many rollouts.

Quick bots that see all cards play on.  A rollout stops where the game's strategy says so, and its
`value` judges the last position.
"""

from trivet.bots.budget import Budget
from trivet.bots.playout import play_on
from trivet.bots.tuned import tuning_of
from trivet.core.dice import Dice
from trivet.core.state import State

LEVEL = "sharp"  # of the bots in the rollouts
FEWEST = 12  # rollouts, however long they take


def rolled_out(s: State, budget: Budget, dice: Dice) -> tuple[list[float], int]:
    """Each seat's mean share of the win, as it was rolled out, and the number of rollouts."""
    tuning = tuning_of(LEVEL, s.game, s.seats)
    totals, games = [0.0] * s.seats, 0
    budget.start()
    while not budget.is_spent(games) or games < min(FEWEST, budget.iterations):
        scores = play_on(s.copy(), s.game.strategy, tuning, dice)
        totals = [total + score for total, score in zip(totals, scores, strict=True)]
        games += 1
    return [total / games for total in totals], games
