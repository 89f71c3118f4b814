"""Somewhere in a game."""

from trivet.core.dice import Dice
from trivet.core.state import CHANCE
from trivet.core.walk import wander


def position(game, seed):
    """Somewhere in a random game, where a seat must choose between several answers."""
    dice = Dice(seed)
    while True:
        s = game.new(game.fewest + seed % (game.most - game.fewest + 1))
        wander(s, dice.below(80), dice)
        while s.turn == CHANCE:
            wander(s, 1, dice)
        if not s.is_over() and len(s.options(s.turn)) > 1:
            return s
