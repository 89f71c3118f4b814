"""What a bot should know about Trehgrannik: where a card earns most, and what a card in hand is
worth.  All worths are in coins."""

from math import exp
from typing import Final, final

from mypy_extensions import i64

from trivet.core.sets import bit, each, has, lowest, size
from trivet.core.state import NOBODY
from trivet.core.strategy import Strategy
from trivet.games.trehgrannik.board import HEXES, NEAR, NOWHERE, ON_PAD, Planet
from trivet.games.trehgrannik.building import CENTRE, COINS, FOREPART, Build, Lay, UseBlock
from trivet.games.trehgrannik.cards import KINDS
from trivet.games.trehgrannik.pieces import (
    ALL_BLOCKS,
    BASES,
    CENTRE_HOLDS,
    DOUBLES,
    FOREPART_HOLDS,
    FREE,
    INCOMES,
    LEAP,
    MODULES,
    OF_TYPE,
    SYSTEM_KINDS,
    TYPE,
    Terms,
    allowed,
    land_for_one,
)
from trivet.games.trehgrannik.rules import DECK, MOVE, SPRING, TAKE, Act, Go, Pay, Take
from trivet.games.trehgrannik.state import (
    LONE_BASE,
    NOTHING,
    WAIVED_MODULE,
    Side,
    Trehgrannik,
    count_type,
)

NEVER: Final = -1000.0
CENTRAL: Final = 12  # the kinds whose income is the same everywhere: depots, Central, External
EXTERNAL: Final = 16
SAME_EVERYWHERE: Final = 0b111 << 6 | 1 << CENTRAL | 1 << EXTERNAL | ALL_BLOCKS
MOST: Final = 4  # seats
TURNS_FOR_PROJECT: Final = 2.3  # including those that add its cards
OFF: Final = -1  # a hex whose terrain a card does not allow: only a waiver asks for its income


@final
class Seen:
    """What incomes depend on of one seat."""

    __slots__ = ("modules", "bases", "coins")

    def __init__(self, modules: i64, bases: i64, coins: i64) -> None:
        self.modules: i64 = modules
        self.bases: i64 = bases
        self.coins: i64 = coins


@final
class Earnings:
    """What cards would earn for one seat, remembered while the board is the same and no coin moves
    that a System could take; and how patient the seat may be."""

    __slots__ = (
        "planet", "terms", "seen", "patience", "known", "best", "coins",
        "here", "fitting", "first", "second", "third",
    )  # fmt: skip

    def __init__(self) -> None:
        self.planet: Planet = NOWHERE
        self.terms: Terms | None = None
        self.seen: list[Seen] = []  # by seat
        self.patience = 0.0  # 1 while the end is far, 0 in the last turns
        self.known: i64 = 0  # the set of kinds
        self.best = [0] * KINDS  # coins at the best place
        self.coins = [0] * (KINDS * HEXES)  # by kind, then hex; OFF where the kind is not allowed
        # For the present question, the last that was ranked: see `rank`.
        self.here: i64 = NOTHING
        self.fitting: i64 = 0
        self.first = self.second = self.third = NEVER

    def forget_if_changed(self, s: Trehgrannik, seat: i64) -> None:
        """Forget everything if something has changed."""
        if not self.is_same(s, seat):
            self.planet = s.planet
            self.terms = s.terms
            self.known = 0
            self.seen = [Seen(side.modules, side.bases, side.coins) for side in s.sides]

    def is_same(self, s: Trehgrannik, seat: i64) -> bool:
        if self.planet is not s.planet or self.terms is not s.terms or len(self.seen) != s.seats:
            return False
        for other in range(s.seats):
            side, seen = s.sides[other], self.seen[other]
            if seen.modules != side.modules or seen.bases != side.bases:
                return False
            if seen.coins != side.coins and other != seat:
                return False
        return True

    def best_of(self, s: Trehgrannik, seat: i64, kind: i64) -> i64:
        """The coins of a card at its best place."""
        if not has(self.known, kind):
            self.learn(s, seat, kind)
        return self.best[kind]

    def at(self, s: Trehgrannik, seat: i64, kind: i64, hexagon: i64) -> i64:
        """The coins of a card on a hex of empty land."""
        if not has(self.known, kind):
            self.learn(s, seat, kind)
        if has(SAME_EVERYWHERE, kind):
            return self.best[kind]
        coins: i64 = self.coins[kind * HEXES + hexagon]
        return coins if coins != OFF else s.income(seat, kind, hexagon)

    def learn(self, s: Trehgrannik, seat: i64, kind: i64) -> None:
        """Work out what a kind earns everywhere."""
        self.known |= bit(kind)
        side, rule = s.sides[seat], INCOMES[kind]
        rivals = s.settled & ~side.projects()
        pays: i64 = s.terms.pays[kind]
        is_system, allowed_on = has(SYSTEM_KINDS, kind), land_for_one(s.planet, bit(kind))
        left = s.planet.land & ~s.settled
        if has(SAME_EVERYWHERE, kind):
            left &= -left
        best: i64 = 0
        while left:
            here = lowest(left)
            coins: i64 = OFF
            if has(allowed_on, here):
                if is_system:
                    coins = s.takings(seat, kind, here)
                else:
                    things = rule.things(s.planet, side.modules, side.bases, rivals, here)
                    coins = size(things) * pays
                best = max(best, coins)
            self.coins[kind * HEXES + here] = coins
            left &= left - 1
        self.best[kind] = best


class TrehgrannikStrategy(Strategy[Trehgrannik]):
    """The numbers were tuned in games between greedy bots."""

    def __init__(self) -> None:
        self.remembered = [Earnings() for _ in range(MOST)]
        self.keep = 0.4  # a card in hand: this share of its income at its best place now
        self.blank = 0.6  # any card in hand: it can pay for a move
        self.build = 4.0  # a project built, besides its income
        self.near = 0.1  # a project of your own beside it
        self.late = 8.0  # cards in hand lose worth in this many last turns
        self.centre = [18.0, 13.0, 5.0, 15.0]  # a full centre at the start of the game
        self.forepart = [1.0, 1.0, 1.0, 1.0]  # a full forepart
        self.cargo = 0.3  # a card in the cargo, of any colour
        self.typical = 3.0  # what a card of the deck earns at its best place
        self.hurt = 0.5  # a coin that a rival loses

    def worth(self, s: Trehgrannik, seat: i64, choice: i64) -> float:
        step, earns = s.step, self.earnings_of(s, seat)
        if isinstance(step, Act):
            return self.act_worth(s, seat, choice, earns)
        if isinstance(step, Take):  # or a rebate
            return self.take_worth(s, seat, choice, earns)
        if isinstance(step, Pay):
            return self.fee_worth(s, seat, choice, s.ways(s.sides[seat]), earns)
        if isinstance(step, Go):
            return self.stop_worth(s, seat, choice, s.sides[seat].hand.kinds, earns)
        if isinstance(step, Build):
            kinds = s.sides[seat].hand.kinds
            return self.how_worth(s, seat, s.site, choice, kinds, earns)
        if isinstance(step, Lay):
            return self.lay_worth(s, seat, choice, earns)
        if isinstance(step, UseBlock):
            if choice == COINS:
                return float(s.terms.pays[s.laid[s.looked_at]])
            return self.earnings(s, seat, choice, s.site, earns)
        return self.slot_worth(s, seat, choice, earns)

    def value(self, s: Trehgrannik) -> list[float]:
        """A softmax over points, cards in hand and loaded slots."""
        if s.turn == NOBODY:
            return s.scores()
        spread = 3.0 + 12.0 * self.unbuilt(s)
        weights: list[float] = []
        total = 0.0
        for seat in range(s.seats):
            side = s.sides[seat]
            points = float(side.coins + s.cargo_points(seat))
            points += self.hand_worth(s, seat)
            points += self.progress_of(s, side)
            weight = exp(points / spread)
            weights.append(weight)
            total += weight
        return [weight / total for weight in weights]

    def is_settled(self, s: Trehgrannik) -> bool:
        """Whether a turn begins."""
        return isinstance(s.step, Act)

    def features(self, s: Trehgrannik, seat: i64) -> list[float]:
        side = s.sides[seat]
        projects = side.projects()
        beside: i64 = 0
        for hexagon in each(projects):
            beside += size(NEAR[hexagon] & projects)
        return [
            float(side.coins),
            float(s.cargo_points(seat)),
            float(side.hand.size),
            self.hand_worth(s, seat),
            self.progress_of(s, side),
            float(size(side.modules)),
            float(size(side.bases)),
            0.5 * float(beside),
            float(side.centre.size),
            float(side.forepart.size),
            1.0 if s.is_loaded(side) else 0.0,
            0.5 * float(side.cargo.size),
            1.0 if s.mover == seat else 0.0,
        ]

    def reasons(self, s: Trehgrannik) -> list[str]:
        return [
            "coins", "points for cargo", "cards in hand", "use of the cards in hand",
            "use of the harvester", "modules", "bases", "projects beside each other",
            "cards in the centre", "cards in the forepart", "of a forepart that is ready",
            "cards in the cargo", "of the turn left",
        ]  # fmt: skip

    def progress(self, s: Trehgrannik) -> float:
        return 1.0 - self.unbuilt(s)

    # --- a turn ---------------------------------------------------------------------------------

    def act_worth(self, s: Trehgrannik, seat: i64, choice: i64, earns: Earnings) -> float:
        side = s.sides[seat]
        if choice >= TAKE and choice <= DECK:
            more = float(s.full_take(side) - 1)
            worth = self.take_worth(s, seat, choice, earns)
            return worth + self.blind_worth(s, seat, earns) * more
        if choice == MOVE:
            return self.move_worth(s, seat, s.lines(side), side.hand.kinds, earns)
        if choice == SPRING:
            return self.leap_worth(s, seat, earns) - self.forepart[LEAP] * earns.patience
        return self.fee_worth(s, seat, choice, s.lines(side), earns)

    def take_worth(self, s: Trehgrannik, seat: i64, choice: i64, earns: Earnings) -> float:
        if choice == DECK:
            return self.blind_worth(s, seat, earns)
        return self.kept(s, seat, choice - TAKE, earns)

    def blind_worth(self, s: Trehgrannik, seat: i64, earns: Earnings) -> float:
        """An average card of the deck; it earns more the more projects the seat has."""
        if s.deck.size == 0:
            return 0.0
        best = min(0.5 + 0.6 * float(size(s.sides[seat].projects())), self.typical)
        return earns.patience * (self.blank + self.keep * best)

    def fee_worth(
        self, s: Trehgrannik, seat: i64, kind: i64, ways: i64, earns: Earnings
    ) -> float:  # fmt: skip
        left = s.sides[seat].hand.kinds_without(kind)
        return self.move_worth(s, seat, ways, left, earns) - self.kept(s, seat, kind, earns)

    def leap_worth(self, s: Trehgrannik, seat: i64, earns: Earnings) -> float:
        """The best leap with the fee that is worth least."""
        side = s.sides[seat]
        kinds = side.hand.kinds
        if s.runs(side, FREE):
            return self.move_worth(s, seat, s.leaps(side), kinds, earns)
        least = lowest(kinds)
        kinds &= kinds - 1
        while kinds:
            kind = lowest(kinds)
            if self.kept(s, seat, kind, earns) < self.kept(s, seat, least, earns):
                least = kind
            kinds &= kinds - 1
        return self.fee_worth(s, seat, least, s.leaps(side), earns)

    def move_worth(
        self, s: Trehgrannik, seat: i64, ways: i64, kinds: i64, earns: Earnings
    ) -> float:
        """The best place to stop with these kinds in hand."""
        best = NEVER
        left = s.destinations(s.sides[seat], ways, kinds)
        while left:
            best = max(best, self.stop_worth(s, seat, lowest(left), kinds, earns))
            left &= left - 1
        return best

    def stop_worth(
        self, s: Trehgrannik, seat: i64, hexagon: i64, kinds: i64, earns: Earnings
    ) -> float:
        side = s.sides[seat]
        if has(s.settled | ON_PAD, hexagon):
            return 0.0 if has(side.projects() | ON_PAD, hexagon) else -1.0
        best = NEVER
        hows = s.possible(side)
        while hows:
            how = lowest(hows)
            best = max(best, self.how_worth(s, seat, hexagon, how, kinds, earns))
            hows &= hows - 1
        return best

    # --- a project ------------------------------------------------------------------------------

    def how_worth(
        self, s: Trehgrannik, seat: i64, hexagon: i64, how: i64, kinds: i64, earns: Earnings
    ) -> float:
        """The best cards for a project of this sort there."""
        side = s.sides[seat]
        fitting = kinds if how >= WAIVED_MODULE else kinds & allowed(s.planet, hexagon)
        cards = s.cards_for(how)
        if size(fitting) < cards:
            return NEVER
        worth = self.build + self.near * float(size(NEAR[hexagon] & side.projects()))
        if how >= LONE_BASE:
            worth -= 0.5 * self.forepart[side.ability] * earns.patience
        if earns.here != hexagon or earns.fitting != fitting:  # a module and a base ask the same
            self.rank(s, seat, hexagon, fitting, earns)
        if cards == 1:
            return worth + earns.first
        best = earns.first + earns.second
        if fitting & ALL_BLOCKS:
            best = max(best, self.best_doubling(s, seat, hexagon, fitting, earns))
        return worth + best if cards == 2 else worth + best + earns.third

    def rank(self, s: Trehgrannik, seat: i64, hexagon: i64, fitting: i64, earns: Earnings) -> None:
        """Find the three cards that gain most there."""
        first = second = third = NEVER
        left = fitting
        while left:
            gain = self.gain(s, seat, lowest(left), hexagon, earns)
            if gain > first:
                first, second, third = gain, first, second
            elif gain > second:
                second, third = gain, second
            elif gain > third:
                third = gain
            left &= left - 1
        earns.here, earns.fitting = hexagon, fitting
        earns.first, earns.second, earns.third = first, second, third

    def gain(self, s: Trehgrannik, seat: i64, kind: i64, hexagon: i64, earns: Earnings) -> float:
        """What it brings to build a card there rather than to keep it."""
        return self.earnings(s, seat, kind, hexagon, earns) - self.kept(s, seat, kind, earns)

    def best_doubling(
        self, s: Trehgrannik, seat: i64, hexagon: i64, fitting: i64, earns: Earnings
    ) -> float:
        """The best pair of a Block and a card that it doubles."""
        best = NEVER
        blocks = fitting & ALL_BLOCKS
        while blocks:
            block = lowest(blocks)
            left: i64 = fitting & OF_TYPE[DOUBLES[block]]
            while left:
                kind = lowest(left)
                earned = 2.0 * self.earnings(s, seat, kind, hexagon, earns)
                lost = self.kept(s, seat, block, earns)
                best = max(best, earned - self.kept(s, seat, kind, earns) - lost)
                left &= left - 1
            blocks &= blocks - 1
        return best

    def lay_worth(self, s: Trehgrannik, seat: i64, kind: i64, earns: Earnings) -> float:
        """This card with those already laid, and with the best one to follow."""
        gain = self.gain(s, seat, kind, s.site, earns)
        for other in s.laid:
            gain += self.doubling(s, seat, kind, other, earns)
        if s.to_lay == 1:
            return gain
        best = NEVER
        left = s.fitting(s.sides[seat]) & ~bit(kind)
        while left:
            other = lowest(left)
            more = self.gain(s, seat, other, s.site, earns)
            best = max(best, more + self.doubling(s, seat, kind, other, earns))
            left &= left - 1
        return gain + best

    def doubling(
        self, s: Trehgrannik, seat: i64, one: i64, other: i64, earns: Earnings
    ) -> float:  # fmt: skip
        """What two cards earn together beyond the sum of both."""
        if DOUBLES[one] == TYPE[other]:
            block, kind = one, other
        elif DOUBLES[other] == TYPE[one]:
            block, kind = other, one
        else:
            return 0.0
        earned = self.earnings(s, seat, kind, s.site, earns)
        return max(0.0, earned - float(s.terms.pays[block]))

    # --- what cards earn ------------------------------------------------------------------------

    def earnings_of(self, s: Trehgrannik, seat: i64) -> Earnings:
        """What is remembered for a seat, and true now."""
        earns = self.remembered[seat]
        earns.forget_if_changed(s, seat)
        earns.patience = self.patience(s)
        earns.here = NOTHING
        return earns

    def earnings(
        self, s: Trehgrannik, seat: i64, kind: i64, hexagon: i64, earns: Earnings
    ) -> float:
        """The income, with a bonus for the coins that rivals lose."""
        return self.with_hurt(kind, earns.at(s, seat, kind, hexagon))

    def with_hurt(self, kind: i64, coins: i64) -> float:
        return float(coins) * (1.0 + self.hurt) if has(SYSTEM_KINDS, kind) else float(coins)

    def kept(self, s: Trehgrannik, seat: i64, kind: i64, earns: Earnings) -> float:
        """The worth of holding a card: a share of its income at its best place, less near the end
        of the game."""
        if earns.patience <= 0.0:
            return 0.0
        best = self.with_hurt(kind, earns.best_of(s, seat, kind))
        return earns.patience * (self.blank + self.keep * best)

    def hand_worth(self, s: Trehgrannik, seat: i64) -> float:
        """The worth of holding one card of each kind in hand."""
        earns = self.earnings_of(s, seat)
        worth = 0.0
        left = s.sides[seat].hand.kinds
        while left:
            worth += self.kept(s, seat, lowest(left), earns)
            left &= left - 1
        return worth

    def patience(self, s: Trehgrannik) -> float:
        """1 while the end is far, 0 in the last turns."""
        if s.finisher != NOTHING:
            return 0.0
        shortest: i64 = 99
        for side in s.sides:
            shortest = min(shortest, side.spare_modules + side.spare_bases)
        return min(1.0, float(shortest) * TURNS_FOR_PROJECT / self.late)

    # --- the harvester --------------------------------------------------------------------------

    def slot_worth(self, s: Trehgrannik, seat: i64, slot: i64, earns: Earnings) -> float:
        side = s.sides[seat]
        unbuilt = float(side.spare_modules + side.spare_bases)
        every = float(i64(MODULES[s.seats]) + i64(BASES[s.seats]))
        scale = every / 18.0  # the effects help with every project
        if slot == CENTRE:
            room: i64 = CENTRE_HOLDS[s.seats]
            missing = float(room - side.centre.size)
            left = max(0.0, unbuilt - missing / 1.33) / every  # share of projects after it is full
            return self.centre[side.engine] * scale * left / float(room)
        if slot == FOREPART:
            holds: i64 = FOREPART_HOLDS[s.seats]
            lacking = float(holds - side.forepart.size)
            return self.forepart[side.ability] / float(holds) if unbuilt > lacking else 0.0
        return self.cargo_worth(s, seat, s.laid[s.stored], earns)

    def cargo_worth(self, s: Trehgrannik, seat: i64, kind: i64, earns: Earnings) -> float:
        """TRG-52  A lead in a colour scores all its cards; a tie cancels the rival's lead."""
        type_: i64 = TYPE[kind]
        mine = count_type(s.sides[seat].cargo, type_)
        most: i64 = 0
        for other in range(s.seats):
            if other != seat:
                most = max(most, count_type(s.sides[other].cargo, type_))
        if mine > most:
            gain = 1.0
        elif mine == most:
            gain = float(mine + 1)
        elif mine + 1 == most:
            gain = 0.5 * float(most)
        else:
            gain = 0.0
        sure = 1.0 - 0.5 * earns.patience  # the lead may change until the end
        return self.cargo + sure * gain

    def progress_of(self, s: Trehgrannik, side: Side) -> float:
        """The worth of the cards loaded into forepart and centre."""
        room: i64 = CENTRE_HOLDS[s.seats]
        holds: i64 = FOREPART_HOLDS[s.seats]
        if side.engine == NOTHING:
            return 0.0
        loaded = self.centre[side.engine] * float(side.centre.size) / float(room)
        ready = self.forepart[side.ability] * float(side.forepart.size) / float(holds)
        return 0.5 * self.unbuilt(s) * (loaded + ready)

    def unbuilt(self, s: Trehgrannik) -> float:
        """The share of the game that is left: 1 at the start, 0 once a player has built all."""
        every: i64 = i64(MODULES[s.seats]) + i64(BASES[s.seats])
        shortest = every
        for side in s.sides:
            shortest = min(shortest, side.spare_modules + side.spare_bases)
        return float(shortest) / float(every)
