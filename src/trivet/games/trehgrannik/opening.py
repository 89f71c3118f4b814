"""Trehgrannik, before the first turn: the first cards, the mats, the planet and the lot."""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each
from trivet.core.state import CHANCE, Step, only, plan
from trivet.games.trehgrannik.board import PARTS, TURNS, lay_parts
from trivet.games.trehgrannik.cards import Cards
from trivet.games.trehgrannik.pieces import EFFECTS, FIRST_HAND, PILES, START_PRODUCTION
from trivet.games.trehgrannik.state import NOTHING, Side, Trehgrannik


class TurnUp(Step[Trehgrannik]):
    """Chance says which card comes off a pile."""

    def pile(self, s: Trehgrannik) -> Cards:
        return s.deck

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(self.pile(s).kinds)

    def odds(self, s: Trehgrannik) -> list[int]:
        return self.pile(s).counts()

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        pile = self.pile(s)
        return pile.nth(dice.below(pile.size))


class DealProduction(TurnUp):
    """TRG-10  Three Production cards to each player, in secret; nobody sees the rest, which
    stays in the box."""

    what = "deal"

    def pile(self, s: Trehgrannik) -> Cards:
        return s.undealt

    def begin(self, s: Trehgrannik) -> i64:
        return only(CHANCE)

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        s.undealt = s.undealt.minus(kind)
        give(s, kind, START_PRODUCTION)
        if s.sides[-1].hand.size < START_PRODUCTION:
            s.ask(CHANCE)


class DealOther(TurnUp):
    """TRG-10  One card of the deck to each player, in secret."""

    what = "deal"

    def begin(self, s: Trehgrannik) -> i64:
        return only(CHANCE)

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        s.deck = s.deck.minus(kind)
        give(s, kind, FIRST_HAND)
        if s.sides[-1].hand.size < FIRST_HAND:
            s.ask(CHANCE)


def give(s: Trehgrannik, kind: i64, cards: i64) -> None:
    """Deal to the first seat that holds fewer than `cards` cards."""
    for seat in range(s.seats):
        side = s.sides[seat]
        if side.hand.size < cards:
            side.hand = side.hand.plus(kind)
            s.tell("drew", seat, kind, to=seat)
            return


class Refill(TurnUp):
    """TRG-21, TRG-25  The market is refilled from the deck until four piles lie there or the deck
    is empty; cards of one name are one pile."""

    what = "market"

    def begin(self, s: Trehgrannik) -> i64:
        return only(CHANCE) if s.deck.size and is_short(s.market) else 0

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        s.deck = s.deck.minus(kind)
        s.market = s.market.plus(kind)
        s.tell("shown", kind)
        s.push(self)


def is_short(market: Cards) -> bool:
    piles: i64 = 0
    kinds = market.kinds
    while kinds:
        piles += 1
        kinds &= kinds - 1
    return piles < PILES


class DealMat(Step[Trehgrannik]):
    """TRG-5  A random part of the mat for the first seat that has none; the others go to the box.
    With the option `mats` there may be several of one, or none."""

    row: i64 = 0  # of the option

    def begin(self, s: Trehgrannik) -> i64:
        return only(CHANCE)

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        left = self.left(s)
        return [effect for effect in range(EFFECTS) if left[effect]]

    def odds(self, s: Trehgrannik) -> list[int]:
        return [copies for copies in self.left(s) if copies]

    def left(self, s: Trehgrannik) -> list[int]:
        """How many of each effect are not dealt yet."""
        left = s.terms.mats[self.row][:]
        for side in s.sides:
            effect = self.of(side)
            if effect != NOTHING:
                left[effect] -= 1
        return left

    def then(self, s: Trehgrannik, seat: i64, effect: i64) -> None:
        owner: i64 = 0
        while self.of(s.sides[owner]) != NOTHING:
            owner += 1
        self.fit(s, owner, effect)
        if owner < s.seats - 1:
            s.ask(CHANCE)

    def of(self, side: Side) -> i64:
        """The effect of a side's part."""
        return NOTHING

    def fit(self, s: Trehgrannik, owner: i64, effect: i64) -> None:
        raise NotImplementedError


class DealForepart(DealMat):
    """TRG-5  Foreparts."""

    what = "forepart"

    def of(self, side: Side) -> i64:
        return side.ability

    def fit(self, s: Trehgrannik, owner: i64, effect: i64) -> None:
        s.sides[owner].ability = effect
        s.tell("fitted_forepart", owner, effect)


class DealMainPart(DealMat):
    """TRG-5  Main parts."""

    what = "main"
    row: i64 = 1

    def of(self, side: Side) -> i64:
        return side.engine

    def fit(self, s: Trehgrannik, owner: i64, effect: i64) -> None:
        s.sides[owner].engine = effect
        s.tell("fitted_centre", owner, effect)


class LayPart(Step[Trehgrannik]):
    """TRG-4  The outer parts are laid around the centre, place and rotation by chance."""

    what = "part"  # the answer is part x 6 + turns, for the next place

    def begin(self, s: Trehgrannik) -> i64:
        return only(CHANCE)

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        used: i64 = 0
        for laid in s.parts:
            used |= bit(laid // TURNS)
        return [
            part * TURNS + turns
            for part in range(PARTS)
            if not used & bit(part)
            for turns in range(TURNS)
        ]

    def then(self, s: Trehgrannik, seat: i64, part: i64) -> None:
        s.parts = (*s.parts, part)
        if len(s.parts) < PARTS:
            s.ask(CHANCE)
        else:
            s.planet = lay_parts(s.terms.parts, s.parts)


class DrawLots(Step[Trehgrannik]):
    """TRG-11  Who starts.  TRG-13  With an option, later players start with coins."""

    what = "lot"

    def begin(self, s: Trehgrannik) -> i64:
        return only(CHANCE)

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return list(range(s.seats))

    def then(self, s: Trehgrannik, seat: i64, starter: i64) -> None:
        s.starter = s.mover = starter
        packed: i64 = 0  # eight bits for each seat's coins
        for place in range(s.seats):
            later = (s.starter + place) % s.seats
            coins = s.terms.starting_coins(s.seats, place)
            s.sides[later].coins = coins
            packed += coins * bit(8 * later)
        s.tell("began", s.starter, packed)


# --- The sequence of play -------------------------------------------------------------------------

OPENING: Final = plan(
    DealProduction(), DealOther(), Refill(), DealForepart(), DealMainPart(), LayPart(), DrawLots()
)
