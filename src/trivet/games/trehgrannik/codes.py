"""Trehgrannik's answers as codes, and what a seat sees as bytes."""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from trivet.core.codes import Codes, Field, byte, mark, write_bag
from trivet.core.state import State, only
from trivet.games.trehgrannik.board import HEXES
from trivet.games.trehgrannik.cards import HALF, KINDS, Cards
from trivet.games.trehgrannik.pieces import EFFECTS
from trivet.games.trehgrannik.state import NOTHING, Trehgrannik

SPANS: Final = {
    "act": 55,  # a fee by kind, + 26 a card of the market by kind, the deck, move, leap
    "take": 53,  # 26 + a card of the market by kind, or the deck
    "rebate": 53,
    "fee": KINDS,
    "lay": KINDS,
    "block": KINDS + 1,  # the kind that is doubled, or the last: coins
    "build": 6,
    "slot": 3,
    "go": HEXES,
}
GROUNDS: Final = 5
HOWS: Final = 6
LAID: Final = 3  # cards of a construction at most


def layout(seats: int) -> tuple[Field, ...]:
    return (
        Field("asked", (9,), "the question: act, take, rebate, fee, lay, block, build, slot, go"),
        Field("turns", (2,), "taken so far: hundreds, and the rest"),
        Field("quiet", (1,), "turns in a row without a new project"),
        Field("passes", (1,), "in a row"),
        Field("deck", (1,), "cards in it"),
        Field("undealt", (1,), "Production cards that went to the box unseen"),
        Field("ground", (HEXES, GROUNDS), "by hex: Rock, Sand, Ice, Rift, landing pad, one-hot"),
        Field("market", (KINDS,), "cards on it, by kind"),
        Field("box", (KINDS,), "cards that foreparts were loaded with, by kind"),
        Field("hand", (KINDS,), "own cards, by kind"),
        Field("to_take", (1,), "cards still to be added"),
        Field("leaping", (1,), "the move is a leap"),
        Field("moving", (1,), "between the fee and the destination"),
        Field("to_lay", (1,), "cards of the construction still to come"),
        Field("looked_at", (1,), "cards of it that were asked for their use"),
        Field("stored", (1,), "cards of it that lie in their slots"),
        Field("fee", (KINDS,), "paid this turn, one-hot"),
        Field("site", (HEXES,), "the hex being built on, one-hot"),
        Field("how", (HOWS,), "what is built, and how: module, base, lone base, triple base, "
              "waived module, waived base"),
        Field("laid", (LAID, KINDS), "the cards of the construction, in order, one-hot"),
        Field("doubled", (KINDS,), "those that a Block doubles"),
        Field("spent", (KINDS,), "Blocks that double"),
        Field("starter", (seats,), "one-hot"),
        Field("mover", (seats,), "whose turn it is, one-hot"),
        Field("finisher", (seats,), "who built the last project first"),
        Field("coins", (seats,), "at most 255"),
        Field("cards", (seats,), "the number of cards in hand"),
        Field("hidden", (seats,), "how many of them are Production that only the owner has seen"),
        Field("modules", (seats,), "still to be built"),
        Field("bases", (seats,), "still to be built"),
        Field("at", (seats, HEXES), "where the harvester stands, one-hot"),
        Field("with_module", (seats, HEXES), "hexes with a module"),
        Field("with_base", (seats, HEXES), "hexes with a base"),
        Field("known", (seats, KINDS), "cards in hand that all have seen, by kind"),
        Field("ability", (seats, EFFECTS), "of the forepart: Lone, Triple, Leap, Waiver, one-hot"),
        Field("engine", (seats, EFFECTS), "of the centre: Free, Third, Crossing, Rebate, one-hot"),
        Field("forepart", (seats, KINDS), "cards in it, by kind"),
        Field("centre", (seats, KINDS), "cards in it, by kind"),
        Field("cargo", (seats, KINDS), "cards in it, by kind"),
    )  # fmt: skip


@final
class TrehgrannikCodes(Codes):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, SPANS, layout(seats))

    def observe(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        """TRG-8  All is public but the cards of a hand that were not seen by all."""
        assert isinstance(s, Trehgrannik)
        seats = s.seats
        if s.waiting & only(seat):
            out[at + self.places[s.step.code]] = 1
        out[at + 9] = u8(s.turns // 100)
        out[at + 10] = u8(s.turns % 100)
        out[at + 11] = u8(s.quiet)
        out[at + 12] = u8(s.passes)
        out[at + 13] = u8(s.deck.size)
        out[at + 14] = u8(s.undealt.size)
        at += 15
        ground = s.planet.ground
        for hexagon in range(HEXES):
            out[at + hexagon * GROUNDS + i64(ground[hexagon])] = 1
        at += HEXES * GROUNDS
        write_cards(s.market, out, at)
        write_cards(s.box, out, at + KINDS)
        write_cards(s.sides[seat].hand, out, at + 2 * KINDS)
        at += 3 * KINDS
        out[at] = u8(s.to_take)
        out[at + 1] = 1 if s.leaping else 0
        out[at + 2] = 1 if s.moving else 0
        out[at + 3] = u8(s.to_lay)
        out[at + 4] = u8(s.looked_at)
        out[at + 5] = u8(s.stored)
        at += 6
        if s.fee != NOTHING:
            out[at + s.fee] = 1
        at += KINDS
        if s.site != NOTHING:
            out[at + s.site] = 1
        at += HEXES
        if s.how != NOTHING:
            out[at + s.how] = 1
        at += HOWS
        for place in range(len(s.laid)):
            out[at + place * KINDS + s.laid[place]] = 1
        at += LAID * KINDS
        mark(s.doubled, out, at)
        mark(s.spent, out, at + KINDS)
        at += 2 * KINDS
        if s.starter != NOTHING:
            out[at + (s.starter - seat + seats) % seats] = 1
        out[at + seats + (s.mover - seat + seats) % seats] = 1
        if s.finisher != NOTHING:
            out[at + 2 * seats + (s.finisher - seat + seats) % seats] = 1
        at += 3 * seats
        places = at + 5 * seats
        cards = places + 3 * HEXES * seats
        for place in range(seats):
            other = seat + place
            if other >= seats:
                other -= seats
            side = s.sides[other]
            out[at + place] = byte(side.coins)
            out[at + seats + place] = u8(side.hand.size)
            out[at + 2 * seats + place] = u8(side.hidden_production())
            out[at + 3 * seats + place] = u8(side.spare_modules)
            out[at + 4 * seats + place] = u8(side.spare_bases)
            out[places + place * HEXES + side.at] = 1
            mark(side.modules, out, places + (seats + place) * HEXES)
            mark(side.bases, out, places + (2 * seats + place) * HEXES)
            write_cards(side.known, out, cards + place * KINDS)
            here = cards + seats * KINDS
            if side.ability != NOTHING:
                out[here + place * EFFECTS + side.ability] = 1
            if side.engine != NOTHING:
                out[here + (seats + place) * EFFECTS + side.engine] = 1
            here += 2 * seats * EFFECTS
            write_cards(side.forepart, out, here + place * KINDS)
            write_cards(side.centre, out, here + (seats + place) * KINDS)
            write_cards(side.cargo, out, here + (2 * seats + place) * KINDS)


def write_cards(cards: Cards, out: BytesWriter, at: i64) -> None:
    if cards.size:
        write_bag(cards.low, 4, out, at)
        write_bag(cards.high, 4, out, at + HALF)
