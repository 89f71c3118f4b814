"""Setting up: who starts, the opening hands, one redraw each, and the draft of Events."""

from typing import Final

from mypy_extensions import i64

from trivet.core.bags import one, total
from trivet.core.dice import Dice
from trivet.core.sets import bit, is_several
from trivet.core.state import CHANCE, Objection, Step, everyone, first_of, only, plan
from trivet.games.trinity import cards
from trivet.games.trinity.draw import DrawTiles, UnseenTile
from trivet.games.trinity.events.cards import UnseenEvent
from trivet.games.trinity.pieces import TILES
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.words import KEEP_ONE, KEEP_OR_REDRAW

KEEP: Final = 0  # answers to Redraw
REDRAW: Final = 1
REDRAW_OR_NOT: Final = [KEEP, REDRAW]


# --- Who starts (TRI-3) -------------------------------------------------------------------------


class DrawLot(UnseenTile):
    """TRI-3  Everyone draws a tile, H beats C beats I; it goes to the bottom, openly."""

    what = "lot"

    def __init__(self, seat: i64) -> None:
        self.seat = seat

    def begin(self, s: Trinity) -> i64:
        return only(CHANCE) if s.contenders & only(self.seat) else 0

    def then(self, s: Trinity, seat: i64, tile: i64) -> None:
        s.stack.unseen -= one(tile)
        s.stack.bury(tile)
        before = s.contenders & (only(self.seat) - 1)  # those who drew earlier in this round
        if tile < s.best:
            s.contenders ^= before
            s.best = tile
        elif tile > s.best:
            s.contenders ^= only(self.seat)
        s.tell("lot", self.seat, tile)


class Starter(Step[Trinity]):
    """TRI-3  Those tied for the highest tile draw again."""

    def begin(self, s: Trinity) -> i64:
        if is_several(s.contenders):
            s.best = TILES
            if total(s.stack.unseen) < s.seats:
                s.stack.shuffle()  # all of the stack was drawn in ties: it begins anew
            s.next(LOTS)
            return 0
        s.starter = first_of(s.contenders)
        s.mover = s.starter
        s.tell("starts", s.starter)
        return 0


LOTS: Final = plan(*[DrawLot(seat) for seat in range(4)], Starter())

# --- Hands (TRI-4, TRI-5) -----------------------------------------------------------------------


class OpeningHand(Step[Trinity]):
    """TRI-4  Each draws 5 tiles, or as many as were agreed for this place in turns."""

    def begin(self, s: Trinity) -> i64:
        s.drawer = s.mover
        s.drawing = s.terms.hand(s.seats, (s.mover - s.starter + s.seats) % s.seats)
        return 0


class NextSeat(Step[Trinity]):
    """Clockwise."""

    def begin(self, s: Trinity) -> i64:
        s.mover = (s.mover + 1) % s.seats
        return 0


class Redraw(Step[Trinity]):
    """TRI-5  Each may once shuffle the whole hand into the Tile stack and draw anew."""

    what = "redraw"
    code: i64 = 3368

    def begin(self, s: Trinity) -> i64:
        return only(s.mover)

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return REDRAW_OR_NOT

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        return Objection("TRI-5", KEEP_OR_REDRAW.say())

    def then(self, s: Trinity, seat: i64, choice: i64) -> None:
        if choice == REDRAW:
            me = s.tycoons[seat]
            tiles = total(me.hand)
            s.stack.unseen += me.hand
            me.hand = 0
            s.stack.shuffle()
            s.tell("redrew", seat, tiles)
            s.next(NEW_HAND)


NEW_HAND: Final = plan(OpeningHand(), DrawTiles())
OPENING: Final = plan(OpeningHand(), DrawTiles(), NextSeat())
REDRAWS: Final = plan(Redraw(), NextSeat())

# --- The draft (TRI-6) --------------------------------------------------------------------------


class DealEvent(UnseenEvent):
    """TRI-6  Two Event cards each; Tactical ones, if that was agreed."""

    def begin(self, s: Trinity) -> i64:
        return only(CHANCE)

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return cards.kinds(self.dealt_from(s))

    def odds(self, s: Trinity) -> list[int]:
        pool = self.dealt_from(s)
        return [cards.copies(pool, kind) for kind in cards.kinds(pool)]

    def sample(self, s: Trinity, seat: i64, dice: Dice) -> i64:
        return cards.any_card(self.dealt_from(s), dice)

    def dealt_from(self, s: Trinity) -> i64:
        return s.deck & ~cards.IMMEDIATE if s.terms.tactical_draft else s.deck

    def then(self, s: Trinity, seat: i64, kind: i64) -> None:
        me = s.tycoons[s.mover]
        s.deck -= cards.card(kind)
        me.held = cards.added(me.held, kind | cards.DRAFTED)
        s.tell("got", s.mover, kind, to=s.mover)


class Draft(Step[Trinity]):
    """TRI-6  All choose at the same time: keep one, pass the other to the left.  Who passed a card
    goes on knowing it."""

    what = "draft"  # the answer is the kind kept
    code: i64 = 3370

    def begin(self, s: Trinity) -> i64:
        return everyone(s.seats)

    def options(self, s: Trinity, seat: i64) -> list[int]:
        return cards.kinds(cards.bag_of(s.tycoons[seat].held))

    def why_not(self, s: Trinity, seat: i64, choice: i64) -> Objection:
        return Objection("TRI-6", KEEP_ONE.say())

    def together(self, s: Trinity, said: list[int]) -> None:
        passed: list[int] = []
        for seat in range(s.seats):
            tycoon = s.tycoons[seat]
            tycoon.held = cards.removed(tycoon.held, said[seat] | cards.DRAFTED)
            passed.append(tycoon.held[0] | bit(cards.LOOKERS + seat))
            tycoon.held = (said[seat] | cards.DRAFTED,)
        s.tell("drafted")
        for seat in range(s.seats):
            left = (seat + 1) % s.seats
            tycoon = s.tycoons[left]
            tycoon.held = cards.added(tycoon.held, passed[seat])
            s.tell("passed", seat, left, passed[seat] & cards.KIND, to=left)


DEAL: Final = plan(DealEvent(), DealEvent(), NextSeat())
DRAFT: Final = plan(Draft())
