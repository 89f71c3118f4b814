"""The rollout policy: build every Landmark there are tiles for, play the Events that help at once,
and with two seats take over Landmarks beside one's own.  It must be fast.

A Landmark near a rival leaves it less room and comes within reach.  With two seats it is good to
trade a Landmark for a Landmark, and the first to strike decides which.  With more seats the others
gain by the trade, and with four one of the neighbours strikes sooner or later.  So the policy
builds as near to rivals as it can, but with four seats as far from them as it can.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count, total
from trivet.core.boards import BUT_LAST_COLUMN, BUT_LAST_ROW, first_cell, near
from trivet.core.sets import bit, has
from trivet.core.strategy import NONE
from trivet.games.trinity import cards
from trivet.games.trinity.agents import Act, Commit, committable, within_reach
from trivet.games.trinity.develop import CONVERT, DONE, END, TAKE, Develop, sites
from trivet.games.trinity.events.cards import PLAY
from trivet.games.trinity.events.desk import KEPT, LEAVE, PutBack
from trivet.games.trinity.landmarks import Landmarks
from trivet.games.trinity.pieces import (
    BACKROOM_DEAL,
    COMMERCE,
    CONSTRUCTION_BOOM,
    CONVERSION_PERMIT,
    EXPEDITED_PERMITS,
    HOUSING,
    INDUSTRY,
    INSIDER_TRADING,
    MARKET_CRASH,
    RED_TAPE,
    SPACES,
    TILES,
    nearest,
)  # fmt: skip
from trivet.games.trinity.state import Trinity, Tycoon

CROWD: Final = 4  # seats with which the policy keeps away from rivals


def habit(s: Trinity, seat: i64) -> i64:
    """The policy's answer; NONE where the answers have to be valued."""
    step = s.step
    if isinstance(step, Develop):
        return develop(s, seat)
    if isinstance(step, Act):
        return act(s, seat)
    if isinstance(step, Commit):
        return first_cell(committable(s))
    if isinstance(step, Landmarks):
        return s.options(seat)[0]
    return LEAVE if isinstance(step, PutBack) else NONE


def develop(s: Trinity, seat: i64) -> i64:
    me = s.tycoons[seat]
    if me.hand:
        choice = placement(s, seat)
        if choice != NONE:
            return PLAY + EXPEDITED_PERMITS if is_held(me, EXPEDITED_PERMITS) else choice
    if is_held(me, CONVERSION_PERMIT):
        choice = stand_in(s, seat)
        if choice != NONE:
            return choice
    choice = event(s, seat) if me.held else NONE
    return DONE if choice == NONE else choice


def act(s: Trinity, seat: i64) -> i64:
    if s.has_strike:
        return END
    me = s.tycoons[seat]
    if me.posts:
        reach = within_reach(s, seat) & rivals_landmarks(s, seat)
        if reach:
            return TAKE + first_cell(reach)
    if s.seats == 2 and not s.stack.is_empty():
        rival = s.tycoons[1 - seat]
        beside = me.marks & near(rival.marks & ~rival.posts)
        if beside and not rival.is_insured:
            return CONVERT + first_cell(beside)
    return END


# --- Tiles --------------------------------------------------------------------------------------


def placement(s: Trinity, seat: i64) -> i64:
    """The next tile of a Landmark that can be built this turn."""
    me = s.tycoons[seat]
    empty = s.empty()
    if me.basic():
        choice = last_tile(me, empty)
        if choice == NONE:
            choice = middle_tile(s, seat, empty)
        if choice != NONE:
            return choice
    hand = me.hand
    if count(hand, HOUSING) and count(hand, COMMERCE) and count(hand, INDUSTRY):
        return beginning(s, seat)
    return NONE


def last_tile(me: Tycoon, empty: i64) -> i64:
    """The tile that completes a trio of which two tiles lie in the city."""
    homes, shops, works = me.homes, me.shops, me.works
    if count(me.hand, INDUSTRY):
        cells = near(homes & near(shops)) & empty
        if cells:
            return INDUSTRY * SPACES + first_cell(cells)
    if count(me.hand, COMMERCE):
        cells = near(homes & near(works)) & empty
        if cells:
            return COMMERCE * SPACES + first_cell(cells)
    if count(me.hand, HOUSING):
        cells = near(shops) & near(works) & empty
        if cells:
            return HOUSING * SPACES + first_cell(cells)
    return NONE


def middle_tile(s: Trinity, seat: i64, empty: i64) -> i64:
    """The second tile of a trio of which one lies in the city and the third is in hand."""
    me = s.tycoons[seat]
    home = count(me.hand, HOUSING) != 0
    shop = count(me.hand, COMMERCE) != 0
    work = count(me.hand, INDUSTRY) != 0
    if shop and work:
        cells = near(me.homes & roomy(empty)) & empty
        if cells:
            return COMMERCE * SPACES + first_cell(cells)
    if home and work:
        cells = near(me.shops) & near(empty) & empty
        if cells:
            return HOUSING * SPACES + towards_rivals(s, seat, cells)
    if home and shop:
        cells = near(me.works) & near(empty) & empty
        if cells:
            return HOUSING * SPACES + towards_rivals(s, seat, cells)
    return NONE


def beginning(s: Trinity, seat: i64) -> i64:
    """The first tile of a Landmark: the Housing, or a Commerce that leads to the space for it."""
    empty = s.empty()
    beside = sites(s, seat)
    quiet = beside & roomy(empty)
    if quiet and s.seats == CROWD:
        return HOUSING * SPACES + far_from_rivals(s, seat, quiet)
    cells = quiet | near(beside) & roomy(empty) & empty
    if not cells:
        return NONE
    cell = towards_rivals(s, seat, cells)
    if has(beside, cell):
        return HOUSING * SPACES + cell
    return COMMERCE * SPACES + first_cell(near(bit(cell)) & beside)


def towards_rivals(s: Trinity, seat: i64, cells: i64) -> i64:
    """One of these spaces that is nearest to rivals."""
    return first_cell(nearest(rivals_ground(s, seat), cells))


def far_from_rivals(s: Trinity, seat: i64, cells: i64) -> i64:
    """One of these spaces that is farthest from rivals."""
    reached = rivals_ground(s, seat)
    while cells & ~reached:
        cells &= ~reached
        reached |= near(reached)
    return first_cell(cells)


def rivals_ground(s: Trinity, seat: i64) -> i64:
    """What rivals have in the city, or else their zones."""
    ground: i64 = 0
    for other in range(s.seats):
        if other != seat:
            ground |= s.tycoons[other].properties()
    if not ground:
        for other in range(s.seats):
            if other != seat:
                ground |= s.zone(other)
    return ground


def stand_in(s: Trinity, seat: i64) -> i64:
    """The next step towards a Landmark whose Commerce or Industry is another tile at first, until a
    Conversion Permit exchanges it."""
    me = s.tycoons[seat]
    left = s.stack.contents()
    empty = s.empty()
    home = count(me.hand, HOUSING)
    for side in (COMMERCE, INDUSTRY):
        if not count(left, COMMERCE + INDUSTRY - side):
            continue
        middle = me.homes & near(me.shops if side == COMMERCE else me.works)
        if middle & roomy(me.basic()):
            return PLAY + CONVERSION_PERMIT
        beside = count(me.hand, side)
        if middle and home + beside:
            cells = near(middle) & empty
            if cells:
                return (HOUSING if home > beside else side) * SPACES + first_cell(cells)
        if beside and home + beside > 1:
            cells = near(me.homes & roomy(empty)) & empty
            if cells:
                return side * SPACES + first_cell(cells)
            cells = sites(s, seat) & roomy(empty)
            if cells and home and home + beside > 2:
                return HOUSING * SPACES + first_cell(cells)
    return NONE


def rivals_landmarks(s: Trinity, seat: i64) -> i64:
    cells: i64 = 0
    for other in range(s.seats):
        if other != seat:
            cells |= s.tycoons[other].marks
    return cells


def roomy(empty: i64) -> i64:
    """All spaces with at least two empty ones beside them."""
    north = empty >> 8 & BUT_LAST_ROW
    south = (empty & BUT_LAST_ROW) << 8
    west = empty >> 1 & BUT_LAST_COLUMN
    east = (empty & BUT_LAST_COLUMN) << 1
    return north & south | west & east | (north | south) & (west | east)


# --- Events -------------------------------------------------------------------------------------


def is_held(me: Tycoon, kind: i64) -> bool:
    """Whether it can be played this turn."""
    for held in me.held:
        if held & cards.KIND == kind and not held & cards.NEW:
            return True
    return False


def event(s: Trinity, seat: i64) -> i64:
    """An Event that helps at once."""
    me = s.tycoons[seat]
    for held in me.held:
        if not held & cards.NEW:
            kind: i64 = held & cards.KIND
            if helps(s, seat, kind):
                return PLAY + kind
    return NONE


def helps(s: Trinity, seat: i64, kind: i64) -> bool:
    if kind in (CONSTRUCTION_BOOM, INSIDER_TRADING):
        return not s.stack.is_empty()
    if kind == RED_TAPE:
        return most_tiles(s, seat, RED_TAPE) > KEPT
    if kind == MARKET_CRASH:
        return total(s.tycoons[seat].hand) <= KEPT and most_tiles(s, seat, MARKET_CRASH) > KEPT + 1
    return kind == BACKROOM_DEAL and can_deal(s, seat)


def most_tiles(s: Trinity, seat: i64, kind: i64) -> i64:
    """The size of the largest hand of a rival (that is not tied up yet)."""
    most: i64 = 0
    for other in range(s.seats):
        rival = s.tycoons[other]
        if other != seat and not (kind == RED_TAPE and rival.is_tied_up):
            most = max(most, total(rival.hand))
    return most


def can_deal(s: Trinity, seat: i64) -> bool:
    """Whether one tile of a rival's, for one to spare, makes a trio."""
    me = s.tycoons[seat]
    lacking: i64 = NONE
    spare = False
    for tile in range(TILES):
        tiles = count(me.hand, tile)
        if tiles == 0:
            if lacking != NONE:
                return False
            lacking = tile
        elif tiles > 1:
            spare = True
    if lacking == NONE or not spare:
        return False
    for other in range(s.seats):
        if other != seat and count(s.tycoons[other].hand, lacking):
            return True
    return False
