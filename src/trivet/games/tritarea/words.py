"""The nouns of Tri*T*Area, and its texts outside of questions and news, each with its key."""

from trivet.core.state import Objection
from trivet.core.words.fields import Field, counted, plain, set_of
from trivet.core.words.templates import Cases
from trivet.core.words.texts import VERBATIM, Texts
from trivet.core.words.values import Value, number_word
from trivet.games.tritarea.names import LETTERS, SQUARE, card_text, face_text
from trivet.games.tritarea.pieces import (
    AREAS,
    BLOCKS,
    CARD_OF,
    CARDS,
    FACES,
    RANK_OF,
    ROUNDS,
    SUIT_OF,
    VALUE_OF,
)  # fmt: skip

# --- nouns ----------------------------------------------------------------------------------------


def face(number: int) -> Value:
    """A card as it is played: a 5 is touched, and then its value."""
    name, value = f"{AREAS[SUIT_OF[number]]} {RANK_OF[number]}", VALUE_OF[number]
    touch = f"card:{card_text(CARD_OF[number])}"
    return Value(
        face_text(number),
        name=name if number < CARDS else f"{name} as {value}",
        touch=f"{touch} value:{value}" if RANK_OF[number] == 5 else touch,
    )


def value_of(number: int) -> Value:
    """A card that already lies there: only its value is touched."""
    shown = face(number)
    return Value(shown, name=shown.name, touch=f"value:{VALUE_OF[number]}")


def no_face(said: str) -> Objection:
    card, _, value = said.partition("=")
    if card[0].upper() not in LETTERS:
        return Objection("TTA-1", NO_SUIT.say())
    if not value or card not in CARD.numbers:
        return Objection("TTA-1", NO_RANK.say())
    return Objection("TTA-13", FIVE_COUNTS.say() if card[1:] == "5" else ONLY_FIVES.say())


def no_square(said: str) -> Objection:
    return Objection("HOUSE-2", NO_SQUARE.say())


def digits(number: int) -> str:
    """ "no" and then figures."""
    return str(number) if number else number_word(0)


PLACES = ("", "first", "second", "third", "fourth")
LOOKS_LIKE_A_FACE = "[a-z][0-9]+(?:=[0-9]+)?"
FACE = Field(map(face, range(FACES)), noun="card", shape=LOOKS_LIKE_A_FACE, wrong=no_face)
FIVE = Field(map(value_of, range(FACES)), noun="card", shape=LOOKS_LIKE_A_FACE, wrong=no_face)
CARD = Field(map(face, range(CARDS)), noun="card")
CELL = Field(SQUARE, shape="[a-z][0-9]+", wrong=no_square)
TIMES = Field(
    [Value("", name="one block"), Value("x2", name="two blocks")], noun="times", also={"x1": 0}
)
AREA = Field(
    (Value(letter, name=area) for letter, area in zip(LETTERS, AREAS, strict=True)),
    noun="area",
    also={area.lower(): number for number, area in enumerate(AREAS)},
)
PLACE = Field((Value(str(n), name=name) for n, name in enumerate(PLACES)), noun="place")
SO_MANY, POINTS = counted("block", "blocks", number_word), counted("point", "points")
TO_SELL_OFF = counted("block", "blocks", digits)
SEAT, NUMBER, TO_SELL = Field("ABCD"), plain(), plain("sell:{}")
SEATS = set_of(SEAT, nobody="nobody")
RIGHTS = Field(
    [
        Value("1", name="You played the lowest card (crown 1)"),
        Value("2", name="You played the highest card (crown 2)"),
        Value("0", name="All four suits differ, and you led (crown 1)"),
    ],
    noun="right",
)

# --- refusals -------------------------------------------------------------------------------------

TEXTS = Texts()
NO_SUIT = TEXTS.add("refusal.suit", "The suits are I, M, E and H.")
NO_RANK = TEXTS.add("refusal.rank", "The ranks go from 1 to 9.")
FIVE_COUNTS = TEXTS.add("refusal.five", "A 5 counts as 5, as 0 or as 10.")
YOUR_FIVE_COUNTS = TEXTS.add("refusal.your_five", "Your 5 counts as 5, as 0 or as 10.")
ONLY_FIVES = TEXTS.add("refusal.only_fives", "Only a 5 can be changed.")
NO_SQUARE = TEXTS.add("refusal.square", "The board has the squares a1 to d4.")
NO_CARD = TEXTS.add("refusal.card", "There is no such card.")
NOT_HELD = TEXTS.add("refusal.not_held", "You do not hold the {card.name}.", card=CARD)
DECLARED = TEXTS.add(
    "refusal.declared", "You declared the {card.name}, so you cannot play it.", card=CARD
)
ALREADY_PLAYED = TEXTS.add("refusal.played", "You have already played the {card.name}.", card=CARD)
NO_FIVES_YET = TEXTS.add("refusal.no_fives", "The four 5s are left out in round 1.")
CAN_SELL = TEXTS.add(
    "refusal.sell",
    f"You can sell from none to all {number_word(BLOCKS[ROUNDS])} of your blocks.",
)
NOT_A_PLACE = TEXTS.add("refusal.build", "Name a square of the board, or default.")
OTHER_AREA = TEXTS.add(
    "refusal.area", "You played {area.name}, so you build in the {area.name} area.", area=AREA
)
ONE_BLOCK = TEXTS.add("refusal.one_block", "For the lowest card you place one block, not two.")
LAST_BLOCK = TEXTS.add("refusal.last_block", "You have only one block left.")
BESIDE = TEXTS.add(
    "refusal.beside", "The additional block goes beside the square you just built on."
)

# --- labels and notes -----------------------------------------------------------------------------

CARD_LABEL = TEXTS.add("label.card", "{face.name}", face=FACE)
PLAYED_LABEL = TEXTS.add("label.played", "{seat} played the {face.name}", face=FACE, seat=SEAT)
DECLARED_LABEL = TEXTS.add(
    "label.declared", "{seat} declared the {face.name}", face=FACE, seat=SEAT
)
HELD_LABEL = TEXTS.add("label.held", "{seat} holds the {face.name}", face=FACE, seat=SEAT)
YOUR_CARDS = TEXTS.add("label.hand", "Your cards")
HANDS_OF = TEXTS.add("label.hands", "The hands of {seats}", seats=VERBATIM)
PLAZA = TEXTS.add("label.plaza", "The plaza")
SQUARE_LABEL = TEXTS.add(
    "label.square",
    Cases(
        lambda cell, area, high, built, printed: (
            "built" if high else "printed" if printed else "empty"
        ),
        {
            "built": "{cell}, {area.name}, {high} high, from the bottom: {built}",
            "printed": "{cell}, {area.name}, empty, {printed} for the first",
            "empty": "{cell}, {area.name}, empty",
        },
    ),
    cell=CELL,
    area=AREA,
    high=NUMBER,
    built=VERBATIM,
    printed=NUMBER,
)
BLOCK_OF = TEXTS.add("label.block", "Block of {seat}", seat=SEAT)
HIGH_LABEL = TEXTS.add("label.high", "{high} high", high=NUMBER)
NO_CARD_YET = TEXTS.add("label.no_card", "{seat} has no card in the trick", seat=SEAT)
LEADS = TEXTS.add("mark.leads", "leads")
RIGHTHOLDER = TEXTS.add("label.right", "{seat} is Rightholder {number}", number=NUMBER, seat=SEAT)
PLAQUE_LABEL = TEXTS.add(
    "label.area",
    "{area.name}: {first} for {holders}, {second} for {others}",
    area=AREA,
    first=NUMBER,
    holders=SEATS,
    second=NUMBER,
    others=SEATS,
)
AREA_NAME = TEXTS.add("mark.area", "{area.name}", area=AREA)
RANK_LABEL = TEXTS.add(
    "label.rank", "{seat} is {place.name} in {area.name}", seat=SEAT, place=PLACE, area=AREA
)
ROUND_MARK = TEXTS.add("mark.round", "Round {number} of 3", number=NUMBER)
TRICK_MARK = TEXTS.add("mark.trick", "Trick {number} of 8", number=NUMBER)
TALLEST_MARK = TEXTS.add("mark.tallest", "Tallest {high}", high=NUMBER)
OFFER = TEXTS.add(
    "label.sell", "Sell {blocks.name}, {points} points", blocks=TO_SELL_OFF, points=NUMBER
)
POINTS_NOTE = TEXTS.add("note.points", "{points.name}", points=POINTS)
FIGURES = counted("block", "blocks")
BLOCKS_NOTE = TEXTS.add("note.blocks", "{blocks.name}", blocks=FIGURES)
NO_MORE = TEXTS.add("label.pass", "Place no additional block")
NO_MORE_MARKS = TEXTS.add("mark.pass.1", "No"), TEXTS.add("mark.pass.2", "more")
SKIP = TEXTS.add("label.skip", "Skip: place nothing and lose {lost}", lost=NUMBER)
SKIP_MARKS = (
    TEXTS.add("mark.skip.1", "Skip", lost=NUMBER),
    TEXTS.add("mark.skip.2", "lose {lost}", lost=NUMBER),
)
COSTS = TEXTS.add(
    "mark.price",
    Cases(lambda price: "some" if price else "none", {"some": "costs {price}", "none": "free"}),
    price=NUMBER,
)
FIVE_LABEL = TEXTS.add("label.five", "A 5 counts as {value}, {price}", value=NUMBER, price=VERBATIM)
FIVE_MARK = TEXTS.add("mark.five", "as {value}", value=NUMBER)

# --- pictures in the terminal ---------------------------------------------------------------------

LEGEND = TEXTS.add(
    "picture.legend",
    "A2.3: A has 2 blocks visible there, its tallest building 3 high; D: declared",
)
BEFORE = TEXTS.add("picture.before", "Before round 1")
PROGRESS = TEXTS.add(
    "picture.progress",
    "Round {round} of 3, trick {trick} of 8; Lead {seat}",
    round=NUMBER,
    trick=NUMBER,
    seat=SEAT,
)
STANDING = TEXTS.add("picture.standing", "{points}pt {stock}bl", points=VERBATIM, stock=NUMBER)
RIGHT_MARKS = {
    right: TEXTS.add(f"picture.{right}", right) for right in ("led", "low", "top")
}  # of four suits the one that "led"; else the cards that may build
TALLEST = TEXTS.add("picture.tallest", "Tallest: {tallest}", tallest=VERBATIM)
NONE_YET = TEXTS.add("picture.none", "none yet")
MANY_TALLEST = TEXTS.add(
    "picture.many", "{count} buildings, {high} high", count=NUMBER, high=NUMBER
)
OWNED_TALLEST = TEXTS.add("picture.owned", "{owned}, {high} high", owned=VERBATIM, high=NUMBER)
HAND = TEXTS.add("picture.hand", "Your hand: {cards}", cards=VERBATIM)
EMPTY_HAND = TEXTS.add("picture.empty", "empty")
NO_CARDS = TEXTS.add("picture.no_cards", "no cards")

# --- why a hint suggests an answer ----------------------------------------------------------------


def so_many(number: int) -> str:
    """ "none", "one", "two"."""
    return number_word(number) if number else NONE.say()


NONE = TEXTS.add("reason.none", "none")
ONLY_CARD = TEXTS.add("reason.only", "The only {area.name} that is left.", area=AREA)
FIRST_CARD = TEXTS.add(
    "reason.first",
    "The first {area.name} of the trick; still out: {lower} lower, {higher} higher.",
    area=AREA,
    lower=VERBATIM,
    higher=VERBATIM,
)


def _is_are(area: int, count: str, number: int) -> str:
    return "one" if number < 2 else "many"


LOWEST_CARD = TEXTS.add(
    "reason.lowest",
    Cases(
        _is_are,
        {
            "one": "The lowest {area.name} so far; {count} lower is still out.",
            "many": "The lowest {area.name} so far; {count} lower are still out.",
        },
    ),
    area=AREA,
    count=VERBATIM,
    number=NUMBER,
)
HIGHEST_CARD = TEXTS.add(
    "reason.highest",
    Cases(
        _is_are,
        {
            "one": "The highest {area.name} so far; {count} higher is still out.",
            "many": "The highest {area.name} so far; {count} higher are still out.",
        },
    ),
    area=AREA,
    count=VERBATIM,
    number=NUMBER,
)
MIDDLE_CARD = TEXTS.add(
    "reason.middle", "Neither the lowest nor the highest {area.name}: no right for you.", area=AREA
)
MAY_PLACE_ONE = TEXTS.add("reason.one", "You may place a block in {area.name}.", area=AREA)
MAY_PLACE_TWO = TEXTS.add(
    "reason.two", "You may place one or two blocks in {area.name}.", area=AREA
)
NEED_NOT_BUILD = TEXTS.add("reason.not", "You need not build in this trick.")
