"""What a bot should know about Trehgrannik: where a card earns most, and what a card in hand is
worth.  All worths are in coins."""

from math import exp
from typing import Final, final

from mypy_extensions import i64

from trivet.core.sets import bit, each, has, lowest, size
from trivet.core.state import NOBODY
from trivet.core.strategy import Strategy
from trivet.games.trehgrannik.board import NEAR, NOWHERE, ON_PAD, Planet
from trivet.games.trehgrannik.building import CENTRE, COINS, FOREPART, Build, Lay, UseBlock
from trivet.games.trehgrannik.cards import KINDS
from trivet.games.trehgrannik.pieces import (
    ALL_BLOCKS,
    BASES,
    CENTRE_HOLDS,
    DOUBLES,
    FOREPART_HOLDS,
    FREE,
    LEAP,
    MODULES,
    OF_TYPE,
    SYSTEMS,
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


@final
class Earnings:
    """The best earnings of each kind of card for one seat, remembered while the board is the same
    and no coin moves that a System could take."""

    __slots__ = ("planet", "terms", "projects", "modules", "known", "best")

    def __init__(self) -> None:
        self.planet: Planet = NOWHERE
        self.terms: Terms | None = None
        self.projects: list[int] = []  # by seat: projects and coins
        self.modules: i64 = 0  # the seat's own
        self.known: i64 = 0  # the set of kinds
        self.best = [0.0] * KINDS

    def look(self, s: Trehgrannik, seat: i64) -> None:
        """Forget everything if something has changed."""
        is_same = (
            self.planet is s.planet
            and self.terms is s.terms
            and self.modules == s.sides[seat].modules
            and len(self.projects) == 2 * s.seats
        )
        if is_same:
            place: i64 = 0
            for other, side in enumerate(s.sides):
                if self.projects[place] != side.projects() or (
                    other != seat and self.projects[place + 1] != side.coins
                ):
                    is_same = False
                    break
                place += 2
        if is_same:
            return
        self.planet = s.planet
        self.terms = s.terms
        self.modules = s.sides[seat].modules
        self.known = 0
        self.projects = []
        for side in s.sides:
            self.projects.append(side.projects())
            self.projects.append(side.coins)


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
        step = s.step
        if isinstance(step, Act):
            return self.act_worth(s, seat, choice)
        if isinstance(step, Take):  # or a rebate
            return self.take_worth(s, seat, choice)
        if isinstance(step, Pay):
            return self.fee_worth(s, seat, choice, s.ways(s.sides[seat]))
        if isinstance(step, Go):
            keeps = self.keeps(s, seat, s.sides[seat].hand.kinds)
            return self.stop_worth(s, seat, choice, s.sides[seat].hand.kinds, keeps)
        if isinstance(step, Build):
            kinds = s.sides[seat].hand.kinds
            return self.how_worth(s, seat, s.site, choice, kinds, self.keeps(s, seat, kinds))
        if isinstance(step, Lay):
            return self.lay_worth(s, seat, choice)
        if isinstance(step, UseBlock):
            if choice == COINS:
                return float(s.terms.pays[s.laid[s.looked_at]])
            return self.earnings(s, seat, choice, s.site)
        return self.slot_worth(s, seat, choice)

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
            points += sum(self.keeps(s, seat, side.hand.kinds))
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
            sum(self.keeps(s, seat, side.hand.kinds)),
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

    def act_worth(self, s: Trehgrannik, seat: i64, choice: i64) -> float:
        side = s.sides[seat]
        if choice >= TAKE and choice <= DECK:
            cards: i64 = s.full_take(side)
            return self.take_worth(s, seat, choice) + self.blind_worth(s, seat) * float(cards - 1)
        if choice == MOVE:
            kinds = side.hand.kinds
            return self.move_worth(s, seat, s.lines(side), kinds, self.keeps(s, seat, kinds))
        if choice == SPRING:
            return self.leap_worth(s, seat) - self.forepart[LEAP] * self.patience(s)
        return self.fee_worth(s, seat, choice, s.lines(side))

    def take_worth(self, s: Trehgrannik, seat: i64, choice: i64) -> float:
        if choice == DECK:
            return self.blind_worth(s, seat)
        kind = choice - TAKE
        return self.keeps(s, seat, bit(kind))[kind]

    def blind_worth(self, s: Trehgrannik, seat: i64) -> float:
        """An average card of the deck; it earns more the more projects the seat has."""
        if s.deck.size == 0:
            return 0.0
        best = min(0.5 + 0.6 * float(size(s.sides[seat].projects())), self.typical)
        return self.patience(s) * (self.blank + self.keep * best)

    def fee_worth(self, s: Trehgrannik, seat: i64, kind: i64, ways: i64) -> float:
        hand = s.sides[seat].hand
        keeps = self.keeps(s, seat, hand.kinds)
        left = hand.kinds_without(kind)
        return self.move_worth(s, seat, ways, left, keeps) - keeps[kind]

    def leap_worth(self, s: Trehgrannik, seat: i64) -> float:
        """The best leap with the fee that is worth least."""
        side = s.sides[seat]
        kinds = side.hand.kinds
        keeps = self.keeps(s, seat, kinds)
        if s.runs(side, FREE):
            return self.move_worth(s, seat, s.leaps(side), kinds, keeps)
        least = lowest(kinds)
        for kind in range(KINDS):
            if has(kinds, kind) and keeps[kind] < keeps[least]:
                least = kind
        left = side.hand.kinds_without(least)
        return self.move_worth(s, seat, s.leaps(side), left, keeps) - keeps[least]

    def move_worth(
        self, s: Trehgrannik, seat: i64, ways: i64, kinds: i64, keeps: list[float]
    ) -> float:
        """The best place to stop with these kinds in hand."""
        best = NEVER
        left = s.destinations(s.sides[seat], ways, kinds)
        while left:
            best = max(best, self.stop_worth(s, seat, lowest(left), kinds, keeps))
            left &= left - 1
        return best

    def stop_worth(
        self, s: Trehgrannik, seat: i64, hexagon: i64, kinds: i64, keeps: list[float]
    ) -> float:
        side = s.sides[seat]
        if has(s.settled | ON_PAD, hexagon):
            return 0.0 if has(side.projects() | ON_PAD, hexagon) else -1.0
        best = NEVER
        hows = s.possible(side)
        while hows:
            how = lowest(hows)
            best = max(best, self.how_worth(s, seat, hexagon, how, kinds, keeps))
            hows &= hows - 1
        return best

    # --- a project ------------------------------------------------------------------------------

    def how_worth(
        self, s: Trehgrannik, seat: i64, hexagon: i64, how: i64, kinds: i64, keeps: list[float]
    ) -> float:
        """The best cards for a project of this sort there."""
        side = s.sides[seat]
        fitting = kinds if how >= WAIVED_MODULE else kinds & allowed(s.planet, hexagon)
        cards = s.cards_for(how)
        if size(fitting) < cards:
            return NEVER
        worth = self.build + self.near * float(size(NEAR[hexagon] & side.projects()))
        if how >= LONE_BASE:
            worth -= 0.5 * self.forepart[side.ability] * self.patience(s)
        first = second = third = NEVER
        left = fitting
        while left:
            kind = lowest(left)
            gain = self.earnings(s, seat, kind, hexagon) - keeps[kind]
            if gain > first:
                first, second, third = gain, first, second
            elif gain > second:
                second, third = gain, second
            elif gain > third:
                third = gain
            left &= left - 1
        if cards == 1:
            return worth + first
        best = first + second
        if fitting & ALL_BLOCKS:
            best = max(best, self.best_doubling(s, seat, hexagon, fitting, keeps))
        return worth + best if cards == 2 else worth + best + third

    def best_doubling(
        self, s: Trehgrannik, seat: i64, hexagon: i64, fitting: i64, keeps: list[float]
    ) -> float:
        """The best pair of a Block and a card that it doubles."""
        best = NEVER
        blocks = fitting & ALL_BLOCKS
        while blocks:
            block = lowest(blocks)
            left: i64 = fitting & OF_TYPE[DOUBLES[block]]
            while left:
                kind = lowest(left)
                earned = 2.0 * self.earnings(s, seat, kind, hexagon)
                best = max(best, earned - keeps[kind] - keeps[block])
                left &= left - 1
            blocks &= blocks - 1
        return best

    def lay_worth(self, s: Trehgrannik, seat: i64, kind: i64) -> float:
        """This card with those already laid, and with the best one to follow."""
        side = s.sides[seat]
        keeps = self.keeps(s, seat, side.hand.kinds)
        gain = self.earnings(s, seat, kind, s.site) - keeps[kind]
        for other in s.laid:
            gain += self.doubling(s, seat, kind, other)
        if s.to_lay == 1:
            return gain
        best = NEVER
        left = s.fitting(side) & ~bit(kind)
        while left:
            other = lowest(left)
            more = self.earnings(s, seat, other, s.site) - keeps[other]
            best = max(best, more + self.doubling(s, seat, kind, other))
            left &= left - 1
        return gain + best

    def doubling(self, s: Trehgrannik, seat: i64, one: i64, other: i64) -> float:
        """What two cards earn together beyond the sum of both."""
        if DOUBLES[one] == TYPE[other]:
            block, kind = one, other
        elif DOUBLES[other] == TYPE[one]:
            block, kind = other, one
        else:
            return 0.0
        return max(0.0, self.earnings(s, seat, kind, s.site) - float(s.terms.pays[block]))

    def earnings(self, s: Trehgrannik, seat: i64, kind: i64, hexagon: i64) -> float:
        """The income, with a bonus for the coins that rivals lose."""
        coins = float(s.income(seat, kind, hexagon))
        return coins * (1.0 + self.hurt) if TYPE[kind] == SYSTEMS else coins

    # --- cards in hand --------------------------------------------------------------------------

    def keeps(self, s: Trehgrannik, seat: i64, kinds: i64) -> list[float]:
        """The worth of holding a card, by kind: a share of its income at its best place, less near
        the end of the game."""
        patience = self.patience(s)
        worths = [0.0] * KINDS
        if patience > 0.0:
            while kinds:
                kind = lowest(kinds)
                best = self.best_earnings(s, seat, kind)
                worths[kind] = patience * (self.blank + self.keep * best)
                kinds &= kinds - 1
        return worths

    def best_earnings(self, s: Trehgrannik, seat: i64, kind: i64) -> float:
        """What a card earns at its best place.  The same is asked for every answer of a turn."""
        remembered = self.remembered[seat]
        remembered.look(s, seat)
        if not has(remembered.known, kind):
            remembered.known |= bit(kind)
            remembered.best[kind] = self.best_place(s, seat, kind)
        return remembered.best[kind]

    def best_place(self, s: Trehgrannik, seat: i64, kind: i64) -> float:
        best = 0.0
        left = land_for_one(s.planet, bit(kind)) & ~s.settled
        if has(SAME_EVERYWHERE, kind):
            left &= -left
        while left:
            best = max(best, self.earnings(s, seat, kind, lowest(left)))
            left &= left - 1
        return best

    def patience(self, s: Trehgrannik) -> float:
        """1 while the end is far, 0 in the last turns."""
        if s.finisher != NOTHING:
            return 0.0
        shortest: i64 = 99
        for side in s.sides:
            shortest = min(shortest, side.spare_modules + side.spare_bases)
        return min(1.0, float(shortest) * TURNS_FOR_PROJECT / self.late)

    # --- the harvester --------------------------------------------------------------------------

    def slot_worth(self, s: Trehgrannik, seat: i64, slot: i64) -> float:
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
        return self.cargo_worth(s, seat, s.laid[s.stored])

    def cargo_worth(self, s: Trehgrannik, seat: i64, kind: i64) -> float:
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
        sure = 1.0 - 0.5 * self.patience(s)  # the lead may change until the end
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
