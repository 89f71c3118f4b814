"""The table of a game of Sovereign: what lies on it, who may know it, what a seat may believe."""

from typing import Final, final

from mypy_extensions import i64, mypyc_attr

from trivet.core.bags import count, nth, one, total, union
from trivet.core.dice import Dice
from trivet.core.sets import has, size
from trivet.core.state import NOBODY, State
from trivet.games.sovereign.pieces import (
    AURA,
    BONUS,
    DECK,
    FILLINGS,
    FULL,
    KINDS,
    LIMITS,
    MASK,
    SCEPTER,
    SECRET,
    UNDECIDED,
    Terms,
)  # fmt: skip

KIND: Final = 7  # a piece in a deck: its kind (maybe UNDECIDED), and whether Insight showed it
SHOWN: Final = 8
NOTHING: Final = -1  # no piece in hand, no cell under an Aura
UNBEATABLE: Final = 99


@final
class Side:
    """One of the two players.  "The rival" is the other one."""

    __slots__ = (
        "built", "deck", "bag", "ordered", "held", "glow", "glow_turns", "won",
        "placed", "glimpsed", "placed_before", "glimpsed_before",
    )  # fmt: skip

    def __init__(self, deck: list[int]) -> None:
        self.built: i64 = 0  # the bag of seven pieces chosen for the whole game
        self.deck = deck  # what is left of it this round, the top piece last
        self.bag: i64 = 0  # the undecided ones among them
        self.ordered: i64 = 0  # the set of rounds in which the owner set the order, and so knows it
        self.held: i64 = 0  # the set of cells controlled
        self.glow: i64 = NOTHING  # the cell under an Aura, and for how many of the owner's turns
        self.glow_turns: i64 = 0
        self.won: i64 = 0  # rounds
        self.placed: i64 = 0  # a bag: out of this deck, this round
        self.glimpsed: i64 = 0  # a bag: shown to the rival by Insight, and not placed
        self.placed_before: tuple[int, ...] = ()  # the same two of the rounds before
        self.glimpsed_before: tuple[int, ...] = ()

    def copy(self) -> "Side":
        twin = Side(self.deck[:])
        twin.built = self.built
        twin.bag = self.bag
        twin.ordered = self.ordered
        twin.held = self.held
        twin.glow = self.glow
        twin.glow_turns = self.glow_turns
        twin.won = self.won
        twin.placed = self.placed
        twin.glimpsed = self.glimpsed
        twin.placed_before = self.placed_before
        twin.glimpsed_before = self.glimpsed_before
        return twin

    def known_to_rival(self) -> i64:
        """SOV-4  The least this deck must hold, by all the rival has seen of it in any round."""
        known = self.placed + self.glimpsed
        for past in range(len(self.placed_before)):
            known = union(known, self.placed_before[past] + self.glimpsed_before[past])
        return known

    # --- what a seat may believe ----------------------------------------------------------------

    def imagine_own(self, in_hand: i64, this_round: i64, dice: Dice) -> None:
        """SOV-15  To its owner: after a shuffle, what the rival glimpsed may be any piece left.
        `in_hand` is a bag: the piece drawn, if the rival has seen it."""
        if not has(self.ordered, this_round) and self.glimpsed != in_hand:
            self.bag += self.glimpsed - in_hand
            self.glimpsed = in_hand
            for place, piece in enumerate(self.deck):
                if piece & SHOWN:
                    kind = self.pick(dice)
                    self.glimpsed += one(kind)
                    self.deck[place] = kind | SHOWN
        for past in range(len(self.glimpsed_before)):
            glimpsed: i64 = self.glimpsed_before[past]
            if glimpsed and not has(self.ordered, past + 1):
                self._imagine_glimpse(past, total(glimpsed), dice)

    def _imagine_glimpse(self, past: i64, pieces: i64, dice: Dice) -> None:
        left: i64 = self.built - self.placed_before[past]
        glimpsed: i64 = 0
        for _ in range(pieces):
            kind = nth(left, dice.below(total(left)))
            left -= one(kind)
            glimpsed += one(kind)
        bags = list(self.glimpsed_before)
        bags[past] = glimpsed
        self.glimpsed_before = tuple(bags)

    def imagine_rivals(self, dice: Dice) -> None:
        """SOV-4  To the rival: any deck with the pieces seen so far, all equally likely, in any
        order; SOV-5 as if shuffled, since nobody can tell."""
        built = self.known_to_rival()
        used = count(built, MASK) | count(built, AURA) << 1 | count(built, SCEPTER) << 2
        fillings = FILLINGS[(DECK - total(built)) * 8 + used]
        built += fillings[dice.below(len(fillings))]
        self.built = built
        self.bag = built - self.placed - self.glimpsed
        self.ordered = 0
        for place, piece in enumerate(self.deck):
            if not piece & SHOWN:
                self.deck[place] = UNDECIDED

    # --- the pieces themselves ------------------------------------------------------------------

    def is_whole(self, drawn: i64) -> bool:
        """Whether grid, hand and deck make up the deck that was built, within the limits."""
        if not self.deck and not self.placed:
            return total(self.built) == DECK  # between rounds
        pieces = self.placed + self.bag
        if drawn != NOTHING:
            pieces += one(drawn)
        undecided: i64 = 0
        for piece in self.deck:
            if piece & KIND == UNDECIDED:
                undecided += 1
            else:
                pieces += one(piece & KIND)
        if pieces != self.built or undecided != total(self.bag) or total(pieces) != DECK:
            return False
        for kind in range(KINDS):
            if count(pieces, kind) > LIMITS[kind]:
                return False
        return True

    def pick(self, dice: Dice) -> i64:
        """Take one of the undecided pieces."""
        kind = nth(self.bag, dice.below(total(self.bag)))
        self.bag -= one(kind)
        return kind


@mypyc_attr(free_list_len=1)
@final
class Sovereign(State):
    __slots__ = (
        "terms", "sides", "kind", "face", "empty", "round", "starter", "mover", "drawn",
        "drawn_shown", "placed",
    )  # fmt: skip

    def __init__(self, terms: Terms, sides: list[Side], kind: list[int], face: list[int]) -> None:
        super().__init__(2)
        self.terms = terms
        self.sides = sides
        self.kind = kind  # by cell
        self.face = face  # by cell: whose ranks, turned how (a Reflection may show another's)
        self.empty: i64 = FULL  # the set of cells
        self.round: i64 = 0
        self.starter: i64 = 0
        self.mover: i64 = 0
        self.drawn: i64 = NOTHING  # the piece in the mover's hand
        self.drawn_shown = False  # ... which the rival knows by Insight
        self.placed: i64 = 0  # the cell of the latest piece

    def copy(self) -> "Sovereign":
        sides = self.sides
        twin = Sovereign(self.terms, [sides[0].copy(), sides[1].copy()], self.kind[:], self.face[:])
        self.share(twin)
        twin.empty = self.empty
        twin.round = self.round
        twin.starter = self.starter
        twin.mover = self.mover
        twin.drawn = self.drawn
        twin.drawn_shown = self.drawn_shown
        twin.placed = self.placed
        return twin

    # --- ranks ----------------------------------------------------------------------------------

    def rank(self, cell: i64, side: i64) -> i64:
        """SOV-1  The rank on one side, without bonuses."""
        return self.terms.on[self.face[cell] * 4 + side]

    def quadrants(self, owner: i64, cell: i64) -> i64:
        """SOV-30, SOV-31  What controlled quadrants add to each side of a piece there."""
        return BONUS[self.sides[owner].held * 9 + cell]

    def bonus(self, owner: i64, cell: i64) -> i64:
        """What Aura and quadrants add to each side.  Never stored, so never stale."""
        glows = self.sides[owner].glow == cell  # SOV-25
        return self.quadrants(owner, cell) + 1 if glows else self.quadrants(owner, cell)

    def guard(self, cell: i64, side: i64) -> i64:
        """What an attack through this side must exceed, without bonuses."""
        kind = self.kind[cell]
        if kind == SECRET:  # SOV-20  its highest rank, wherever it is attacked
            return self.terms.highest[SECRET]
        rank = self.rank(cell, side)
        if kind == SCEPTER and rank > i64(self.terms.lowest[SCEPTER]):  # SOV-26  its lowest side
            return UNBEATABLE
        return rank

    def take(self, taker: i64, cells: i64) -> None:
        """SOV-13  The taker gains control; the pieces stay as they lie."""
        loser = self.sides[1 - taker]
        self.sides[taker].held |= cells
        loser.held &= ~cells
        if loser.glow != NOTHING and has(cells, loser.glow):
            loser.glow = NOTHING  # SOV-25  ends at once

    # --- outside the rules ----------------------------------------------------------------------

    def scores(self) -> list[float]:
        """SOV-42  Most rounds won wins; as many each: shared."""
        if self.turn != NOBODY:
            return [0.0, 0.0]
        lead = self.sides[0].won - self.sides[1].won
        return [0.5, 0.5] if lead == 0 else [1.0, 0.0] if lead > 0 else [0.0, 1.0]

    def points(self) -> list[int]:
        """SOV-42  Rounds won."""
        return [self.sides[0].won, self.sides[1].won]

    def ending(self) -> str:
        """SOV-42  Two rounds won, or the most of three."""
        one, other = self.sides[0].won, self.sides[1].won
        return (
            "shared" if one == other else "two rounds" if max(one, other) == 2 else "three rounds"
        )

    def imagine(self, seat: i64, dice: Dice) -> "Sovereign":
        world = self.copy()
        me, rival = world.sides[seat], world.sides[1 - seat]
        if me.built:
            mine = world.drawn != NOTHING and world.mover == seat
            in_hand: i64 = one(world.drawn) if mine and world.drawn_shown else 0
            me.imagine_own(in_hand, world.round, dice)
            rival.imagine_rivals(dice)
            if world.drawn != NOTHING and not mine and not world.drawn_shown:
                world.drawn = rival.pick(dice)
        world.resample_sealed(seat, dice)
        return world

    def audit(self) -> str:
        """SOV-3, SOV-6  Seven pieces a deck, each on the grid, in the hand or still in the deck."""
        held = self.sides[0].held
        if held & self.sides[1].held or held | self.sides[1].held | self.empty != FULL:
            return "a space is held by both, or by nobody"
        if size(FULL ^ self.empty) != total(self.sides[0].placed + self.sides[1].placed):
            return "the grid does not hold what was placed"
        for seat in range(2):
            side = self.sides[seat]
            if side.built and not side.is_whole(self.drawn if self.mover == seat else NOTHING):
                return f"the deck of seat {seat} has lost or won pieces"
        return ""


def fresh(terms: Terms) -> Sovereign:
    """An empty table."""
    return Sovereign(terms, [Side([]), Side([])], [0] * 9, [0] * 9)
