"""Flat Monte Carlo with sequential halving: rollouts of each candidate move, drop the worse half.

All candidates are tried in the same imagined worlds with the same dice (common random numbers), so
that luck favours none of them.
"""

from math import sqrt
from typing import Final, final

from mypy_extensions import i64

from trivet.bots.bot import Thought, Weighed
from trivet.bots.playout import likely_question, play_on
from trivet.bots.search import Search
from trivet.bots.thinker import Thinker
from trivet.core.dice import Dice
from trivet.core.mind import Mind

SOME: Final = 16  # worlds between two checks whether the favourite is clearly best
CLEAR: Final = 4.0  # standard errors


@final
class Steady(Thinker):
    def ponder(self, mind: Mind, dice: Dice) -> Thought:
        if self.strategy.answers_left(mind.world) <= self.tuning.tree_at:
            return Search(self.strategy, self.tuning, mind, dice).run(self.budget)
        self.budget.start()
        left = self.candidates(mind, dice)
        if len(left) == 1:
            return only_one(left[0])
        favourite = left[0]
        dropped: list[Trial] = []
        rounds = halvings(len(left))
        done: i64 = 0
        tried: i64 = 0
        for number in range(rounds):
            worlds = max(1, self.budget.iterations // (rounds * len(left)))
            for _ in range(worlds):
                if done > 0 and self.budget.is_late_for(number + 1, rounds):
                    break
                self.try_all(mind, left, favourite, dice)
                done += 1
                tried += len(left)
                if tried >= self.budget.enough and done % SOME == 0 and is_clear(left, favourite):
                    break
            left = sorted(left, key=_rank)
            half = (len(left) + 1) // 2
            if number < rounds - 1:
                dropped = left[half:] + dropped
                left = left[:half]
                if self.tuning.prudence > 0.0 and favourite in dropped:
                    dropped.remove(favourite)
                    left.append(favourite)
        for trial in left:
            trial.caution = self.tuning.prudence * trial.doubt()
        weighed = [trial.weighed() for trial in sorted(left, key=_rank) + dropped]
        return Thought(weighed[0].choice, weighed)

    def candidates(self, mind: Mind, dice: Dice) -> "list[Trial]":
        """The candidate moves, the lore's favourite first; at most `width` of them."""
        world = mind.imagine(dice)
        choices = self.strategy.worth_a_look(world, mind.seat, dice)
        trials = [Trial(choice) for choice in choices]
        if len(trials) == 1:
            return trials
        bias = self.tuning.bias
        if bias + self.tuning.prudence > 0.0 or 0 < self.tuning.width < len(trials):
            for trial in trials:
                trial.worth = self.strategy.worth(world, mind.seat, trial.choice)
            trials = sorted(trials, key=_promise)
            spread = max(1e-9, trials[0].worth - trials[-1].worth)
            for trial in trials:
                trial.credit = bias * (trial.worth - trials[0].worth) / spread
            habit = self.strategy.habit(world, mind.seat)  # goes first, the rest by worth
            usual = [trial for trial in trials if trial.choice == habit]
            trials = usual + [trial for trial in trials if trial.choice != habit]
        return trials[: self.tuning.width] if self.tuning.width > 0 else trials

    def try_all(self, mind: Mind, trials: "list[Trial]", favourite: "Trial", dice: Dice) -> None:
        """One rollout of each candidate, in the same world with the same dice."""
        world = likely_question(mind, self.strategy, self.tuning, dice)
        seed = dice.bits()
        for trial in trials:
            twin = world.copy()
            twin.apply(mind.seat, trial.choice)
            trial.share = play_on(twin, self.strategy, self.tuning, Dice(seed))[mind.seat]
        for trial in trials:
            trial.add(trial.share - favourite.share)


@final
class Trial:
    """A candidate move with its statistics."""

    __slots__ = ("choice", "worth", "credit", "share", "total", "gains", "squares", "tries",
                 "caution")  # fmt: skip

    def __init__(self, choice: i64) -> None:
        self.choice: i64 = choice
        self.worth = 0.0  # by the game's lore
        self.credit = 0.0  # bonus for its worth: 0 for the favourite, negative for others
        self.share = 0.0  # of the win, in the last rollout
        self.total = 0.0
        self.gains = 0.0  # sum of the gains over the favourite in the same worlds
        self.squares = 0.0  # of these gains
        self.tries: i64 = 0
        self.caution = 0.0  # subtracted from the mean: the gain may be luck

    def add(self, gain: float) -> None:
        self.total += self.share
        self.gains += gain
        self.squares += gain * gain
        self.tries += 1

    def mean(self) -> float:
        return self.total / float(self.tries) if self.tries else 0.0

    def doubt(self) -> float:
        """The standard error of the mean gain over the favourite."""
        if self.tries < 2:
            return 1.0
        tries = float(self.tries)
        variance = max(0.0, self.squares - self.gains * self.gains / tries) / (tries - 1.0)
        return sqrt(variance / tries)

    def weighed(self) -> Weighed:
        return Weighed(self.choice, self.mean(), self.tries)


def is_clear(trials: list[Trial], favourite: Trial) -> bool:
    """Whether all others are so much worse than the favourite that more tries would not help."""
    if favourite not in trials:
        return False
    for trial in trials:
        gain = trial.gains / float(max(1, trial.tries))
        if trial is not favourite and gain + CLEAR * trial.doubt() >= 0.0:
            return False
    return True


def only_one(trial: Trial) -> Thought:
    """The thought when there is one candidate: nothing was tried."""
    thought = Thought(trial.choice, [trial.weighed()])
    thought.is_share = False
    return thought


def _rank(trial: Trial) -> float:
    """Lower is better.  The bonus for worth fades with the number of tries."""
    return trial.caution - trial.mean() - trial.credit / sqrt(float(trial.tries + 1))


def _promise(trial: Trial) -> float:
    return -trial.worth


def halvings(count: i64) -> i64:
    """Rounds of sequential halving: halvings until at most two are left, and a last round."""
    rounds: i64 = 1
    while count > 2:
        count = (count + 1) // 2
        rounds += 1
    return rounds
