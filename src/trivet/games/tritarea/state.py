"""The state of a game of Tri*T*Area: cards, blocks and points, and what a seat may imagine."""

from typing import final

from mypy_extensions import i64, mypyc_attr

from trivet.core.bags import count, one
from trivet.core.dice import Dice
from trivet.core.sets import bit, nth, size
from trivet.core.state import NOBODY, State
from trivet.games.tritarea.buildings import GROUND, HIGHEST, add, height
from trivet.games.tritarea.pieces import (
    BLOCKS,
    CARD_OF,
    DECKS,
    HANDS,
    NOTHING,
    SEATS,
    SQUARES,
    Terms,
)  # fmt: skip
from trivet.games.tritarea.tricks import face_of


@final
class Player:
    __slots__ = ("hand", "declared", "stock", "sold", "points", "after")

    def __init__(self) -> None:
        self.hand: i64 = 0  # a set of cards
        self.declared: i64 = NOTHING  # TTA-40, TTA-58  the face of the Declaration of Intent
        self.stock: i64 = 0  # blocks still to be placed
        self.sold: i64 = 0  # blocks, in round 3
        self.points: i64 = 0
        self.after: tuple[int, ...] = ()  # points at the end of each finished round

    def copy(self) -> "Player":
        twin = Player()
        twin.hand = self.hand
        twin.declared = self.declared
        twin.stock = self.stock
        twin.sold = self.sold
        twin.points = self.points
        twin.after = self.after
        return twin


@mypyc_attr(free_list_len=1)
@final
class TriTArea(State):
    __slots__ = (
        "terms", "players", "buildings", "deck", "tricks", "trick", "laid", "round", "lead",
        "leader", "first", "second", "builder", "built", "mover",
    )  # fmt: skip

    def __init__(self, terms: Terms, players: list[Player], buildings: list[int]) -> None:
        super().__init__(SEATS)
        self.terms = terms
        self.players = players
        self.buildings = buildings  # by square
        self.deck: i64 = 0  # the set of cards not dealt yet
        self.tricks: tuple[int, ...] = ()  # finished this round, in order
        self.trick: i64 = 0  # the one on the table
        self.laid: i64 = 0  # how many cards lie in it, from its leader on
        self.round: i64 = 0
        self.lead: i64 = 0  # TTA-11  the Lead of this round
        self.leader: i64 = 0  # who led this trick
        self.first: i64 = NOTHING  # RH1 and RH2 of this trick, once all cards lie
        self.second: i64 = NOTHING
        self.builder: i64 = NOTHING  # which of them is building
        self.built: i64 = NOTHING  # the square just built on by right
        self.mover: i64 = 0  # who sells, or sets the value of a left-over 5

    def copy(self) -> "TriTArea":
        players = self.players
        twin = TriTArea(
            self.terms,
            [players[0].copy(), players[1].copy(), players[2].copy(), players[3].copy()],
            self.buildings[:],
        )  # fmt: skip
        self.share(twin)
        twin.deck = self.deck
        twin.tricks = self.tricks
        twin.trick = self.trick
        twin.laid = self.laid
        twin.round = self.round
        twin.lead = self.lead
        twin.leader = self.leader
        twin.first = self.first
        twin.second = self.second
        twin.builder = self.builder
        twin.built = self.built
        twin.mover = self.mover
        return twin

    # --- what the rules ask and do ----------------------------------------------------------------

    def next_to_lay(self) -> i64:
        """Whose turn it is to lay a card: clockwise from the leader."""
        return self.leader + self.laid & 3

    def in_hands(self) -> i64:
        """The set of cards in all hands together.  It is public: all other cards are open."""
        players = self.players
        return players[0].hand | players[1].hand | players[2].hand | players[3].hand

    def pay_for(self, seat: i64, face: i64) -> i64:
        """TTA-13  Take the price of a changed 5 at once, even below zero; return it."""
        price = self.terms.price(face)
        self.players[seat].points -= price
        return price

    def place(self, seat: i64, square: i64, blocks: i64) -> None:
        """Put blocks from the stock on a square.  TTA-31  The first one there may earn points."""
        player = self.players[seat]
        building: i64 = self.buildings[square]
        earned: i64 = 0
        if building == GROUND:
            earned = self.terms.score_of[square]
        for _ in range(blocks):
            building = add(building, seat)
        self.buildings[square] = building
        player.stock -= blocks
        player.points += earned
        self.tell("placed", seat, square, blocks, earned)

    # --- what the house asks ----------------------------------------------------------------------

    def scores(self) -> list[float]:
        """TTA-57  Most points wins; a tie is shared."""
        shares = [0.0, 0.0, 0.0, 0.0]
        if self.turn != NOBODY:
            return shares
        best = self.players[0].points
        for player in self.players:
            best = max(best, player.points)
        winners = 0
        for player in self.players:
            if player.points == best:
                winners += 1
        for seat in range(SEATS):
            if self.players[seat].points == best:
                shares[seat] = 1.0 / float(winners)
        return shares

    def points(self) -> list[int]:
        a, b, c, d = self.players
        return [a.points, b.points, c.points, d.points]

    def ending(self) -> str:
        """TTA-57  One seat has the most points, or several share the win."""
        return "points" if 1.0 in self.scores() else "shared"

    def imagine(self, seat: i64, dice: Dice) -> "TriTArea":
        """TTA-14  Only hands are hidden.  Every deal of the unseen cards is equally likely, since
        there is no duty to follow suit."""
        world = self.copy()
        unseen = world.deck
        for other in range(SEATS):
            if other != seat:
                unseen |= world.players[other].hand
        left = size(unseen)
        for other in range(SEATS):
            player = world.players[other]
            if other == seat or not player.hand:
                continue
            cards = size(player.hand)
            if cards == left:
                player.hand = unseen
                unseen = left = 0
                continue
            hand: i64 = 0
            for _ in range(cards):
                card = bit(nth(unseen, dice.below(left)))
                hand |= card
                unseen ^= card
                left -= 1
            player.hand = hand
        world.deck = unseen
        world.resample_sealed(seat, dice)
        return world

    def audit(self) -> str:
        """TTA-10  Every card of the round and every block exists exactly once."""
        if not self.round:
            return ""
        cards = self.deck
        total = size(cards)
        for seat in range(SEATS):
            player = self.players[seat]
            held = size(player.hand)
            gone = len(self.tricks)
            if (seat - self.leader & 3) < self.laid:
                gone += 1
            if player.declared != NOTHING:
                cards |= bit(CARD_OF[player.declared])
                gone += 1
            if not self.deck and held + gone != i64(HANDS[self.round]):
                return f"seat {seat} has lost or won cards"
            cards |= player.hand | self.laid_by(seat)
            total += held + gone
        if cards != DECKS[self.round] or total != size(cards):
            return "a card is missing, or there twice"
        return self._audit_blocks()

    def laid_by(self, seat: i64) -> i64:
        """The set of cards that a seat has laid in this round."""
        cards: i64 = 0
        for trick in self.tricks:
            cards |= bit(CARD_OF[face_of(trick, seat)])
        if (seat - self.leader & 3) < self.laid:
            cards |= bit(CARD_OF[face_of(self.trick, seat)])
        return cards

    def _audit_blocks(self) -> str:
        bag: i64 = 0  # blocks on the board, by seat
        for square in range(SQUARES):
            building: i64 = self.buildings[square]
            if building < GROUND or height(building) > HIGHEST:
                return f"the building on square {square} has lost its ground"
            while building != GROUND:
                bag += one(building & 3)
                building >>= 2
        for seat in range(SEATS):
            player = self.players[seat]
            if player.stock < 0 or player.sold < 0:
                return f"seat {seat} has fewer blocks than none"
            if player.stock + player.sold + count(bag, seat) != i64(BLOCKS[self.round]):
                return f"seat {seat} has lost or won blocks"
        return ""


def fresh(terms: Terms) -> TriTArea:
    """An empty table."""
    players = [Player(), Player(), Player(), Player()]
    return TriTArea(terms, players, [GROUND] * SQUARES)
