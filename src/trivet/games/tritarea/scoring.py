"""Scoring a round: areas, the tallest building, declarations, and blocks left over."""

from typing import Final

from mypy_extensions import i64

from trivet.core.sets import each
from trivet.core.state import Step
from trivet.games.tritarea.buildings import GROUND, height, majority
from trivet.games.tritarea.pieces import (
    LEFT,
    ROUNDS,
    SEATS,
    SQUARES,
    SUIT_OF,
    SUITS,
    TALLEST,
    TALLEST_OF_MANY,
    VALUE_OF,
)  # fmt: skip
from trivet.games.tritarea.state import TriTArea

# A claim is a seat's standing in an area: 32 for each building that it tops + the height of the
# tallest of them, so that the greater claim ranks higher.  The claims on an area are one int, ten
# bits for each seat.
CLAIM: Final = 10
EVERY_CLAIM: Final = 1023
VISIBLE: Final = 32
TALL: Final = 31
UNRANKED: Final = 5


# --- Areas ----------------------------------------------------------------------------------------


class ScoreAreas(Step[TriTArea]):
    """TTA-51  First and second of each area take its points."""

    def begin(self, s: TriTArea) -> i64:
        for area in range(SUITS):
            claims = claims_on(s, area)
            for seat in range(SEATS):
                points = area_points(s, area, claims, seat)
                if points:
                    s.players[seat].points += points
                    s.tell("area", seat, area, points, rank(claims, seat))
        return 0


def claims_on(s: TriTArea, area: i64) -> i64:
    """TTA-50  Most blocks visible from above; tied: the tallest building topped in that area."""
    claims: i64 = 0
    for square in each(s.terms.squares[area]):
        building: i64 = s.buildings[square]
        if building != GROUND:
            place = CLAIM * (building & 3)
            rise = height(building) - (claims >> place & TALL)
            gain: i64 = VISIBLE
            if rise > 0:
                gain += rise
            claims += gain << place
    return claims


def area_points(s: TriTArea, area: i64, claims: i64, seat: i64) -> i64:
    """TTA-51  What a seat takes.  Tied for first: both prizes divided, rounded up, and no second;
    tied for second: the second prize divided, rounded up.  Without a visible block: nothing."""
    mine = claims >> CLAIM * seat & EVERY_CLAIM
    if not mine:
        return 0
    ahead: i64 = 0
    equal: i64 = 0
    for other in range(SEATS):
        claim = claims >> CLAIM * other & EVERY_CLAIM
        if claim > mine:
            ahead += 1
        elif claim == mine:
            equal += 1
    first: i64 = s.terms.first[area]
    second: i64 = s.terms.second[area]
    if ahead == 0:
        return first if equal == 1 else (first + second + equal - 1) // equal
    return (second + equal - 1) // equal if ahead == 1 else 0


def rank(claims: i64, seat: i64) -> i64:
    """TTA-55  1 is first; the tied share the better rank and use up the next."""
    mine = claims >> CLAIM * seat & EVERY_CLAIM
    if not mine:
        return UNRANKED
    place: i64 = 1
    for other in range(SEATS):
        if claims >> CLAIM * other & EVERY_CLAIM > mine:
            place += 1
    return place


# --- Buildings ------------------------------------------------------------------------------------


class ScoreTallest(Step[TriTArea]):
    """TTA-53  The majority of the tallest building scores; of several tallest, each less."""

    def begin(self, s: TriTArea) -> i64:
        top = tallest(s)
        if not top:
            return 0
        points = prize(s, top)
        for square in range(SQUARES):
            building: i64 = s.buildings[square]
            if height(building) == top:
                seat = majority(building)
                s.players[seat].points += points
                s.tell("tallest", seat, square, points, top)
        return 0


def tallest(s: TriTArea) -> i64:
    """The height of the tallest building."""
    top: i64 = 0
    for building in s.buildings:
        top = max(top, height(building))
    return top


def prize(s: TriTArea, top: i64) -> i64:
    """TTA-53  For each of the buildings of this height: one 10, two 6, three or more 4."""
    many: i64 = 0
    for building in s.buildings:
        if height(building) == top:
            many += 1
    return TALLEST_OF_MANY if many > 2 else i64(TALLEST[many])


# --- Declarations, and the end --------------------------------------------------------------------


class ScoreIntents(Step[TriTArea]):
    """TTA-54  First in the area of your Declaration of Intent: score its value.
    TTA-55  In round 3, third or lower: lose it."""

    def begin(self, s: TriTArea) -> i64:
        for seat in range(SEATS):
            player = s.players[seat]
            points = intent(s, claims_on(s, SUIT_OF[player.declared]), seat)
            player.points += points
            s.tell("intent", seat, player.declared, points)
        return 0


def intent(s: TriTArea, claims: i64, seat: i64) -> i64:
    """What a seat's declaration is worth, given the claims on its area."""
    value: i64 = VALUE_OF[s.players[seat].declared]
    place = rank(claims, seat)
    if place == 1:
        return value
    return -value if place > 2 and s.round == ROUNDS else 0


class BlocksLeft(Step[TriTArea]):
    """TTA-56  At the end of the game: -2 for each block left in stock."""

    def begin(self, s: TriTArea) -> i64:
        for seat in range(SEATS):
            player = s.players[seat]
            if player.stock:
                player.points -= player.stock * LEFT
                s.tell("unbuilt", seat, player.stock, player.stock * LEFT)
        return 0
