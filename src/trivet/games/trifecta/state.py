"""The table of a game of Trifecta: what lies on it, who may know it, what a seat may believe."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.dice import Dice
from trivet.core.sets import bit, each, has, is_several, size
from trivet.core.state import NOBODY, State, everyone, first_of, only
from trivet.games.trifecta.pieces import (
    Terms,
    nth_card,
    total,
    unit,
)  # fmt: skip

UNSEEN: Final = -1  # the goal of a round while it is face-down
NOTHING: Final = -1  # no ante
ROUNDS: Final = 9  # TRF-5  of a stage at most
STILL_IN: Final = 0  # instead of a stage, for a player who has not gone out

BLIND: Final = 0  # segments
OPEN: Final = 1
FREE: Final = 2


@final
class Player:
    __slots__ = ("hand", "goals", "ante", "bid", "out")

    def __init__(self) -> None:
        self.hand: i64 = 0  # a bag of cards
        self.goals: i64 = 0  # the set of goals won this stage
        self.ante: i64 = NOTHING  # the kind of card shown as ante this round
        self.bid: i64 = 0  # a bag: the cards shown as bid this round
        self.out: i64 = STILL_IN  # the stage in which the player went out

    def copy(self) -> "Player":
        twin = Player()
        twin.hand = self.hand
        twin.goals = self.goals
        twin.ante = self.ante
        twin.bid = self.bid
        twin.out = self.out
        return twin


@final
class PastRound:
    """TRF-17  What stays public of a finished round.  Immutable: all states share it."""

    __slots__ = ("goal", "true", "winner", "antes", "bids")

    def __init__(
        self, goal: i64, true: i64, winner: i64, antes: tuple[int, ...], bids: tuple[int, ...]
    ) -> None:
        self.goal = goal  # UNSEEN if it was discarded unseen
        self.true = true  # the set of seats that chose True
        self.winner = winner  # a seat, or NOBODY
        self.antes = antes  # by seat: the kind of card, or NOTHING
        self.bids = bids  # by seat: a bag of cards


@mypyc_attr(free_list_len=1)
@final
class Trifecta(State):
    """Sets of seats (`alive`, `true`) are the house's own: see `only` and `everyone`."""

    __slots__ = (
        "terms", "players", "alive", "stage", "dealt", "deck", "round", "unseen", "goal", "true",
        "past",
    )  # fmt: skip

    def __init__(self, seats: i64, terms: Terms, players: list[Player]) -> None:
        super().__init__(seats)
        self.terms = terms
        self.players = players
        self.alive: i64 = everyone(seats)  # the set of seats still in
        self.stage: i64 = 0
        self.dealt: i64 = 0  # how many cards, this stage
        self.deck: i64 = terms.cards  # a bag: the undealt cards
        self.round: i64 = 0  # of this stage; 0 while the cards are dealt
        self.unseen: i64 = (
            terms.goals
        )  # the set of goals that nobody has seen this stage, see TRF-11
        self.goal: i64 = UNSEEN  # of this round
        self.true: i64 = 0  # the set of seats that are in for it
        self.past: tuple[PastRound, ...] = ()  # the rounds of this stage

    def copy(self) -> "Trifecta":
        twin = Trifecta(self.seats, self.terms, [player.copy() for player in self.players])
        self.share(twin)
        twin.alive = self.alive
        twin.stage = self.stage
        twin.dealt = self.dealt
        twin.deck = self.deck
        twin.round = self.round
        twin.unseen = self.unseen
        twin.goal = self.goal
        twin.true = self.true
        twin.past = self.past
        return twin

    # --- what the rules ask ----------------------------------------------------------------------

    def segment(self) -> i64:
        """TRF-5  Rounds 1 to 3 are Blind, 4 to 6 Open, 7 to 9 Free, unless agreed otherwise."""
        terms = self.terms
        return BLIND if self.round <= terms.opens else OPEN if self.round <= terms.frees else FREE

    def needed(self) -> i64:
        """TRF-20  Goals needed to survive the stage; 0 for two players, who just compare."""
        players: i64 = 0
        for seat in range(self.seats):
            if self.began(seat):
                players += 1
        return 0 if players == 2 else 3 if players == 3 else 2

    def began(self, seat: i64) -> bool:
        """Whether a player was dealt cards in this stage."""
        out = self.players[seat].out
        return out == STILL_IN or out == self.stage

    def with_cards(self, seats: i64, fewest: i64) -> i64:
        """The seats of a set that hold at least `fewest` cards.  Card counts are public: TRF-17."""
        found: i64 = 0
        for seat in range(self.seats):
            if seats & only(seat):
                hand = self.players[seat].hand
                if hand and (fewest == 1 or total(hand) >= fewest):
                    found |= only(seat)
        return found

    def winner(self) -> i64:
        """TRF-10  The only True, or TRF-12 the highest bidder; NOBODY in a tie."""
        if not self.true:
            return NOBODY  # TRF-11
        if not is_several(self.true):
            return first_of(self.true)
        most: i64 = -1
        winner: i64 = NOBODY
        for seat in range(self.seats):
            if self.true & only(seat):
                bid = total(self.players[seat].bid)
                if bid > most:
                    most = bid
                    winner = seat
                elif bid == most:
                    winner = NOBODY
        return winner

    def place(self, seat: i64) -> i64:
        """TRF-24  One more than the number of players who stayed in longer."""
        mine = self.players[seat].out
        if mine == STILL_IN:
            return 1
        place: i64 = 1
        for player in self.players:
            if player.out == STILL_IN or player.out > mine:
                place += 1
        return place

    def cards_decide(self) -> bool:
        """TRF-21, TRF-23  Whether of two with equally many goals the one with more cards left wins
        this stage."""
        return self.terms.cards_break_ties or self.breaks_ties()

    def breaks_ties(self) -> bool:
        """TRF-23  Whether this is the last stage, and one of several still in shall win it."""
        return self.stage == self.terms.stages and self.terms.last_tie == "broken"

    def standing(self, seat: i64) -> i64:
        """TRF-23  Three digits: goals, cards left, and the round of the latest goal."""
        player = self.players[seat]
        latest: i64 = 0
        for number, past in enumerate(self.past):
            if past.winner == seat:
                latest = number + 1
        return 100 * size(player.goals) + 10 * total(player.hand) + latest

    # --- what the rules do -----------------------------------------------------------------------

    def show_ante(self, seat: i64, kind: i64) -> None:
        """TRF-9  One card from the hand, for all to see."""
        player = self.players[seat]
        player.ante = kind
        player.hand -= unit(kind)
        self.reveal()
        self.tell("ante", seat, kind)

    def show_bid(self, seat: i64, bid: i64) -> None:
        """TRF-12  Cards from the hand, for all to see."""
        player = self.players[seat]
        player.bid = bid
        player.hand -= bid
        if bid:
            self.reveal()
        self.tell("bid", seat, bid)

    # --- outside the rules -----------------------------------------------------------------------

    def scores(self) -> list[float]:
        """TRF-22, TRF-23  The players still in at the end share the win."""
        scores = [0.0] * self.seats
        if self.turn == NOBODY:
            for seat in seats_of(self.alive):
                scores[seat] = 1.0 / float(size(self.alive))
        return scores

    def points(self) -> list[int]:
        """TRF-24  Stages that each player has stayed in to the end."""
        played = self.stage if i64(len(self.past)) == self.terms.length else self.stage - 1
        return [played if player.out == STILL_IN else player.out - 1 for player in self.players]

    def ending(self) -> str:
        """TRF-21, TRF-22  One is left; TRF-23 or several, as survivors of the last stage or not."""
        needed, first = self.needed(), first_of(self.alive)
        if is_several(self.alive):
            goals = size(self.players[first].goals)
            return "survivors" if needed > 0 and goals >= needed else "undecided"
        second = self.best_rival(first)
        if second == NOBODY:
            return "survivor"
        won, lost = self.standing(first), self.standing(second)
        if won // 100 > lost // 100:
            return "most goals" if needed else "duel"
        return "cards left" if won // 10 > lost // 10 else "latest goal"

    def best_rival(self, winner: i64) -> i64:
        """TRF-23  The best of those who could have won instead: the other of two, another survivor,
        or without a survivor anybody who began the stage."""
        needed, found, most = self.needed(), NOBODY, i64(-1)
        if size(self.players[winner].goals) < needed:
            needed = 0
        for seat in range(self.seats):
            player = self.players[seat]
            if player.out == self.stage and size(player.goals) >= needed:
                standing = self.standing(seat)
                if standing > most:
                    found, most = i64(seat), standing
        return found

    def imagine(self, seat: i64, dice: Dice) -> "Trifecta":
        """TRF-17  Deal the cards that the seat has not seen anew, to the other hands and the deck;
        all deals are equally likely.  No player must bid all matching cards, so the cards that
        were played rule out no deal."""
        world = self.copy()
        pool = world.deck
        for other, player in enumerate(world.players):
            if other != seat:
                pool += player.hand
        left = total(pool)
        for other, player in enumerate(world.players):
            if other != seat and player.hand:
                hand: i64 = 0
                for _ in range(total(player.hand)):
                    card = unit(nth_card(pool, dice.below(left)))
                    hand += card
                    pool -= card
                    left -= 1
                player.hand = hand
        world.deck = pool
        world.resample_sealed(seat, dice)
        return world

    def audit(self) -> str:
        """TRF-1  54 cards, in the deck, in hands or played; TRF-4 nine of them are a player's.
        Nine goals, each of them unseen or seen once."""
        terms = self.terms
        bag = self.deck
        for seat in range(self.seats):
            owned = self._owned(seat)
            count = self._owned_count(seat)
            bag += owned
            is_dealt = self.round > 0 and self.began(seat)
            if total(owned) != count or count > terms.hand or (is_dealt and count != terms.hand):
                return f"seat {seat} has {count} cards in hand and on the table"
        if bag != terms.cards:
            return "these are not the cards of the deck"
        return self._audit_goals()

    def _audit_goals(self) -> str:
        seen: i64 = 0 if self.goal == UNSEEN else bit(self.goal)
        won = [0] * self.seats
        for past in self.past:
            if past.goal != UNSEEN:
                if has(seen, past.goal):
                    return "a goal was turned up twice"
                seen |= bit(past.goal)
            if past.winner != NOBODY:
                won[past.winner] += bit(past.goal)
        if seen & self.unseen or seen | self.unseen != self.terms.goals:
            return "a goal is both seen and unseen, or neither"
        for seat in range(self.seats):
            if self.players[seat].goals != won[seat]:
                return f"seat {seat} does not have the goals it won"
        return ""

    def _owned(self, seat: i64) -> i64:
        """All cards a player was dealt this stage, as a bag."""
        player = self.players[seat]
        owned = player.hand + player.bid
        if player.ante != NOTHING:
            owned += unit(player.ante)
        for past in self.past:
            ante: i64 = past.antes[seat]
            bid: i64 = past.bids[seat]
            owned += bid
            if ante != NOTHING:
                owned += unit(ante)
        return owned

    def _owned_count(self, seat: i64) -> i64:
        """The number of those cards, counted bag by bag."""
        player = self.players[seat]
        count = total(player.hand) + total(player.bid)
        if player.ante != NOTHING:
            count += 1
        for past in self.past:
            count += total(past.bids[seat])
            if past.antes[seat] != NOTHING:
                count += 1
        return count


def seats_of(seats: i64) -> list[int]:
    """The seats of a set, lowest first.  Read only."""
    return each(seats >> 1)


def fresh(seats: i64, terms: Terms) -> Trifecta:
    """An empty table."""
    return Trifecta(seats, terms, [Player() for _ in range(seats)])
