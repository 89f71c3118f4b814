"""The Tile stack: on top maybe a few tiles that a seat has looked at, then the unseen ones, and at
the bottom those that were put there openly, in an order that everyone knows.

The unseen part is a bag: chance decides a tile when a seat is about to see it.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.bags import nth, one, total
from trivet.core.dice import Dice
from trivet.core.sets import bit, has
from trivet.games.trinity.pieces import BOX

KIND: Final = 3  # a tile near the top is a byte: its type, who has looked at it, whether all know
LOOKERS: Final = 2  # where the set of seats begins
OPEN: Final = 64
BYTE: Final = [bytes([number]) for number in range(256)]


@final
class Stack:
    __slots__ = ("top", "unseen", "bottom")

    def __init__(self, top: bytes, unseen: i64, bottom: bytes) -> None:
        self.top = top  # decided tiles, the next to be drawn first
        self.unseen: i64 = unseen  # a bag
        self.bottom = bottom  # the next to be drawn first

    def copy(self) -> "Stack":
        return Stack(self.top, self.unseen, self.bottom)

    # --- what is in it --------------------------------------------------------------------------

    def size(self) -> i64:
        return len(self.top) + total(self.unseen) + len(self.bottom)

    def is_empty(self) -> bool:
        return not self.unseen and not self.top and not self.bottom

    def has_unseen(self) -> bool:
        """Whether some tile in it does not lie there openly."""
        return self.unseen != 0 or len(self.top) != 0

    def contents(self) -> i64:
        """All its tiles, as a bag: TRI-16, everyone can work that out."""
        tiles = self.unseen
        for tile in self.top:
            tiles += one(tile & KIND)
        for tile in self.bottom:
            tiles += one(tile)
        return tiles

    # --- what is done with it -------------------------------------------------------------------

    def bury(self, tile: i64) -> None:
        """TRI-16  A tile goes to the bottom, openly."""
        self.bottom = self.bottom + BYTE[tile]

    def bury_all(self, tiles: bytes) -> None:
        """TRI-38  Several tiles go to the bottom, the first one first."""
        self.bottom = self.bottom + tiles

    def is_next_decided(self) -> bool:
        """Whether the next tile is there without asking chance."""
        return len(self.top) != 0 or (not self.unseen and len(self.bottom) != 0)

    def pop(self) -> i64:
        """Draw the next tile, which is decided: its type, and OPEN if all knew it."""
        if self.top:
            tile: i64 = self.top[0]
            self.top = self.top[1:]
            return tile & (KIND | OPEN)
        tile = self.bottom[0]
        self.bottom = self.bottom[1:]
        return tile | OPEN

    def decide(self, tile: i64) -> None:
        """Chance has spoken: an unseen tile now lies below the others that are decided."""
        self.unseen -= one(tile)
        self.top = self.top + BYTE[tile]

    def show(self, seat: i64, tiles: i64) -> None:
        """A seat looks at the first decided tiles, `tiles` of them."""
        shown = b""
        for place, tile in enumerate(self.top):
            shown += BYTE[tile | bit(LOOKERS + seat)] if place < tiles else BYTE[tile]
        self.top = shown

    def lift(self, tiles: i64) -> None:
        """Move tiles from the bottom to those on top, until there are `tiles` of them."""
        while i64(len(self.top)) < tiles:
            self.top = self.top + BYTE[self.bottom[0] | OPEN]
            self.bottom = self.bottom[1:]

    def take(self, place: i64) -> i64:
        """Take out one of the decided tiles, counted from the top."""
        tile: i64 = self.top[place]
        self.top = self.top[:place] + self.top[place + 1 :]
        return tile & KIND

    def swap(self) -> None:
        """The two tiles on top change places."""
        self.top = BYTE[self.top[1]] + BYTE[self.top[0]] + self.top[2:]

    def sink(self) -> None:
        """What lies openly right above the bottom belongs to the bottom."""
        while not self.unseen and self.top and self.top[-1] & OPEN:
            self.bottom = BYTE[self.top[-1] & KIND] + self.bottom
            self.top = self.top[:-1]

    def shuffle(self) -> None:
        """Nobody knows anything about the order any more."""
        self.unseen = self.contents()
        self.top = b""
        self.bottom = b""

    # --- who knows what -------------------------------------------------------------------------

    def imagine(self, seat: i64, dice: Dice) -> None:
        """Draw anew what a seat has not looked at: TRI-16, who has looked is known to all."""
        if not self.top:
            return
        for tile in self.top:
            if not is_known(tile, seat):
                self.unseen += one(tile & KIND)
        imagined = b""
        for tile in self.top:
            if not is_known(tile, seat):
                kind = nth(self.unseen, dice.below(total(self.unseen)))
                self.unseen -= one(kind)
                tile = tile & ~KIND | kind
            imagined += BYTE[tile]
        self.top = imagined


def is_known(tile: i64, seat: i64) -> bool:
    """Whether a seat knows this tile near the top."""
    return has(tile, LOOKERS + seat) or tile & OPEN != 0


def full_stack() -> Stack:
    return Stack(b"", BOX, b"")
