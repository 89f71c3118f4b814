"""Landmarks: they build themselves wherever a trio stands, and can be turned into Headquarters."""

from typing import Final

from mypy_extensions import i64

from trivet.core.boards import area, cells_of, first_cell, near
from trivet.core.sets import bit, has
from trivet.core.state import Objection, Step, only, plan
from trivet.games.trinity.events.cards import DrawEvents
from trivet.games.trinity.pieces import (
    COMMERCE,
    HOUSING,
    INDUSTRY,
    NEIGHBOUR,
    OFF,
    SIDES,
    SPACES,
)  # fmt: skip
from trivet.games.trinity.stack import BYTE
from trivet.games.trinity.state import Trinity, Tycoon
from trivet.games.trinity.words import NO_HOUSING, NO_TRIO

SEVERAL: Final = -1  # trios


class Landmarks(Step[Trinity]):
    """TRI-20  An own H orthogonally adjacent to an own C and an own I becomes a Landmark.
    TRI-21  By itself, on anyone's turn; of several trios the tiles' owner picks, one at a time,
    until none is left.  TRI-26  Clockwise from the player whose turn it is."""

    what = "landmark"  # the answer is the H's space x 16 + side of the C x 4 + side of the I
    code: i64 = 936

    def begin(self, s: Trinity) -> i64:
        for turn in range(s.seats):
            seat = (s.mover + turn) % s.seats
            homes = s.tycoons[seat].due()
            if homes:
                trio = only_trio(s.tycoons[seat], homes)
                if trio == SEVERAL:
                    return only(seat)
                build(s, seat, trio)
                return 0
        return 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return trios(s.tycoons[seat])

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < 16 * SPACES and not has(s.tycoons[seat].homes, choice // 16):
            return Objection("TRI-20", NO_HOUSING.say())
        return Objection("TRI-20", NO_TRIO.say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        build(s, seat, choice)


def trios(tycoon: Tycoon) -> list[int]:
    """All trios that stand."""
    found: list[int] = []
    for home in cells_of(tycoon.due()):
        for a in range(SIDES):
            shop: i64 = NEIGHBOUR[home * 5 + a]
            if shop != OFF and has(tycoon.shops, shop):
                for b in range(SIDES):
                    works: i64 = NEIGHBOUR[home * 5 + b]
                    if works != OFF and has(tycoon.works, works):
                        found.append(home * 16 + a * 4 + b)
    return found


def only_trio(tycoon: Tycoon, homes: i64) -> i64:
    """The trio of these Housings, which have one; SEVERAL if they have more."""
    home = first_cell(homes)
    around = near(bit(home))
    shops, works = around & tycoon.shops, around & tycoon.works
    if area(homes) + area(shops) + area(works) > 3:
        return SEVERAL
    return home * 16 + side_of(home, first_cell(shops)) * 4 + side_of(home, first_cell(works))


def side_of(home: i64, cell: i64) -> i64:
    """The side on which a space is a neighbour of another."""
    side: i64 = 0
    while NEIGHBOUR[home * 5 + side] != cell:
        side += 1
    return side


def build(s: Trinity, seat: i64, trio: i64) -> None:
    """TRI-20  The trio stacks on the H's space; TRI-22 Agents stay where they are."""
    home = trio // 16
    me = s.tycoons[seat]
    me.homes ^= bit(home)
    me.shops ^= bit(NEIGHBOUR[home * 5 + trio // 4 % 4])
    me.works ^= bit(NEIGHBOUR[home * 5 + trio % 4])
    me.marks |= bit(home)
    s.builder = seat
    s.earned = 1 + s.permits if seat == s.mover else 1  # TRI-83
    s.tell("built", seat, home)
    s.next(AFTER_LANDMARK)


AFTER_LANDMARK: Final = plan(DrawEvents(), Landmarks())  # TRI-26

# --- Headquarters -------------------------------------------------------------------------------

TRIO: Final = BYTE[INDUSTRY] + BYTE[COMMERCE] + BYTE[HOUSING]  # TRI-33  the H is on top


def convert(s: Trinity, seat: i64, cell: i64) -> None:
    """TRI-24  A Landmark becomes a Headquarters; TRI-33 those that secured it stay on top."""
    me = s.tycoons[seat]
    me.marks ^= bit(cell)
    me.posts |= bit(cell)
    s.stand(cell, TRIO + s.agents[cell])
    if s.terms.slow_agents:
        s.resting |= bit(cell)
        s.ready &= ~bit(cell)
    else:
        s.ready |= bit(cell)
    s.is_quiet = False
    s.tell("converted", seat, cell)
