"""A position of Trehgrannik: the table, what follows from it, and what a seat can imagine."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.sets import bit, has, is_several, lowest, size
from trivet.core.state import NOBODY, State
from trivet.games.trehgrannik.board import ALL, NOWHERE, ON_PAD, PAD_HEX, Planet
from trivet.games.trehgrannik.cards import HALF, NO_CARDS, Cards, bag_of
from trivet.games.trehgrannik.pieces import (
    BASES,
    CENTRE_HOLDS,
    CROSSING,
    FOREPART_HOLDS,
    FREE,
    INCOMES,
    LEAP,
    LONE,
    MODULES,
    OF_TYPE,
    SYSTEMS,
    THIRD,
    TRIPLE,
    TYPE,
    TYPES,
    WAIVER,
    Terms,
    allowed,
    land_for_one,
    land_for_two,
)  # fmt: skip

NOTHING: Final = -1  # no fee, no hex, no effect
OF_PRODUCTION: Final = (1 << 4 * 3) - 1  # the counts of the three Production kinds in Cards.low

# What is built, and how: with the forepart's help from LONE_BASE on.
MODULE: Final = 0
BASE: Final = 1
LONE_BASE: Final = 2  # TRG-41 (a)
TRIPLE_BASE: Final = 3  # TRG-41 (b)
WAIVED_MODULE: Final = 4  # TRG-41 (d)
WAIVED_BASE: Final = 5
CARDS_FOR: Final = bytes((1, 2, 2, 3, 1, 2))  # TRG-30, TRG-41

# TRG-50, TRG-51  Why a game is over.
PLAYED: Final = 0  # it is not
BUILT_UP: Final = 1
ALL_PASSED: Final = 2
NO_PROJECTS: Final = 3
TOO_LONG: Final = 4
WHY_OVER: Final = ("", "built up", "all passed", "no projects", "too long")


@final
class Side:
    """One player: hand, mat, harvester, coins and miniatures."""

    __slots__ = (
        "hand", "known", "forepart", "centre", "cargo", "ability", "engine", "at", "coins",
        "modules", "bases", "spare_modules", "spare_bases",
    )  # fmt: skip

    def __init__(self) -> None:
        self.hand: Cards = NO_CARDS
        self.known: Cards = NO_CARDS  # the part of it that everybody has seen
        self.forepart: Cards = NO_CARDS  # the three slots of the harvester
        self.centre: Cards = NO_CARDS
        self.cargo: Cards = NO_CARDS
        self.ability: i64 = NOTHING  # TRG-41  what the forepart does when it is full
        self.engine: i64 = NOTHING  # TRG-42  what the centre does when it is full
        self.at: i64 = PAD_HEX  # where the harvester stands
        self.coins: i64 = 0
        self.modules: i64 = 0  # on the board: sets of hexes
        self.bases: i64 = 0
        self.spare_modules: i64 = 0  # still to be built
        self.spare_bases: i64 = 0

    def copy(self) -> "Side":
        twin = Side()
        twin.hand = self.hand
        twin.known = self.known
        twin.forepart = self.forepart
        twin.centre = self.centre
        twin.cargo = self.cargo
        twin.ability = self.ability
        twin.engine = self.engine
        twin.at = self.at
        twin.coins = self.coins
        twin.modules = self.modules
        twin.bases = self.bases
        twin.spare_modules = self.spare_modules
        twin.spare_bases = self.spare_bases
        return twin

    def projects(self) -> i64:
        return self.modules | self.bases

    def show(self, kind: i64) -> None:
        """A card leaves the hand in the open.  If others know one of its kind, that one goes."""
        self.hand = self.hand.minus(kind)
        if self.known.has(kind):
            self.known = self.known.minus(kind)

    # --- what the others know of the hand -------------------------------------------------------

    def hidden_production(self) -> i64:
        """How many cards of the hand are Production that only the owner has seen."""
        hidden = (self.hand.low & OF_PRODUCTION) - (self.known.low & OF_PRODUCTION)
        return (hidden & 15) + (hidden >> 4 & 15) + (hidden >> 8 & 15)

    def hidden(self) -> i64:
        """How many cards of the hand only the owner has seen."""
        return self.hand.size - self.known.size


@mypyc_attr(free_list_len=1)
@final
class Trehgrannik(State):
    __slots__ = (
        "terms", "planet", "parts", "sides", "deck", "market", "box", "undealt", "settled",
        "starter", "mover", "turns", "quiet", "passes", "finisher", "ended_by",
        "to_take", "fee", "leaping", "moving", "site", "how", "to_lay", "laid", "doubled",
        "spent", "looked_at", "stored",
    )  # fmt: skip

    def __init__(self, seats: i64, terms: Terms, sides: list[Side]) -> None:
        super().__init__(seats)
        self.terms = terms
        self.planet: Planet = NOWHERE
        self.parts: tuple[int, ...] = ()  # by place: part x 6 + turns
        self.sides = sides
        self.deck: Cards = NO_CARDS
        self.market: Cards = NO_CARDS
        self.box: Cards = NO_CARDS  # what foreparts were loaded with: seen by all
        self.undealt: Cards = NO_CARDS  # TRG-10  Production that went to the box unseen
        self.settled: i64 = 0  # all hexes with a project
        self.starter: i64 = NOTHING
        self.mover: i64 = 0
        self.turns: i64 = 0  # taken so far
        self.quiet: i64 = 0  # in a row without a new project
        self.passes: i64 = 0  # in a row
        self.finisher: i64 = NOTHING  # TRG-50  who built the last project first
        self.ended_by: i64 = PLAYED  # why the game is over
        # Within a turn:
        self.to_take: i64 = 0  # cards still to be added
        self.fee: i64 = NOTHING
        self.leaping = False  # TRG-41 (c)
        self.moving = False  # between the fee and the destination
        self.site: i64 = NOTHING  # the hex being built on
        self.how: i64 = NOTHING
        self.to_lay: i64 = 0  # cards
        self.laid: tuple[int, ...] = ()  # the cards of the construction, in order
        self.doubled: i64 = 0  # the set of kinds among them that a Block doubles ...
        self.spent: i64 = 0  # ... and of the Blocks that double
        self.looked_at: i64 = 0  # how many of them were asked for their use
        self.stored: i64 = 0  # how many of them lie in their slots

    def copy(self) -> "Trehgrannik":
        sides = [side.copy() for side in self.sides]
        twin = Trehgrannik(self.seats, self.terms, sides)
        self.share(twin)
        twin.planet = self.planet
        twin.parts = self.parts
        twin.deck = self.deck
        twin.market = self.market
        twin.box = self.box
        twin.undealt = self.undealt
        twin.settled = self.settled
        twin.starter = self.starter
        twin.mover = self.mover
        twin.turns = self.turns
        twin.quiet = self.quiet
        twin.passes = self.passes
        twin.finisher = self.finisher
        twin.ended_by = self.ended_by
        twin.to_take = self.to_take
        twin.fee = self.fee
        twin.leaping = self.leaping
        twin.moving = self.moving
        twin.site = self.site
        twin.how = self.how
        twin.to_lay = self.to_lay
        twin.laid = self.laid
        twin.doubled = self.doubled
        twin.spent = self.spent
        twin.looked_at = self.looked_at
        twin.stored = self.stored
        return twin

    # --- the harvester --------------------------------------------------------------------------

    def is_loaded(self, side: Side) -> bool:
        """TRG-40  Whether the forepart is full, so that its effect can be used."""
        return side.forepart.size == i64(FOREPART_HOLDS[self.seats])

    def can_use(self, side: Side, ability: i64) -> bool:
        return side.ability == ability and self.is_loaded(side)

    def runs(self, side: Side, engine: i64) -> bool:
        """TRG-42  Whether the centre is full and has this effect."""
        return side.engine == engine and side.centre.size == i64(CENTRE_HOLDS[self.seats])

    def full_take(self, side: Side) -> i64:
        """TRG-20  How many cards a turn of adding brings: two; three by TRG-42 (b)."""
        return 3 if self.runs(side, THIRD) else 2

    def empty_forepart(self, side: Side) -> None:
        """TRG-40, TRG-44  Used once: its cards go to the box at once."""
        self.box = self.box.together(side.forepart)
        side.forepart = NO_CARDS

    # --- where to -------------------------------------------------------------------------------

    def lines(self, side: Side) -> i64:
        """TRG-22, TRG-42 (c)  Where a straight move can end as far as Rifts allow."""
        if self.runs(side, CROSSING):
            return self.planet.across[side.at]
        return self.planet.reach[side.at]

    def leaps(self, side: Side) -> i64:
        """TRG-41 (c)  Where a leap can end: any hex but a Rift."""
        return ALL & ~self.planet.rifts & ~bit(side.at)

    def ways(self, side: Side) -> i64:
        """Where the move that has begun can end."""
        return self.leaps(side) if self.leaping else self.lines(side)

    def destinations(self, side: Side, ways: i64, kinds: i64) -> i64:
        """TRG-23  The ways that end on a project or the pad, or where these kinds can be built."""
        return ways & (self.settled | ON_PAD | self.sites(side, kinds))

    def fees(self, side: Side, ways: i64) -> i64:
        """TRG-23  The kinds that can be paid: the cards left must allow a destination."""
        kinds = side.hand.kinds
        if ways & (self.settled | ON_PAD):
            return kinds
        found: i64 = 0
        left = kinds
        while left:
            kind = lowest(left)
            if self.destinations(side, ways, side.hand.kinds_without(kind)):
                found |= bit(kind)
            left &= left - 1
        return found

    def can_move(self, side: Side, ways: i64) -> bool:
        """TRG-24  Whether one of the ways is open and can be paid for."""
        if self.runs(side, FREE):
            return self.destinations(side, ways, side.hand.kinds) != 0
        return self.fees(side, ways) != 0

    def can_leap(self, side: Side) -> bool:
        return self.can_use(side, LEAP) and self.can_move(side, self.leaps(side))

    def can_act(self, side: Side) -> bool:
        """TRG-24  Whether a player can take a card or move; otherwise the player passes."""
        return (
            self.deck.size > 0
            or self.market.size > 0
            or self.can_move(side, self.lines(side))
            or self.can_leap(side)
        )

    # --- what to build --------------------------------------------------------------------------

    def sites(self, side: Side, kinds: i64) -> i64:
        """TRG-30  The land where these kinds, with a spare miniature, make a project."""
        land = self.planet.land
        if side.spare_modules and kinds:
            if self.can_use(side, WAIVER):
                return land
            return land_for_one(self.planet, kinds)
        if not side.spare_bases or not kinds:
            return 0
        if self.terms.lone_is_base and self.can_use(side, LONE):
            return land_for_one(self.planet, kinds)
        if self.can_use(side, WAIVER):
            return land if is_several(kinds) else 0
        return land_for_two(self.planet, kinds)

    def fitting(self, side: Side) -> i64:
        """TRG-30  The kinds in hand that can go into the construction, all names different."""
        kinds = side.hand.kinds
        if self.how < WAIVED_MODULE:
            kinds &= allowed(self.planet, self.site)
        for kind in self.laid:
            kinds &= ~bit(kind)
        return kinds

    def possible(self, side: Side) -> i64:
        """The set of hows that the miniatures and the forepart allow.  This is public."""
        hows: i64 = 0
        if side.spare_modules:
            hows |= bit(MODULE)
            if self.is_loaded(side):
                if side.ability == WAIVER:
                    hows |= bit(WAIVED_MODULE)
                elif side.ability == LONE and not self.terms.lone_is_base:
                    hows |= bit(LONE_BASE)
        if side.spare_bases:
            hows |= bit(BASE)
            if self.is_loaded(side):
                if side.ability == LONE:
                    if self.terms.lone_is_base:
                        hows |= bit(LONE_BASE)
                elif side.ability == TRIPLE:
                    hows |= bit(TRIPLE_BASE)
                elif side.ability == WAIVER:
                    hows |= bit(WAIVED_BASE)
        return hows

    def hows(self, side: Side) -> i64:
        """TRG-30, TRG-41  The possible hows for which the hand has the cards."""
        kinds = side.hand.kinds
        fitting = size(kinds & allowed(self.planet, self.site))
        hows = self.possible(side)
        found: i64 = 0
        while hows:
            how = lowest(hows)
            cards = size(kinds) if how >= WAIVED_MODULE else fitting
            if cards >= self.cards_for(how):
                found |= bit(how)
            hows &= hows - 1
        return found

    def cards_for(self, how: i64) -> i64:
        """TRG-30, TRG-41  How many cards a project takes that is built like this."""
        return 1 if how == LONE_BASE and self.terms.lone_is_base else i64(CARDS_FOR[how])

    def is_module(self, how: i64) -> bool:
        """TRG-41  Which miniature is placed; Lone builds a module as if it were a base."""
        return how in (MODULE, WAIVED_MODULE) or (how == LONE_BASE and not self.terms.lone_is_base)

    def income(self, seat: i64, kind: i64, hexagon: i64) -> i64:
        """What a card would earn on an empty hex, not doubled."""
        if TYPE[kind] == SYSTEMS:
            return self.takings(seat, kind, hexagon)
        side = self.sides[seat]
        things = INCOMES[kind].things(
            self.planet, side.modules, side.bases, self.settled & ~side.projects(), hexagon
        )
        return size(things) * i64(self.terms.pays[kind])

    def counted(self, seat: i64, kind: i64, hexagon: i64) -> i64:
        """The hexes that a card counts there."""
        side = self.sides[seat]
        rivals = self.settled & ~side.projects()
        things = INCOMES[kind].things(self.planet, side.modules, side.bases, rivals, hexagon)
        return things & ~bit(hexagon)

    def takings(self, seat: i64, kind: i64, hexagon: i64) -> i64:
        """TRG-37  What a System would take from the owners around, limited by their coins."""
        coins: i64 = 0
        for other in range(self.seats):
            if other != seat:
                coins += self.due(other, kind, hexagon)
        return coins

    def due(self, owner: i64, kind: i64, hexagon: i64) -> i64:
        """TRG-37  What an owner pays for the projects around a System."""
        side = self.sides[owner]
        around = INCOMES[kind].things(self.planet, 0, 0, side.projects(), hexagon)
        return min(size(around) * i64(self.terms.pays[kind]), side.coins)

    def owner(self, hexagon: i64) -> i64:
        """Whose project stands there; NOBODY if none."""
        for seat in range(self.seats):
            if has(self.sides[seat].projects(), hexagon):
                return seat
        return NOBODY

    # --- points ---------------------------------------------------------------------------------

    def cargo_points(self, seat: i64) -> i64:
        """TRG-52  The cards of each colour of which the seat has most in its cargo."""
        points: i64 = 0
        for type_ in range(TYPES):
            points += self.lead_in(type_, seat)
        return points

    def lead_in(self, type_: i64, seat: i64) -> i64:
        """TRG-52  The cards of this colour in a seat's cargo if nobody else has as many, else 0."""
        mine = count_type(self.sides[seat].cargo, type_)
        if mine:
            for other in range(self.seats):
                if other != seat and count_type(self.sides[other].cargo, type_) >= mine:
                    return 0
        return mine

    def scores(self) -> list[float]:
        """TRG-53  Most points win; a tie is shared."""
        if self.turn != NOBODY:
            return [0.0] * self.seats
        points = self.points()
        best = max(points)
        share = 1.0 / float(points.count(best))
        return [share if point == best else 0.0 for point in points]

    def points(self) -> list[int]:
        """TRG-1, TRG-43  Coins; TRG-52 the cargo counts once the game is over."""
        if self.ended_by == PLAYED:
            return [side.coins for side in self.sides]
        return [self.sides[seat].coins + self.cargo_points(seat) for seat in range(self.seats)]

    def ending(self) -> str:
        """TRG-50, TRG-51  Why the game is over; TRG-53 or that the win is shared."""
        return WHY_OVER[self.ended_by] if 1.0 in self.scores() else "shared"

    # --- imagining and auditing -----------------------------------------------------------------

    def imagine(self, seat: i64, dice: Dice) -> "Trehgrannik":
        """TRG-8, TRG-10  Hidden cards are dealt anew: Production from the unseen Production cards,
        the others from all other unseen cards.  Known cards stay in their hands."""
        world = self.copy()
        production, others = self.unseen(seat)
        while True:
            world.deal_anew(seat, production.copy(), others.copy(), dice)
            if world.mover == seat or world.turn == NOBODY or world.fits(world.sides[world.mover]):
                break
        world.resample_sealed(seat, dice)
        return world

    def unseen(self, seat: i64) -> tuple[Cards, Cards]:
        """The Production cards and the other cards that a seat has not seen."""
        low, high = self.deck.low + self.undealt.low, self.deck.high
        for other in range(self.seats):
            if other != seat:
                side = self.sides[other]
                low += side.hand.low - side.known.low
                high += side.hand.high - side.known.high
        return bag_of(low & OF_PRODUCTION, 0), bag_of(low & ~OF_PRODUCTION, high)

    def deal_anew(self, seat: i64, production: Cards, others: Cards, dice: Dice) -> None:
        """Fill the rivals' hands from the unseen cards; box and deck keep what is left."""
        for other in range(self.seats):
            side = self.sides[other]
            if other != seat and side.hidden():
                blue = side.hidden_production()
                rest = side.hidden() - blue
                hand = side.known.copy()
                for _ in range(blue):
                    hand.add(production.draw(dice))
                for _ in range(rest):
                    hand.add(others.draw(dice))
                side.hand = hand
        self.undealt = production
        self.deck = others

    def fits(self, side: Side) -> bool:
        """Whether a mover's hand allows what the turn has shown: the move, then the building."""
        if self.moving:
            return self.destinations(side, self.ways(side), side.hand.kinds) != 0
        if self.site == NOTHING:
            return self.to_take > 0 or self.can_act(side)
        if self.how == NOTHING:
            return self.hows(side) != 0
        return size(self.fitting(side)) >= self.to_lay

    def audit(self) -> str:
        """TRG-54  All cards and all miniatures are there, and what is known of a hand is in it."""
        low = self.deck.low + self.market.low + self.box.low + self.undealt.low
        high = self.deck.high + self.market.high + self.box.high + self.undealt.high
        settled: i64 = 0
        for seat in range(self.seats):
            side = self.sides[seat]
            low += side.hand.low + side.forepart.low + side.centre.low + side.cargo.low
            high += side.hand.high + side.forepart.high + side.centre.high + side.cargo.high
            if side.modules & side.bases or settled & side.projects():
                return f"seat {seat} has built where a project stood"
            settled |= side.projects()
            wrong = audit_side(side, seat, self.seats)
            if wrong:
                return wrong
        for place in range(self.stored, len(self.laid)):
            kind = self.laid[place]
            if kind < HALF:
                low += bit(4 * kind)
            else:
                high += bit(4 * (kind - HALF))
        if low != self.terms.cards.low or high != self.terms.cards.high:
            return "the cards are not all there"
        if settled != self.settled or settled & ~self.planet.land:
            return "a project stands where none was built, or where none can stand"
        return ""


def audit_side(side: Side, seat: i64, seats: i64) -> str:
    """What is wrong with the miniatures, coins or known cards of a seat; empty if nothing."""
    if size(side.modules) + side.spare_modules != i64(MODULES[seats]):
        return f"the modules of seat {seat} are not all there"
    if size(side.bases) + side.spare_bases != i64(BASES[seats]):
        return f"the bases of seat {seat} are not all there"
    if side.coins < 0:
        return f"seat {seat} owes coins"
    left = side.known.kinds
    while left:
        kind = lowest(left)
        if side.known.count(kind) > side.hand.count(kind):
            return f"seat {seat} does not hold what is known of its hand"
        left &= left - 1
    return ""


def count_type(cards: Cards, type_: i64) -> i64:
    """How many cards of a type are in the bag."""
    found: i64 = 0
    left: i64 = cards.kinds & OF_TYPE[type_]
    while left:
        found += cards.count(lowest(left))
        left &= left - 1
    return found


def fresh(seats: i64, terms: Terms) -> Trehgrannik:
    """An empty table: all Production and all other cards in their piles."""
    sides = [Side() for _ in range(seats)]
    for side in sides:
        side.spare_modules = MODULES[seats]
        side.spare_bases = BASES[seats]
    s = Trehgrannik(seats, terms, sides)
    s.undealt = terms.production
    s.deck = terms.others
    return s
