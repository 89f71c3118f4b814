"""The value of a position at the start of a turn: Landmarks, the tiles for more of them, the draws
they bring, and some Events.  With three or four seats a Landmark beside a rival's is worth less to
both, since one may be turned against the other, and then a third player wins.

The weights were fitted to games of bots: for two seats to 10,000 games of the rollout policy, for
three to 2,173 and for four to 1,678 games of bots that searched a little.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.bags import count
from trivet.core.boards import area, near
from trivet.core.strategy import FAR
from trivet.games.trinity import cards
from trivet.games.trinity.pieces import (
    BACKROOM_DEAL,
    COMMERCE,
    CONSTRUCTION_BOOM,
    CONVERSION_PERMIT,
    EVENTS,
    EXPEDITED_PERMITS,
    HOUSING,
    INDUSTRY,
    INSIDER_TRADING,
    MARKET_CRASH,
    RED_TAPE,
)  # fmt: skip
from trivet.games.trinity.state import Trinity, Tycoon

FULL: Final = 58.0  # tiles in the Tile stack at the start

# The Events that have weights, in the order of the lists below.
TELLING: Final = (
    MARKET_CRASH, CONSTRUCTION_BOOM, CONVERSION_PERMIT, INSIDER_TRADING, EXPEDITED_PERMITS,
    BACKROOM_DEAL, RED_TAPE,
)  # fmt: skip


@final
class Odds:
    """Weights for one number of seats; "late" is added in proportion to the tiles drawn."""

    def __init__(
        self, mark: float, mark_late: float, mark_last: float, mark_end: float, unbuilt: float,
        draw: float, pair: float, pair_late: float, single: float, single_late: float, turn: float,
        turn_late: float, exposed: float, target: float, cards: list[float],
        cards_late: list[float],
    ) -> None:  # fmt: skip
        self.mark = mark  # a Landmark, or the tiles for one
        self.mark_late = mark_late
        self.mark_last = mark_last  # ... when hardly any tiles are left
        self.mark_end = mark_end  # ... and when none is
        self.unbuilt = unbuilt  # ... if it is not built yet, late
        self.draw = draw  # a tile of the next draw
        self.pair = pair  # two thirds of a trio beyond the whole ones
        self.pair_late = pair_late
        self.single = single
        self.single_late = single_late
        self.turn = turn  # for the mover: the others draw next
        self.turn_late = turn_late
        self.exposed = exposed  # a Landmark without Agents beside one of a rival's
        self.target = target  # a rival's that is so beside one's own
        self.cards = [0.0] * EVENTS  # an Event in hand, by kind
        self.cards_late = [0.0] * EVENTS  # ... and what it is late
        for place, kind in enumerate(TELLING):
            self.cards[kind] = cards[place]
            self.cards_late[kind] = cards_late[place]


DUEL: Final = Odds(
    1.24, -1.93, 1.33, -0.16, -0.28, -0.08, 0.6, -0.96, 0.2, -0.16, -0.49, 0.98, 0.0, 0.0,
    [0.3, 1.0, 0.3, 0.6, 0.2, 0.4, 0.4], [0.0, 0.7, 0.0, 0.15, 0.0, 0.2, 0.1],
)  # fmt: skip
THREE: Final = Odds(
    0.68, -0.04, 0.36, 0.29, -0.26, 0.12, 0.25, 0.07, 0.14, -0.01, -0.22, 0.16, -0.23, -0.06,
    [0.05, 0.71, 0.1, 0.4, 0.02, 0.29, 0.27], [0.01, 0.82, 0.03, 0.23, 0.12, 0.25, -0.15],
)  # fmt: skip
FOUR: Final = Odds(
    0.8, 0.37, 0.38, 0.24, -0.36, 0.23, 0.21, 0.3, 0.05, 0.15, -0.13, 0.11, -0.14, -0.11,
    [0.13, 0.66, 0.11, 0.37, 0.06, 0.37, 0.11], [0.33, 0.78, 0.05, 0.26, 0.15, 0.21, -0.06],
)  # fmt: skip


def odds_of(seats: i64) -> Odds:
    return DUEL if seats == 2 else THREE if seats == 3 else FOUR


def lateness(s: Trinity) -> float:
    """From 0 to 1 as the tiles are drawn."""
    return max(0.0, 1.0 - float(s.stack.size()) / FULL)


def hopes(s: Trinity) -> list[float]:
    """The value for each seat; one more means e times the share of the win."""
    odds = odds_of(s.seats)
    left = s.stack.size()
    late = max(0.0, 1.0 - float(left) / FULL)
    mark = odds.mark + odds.mark_late * late + odds.mark_last / (1.0 + float(left) / 10.0)
    if left == 0:
        mark += odds.mark_end
    fewest: i64 = FAR
    everyones: i64 = 0
    loose: i64 = 0
    for tycoon in s.tycoons:
        fewest = min(fewest, area(tycoon.marks) + trios(tycoon))
        everyones |= tycoon.marks
        loose |= tycoon.marks & ~tycoon.posts
    found = [0.0] * s.seats
    for turn in range(1, s.seats + 1):  # in the order in which they draw next
        seat = (s.mover + turn) % s.seats
        me = s.tycoons[seat]
        whole = trios(me)
        marks = area(me.marks) + whole
        draws = min(left, 2 + marks if marks == fewest else 1 + marks)
        left -= draws
        homes, shops, works = homes_of(me), shops_of(me), works_of(me)
        high = max(homes, shops)
        high = max(high, works)
        middle = homes + shops + works - whole - high
        hope = mark * float(marks) + odds.unbuilt * late * float(whole) + odds.draw * float(draws)
        hope += (odds.pair + odds.pair_late * late) * float(min(3, middle - whole))
        hope += (odds.single + odds.single_late * late) * float(min(4, high - middle))
        for held in me.held:
            kind = held & cards.KIND
            hope += odds.cards[kind] + late * (odds.cards_late[kind] - odds.cards[kind])
        exposed = me.marks & ~me.posts & near(everyones & ~me.marks)
        targets = loose & ~me.marks & near(me.marks)
        hope += odds.exposed * float(area(exposed)) + odds.target * float(area(targets))
        found[seat] = hope
    found[s.mover] += odds.turn + odds.turn_late * late
    return found


# --- For learning: the same as a sum of terms, each times a weight early and late -----------------

TERMS: Final = [
    "Landmarks and trios", "... as the last tiles go", "... with no tiles left", "trios unbuilt",
    "tiles of the next draw", "two thirds of a trio", "single tiles", "the turn",
    "Landmarks exposed", "Landmarks to attack", "Market Crash", "Construction Boom",
    "Conversion Permit", "Insider Trading", "Expedited Permits", "Backroom Deal", "Red Tape",
]  # fmt: skip


def terms(s: Trinity, seat: i64) -> list[float]:
    """The terms of a seat's value, in the order of TERMS."""
    left = s.stack.size()
    fewest: i64 = FAR
    for tycoon in s.tycoons:
        fewest = min(fewest, area(tycoon.marks) + trios(tycoon))
    rest = left
    draws: i64 = 0
    for turn in range(1, s.seats + 1):
        other = (s.mover + turn) % s.seats
        built = area(s.tycoons[other].marks) + trios(s.tycoons[other])
        draws = min(rest, 2 + built if built == fewest else 1 + built)
        rest -= draws
        if other == seat:
            break
    me = s.tycoons[seat]
    whole = trios(me)
    marks = float(area(me.marks) + whole)
    homes, shops, works = homes_of(me), shops_of(me), works_of(me)
    high = max(homes, shops)
    high = max(high, works)
    middle = homes + shops + works - whole - high
    everyones: i64 = 0
    loose: i64 = 0
    for tycoon in s.tycoons:
        everyones |= tycoon.marks
        loose |= tycoon.marks & ~tycoon.posts
    found = [
        marks,
        marks / (1.0 + float(left) / 10.0),
        marks if left == 0 else 0.0,
        float(whole),
        float(draws),
        float(min(3, middle - whole)),
        float(min(4, high - middle)),
        1.0 if s.mover == seat else 0.0,
        float(area(me.marks & ~me.posts & near(everyones & ~me.marks))),
        float(area(loose & ~me.marks & near(me.marks))),
    ]
    for event in TELLING:
        copies = 0.0
        for held in me.held:
            if held & cards.KIND == event:
                copies += 1.0
        found.append(copies)
    return found


def shipped(seats: i64) -> list[float]:
    """The shipped weights of TERMS, early and late in turn: what `trivet lab train` fits."""
    odds = odds_of(seats)
    found = [
        odds.mark, odds.mark + odds.mark_late, odds.mark_last, odds.mark_last, odds.mark_end,
        odds.mark_end, 0.0, odds.unbuilt, odds.draw, odds.draw, odds.pair,
        odds.pair + odds.pair_late, odds.single, odds.single + odds.single_late, odds.turn,
        odds.turn + odds.turn_late, odds.exposed, odds.exposed, odds.target, odds.target,
    ]  # fmt: skip
    for event in TELLING:
        found += [odds.cards[event], odds.cards_late[event]]
    return found


# --- Tiles --------------------------------------------------------------------------------------


def homes_of(tycoon: Tycoon) -> i64:
    """Housing in the city and in hand."""
    return area(tycoon.homes) + count(tycoon.hand, HOUSING)


def shops_of(tycoon: Tycoon) -> i64:
    return area(tycoon.shops) + count(tycoon.hand, COMMERCE)


def works_of(tycoon: Tycoon) -> i64:
    return area(tycoon.works) + count(tycoon.hand, INDUSTRY)


def trios(tycoon: Tycoon) -> i64:
    """How many Landmarks the tiles in the city and in hand could make."""
    fewest = min(homes_of(tycoon), shops_of(tycoon))
    return min(fewest, works_of(tycoon))  # compiled code has a `min` of two
