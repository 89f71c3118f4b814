"""Sovereign's mixture of decks and orders, by double oracle on the engine itself.

Plan: a deck, its order for the starter, its order for the other (`games/sovereign/plans.py`).
p, q: a plan's chance of a round that it starts, and of one that its rival starts.
Mix: plans with weights, solved over the matrix of all plans found so far.
Reply: the plan that does best against a mix.  Plans are raced: many get a few rounds, few get many.

p and q are separate: a reply picks the order of each role for itself.  A reply joins the plans only
if it wins more than half of fresh games.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from time import monotonic
from typing import Any

from trivet.bots.playout import play_on
from trivet.bots.tuned import bot
from trivet.bots.tuning import Tuning
from trivet.catalogue import GAMES
from trivet.core.bags import count
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE
from trivet.games.sovereign.pieces import DECKS
from trivet.games.sovereign.plans import ANYHOW, LETTERS, MIXTURE, Order, arranged, bag_of

LORE = "lore"  # instead of a level: rounds are played by the rollout policy
FEW = 8  # ... the best of so many answers: the best of all can be exploited instead of the deck
STARTER, SECOND = 5, 4  # pieces placed in a round
TAIL = 2  # pieces that come last, at most
LEAST = 0.02  # plans of less weight are left out of a mix

Laid = tuple[str, str]  # the pieces used, and those that come last
Lay = tuple[str, Laid]  # a deck and its order for one role


@dataclass(frozen=True)
class PlanFound:
    deck: str
    start: Laid
    second: Laid

    def as_source(self, weight: float) -> str:
        """As it stands in `games/sovereign/plans.py`."""
        start, second = (f'Order("{used}", "{tail}")' for used, tail in (self.start, self.second))
        return f'    Plan("{self.deck}", {start}, {second}, {weight:.3f}),'


Mix = Sequence[tuple[PlanFound, float]]


def shipped() -> list[tuple[PlanFound, float]]:
    """The mixture that bots play from now."""
    return [
        (
            PlanFound(
                plan.deck,
                (plan.start.used, plan.start.tail),
                (plan.second.used, plan.second.tail),
            ),
            plan.weight,
        )
        for plan in MIXTURE
    ]


def deck_names() -> list[str]:
    return [
        "".join(letter * count(deck, kind) for kind, letter in enumerate(LETTERS)) for deck in DECKS
    ]


# --- rounds ---------------------------------------------------------------------------------------


class Rounds:
    """Plays single rounds.  Seat 0 starts."""

    def __init__(self, by: str, seed: int, options: Mapping[str, object] | None = None) -> None:
        self.game = GAMES["sovereign"]
        self.options = options or {}
        self.dice = Dice(seed)
        self.player = None if by == LORE else bot(by, self.game)
        self.tuning = Tuning(1, 1.0)
        self.tuning.greed = FEW
        self.played = 0

    def share(self, starter: Lay, second: Lay) -> float:
        """What the starter gets of one round."""
        self.played += 1
        s: Any = self.game.new(2, self.options)
        for seat, (deck, _) in enumerate((starter, second)):
            s.apply(seat, DECKS.index(bag_of(deck)))
        s.apply(CHANCE, 0)
        for seat, (deck, laid) in enumerate((starter, second)):
            s.apply(seat, arranged(deck, Order(*laid), self.dice))
        if self.player is None:
            play_on(s, self.game.strategy, self.tuning, self.dice)
        while s.round == 1 and not s.is_over():
            seat = s.turn
            if seat == CHANCE or self.player is None:
                s.apply(seat, s.sample(seat, self.dice))
            else:
                s.apply(seat, self.player.choose(Mind(s, seat), self.dice))
        one, other = s.sides[0].won, s.sides[1].won
        return 0.5 if one == other else float(one > other)

    def mean(self, starter: Lay, second: Lay, rounds: int) -> float:
        return sum(self.share(starter, second) for _ in range(rounds)) / rounds

    def as_starter(self, mix: Mix, lay: Lay, rounds: int) -> float:
        """p of a deck and order against rivals drawn from a mix."""
        rivals = [self.sampled(mix) for _ in range(rounds)]
        return sum(self.share(lay, (one.deck, one.second)) for one in rivals) / rounds

    def as_second(self, mix: Mix, lay: Lay, rounds: int) -> float:
        rivals = [self.sampled(mix) for _ in range(rounds)]
        return 1 - sum(self.share((one.deck, one.start), lay) for one in rivals) / rounds

    def sampled(self, mix: Mix) -> PlanFound:
        rest = self.dice.chance() * sum(weight for _, weight in mix)
        for plan, weight in mix:
            rest -= weight
            if rest < 0:
                return plan
        return mix[-1][0]

    def against(self, mix: Mix, plan: PlanFound, rounds: int) -> float:
        """The chance to win a match against the mix, from so many rounds in each role."""
        p = self.as_starter(mix, (plan.deck, plan.start), rounds)
        return match_value(p, self.as_second(mix, (plan.deck, plan.second), rounds))


def match_value(p: float, q: float) -> float:
    """The chance of a match of three rounds; the first by lot, then the loser starts."""

    def second(*, won: bool) -> float:
        chance = q if won else p
        return chance + (1 - chance) * p if won else chance * q

    first = (p + q) / 2
    return first * second(won=True) + (1 - first) * second(won=False)


# --- replies --------------------------------------------------------------------------------------


def orders(deck: str, placed: int) -> list[Laid]:
    """The sets of pieces that can be placed, in any order; and a shuffle."""
    used = sorted({"".join(some) for some in combinations(deck, placed)})
    return [(ANYHOW, ""), *((some, "") for some in used)]


def with_tails(laid: Laid) -> list[Laid]:
    used = laid[0]
    tails = {"".join(some) for many in range(TAIL + 1) for some in permutations(used, many)}
    return [(used, tail) for tail in sorted(tails)]


def race(
    candidates: Sequence[Laid],
    score: Callable[[Laid, int], float],
    steps: Sequence[tuple[int, int]],
) -> list[tuple[float, Laid]]:
    """Each step plays some rounds with all that are left, and keeps the best; (keep, rounds)."""
    totals = dict.fromkeys(candidates, (0.0, 0))
    for keep, rounds in steps:
        for one in totals:
            total, played = totals[one]
            totals[one] = total + score(one, rounds) * rounds, played + rounds
        best = sorted(totals, key=lambda one: -totals[one][0] / totals[one][1])[:keep]
        totals = {one: totals[one] for one in best}
    return [(total / played, one) for one, (total, played) in totals.items()]


def best_reply(rounds: Rounds, mix: Mix, names: Sequence[str], effort: int) -> PlanFound:
    """Decks are kept by how well they do in their best order, not shuffled."""
    found = [_quick(rounds, mix, name, effort) for name in names]
    top = sorted(found, key=lambda one: -one[0])[: max(2, len(names) // 24)]
    again = sorted([_quick(rounds, mix, one[1], 5 * effort) for one in top], key=lambda x: -x[0])
    ordered = [_ordered(rounds, mix, one[1], effort) for one in again[: max(2, len(again) // 4)]]
    return max(ordered, key=lambda plan: rounds.against(mix, plan, 50 * effort))


def best_decks(rounds: Rounds, mix: Mix, keep: int, effort: int) -> list[str]:
    """Of all decks those that do best against a mix, each in a good order."""
    found = [_quick(rounds, mix, name, effort) for name in deck_names()]
    return [name for _, name in sorted(found, key=lambda one: -one[0])[:keep]]


def _quick(rounds: Rounds, mix: Mix, deck: str, effort: int) -> tuple[float, str]:
    start = race(
        orders(deck, STARTER), _starting(rounds, mix, deck), [(4, 2 * effort), (1, 6 * effort)]
    )
    second = race(
        orders(deck, SECOND), _seconding(rounds, mix, deck), [(4, 2 * effort), (1, 6 * effort)]
    )
    return match_value(start[0][0], second[0][0]), deck


def _ordered(rounds: Rounds, mix: Mix, deck: str, effort: int) -> PlanFound:
    laid = []
    for placed, score in (
        (STARTER, _starting(rounds, mix, deck)),
        (SECOND, _seconding(rounds, mix, deck)),
    ):
        top = [one for _, one in race(orders(deck, placed), score, [(3, 15 * effort)])]
        tails = sorted({tail for one in top for tail in with_tails(one)})
        steps = [(12, 6 * effort), (4, 24 * effort), (1, 60 * effort)]
        laid.append(race(tails, score, steps)[0][1])
    return PlanFound(deck, laid[0], laid[1])


def _starting(rounds: Rounds, mix: Mix, deck: str) -> Callable[[Laid, int], float]:
    return lambda laid, many: rounds.as_starter(mix, (deck, laid), many)


def _seconding(rounds: Rounds, mix: Mix, deck: str) -> Callable[[Laid, int], float]:
    return lambda laid, many: rounds.as_second(mix, (deck, laid), many)


# --- the mixture ----------------------------------------------------------------------------------


@dataclass
class Oracle:
    """The plans found so far, and how each does as starter against each as second."""

    rounds: Rounds
    pair: int  # rounds of each pair of plans
    plans: list[PlanFound] = field(default_factory=list)
    won: dict[tuple[PlanFound, PlanFound], float] = field(default_factory=dict)

    def fill(self) -> None:
        for one in self.plans:
            for other in self.plans:
                if (one, other) not in self.won:
                    starter, second = (one.deck, one.start), (other.deck, other.second)
                    self.won[one, other] = self.rounds.mean(starter, second, self.pair)

    def mix(self) -> list[tuple[PlanFound, float]]:
        """The mixed strategy of the symmetric game over all plans."""
        self.fill()
        value = [[match_value(self.won[one, other], 1 - self.won[other, one])
                  for other in self.plans] for one in self.plans]  # fmt: skip
        size = range(len(self.plans))
        fair = [[(value[i][j] + 1 - value[j][i]) / 2 for j in size] for i in size]
        found = [(plan, weight) for plan, weight in zip(self.plans, solve(fair), strict=True)
                 if weight >= LEAST]  # fmt: skip
        whole = sum(weight for _, weight in found)
        return sorted([(plan, weight / whole) for plan, weight in found], key=lambda x: -x[1])

    def starters(self, mix: Mix) -> float:
        """The share of rounds that the starter wins, both sides drawn from the mix."""
        return sum(a * b * self.won[one, other] for one, a in mix for other, b in mix)


def solve(shares: Sequence[Sequence[float]], rounds: int = 4_000) -> list[float]:
    """The mixed strategy of a symmetric game, by regret matching+; averages weighted by time."""
    size = range(len(shares))
    regret, average = [0.0 for _ in size], [0.0 for _ in size]
    for number in range(1, rounds + 1):
        total = sum(regret)
        mix = [one / total if total > 0 else 1 / len(shares) for one in regret]
        gains = [sum(shares[i][j] * mix[j] for j in size) for i in size]
        mean = sum(gains[i] * mix[i] for i in size)
        for i in size:
            regret[i] = max(0.0, regret[i] + gains[i] - mean)
            average[i] += number * mix[i]
    total = sum(average)
    return [one / total for one in average]


@dataclass(frozen=True)
class OracleStep:
    """One step of the double oracle."""

    mix: Mix
    reply: PlanFound
    value: float  # of the reply, in fresh rounds
    starters: float
    played: int


BEGINNING = ("IIIIIMC", "RRMDDAC", "SSSSMAC", "MDDDDAC")  # decks, shuffled, to begin anew with


def beginning() -> list[PlanFound]:
    """Plans that owe nothing to an earlier search: some decks that differ, shuffled."""
    return [PlanFound(deck, (ANYHOW, ""), (ANYHOW, "")) for deck in BEGINNING]


def weighed_by(oracle: Oracle, level: str, seed: int) -> Oracle:
    """The plans of an oracle's mix, to be weighed by rounds that a level plays."""
    return Oracle(Rounds(level, seed), oracle.pair, [plan for plan, _ in oracle.mix()])


def double_oracle(
    oracle: Oracle, names: Sequence[str], seconds: float, effort: int, fresh: int, steps: int = 0
) -> Iterator[OracleStep]:
    """Solve, reply, and add the reply if it wins, until the time is up or so many steps are done
    (0: no limit).  By steps the same seed gives the same mixture."""
    stop, done = monotonic() + seconds, 0
    while monotonic() < stop and (not steps or done < steps):
        done += 1
        mix = oracle.mix()
        reply = best_reply(oracle.rounds, mix, names, effort)
        value = oracle.rounds.against(mix, reply, fresh)
        yield OracleStep(mix, reply, value, oracle.starters(mix), oracle.rounds.played)
        if value > 0.5 and reply not in oracle.plans:
            oracle.plans.append(reply)
