"""Tri*T*Area: the steps in the order of the rulebook; the sequence of play stands at the end."""

from typing import Any, Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, has, is_several, lowest, nth, size
from trivet.core.state import CHANCE, Objection, Step, everyone, only, plan
from trivet.games.tritarea.buildings import GROUND, holds
from trivet.games.tritarea.pieces import (
    ADJACENT,
    BLOCKS,
    CARD_OF,
    DECKS,
    FACES,
    FIVES,
    HANDS,
    NOTHING,
    RANK_OF,
    ROUNDS,
    SALE,
    SEATS,
    SQUARES,
    SUIT_OF,
    TRICKS,
    VALUE_OF,
    Terms,
    faces,
)  # fmt: skip
from trivet.games.tritarea.scoring import BlocksLeft, ScoreAreas, ScoreIntents, ScoreTallest
from trivet.games.tritarea.state import TriTArea, fresh
from trivet.games.tritarea.tricks import face_of, rights
from trivet.games.tritarea.words import (
    ALREADY_PLAYED,
    BESIDE,
    CAN_SELL,
    DECLARED,
    LAST_BLOCK,
    NO_CARD,
    NO_FIVES_YET,
    NOT_A_PLACE,
    NOT_HELD,
    ONE_BLOCK,
    OTHER_AREA,
    YOUR_FIVE_COUNTS,
)

DEFAULT: Final = 32  # answers to Build: a square, + 16 for two blocks, or no block at all
DECLINE: Final = 16  # answer to Extend: no square


# --- Before a round -------------------------------------------------------------------------------


class DrawLots(Step[TriTArea]):
    """TTA-11  The first Lead is drawn by lot."""

    what = "lot"

    def begin(self, s: TriTArea) -> i64:
        return only(CHANCE)

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return [0, 1, 2, 3]

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        return dice.below(SEATS)

    def then(self, s: TriTArea, seat: i64, lead: i64) -> None:
        s.lead = lead


class SetUp(Step[TriTArea]):
    """TTA-10  All blocks come back from the board, all cards are gathered; the Lead will lead."""

    def begin(self, s: TriTArea) -> i64:
        s.round += 1
        s.deck = DECKS[s.round]
        s.tricks = ()
        s.leader = s.lead
        s.buildings = [GROUND] * SQUARES
        for player in s.players:
            player.hand = 0
            player.declared = NOTHING
            player.stock = BLOCKS[s.round]
        s.tell("round", s.round, s.lead)
        return 0


class Deal(Step[TriTArea]):
    """TTA-10  Chance deals single cards, filling one hand after the other; the fourth hand gets
    the rest.  TTA-14  Each seat sees only its own."""

    what = "deal"

    def begin(self, s: TriTArea) -> i64:
        if size(s.deck) > i64(HANDS[s.round]):
            return only(CHANCE)
        s.players[SEATS - 1].hand = s.deck
        s.deck = 0
        for seat in range(SEATS):
            s.tell("dealt", seat, s.players[seat].hand, to=seat)
        return 0

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return each(s.deck)

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        return nth(s.deck, dice.below(size(s.deck)))

    def then(self, s: TriTArea, seat: i64, card: i64) -> None:
        player = SEATS - 1 - (size(s.deck) - 1) // i64(HANDS[s.round])
        s.players[player].hand |= bit(card)
        s.deck ^= bit(card)
        s.push(DEAL)


# --- Round 3, before play -------------------------------------------------------------------------


class Declare(Step[TriTArea]):
    """TTA-40  All pick a card as Declaration of Intent, revealed together; it cannot be played.
    TTA-13  The value of a 5 is chosen with it."""

    what = "declare"  # the answer is a face
    code: i64 = 94

    def begin(self, s: TriTArea) -> i64:
        return everyone(SEATS)

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return each(faces(s.players[seat].hand))

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        found = faces(s.players[seat].hand)
        return nth(found, dice.below(size(found)))

    def why_not(self, s: TriTArea, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < FACES:
            return Objection("TTA-40", NOT_HELD.say(CARD_OF[choice]))
        return Objection("TTA-1", NO_CARD.say())

    def together(self, s: TriTArea, said: list[int]) -> None:
        for seat in range(SEATS):
            face: i64 = said[seat]
            player = s.players[seat]
            player.hand ^= bit(CARD_OF[face])
            player.declared = face
            s.tell("declared", seat, face, s.pay_for(seat, face))
        s.mover = s.lead


class Sell(Step[TriTArea]):
    """TTA-41  Players may sell blocks, counter-clockwise.  TTA-42  The Lead sells last."""

    what = "sell"  # the answer is how many
    code: i64 = 138

    def begin(self, s: TriTArea) -> i64:
        s.mover = s.mover - 1 & 3
        return only(s.mover)

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return SALES

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        return dice.below(len(SALES))

    def why_not(self, s: TriTArea, seat: i64, choice: i64) -> Objection:
        return Objection("TTA-41", CAN_SELL.say())

    def then(self, s: TriTArea, seat: i64, blocks: i64) -> None:
        player = s.players[seat]
        player.stock -= blocks
        player.sold = blocks
        player.points += blocks * SALE
        s.tell("sold", seat, blocks, blocks * SALE)


SALES: Final = list(range(BLOCKS[ROUNDS] + 1))


# --- A trick --------------------------------------------------------------------------------------


class Lay(Step[TriTArea]):
    """TTA-12  Any card may be played.  TTA-13  The value of a 5 is said with it.

    TTA-14  A last card is laid without a question, but only when no hand holds a 5: otherwise the
    missing question would show which hands hold none."""

    what = "play"  # the answer is a face

    def begin(self, s: TriTArea) -> i64:
        seat = s.next_to_lay()
        hand = s.players[seat].hand
        if is_several(hand) or s.in_hands() & FIVES:
            return only(seat)
        self.lay(s, seat, lowest(hand))
        return 0

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return each(faces(s.players[seat].hand))

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        found = faces(s.players[seat].hand)
        return nth(found, dice.below(size(found)))

    def why_not(self, s: TriTArea, seat: i64, choice: i64) -> Objection:
        if choice < 0 or choice >= FACES:
            return Objection("TTA-1", NO_CARD.say())
        card: i64 = CARD_OF[choice]
        declared = s.players[seat].declared
        if declared != NOTHING and i64(CARD_OF[declared]) == card:
            return Objection("TTA-40", DECLARED.say(card))
        if has(s.laid_by(seat), card):
            return Objection("TTA-12", ALREADY_PLAYED.say(card))
        if not has(DECKS[s.round], card):
            return Objection("TTA-10", NO_FIVES_YET.say())
        return Objection("TTA-12", NOT_HELD.say(card))

    def then(self, s: TriTArea, seat: i64, face: i64) -> None:
        self.lay(s, seat, face)

    def lay(self, s: TriTArea, seat: i64, face: i64) -> None:
        s.players[seat].hand ^= bit(CARD_OF[face])
        s.trick |= face << 6 * seat
        s.laid += 1
        s.reveal()
        s.tell("played", seat, face, s.pay_for(seat, face))


class AwardRights(Step[TriTArea]):
    """TTA-20 to TTA-24  The rights to build are awarded."""

    def begin(self, s: TriTArea) -> i64:
        s.first, s.second = rights(s.trick, s.leader)
        low: i64 = VALUE_OF[face_of(s.trick, s.first)]
        high: i64 = low if s.second == NOTHING else VALUE_OF[face_of(s.trick, s.second)]
        s.tell("rights", s.first, s.second, low, high)
        return 0


# --- Building -------------------------------------------------------------------------------------


class Build(Step[TriTArea]):
    """TTA-30  Blocks on one square of the area of the card you played yourself.
    TTA-32  Placing none is a default; with none in stock it comes without a question."""

    what = "build"  # the answer is a square, + 16 for two blocks, or DEFAULT
    code: i64 = 44

    def builder(self, s: TriTArea) -> i64:
        """The seat that has this right, or NOTHING."""
        raise NotImplementedError

    def most(self) -> i64:
        """How many blocks it allows."""
        raise NotImplementedError

    def begin(self, s: TriTArea) -> i64:
        seat = self.builder(s)
        s.builder = seat
        s.built = NOTHING
        if seat == NOTHING:
            return 0
        if s.players[seat].stock:
            return only(seat)
        self.default(s)
        return 0

    def answers(self, s: TriTArea, seat: i64) -> i64:
        """The set of allowed answers."""
        squares: i64 = s.terms.squares[SUIT_OF[face_of(s.trick, seat)]]
        if self.most() == 2 and s.players[seat].stock >= 2:  # TTA-35
            squares |= squares << SQUARES
        return squares | bit(DEFAULT)

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return each(self.answers(s, seat))

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        found = self.answers(s, seat)
        return nth(found, dice.below(size(found)))

    def why_not(self, s: TriTArea, seat: i64, choice: i64) -> Objection:
        if choice < 0 or choice > DEFAULT:
            return Objection("TTA-30", NOT_A_PLACE.say())
        area: i64 = SUIT_OF[face_of(s.trick, seat)]
        if not has(s.terms.squares[area], choice & 15):
            return Objection("TTA-30", OTHER_AREA.say(area))
        if self.most() == 1:
            return Objection("TTA-30", ONE_BLOCK.say())
        return Objection("TTA-35", LAST_BLOCK.say())

    def then(self, s: TriTArea, seat: i64, choice: i64) -> None:
        if choice == DEFAULT:
            self.default(s)
        else:
            s.built = choice & 15
            s.place(seat, s.built, 1 + (choice >> 4))

    def default(self, s: TriTArea) -> None:
        """TTA-32  Lose the printed rank of the card you played.  TTA-26  Nothing else changes."""
        rank: i64 = RANK_OF[face_of(s.trick, s.builder)]
        player = s.players[s.builder]
        player.points -= rank
        s.tell("defaulted", s.builder, rank, player.stock)


class FirstRight(Build):
    """TTA-25  Rightholder 1 acts first.  TTA-30  One block."""

    def builder(self, s: TriTArea) -> i64:
        return s.first

    def most(self) -> i64:
        return 1


class SecondRight(Build):
    """TTA-26  Rightholder 2 acts when RH1 has finished.  TTA-30  One or two blocks."""

    def builder(self, s: TriTArea) -> i64:
        return s.second

    def most(self) -> i64:
        return 2


class Extend(Step[TriTArea]):
    """TTA-33  Additional Construction: one more block beside the square just built on, if a square
    beside it has a block of yours from an earlier trick.

    Every block of yours beside it is from an earlier trick of this round: in this trick you have
    built on that square only, and the board was cleared before the round."""

    what = "extend"  # the answer is a square, or DECLINE
    code: i64 = 77

    def begin(self, s: TriTArea) -> i64:
        if s.built == NOTHING or not s.players[s.builder].stock:
            return 0  # TTA-35
        for square in each(ADJACENT[s.built]):
            if holds(s.buildings[square], s.builder):
                return only(s.builder)
        return 0

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return each(ADJACENT[s.built] | 1 << DECLINE)

    def sample(self, s: TriTArea, seat: i64, dice: Dice) -> i64:
        found: i64 = ADJACENT[s.built] | 1 << DECLINE
        return nth(found, dice.below(size(found)))

    def why_not(self, s: TriTArea, seat: i64, choice: i64) -> Objection:
        return Objection("TTA-33", BESIDE.say())

    def then(self, s: TriTArea, seat: i64, square: i64) -> None:
        if square == DECLINE:
            s.tell("declined", seat)
        else:
            s.place(seat, square, 1)


class EndTrick(Step[TriTArea]):
    """TTA-25  RH1 leads the next trick.  TTA-10  A round has eight."""

    def begin(self, s: TriTArea) -> i64:
        s.moment("trick")
        s.tricks = (*s.tricks, s.trick)
        s.trick = s.laid = 0
        s.leader = s.first
        s.first = s.second = s.builder = s.built = NOTHING
        if len(s.tricks) < TRICKS:
            s.next(TRICK)
        return 0


# --- After the eighth trick -----------------------------------------------------------------------


class TurnUp(Step[TriTArea]):
    """TTA-58  In round 2 the cards left are turned up together: the Declarations of Intent."""

    def begin(self, s: TriTArea) -> i64:
        s.reveal()
        for seat in range(SEATS):
            player = s.players[seat]
            player.declared = lowest(player.hand)
            player.hand = 0
            s.tell("left", seat, player.declared)
        s.mover = s.lead - 1 & 3
        return 0


class SetFive(Step[TriTArea]):
    """TTA-58  A 5 that was left gets its value, Lead first, clockwise."""

    what = "value"  # the answer is a face
    code: i64 = 148

    def begin(self, s: TriTArea) -> i64:
        s.mover = s.mover + 1 & 3
        return only(s.mover) if i64(RANK_OF[s.players[s.mover].declared]) == 5 else 0

    def options(self, s: TriTArea, seat: i64) -> list[int]:
        return each(faces(bit(s.players[seat].declared)))

    def why_not(self, s: TriTArea, seat: i64, choice: i64) -> Objection:
        return Objection("TTA-13", YOUR_FIVE_COUNTS.say())

    def then(self, s: TriTArea, seat: i64, face: i64) -> None:
        s.players[seat].declared = face
        s.tell("set", seat, face, s.pay_for(seat, face))


class EndRound(Step[TriTArea]):
    """TTA-11  After a round the highest score leads the next one.  TTA-57  Or the game is over."""

    def begin(self, s: TriTArea) -> i64:
        for player in s.players:
            player.after = (*player.after, player.points)
        a, b, c, d = s.players
        s.tell("points", a.points, b.points, c.points, d.points)
        s.moment("round")
        if s.round < ROUNDS:
            s.lead = next_lead(s)
            s.next(ROUND_2 if s.round == 1 else ROUND_3)
        return 0


def next_lead(s: TriTArea) -> i64:
    """TTA-11  Tied: the nearest clockwise from the last Lead, the last Lead included."""
    best = s.lead
    for step in range(1, SEATS):
        seat = s.lead + step & 3
        if s.players[seat].points > s.players[best].points:
            best = seat
    return best


# --- The sequence of play -------------------------------------------------------------------------

LAY: Final = Lay()
EXTEND: Final = Extend()
SELL: Final = Sell()
SET_FIVE: Final = SetFive()
DEAL: Final = Deal()

TRICK: Final = plan(
    LAY, LAY, LAY, LAY, AwardRights(), FirstRight(), EXTEND, SecondRight(), EXTEND, EndTrick()
)  # EndTrick puts the next one on the agenda
START: Final = plan(SetUp(), DEAL)
SCORE: Final = plan(ScoreAreas(), ScoreTallest())

ROUND_1: Final = plan(START, TRICK, SCORE, EndRound())
ROUND_2: Final = plan(
    START, TRICK,
    TurnUp(), SET_FIVE, SET_FIVE, SET_FIVE, SET_FIVE, SCORE, ScoreIntents(), EndRound(),
)  # fmt: skip
ROUND_3: Final = plan(
    START, Declare(), SELL, SELL, SELL, SELL, TRICK,
    SCORE, ScoreIntents(), BlocksLeft(), EndRound(),
)  # fmt: skip
GAME: Final[list[Step[Any]]] = plan(DrawLots(), ROUND_1)


def begin(terms: Terms) -> TriTArea:
    """A new game: no hands, no buildings, and the whole game on the agenda."""
    s = fresh(terms)
    s.next(GAME)
    return s
