"""What is in the box: the city of 8x8 spaces, the zones, three types of tile, and the terms.

Spaces are numbered in reading order (a8 is 0, h1 is 63), sides clockwise from the north.  A set of
spaces has all 64 bits: see core/boards.py for what may be done with it.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.boards import BUT_LAST_COLUMN, BUT_LAST_ROW, near
from trivet.core.sets import bit

HOUSING: Final = 0  # TRI-3  the better tile has the lower number
COMMERCE: Final = 1
INDUSTRY: Final = 2
TILES: Final = 3  # types
TILE_NAMES: Final = ("Housing", "Commerce", "Industry")
TILE_LETTERS: Final = "HCI"
OF_EACH: Final = 24  # TRI-1
BOX: Final = OF_EACH * 0x01_01_01  # all 72 tiles, as a bag

# --- The city -----------------------------------------------------------------------------------

SPACES: Final = 64
OFF: Final = 64  # beyond the edge of the city
SIDES: Final = 4
HERE: Final = 4  # no side: the space itself


def _neighbour(cell: int, side: int) -> int:
    row, column = cell // 8 + (-1, 0, 1, 0)[side], cell % 8 + (0, 1, 0, -1)[side]
    return row * 8 + column if 0 <= row < 8 and 0 <= column < 8 else OFF


# By space x 5 + side; the fifth side is the space itself.
NEIGHBOUR: Final = bytes(
    [
        cell if side == HERE else _neighbour(cell, side)
        for cell in range(SPACES)
        for side in range(5)
    ]
)


def beyond(cells: i64, side: i64) -> i64:
    """The set moved one space towards a side; what leaves the city is gone."""
    if side == 0:
        return cells >> 8 & BUT_LAST_ROW
    if side == 1:
        return (cells & BUT_LAST_COLUMN) << 1
    if side == 2:
        return (cells & BUT_LAST_ROW) << 8
    if side == 3:
        return cells >> 1 & BUT_LAST_COLUMN
    return cells


def cells_from(rows: range, columns: range) -> i64:
    """The set of the spaces in these rows and columns."""
    found: i64 = 0
    for row in rows:
        for column in columns:
            found |= bit(row * 8 + column)
    return found


CITY: Final[i64] = cells_from(range(8), range(8))

LOW: Final = range(2)
HIGH: Final = range(6, 8)
ALL: Final = range(8)
ROWS: Final[list[i64]] = [cells_from(HIGH, ALL), cells_from(LOW, ALL)]
CORNERS: Final[list[i64]] = [  # clockwise from a1
    cells_from(HIGH, LOW),
    cells_from(LOW, LOW),
    cells_from(LOW, HIGH),
    cells_from(HIGH, HIGH),
]


def corner_of_three(seat: i64, starter: i64) -> i64:
    """TRI-2  The starting player has the corner between the two others; clockwise from a1."""
    place = (seat - starter + 3) % 3
    return (starter + (3 if place == 2 else place)) % 4


def nearest(cells: i64, among: i64) -> i64:
    """TRI-14  Of the second set, which is not empty, what lies nearest to the first."""
    reached = cells
    while not reached & among:
        reached |= near(reached)
    return reached & among


# --- Events: in the order of the rulebook; their table, with all effects, is in events/ ---------

EVENTS: Final = 19  # kinds
MARKET_CRASH: Final = 0
CONSTRUCTION_BOOM: Final = 1
REZONING: Final = 2
EMINENT_DOMAIN: Final = 3
HOSTILE_ACQUISITION: Final = 4
HOSTILE_EXPANSION: Final = 5
CONVERSION_PERMIT: Final = 6
URBAN_RENEWAL: Final = 7
SHELL_COMPANY: Final = 8
REINFORCEMENTS: Final = 9
DOUBLE_AGENT: Final = 10
UNION_STRIKE: Final = 11
INSIDER_TRADING: Final = 12
EXPEDITED_PERMITS: Final = 13
STAKEOUT: Final = 14
INSURANCE_CLAIM: Final = 15
BACKROOM_DEAL: Final = 16
RED_TAPE: Final = 17
HOSTILE_REZONING: Final = 18
IMMEDIATES: Final = 2  # the first kinds are Immediate, all others Tactical

# --- The terms ----------------------------------------------------------------------------------

QUIET: Final = 0  # TRI-51  what ends a game besides a full city and the last turn
PRINTED: Final = 1
EMPTY: Final = 2
PASSES: Final = 3
LAST_ROUND: Final = 4
ENDS: Final = ("quiet", "printed", "empty", "passes", "last_round")
BY_STARTER: Final = 0  # TRI-2  with three players, whose corner is nobody's: that opposite the
FOURTH_CORNERS: Final = ("starter", "fixed")  # starting player's, or always that of h1
LAST_TURN: Final = 200
LARGEST_HAND: Final = 12  # that can be agreed upon for the opening
HANDS: Final = ((5, 5), (5, 5, 5), (5, 5, 5, 5))  # TRI-4  by number of players and turn order
NO_LIMIT: Final = TILES * OF_EACH  # TRI-10


@final
class Terms:
    """The options of one game, settled."""

    def __init__(
        self,
        end: i64,
        last_turn: i64,
        hands: list[list[int]],
        hand_limit: i64,
        *,
        tactical_draft: bool,
        slow_agents: bool,
        secure_anywhere: bool,
        skips_are_quiet: bool,
        corners: i64,
    ) -> None:
        self.end: i64 = end  # TRI-51  one of ENDS
        self.last_turn: i64 = last_turn
        self.hands = hands  # TRI-4  rows for two, three and four players
        self.hand_limit: i64 = hand_limit  # TRI-10
        self.tactical_draft = tactical_draft  # TRI-6
        self.slow_agents = slow_agents  # TRI-30
        self.secure_anywhere = secure_anywhere  # TRI-31
        self.skips_are_quiet = skips_are_quiet  # TRI-51
        self.corners: i64 = corners  # TRI-2  one of FOURTH_CORNERS

    def hand(self, seats: i64, place: i64) -> i64:
        """TRI-4  Tiles of the opening hand of a place in turns."""
        found: i64 = self.hands[seats - 2][place]
        return found
