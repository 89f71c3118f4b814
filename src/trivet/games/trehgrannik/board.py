"""The planet: 49 hexes in seven parts, with tables of lines and neighbours.

The shape of the board is always the same, only the ground differs.  Hexes are numbered in reading
order, sides counterclockwise from the east: E, NE, NW, W, SW, SE, as one turn of a part goes.  A
set of hexes is one int (core/sets.py).
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.sets import bit, lowest

ROCK: Final = 0  # TRG-3  the ground of a hex
SAND: Final = 1
ICE: Final = 2
RIFT: Final = 3
PAD: Final = 4
GROUNDS: Final = ("Rock", "Sand", "Ice", "Rift", "Landing pad")
TERRAINS: Final = 3  # the first three can be built on

# TRG-7  The parts as drawn: the hex in the middle, then its ring from the east on.
CENTRE: Final = (PAD, ROCK, SAND, ICE, ROCK, SAND, ICE)
OUTER: Final = (
    (ROCK, RIFT, ROCK, SAND, SAND, ICE, ICE),  # A
    (ROCK, RIFT, SAND, SAND, ROCK, ICE, ICE),  # B
    (SAND, RIFT, SAND, ICE, ICE, ROCK, ROCK),  # C
    (SAND, RIFT, ICE, ICE, SAND, ROCK, ROCK),  # D
    (ICE, RIFT, ICE, ROCK, ROCK, SAND, SAND),  # E
    (ICE, RIFT, ROCK, ROCK, ICE, SAND, SAND),  # F
)
# TRG-7  The same with a second Rift opposite the first, instead of two hexes of each terrain.
TWO_RIFTS: Final = [[*row[:4], RIFT, *row[5:]] for row in OUTER]
PARTS: Final = 6  # outer parts; each has one place
TURNS: Final = 6
SIDES: Final = 6

STEPS: Final = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))  # q and r, by side
MIDDLES: Final = ((3, -1), (2, -3), (-1, -2), (-3, 1), (-2, 3), (1, 2))  # of the outer places


# --- The shape -----------------------------------------------------------------------------------


def _part(middle: tuple[int, int]) -> list[tuple[int, int]]:
    """A hex and its ring, as (row, place along it)."""
    q, r = middle
    return [(r, q)] + [(r + down, q + along) for along, down in STEPS]


SPOTS: Final = sorted(spot for middle in ((0, 0), *MIDDLES) for spot in _part(middle))
HEXES: Final = len(SPOTS)
NUMBER: Final = {spot: number for number, spot in enumerate(SPOTS)}
ALL: Final = (1 << HEXES) - 1
PAD_HEX: Final = NUMBER[0, 0]
ON_PAD: Final = 1 << PAD_HEX  # as a set
OFF_LINE: Final = 6  # the side of a hex that is on no straight line from here


def _line(hexagon: int, side: int) -> list[int]:
    """TRG-6  The hexes straight on from here, nearest first, up to the edge of the board."""
    along, down = STEPS[side]
    row, place = SPOTS[hexagon]
    found = []
    while (row + down, place + along) in NUMBER:
        row, place = row + down, place + along
        found.append(NUMBER[row, place])
    return found


def _set(hexes: list[int]) -> int:
    return sum(1 << hexagon for hexagon in hexes)


_RAYS: Final = [[_line(hexagon, side) for side in range(SIDES)] for hexagon in range(HEXES)]


def _side(here: int, there: int) -> int:
    sides = [side for side in range(SIDES) if there in _RAYS[here][side]]
    return sides[0] if sides else OFF_LINE


def _between(here: int, there: int) -> int:
    side = _side(here, there)
    ray = _RAYS[here][side] if side < SIDES else []
    return _set(ray[: ray.index(there)]) if ray else 0


def _onward(here: int, there: int) -> int:
    side = _side(here, there)
    ray = _RAYS[here][side] if side < SIDES else []
    return _set(ray[ray.index(there) :]) if ray else 0


NEAR: Final = [_set([ray[0] for ray in rays if ray]) for rays in _RAYS]  # adjacent hexes
RAYS: Final = [_set(ray) for rays in _RAYS for ray in rays]  # by here x 6 + side
LINES: Final = [sum(_set(ray) for ray in rays) for rays in _RAYS]  # hexes in a straight line
# By here x 49 + there:
SIDE: Final = bytes([_side(here, there) for here in range(HEXES) for there in range(HEXES)])
BETWEEN: Final = [_between(here, there) for here in range(HEXES) for there in range(HEXES)]
ONWARD: Final = [
    _onward(here, there) for here in range(HEXES) for there in range(HEXES)
]  # and there

EDGE: Final = _set([h for h in range(HEXES) if any(not ray for ray in _RAYS[h])])  # TRG-6
BY_PAD: Final = NEAR[PAD_HEX]
MIDDLE_PART: Final = bytes([NUMBER[spot] for spot in _part((0, 0))])
# The hex that each drawn hex of a part covers: (place x 6 + turns) x 7 + drawn hex
LIES: Final = bytes(
    [
        NUMBER[_part(middle)[0 if drawn == 0 else 1 + (drawn - 1 + turns) % TURNS]]
        for middle in MIDDLES
        for turns in range(TURNS)
        for drawn in range(7)
    ]
)


# --- The ground ----------------------------------------------------------------------------------


def lay_parts(outer: list[list[int]], laid: tuple[int, ...]) -> "Planet":
    """TRG-4  The planet of these parts, each place with its part x 6 + turns."""
    ground = [ROCK] * HEXES
    for drawn in range(7):
        ground[MIDDLE_PART[drawn]] = CENTRE[drawn]
    for place in range(PARTS):
        part, turns = divmod(laid[place], TURNS)
        row = outer[part]
        for drawn in range(7):
            ground[LIES[(place * TURNS + turns) * 7 + drawn]] = row[drawn]
    return Planet(bytes(ground))


@final
class Planet:
    """A board that is laid out.  Immutable: all copies of a state share it."""

    __slots__ = ("ground", "on", "land", "rifts", "by_rift", "groups", "coast", "reach", "across")

    def __init__(self, ground: bytes) -> None:
        self.ground = ground  # by hex
        rock: i64 = 0
        sand: i64 = 0
        ice: i64 = 0
        rifts: i64 = 0
        for hexagon in range(HEXES):
            here = bit(hexagon)
            kind: i64 = ground[hexagon]
            if kind == ROCK:
                rock |= here
            elif kind == SAND:
                sand |= here
            elif kind == ICE:
                ice |= here
            elif kind == RIFT:
                rifts |= here
        self.on: list[int] = [rock, sand, ice]  # the set of hexes of each terrain
        self.land: i64 = rock | sand | ice
        self.rifts: i64 = rifts
        self.groups: list[int] = rift_groups(rifts)
        self.by_rift: i64 = 0  # TRG-35  the land beside a Rift ...
        # ... and, by hex, the land beside any group of Rifts that the hex touches
        self.coast: list[int] = [0] * HEXES
        self._find_coasts()
        # TRG-22  Where a straight move may end, by hex; `across` where Rifts may be crossed
        self.reach: list[int] = [0] * HEXES
        self.across: list[int] = [0] * HEXES
        self._find_ways()

    def _find_coasts(self) -> None:
        for group in self.groups:
            shore = around(group) & self.land
            self.by_rift |= shore
            left = shore
            while left:
                self.coast[lowest(left)] |= shore
                left &= left - 1

    def _find_ways(self) -> None:
        for hexagon in range(HEXES):
            lines: i64 = LINES[hexagon]
            self.across[hexagon] = lines & ~self.rifts
            blocks = lines & self.rifts
            while blocks:
                lines &= ~ONWARD[hexagon * HEXES + lowest(blocks)]
                blocks &= blocks - 1
            self.reach[hexagon] = lines


def around(hexes: i64) -> i64:
    """The hexes adjacent to at least one hex of the set."""
    found: i64 = 0
    while hexes:
        found |= NEAR[lowest(hexes)]
        hexes &= hexes - 1
    return found


def rift_groups(rifts: i64) -> list[int]:
    """TRG-35  The groups of adjacent Rifts, each as a set."""
    groups: list[int] = []
    while rifts:
        group = rifts & -rifts
        grown = group | around(group) & rifts
        while grown != group:
            group = grown
            grown = group | around(group) & rifts
        groups.append(group)
        rifts ^= group
    return groups


NOWHERE: Final = Planet(bytes([ROCK] * HEXES))  # before the parts are laid
