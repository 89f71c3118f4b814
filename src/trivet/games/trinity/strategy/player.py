"""What bots know about Trinity: the value of positions and answers, in tenths of a Landmark.

Landmarks win and draw tiles, so tiles are worth the trios they can still make, and they are safest
in hand.
"""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import count, one, total
from trivet.core.boards import area, cells_of, near
from trivet.core.dice import Dice
from trivet.core.state import NOBODY
from trivet.core.strategy import Strategy, shares
from trivet.games.trinity import cards
from trivet.games.trinity.agents import Act, Commit
from trivet.games.trinity.develop import DONE, Develop, sites
from trivet.games.trinity.events.desk import (
    KEPT,
    BackroomDeal,
    GiveUp,
    InsiderTrading,
    RedTape,
)  # fmt: skip
from trivet.games.trinity.pieces import (
    COMMERCE,
    HOUSING,
    INDUSTRY,
    INSIDER_TRADING,
    STAKEOUT,
    TILES,
)  # fmt: skip
from trivet.games.trinity.setup import REDRAW, Draft, Redraw
from trivet.games.trinity.stack import KIND
from trivet.games.trinity.state import NOTHING, Trinity, Tycoon
from trivet.games.trinity.strategy import candidates, policy
from trivet.games.trinity.strategy.value import (
    TERMS,
    homes_of,
    hopes,
    lateness,
    shops_of,
    terms,
    trios,
    works_of,
)  # fmt: skip

LANDMARK: Final = 10.0  # all values are in tenths of a Landmark
SECURED: Final = 0.4
AGENT: Final = 0.8
THREAT: Final = 0.1  # Agents next to a rival's Landmark
ONE_SHORT: Final = 8.5  # a trio that lacks one tile, which is in hand and has its space
TWO_SHORT: Final = 7.0
IN_HAND: Final = 5.5  # a trio in hand, and room for it
TRIO: Final = 4.5  # each further trio among all tiles
SPARE: Final = [0.0, 0.9, 1.5, 1.9, 2.2, 2.4, 2.5]  # by the number of tiles of a type left over
MANY: Final = 6  # its last place
SAFE: Final = 0.05  # a tile in hand rather than in the city
EVENT: Final = 0.7  # an Event still to be drawn
TIED_UP: Final = 0.6  # the part of the tiles' value that is left when Development is skipped
STRUCK: Final = 0.15  # for each Agent on strike
INSURED: Final = 0.25
REST: Final = 0.01  # for ending a phase: an action that changes nothing is worth less
NEW_TILE: Final = 1.0  # each tile of a new hand

TRADING: Final = 1.4  # an Insider Trading, a Stakeout that is being resolved
TELLING: Final = 0.2

# What a card is worth in hand, by kind.
HELD: Final = [
    0.3, 1.8, 0.4, 0.8, 1.2, 1.2, 1.0, 0.4, 0.4, 0.3, 0.1, 0.1, 1.2, 0.5, 0.1, 0.2, 1.3, 1.2, 0.7,
]  # fmt: skip
LONG: Final = 9.0  # rounds of a long game


class TrinityStrategy(Strategy[Trinity]):
    def worth_a_look(self, s: Trinity, seat: i64, dice: Dice) -> list[int]:
        if isinstance(s.step, (Develop, Act)):
            return candidates.worth_a_look(s, seat)
        return s.options(seat)

    def worth(self, s: Trinity, seat: i64, choice: i64) -> float:
        return weighed(s, seat, choice)

    def habit(self, s: Trinity, seat: i64) -> i64:
        return least_missed(s, seat) if isinstance(s.step, GiveUp) else policy.habit(s, seat)

    def value(self, s: Trinity) -> list[float]:
        if s.turn == NOBODY:
            return s.scores()
        return shares(hopes(s))

    def is_settled(self, s: Trinity) -> bool:
        """Whether `value` may be asked: at the start of a turn, when its tiles are drawn.  Within a
        turn, ending it would look bad, since the rival draws next.  With four seats and an empty
        Tile stack rollouts go on to the end of the game: a value would leave the losing seats some
        hope, and to keep it they would put the end off by playing one Event a turn."""
        if s.seats == policy.CROWD and s.stack.is_empty():
            return False
        return isinstance(s.step, Develop) and s.is_quiet

    def features(self, s: Trinity, seat: i64) -> list[float]:
        """The parts of `position`."""
        me = s.tycoons[seat]
        agents: i64 = 0
        for cell in cells_of(me.posts):
            agents += len(s.agents[cell])
        events = INSURED if me.is_insured else 0.0
        for held in me.held:
            events += HELD[held & cards.KIND]
        whole = trios(me)
        return [
            LANDMARK * float(area(me.marks)),
            TRIO * float(whole),
            trios_and_spares(me) - TRIO * float(whole),
            best_plan(s, seat, s.empty()) if whole else 0.0,
            0.5 * float(total(me.hand)),
            AGENT * float(agents),
            SECURED * float(area(me.posts & me.marks)),
            float(area(near(me.posts) & policy.rivals_landmarks(s, seat))),
            events,
            pending(s, seat),
            1.0 if s.mover == seat else 0.0,
        ]

    def reasons(self, s: Trinity) -> list[str]:
        return [
            "Landmarks", "whole trios of tiles", "single tiles", "of the next Landmark in place",
            "tiles safe in hand", "Agents", "secured Landmarks", "Agents beside rivals' Landmarks",
            "Events", "tiles and Events to come", "of the turn left",
        ]  # fmt: skip

    def terms(self, s: Trinity, seat: i64) -> list[float]:
        return terms(s, seat)

    def term_names(self, s: Trinity) -> list[str]:
        return TERMS

    def pace(self, s: Trinity) -> float:
        return lateness(s)

    def progress(self, s: Trinity) -> float:
        return min(1.0, float(s.turns) / (float(s.seats) * LONG))


def weighed(s: Trinity, seat: i64, choice: i64) -> float:
    """The value of the position after an answer, against the rivals'."""
    step = s.step
    if isinstance(step, Draft):
        return HELD[choice]
    if isinstance(step, Redraw):
        if choice != REDRAW:
            return trios_and_spares(s.tycoons[seat])
        return NEW_TILE * float(s.terms.hand(s.seats, (seat - s.starter + s.seats) % s.seats))
    if choice >= DONE and isinstance(step, (Develop, Act)):
        return lead(s, seat) + REST  # the rivals' answers would come in any case
    if isinstance(step, (RedTape, BackroomDeal, InsiderTrading)):
        return lead_after(s, seat, choice)
    twin = s.copy()
    twin.apply(seat, choice)
    return best_lead(twin, seat)


def lead_after(s: Trinity, seat: i64, choice: i64) -> float:
    """The lead after an Event that changes hands or ties a rival up: tried on the state itself,
    since rollouts weigh many of these."""
    me = s.tycoons[seat]
    hand = me.hand
    step = s.step
    if isinstance(step, RedTape):
        rival = s.tycoons[choice]
        rival.is_tied_up = True
        found = lead(s, seat)
        rival.is_tied_up = False
        return found
    if isinstance(step, InsiderTrading):
        me.hand = hand + one(s.stack.top[choice] & KIND)
        found = lead(s, seat)
    else:
        rival = s.tycoons[choice // 9]
        theirs = rival.hand
        change = one(choice % 3) - one(choice // 3 % 3)
        me.hand = hand + change
        rival.hand = theirs - change
        found = lead(s, seat)
        rival.hand = theirs
    me.hand = hand
    return found


def best_lead(s: Trinity, seat: i64) -> float:
    """The lead of a seat after its best answers to the questions that follow from its action."""
    while s.turn == seat and isinstance(s.step, Commit):  # which Agents go matters little
        s.apply(seat, s.options(seat)[0])
    if s.turn != seat or isinstance(s.step, (Develop, Act, GiveUp)):
        return lead(s, seat)
    best = -1000.0
    for choice in s.options(seat):
        twin = s.copy()
        twin.apply(seat, choice)
        best = max(best, best_lead(twin, seat))
    return best


def lead(s: Trinity, seat: i64) -> float:
    """The value of a seat's position, less that of its best rival and a little of all rivals'."""
    empty = s.empty()
    best = -1000.0
    sum_of_all = 0.0
    for other in range(s.seats):
        if other != seat:
            theirs = position(s, other, empty)
            best = max(best, theirs)
            sum_of_all += theirs
    mine = position(s, seat, empty)
    return mine - 0.7 * best - 0.3 * sum_of_all / float(s.seats - 1)


def position(s: Trinity, seat: i64, empty: i64) -> float:
    """The value of what a seat has and of what its tiles can still make."""
    me = s.tycoons[seat]
    hopes = trios_and_spares(me)
    if trios(me):
        hopes += best_plan(s, seat, empty)
    if me.is_tied_up:
        hopes *= TIED_UP
    worth = LANDMARK * float(area(me.marks)) + hopes + SAFE * float(total(me.hand))
    if me.posts:
        agents: i64 = 0
        for cell in cells_of(me.posts):
            agents += len(s.agents[cell])
        worth += AGENT * float(agents) + SECURED * float(area(me.posts & me.marks))
        worth += THREAT * float(area(near(me.posts) & policy.rivals_landmarks(s, seat)))
        if me.is_on_strike:
            worth -= STRUCK * float(agents)
    if me.is_insured:
        worth += INSURED
    for held in me.held:
        worth += HELD[held & cards.KIND]
    return worth + pending(s, seat)


def pending(s: Trinity, seat: i64) -> float:
    """The value of what a seat is about to get or to lose."""
    worth = 0.0
    if s.earned and s.builder == seat:
        worth += EVENT * float(s.earned)
    if s.drawing and s.drawer == seat:
        worth += SPARE[1] * float(min(s.drawing, s.stack.size()))
    if s.permits and s.mover == seat:
        worth += EVENT * float(s.permits * min(2, trios(s.tycoons[seat])))
    if s.resolving != NOTHING:
        if s.player == seat:
            worth += TELLING if s.resolving == STAKEOUT else 0.0
            worth += TRADING if s.resolving == INSIDER_TRADING else 0.0
        if (seat - s.player) % s.seats >= s.seats - s.givers:
            worth -= SPARE[1] * float(max(0, total(s.tycoons[seat].hand) - KEPT))
    return worth


def least_missed(s: Trinity, seat: i64) -> i64:
    """TRI-70  The tile to give up: the position without it is worth most."""
    me = s.tycoons[seat]
    empty = s.empty()
    hand = me.hand
    best: i64 = 0
    most = -1000.0
    for tile in range(TILES):
        if count(hand, tile):
            me.hand = left_after(hand, tile)
            worth = position(s, seat, empty)
            if worth > most:
                best, most = tile, worth
    me.hand = hand
    return best


def left_after(hand: i64, tile: i64) -> i64:
    """A hand that has given up a tile, and more of them if they are all alike."""
    hand -= one(tile)
    for other in range(TILES):
        if hand == count(hand, other) * one(other):
            return min(KEPT, count(hand, other)) * one(other)
    return hand


# --- Tiles --------------------------------------------------------------------------------------


def trios_and_spares(tycoon: Tycoon) -> float:
    whole = trios(tycoon)
    return (
        TRIO * float(whole)
        + SPARE[min(MANY, homes_of(tycoon) - whole)]
        + SPARE[min(MANY, shops_of(tycoon) - whole)]
        + SPARE[min(MANY, works_of(tycoon) - whole)]
    )


def best_plan(s: Trinity, seat: i64, empty: i64) -> float:
    """What the next Landmark is worth beyond its tiles, by how near it is."""
    me = s.tycoons[seat]
    homes, shops, works = me.homes, me.shops, me.works
    home = count(me.hand, HOUSING) != 0
    shop = count(me.hand, COMMERCE) != 0
    work = count(me.hand, INDUSTRY) != 0
    if (
        (work and near(homes & near(shops)) & empty)
        or (shop and near(homes & near(works)) & empty)
        or (home and near(shops) & near(works) & empty)
    ):
        return ONE_SHORT - TRIO
    if (
        (shop and work and homes & policy.roomy(empty))
        or (home and work and near(near(shops) & empty) & empty)
        or (home and shop and near(near(works) & empty) & empty)
    ):
        return TWO_SHORT - TRIO
    return IN_HAND - TRIO if home and shop and work and sites(s, seat) else 0.0
