"""Events that work on hands, stacks and turns: what is drawn, seen, traded, skipped and insured."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count, nth, one, sorts, total
from trivet.core.state import Objection, Step, only, plan
from trivet.games.trinity import cards
from trivet.games.trinity.draw import LOOK
from trivet.games.trinity.events.city import Effect
from trivet.games.trinity.pieces import TILES
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.words import (
    AIMS,
    GIVE_UP_ONE,
    LEAVE_OR_SWAP,
    NO_DEAL,
    NONE_TO_GIVE,
    RIVAL_HAS_NONE,
)

KEPT: Final = 3  # TRI-70  tiles in hand after a Market Crash
BOOM: Final = 3  # TRI-71  tiles drawn


class MarketCrash(Effect):
    """Every player in turn: see GiveUp."""

    rule = "TRI-70"

    def can(self, s: Trinity, seat: i64) -> bool:
        for tycoon in s.tycoons:
            if total(tycoon.hand) > KEPT:
                return True
        return False

    def begin(self, s: Trinity) -> i64:
        s.givers = s.seats
        return 0


class GiveUp(Step[Trinity]):
    """TRI-70  Every player, clockwise from the Event's, gives up tiles down to 3 in hand.
    TRI-38  They go to the bottom of the Tile stack in their owner's order."""

    what = "give"  # the answer is a type of tile
    code: i64 = 3394

    def giver(self, s: Trinity) -> i64:
        return (s.player + s.seats - s.givers) % s.seats

    def begin(self, s: Trinity) -> i64:
        while s.givers:
            seat = self.giver(s)
            hand = s.tycoons[seat].hand
            if total(hand) <= KEPT:
                s.givers -= 1
            elif len(sorts(hand)) > 1:
                return only(seat)
            else:
                self.give(s, seat, nth(hand, 0))
        return 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return sorts(s.tycoons[seat].hand)

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        return Objection("TRI-70", GIVE_UP_ONE.say())

    def then(self, s: Trinity, seat: i64, tile: i64) -> None:
        self.give(s, seat, tile)
        s.next(GIVE_ON)

    def give(self, s: Trinity, seat: i64, tile: i64) -> None:
        s.tycoons[seat].hand -= one(tile)
        s.stack.bury(tile)
        s.tell("gave_up", seat, tile)


GIVE_ON: Final = plan(GiveUp())


class ConstructionBoom(Effect):
    """DrawTiles comes next."""

    rule = "TRI-71"

    def can(self, s: Trinity, seat: i64) -> bool:
        return not s.stack.is_empty()

    def begin(self, s: Trinity) -> i64:
        s.drawer = s.player
        s.drawing = BOOM
        return 0


# --- Looking ------------------------------------------------------------------------------------


class InsiderTrading(Effect):
    """The player has looked at the top 3 and takes 1; the answer is its place from the top.
    TRI-17  Everyone sees which of them is taken, and whether the others change places."""

    what = "insider"
    code: i64 = 3389
    rule = "TRI-82"

    def can(self, s: Trinity, seat: i64) -> bool:
        return not s.stack.is_empty()

    def begin(self, s: Trinity) -> i64:
        s.looked = min(LOOK, s.stack.size())
        s.stack.lift(s.looked)
        if s.looked > 1:
            return only(s.player)
        self.then(s, s.player, 0)
        return 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return PLACES[s.looked]

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        tile = s.stack.take(choice)
        s.tycoons[seat].hand += one(tile)
        s.reveal()
        s.tell("traded", seat, tile, choice)
        if s.looked == LOOK:
            s.next(PUT_BACK)
        else:
            s.stack.sink()


PLACES: Final = [list(range(tiles)) for tiles in range(LOOK + 1)]
LEAVE: Final = 0  # answers to PutBack
SWAP: Final = 1


class PutBack(Step[Trinity]):
    """TRI-82  The others go back on top in the player's order."""

    what = "order"
    code: i64 = 3392

    def begin(self, s: Trinity) -> i64:
        return only(s.player)

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return PLACES[2]

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        return Objection("TRI-82", LEAVE_OR_SWAP.say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        if choice == SWAP:
            s.stack.swap()
        s.tell("ordered", seat, choice)
        s.stack.sink()


PUT_BACK: Final = plan(PutBack())


class Stakeout(Effect):
    """One rival's Events; Look comes next.  The answer is a seat."""

    what = "stakeout"
    code: i64 = 3441
    rule = "TRI-84"

    def can(self, s: Trinity, seat: i64) -> bool:
        return s.stack.has_unseen() or len(self.options(s, seat)) > 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return [other for other in range(s.seats) if other != seat and s.tycoons[other].held]

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        rival = s.tycoons[choice]
        rival.held = cards.looked_at(rival.held, seat)
        s.tell("staked_out", seat, choice)
        for held in rival.held:
            s.tell("spied", choice, held & cards.KIND, to=seat)


# --- Rivals and hands ---------------------------------------------------------------------------


class UnionStrike(Effect):
    """TRI-91  A rival already under the same card is no target.  The answer is a seat."""

    what = "strike"
    code: i64 = 3433
    rule = "TRI-81"
    needs = "TRI-91"

    def can(self, s: Trinity, seat: i64) -> bool:
        return len(self.options(s, seat)) > 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        tycoons = s.tycoons
        return [
            other for other in range(s.seats) if other != seat and not tycoons[other].is_on_strike
        ]

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        s.tycoons[choice].is_on_strike = True
        s.tell("struck", seat, choice)


class RedTape(Effect):
    """TRI-91  A rival already under the same card is no target.  The answer is a seat."""

    what = "tape"
    code: i64 = 3437
    rule = "TRI-87"
    needs = "TRI-91"

    def can(self, s: Trinity, seat: i64) -> bool:
        return len(self.options(s, seat)) > 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        tycoons = s.tycoons
        return [
            other for other in range(s.seats) if other != seat and not tycoons[other].is_tied_up
        ]

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        s.tycoons[choice].is_tied_up = True
        s.tell("taped", seat, choice)


class BackroomDeal(Effect):
    """The answer is rival x 9 + tile given x 3 + tile taken."""

    what = "deal"
    code: i64 = 3397
    rule = "TRI-86"

    def can(self, s: Trinity, seat: i64) -> bool:
        return len(self.options(s, seat)) > 0

    def options(self, s: Trinity, seat: i64) -> list[int]:
        found: list[int] = []
        for rival in range(s.seats):
            if rival != seat:
                for mine in sorts(s.tycoons[seat].hand):
                    for theirs in sorts(s.tycoons[rival].hand):
                        if mine != theirs:
                            found.append((rival * TILES + mine) * TILES + theirs)
        return found

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        rival, mine, theirs = choice // 9, choice // 3 % 3, choice % 3
        if 0 <= rival < s.seats and rival != seat:
            if not count(s.tycoons[seat].hand, mine):
                return Objection(self.rule, NONE_TO_GIVE.say())
            if not count(s.tycoons[rival].hand, theirs):
                return Objection(self.rule, RIVAL_HAS_NONE.say())
            return Objection("TRI-42", NO_DEAL.say())
        return Objection(self.rule, AIMS[self.rule].say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        rival, mine, theirs = choice // 9, choice // 3 % 3, choice % 3
        s.tycoons[seat].hand += one(theirs) - one(mine)
        s.tycoons[rival].hand += one(mine) - one(theirs)
        s.tell("dealt", seat, rival, mine, theirs)


# --- Effects in force ---------------------------------------------------------------------------


class ExpeditedPermits(Effect):
    rule = "TRI-83"

    def begin(self, s: Trinity) -> i64:
        s.permits += 1
        return 0


class InsuranceClaim(Effect):
    """TRI-92  Laid open when played: everyone knows that it is in force."""

    rule = "TRI-85"

    def can(self, s: Trinity, seat: i64) -> bool:
        return not s.tycoons[seat].is_insured

    def begin(self, s: Trinity) -> i64:
        s.tycoons[s.player].is_insured = True
        return 0
