"""Trifecta: the sequence of play, in the order of the rulebook; all of it stands at the end."""

from typing import Final

from mypy_extensions import i64

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, is_several, nth, size
from trivet.core.state import CHANCE, NOBODY, Objection, Step, first_of, only, plan
from trivet.games.trifecta.pieces import (
    DECK,
    KINDS,
    MATCHING,
    SINGLE,
    Terms,
    copies,
    is_held,
    kinds,
    nth_card,
    pick,
    singles,
    total,
    unit,
)  # fmt: skip
from trivet.games.trifecta.state import (
    NOTHING,
    UNSEEN,
    PastRound,
    Trifecta,
    fresh,
    seats_of,
)  # fmt: skip
from trivet.games.trifecta.words import (
    ANY_NUMBER,
    NO_MATCH,
    NOT_ALL_HELD,
    NOT_HELD,
    ONE_CARD,
    TRUE_OR_FALSE,
)

FALSE: Final = 0  # answers to Opt
TRUE: Final = 1


# --- A stage begins -------------------------------------------------------------------------------


class Shuffle(Step[Trifecta]):
    """TRF-4  Every stage starts from all cards and all goals; TRF-18 nothing is carried over."""

    def begin(self, s: Trifecta) -> i64:
        s.stage += 1
        s.dealt = s.round = 0
        s.deck = s.terms.cards
        s.unseen = s.terms.goals
        s.past = ()
        for player in s.players:
            player.hand = player.goals = 0
        s.tell("stage", s.stage, s.alive >> 1, s.needed())
        return 0


class Deal(Step[Trifecta]):
    """TRF-4  Nine cards for each player still in, one player after the other.  The deck is a bag,
    and chance draws each card from it."""

    what = "deal"

    def begin(self, s: Trifecta) -> i64:
        return only(CHANCE)

    def options(self, s: Trifecta, seat: i64) -> list[int]:
        return kinds(s.deck)

    def odds(self, s: Trifecta) -> list[int]:
        return [copies(s.deck, kind) for kind in kinds(s.deck)]

    def sample(self, s: Trifecta, seat: i64, dice: Dice) -> i64:
        return nth_card(s.deck, dice.below(s.terms.size - s.dealt))

    def then(self, s: Trifecta, seat: i64, kind: i64) -> None:
        receivers = s.terms.receivers
        place: i64 = receivers[s.dealt]
        player = nth(s.alive >> 1, place)
        card = unit(kind)
        s.deck -= card
        s.players[player].hand += card
        s.dealt += 1
        if i64(receivers[s.dealt]) == place:
            s.ask(CHANCE)
            return
        s.tell("hand", player, s.players[player].hand, to=player)
        if place + 1 < size(s.alive):
            s.ask(CHANCE)


# --- A round --------------------------------------------------------------------------------------


class Round(Step[Trifecta]):
    """TRF-5  One goal, and the steps in which it is fought for."""

    def __init__(self, *steps: Step[Trifecta]) -> None:
        self.plan = plan(*steps)

    def begin(self, s: Trifecta) -> i64:
        s.round += 1
        s.tell("round", s.round, s.segment())
        s.next(self.plan)
        return 0


class TurnUp(Step[Trifecta]):
    """TRF-7  The goal is turned up.  The pile is a set of goals: nobody knows their order."""

    what = "goal"

    def begin(self, s: Trifecta) -> i64:
        return only(CHANCE) if s.goal == UNSEEN else 0

    def options(self, s: Trifecta, seat: i64) -> list[int]:
        return each(s.unseen)

    def sample(self, s: Trifecta, seat: i64, dice: Dice) -> i64:
        return nth(s.unseen, dice.below(size(s.unseen)))

    def then(self, s: Trifecta, seat: i64, goal: i64) -> None:
        s.goal = goal
        s.unseen ^= bit(goal)
        s.tell("goal", goal)


class TurnUpIfWanted(TurnUp):
    """TRF-10, TRF-12  A Blind goal is turned up if a player chose True; TRF-11 otherwise it stays
    in the set of unseen goals, since no player learns which one it was."""

    def begin(self, s: Trifecta) -> i64:
        return only(CHANCE) if s.goal == UNSEEN and s.true else 0


class TurnUpIfContested(TurnUp):
    """TRF-15  With the option, a goal is turned up before the ante if two or more chose True."""

    def begin(self, s: Trifecta) -> i64:
        return only(CHANCE) if is_several(s.true) else 0


class Opt(Step[Trifecta]):
    """TRF-6  True or False, face-down, revealed together.
    TRF-14  A player without cards cannot choose True, and is not asked."""

    what = "opt"

    def begin(self, s: Trifecta) -> i64:
        return s.with_cards(s.alive, 1)

    def options(self, s: Trifecta, seat: i64) -> list[int]:
        return EITHER

    def sample(self, s: Trifecta, seat: i64, dice: Dice) -> i64:
        return dice.below(2)

    def why_not(self, s: Trifecta, seat: i64, choice: i64) -> Objection:
        return Objection("TRF-6", TRUE_OR_FALSE.say())

    def together(self, s: Trifecta, said: list[int]) -> None:
        true: i64 = 0
        for seat in range(s.seats):
            if s.asked & only(seat) and said[seat] == TRUE:
                true |= only(seat)
        s.true = true
        s.tell("opted", s.true >> 1)


EITHER: Final = [FALSE, TRUE]


class Ante(Step[Trifecta]):
    """TRF-9  Everyone who chose True antes one card, matching or not; together, then shown.
    TRF-16  A player's last card is anted without a question: all see that there is no choice."""

    what = "ante"  # the answer is a kind of card
    code: i64 = 2

    def begin(self, s: Trifecta) -> i64:
        asked = s.with_cards(s.true, 2)
        if not asked:
            self.show(s, 0, [])
        return asked

    def options(self, s: Trifecta, seat: i64) -> list[int]:
        return kinds(s.players[seat].hand)

    def sample(self, s: Trifecta, seat: i64, dice: Dice) -> i64:
        return pick(s.players[seat].hand, dice)

    def why_not(self, s: Trifecta, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < KINDS:
            return Objection("TRF-9", NOT_HELD.say())
        return Objection("TRF-9", ONE_CARD.say())

    def together(self, s: Trifecta, said: list[int]) -> None:
        self.show(s, s.asked, said)

    def show(self, s: Trifecta, asked: i64, said: list[int]) -> None:
        for seat in range(s.seats):
            if asked & only(seat):
                s.show_ante(seat, said[seat])
            elif s.true & only(seat):
                s.show_ante(seat, nth_card(s.players[seat].hand, 0))


class Bid(Step[Trifecta]):
    """TRF-12  Two or more True: each picks any number of matching cards in secret, 0 included.
    TRF-13  Which ones is the player's choice; equal Singles are one choice.
    TRF-16  Without a match you are asked all the same, without a card you are not: the number of
    cards is open, what they are is not."""

    what = "bid"  # the answer is a bag of cards
    code: i64 = 38

    def begin(self, s: Trifecta) -> i64:
        return s.with_cards(s.true, 1) if is_several(s.true) else 0

    def options(self, s: Trifecta, seat: i64) -> list[int]:
        """All bags of matching cards: every set of Completes with every number of Singles."""
        hand = s.players[seat].hand
        completes: i64 = hand & MATCHING[s.goal]
        single = unit(SINGLE + s.goal)
        bids: list[int] = []
        for count in range(singles(hand, s.goal) + 1):
            some: i64 = 0
            while True:
                bids.append(some + count * single)
                some = some - completes & completes  # the next set within them, in counting order
                if not some:
                    break
        return bids

    def sample(self, s: Trifecta, seat: i64, dice: Dice) -> i64:
        """Every Complete as likely in as out, and any number of Singles."""
        hand = s.players[seat].hand
        completes: i64 = hand & MATCHING[s.goal]
        bid = dice.bits() & completes if completes else 0
        held = singles(hand, s.goal)
        return bid + dice.below(held + 1) * unit(SINGLE + s.goal) if held else bid

    def why_not(self, s: Trifecta, seat: i64, choice: i64) -> Objection:
        if choice < 0 or choice > DECK:
            return Objection("TRF-12", ANY_NUMBER.say())
        if not is_held(choice, s.players[seat].hand):
            return Objection("TRF-12", NOT_ALL_HELD.say())
        return Objection("TRF-3", NO_MATCH.say(s.goal))

    def together(self, s: Trifecta, said: list[int]) -> None:
        for seat in range(s.seats):
            if s.asked & only(seat):
                s.show_bid(seat, said[seat])


class EndRound(Step[Trifecta]):
    """TRF-10, TRF-12  The only True or the highest bid wins the goal; TRF-11, TRF-12 no True or a
    tie discards it.  TRF-17  What was shown stays open for the whole stage."""

    def begin(self, s: Trifecta) -> i64:
        winner = s.winner()
        if winner != NOBODY:
            s.players[winner].goals |= bit(s.goal)
            s.tell("won", winner, s.goal)
        else:
            s.tell("tied" if s.true else "discarded", s.goal)
        antes = tuple(player.ante for player in s.players)
        bids = tuple(player.bid for player in s.players)
        s.past += (PastRound(s.goal, s.true, winner, antes, bids),)
        for player in s.players:
            player.ante = NOTHING
            player.bid = 0
        s.goal = UNSEEN
        if is_several(s.true):
            s.moment("bids")  # they are in `past`; `true` still says who took part
        s.true = 0
        return 0


# --- Between stages, and the end ------------------------------------------------------------------


class EndStage(Step[Trifecta]):
    """TRF-22  One survivor wins.  None: everyone who began the stage plays another.  Two or more:
    they play the next one.  TRF-23  After the last stage the best of them wins, or they share."""

    def begin(self, s: Trifecta) -> i64:
        survivors = ahead_of_the_other(s) if size(s.alive) == 2 else with_enough_goals(s)
        if s.breaks_ties() and is_several(survivors or s.alive):
            survivors = best_of(s, survivors or s.alive)
        s.tell("survived", s.stage, survivors >> 1, s.alive >> 1)
        if survivors:  # TRF-24  else nobody goes out
            for seat in seats_of(s.alive ^ survivors):
                s.players[seat].out = s.stage
            s.alive = survivors
        if is_several(s.alive) and s.stage < s.terms.stages:
            s.moment("stage")
            s.next(stage_of(s.terms))
        else:
            s.tell("over", s.alive >> 1)
        return 0


def with_enough_goals(s: Trifecta) -> i64:
    """TRF-20  The set of seats that survive."""
    survivors: i64 = 0
    for seat in seats_of(s.alive):
        if size(s.players[seat].goals) >= s.needed():
            survivors |= only(seat)
    return survivors


def ahead_of_the_other(s: Trifecta) -> i64:
    """TRF-21  With two players, the one with more goals; neither if they have equally many, or
    with the option the one with more cards left."""
    one = first_of(s.alive)
    other = first_of(s.alive ^ only(one))
    lead = size(s.players[one].goals) - size(s.players[other].goals)
    if lead == 0 and s.terms.cards_break_ties:
        lead = total(s.players[one].hand) - total(s.players[other].hand)
    return 0 if lead == 0 else only(one) if lead > 0 else only(other)


def best_of(s: Trifecta, seats: i64) -> i64:
    """TRF-23  Of several, the one with most goals, then most cards left, then the latest goal;
    none if all are alike, who have no goal then."""
    best: i64 = 0
    most: i64 = -1
    for seat in seats_of(seats):
        standing = s.standing(seat)
        if standing > most:
            best, most = only(seat), standing
        elif standing == most:
            best |= only(seat)
    return 0 if best == s.alive else best


# --- The sequence of play -------------------------------------------------------------------------

BLIND: Final = Round(Opt(), Ante(), TurnUpIfWanted(), Bid(), EndRound())  # TRF-6
LATE: Final = Round(  # TRF-15  Blind, with the option
    Opt(), TurnUpIfContested(), Ante(), TurnUpIfWanted(), Bid(), EndRound()
)
OPEN: Final = Round(TurnUp(), Opt(), Ante(), Bid(), EndRound())  # TRF-7
FREE: Final = Round(TurnUp(), Opt(), Bid(), EndRound())  # TRF-8

DEALING: Final = plan(Shuffle(), Deal())
STAGE_END: Final = plan(EndStage())
STAGE: Final = plan(DEALING, BLIND, BLIND, BLIND, OPEN, OPEN, OPEN, FREE, FREE, FREE, STAGE_END)
LATE_STAGE: Final = plan(DEALING, LATE, LATE, LATE, OPEN, OPEN, OPEN, FREE, FREE, FREE, STAGE_END)


def stage_of(terms: Terms) -> list[Step[Trifecta]]:
    """TRF-5, TRF-15  A stage as the options have it."""
    blind, opened, free = terms.rounds[0]
    if blind == 3 and opened == 3 and free == 3:
        return LATE_STAGE if terms.late_ante else STAGE
    rounds: list[Step[Trifecta]] = []
    for _ in range(blind):
        rounds.append(LATE if terms.late_ante else BLIND)
    for _ in range(opened):
        rounds.append(OPEN)
    for _ in range(free):
        rounds.append(FREE)
    return STAGE_END + rounds[::-1] + DEALING  # an agenda has its next step last


def begin(seats: int, terms: Terms) -> Trifecta:
    """A new game: all seats in, and a first stage on the agenda."""
    s = fresh(seats, terms)
    s.next(stage_of(terms))
    return s
