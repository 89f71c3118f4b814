"""Positions of Trifecta as text, so that a test looks like the table.

    A  Frs R R   won B C
    B  Hbt       won F
    C  -
    D  out 1

A line has a player's hand, cards as in a record (- for none), and the goals won in this stage, or
the stage in which the player went out.  What else was dealt has been bid in round 1.

Answers are written as in a record too, with the seat before them ("A true", "B ante R", "* goal T")
or without it for whoever is asked.
"""

from trivet.core.options import agreed
from trivet.core.sets import bit
from trivet.core.state import CHANCE, NOBODY, EventListener, Objection, only
from trivet.games.trifecta.game import TrifectaGame
from trivet.games.trifecta.names import KIND, LETTERS, short
from trivet.games.trifecta.pieces import HAND, cards, total, unit
from trivet.games.trifecta.rules import stage_of
from trivet.games.trifecta.state import NOTHING, UNSEEN, PastRound

GAME = TrifectaGame()
CODEC = GAME.codec
SEATS = "ABCDEF"
ROUNDS = 9


# --- setting up -----------------------------------------------------------------------------------


def position(text, number=4, stage=1, gone="", **options):
    """A stage before its round of this number; `gone` are goals seen and not won."""
    lines = [line.split() for line in text.strip().split("\n")]
    s = GAME.begin(len(lines), agreed(GAME.options, options))
    s.finish()
    s.game, s.stage, s.round = GAME, stage, number - 1
    for seat, (letter, *words) in enumerate(lines):
        assert letter == SEATS[seat]
        _seat(s, seat, words)
    s.dealt = HAND * sum(s.began(seat) for seat in range(s.seats))
    s.deck -= sum(player.hand for player in s.players)
    _past(s, number, gone)
    s.next(stage_of(s.terms)[: ROUNDS + 2 - number])
    s.settle()
    assert s.audit() == ""
    return s


def _seat(s, seat, words):
    player = s.players[seat]
    if words[0] == "out":
        player.out = int(words[1])
        s.alive ^= only(seat)
        return
    split = words.index("won") if "won" in words else len(words)
    player.hand = bag(*words[:split])
    player.goals = sum(bit(LETTERS.index(letter)) for letter in words[split + 1 :])


def _past(s, number, gone):
    """Rounds that led here: goals won, goals that nobody won, and the rest discarded unseen."""
    goals = [
        (seat, goal)
        for seat, player in enumerate(s.players)
        for goal in range(9)
        if player.goals >> goal & 1
    ]
    goals += [(NOBODY, LETTERS.index(letter)) for letter in gone]
    goals += [(NOBODY, UNSEEN)] * (number - 1 - len(goals))
    assert len(goals) == number - 1, "more goals than rounds"
    bids = [_played(s, seat) for seat in range(s.seats)]
    for winner, goal in goals:
        true = sum(only(seat) for seat, bid in enumerate(bids) if bid)
        s.past += (PastRound(goal, true, winner, (NOTHING,) * s.seats, tuple(bids)),)
        bids = [0] * s.seats
        if goal != UNSEEN:
            s.unseen ^= bit(goal)


def _played(s, seat):
    """What a player was dealt and does not hold any more: the first cards nobody else has."""
    if not s.began(seat):
        return 0
    bid = bag(*map(short, cards(s.deck)[: HAND - total(s.players[seat].hand)]))
    s.deck -= bid
    return bid


def dealt(*hands, **options):
    """A new game in which the players are dealt these hands of nine."""
    s = GAME.new(len(hands), options)
    for hand in hands:
        assert len(hand.split()) == HAND
        play(s, *(f"* deal {card}" for card in hand.split()))
    return s


def bag(*words):
    """Cards as a bag; "-" is no card."""
    return sum(unit(KIND[word.lower()]) for word in words if word != "-")


# --- playing --------------------------------------------------------------------------------------


def play(s, *answers):
    """Give the answers; each must be allowed, and no card or goal may get lost."""
    for answer in answers:
        seat, choice = _choice(s, answer)
        assert not isinstance(choice, Objection), (answer, choice)
        assert s.objection(seat, choice) is None, (answer, s.objection(seat, choice))
        s.apply(seat, choice)
        assert s.audit() == "", answer
    return s


def play_round(s, true="", goal="", antes=(), bids=()):
    """A whole round, whatever the order of its questions: antes and bids by the order of `true`."""
    number = s.round
    while s.round == number and not s.is_over():
        seat = s.turn
        if seat == CHANCE:
            play(s, f"* goal {goal}")
        elif s.step.what == "opt":
            play(s, f"{SEATS[seat]} {'true' if SEATS[seat] in true else 'false'}")
        else:
            said = antes if s.step.what == "ante" else bids
            play(s, f"{SEATS[seat]} {s.step.what} {said[true.index(SEATS[seat])]}")
    return s


def opt(s, true):
    """These choose True, everyone else False."""
    for seat in [seat for seat in range(s.seats) if s.is_waiting_for(seat)]:
        play(s, f"{SEATS[seat]} {'true' if SEATS[seat] in true else 'false'}")
    return s


def why(s, answer):
    """What speaks against an answer: rule and reason."""
    seat, choice = _choice(s, answer)
    objection = choice if isinstance(choice, Objection) else s.objection(seat, choice)
    return None if objection is None else tuple(objection)


def offered(s, seat=None):
    """All answers that are allowed now, in notation."""
    asked = s.turn if seat is None else SEATS.index(seat)
    return [CODEC.write(s, asked, choice) for choice in s.options(asked)]


def _choice(s, answer):
    mark, _, text = answer.partition(" ")
    if mark != "*" and mark not in SEATS:
        return s.turn, CODEC.read(s, s.turn, answer)
    seat = CHANCE if mark == "*" else SEATS.index(mark)
    return seat, CODEC.read(s, seat, text)


class Listener(EventListener):
    """Keeps all that is told, and the moments that are worth seeing."""

    def __init__(self, s):
        self.events = []
        self.seen = []
        s.listener = self

    def on_event(self, event):
        self.events.append(event)

    def on_moment(self, what, s):
        self.seen.append((what, s.copy()))

    def told(self, names=SEATS):
        return [CODEC.news(event, names) for event in self.events]


# --- looking --------------------------------------------------------------------------------------


def asked(s):
    """Who is waited for, in letters; * is chance."""
    seats = "".join(SEATS[seat] for seat in range(s.seats) if s.is_waiting_for(seat))
    return "*" if s.is_waiting_for(CHANCE) else seats


def hand(s, letter):
    """A hand as it is drawn."""
    return " ".join(map(short, cards(s.players[SEATS.index(letter)].hand))) or "-"


def won(s, letter):
    """The goals a player has won in this stage."""
    goals = s.players[SEATS.index(letter)].goals
    return "".join(LETTERS[goal] for goal in range(9) if goals >> goal & 1)


def unseen(s):
    """The goals nobody has seen in this stage."""
    return "".join(LETTERS[goal] for goal in range(9) if s.unseen >> goal & 1)


def look(s, viewer):
    return s.view(viewer)["table"]
