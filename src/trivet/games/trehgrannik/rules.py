"""Trehgrannik: the sequence of play, in the order of the rulebook; the agenda is at the end.

The opening and the construction of a project are chapters of their own: opening.py, building.py.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, has, is_several, lowest, nth, size
from trivet.core.state import CHANCE, NOBODY, Objection, Step, only, plan
from trivet.core.words.values import HOUSE_WORDS
from trivet.games.trehgrannik.board import HEXES, LINES, PAD_HEX, RIFT
from trivet.games.trehgrannik.building import CONSTRUCTION
from trivet.games.trehgrannik.cards import KINDS
from trivet.games.trehgrannik.opening import OPENING, Refill, TurnUp
from trivet.games.trehgrannik.pieces import FREE, LEAP, REBATE, Terms
from trivet.games.trehgrannik.state import (
    ALL_PASSED,
    BUILT_UP,
    NO_PROJECTS,
    NOTHING,
    TOO_LONG,
    Side,
    Trehgrannik,
    fresh,
)
from trivet.games.trehgrannik.words import (
    CANNOT_BUILD,
    EMPTY_DECK,
    MOVE_COSTS,
    MOVES_FREE,
    NO_CROSSING,
    NO_FEE_BACK,
    NO_LEAP,
    NO_PASS,
    NO_STOP,
    NOT_HELD,
    NOT_ON_MARKET,
    NOWHERE,
    NOWHERE_AFTER,
    STANDS_THERE,
    STRAIGHT,
    TAKE_ALL,
    TAKE_ONE,
)

# Answers to Act: a kind (the fee), TAKE + a kind (from the market), DECK, MOVE, SPRING; to Take
# TAKE + a kind and DECK.  PASS is never offered: a player who must pass is not asked.
TAKE: Final = 26
DECK: Final = 52
MOVE: Final = 53  # without a fee
SPRING: Final = 54  # a leap, before its fee
PASS: Final = 55

QUIET: Final = 100  # TRG-51  turns in a row without a new project
LONGEST: Final = 300  # turns


# --- A turn ---------------------------------------------------------------------------------------


class Act(Step[Trehgrannik]):
    """TRG-20  Add cards, or TRG-22 move: the first card's source, or the fee.  TRG-26 A leap is
    declared before its fee.  TRG-24 Only a player who can do neither passes, and shows the hand."""

    what = "act"

    def begin(self, s: Trehgrannik) -> i64:
        side = s.sides[s.mover]
        if s.can_act(side):
            s.passes = 0
            return only(s.mover)
        s.passes += 1
        side.known = side.hand
        s.reveal()
        s.tell("passed", s.mover)
        return 0

    def answers(self, s: Trehgrannik, side: Side) -> i64:
        """The set of allowed answers."""
        ways = s.lines(side)
        answers = s.market.kinds << TAKE
        if s.deck.size:
            answers |= bit(DECK)
        if not s.runs(side, FREE):
            answers |= s.fees(side, ways)
        elif s.can_move(side, ways):
            answers |= bit(MOVE)
        if s.can_leap(side):
            answers |= bit(SPRING)
        return answers

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(self.answers(s, s.sides[seat]))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        answers = self.answers(s, s.sides[seat])
        return nth(answers, dice.below(size(answers)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        side = s.sides[seat]
        if TAKE <= choice <= DECK:
            return why_not_take(s, choice)
        if choice == PASS:
            return Objection("TRG-24", NO_PASS.say())
        if choice == SPRING:
            return Objection("TRG-40", NO_LEAP.say())
        if choice == MOVE and not s.runs(side, FREE):
            return Objection("TRG-22", MOVE_COSTS.say())
        if choice == MOVE:
            return Objection("TRG-23", NOWHERE.say())
        return why_not_pay(s, side, choice)

    def then(self, s: Trehgrannik, seat: i64, choice: i64) -> None:
        side = s.sides[seat]
        if choice >= TAKE and choice <= DECK:
            s.to_take = s.full_take(side)
            s.next(ADDING)
            take(s, choice)
        elif choice == MOVE:
            set_out(s)
        elif choice == SPRING:
            s.leaping = True
            s.tell("used", seat, LEAP)
            s.empty_forepart(side)
            s.next(LEAPING)
        else:
            pay(s, choice)


def why_not_pay(s: Trehgrannik, side: Side, kind: i64) -> Objection:
    if kind < 0 or kind >= KINDS:
        return Objection("HOUSE-2", HOUSE_WORDS["refusal.answer"])
    if s.runs(side, FREE):
        return Objection("TRG-42", MOVES_FREE.say())
    if not side.hand.has(kind):
        return Objection("TRG-22", NOT_HELD.say(kind))
    return Objection("TRG-23", NOWHERE_AFTER.say())


# --- Adding cards ---------------------------------------------------------------------------------


class Take(Step[Trehgrannik]):
    """TRG-20  The next card, from the deck or the market, after the last one was seen and
    TRG-25 the market refilled.  If only one source is left, nobody is asked."""

    what = "take"
    code: i64 = 55

    def sources(self, s: Trehgrannik) -> i64:
        """The set of answers."""
        return s.market.kinds << TAKE | (bit(DECK) if s.deck.size else 0)

    def begin(self, s: Trehgrannik) -> i64:
        sources = self.sources(s)
        if not s.to_take or not sources:
            s.to_take = 0
            return 0
        if is_several(sources):
            return only(s.mover)
        self.then(s, s.mover, lowest(sources))
        return 0

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(self.sources(s))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        sources = self.sources(s)
        return nth(sources, dice.below(size(sources)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        if choice == PASS:
            return Objection("TRG-20", TAKE_ALL.say())
        return why_not_take(s, choice)

    def then(self, s: Trehgrannik, seat: i64, choice: i64) -> None:
        s.next(ADDING)
        take(s, choice)


def why_not_take(s: Trehgrannik, choice: i64) -> Objection:
    if choice == DECK:
        return Objection("TRG-20", EMPTY_DECK.say())
    if TAKE <= choice < DECK:
        return Objection("TRG-20", NOT_ON_MARKET.say(choice - TAKE))
    return Objection("TRG-20", TAKE_ONE.say())


def take(s: Trehgrannik, choice: i64) -> None:
    """TRG-8  A card from the market is known to all; chance draws one from the deck."""
    s.to_take -= 1
    if choice == DECK:
        s.next(DRAWING)
        return
    kind = choice - TAKE
    side = s.sides[s.mover]
    s.market = s.market.minus(kind)
    side.hand = side.hand.plus(kind)
    side.known = side.known.plus(kind)
    s.tell("took", s.mover, kind)


class Draw(TurnUp):
    """TRG-20  The top card of the deck; only the player sees it."""

    what = "draw"

    def begin(self, s: Trehgrannik) -> i64:
        s.tell("drawn", s.mover)
        return only(CHANCE)

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        side = s.sides[s.mover]
        s.deck = s.deck.minus(kind)
        side.hand = side.hand.plus(kind)
        s.tell("drew", s.mover, kind, to=s.mover)


# --- Moving ---------------------------------------------------------------------------------------


class Pay(Step[Trehgrannik]):
    """TRG-22, TRG-41 (c)  The fee of a leap."""

    what = "fee"  # the answer is a kind
    code: i64 = 161

    def begin(self, s: Trehgrannik) -> i64:
        if s.runs(s.sides[s.mover], FREE):
            set_out(s)
            return 0
        return only(s.mover)

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        side = s.sides[seat]
        return each(s.fees(side, s.ways(side)))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        side = s.sides[seat]
        fees = s.fees(side, s.ways(side))
        return nth(fees, dice.below(size(fees)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        return why_not_pay(s, s.sides[seat], choice)

    def then(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        pay(s, kind)


def pay(s: Trehgrannik, kind: i64) -> None:
    """TRG-22  Laid face up on the market: TRG-25 on its name's pile, or as a new one."""
    s.sides[s.mover].show(kind)
    s.market = s.market.plus(kind)
    s.fee = kind
    s.tell("paid", s.mover, kind)
    set_out(s)


def set_out(s: Trehgrannik) -> None:
    s.moving = True
    s.reveal()  # that the hand has a destination, and maybe the fee
    s.next(MOVING)


class Rebated(Take):
    """TRG-42 (d)  A card after the fee, before moving, but not of the fee's name from the
    market; none if there is nothing else."""

    what = "rebate"
    code: i64 = 108

    def sources(self, s: Trehgrannik) -> i64:
        return (s.market.kinds & ~bit(s.fee)) << TAKE | (bit(DECK) if s.deck.size else 0)

    def begin(self, s: Trehgrannik) -> i64:
        if not s.runs(s.sides[s.mover], REBATE):
            return 0
        s.to_take = 1
        return Take.begin(self, s)

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        if choice == TAKE + s.fee:
            return Objection("TRG-42", NO_FEE_BACK.say())
        return why_not_take(s, choice)

    def then(self, s: Trehgrannik, seat: i64, choice: i64) -> None:
        s.next(REFILLING)
        take(s, choice)


class Go(Step[Trehgrannik]):
    """TRG-22  In a straight line, any number of hexes.  TRG-23  An empty hex only if you can build
    there, and then you must; a rival's project costs a toll."""

    what = "go"  # the answer is a hex
    code: i64 = 249

    def begin(self, s: Trehgrannik) -> i64:
        return only(s.mover)

    def open(self, s: Trehgrannik, side: Side) -> i64:
        return s.destinations(side, s.ways(side), side.hand.kinds)

    def options(self, s: Trehgrannik, seat: i64) -> list[int]:
        return each(self.open(s, s.sides[seat]))

    def sample(self, s: Trehgrannik, seat: i64, dice: Dice) -> i64:
        hexes = self.open(s, s.sides[seat])
        return nth(hexes, dice.below(size(hexes)))

    def why_not(self, s: Trehgrannik, seat: i64, choice: i64) -> Objection:
        side = s.sides[seat]
        if choice < 0 or choice >= HEXES:
            return Objection("HOUSE-2", HOUSE_WORDS["refusal.answer"])
        if choice == side.at:
            return Objection("TRG-27", STANDS_THERE.say())
        if s.planet.ground[choice] == RIFT:
            return Objection("TRG-22", NO_STOP.say())
        if has(s.ways(side), choice):
            return Objection("TRG-23", CANNOT_BUILD.say())
        if has(LINES[side.at], choice):
            return Objection("TRG-22", NO_CROSSING.say())
        return Objection("TRG-22", STRAIGHT.say())

    def then(self, s: Trehgrannik, seat: i64, hexagon: i64) -> None:
        s.sides[seat].at = hexagon
        s.moving = False
        s.tell("moved", seat, hexagon)
        owner = s.owner(hexagon)
        if owner == NOBODY and hexagon != PAD_HEX:
            s.reveal()  # that the hand has a card for it
            s.site = hexagon
            s.next(CONSTRUCTION)
        elif owner != NOBODY and owner != seat:
            pay_toll(s, owner, hexagon)


def pay_toll(s: Trehgrannik, owner: i64, hexagon: i64) -> None:
    """TRG-23  1 for a module, 2 for a base, or what you have.  TRG-27 Once, where the move ends."""
    side, rival = s.sides[s.mover], s.sides[owner]
    toll: i64 = 1 if has(rival.modules, hexagon) else 2
    paid = min(toll, side.coins)
    side.coins -= paid
    rival.coins += paid
    s.tell("toll", s.mover, owner, paid)


# --- The end of a turn, and of the game -----------------------------------------------------------


class EndTurn(Step[Trehgrannik]):
    """TRG-50  After a player's last project every other player has one more turn.
    TRG-51  The game also ends when all pass in a row, or when nothing is built for too long."""

    def begin(self, s: Trehgrannik) -> i64:
        side = s.sides[s.mover]
        if s.finisher == NOTHING and not side.spare_modules and not side.spare_bases:
            s.finisher = s.mover
            s.tell("last", s.mover)
        s.turns += 1
        s.quiet = 0 if s.site != NOTHING else s.quiet + 1
        clear_turn(s)
        s.mover = (s.mover + 1) % s.seats
        s.ended_by = reason_to_end(s)
        if s.ended_by:
            report(s)
        else:
            s.next(TURN)
        return 0


def clear_turn(s: Trehgrannik) -> None:
    s.fee = s.site = s.how = NOTHING
    s.leaping = False
    s.laid = ()
    s.doubled = s.spent = s.looked_at = s.stored = 0


def reason_to_end(s: Trehgrannik) -> i64:
    """Why the game is over now; PLAYED if it is not."""
    if s.finisher == s.mover:
        return BUILT_UP
    if s.passes == s.seats:
        return ALL_PASSED
    if s.quiet >= QUIET:
        return NO_PROJECTS
    return TOO_LONG if s.turns >= LONGEST else 0


def report(s: Trehgrannik) -> None:
    """TRG-52, TRG-53  The cargo is counted, and the points are told."""
    s.tell("over", s.ended_by)
    for seat in range(s.seats):
        s.tell("points", seat, s.sides[seat].coins, s.cargo_points(seat))


# --- The sequence of play -------------------------------------------------------------------------

DRAWING: Final = plan(Draw())
ADDING: Final = plan(Refill(), Take())
REFILLING: Final = plan(Refill())
LEAPING: Final = plan(Pay())
MOVING: Final = plan(Rebated(), Go())
TURN: Final = plan(Act(), EndTurn())
GAME: Final = plan(OPENING, TURN)


def begin(seats: i64, terms: Terms) -> Trehgrannik:
    """A new game with its whole agenda."""
    s = fresh(seats, terms)
    s.next(GAME)
    return s
