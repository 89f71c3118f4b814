"""Positions of Tri*T*Area as text, so that a test looks like the table.

    AB  .   .   D
    .   .   C   .
    .   BBA .   .
    .   .   .   .

A building is written from the bottom up, a letter for the seat of each block; a4 is at the top
left.  Cards are written as in a record: I7 is the 7 of Intelligent, H5=10 a 5 that counts as 10.
"""

from trivet.core.dice import Dice
from trivet.core.options import agreed
from trivet.core.sets import each
from trivet.core.state import CHANCE, EventListener, Objection, plan
from trivet.games.tritarea.buildings import GROUND, add, blocks
from trivet.games.tritarea.game import TriTAreaGame
from trivet.games.tritarea.names import FACE, SQUARE, card_text
from trivet.games.tritarea.pieces import BLOCKS, NOTHING
from trivet.games.tritarea.rules import LAY, ROUND_1, ROUND_2, ROUND_3
from trivet.games.tritarea.scoring import BlocksLeft, ScoreAreas, ScoreIntents, ScoreTallest
from trivet.games.tritarea.tricks import face_of

GAME = TriTAreaGame()
CODEC = GAME.codec
SEATS = "ABCD"
NOBODY_BUILT = ". . . .\n" * 4
ROUNDS = (None, ROUND_1, ROUND_2, ROUND_3)


# --- setting up -----------------------------------------------------------------------------------


def table(board=NOBODY_BUILT, *, number=1, hands=(), stock=None, declared=(), **options):
    """Laid in the middle of round `number`; nothing is asked yet.

    `board` is the drawing; the option of that name is `board_of_areas` here."""
    if "board_of_areas" in options:
        options["board"] = options.pop("board_of_areas")
    s = GAME.begin(4, agreed(GAME.options, options))
    s.finish()
    s.game, s.round = GAME, number
    s.buildings = [building(text) for text in board.split()]
    on_board = "".join(board.split())
    for seat, player in enumerate(s.players):
        player.stock = max(BLOCKS[number] - on_board.count(SEATS[seat]), 0)
        if stock is not None:
            player.stock = stock[seat]
        player.after = (0,) * (number - 1)
    for seat, hand in enumerate(hands):
        s.players[seat].hand = card_set(hand)
    for seat, card in enumerate(declared):
        s.players[seat].declared = FACE[card] if card else NOTHING
    return s


def building(text):
    stack = GROUND
    for letter in text.strip("."):
        stack = add(stack, SEATS.index(letter))
    return stack


def card_set(text):
    return sum(1 << FACE[card] for card in text.split())


def tricks(s, lead="A", done=0, rounds_lead=None):
    """Go on with the next trick of the round, led by `lead`, after `done` others; then with the
    rest of the round."""
    s.leader = SEATS.index(lead)
    s.lead = SEATS.index(rounds_lead or lead)
    s.tricks = (0,) * done
    steps = ROUNDS[s.round]
    s.next(steps[: len(steps) - steps[::-1].index(LAY)])
    s.settle()
    return s


def trick(*cards, lead="A", board=NOBODY_BUILT, number=2, stock=None, **options):
    """One trick, in which these cards are laid in order from the leader on; each hand has two more
    for the tricks after it."""
    s = table(board, number=number, stock=stock, **options)
    held = {card.partition("=")[0] for card in cards}
    spare = [card for card in FACE if card not in held and "=" not in card and card[1] != "5"]
    for turn, card in enumerate(cards):
        seat = (SEATS.index(lead) + turn) % 4
        others = " ".join(spare[turn::4][:2])
        s.players[seat].hand = card_set(f"{card.partition('=')[0]} {others}")
    tricks(s, lead)
    return play(s, *cards)


def scored(board, *steps, number=1, **kwargs):
    """The points that steps of the scoring give to A, B, C, D."""
    s = table(board, number=number, **kwargs)
    s.next(plan(*steps))
    s.settle()
    return points(s)


def areas(board, **kwargs):
    return scored(board, ScoreAreas(), **kwargs)


def tallest(board, **kwargs):
    return scored(board, ScoreTallest(), **kwargs)


def intents(board, *declared, number):
    return scored(board, ScoreIntents(), number=number, declared=declared)


def unbuilt(stock):
    return scored(NOBODY_BUILT, BlocksLeft(), number=3, stock=stock)


def whole_game(seed=1, answers=0, **options):
    """A new game after this many random answers."""
    s, dice = GAME.new(4, options), Dice(seed)
    for _ in range(answers):
        s.apply(s.turn, s.sample(s.turn, dice))
    return s


def up_to(what, number=1, seed=1, **options):
    """A random game up to the first such question in a round; if it has none, another game."""
    s, dice = GAME.new(4, options), Dice(seed)
    while s.step.what != what or s.round != number:
        if s.is_over():
            s = GAME.new(4, options)
        s.apply(s.turn, s.sample(s.turn, dice))
    return s


# --- answering ------------------------------------------------------------------------------------


def play(s, *answers):
    """Answers in notation, each by the seat that is asked."""
    for text in answers:
        seat = s.turn
        choice = CODEC.read(s, seat, text)
        assert not isinstance(choice, Objection), choice
        assert s.objection(seat, choice) is None, s.objection(seat, choice)
        s.apply(seat, choice)
    return s


def refusal(s, text):
    """The rule against an answer, and the reason."""
    choice = CODEC.read(s, s.turn, text)
    return choice if isinstance(choice, Objection) else s.objection(s.turn, choice)


def offered(s):
    return [CODEC.write(s, s.turn, choice) for choice in s.options(s.turn)]


def deal_on(s, seed=1):
    """Chance answers until a seat is asked."""
    dice = Dice(seed)
    while s.turn == CHANCE:
        s.apply(CHANCE, s.sample(CHANCE, dice))
    return s


# --- looking --------------------------------------------------------------------------------------


def asked(s):
    """Who is asked what: "B build"."""
    return f"{SEATS[s.turn]} {s.step.what}" if s.turn >= 0 else "nobody"


def rights(s):
    """ "A C": the rightholders; "B -": only one."""
    return f"{SEATS[s.first]} {SEATS[s.second] if s.second != NOTHING else '-'}"


def points(s):
    return [player.points for player in s.players]


def stock(s):
    return [player.stock for player in s.players]


def on(s, square):
    """The building there, from the bottom up."""
    return "".join(SEATS[seat] for seat in blocks(s.buildings[SQUARE[square]]))


def hand(s, seat):
    return " ".join(card_text(card) for card in each(s.players[SEATS.index(seat)].hand))


def laid(s, seat):
    return face_of(s.trick, SEATS.index(seat))


class Listener(EventListener):
    """Hears everything that is told at a table."""

    def __init__(self, s):
        self.events = []
        s.listener = self

    def on_event(self, event):
        self.events.append(event)

    def words(self, names=("Ann", "Ben", "Cat", "Dan")):
        return [CODEC.news(event, names) for event in self.events]
