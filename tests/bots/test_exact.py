"""Exact play: every answer has the value that a second, naive Sovereign gives it.

    TRIVET_POSITIONS=2000 ./test --only compiled -- tests/bots/test_exact.py

looks at 2,000 positions of up to five empty spaces; without it some dozens are looked at.
"""

import os

import naive
import pytest
from conftest import IS_QUICK

from trivet.bots.budget import Budget
from trivet.bots.exact import Solver, TooLate
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, EVERYONE

GAME = GAMES["sovereign"]
POSITIONS = int(os.environ.get("TRIVET_POSITIONS", "12" if IS_QUICK else "48"))
FEW = 8  # positions of one test
IS_LONG = "TRIVET_POSITIONS" in os.environ
NO_END = Budget(1_000_000_000, 0.0, None)


def position(seed):
    """Up to five empty spaces (mostly three, unless a long look was asked for), both orders known,
    in a round that decides the game."""
    dice = Dice(seed)
    empty = 1 + seed % 5 if IS_LONG else 4 if seed % 12 == 0 else 1 + seed % 3
    while True:
        s = GAME.new(2)
        while not s.is_over():
            if s.step.what == "place" and s.empty.bit_count() == empty and dice.below(3) == 0:
                s.round = 3
                for side in s.sides:
                    side.won = 1
                    side.placed_before = side.glimpsed_before = (0, 0)
                GAME.strategy.foresee(s, dice)
                return s
            s.apply(s.turn, s.sample(s.turn, dice))


@pytest.mark.parametrize("first", range(0, POSITIONS, FEW))
def test_every_answer_has_the_value_that_naive_play_gives_it(first):
    for seed in range(first, min(first + FEW, POSITIONS)):
        s, solver = position(seed), Solver(GAME.strategy, NO_END)
        for (space, turns), winner in naive.outcomes(naive.read(s.view(EVERYONE))):
            twin = s.copy()
            twin.apply(s.mover, space * 4 + turns)
            share = solver.shares(twin)[0]
            assert share == (1.0 if winner == 0 else 0.0), f"seed {seed}, {space}, {turns}"


def test_naive_play_and_exact_play_can_differ():
    """A solver that believes another table of ranks is found out."""
    other = GAME.new(2, {"ranks": [[9, 9, 9, 9]] * 7}).terms
    wrong = 0
    for seed in range(12):
        s = position(seed)
        p = naive.read(s.view(EVERYONE))
        s.terms = other
        shares = Solver(GAME.strategy, NO_END).shares(s)
        wrong += shares[0] != (1.0 if naive.outcome(p) == 0 else 0.0)
    assert wrong > 0


def test_with_more_seats_each_takes_what_is_best_for_itself():
    """With two seats, max^n and alpha-beta are the same thing."""
    for seed in range(8):
        s, solver = position(seed), Solver(GAME.strategy, NO_END)
        assert solver.solve_for_all(s) == solver.shares(s)


def test_chance_counts_by_its_odds():
    dice, s = Dice(1), GAME.new(2)
    while not (s.step.what == "top" and s.empty.bit_count() == 2 and len(s.odds()) > 1):
        if s.is_over():
            s = GAME.new(2)
        s.apply(s.turn, s.sample(s.turn, dice))
    total = 0.0
    for choice, weight in zip(s.options(CHANCE), s.odds(), strict=True):
        after = s.copy()
        after.apply(CHANCE, choice)
        total += weight * Solver(GAME.strategy, NO_END).shares(after)[0]
    for shares in (
        Solver(GAME.strategy, NO_END).shares(s),
        Solver(GAME.strategy, NO_END).solve_for_all(s),
    ):
        assert shares[0] == pytest.approx(total / sum(s.odds()))


def test_the_clock_stops_a_search():
    ticks = iter(range(10**9))
    late = Budget(10**9, 5.0, lambda: float(next(ticks)))
    late.start()
    s = GAME.new(2)
    while s.step.what != "place":
        s.apply(s.turn, s.sample(s.turn, Dice(1)))
    with pytest.raises(TooLate):
        Solver(GAME.strategy, late).shares(s)
