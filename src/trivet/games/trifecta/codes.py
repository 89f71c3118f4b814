"""Trifecta's answers as codes, and what a seat sees as bytes."""

from typing import Final, final

from librt.strings import BytesWriter
from mypy_extensions import i64, u8

from trivet.core.codes import NO_WORD, Codes, Field, mark, write_bag
from trivet.core.state import State, only
from trivet.games.trifecta.pieces import (
    COMPLETES,
    KINDS,
    MATCHING,
    SINGLE,
    copies,
    singles,
    total,
    unit,
)  # fmt: skip
from trivet.games.trifecta.state import NOTHING, ROUNDS, UNSEEN, Trifecta

# A bid is spelled: its cards in rising order, then the last code.
SPANS: Final = {"opt": 2, "ante": KINDS, "bid": KINDS + 1}
THAT_IS_ALL: Final = KINDS
ANTE: Final = 2  # first codes; the one of "opt" is 0
BID: Final = 38


def layout(seats: int) -> tuple[Field, ...]:
    return (
        Field("asked", (3,), "the question: opt, ante, bid"),
        Field("stage", (1,), "its number"),
        Field("needed", (1,), "goals needed to survive it; 0 with two players"),
        Field("round", (ROUNDS,), "of the stage, one-hot"),
        Field("goal", (9,), "of the round, one-hot; all 0 while it is face-down"),
        Field("unseen", (9,), "goals that nobody has seen this stage"),
        Field("hand", (KINDS,), "own cards, by kind: 27 Completes, then 9 Singles"),
        Field("word", (KINDS,), "of a bid, the cards said so far, by kind"),
        Field("in", (seats,), "who has not gone out"),
        Field("true", (seats,), "who chose True this round, once it is revealed"),
        Field("cards", (seats,), "the number of cards in hand"),
        Field("goals", (seats, 9), "goals won this stage"),
        Field("ante", (seats, KINDS), "the card shown as ante this round, one-hot"),
        Field("shown", (seats, KINDS), "antes and bids of the rounds before, added up by kind"),
        Field("was_goal", (ROUNDS, 9), "by round of this stage: the goal, one-hot"),
        Field("was_true", (ROUNDS, seats), "... who chose True"),
        Field("was_won", (ROUNDS, seats), "... who won the goal"),
    )


@final
class TrifectaCodes(Codes):
    def __init__(self, seats: i64) -> None:
        super().__init__(seats, SPANS, layout(seats))

    def allow(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        assert isinstance(s, Trifecta)
        code = s.step.code
        if code == 0:
            out[at] = 1
            out[at + 1] = 1
            return
        hand = s.players[seat].hand
        at += code
        if code == ANTE:
            mark(hand & COMPLETES, out, at)
            for value in range(9):
                if singles(hand, value):
                    out[at + SINGLE + value] = 1
            return
        out[at + THAT_IS_ALL] = 1
        goal = s.goal
        held = singles(hand, goal)
        said = singles(word, goal)
        if said < held:
            out[at + SINGLE + goal] = 1
        if said:
            return  # Singles come last
        completes = word & COMPLETES
        left: i64 = hand & MATCHING[goal]
        kind: i64 = 0
        while completes:  # only what is higher than all that was said
            completes >>= 1
            kind += 1
        mark(left >> kind, out, at + kind)

    def say(self, s: State, seat: i64, word: i64, code: i64) -> i64:
        first = s.step.code
        if first != BID:
            s.apply(seat, code - first)
        elif code - first == THAT_IS_ALL:
            s.apply(seat, word)
        else:
            return word + unit(code - first)
        return NO_WORD

    def spell(self, s: State, seat: i64, choice: i64) -> list[int]:
        first = s.step.code
        if first != BID:
            return [first + choice]
        found = [first + kind for kind in range(KINDS) for _ in range(copies(choice, kind))]
        return [*found, first + THAT_IS_ALL]

    def observe(self, s: State, seat: i64, word: i64, out: BytesWriter, at: i64) -> None:
        """TRF-17  Everything that is open in this stage, and the seat's own hand."""
        assert isinstance(s, Trifecta)
        seats = s.seats
        if s.waiting & only(seat):
            code = s.step.code
            out[at + (0 if code == 0 else 1 if code == ANTE else 2)] = 1
        out[at + 3] = u8(s.stage & 255)
        out[at + 4] = u8(s.needed())
        if s.round:
            out[at + 4 + s.round] = 1
        at += 5 + ROUNDS
        if s.goal != UNSEEN:
            out[at + s.goal] = 1
        mark(s.unseen, out, at + 9)
        at += 18
        write_kinds(s.players[seat].hand, out, at)
        write_kinds(word, out, at + KINDS)
        at += 2 * KINDS
        past = s.past
        was = at + seats * (3 + 9 + 2 * KINDS)
        for place in range(seats):
            other = seat + place
            if other >= seats:
                other -= seats
            player = s.players[other]
            if s.alive & only(other):
                out[at + place] = 1
            if s.true & only(other):
                out[at + seats + place] = 1
            out[at + 2 * seats + place] = u8(total(player.hand))
            here = at + 3 * seats
            mark(player.goals, out, here + 9 * place)
            here += 9 * seats
            if player.ante != NOTHING:
                out[here + KINDS * place + player.ante] = 1
            here += KINDS * (seats + place)
            shown: i64 = 0  # a bag
            for number, one in enumerate(past):
                shown += one.bids[other]
                ante: i64 = one.antes[other]
                if ante != NOTHING:
                    shown += unit(ante)
                if one.true & only(other):
                    out[was + ROUNDS * 9 + number * seats + place] = 1
                if one.winner == other:
                    out[was + ROUNDS * (9 + seats) + number * seats + place] = 1
            write_kinds(shown, out, here)
        for number, one in enumerate(past):
            if one.goal != UNSEEN:
                out[was + number * 9 + one.goal] = 1


def write_kinds(bag: i64, out: BytesWriter, at: i64) -> None:
    """A bag of cards: a byte for each kind."""
    mark(bag & COMPLETES, out, at)
    write_bag(bag >> SINGLE, 2, out, at + SINGLE)
