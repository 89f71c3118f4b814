"""What a bot should know about Sovereign: spaces count, open sides are weak, and a few habits."""

from math import exp
from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count
from trivet.core.dice import Dice
from trivet.core.sets import each, has, size
from trivet.core.state import NOBODY
from trivet.core.strategy import FAR, WIDTH, Strategy
from trivet.games.sovereign.pieces import (
    DECKS,
    FULL,
    KINDS,
    NEIGHBOUR,
    OFF,
    STANDARD,
    UNDECIDED,
    Terms,
)  # fmt: skip
from trivet.games.sovereign.plans import MIXTURE, Plan, draw_plan, plans_of
from trivet.games.sovereign.rules import BURY, ROUNDS, Bury, Place, TopPiece
from trivet.games.sovereign.setup import SHUFFLE, Arrange, BuildDecks, DrawLots
from trivet.games.sovereign.state import KIND, Sovereign

# How welcome a piece is in a deck: Secret, Insight, Reflection, Mask, Discovery, Aura, Scepter.
WELCOME: Final = [0.8, 1.0, 1.1, 1.3, 1.0, 1.3, 0.9]
DULL: Final = 0.06  # less for every further piece of a kind
ROUND: Final = 12.0  # a round won, in spaces
STARTS: Final = 0.70  # the starter's chance of a round between equal bots
OPEN: Final = 0.055  # a point of weakness on a side that can be attacked, in spaces
STRONG: Final = 7  # a side as strong as this fears nothing


class SovereignStrategy(Strategy[Sovereign]):
    def worth_a_look(self, s: Sovereign, seat: i64, dice: Dice) -> list[int]:
        """A deck drawn from the mixture, and an order drawn from the plans with that deck.  With
        other ranks, or another deck: the most welcome decks, and a shuffle."""
        if isinstance(s.step, BuildDecks):
            return [draw_plan(MIXTURE, dice).index()] if is_printed(s) else WELCOME_DECKS
        if isinstance(s.step, Arrange):
            plans = plans_of(s.sides[seat].built) if is_printed(s) else NO_PLANS
            if not plans:
                return [SHUFFLE]
            plan = draw_plan(plans, dice)
            return [plan.arranged(plan.start if s.starter == seat else plan.second, dice)]
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

    def phase(self, s: Sovereign, seat: i64) -> i64:
        """By who starts the round, and by how full the board is."""
        third: i64 = min(2, (9 - size(s.empty)) // 3)
        return third if s.starter == seat else 3 + third

    def phases(self) -> list[str]:
        return [
            f"{who}, {when} third of the round"
            for who in ("starter", "second")
            for when in ("first", "second", "last")
        ]

    def answers_left(self, s: Sovereign) -> i64:
        """Placements; the abilities between them are few."""
        return FAR if s.step.is_vast() else size(s.empty)

    def bounds(self, s: Sovereign) -> tuple[float, float]:
        """The match after this round is won, lost, or won by nobody."""
        if s.round == 0 or s.turn == NOBODY:
            return 0.0, 1.0
        one, other = s.sides[0].won, s.sides[1].won
        won, lost = ends_of_round(s.terms, one, other, s.round, s.starter)
        starter = UNKNOWN if s.terms.third_by_lot and s.round == ROUNDS - 1 else 1 - s.starter
        shared = match(s.terms, one, other, s.round + 1, starter)
        low, high = min(won, lost), max(won, lost)
        return min(low, shared), max(high, shared)

    def position(self, s: Sovereign) -> int:
        """Before a placement: what lies where and whose it is, the piece in hand, Auras, and what
        is left of both decks, in order."""
        if not isinstance(s.step, Place):
            return -1
        one, other = s.sides[0], s.sides[1]
        alike = s.terms.alike
        faces: i64 = 0
        for cell in range(9):
            face: i64 = s.face[cell]
            faces = faces << 5 | alike[face]
        kinds: i64 = 0
        for cell in range(9):
            kinds = kinds << 3 | s.kind[cell]
        rest = (one.held << 9 | other.held) << 3 | s.drawn
        for side in s.sides:
            rest = (rest << 4 | side.glow + 1) << 2 | (side.glow_turns if side.glow >= 0 else 0)
        decks: i64 = 1 + s.mover
        for side in s.sides:
            for piece in side.deck:
                kind: i64 = piece & KIND
                decks = decks << 3 | kind
            decks = decks << 3 | KIND
        return (int(faces) << 60 | int(kinds) << 33 | int(rest)) << 60 | int(decks)

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
        one, other = s.sides[0].won, s.sides[1].won
        if s.round == 0:
            share = 0.5
        elif isinstance(s.step, DrawLots):  # SOV-7  the third round has no starter yet
            share = match(s.terms, one, other, ROUNDS, UNKNOWN)
        elif isinstance(s.step, Arrange):
            share = match(s.terms, one, other, s.round, s.starter)
        else:
            chance = 1.0 / (1.0 + exp(-board(s, 0) / 4.0))  # of this round
            share = after_round(s.terms, one, other, s.round, s.starter, chance)
        return [share, 1.0 - share]


UNKNOWN: Final[i64] = -1  # a starter


def match(terms: Terms, one: i64, other: i64, number: i64, starter: i64) -> float:
    """The chance of seat 0 to win the match before round `number`: a round is worth more to the
    player who starts, and the loser starts the next one."""
    if number > ROUNDS or (not terms.play_on and max(one, other) == 2):
        return 1.0 if one > other else 0.0 if one < other else 0.5
    chance = STARTS if starter == 0 else 1.0 - STARTS
    if starter == UNKNOWN:
        chance = 0.5
    return after_round(terms, one, other, number, starter, chance)


def after_round(
    terms: Terms, one: i64, other: i64, number: i64, starter: i64, chance: float
) -> float:
    """The same, if seat 0 wins this round with a given chance."""
    won, lost = ends_of_round(terms, one, other, number, starter)
    return chance * won + (1.0 - chance) * lost


def ends_of_round(
    terms: Terms, one: i64, other: i64, number: i64, starter: i64
) -> tuple[float, float]:
    """The chance of seat 0 to win the match once it has won, and once it has lost this round."""
    after_win = 1 - starter if terms.alternate else 1  # SOV-7
    after_loss = 1 - starter if terms.alternate else 0
    if terms.third_by_lot and number == ROUNDS - 1:
        after_win = after_loss = UNKNOWN
    won = match(terms, one + 1, other, number + 1, after_win)
    return won, match(terms, one, other + 1, number + 1, after_loss)


def is_printed(s: Sovereign) -> bool:
    """Whether the ranks are those that the mixture was computed for."""
    return s.terms.on == STANDARD.on


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
    while s.mover == seat and isinstance(s.step, (TopPiece, Bury)):
        s.apply(s.turn, s.options(s.turn)[0])  # an Insight captures whatever it sees: SOV-21
    step = s.step
    if s.turn != seat or isinstance(step, Place) or step.is_vast():
        return standing(s, seat)
    best = -1000.0
    for choice in s.options(seat):
        twin = s.copy()
        twin.apply(seat, choice)
        best = max(best, best_standing(twin, seat))
    return best


def standing(s: Sovereign, seat: i64) -> float:
    """A seat's lead, in spaces."""
    return float(s.sides[seat].won - s.sides[1 - seat].won) * ROUND + board(s, seat)


def board(s: Sovereign, seat: i64) -> float:
    """The same without the rounds won."""
    spaces = float(size(s.sides[seat].held) - size(s.sides[1 - seat].held))
    return spaces + OPEN * float(weakness(s, 1 - seat) - weakness(s, seat))


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


NO_PLANS: Final[list[Plan]] = []
WELCOME_DECKS: Final = _most_welcome()
