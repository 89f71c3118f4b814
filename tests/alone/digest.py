"""Games as digests, which are the same wherever they are played.  Run by test_digests.py."""

import hashlib
import sys

import trivet
from trivet.catalogue import GAMES
from trivet.core.dice import Dice
from trivet.core.mind import Mind
from trivet.core.state import CHANCE

ENOUGH = 300  # answers


def digest(game, seed):
    """A game of greedy and random players; what they answered, and what seat 0 saw."""
    seats = game.fewest + seed % (game.most - game.fewest + 1)
    state, dice, greedy = (
        trivet.new(game.name, seats=seats),
        Dice(seed),
        trivet.bot("greedy", game.name),
    )
    told = hashlib.sha256()
    for number in range(ENOUGH):
        if state.is_over():
            break
        seat = state.turn
        if seat != CHANCE and seed % 2:
            choice = greedy.choose(Mind(state, seat), dice)
        else:
            choice = state.sample(seat, dice)
        state.apply(seat, choice)
        told.update(b"%d %d;" % (seat, choice))
        if number % 40 == 0:
            told.update(repr(state.view(0)).encode())
    return told.hexdigest()[:16]


result = "\n".join(
    f"{name} {seed} {digest(game, seed)}" for name, game in GAMES.items() for seed in range(4)
)
if sys.platform != "emscripten":
    print(result)
