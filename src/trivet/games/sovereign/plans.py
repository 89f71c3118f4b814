"""The mixture of decks and orders that bots play from: nobody can learn what a bot will bring.

A plan is a deck, and for each role an order of it: which pieces are placed at all (five by the
starter, four by the other), and which of them come last.  The rest of them is drawn in any order.
`trivet lab decks` computes such a table.
"""

from typing import Final, final

from mypy_extensions import i64

from trivet.core.bags import one
from trivet.core.dice import Dice
from trivet.games.sovereign.pieces import DECK, DECKS
from trivet.games.sovereign.setup import ORDERED, SHUFFLE

LETTERS: Final = "SIRMDAC"  # Secret, Insight, Reflection, Mask, Discovery, Aura, sCepter
ANYHOW: Final = ""  # instead of pieces: a shuffle


@final
class Order:
    """How a deck is laid for one role."""

    __slots__ = ("used", "tail")

    def __init__(self, used: str, tail: str) -> None:
        self.used = used  # the pieces that are placed; ANYHOW: shuffle the deck
        self.tail = tail  # those of them that come last, in this order


@final
class Plan:
    __slots__ = ("deck", "start", "second", "weight")

    def __init__(self, deck: str, start: Order, second: Order, weight: float) -> None:
        self.deck = deck
        self.start = start
        self.second = second
        self.weight = weight

    def bag(self) -> i64:
        return bag_of(self.deck)

    def index(self) -> i64:
        """The answer to `build`."""
        return DECKS.index(self.bag())

    def arranged(self, order: Order, dice: Dice) -> i64:
        """An answer to `arrange`."""
        return arranged(self.deck, order, dice)


def bag_of(letters: str) -> i64:
    bag: i64 = 0
    for letter in letters:
        bag += one(LETTERS.index(letter))
    return bag


def arranged(deck: str, order: Order, dice: Dice) -> i64:
    """The pieces used, in any order but for the tail, on top of those that are not."""
    if order.used == ANYHOW:
        return SHUFFLE
    head = [LETTERS.index(letter) for letter in order.used]
    rest = [LETTERS.index(letter) for letter in deck]
    for kind in head:
        rest.remove(kind)
    tail = [LETTERS.index(letter) for letter in order.tail]
    for kind in tail:
        head.remove(kind)
    dice.shuffle(head)
    answer: i64 = ORDERED
    place: i64 = 0
    for kind in head + tail + rest:
        answer |= i64(kind) << 3 * place
        place += 1
    assert place == DECK
    return answer


def draw_plan(plans: list[Plan], dice: Dice) -> Plan:
    """One of the plans, as often as its weight says."""
    whole = 0.0
    for plan in plans:
        whole += plan.weight
    rest = dice.chance() * whole
    for plan in plans:
        rest -= plan.weight
        if rest < 0.0:
            return plan
    return plans[-1]


def plans_of(deck: i64) -> list[Plan]:
    """The plans of the mixture with this deck."""
    return [plan for plan in MIXTURE if plan.bag() == deck]


# Plans found by lore in 950,000 rounds; pay-offs of 60 to 100 rounds a pair played by steady.
MIXTURE: Final = [
    Plan("IIIIIMC", Order("IIIMC", "MI"), Order("IIMC", "IM"), 0.517),
    Plan("IIMDDAC", Order("IIMAC", "MA"), Order("IIAC", "CI"), 0.295),
    Plan("IMDDDAC", Order("IMDAC", "MI"), Order("IDAC", "IA"), 0.148),
    Plan("IIRRMAC", Order("IRMAC", "AM"), Order("IMAC", "MI"), 0.040),
]
