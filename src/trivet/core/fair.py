"""Dice that anyone can check after the game: every draw follows from a seed committed to before.

The commitment SHA-256("commit SEED TABLE") is shown at the start and the seed at the end.  Draw n
is the first eight bytes of HMAC-SHA-256(seed, "draw TABLE SALT n"); a number too high to be fair
is passed over.  SEED is written in hexadecimal; SALT is what the players mixed in, "-" if nothing.
TABLE and SALT are one word each, so that no two draws are asked for in the same letters.
"""

import hashlib
import hmac
from collections.abc import Sequence

SEED_BYTES = 32
SPAN = 1 << 64  # a draw is a number below this


def commitment(seed: bytes, table: str) -> str:
    """What is shown before the first draw: it binds the seed and tells nothing about it."""
    return hashlib.sha256(f"commit {seed.hex()} {table}".encode()).hexdigest()


def is_one_word(text: str) -> bool:
    """Whether there is something to read in it, and nothing that divides or hides."""
    return text.isprintable() and text.split() == [text]


class FairDice:
    def __init__(self, seed: bytes, table: str, salt: str = "") -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        if not is_one_word(table) or not is_one_word(salt or "-"):
            raise ValueError("the name of a table, and salt, is one word without blanks")
        self._seed, self._table, self._salt = seed, table, salt or "-"
        self.drawn = 0

    def below(self, count: int) -> int:
        """One of 0, 1, ..., count - 1, all equally likely."""
        while True:
            number = self._draw()
            if number < SPAN - SPAN % count:
                return number % count

    def weighted(self, odds: Sequence[int]) -> int:
        """An index, as often as its odds say."""
        whole = sum(odds)
        if whole < 1 or min(odds) < 0:
            raise ValueError("odds are whole numbers, and one of them is above zero")
        rest = self.below(whole)
        index = 0
        while rest >= odds[index]:
            rest -= odds[index]
            index += 1
        return index

    def _draw(self) -> int:
        text = f"draw {self._table} {self._salt} {self.drawn}"
        self.drawn += 1
        digest = hmac.new(self._seed, text.encode(), hashlib.sha256).digest()
        return int.from_bytes(digest[:8], "big")
