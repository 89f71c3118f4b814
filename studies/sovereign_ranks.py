"""Tables of ranks for Sovereign, judged by their mixtures: `python -m studies.sovereign_ranks`.

SOV-2 asks that no type belongs in every good deck, and that every type belongs in some.  A climb
from the printed ranks: a type that is in every deck of a table's mixture loses a rank somewhere, or
one that is in none gains one; the new table is kept if it has no more such types.  Mixtures are by
lore, from a few decks a step, so that a table takes seconds: they rank tables, no more.
"""

import argparse
from collections.abc import Sequence
from typing import NamedTuple

from trivet.core.dice import Dice
from trivet.games.sovereign.pieces import KINDS, PRINTED
from trivet.games.sovereign.plans import LETTERS
from trivet.lab.decks import LORE, Mix, Oracle, Rounds, deck_names, double_oracle, shipped

HIGHEST, LOWEST = 6, 1
ALWAYS, NEVER = 0.95, 0.05  # the weight of decks that hold a type
PAIR = 40  # rounds for each pair of plans
FRESH = 100  # in each role, to judge a reply

Ranks = tuple[tuple[int, ...], ...]


class Judged(NamedTuple):
    ranks: Ranks
    held: list[float]  # by type: the weight of the decks that hold it
    plans: int
    rounds: int

    def faults(self) -> list[int]:
        """The types in every good deck, or in none."""
        return [kind for kind, held in enumerate(self.held) if held > ALWAYS or held < NEVER]

    def line(self) -> str:
        table = ",".join("".join(map(str, ranks)) for ranks in self.ranks)
        held = " ".join(f"{letter} {x:.0%}" for letter, x in zip(LETTERS, self.held, strict=True))
        return f"{len(self.faults())}  {table}  {held}  ({self.plans} plans, {self.rounds} rounds)"


def main() -> None:
    read = argparse.ArgumentParser(prog="python -m studies.sovereign_ranks", description=__doc__)
    read.add_argument("--tables", type=int, default=10)
    read.add_argument("--seconds", type=float, default=20.0, help="for each table")
    read.add_argument("--decks", type=int, default=40, help="that reply in a step")
    read.add_argument("--seed", type=int, default=1)
    read.add_argument("--ranks", type=table_of, default=PRINTED, metavar="5421,6433,...",
        help="where the climb begins: N, E, S, W of each type (default: as printed)")  # fmt: skip
    wish = read.parse_args()
    print("types in every good deck or in none; ranks of S I R M D A C; decks that hold each")
    dice = Dice(wish.seed)
    best = judged(wish.ranks, wish.seconds, wish.decks, dice)
    print(best.line(), flush=True)
    for _ in range(wish.tables - 1):
        one = judged(changed(best, dice), wish.seconds, wish.decks, dice)
        print(one.line(), flush=True)
        if len(one.faults()) <= len(best.faults()):
            best = one
    print(f"\nThe best: {best.line()}")


def table_of(text: str) -> Ranks:
    """A table as it is printed, with commas: one number of four digits for each type."""
    found = tuple(tuple(map(int, sides)) for sides in text.split(","))
    if len(found) != KINDS or any(len(sides) != len(PRINTED[0]) for sides in found):
        raise ValueError(text)
    return found


def judged(ranks: Ranks, seconds: float, decks: int, dice: Dice) -> Judged:
    """The mixture of a table of ranks, as far as the time goes."""
    rounds = Rounds(LORE, dice.bits(), {"ranks": [list(sides) for sides in ranks]})
    oracle = Oracle(rounds, PAIR, [plan for plan, _ in shipped()])
    every = deck_names()
    names = [every[dice.below(len(every))] for _ in range(decks)]
    for _ in double_oracle(oracle, names, seconds, 1, FRESH):
        names[:] = [every[dice.below(len(every))] for _ in range(decks)]
    return Judged(ranks, holding(oracle.mix()), len(oracle.plans), rounds.played)


def holding(mix: Mix) -> list[float]:
    return [sum(weight for plan, weight in mix if letter in plan.deck) for letter in LETTERS]


def changed(one: Judged, dice: Dice) -> Ranks:
    """One rank of one type at fault is lowered, if it is always held, or raised."""
    faults = one.faults() or list(range(KINDS))
    while True:
        kind = faults[dice.below(len(faults))]
        side = dice.below(len(one.ranks[kind]))
        step = -1 if one.held[kind] > 0.5 else 1
        sides = list(one.ranks[kind])
        sides[side] += step
        if LOWEST <= sides[side] <= HIGHEST:
            return replaced(one.ranks, kind, sides)


def replaced(ranks: Ranks, kind: int, sides: Sequence[int]) -> Ranks:
    return (*ranks[:kind], tuple(sides), *ranks[kind + 1 :])


if __name__ == "__main__":
    main()
