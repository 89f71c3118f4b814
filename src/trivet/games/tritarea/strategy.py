"""What bots know about Tri*T*Area: the value of a position, of a block and of a card.

The *margin* of a seat is its points less the mean of the others', if the round were scored now; the
scoring weighs more with every trick.  A *right* is worth what its best use adds to the margin.
"""

from math import exp, sqrt
from typing import Final, final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, nth, size
from trivet.core.state import NOBODY
from trivet.core.strategy import FAR, Strategy
from trivet.games.tritarea.buildings import height, holds, majority
from trivet.games.tritarea.pieces import (
    ADJACENT,
    CARD_OF,
    NOTHING,
    RANK_OF,
    RANKS,
    ROUNDS,
    SEATS,
    SUIT_OF,
    SUITS,
    TRICKS,
    VALUE_OF,
)  # fmt: skip
from trivet.games.tritarea.rules import (
    DECLINE,
    DEFAULT,
    Build,
    Deal,
    Declare,
    Extend,
    Lay,
    SetFive,
)  # fmt: skip
from trivet.games.tritarea.scoring import (
    CLAIM,
    area_points,
    claims_on,
    intent,
    prize,
    rank,
    tallest,
)  # fmt: skip
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of, rights

TRIALS: Final = 6  # random completions of the trick, to evaluate a card
THIRD: Final = 1.0 / 3.0
BUILDING: Final = 4  # answers after the last card of a trick, at most


@final
class Lore:
    """Parameters of the evaluation, in points; tuned in games between bots."""

    def __init__(self) -> None:
        self.firm: float = 0.15  # weight of the scoring before the first trick; it grows to 1
        self.visible: float = 0.2  # of an area's points, for a visible block; its weight falls to 0
        self.use: float = 0.9  # blocks that a player places in a trick, on average
        self.needed: float = 3.0  # value of a block in stock that will probably be placed
        self.spare: float = 0.2  # ... that will probably not
        self.unbuilt: float = -1.5  # ... that will probably not, in round 3
        self.first: float = 3.0  # average value of a right to one block
        self.second: float = 4.0  # ... to two
        self.others: float = 0.4  # cost of a right that another seat gets
        self.extreme: float = 0.6  # value of keeping a card, for each rank from the middle
        self.five: float = 3.0  # a 5 counts as this many ranks: it can be either extreme
        self.left: float = 0.5  # weight of the card left over in round 2
        self.sold: float = 3.0  # blocks to sell in round 3
        self.suit: float = 0.06  # a declaration's chance, for each rank from the middle in its suit
        self.doubt: float = 0.9  # ... less this constant


class TriTAreaStrategy(Strategy[TriTArea]):
    def __init__(self, lore: Lore) -> None:
        self.lore = lore

    def worth(self, s: TriTArea, seat: i64, choice: i64) -> float:
        lore = self.lore
        step = s.step
        if isinstance(step, Lay):
            return card_worth(lore, s, seat, choice)
        if isinstance(step, Build):
            return building_worth(lore, s, seat, choice)
        if isinstance(step, Extend):
            return extension_worth(lore, s, seat, choice)
        if isinstance(step, Declare):
            return declaration_worth(lore, s, seat, choice)
        if isinstance(step, SetFive):
            return value_worth(s, seat, choice)
        return -abs(float(choice) - lore.sold)

    def glance(self, s: TriTArea, seat: i64, choice: i64, dice: Dice) -> float:
        step = s.step
        if isinstance(step, Lay):
            return card_glance(self.lore, s, seat, choice, dice)
        if isinstance(step, Build) and choice != DEFAULT:
            twin = s.copy()
            twin.place(seat, choice & 15, 1 + (choice >> 4))
            return margin(self.lore, twin, seat)
        return self.worth(s, seat, choice)

    def is_chapter(self, s: TriTArea) -> bool:
        return isinstance(s.step, Deal)

    def is_settled(self, s: TriTArea) -> bool:
        return isinstance(s.step, Lay) and s.laid == 0

    def answers_left(self, s: TriTArea) -> i64:
        """In the last trick of a round: cards still to be laid, and two answers for each right."""
        if len(s.tricks) < TRICKS - 1:
            return FAR
        return SEATS - s.laid + BUILDING

    def value(self, s: TriTArea) -> list[float]:
        if s.turn == NOBODY:
            return s.scores()
        ahead = (ROUNDS - s.round + 1) * TRICKS - len(s.tricks)
        spread = 3.0 + 2.0 * sqrt(float(ahead))
        shares = [exp(margin(self.lore, s, seat) / spread) for seat in range(SEATS)]
        total = sum(shares)
        return [share / total for share in shares]

    def features(self, s: TriTArea, seat: i64) -> list[float]:
        """The terms of `margin`, in points."""
        areas = 0.0
        for suit in range(SUITS):
            areas += area_margin(self.lore, s, seat, suit)
        points = 0.0
        stock = 0.0
        for other in range(SEATS):
            weight = 1.0 if other == seat else -THIRD
            points += weight * float(s.players[other].points)
            stock += weight * stock_worth(self.lore, s, other)
        return [points, areas, tallest_margin(self.lore, s, seat), stock]

    def reasons(self, s: TriTArea) -> list[str]:
        return ["points", "hold on areas", "of the tallest building", "blocks to build with"]

    def progress(self, s: TriTArea) -> float:
        return float((s.round - 1) * TRICKS + len(s.tricks)) / float(ROUNDS * TRICKS)


# --- Cards ----------------------------------------------------------------------------------------


def card_worth(lore: Lore, s: TriTArea, seat: i64, face: i64) -> float:
    """The rights it wins now, less its price and the value of keeping it."""
    twin = s.copy()
    me = twin.players[seat]
    me.hand ^= bit(CARD_OF[face])
    first = best_building(lore, twin, seat, face, 1)
    second = best_building(lore, twin, seat, face, 2)
    dice = Dice(1)  # common random numbers: all cards meet the same completions
    worth = 0.0
    for _ in range(TRIALS):
        rh1, rh2 = rights(complete(twin, seat, face, dice), twin.leader)
        worth += first if rh1 == seat else -lore.others
        if rh2 != NOTHING:
            worth += second if rh2 == seat else -lore.others
    ahead = TRICKS - 1 - len(s.tricks)
    later = 1.0 if ahead >= 3 else float(ahead) / 3.0
    return (
        worth / float(TRIALS)
        - float(s.terms.price(face))
        - later * keeping(lore, CARD_OF[face])
        + (left_worth(lore, twin, seat) if s.round == 2 else 0.0)
    )


def card_glance(lore: Lore, s: TriTArea, seat: i64, face: i64, dice: Dice) -> float:
    """The same with one random completion and average values of rights."""
    rh1, rh2 = rights(complete(s, seat, face, dice), s.leader)
    worth = -float(s.terms.price(face))
    if rh1 == seat:
        worth += lore.first
    if rh2 == seat:
        worth += lore.second
    ahead = TRICKS - 1 - len(s.tricks)
    later = 1.0 if ahead >= 3 else float(ahead) / 3.0
    return worth - later * keeping(lore, CARD_OF[face])


def complete(s: TriTArea, seat: i64, face: i64, dice: Dice) -> i64:
    """The trick with the seat's face, completed by random cards of the seats after it."""
    trick = s.trick | face << 6 * seat
    for turn in range(s.laid + 1, SEATS):
        other = s.leader + turn & 3
        hand = s.players[other].hand
        trick |= nth(hand, dice.below(size(hand))) << 6 * other
    return trick


def keeping(lore: Lore, card: i64) -> float:
    """The value of keeping a card: low and high ones win rights, and a 5 can become either."""
    if card % RANKS == 4:
        return lore.five * lore.extreme
    return abs(float(card % RANKS - 4)) * lore.extreme


def left_worth(lore: Lore, s: TriTArea, seat: i64) -> float:
    """TTA-54  The value of the best card to be left with, as the areas stand."""
    best = 0.0
    for card in each(s.players[seat].hand):
        value: i64 = 8 if card % RANKS == 4 else card % RANKS + 1
        if float(value) > best and rank(claims_on(s, card // RANKS), seat) == 1:
            best = float(value)
    done = float(len(s.tricks) + 1) / float(TRICKS)
    return best * lore.left * done * done


def declaration_worth(lore: Lore, s: TriTArea, seat: i64, face: i64) -> float:
    """TTA-55  The low and high cards of a suit left in hand give the chance to be first there."""
    steps = 0.0
    declared: i64 = CARD_OF[face]
    for card in each(s.players[seat].hand):
        if card // RANKS == declared // RANKS and card != declared:
            steps += lore.five if card % RANKS == 4 else abs(float(card % RANKS - 4))
    chance = lore.suit * steps - lore.doubt
    price = float(s.terms.price(face))
    return float(VALUE_OF[face]) * chance - price - keeping(lore, declared)


def value_worth(s: TriTArea, seat: i64, face: i64) -> float:
    """TTA-54  No trick is left, so what the card pays is certain."""
    if rank(claims_on(s, SUIT_OF[face]), seat) == 1:
        return float(VALUE_OF[face]) - float(s.terms.price(face))
    return -float(s.terms.price(face))


# --- Buildings ------------------------------------------------------------------------------------


def building_worth(lore: Lore, s: TriTArea, seat: i64, choice: i64) -> float:
    """The margin after the answer, with the best additional block."""
    if choice == DEFAULT:
        return margin(lore, s, seat) - float(RANK_OF[face_of(s.trick, seat)])
    twin = s.copy()
    twin.place(seat, choice & 15, 1 + (choice >> 4))
    best = margin(lore, twin, seat)
    if twin.players[seat].stock and touches(twin, seat, choice & 15):
        for square in each(ADJACENT[choice & 15]):
            best = max(best, extension_worth(lore, twin, seat, square))
    return best


def extension_worth(lore: Lore, s: TriTArea, seat: i64, square: i64) -> float:
    """The margin after one more block there."""
    if square == DECLINE:
        return margin(lore, s, seat)
    twin = s.copy()
    twin.place(seat, square, 1)
    return margin(lore, twin, seat)


def touches(s: TriTArea, seat: i64, square: i64) -> bool:
    """TTA-33  Whether a block of the seat lies beside the square."""
    for beside in each(ADJACENT[square]):
        if holds(s.buildings[beside], seat):
            return True
    return False


def best_building(lore: Lore, s: TriTArea, seat: i64, face: i64, most: i64) -> float:
    """What the best use of a right with this face adds to the margin; at worst a default."""
    me = s.players[seat]
    stock, points = me.stock, me.points
    area: i64 = SUIT_OF[face]
    best = -float(RANK_OF[face])
    before = local_margin(lore, s, seat, area)
    for square in each(s.terms.squares[area]):
        building = s.buildings[square]
        for blocks in range(1, min(most, stock) + 1):
            s.place(seat, square, blocks)
            best = max(best, local_margin(lore, s, seat, area) - before)
            s.buildings[square] = building
            me.stock = stock
            me.points = points
    return best


# --- Margins --------------------------------------------------------------------------------------


def margin(lore: Lore, s: TriTArea, seat: i64) -> float:
    """A seat's points less the mean of the others', if the round were scored now."""
    total = tallest_margin(lore, s, seat)
    for area in range(SUITS):
        total += area_margin(lore, s, seat, area)
    for other in range(SEATS):
        own = float(s.players[other].points) + stock_worth(lore, s, other)
        total += own if other == seat else -own * THIRD
    return total


def local_margin(lore: Lore, s: TriTArea, seat: i64, area: i64) -> float:
    """The part of the margin that a seat's building in one area can change."""
    own = float(s.players[seat].points) + stock_worth(lore, s, seat)
    return own + area_margin(lore, s, seat, area) + tallest_margin(lore, s, seat)


def firmness(lore: Lore, s: TriTArea) -> float:
    return lore.firm + (1.0 - lore.firm) * float(len(s.tricks)) / float(TRICKS)


def area_margin(lore: Lore, s: TriTArea, seat: i64, area: i64) -> float:
    """What the area and its declarations would pay, weighted by `firmness`; the rest of the weight
    goes to visible blocks."""
    claims = claims_on(s, area)
    if not claims:
        return 0.0
    firm = firmness(lore, s)
    prizes = float(s.terms.first[area]) + float(s.terms.second[area])
    each_visible = (1.0 - firm) * lore.visible * prizes
    total = 0.0
    for other in range(SEATS):
        pay = area_points(s, area, claims, other)
        declared = s.players[other].declared
        if declared != NOTHING and i64(SUIT_OF[declared]) == area:
            pay += intent(s, claims, other)
        visible = claims >> CLAIM * other + 5 & 31
        own = firm * float(pay) + each_visible * float(visible)
        total += own if other == seat else -own * THIRD
    return total


def tallest_margin(lore: Lore, s: TriTArea, seat: i64) -> float:
    top = tallest(s)
    if not top:
        return 0.0
    points = firmness(lore, s) * float(prize(s, top))
    total = 0.0
    for building in s.buildings:
        if height(building) == top:
            total += points if majority(building) == seat else -points * THIRD
    return total


def stock_worth(lore: Lore, s: TriTArea, seat: i64) -> float:
    """The value of blocks that will probably be placed, and of those that will not."""
    stock = float(s.players[seat].stock)
    needed = lore.use * float(TRICKS - len(s.tricks))
    if stock <= needed:
        return stock * lore.needed
    spare = lore.unbuilt if s.round == ROUNDS else lore.spare
    return needed * lore.needed + (stock - needed) * spare


STANDARD: Final = Lore()
