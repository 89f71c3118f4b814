"""What a bot should know about Sovereign: spaces count, open sides are weak, and a few habits."""

from math import exp
from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count
from trivet.core.dice import Dice
from trivet.core.sets import each, has, size
from trivet.core.state import NOBODY
from trivet.core.strategy import FAR, WIDTH, Strategy
from trivet.games.sovereign.pieces import DECKS, FULL, KINDS, NEIGHBOUR, OFF, UNDECIDED
from trivet.games.sovereign.rules import BURY, Bury, Place
from trivet.games.sovereign.setup import SHUFFLE, Arrange, BuildDecks
from trivet.games.sovereign.state import KIND, Sovereign

# How welcome a piece is in a deck: Secret, Insight, Reflection, Mask, Discovery, Aura, Scepter.
WELCOME: Final = [0.8, 1.0, 1.1, 1.3, 1.0, 1.3, 0.9]
DULL: Final = 0.06  # less for every further piece of a kind
ROUND: Final = 12.0  # a round won, in spaces
OPEN: Final = 0.055  # a point of weakness on a side that can be attacked, in spaces
STRONG: Final = 7  # a side as strong as this fears nothing


class SovereignStrategy(Strategy[Sovereign]):
    def worth_a_look(self, s: Sovereign, seat: i64, dice: Dice) -> list[int]:
        """Of all decks the most welcome; a shuffle, since an order can be guessed."""
        if isinstance(s.step, BuildDecks):
            return WELCOME_DECKS
        if isinstance(s.step, Arrange):
            return [SHUFFLE]
        return s.options(seat)

    def is_chapter(self, s: Sovereign) -> bool:
        return isinstance(s.step, Arrange)

    def features(self, s: Sovereign, seat: i64) -> list[float]:
        me, rival = s.sides[seat], s.sides[1 - seat]
        return [
            float(me.won - rival.won) * ROUND,
            float(size(me.held) - size(rival.held)),
            OPEN * float(weakness(s, 1 - seat) - weakness(s, seat)),
        ]

    def reasons(self, s: Sovereign) -> list[str]:
        return ["rounds won", "spaces", "strength on open sides"]

    def progress(self, s: Sovereign) -> float:
        return 1.0 - float(size(s.empty)) / 9.0

    def answers_left(self, s: Sovereign) -> i64:
        """Placements; the abilities between them are few."""
        return FAR if s.step.is_vast() else size(s.empty)

    def foresee(self, s: Sovereign, dice: Dice) -> None:
        """Both decks get an order."""
        for side in s.sides:
            for place, piece in enumerate(side.deck):
                if piece & KIND == UNDECIDED:
                    side.deck[place] = side.pick(dice)

    def worth(self, s: Sovereign, seat: i64, choice: i64) -> float:
        step = s.step
        if isinstance(step, BuildDecks):
            return deck_worth(DECKS[choice])
        if isinstance(step, Arrange):
            return 1.0 if choice == SHUFFLE else 0.0  # an order that nobody knows is hard to meet
        if isinstance(step, Bury):
            return bury_worth(s, seat, choice)
        twin = s.copy()
        twin.apply(seat, choice)
        return best_standing(twin, seat)

    def value(self, s: Sovereign) -> list[float]:
        if s.turn == NOBODY:
            return s.scores()
        lead = standing(s, 0) / 4.0
        chance = 1.0 / (1.0 + exp(-lead))
        return [chance, 1.0 - chance]


def _most_welcome() -> list[int]:
    return sorted(range(len(DECKS)), key=lambda deck: -deck_worth(DECKS[deck]))[:WIDTH]


def deck_worth(deck: i64) -> float:
    worth = 0.0
    for kind in range(KINDS):
        pieces = count(deck, kind)
        worth += WELCOME[kind] * float(pieces) - DULL * float(pieces * pieces)
    return worth


def bury_worth(s: Sovereign, seat: i64, choice: i64) -> float:
    """Bury what is better than the rival's other pieces; a piece left on top comes next."""
    rival = s.sides[1 - seat]
    top: i64 = rival.deck[-1] & KIND
    others = 0.0
    for piece in rival.deck:
        kind: i64 = piece & KIND
        if kind != UNDECIDED:
            others += WELCOME[kind]
    for kind in range(KINDS):
        others += WELCOME[kind] * float(count(rival.bag, kind))
    mean = others / float(len(rival.deck))
    return WELCOME[top] - mean if choice == BURY else 0.0


def best_standing(s: Sovereign, seat: i64) -> float:
    """How well a seat stands once it has chosen best in the abilities that follow a placement."""
    step = s.step
    if s.turn != seat or isinstance(step, (Place, Bury)) or step.is_vast():
        return standing(s, seat)
    best = -1000.0
    for choice in s.options(seat):
        twin = s.copy()
        twin.apply(seat, choice)
        best = max(best, best_standing(twin, seat))
    return best


def standing(s: Sovereign, seat: i64) -> float:
    """A seat's lead, in spaces."""
    me, rival = s.sides[seat], s.sides[1 - seat]
    rounds = float(me.won - rival.won) * ROUND
    spaces = float(size(me.held) - size(rival.held))
    return rounds + spaces + OPEN * float(weakness(s, 1 - seat) - weakness(s, seat))


def weakness(s: Sovereign, seat: i64) -> i64:
    """How far below strong a seat's pieces are, on all sides that face an empty space."""
    if s.empty == FULL:
        return 0
    points: i64 = 0
    for cell in each(s.sides[seat].held):
        bonus = s.bonus(seat, cell)
        for side in range(4):
            there: i64 = NEIGHBOUR[cell * 4 + side]
            if there != OFF and has(s.empty, there):
                guard = s.guard(cell, side) + bonus
                if guard < STRONG:
                    points += STRONG - guard
    return points


WELCOME_DECKS: Final = _most_welcome()
