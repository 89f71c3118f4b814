"""Sovereign's answers as codes, and what a seat sees as bytes."""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from trivet.core.bags import count, one, total
from trivet.core.codes import NO_WORD, Codes, Field, write_bag
from trivet.core.sets import bit, each, has
from trivet.core.state import State, only
from trivet.games.sovereign.pieces import (
    AURA,
    DECK,
    DECKS,
    KINDS,
    LIMITS,
    SCEPTER,
    UNDECIDED,
)  # fmt: skip
from trivet.games.sovereign.setup import ORDERED, SHUFFLE
from trivet.games.sovereign.state import KIND, NOTHING, SHOWN, Sovereign

# A deck is spelled as its seven kinds, in rising order; an order, as its kinds from the top on, or
# the last code alone: a shuffle.
SPANS: Final = {
    "build": KINDS,
    "arrange": KINDS + 1,
    "place": 36,
    "bury": 2,
    "reflect": 9,
    "mask": 10,
    "discover": 9,
    "aura": 9,
}
ARRANGE: Final = 7  # first codes; the one of "build" is 0
PLACE: Final = 15
A_SHUFFLE: Final = KINDS
PLACES: Final = {deck: place for place, deck in enumerate(DECKS)}

ROUNDS: Final = 3
PIECE: Final = 9  # bytes for each piece of a deck
CELL: Final = 19
LAYOUT: Final = (
    Field("asked", (8,), "the question: build, arrange, place, bury, reflect, mask, discover, "
          "aura"),
    Field("round", (ROUNDS,), "one-hot"),
    Field("won", (2,), "rounds won"),
    Field("starter", (2,), "who starts the round, one-hot"),
    Field("mover", (2,), "who holds a piece, one-hot"),
    Field("hand", (KINDS + 1,), "that piece, one-hot; the last: one that this seat does not see"),
    Field("hand_shown", (1,), "whether the rival has seen that piece by Insight"),
    Field("decks", (2, DECK, PIECE), "from the top: the kind if this seat knows it (7, one-hot), "
          "whether there is a piece, whether Insight has shown it"),
    Field("left", (KINDS,), "own pieces still in the deck, by kind"),
    Field("pieces", (2, KINDS), "own deck as built; the rival's as far as it was seen"),
    Field("placed", (ROUNDS, 2, KINDS), "by round: pieces placed"),
    Field("glimpsed", (ROUNDS, 2, KINDS + 1), "by round: pieces shown by Insight and not placed; "
          "the last: how many this seat does not know"),
    Field("grid", (9, CELL), "by cell: owner (2, one-hot), kind (7, one-hot), quarter turns (4, "
          "one-hot), ranks N E S W with all bonuses (4), bonus of quadrants, whether an Aura "
          "shines on it"),
    Field("word", (DECK, KINDS), "the kinds said so far, one-hot, in order"),
)  # fmt: skip


@final
class SovereignCodes(Codes):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, SPANS, LAYOUT)

    def allow(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        assert isinstance(s, Sovereign)
        code = s.step.code
        at += code
        if code == PLACE:
            for cell in each(s.empty):
                for turns in range(4):
                    out[at + cell * 4 + turns] = 1
        elif code == 0:
            allow_kinds(word, out, at)
        elif code == ARRANGE:
            left = s.sides[seat].built
            if word == NO_WORD:
                out[at + A_SHUFFLE] = 1
            while word > 1:
                left -= one(word & 7)
                word >>= 3
            for kind in range(KINDS):
                if count(left, kind):
                    out[at + kind] = 1
        else:
            for choice in s.step.options(s, seat):
                out[at + choice] = 1

    def say(self, s: State, seat: i64, word: i64, code: i64) -> i64:
        first = s.step.code
        if first > ARRANGE:
            s.apply(seat, code - first)
            return NO_WORD
        if first == ARRANGE and code - first == A_SHUFFLE:
            s.apply(seat, SHUFFLE)
            return NO_WORD
        word = (1 if word == NO_WORD else word) << 3 | code - first
        if word < bit(3 * DECK):
            return word
        answer: i64 = 0
        if first == ARRANGE:
            answer = ORDERED
            for place in range(DECK):
                answer |= (word >> 3 * (DECK - 1 - place) & 7) << 3 * place
        else:
            deck: i64 = 0
            while word > 1:
                deck += one(word & 7)
                word >>= 3
            answer = PLACES[deck]
        s.apply(seat, answer)
        return NO_WORD

    def spell(self, s: State, seat: i64, choice: i64) -> list[int]:
        first = s.step.code
        if first > ARRANGE:
            return [first + choice]
        if first == ARRANGE:
            if choice == SHUFFLE:
                return [first + A_SHUFFLE]
            return [first + (choice >> 3 * place & 7) for place in range(DECK)]
        deck: i64 = DECKS[choice]
        return [first + kind for kind in range(KINDS) for _ in range(count(deck, kind))]

    def observe(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        assert isinstance(s, Sovereign)
        if s.waiting & only(seat):
            out[at + self.places[s.step.code]] = 1
        at += 8
        if s.round:
            out[at + s.round - 1] = 1
            out[at + 5 + (s.starter ^ seat)] = 1
        out[at + 3] = u8(s.sides[seat].won)
        out[at + 4] = u8(s.sides[1 - seat].won)
        if s.drawn != NOTHING:
            out[at + 7 + (s.mover ^ seat)] = 1
            may_see = s.mover == seat or s.drawn_shown
            out[at + 9 + (s.drawn if may_see else KINDS)] = 1
            if s.drawn_shown:
                out[at + 17] = 1
        at += 18
        me, rival = s.sides[seat], s.sides[1 - seat]
        place: i64 = len(me.deck)
        in_order = has(me.ordered, s.round)
        left = me.bag
        for piece in me.deck:
            place -= 1
            kind: i64 = piece & KIND
            if kind != UNDECIDED:
                left += one(kind)
                if in_order:
                    out[at + place * PIECE + kind] = 1
            out[at + place * PIECE + 7] = 1
            if piece & SHOWN:
                out[at + place * PIECE + 8] = 1
        at += DECK * PIECE
        place = len(rival.deck)
        for piece in rival.deck:
            place -= 1
            out[at + place * PIECE + 7] = 1
            if piece & SHOWN:
                out[at + place * PIECE + 8] = 1
                out[at + place * PIECE + (piece & KIND)] = 1
        at += DECK * PIECE
        if me.deck:
            write_bag(left, 8, out, at)
        write_bag(me.built, 8, out, at + KINDS)
        write_bag(rival.known_to_rival(), 8, out, at + 2 * KINDS)
        at += 3 * KINDS
        if s.round:
            for owner in range(2):
                side = s.sides[seat ^ owner]
                for number in range(s.round):
                    last = number == s.round - 1
                    placed: i64 = side.placed if last else side.placed_before[number]
                    glimpsed: i64 = side.glimpsed if last else side.glimpsed_before[number]
                    write_bag(placed, 8, out, at + (number * 2 + owner) * KINDS)
                    here = at + ROUNDS * 2 * KINDS + (number * 2 + owner) * (KINDS + 1)
                    if owner == 1 or has(side.ordered, number + 1):
                        write_bag(glimpsed, 8, out, here)
                    else:
                        out[here + KINDS] = u8(total(glimpsed))
        at += ROUNDS * 2 * (2 * KINDS + 1)
        for cell in range(9):
            if not has(s.empty, cell):
                here = at + cell * CELL
                owner = seat if has(me.held, cell) else 1 - seat
                bonus = s.bonus(owner, cell)
                out[here + (owner ^ seat)] = 1
                out[here + 2 + s.kind[cell]] = 1
                out[here + 9 + (s.face[cell] & 3)] = 1
                for side_ in range(4):
                    out[here + 13 + side_] = u8(s.rank(cell, side_) + bonus)
                out[here + 17] = u8(s.quadrants(owner, cell))
                if s.sides[owner].glow == cell:
                    out[here + 18] = 1
        at += 9 * CELL
        said: i64 = 0
        while word >> 3 * said > 1:
            said += 1
        for place in range(said):
            out[at + place * KINDS + (word >> 3 * (said - 1 - place) & 7)] = 1


def allow_kinds(word: i64, out: BytesWriter, at: i64) -> None:
    """SOV-3  The next kind of a deck: none lower than the last, none too often, and so that the
    deck can still be filled up; after an Aura only a Scepter can follow, and nothing after it."""
    last: i64 = word & 7 if word != NO_WORD else 0
    missing: i64 = DECK
    rest = word
    while rest > 1:
        missing -= 1
        rest >>= 3
    for kind in range(last, KINDS):
        is_again = word != NO_WORD and kind == last
        if is_again and LIMITS[kind] == 1:
            continue
        if (kind == AURA and missing > 2) or (kind == SCEPTER and missing > 1):
            continue
        out[at + kind] = 1
