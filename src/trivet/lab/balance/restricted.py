"""Restricted play: a bot that may not give some answers, to find out what they are worth.

"greedy!develop cell hq" is greedy without Headquarters.  The answer it would have given is replaced
by the best other one that it weighed; where nothing else is allowed, it is given all the same.
"""

from collections.abc import Sequence
from typing import Any

from trivet.bots.bot import Bot, Thought
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.mind import Mind
from trivet.core.state import State
from trivet.lab.arena import seated, the_game

BAR = "!"
POSITIONS = ("cell", "seat")  # kinds of things that are places: which one does not matter
FEW_THINGS = 3  # an answer that touches more is named by the kinds of things


def label(step: str, touched: Sequence[str]) -> str:
    """What an answer is called: its step, and the things touched for it."""
    kinds = [thing.partition(":")[0] for thing in touched]
    names = [
        kind if kind in POSITIONS else thing for kind, thing in zip(kinds, touched, strict=True)
    ]
    found = dict.fromkeys(names)
    return " ".join([step, *(found if len(found) <= FEW_THINGS else dict.fromkeys(kinds))])


def label_of(game: Game[Any], s: State, seat: int, choice: int) -> str:
    return label(s.step.what, game.codec.touched(s, seat, choice))


class RestrictedBot(Bot):
    """Another bot without some of its answers."""

    def __init__(self, inner: Bot, game: Game[Any], barred: frozenset[str]) -> None:
        super().__init__(game.strategy)
        self.inner, self.game, self.barred = inner, game, barred

    def think(self, mind: Mind, dice: Dice) -> Thought:
        thought = self.inner.think(mind, dice)
        if not self._is_barred(mind, thought.choice):
            return thought
        for other in thought.weighed:
            if not self._is_barred(mind, other.choice):
                return Thought(other.choice, thought.weighed)
        if mind.is_vast():
            return thought
        left = [choice for choice in mind.options() if not self._is_barred(mind, choice)]
        return Thought(left[dice.below(len(left))], []) if left else thought

    def _is_barred(self, mind: Mind, choice: int) -> bool:
        return label_of(self.game, mind.world, mind.seat, choice) in self.barred


def bare(player: str) -> str:
    """A player without its bars."""
    return player.partition(BAR)[0]


def player_of(game: str, player: str) -> Bot:
    """The bot of a player, with its bars if it has any."""
    level, *barred = player.split(BAR)
    made = seated(game, level)
    return RestrictedBot(made, the_game(game), frozenset(barred)) if barred else made
