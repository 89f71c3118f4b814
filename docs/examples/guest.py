"""A bot from outside, in one file: it tries each answer in a few imagined worlds.

    trivet play sovereign --bot docs/examples/guest.py:make
    trivet arena sovereign --bots docs/examples/guest.py:make+worlds=4,random --blocks 10

`make` is called with the game and the settings; what it returns is asked to choose.  A mind is all
that a bot is handed: a seat, and imagined worlds that the seat cannot tell from the real one.
"""

from typing import Any

from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.walk import playout

MOST = 20  # answers that are tried


class Guest:
    def __init__(self, worlds: int) -> None:
        self.worlds = worlds

    def choose(self, mind: Mind, dice: Dice) -> int:
        """The answer that won the most random games."""
        options = mind.options()
        if len(options) > MOST:
            return int(mind.sample(dice))
        return max(options, key=lambda choice: self.share(mind, choice, dice))

    def share(self, mind: Mind, choice: int, dice: Dice) -> float:
        total = 0.0
        for _ in range(self.worlds):
            world = mind.imagine(dice)
            world.apply(mind.seat, choice)
            playout(world, dice)
            total += world.scores()[mind.seat]
        return total


def make(game: Game[Any], worlds: str = "2") -> Guest:
    return Guest(int(worlds))
