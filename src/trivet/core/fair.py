"""Dice that anyone can check after the game: every draw follows from a committed seed.

The commitment SHA-256("commit SEED TABLE") is shown at the start and the seed at the end.  Draw n
is the first eight bytes of HMAC-SHA-256(seed, "draw TABLE SALT n"); a number so high that it would
bias the result is skipped.  SEED is written in hexadecimal; SALT comes from the players, "-" if
there is none.  TABLE and SALT are one word each, so that no two draws hash the same text.

Players seal their salts first, as SHA-256("salt SALT TABLE SEAT"), and open them once all seals are
known: so nobody, the server included, can choose a salt that suits the others'.
"""

import hashlib
import hmac
from collections.abc import Sequence

SEED_BYTES = 32
SPAN = 1 << 64  # a draw is a number below this


def commitment(seed: bytes, table: str) -> str:
    """The hash shown before the first draw: it binds the seed and reveals nothing about it."""
    return hashlib.sha256(f"commit {seed.hex()} {table}".encode()).hexdigest()


def seal_of(salt: str, table: str, seat: str) -> str:
    """The hash by which a player commits to a salt, before anybody's salt is known."""
    return hashlib.sha256(f"salt {salt} {table} {seat}".encode()).hexdigest()


def is_one_word(text: str) -> bool:
    """Whether the text is printable, not empty, and without blanks."""
    return text.isprintable() and text.split() == [text]


class FairDice:
    """The draws of one table, from its seed, name and salt."""

    def __init__(self, seed: bytes, table: str, salt: str = "") -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        if not is_one_word(table) or not is_one_word(salt or "-"):
            raise ValueError("the name of a table and the salt are one word each, without blanks")
        self._seed, self._table, self._salt = seed, table, salt or "-"
        self.draws = 0

    def below(self, count: int) -> int:
        """One of 0, 1, ..., count - 1, all equally likely."""
        while True:
            number = self._draw()
            if number < SPAN - SPAN % count:
                return number % count

    def weighted(self, odds: Sequence[int]) -> int:
        """A random index; the odds are weights."""
        whole = sum(odds)
        if whole < 1 or min(odds) < 0:
            raise ValueError("odds are whole numbers from 0 on, and at least one is above 0")
        rest = self.below(whole)
        index = 0
        while rest >= odds[index]:
            rest -= odds[index]
            index += 1
        return index

    def _draw(self) -> int:
        text = f"draw {self._table} {self._salt} {self.draws}"
        self.draws += 1
        digest = hmac.new(self._seed, text.encode(), hashlib.sha256).digest()
        return int.from_bytes(digest[:8], "big")
