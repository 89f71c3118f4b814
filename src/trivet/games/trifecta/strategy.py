"""What a bot should know about Trifecta: what goals and cards are worth, and what others may bid.

The unit of all worths is a goal: one that helps to survive is worth 1.  A card's price is its share
of the goals that its owner still expects to win, by how many goals to come it matches.
"""

from math import exp
from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import each, size
from trivet.core.state import NOBODY, only
from trivet.core.strategy import FAR, Strategy
from trivet.games.trifecta.pieces import (
    MATCHING,
    SINGLE,
    cards,
    copies,
    kinds,
    matches,
    singles,
    total,
    unit,
    values,
)  # fmt: skip
from trivet.games.trifecta.rules import TRUE, Ante, Bid, Opt
from trivet.games.trifecta.state import (
    BLIND,
    FREE,
    NOTHING,
    OPEN,
    UNSEEN,
    Trifecta,
    seats_of,
)  # fmt: skip

# Tuned by matches between greedy bots that differ in one number; the model of the other players is
# fitted to what greedy bots do.
SPOIL: Final = 0.35  # a goal that its winner does not need to survive: it denies the others
RIVALS_GOAL: Final = 0.5  # in a duel: the cost of a goal that the rival wins
DUEL: Final = 0.7  # in a duel: goals expected in each round to come
TIE: Final = 0.2  # of a goal: each card left, where cards break ties
RESTLESS: Final = 0.1  # added to that for every stage after the third: see `patience`
FODDER: Final = 0.5  # the use of a card that matches no goal to come: it can be an ante
SPENT: Final = 0.02  # the same when no more antes are paid
WANTED: Final = 0.25  # the cost of anting a card that matches the goal in sight
TRIFLE: Final = 0.001  # the cost of keeping a card after the last round
ALL_IN: Final = 0.3  # how often another player bids all matching cards; else any number of them

# The chance that another player chooses True.  In a Blind round by the number of players; in an
# Open one by matching cards, times a factor by the number of players.
JOINS_BLIND: Final = [0.0, 1.0, 0.55, 0.6, 0.55, 0.45, 0.4]
JOINS_OPEN: Final = [0.15, 0.35, 0.55, 0.75, 0.9, 0.95, 1.0, 1.0, 1.0, 1.0]
DARING: Final = [1.0, 1.0, 1.0, 1.0, 1.0, 0.85, 0.75]
JOINS_FREE: Final = 0.9

# How often sharp bots choose True in an Open round, by the number of players and by matching cards,
# up to 3.
IN_OPEN: Final = [
    [], [], [0.5, 0.7, 0.8, 1.0], [0.2, 0.65, 0.85, 1.0], [0.05, 0.35, 0.85, 0.95],
    [0.05, 0.3, 0.8, 0.95], [0.05, 0.25, 0.8, 0.95],
]  # fmt: skip

SMALL_HAND: Final = 2  # cards with which the tree reaches the end of a stage from an Open round on

TAKEN: Final = 0.8  # the share of the goals to come that are won at all
SHARP: Final = 2.5  # slope of the chance to survive, by goals expected above the number needed


class TrifectaStrategy(Strategy[Trifecta]):
    def worth_a_look(self, s: Trifecta, seat: i64, dice: Dice) -> list[int]:
        """Candidate bids: for each number of cards only the one of the cheapest cards, and at most
        one more than any rival can bid; in the last round all cards, if they have no later use.
        Against empty hands one card wins a goal that is needed.  In a Free round True costs nothing
        and may win."""
        if isinstance(s.step, Opt) and s.segment() == FREE:
            return [TRUE]
        if not isinstance(s.step, Bid):
            return s.options(seat)
        if s.round == s.terms.length and not keeps_cards(s):
            return [all_matching(s.players[seat].hand, s.goal)]
        most: i64 = 1
        for other in seats_of(s.true):
            if other != seat:
                most = max(most, total(s.players[other].hand) + 1)
        if most == 1 and goal_worth(s, seat) == 1.0 and matches(s.players[seat].hand, s.goal):
            return [unit(by_price(s, s.players[seat].hand, s.goal)[0])]
        bids = [0]
        bag: i64 = 0
        for kind in by_price(s, s.players[seat].hand, s.goal):
            if len(bids) > most:
                break
            bag += unit(kind)
            bids.append(bag)
        return bids

    def worth(self, s: Trifecta, seat: i64, choice: i64) -> float:
        step = s.step
        if isinstance(step, Opt):
            return opt_worth(s, seat) if choice == TRUE else stay_out_worth(s, seat)
        if isinstance(step, Ante):
            return ante_worth(s, seat, choice)
        if isinstance(step, Bid):
            return bid_worth(s, seat, choice)
        return 0.0

    def plausible(self, s: Trifecta, seat: i64) -> float:
        """A player who chose True for an Open goal is likely to hold matching cards."""
        if isinstance(s.step, Opt) or s.segment() != OPEN:
            return 1.0
        chance = 1.0
        joins: list[float] = IN_OPEN[size(s.alive)]
        for other in seats_of(s.true):
            if other != seat:
                player = s.players[other]
                held = matches(player.hand, s.goal)
                if player.ante != NOTHING and values(player.ante) >> s.goal & 1:
                    held += 1
                chance *= joins[min(3, held)]
        return chance

    def is_chapter(self, s: Trifecta) -> bool:
        """Before the cards of a stage are dealt."""
        return s.dealt == 0

    def value(self, s: Trifecta) -> list[float]:
        if s.turn == NOBODY:
            return s.scores()
        shares = [0.0] * s.seats
        if s.dealt == 0:
            for seat in seats_of(s.alive):
                shares[seat] = 1.0 / float(size(s.alive))
            return shares
        hopes = stage_hopes(s)
        if size(s.alive) == 2:
            one, other = seats_of(s.alive)
            lead = hopes[one] - hopes[other] + tie_break(s, one) - tie_break(s, other)
            left = float(s.terms.length - s.round + 1)
            shares[one] = 1.0 / (1.0 + exp(-2.0 * lead / (0.5 + 0.25 * left)))
            shares[other] = 1.0 - shares[one]
            return shares
        needed = float(s.needed()) - 0.5
        everybody_out = 1.0
        survivors = 0.0
        for seat in seats_of(s.alive):
            survives = 1.0 / (1.0 + exp(SHARP * (needed - hopes[seat])))
            shares[seat] = survives
            survivors += survives
            everybody_out *= 1.0 - survives
        again = everybody_out / float(size(s.alive))  # TRF-22  all of them begin anew
        for seat in seats_of(s.alive):
            shares[seat] = again + (1.0 - everybody_out) * shares[seat] / survivors
        return shares

    def features(self, s: Trifecta, seat: i64) -> list[float]:
        if not s.alive & only(seat):
            return []
        player = s.players[seat]
        goals = float(size(player.goals))
        return [
            goals,
            stage_hopes(s)[seat] - goals,
            0.25 * float(total(player.hand)),
            1.0 if goals >= float(s.needed()) > 0.0 else 0.0,
        ]

    def reasons(self, s: Trifecta) -> list[str]:
        return ["goals", "hope of goals to come", "cards to keep", "certainty to survive"]

    def progress(self, s: Trifecta) -> float:
        return float(max(0, s.round - 1)) / float(s.terms.length)

    def answers_left(self, s: Trifecta) -> i64:
        """Three questions a round to each player who is left, in a Free round only the bid: to be
        in costs nothing there.  Before the Free rounds only small hands have few enough answers."""
        rounds = s.terms.length - s.round + 1
        free = min(rounds, s.terms.length - s.terms.frees)
        if rounds > free:
            for seat in seats_of(s.alive):
                if total(s.players[seat].hand) > SMALL_HAND:
                    return FAR
        return (3 * rounds - 2 * free) * size(s.alive)

    def phase(self, s: Trifecta, seat: i64) -> i64:
        """By the segment of the stage, and by whether two are left: most stages of a duel are
        tied (TRF-21)."""
        segment = s.segment() if s.round else 0
        return 3 + segment if size(s.alive) == 2 else segment

    def phases(self) -> list[str]:
        return [
            f"{segment}, {left}"
            for left in ("several left", "two left")
            for segment in ("Blind", "Open", "Free")
        ]


# --- the three questions --------------------------------------------------------------------------


def opt_worth(s: Trifecta, seat: i64) -> float:
    """The worth of True: that of the best bid that could follow, less the ante."""
    hand = s.players[seat].hand
    if s.goal != UNSEEN:
        return best_fight(s, seat, hand, s.goal) - ante_price(s, seat)
    worth = 0.0
    for goal in each(s.unseen):
        worth += best_fight(s, seat, hand, goal)
    return worth / float(size(s.unseen)) - ante_price(s, seat)


def stay_out_worth(s: Trifecta, seat: i64) -> float:
    """The worth of False: 0, but in a duel the rival may win the goal."""
    if size(s.alive) > 2:
        return 0.0
    if s.goal != UNSEEN:
        return -RIVALS_GOAL * (1.0 - nobody_else(s, seat, s.goal))
    worth = 0.0
    for goal in each(s.unseen):
        worth -= RIVALS_GOAL * (1.0 - nobody_else(s, seat, goal))
    return worth / float(size(s.unseen))


def ante_worth(s: Trifecta, seat: i64, kind: i64) -> float:
    """Minus the card's price; a card that matches the goal in sight costs more."""
    worth = -price(s, seat, kind)
    if s.goal != UNSEEN and values(kind) >> s.goal & 1:
        worth -= WANTED * goal_worth(s, seat)
    return worth


def bid_worth(s: Trifecta, seat: i64, bid: i64) -> float:
    """The chance to win the goal, less the price of the cards.  In the last round cards have no
    later use, so there is no reason to keep one."""
    if s.round == s.terms.length and not keeps_cards(s):
        return fight(s, seat, s.goal, total(bid)) + TRIFLE * float(total(bid))
    cost = 0.0
    for kind in cards(bid):
        cost += price(s, seat, kind)
    return fight(s, seat, s.goal, total(bid)) - cost


# --- what things are worth ------------------------------------------------------------------------


def best_fight(s: Trifecta, seat: i64, hand: i64, goal: i64) -> float:
    """The worth of the best number of cards to bid; they are paid only if another player is in."""
    alone = nobody_else(s, seat, goal)
    best = fight(s, seat, goal, 0)
    cost = 0.0
    for place, kind in enumerate(by_price(s, hand, goal)):
        cost += price(s, seat, kind)
        best = max(best, fight(s, seat, goal, place + 1) - cost * (1.0 - alone))
    return best


def fight(s: Trifecta, seat: i64, goal: i64, count: i64) -> float:
    """The worth of a bid of `count` cards: the goal, if all others bid less."""
    all_less = 1.0
    none_more = 1.0
    for other in seats_of(s.alive):
        if other != seat:
            joins = chance_to_join(s, other, goal)
            held = matches(s.players[other].hand, goal)
            if count <= held:
                all_less *= 1.0 - joins * (1.0 - chance_below(count, held))
            if count < held:
                none_more *= 1.0 - joins * (1.0 - chance_below(count + 1, held))
    worth = goal_worth(s, seat) * all_less
    return worth - RIVALS_GOAL * (1.0 - none_more) if size(s.alive) == 2 else worth


def chance_below(count: i64, held: i64) -> float:
    """The chance that a player who holds `held` matching cards bids fewer than `count` of them."""
    return (1.0 - ALL_IN) * float(count) / float(held + 1)


def nobody_else(s: Trifecta, seat: i64, goal: i64) -> float:
    """The chance that no other player chooses True."""
    chance = 1.0
    for other in seats_of(s.alive):
        if other != seat:
            chance *= 1.0 - chance_to_join(s, other, goal)
    return chance


def chance_to_join(s: Trifecta, other: i64, goal: i64) -> float:
    """The chance that another player chooses True; known once all have chosen."""
    if not isinstance(s.step, Opt):
        return 1.0 if s.true & only(other) else 0.0
    hand = s.players[other].hand
    if not hand:
        return 0.0
    segment = s.segment()
    if segment == FREE:
        return JOINS_FREE
    players = size(s.alive)
    if segment == BLIND:
        return JOINS_BLIND[players]
    return JOINS_OPEN[matches(hand, goal)] * DARING[players]


def goal_worth(s: Trifecta, seat: i64) -> float:
    """The worth of winning this goal."""
    if size(s.alive) == 2:
        return 1.0
    missing = s.needed() - size(s.players[seat].goals)
    return 1.0 if 0 < missing <= s.terms.length - s.round + 1 else SPOIL


def ante_price(s: Trifecta, seat: i64) -> float:
    """The cost of the ante: that of the cheapest card in hand."""
    if s.segment() == FREE:
        return 0.0
    hand = s.players[seat].hand
    cheapest = 100.0
    for kind in kinds(hand):
        cheapest = min(cheapest, -ante_worth(s, seat, kind))
    return cheapest


def price(s: Trifecta, seat: i64, kind: i64) -> float:
    """The worth of keeping a card for later rounds: its share of the goals still expected."""
    left = s.terms.length - s.round
    kept = TIE if keeps_cards(s) else 0.0
    if left == 0:
        return kept
    hand = s.players[seat].hand
    everything = 0.0
    for card in kinds(hand):
        everything += use(s, card) * float(copies(hand, card))
    hoped = patience(s) * float(left)
    if size(s.alive) > 2:
        missing = s.needed() - size(s.players[seat].goals)
        hoped = float(missing) if 0 < missing <= left else SPOIL
    return hoped * use(s, kind) / everything + kept


def tie_break(s: Trifecta, seat: i64) -> float:
    """TRF-21  In a duel: what the cards in hand are worth if they break ties."""
    return TIE * float(total(s.players[seat].hand)) if keeps_cards(s) else 0.0


def keeps_cards(s: Trifecta) -> bool:
    """TRF-21, TRF-23  Whether a card that is left may break a tie of two players."""
    return size(s.alive) == 2 and s.cards_decide()


def patience(s: Trifecta) -> float:
    """In a duel: goals expected in each round to come.  Two careful players tie most stages
    (TRF-21), since both get about one goal for each card.  So after the third stage cards become
    dearer and are saved for the end, or too many games would reach the last stage (TRF-23)."""
    return DUEL + RESTLESS * float(max(s.stage - 3, 0))


def use(s: Trifecta, kind: i64) -> float:
    """The expected number of goals to come that a card matches, plus its use as an ante."""
    left = s.terms.length - s.round
    fodder = SPENT if s.segment() == FREE else FODDER
    if not s.unseen:
        return fodder
    return fodder + float(size(values(kind) & s.unseen) * left) / float(size(s.unseen))


def all_matching(hand: i64, goal: i64) -> i64:
    """The bag of all cards of a hand that match a goal."""
    completes: i64 = hand & MATCHING[goal]
    return completes + singles(hand, goal) * unit(SINGLE + goal)


def by_price(s: Trifecta, hand: i64, goal: i64) -> list[int]:
    """The cards of a hand that match a goal, the cheapest first: those with least other use."""
    single = SINGLE + goal
    found = [single] * copies(hand, single)
    completes: i64 = hand & MATCHING[goal]
    for others in range(4):
        for kind in each(completes):
            if size(values(kind) & s.unseen) == others:
                found.append(kind)
    return found


# --- value of a stage -----------------------------------------------------------------------------


def stage_hopes(s: Trifecta) -> list[float]:
    """By seat: goals won, plus those expected from the cards that match goals to come."""
    hopes = [0.0] * s.seats
    for seat in seats_of(s.alive):
        hopes[seat] = float(size(s.players[seat].goals))
    if s.goal != UNSEEN:
        share_out(s, s.goal, 1.0, hopes)
    left = s.terms.length - s.round if s.goal != UNSEEN else s.terms.length - s.round + 1
    if s.unseen:
        for goal in each(s.unseen):
            share_out(s, goal, float(left) / float(size(s.unseen)), hopes)
    return hopes


def share_out(s: Trifecta, goal: i64, chance: float, hopes: list[float]) -> None:
    """Share a goal out among the players, by the squares of their strength in it."""
    everyone = 0.0
    strength = [0.0] * s.seats
    for seat in seats_of(s.alive):
        hand = s.players[seat].hand
        held = float(matches(hand, goal)) + 0.1 * float(total(hand))
        strength[seat] = held * held
        everyone += strength[seat]
    if everyone > 0.0:
        for seat in seats_of(s.alive):
            hopes[seat] += TAKEN * chance * strength[seat] / everyone
