"""Sovereign: the sequence of play, in the order of the rulebook; all of it stands at the end."""

from typing import Any, Final

from mypy_extensions import i64

from trivet.core.bags import count, nth, one, sorts, total
from trivet.core.dice import Dice
from trivet.core.sets import bit, each, has, is_several, lowest, size
from trivet.core.sets import nth as nth_of
from trivet.core.state import CHANCE, NOBODY, Objection, Step, only, plan
from trivet.games.sovereign.pieces import (
    ADJACENT,
    NEIGHBOUR,
    REFLECTION,
    SCEPTER,
    SECRET,
    UNDECIDED,
    Terms,
    lay,
)  # fmt: skip
from trivet.games.sovereign.setup import Arrange, BuildDecks, DrawLots
from trivet.games.sovereign.state import KIND, NOTHING, SHOWN, Side, Sovereign, fresh
from trivet.games.sovereign.words import (
    COPIES_OWN,
    DISCOVERS,
    IMMUNE,
    IMMUNE_TOO,
    MASK_NEXT,
    MASK_REFLECTION,
    MASK_SECRET,
    NO_RIVAL,
    NO_SUCH_PLACE,
    OCCUPIED,
    SHINES,
    TOP_OR_BOTTOM,
)

KEEP: Final = 0  # answers to Bury
BURY: Final = 1
DECLINE: Final = 9  # answer to a Mask: no cell

ROUNDS: Final = 3


# --- A turn -------------------------------------------------------------------------------------


class TopPiece(Step[Sovereign]):
    """Chance decides the top piece of a shuffled deck when someone is about to see it."""

    what = "top"

    def deck(self, s: Sovereign) -> Side:
        """Whose deck it is."""
        return s.sides[s.mover]

    def begin(self, s: Sovereign) -> i64:
        return only(CHANCE) if self.deck(s).deck[-1] == UNDECIDED else 0

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        return sorts(self.deck(s).bag)

    def odds(self, s: Sovereign) -> list[int]:
        bag = self.deck(s).bag
        return [count(bag, kind) for kind in sorts(bag)]

    def sample(self, s: Sovereign, seat: i64, dice: Dice) -> i64:
        bag = self.deck(s).bag
        return nth(bag, dice.below(total(bag)))

    def then(self, s: Sovereign, seat: i64, kind: i64) -> None:
        side = self.deck(s)
        side.bag -= one(kind)
        side.deck[-1] = kind


class RivalsTopPiece(TopPiece):
    """The same for the deck that an Insight looks into."""

    def deck(self, s: Sovereign) -> Side:
        return s.sides[1 - s.mover]


class Draw(Step[Sovereign]):
    """SOV-8  Draw the top piece of your own deck; only you see it until it is placed."""

    def begin(self, s: Sovereign) -> i64:
        piece: i64 = s.sides[s.mover].deck.pop()
        s.drawn = piece & KIND
        s.drawn_shown = piece & SHOWN != 0
        s.tell("drawn", s.mover, s.drawn, to=s.mover)
        return 0


class Place(Step[Sovereign]):
    """SOV-9  Place it on any unoccupied space in any of four orientations; placing is compulsory.
    SOV-10  Then its ability resolves, then captures, then the turn passes."""

    what = "place"  # the answer is cell x 4 + quarter turns clockwise
    code: i64 = 15

    def begin(self, s: Sovereign) -> i64:
        return only(s.mover)

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        return [cell * 4 + turns for cell in each(s.empty) for turns in range(4)]

    def sample(self, s: Sovereign, seat: i64, dice: Dice) -> i64:
        pick = dice.below(size(s.empty) * 4)
        return nth_of(s.empty, pick >> 2) * 4 + (pick & 3)

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        if 0 <= choice < 36:
            return Objection("SOV-9", OCCUPIED.say())
        return Objection("SOV-9", NO_SUCH_PLACE.say())

    def then(self, s: Sovereign, seat: i64, choice: i64) -> None:
        me = s.sides[seat]
        cell = choice >> 2
        s.placed = cell
        s.empty ^= bit(cell)
        me.held |= bit(cell)
        s.kind[cell] = s.drawn
        s.face[cell] = lay(s.drawn, choice & 3)
        me.placed += one(s.drawn)
        if s.drawn_shown:
            me.glimpsed -= one(s.drawn)
        s.reveal()
        s.tell("placed", seat, cell, s.drawn, choice & 3)
        s.next(ABILITIES[s.drawn])
        s.drawn = NOTHING


# --- Abilities ("adjacent" is orthogonal everywhere) --------------------------------------------


class Ability(Step[Sovereign]):
    """Aimed at one adjacent piece.  Resolves by itself when there is nothing to choose."""

    def targets(self, s: Sovereign) -> i64:
        """The set of cells it may be aimed at."""
        raise NotImplementedError

    def act(self, s: Sovereign, cell: i64) -> None:
        raise NotImplementedError

    def may_decline(self) -> bool:
        return False

    def begin(self, s: Sovereign) -> i64:
        targets = self.targets(s)
        if not targets:
            return 0
        if is_several(targets) or self.may_decline():
            return only(s.mover)
        self.act(s, lowest(targets))
        return 0

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        targets = each(self.targets(s))
        return [*targets, DECLINE] if self.may_decline() else targets

    def sample(self, s: Sovereign, seat: i64, dice: Dice) -> i64:
        targets = self.targets(s)
        if self.may_decline():
            targets |= 1 << DECLINE
        return nth_of(targets, dice.below(size(targets)))

    def then(self, s: Sovereign, seat: i64, cell: i64) -> None:
        if cell == DECLINE:
            s.tell("declined", seat)
        else:
            self.act(s, cell)


class Look(Step[Sovereign]):
    """SOV-21  Insight: look at the top piece of the rival's deck; you keep knowing what you saw."""

    def begin(self, s: Sovereign) -> i64:
        rival = s.sides[1 - s.mover]
        piece: i64 = rival.deck[-1]
        if not piece & SHOWN:
            rival.deck[-1] = piece | SHOWN
            rival.glimpsed += one(piece & KIND)
        s.tell("looked", s.mover)
        s.tell("seen", s.mover, piece & KIND, to=s.mover)
        return 0


class Bury(Step[Sovereign]):
    """SOV-21  You may put it at the bottom.  You decide after looking; the rival learns what was
    decided, not what was seen."""

    what = "bury"
    code: i64 = 51

    def begin(self, s: Sovereign) -> i64:
        return only(s.mover)

    def options(self, s: Sovereign, seat: i64) -> list[int]:
        return [KEEP, BURY]

    def sample(self, s: Sovereign, seat: i64, dice: Dice) -> i64:
        return dice.below(2)

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        return Objection("SOV-21", TOP_OR_BOTTOM.say())

    def then(self, s: Sovereign, seat: i64, choice: i64) -> None:
        if choice == BURY:
            deck = s.sides[1 - seat].deck
            deck.insert(0, deck.pop())
        s.tell("buried", seat, choice)


class Reflect(Ability):
    """SOV-22  Reflection copies the ranks of one adjacent friendly piece, as they lie, without
    bonuses; required when possible; with none adjacent it keeps its printed ranks.
    SOV-27  A Reflection is copied with the ranks it shows now; later changes change nothing."""

    what = "reflect"
    code: i64 = 53

    def targets(self, s: Sovereign) -> i64:
        return ADJACENT[s.placed] & s.sides[s.mover].held

    def act(self, s: Sovereign, cell: i64) -> None:
        s.face[s.placed] = s.face[cell]
        s.tell("reflected", s.mover, s.placed, cell)

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        return Objection("SOV-22", COPIES_OWN.say())


class Unmask(Ability):
    """SOV-23  Mask may capture one adjacent rival piece: not a Reflection, a Scepter (SOV-26) or a
    Secret (SOV-20)."""

    what = "mask"
    code: i64 = 62

    def may_decline(self) -> bool:
        return True

    def targets(self, s: Sovereign) -> i64:
        targets: i64 = 0
        for cell in each(ADJACENT[s.placed] & s.sides[1 - s.mover].held):
            kind = s.kind[cell]
            if kind != REFLECTION and kind != SCEPTER and kind != SECRET:
                targets |= bit(cell)
        return targets

    def act(self, s: Sovereign, cell: i64) -> None:
        s.take(s.mover, bit(cell))
        s.tell("taken", s.mover, cell, s.kind[cell], s.placed << 8)

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        if choice < 0 or choice > 8 or not has(ADJACENT[s.placed], choice):
            return Objection("SOV-23", MASK_NEXT.say())
        if not has(s.sides[1 - seat].held, choice):
            return Objection("SOV-23", NO_RIVAL.say())
        if s.kind[choice] == SECRET:
            return Objection("SOV-20", MASK_SECRET.say())
        if s.kind[choice] == SCEPTER:
            return Objection("SOV-26", IMMUNE.say())
        return Objection("SOV-23", MASK_REFLECTION.say())


class Discover(Ability):
    """SOV-24  Discovery captures one adjacent rival Secret, automatically; of several the player
    picks one."""

    what = "discover"
    code: i64 = 72

    def targets(self, s: Sovereign) -> i64:
        targets: i64 = 0
        for cell in each(ADJACENT[s.placed] & s.sides[1 - s.mover].held):
            if s.kind[cell] == SECRET:
                targets |= bit(cell)
        return targets

    def act(self, s: Sovereign, cell: i64) -> None:
        s.take(s.mover, bit(cell))
        s.tell("taken", s.mover, cell, s.kind[cell], s.placed << 8)

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        return Objection("SOV-24", DISCOVERS.say())


class Shine(Ability):
    """SOV-25  Aura: one adjacent friendly piece gains +1 on all sides until the end of its
    player's next turn; required when possible; never a Scepter (SOV-26).
    SOV-28  Never the Aura itself; with no lawful piece adjacent, no effect."""

    what = "aura"
    code: i64 = 81

    def targets(self, s: Sovereign) -> i64:
        targets: i64 = 0
        for cell in each(ADJACENT[s.placed] & s.sides[s.mover].held):
            if s.kind[cell] != SCEPTER:
                targets |= bit(cell)
        return targets

    def act(self, s: Sovereign, cell: i64) -> None:
        me = s.sides[s.mover]
        me.glow = cell
        me.glow_turns = 2  # this turn and the next one
        s.tell("shone", s.mover, s.placed, cell)

    def why_not(self, s: Sovereign, seat: i64, choice: i64) -> Objection:
        near: i64 = ADJACENT[s.placed] & s.sides[seat].held
        if 0 <= choice < 9 and has(near, choice):
            return Objection("SOV-26", IMMUNE_TOO.say())
        return Objection("SOV-25", SHINES.say())


# --- Captures, and the end of a turn ------------------------------------------------------------


class Capture(Step[Sovereign]):
    """SOV-11  For every adjacent rival piece, compare the two touching sides; if yours is higher,
    you control it.  SOV-12  All ranks as they stand now; captured pieces capture nothing."""

    def begin(self, s: Sovereign) -> i64:
        here = s.placed
        rival = 1 - s.mover
        near: i64 = ADJACENT[here] & s.sides[rival].held
        if not near:
            return 0
        strength = s.bonus(s.mover, here)
        taken: i64 = 0
        ranks: i64 = 0  # by side: what beat what, for those who listen
        for side in range(4):
            there: i64 = NEIGHBOUR[here * 4 + side]
            if has(near, there):
                attack: i64 = s.rank(here, side) + strength
                guard: i64 = s.guard(there, side ^ 2) + s.bonus(rival, there)
                if attack > guard:
                    taken |= bit(there)
                    ranks |= (attack * 16 + guard) << side * 8
        if taken:
            s.take(s.mover, taken)
            if s.listener is not None:
                tell_captures(s, here, taken, ranks)
        return 0


def tell_captures(s: Sovereign, here: i64, taken: i64, ranks: i64) -> None:
    """Every piece captured, from where, and which rank beat which: four bits for each."""
    for side in range(4):
        there: i64 = NEIGHBOUR[here * 4 + side]
        both: i64 = ranks >> side * 8 & 255
        if both and has(taken, there):
            s.tell("taken", s.mover, there, s.kind[there], here << 8 | both)


class Pass(Step[Sovereign]):
    """SOV-10  The turn passes; SOV-25 an Aura ends with its player's next turn; SOV-40 the round
    goes on until all nine spaces are filled."""

    def begin(self, s: Sovereign) -> i64:
        me = s.sides[s.mover]
        if me.glow != NOTHING:
            me.glow_turns -= 1
            if me.glow_turns == 0:
                me.glow = NOTHING
        if s.empty:
            s.mover = 1 - s.mover
            s.next(TURN)
        return 0


# --- End ----------------------------------------------------------------------------------------


class EndRound(Step[Sovereign]):
    """SOV-40  The player who controls more spaces wins the round.
    SOV-42  Three rounds; the game stops once a player has won two, unless they play on."""

    def begin(self, s: Sovereign) -> i64:
        winner = tell_winner(s)
        if winner != NOBODY:
            s.sides[winner].won += 1
        s.moment("round")
        for side in s.sides:
            side.placed_before = (*side.placed_before, side.placed)
            side.glimpsed_before = (*side.glimpsed_before, side.glimpsed)
        if s.round < ROUNDS and (s.terms.play_on or not has_won_two(s)):
            s.starter = next_starter(s, winner)
            s.next(ROUND)
            if s.terms.third_by_lot and s.round == ROUNDS - 1:
                s.next(LOT)
        else:
            s.tell("over", s.sides[0].won, s.sides[1].won)
        return 0


def tell_winner(s: Sovereign) -> i64:
    """SOV-40  Who wins the round with these spaces."""
    winner = round_winner(s)
    s.tell("won", s.round, winner, size(s.sides[0].held), size(s.sides[1].held))
    return winner


def has_won_two(s: Sovereign) -> bool:
    return s.sides[0].won == 2 or s.sides[1].won == 2


def next_starter(s: Sovereign, winner: i64) -> i64:
    """SOV-7  The loser of the last round; the other player if nobody won it, or by the option."""
    return 1 - s.starter if winner == NOBODY or s.terms.alternate else 1 - winner


def round_winner(s: Sovereign) -> i64:
    """SOV-40  More spaces; SOV-41 tied: the higher total of ranks; SOV-44 still tied: nobody."""
    lead = size(s.sides[0].held) - size(s.sides[1].held)
    if lead == 0:
        lead = total_of_ranks(s, 0) - total_of_ranks(s, 1)
    return NOBODY if lead == 0 else 0 if lead > 0 else 1


def total_of_ranks(s: Sovereign, seat: i64) -> i64:
    """SOV-44  All four sides of all controlled pieces, quadrant bonuses counted, Aura not."""
    ranks: i64 = 0
    for cell in each(s.sides[seat].held):
        ranks += s.quadrants(seat, cell) * 4
        for side in range(4):
            ranks += s.rank(cell, side)
    return ranks


# --- The sequence of play -----------------------------------------------------------------------

TURN: Final = plan(TopPiece(), Draw(), Place(), Capture(), Pass())
ROUND: Final = plan(Arrange(), TURN, EndRound())
LOT: Final = plan(DrawLots())
GAME: Final = plan(BuildDecks(), LOT, ROUND)

NO_ABILITY: Final[list[Step[Any]]] = plan()
ABILITIES: Final = [  # by kind; they come between Place and Capture
    NO_ABILITY,  # SOV-20  a Secret guards itself: see Sovereign.guard
    plan(RivalsTopPiece(), Look(), Bury()),  # SOV-21
    plan(Reflect()),  # SOV-22
    plan(Unmask()),  # SOV-23
    plan(Discover()),  # SOV-24
    plan(Shine()),  # SOV-25
    NO_ABILITY,  # SOV-26  a Scepter guards itself
]


def begin(terms: Terms) -> Sovereign:
    """The box unpacked: two empty decks, an empty grid, and the whole game on the agenda."""
    s = fresh(terms)
    s.next(GAME)
    return s
