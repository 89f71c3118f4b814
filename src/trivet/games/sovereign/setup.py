"""Setting up: the secret decks, who starts, and the order of the decks before each round."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import nth, one, sorts
from trivet.core.dice import Dice
from trivet.core.sets import bit
from trivet.core.state import CHANCE, Objection, Step, everyone, only
from trivet.games.sovereign.pieces import DECK, DECKS, FULL, UNDECIDED
from trivet.games.sovereign.state import KIND, NOTHING, Sovereign
from trivet.games.sovereign.words import DECK_LIMITS, ORDER_SEVEN

# Answers to Arrange: SHUFFLE, or ORDERED + three bits for each piece, the top one lowest.
SHUFFLE: Final = 0
ORDERED: Final = 1 << 3 * DECK


class BuildDecks(Step[Sovereign]):
    """SOV-3  Each builds a deck of exactly 7 pieces; at most one Mask, one Aura, one Scepter.
    SOV-4  Both decks are built secretly and at the same time."""

    what = "build"  # the answer is an index into DECKS

    def begin(self, s: Sovereign) -> i64:
        return everyone(2)

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        return EVERY_DECK

    def allows(self, s: Sovereign, seat: i64, choice: i64) -> bool:
        return 0 <= choice < len(DECKS)

    def is_vast(self) -> bool:
        return True

    def sample(self, s: Sovereign, seat: i64, dice: Dice) -> i64:
        return dice.below(len(DECKS))

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        return Objection("SOV-3", DECK_LIMITS.say())

    def together(self, s: Sovereign, said: list[int]) -> None:
        for seat in range(2):
            s.sides[seat].built = DECKS[said[seat]]
        s.tell("built")


EVERY_DECK: Final = list(range(len(DECKS)))


class DrawLots(Step[Sovereign]):
    """SOV-7  Who starts: round 1 by lot, and with an option the third."""

    what = "lot"

    def begin(self, s: Sovereign) -> i64:
        return only(CHANCE)

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        return [0, 1]

    def then(self, s: Sovereign, seat: i64, winner: i64) -> None:
        s.starter = winner


class Arrange(Step[Sovereign]):
    """SOV-5  A player sets the order of the deck or shuffles it; which of the two stays secret.
    SOV-6  Every piece has returned to the deck of the player who built it."""

    what = "arrange"
    code: i64 = 7

    def begin(self, s: Sovereign) -> i64:
        s.round += 1
        s.empty = FULL
        for side in s.sides:
            side.deck.clear()
            side.bag = side.held = side.placed = side.glimpsed = 0
            side.glow = NOTHING  # SOV-43
        s.tell("round", s.round, s.starter)
        return everyone(2)

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        return [SHUFFLE, *orders(s.sides[seat].built, 0, ORDERED)]

    def allows(self, s: Sovereign, seat: i64, choice: i64) -> bool:
        if choice == SHUFFLE:
            return True
        bag: i64 = 0
        for place in range(DECK):
            bag += one(choice >> 3 * place & KIND)
        return choice >> 3 * DECK == 1 and bag == s.sides[seat].built

    def is_vast(self) -> bool:
        return True

    def sample(self, s: Sovereign, seat: i64, dice: Dice) -> i64:
        """A shuffle as often as an order."""
        if dice.below(2):
            return SHUFFLE
        order: i64 = ORDERED
        bag = s.sides[seat].built
        for place in range(DECK):
            kind = nth(bag, dice.below(DECK - place))
            bag -= one(kind)
            order |= kind << 3 * place
        return order

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        return Objection("SOV-5", ORDER_SEVEN.say())

    def together(self, s: Sovereign, said: list[int]) -> None:
        for seat in range(2):
            side = s.sides[seat]
            order: i64 = said[seat]
            side.bag = 0
            if order == SHUFFLE:
                side.bag = side.built
                side.deck = [UNDECIDED] * DECK
            else:
                side.ordered |= bit(s.round)
                side.deck = [order >> 3 * place & KIND for place in range(DECK - 1, -1, -1)]
        s.mover = s.starter
        s.tell("arranged")


def orders(bag: i64, place: i64, order: i64) -> list[int]:
    """All orders of a bag of pieces, from this place of the deck on."""
    if bag == 0:
        return [order]
    found: list[int] = []
    for kind in sorts(bag):
        found += orders(bag - one(kind), place + 1, order | kind << 3 * place)
    return found
