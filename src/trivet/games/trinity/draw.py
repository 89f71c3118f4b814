"""Tiles come out of the Tile stack: drawn openly, or looked at by one player."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count, nth, one, sorts, total
from trivet.core.dice import Dice
from trivet.core.state import CHANCE, Step, only, plan
from trivet.games.trinity.stack import KIND, OPEN
from trivet.games.trinity.state import Trinity

LOOK: Final = 3  # TRI-82, TRI-84  how many tiles are looked at


class UnseenTile(Step[Trinity]):
    """Chance decides a tile of the unseen part of the Tile stack."""

    what = "tile"

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return sorts(s.stack.unseen)

    def odds(self, s: Trinity) -> list[int]:
        unseen = s.stack.unseen
        return [count(unseen, tile) for tile in sorts(unseen)]

    def sample(self, s: Trinity, seat: i64, dice: Dice) -> i64:
        unseen = s.stack.unseen
        return nth(unseen, dice.below(total(unseen)))


class DrawTiles(UnseenTile):
    """TRI-4, TRI-10, TRI-71  The tiles due are drawn, openly; if fewer are left, those."""

    def begin(self, s: Trinity) -> i64:
        stack = s.stack
        while s.drawing and stack.is_next_decided():
            tile = stack.pop()
            if not tile & OPEN:
                s.reveal()
            draw(s, tile & KIND)
        if s.drawing and stack.unseen:
            return only(CHANCE)
        s.drawing = 0
        return 0

    def then(self, s: Trinity, seat: i64, tile: i64) -> None:
        stack = s.stack
        stack.unseen -= one(tile)
        draw(s, tile)
        if s.drawing and stack.unseen and not stack.is_next_decided():
            s.ask(CHANCE)
        else:
            s.next(DRAW)


def draw(s: Trinity, tile: i64) -> None:
    s.tycoons[s.drawer].hand += one(tile)
    s.drawing -= 1
    s.tell("drew", s.drawer, tile)


class Look(UnseenTile):
    """TRI-82, TRI-84  The player of the Event looks at the top 3, or at what there is."""

    def begin(self, s: Trinity) -> i64:
        stack = s.stack
        if len(stack.top) < LOOK and stack.unseen:
            return only(CHANCE)
        stack.show(s.player, LOOK)
        for place, tile in enumerate(stack.top[:LOOK]):
            s.tell("looked", s.player, place, tile & KIND, to=s.player)
        return 0

    def then(self, s: Trinity, seat: i64, tile: i64) -> None:
        s.stack.decide(tile)
        s.next(LOOK_ON)


DRAW: Final = plan(DrawTiles())
LOOK_ON: Final = plan(Look())
