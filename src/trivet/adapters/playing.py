"""What the adapters for learners share: one game played by codes, with NumPy arrays to read."""

from collections.abc import Mapping
from typing import Any

import numpy as np

import trivet
from trivet.core.codes import NO_WORD, Codes, allowed, observed
from trivet.core.dice import Dice
from trivet.core.game import Game
from trivet.core.ink import PLAIN
from trivet.core.state import CHANCE, EVERYONE


class Playing:
    """One game.  Chance answers by itself; each seat that is asked may be spelling a word."""

    def __init__(
        self, game: Game[Any], codes: Codes, options: Mapping[str, object], dice: Dice
    ) -> None:
        self.codes, self.dice = codes, dice
        self.s = game.new(codes.seats, options)
        self.words = [NO_WORD] * codes.seats
        self.roll()

    def roll(self) -> None:
        """Let chance answer until a seat is asked or the game is over."""
        s = self.s
        while s.turn == CHANCE:
            s.apply(CHANCE, s.sample(CHANCE, self.dice))

    def say(self, seat: int, code: int) -> None:
        """One allowed code of a seat that is asked; an answer that is whole is played."""
        self.words[seat] = self.codes.say(self.s, seat, self.words[seat], code)
        if self.words[seat] == NO_WORD:
            self.roll()

    def may_say(self, seat: int, code: int) -> bool:
        is_code = 0 <= code < self.codes.count
        return is_code and bool(allowed(self.codes, self.s, seat, self.words[seat])[code])

    def seen(self, seat: int) -> Any:
        """The observation of a seat."""
        return np.frombuffer(observed(self.codes, self.s, seat, self.words[seat]), np.uint8)

    def mask(self, seat: int) -> Any:
        """1 for each code that a seat may say now."""
        return np.frombuffer(allowed(self.codes, self.s, seat, self.words[seat]), np.int8)

    def rewards(self) -> list[float]:
        """At the end: shares of the win, less an even share; they add up to nothing."""
        return [share - 1 / self.codes.seats for share in self.s.scores()]

    def text(self, viewer: int = EVERYONE) -> str:
        """The table as text, as a viewer sees it; EVERYONE sees all cards."""
        names = [f"seat {seat}" for seat in range(self.codes.seats)]
        return "\n".join(self.s.game.picture(self.s.view(viewer), names, PLAIN))


def game_named(game: str | Game[Any]) -> Game[Any]:
    """A game by its name or place, or the game itself."""
    return trivet.game(game) if isinstance(game, str) else game
