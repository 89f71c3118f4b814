"""Positions of Sovereign as text, so that a test looks like the table.

    A:S^  ..    B:C>
    ..    A:i^  ..         A holds D
    ..    ..    A:R=A>*

A cell tells who controls the piece, its letter, and where its north side points.  A small letter
is a captured piece: it came out of the other player's deck.  R=A> is a Reflection that shows the
ranks of an Aura turned east; a star is the glow of an Aura placed in the owner's last turn.

Answers are written as in a record, with the seat before them ("A Sb2^", "B keep", "* top C") or
without it for whoever is asked.
"""

import re

from trivet.core.bags import ONE, total
from trivet.core.options import agreed
from trivet.core.state import CHANCE, EventListener, Objection
from trivet.games.sovereign.game import SovereignGame
from trivet.games.sovereign.names import ARROWS, CELLS, LETTERS
from trivet.games.sovereign.pieces import DECK, UNDECIDED
from trivet.games.sovereign.rules import ROUND
from trivet.games.sovereign.state import NOTHING

GAME = SovereignGame()
CODEC = GAME.codec
SEATS = "AB"


# --- setting up -----------------------------------------------------------------------------------


def position(text="", decks=("", ""), number=1, won=(0, 0), **options):
    """In the middle of a round: A, or whoever holds a piece, is about to place it.

    A deck is written from the top, after a ? if it was shuffled; Secrets fill it up to seven."""
    s = GAME.begin(2, agreed(GAME.options, options))
    s.finish()
    mover, hand = (re.findall(r"([AB]) holds (\w?)", text) or [("A", "")])[0]
    s.game, s.round, s.mover = GAME, number, SEATS.index(mover)
    for cell, piece in enumerate(re.findall(r"\.\.|[AB]:\S+", text)):
        if piece != "..":
            _lay(s, cell, piece)
    for owner, side in enumerate(s.sides):
        side.won = won[owner]
        side.placed_before = side.glimpsed_before = (0,) * (number - 1)
        _stack(side, decks[owner], hand if owner == s.mover else "", number)
    s.next(ROUND[:-1])  # all of a round but the arranging of the decks
    s.settle()
    return s


def _lay(s, cell, text):
    owner = SEATS.index(text[0])
    letter, shown, arrow = text[2], text[-2 if text[-1] != "*" else -3], text.rstrip("*")[-1]
    builder = owner if letter.isupper() else 1 - owner
    s.kind[cell] = LETTERS.index(letter.upper())
    s.face[cell] = LETTERS.index(shown.upper()) * 4 + ARROWS.index(arrow)
    s.empty ^= 1 << cell
    s.sides[owner].held |= 1 << cell
    s.sides[builder].placed += ONE[s.kind[cell]]
    if text[-1] == "*":
        s.sides[owner].glow, s.sides[owner].glow_turns = cell, 1


def _stack(side, text, hand, number):
    is_shuffled = text[:1] == "?"
    kinds = [LETTERS.index(letter) for letter in text.lstrip("?")]
    missing = DECK - total(side.placed) - len(hand) - len(kinds)
    kinds += [LETTERS.index("S")] * missing
    in_hand = [LETTERS.index(letter) for letter in hand]
    side.built = side.placed + sum(ONE[kind] for kind in kinds + in_hand)
    side.bag = sum(ONE[kind] for kind in kinds) if is_shuffled else 0
    side.ordered = 0 if is_shuffled else 1 << number
    below = [UNDECIDED] * len(kinds) if is_shuffled else kinds[::-1]
    side.deck = below + in_hand


def game(a="SSSIIRR", b="SSSIIRR", starter="A", arranged=("shuffle", "shuffle"), **options):
    """A new game with the decks built and arranged."""
    s = GAME.new(2, options)
    play(s, f"A build {a}", f"B build {b}", f"* lot {starter}")
    play(s, f"A {arranged[0]}", f"B {arranged[1]}")
    return s


def end_round(s):
    """Score the round as it stands: for positions that play cannot reach."""
    s.finish()
    s.push(ROUND[0])
    s.drawn = NOTHING
    s.settle()
    return s


# --- playing --------------------------------------------------------------------------------------


def play(s, *answers):
    """Give the answers; each must be allowed, and no piece may get lost."""
    for answer in answers:
        seat, choice = _choice(s, answer)
        assert not isinstance(choice, Objection), (answer, choice)
        assert s.objection(seat, choice) is None, (answer, s.objection(seat, choice))
        s.apply(seat, choice)
        assert s.audit() == "", answer
    return s


def why(s, answer):
    """What speaks against an answer: rule and reason."""
    seat, choice = _choice(s, answer)
    objection = choice if isinstance(choice, Objection) else s.objection(seat, choice)
    return None if objection is None else tuple(objection)


def offered(s):
    """All answers that are allowed now, in notation."""
    return [CODEC.write(s, s.turn, choice) for choice in s.options(s.turn)]


def _choice(s, answer):
    mark, _, text = answer.partition(" ")
    if mark not in ("A", "B", "*"):
        return s.turn, CODEC.read(s, s.turn, answer)
    seat = CHANCE if mark == "*" else SEATS.index(mark)
    return seat, CODEC.read(s, seat, text)


class Listener(EventListener):
    """Keeps all that is told."""

    def __init__(self, s):
        self.events = []
        s.listener = self

    def on_event(self, event):
        self.events.append(event)

    def heard(self):
        return [event.what for event in self.events]


# --- looking --------------------------------------------------------------------------------------


def control(s):
    """Who controls what, as it is drawn by `rows`."""
    return [" ".join(owner(s, f"{column}{row}") for column in "abc") for row in "321"]


def rows(text):
    """A drawing of control: three rows of A, B and dots."""
    return [" ".join(line.split()) for line in text.split("\n") if line.strip()]


def owner(s, space):
    cell = CELLS[space]
    held = [seat for seat, side in zip(SEATS, s.sides, strict=True) if side.held >> cell & 1]
    return held[0] if held else "."


def ranks(s, space):
    """North, east, south, west, bonuses included."""
    cell = CELLS[space]
    bonus = s.bonus(SEATS.index(owner(s, space)), cell)
    return [s.rank(cell, side) + bonus for side in range(4)]


def deck(s, seat, viewer):
    """A deck from the top, as a viewer sees it, in letters."""
    names = s.view(viewer)["table"].decks[SEATS.index(seat)]
    return "".join(letter(name) for name in names)


def letter(name):
    """C for a Scepter, ? for a piece that is not known."""
    return "C" if name == "Scepter" else name[:1]
