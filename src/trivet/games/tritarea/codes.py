"""Tri*T*Area's answers as codes, and what a seat sees as bytes."""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from trivet.core.bags import count, one
from trivet.core.codes import Codes, Field, byte, mark
from trivet.core.sets import size
from trivet.core.state import State, only
from trivet.games.tritarea.buildings import GROUND
from trivet.games.tritarea.pieces import (
    ADJACENT,
    BLOCKS,
    CARDS,
    FACES,
    NOTHING,
    ROUNDS,
    SEATS,
    SQUARES,
    faces,
)  # fmt: skip
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of

SPANS: Final = {  # build: squares, + 16 for two blocks, or the last, none; extend likewise
    "play": FACES,
    "build": 2 * SQUARES + 1,
    "extend": SQUARES + 1,
    "declare": FACES,
    "sell": BLOCKS[ROUNDS] + 1,
    "value": FACES,
}
EXTEND: Final = 77  # first codes
DECLARE: Final = 94
DECLINE: Final = 65536  # the set with the last answer to Extend
SQUARE: Final = 10  # bytes for each
ZERO: Final = 100  # points may be below nothing

LAYOUT: Final = (
    Field("asked", (6,), "the question: play, build, extend, declare, sell, value"),
    Field("round", (3,), "one-hot"),
    Field("tricks", (9,), "how many are finished this round, one-hot"),
    Field("lead", (SEATS,), "the Lead of the round, one-hot"),
    Field("leader", (SEATS,), "who led this trick, one-hot"),
    Field("first", (SEATS,), "Rightholder 1, one-hot; all 0 before the trick is full"),
    Field("second", (SEATS,), "Rightholder 2, likewise"),
    Field("builder", (SEATS,), "which of them is building"),
    Field("built", (SQUARES,), "the square just built on by right"),
    Field("points", (SEATS,), "may be below zero", less=ZERO),
    Field("stock", (SEATS,), "blocks still to be placed"),
    Field("sold", (SEATS,), "blocks sold in round 3"),
    Field("cards", (SEATS,), "the number of cards in hand"),
    Field("hand", (CARDS,), "own cards: suit x 9 + rank - 1"),
    Field("declared", (SEATS, FACES), "the Declaration of Intent, one-hot by face"),
    Field("trick", (SEATS, FACES), "the card on the table, one-hot by face"),
    Field("laid", (SEATS, FACES), "cards of the tricks before, this round"),
    Field("board", (SQUARES, SQUARE), "height, owner of the top block (4, one-hot), "
          "blocks of each seat (4), 1 + owner of the bottom block"),
)  # fmt: skip


@final
class TriTAreaCodes(Codes):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, SPANS, LAYOUT)

    def allow(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        assert isinstance(s, TriTArea)
        code = s.step.code
        at += code
        if code == 0 or code == DECLARE:
            mark(faces(s.players[seat].hand), out, at)
        elif code == EXTEND:
            mark(ADJACENT[s.built] | DECLINE, out, at)
        else:
            for choice in s.step.options(s, seat):
                out[at + choice] = 1

    def observe(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        """TTA-14  Hands are hidden, all else is open."""
        assert isinstance(s, TriTArea)
        if s.waiting & only(seat):
            out[at + self.places[s.step.code]] = 1
        if s.round:
            out[at + 5 + s.round] = 1
        tricks = s.tricks
        out[at + 9 + len(tricks)] = 1
        at += 18
        out[at + (s.lead - seat & 3)] = 1
        out[at + 4 + (s.leader - seat & 3)] = 1
        if s.first != NOTHING:
            out[at + 8 + (s.first - seat & 3)] = 1
        if s.second != NOTHING:
            out[at + 12 + (s.second - seat & 3)] = 1
        if s.builder != NOTHING:
            out[at + 16 + (s.builder - seat & 3)] = 1
        at += 20
        if s.built != NOTHING:
            out[at + s.built] = 1
        at += SQUARES
        hands = at + 4 * SEATS
        shown = hands + CARDS
        for place in range(SEATS):
            other = seat + place & 3
            player = s.players[other]
            out[at + place] = byte(player.points + ZERO)
            out[at + SEATS + place] = u8(player.stock)
            out[at + 2 * SEATS + place] = u8(player.sold)
            out[at + 3 * SEATS + place] = u8(size(player.hand))
            if player.declared != NOTHING:
                out[shown + FACES * place + player.declared] = 1
            if (other - s.leader & 3) < s.laid:
                out[shown + FACES * (SEATS + place) + face_of(s.trick, other)] = 1
            here = shown + FACES * (2 * SEATS + place)
            for trick in tricks:
                laid: i64 = trick
                out[here + face_of(laid, other)] = 1
        mark(s.players[seat].hand, out, hands)
        at = shown + FACES * 3 * SEATS
        for square in range(SQUARES):
            building: i64 = s.buildings[square]
            if building != GROUND:
                out[at + 1 + (building - seat & 3)] = 1
                height: i64 = 0
                owner: i64 = 0
                blocks: i64 = 0
                while building != GROUND:
                    owner = building - seat & 3
                    blocks += one(owner)
                    height += 1
                    building >>= 2
                out[at] = u8(height)
                for place in range(SEATS):
                    out[at + 5 + place] = u8(count(blocks, place))
                out[at + 9] = u8(owner + 1)
            at += SQUARE
