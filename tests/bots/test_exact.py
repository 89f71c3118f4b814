"""Exact play: every answer has the value that a second, naive Sovereign gives it.

    TRIVET_POSITIONS=2000 ./test --only compiled -- tests/bots/test_exact.py

looks at 2,000 positions of up to five empty spaces; without it some dozens are looked at.
"""

import os

import naive
import pytest
from conftest import IS_QUICK

from trivet.bots.budget import Budget
from trivet.bots.endings import solve_worlds
from trivet.bots.exact import Solver, TooLate
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
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


def test_positions_met_before_are_not_solved_again():
    for seed in range(8):
        s, solver = position(seed), Solver(GAME.strategy, NO_END)
        first, looked = solver.shares(s), solver.looked
        assert solver.shares(s) == first
        assert solver.looked - looked <= 1


def test_a_position_that_differs_has_another_number():
    """In the piece in hand, in what lies on a space, in an Aura, or in the order of a deck."""
    twins = [position(4) for _ in range(6)]
    whole, in_hand, other_piece, other_face, lit, other_deck = twins
    cell = next(cell for cell in range(9) if not whole.empty >> cell & 1)
    in_hand.drawn = (in_hand.drawn + 1) % 7
    other_piece.kind[cell] = (other_piece.kind[cell] + 1) % 7
    other_face.face[cell] = 4 * ((other_face.face[cell] // 4 + 1) % 7)
    lit.sides[0].glow, lit.sides[0].glow_turns = (lit.sides[0].glow + 2) % 9, 1
    other_deck.sides[1].deck[0] = (other_deck.sides[1].deck[0] + 1) % 7
    assert len({GAME.strategy.position(twin) for twin in twins}) == 6


def test_a_piece_that_looks_the_same_when_turned_makes_the_same_position():
    on = GAME.new(2).terms
    turned = [face for face in range(28) if on.alike[face] != face]
    for face in turned:
        same = on.alike[face]
        assert on.on[face * 4 : face * 4 + 4] == on.on[same * 4 : same * 4 + 4]


def test_what_a_round_can_end_with_bounds_every_share():
    """Also a round that nobody wins: then the other player starts the next one."""
    for seed in range(40):
        dice, s = Dice(seed), GAME.new(2)
        bounds = []
        while not s.is_over():
            if s.step.what == "arrange" and s.waiting == s.asked:
                share = GAME.strategy.value(s)[0]
                assert not bounds or bounds[0] <= share <= bounds[1]
            elif s.turn != CHANCE and s.step.what == "place":
                bounds = GAME.strategy.bounds(s)
            s.apply(s.turn, s.sample(s.turn, dice))
        assert bounds[0] <= s.scores()[0] <= bounds[1]


@pytest.mark.long
def test_worlds_that_are_too_large_are_left_to_a_search():
    """Master solves from five empty spaces on, if there is time for some worlds."""
    s = position(4)
    few, many = (
        solve_worlds(GAME.strategy, Mind(s, s.turn), Budget(number, 0.0, None), Dice(1))
        for number in (2, 6_000)
    )
    assert few is None
    assert many is not None
    assert many.weighed[0].tries >= 8


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
