"""Tri*T*Area at the table: every question with its answers, every piece of news, every ending.

In writing: "I7" (the 7 of Intelligent), "H5=10" (a 5 that counts as 10), "b3" (one block there),
"b3x2" (two), "default", "+c3" (one more block), "pass", "declare M8", "sell 4".
"""

from trivet.core.words.answers import Form, Question, chance_question
from trivet.core.words.entries import Entry, gain, loss
from trivet.core.words.fields import NAME, Fact, Field
from trivet.core.words.news import DRAWN, TAKEN, Chip, Ending, NewsRow
from trivet.core.words.templates import Cases
from trivet.core.words.values import Caption
from trivet.games.tritarea.pieces import (
    AS_TEN,
    AS_ZERO,
    CARDS,
    NOTHING,
    RANK_OF,
    RANKS,
    SALE,
    SUIT_OF,
)  # fmt: skip
from trivet.games.tritarea.rules import DECLINE, DEFAULT, SALES
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of
from trivet.games.tritarea.words import (
    AREA,
    CARD,
    CELL,
    FACE,
    FIVE,
    NUMBER,
    PLACE,
    POINTS,
    RIGHTS,
    SEAT,
    SO_MANY,
    TIMES,
    TO_SELL,
)

# --- facts: what the position knows ---------------------------------------------------------------

PRICE = Fact(POINTS, lambda s, seat, found: s.terms.price(found["face"].number))
SOLD = Fact(SO_MANY, lambda s, seat, found: found["number"].number)
RIGHT = Fact(RIGHTS, lambda s, seat, found: right(s, seat))
OWN_AREA = Fact(AREA, lambda s, seat, found: SUIT_OF[face_of(s.trick, seat)])
OWN_RANK = Fact(POINTS, lambda s, seat, found: RANK_OF[face_of(s.trick, seat)])
MANY = Fact(
    Field("12"),  # blocks; a right to one is not asked how many
    lambda s, seat, found: found["times"].number if allowance(s, seat) == "two" else None,
)


def right(s: TriTArea, seat: int) -> int:
    """TTA-20 to TTA-23  Why the seat may build, as a number of RIGHTS."""
    if s.second == NOTHING:
        return 2
    return 0 if seat == s.first else 1


def allowance(s: TriTArea, seat: int) -> str:
    """TTA-30, TTA-35  How many blocks the right is worth."""
    if s.players[seat].stock == 1:
        return "last"
    return "one" if seat == s.first else "two"


def bare_value(s: TriTArea, seat: int, said: str) -> int | None:
    """ "10" is short for the 5 that was left, as 10."""
    suit = SUIT_OF[s.players[seat].declared]
    return {"5": suit * RANKS + 4, "0": AS_ZERO + suit, "10": AS_TEN + suit}.get(said)


# --- questions ------------------------------------------------------------------------------------

QUESTIONS = {
    "declare": Question(
        "TTA-40",
        ask="Pick the card of your Declaration of Intent; all are revealed together.",
        wait="{seat} pick{s} a Declaration of Intent.",
        how="'declare' and a card, as declare M8, or declare H5=10",
        answers=Form(
            text="(declare ){face}",
            touches="{face.touch}",
            words="Declare the {face.name}[ for {price.name}]",
            face=FACE,
            price=PRICE,
        ),
        shows="cards",
    ),
    "sell": Question(
        "TTA-41",
        ask=f"How many blocks do you sell, for {SALE} points each?",
        wait="{seat} may sell blocks.",
        how=f"'sell' and a number from {SALES[0]} to {SALES[-1]}, as sell 3",
        answers=Form(
            text="(sell ){number}",
            touches="{number.touch}",
            words="Sell {sold.name}",
            number=TO_SELL,
            sold=SOLD,
        ),
        shows="coins",
    ),
    "play": Question(
        "TTA-12",
        ask=Cases(
            lambda s, seat: "follow" if s.laid else "lead",
            {"lead": "Lead the trick with any card.", "follow": "Play any card."},
        ),
        wait=Cases(
            lambda s, seat: "follow" if s.laid else "lead",
            {"lead": "{seat} lead{s} the trick.", "follow": "{seat} play{s} a card."},
        ),
        how="a card, as I7; a 5 may be changed, as H5=0 or H5=10",
        answers=Form(
            text="{face}",
            touches="{face.touch}",
            words="Play the {face.name}[ for {price.name}]",
            face=FACE,
            price=PRICE,
        ),
        shows="cards",
    ),
    "build": Question(
        "TTA-30",
        ask=Cases(
            allowance,
            {
                "last": "{right.name}: place your last block in {area.name}, "
                "or skip and lose {rank.name}.",
                "one": "{right.name}: place a block in {area.name}, or skip and lose {rank.name}.",
                "two": "{right.name}: place one or two blocks in {area.name}, "
                "or skip and lose {rank.name}.",
            },
        ),
        wait="{seat} may build in {area.name}.",
        how=Cases(
            lambda s, seat: "one" if seat == s.first else "two",
            {
                "one": "a square, as b3, or 'default' to skip",
                "two": "a square, as b3, b3x2 for two blocks, or 'default' to skip",
            },
        ),
        answers={
            0: Form(
                text="{cell}{times}",
                touches="cell:{cell}[ blocks:{many}]",
                words="Place {times.name} on {cell}",
                times=TIMES,
                cell=CELL,
                many=MANY,
            ),
            DEFAULT: Form(
                text="default",
                touches="default",
                words="Skip and lose {rank.name}",
                also=lambda s, seat, said: 0 if said == "skip" else None,
                rank=OWN_RANK,
            ),
        },
        shows="blocks",
        right=RIGHT,
        area=OWN_AREA,
        rank=OWN_RANK,
    ),
    "extend": Question(
        "TTA-33",
        ask="Place an additional block beside the square you built on, or pass.",
        wait="{seat} may place an additional block.",
        how="'+' and a square, as +b3, or 'pass'",
        answers={
            0: Form(
                text="(+){cell}",
                touches="cell:{cell}",
                words="Place an additional block on {cell}",
                cell=CELL,
            ),
            DECLINE: Form(text="pass", touches="pass", words="Place no additional block"),
        },
        shows="pass",
    ),
    "value": Question(
        "TTA-58",
        ask="Does your 5 count as 5, as 0 or as 10?",
        wait="{seat} set{s} the value of a 5.",
        how="5, 0 or 10",
        answers=Form(
            text="{face}",
            touches="{face.touch}",
            words=Cases(
                lambda s, seat, found: "printed" if found["face"].number < CARDS else "changed",
                {
                    "printed": "Leave the {face.name} as it is",
                    "changed": "Count the {face.name}[ for {price.name}]",
                },
            ),
            also=bare_value,
            face=FIVE,
            price=PRICE,
        ),
        shows="values",
    ),
    "lot": chance_question(
        "'lot' and a seat, as lot A",
        Form(text="lot {seat}", touches="", words="{seat} is the first Lead", seat=SEAT),
    ),
    "deal": chance_question(
        "'deal' and a card, as deal I7",
        Form(text="deal {card}", touches="", words="Deal the {card.name}", card=CARD),
    ),
}

# --- news -----------------------------------------------------------------------------------------

CHANGED = loss("changed 5s", "TTA-13", 2)

NEWS = {
    "round": NewsRow(
        "Round {number} of 3 <began|will begin>; {lead} <got|will get> the lead.",
        weight=TAKEN,
        number=NUMBER,
        lead=NAME,
        chapter=0,
    ),
    "dealt": NewsRow(
        "{seat} <{seat.was} dealt|will be dealt> {count} cards.",
        dull=True,
        seat=NAME,
        more={"count": (NUMBER, lambda seat, cards, *_: cards.bit_count())},
    ),
    "declared": NewsRow(
        "{seat} <declared|will declare> the {face.name}[ for {price.name}].",
        books=CHANGED,
        seat=NAME,
        face=FACE,
        price=POINTS,
    ),
    "sold": NewsRow(
        "{seat} <sold|will sell> {blocks.name}[ for {points.name}].",
        books=gain("blocks sold", "TTA-41", 2),
        seat=NAME,
        blocks=SO_MANY,
        points=POINTS,
    ),
    "played": NewsRow(
        "{seat} <played|will play> the {face.name}[ for {price.name}].",
        weight=TAKEN,
        books=CHANGED,
        seat=NAME,
        face=FACE,
        price=POINTS,
    ),
    "rights": NewsRow(  # a sentence of its own, since it has two subjects: `first`, not `seat`
        Cases(
            lambda first, second, *_: "one" if second == NOTHING else "two",
            {
                "one": "{first} may build: all four suits differ, and {first} led.",
                "two": "{first} (lowest, {low}) and {second} (highest, {high}) may build.",
            },
        ),
        weight=TAKEN,
        first=NAME,
        second=NAME,
        low=NUMBER,
        high=NUMBER,
    ),
    "placed": NewsRow(
        "{seat} <placed|will place> {blocks.name} on {cell}[ and <scored|score> {earned.more}].",
        books=gain("printed scores", "TTA-31", 3),
        chips=[Chip("cell:{cell}", "[+{earned.more}]", "gain")],
        seat=NAME,
        cell=CELL,
        blocks=SO_MANY,
        earned=NUMBER,
    ),
    "defaulted": NewsRow(
        Cases(
            lambda seat, rank, stock, *_: "chosen" if stock else "forced",
            {
                "chosen": "{seat} <skipped|will skip> and <lost|lose> {rank.name}.",
                "forced": "{seat} <had|will have> no block left to place and <lost|lose> "
                "{rank.name}.",
            },
        ),
        books=loss("skipped", "TTA-32", 1),
        seat=NAME,
        rank=POINTS,
    ),
    "declined": NewsRow("{seat} <placed|will place> no additional block.", dull=True, seat=NAME),
    "left": NewsRow(
        "{seat} <turned|will turn> up the {face.name}.", weight=DRAWN, seat=NAME, face=FACE
    ),
    "set": NewsRow(
        "{seat} <counted|will count> the {face.name}[ for {price.name}].",
        weight=TAKEN,
        books=CHANGED,
        seat=NAME,
        face=FACE,
        price=POINTS,
    ),
    "area": NewsRow(
        "{seat} <scored|will score> {points} in {area.name}, {place.name} there.",
        dull=True,
        books=gain("areas", "TTA-51", 2),
        seat=NAME,
        area=AREA,
        points=NUMBER,
        place=PLACE,
    ),
    "tallest": NewsRow(
        "{seat} <scored|will score> {points} for the building on {cell}, {high} high.",
        dull=True,
        books=gain("tallest buildings", "TTA-53", 2),
        chips=[Chip("cell:{cell}", "tallest: +{points}", "gain")],
        seat=NAME,
        cell=CELL,
        points=NUMBER,
        high=NUMBER,
    ),
    "intent": NewsRow(
        Cases(
            lambda seat, face, points, *_: (
                "won" if points > 0 else "lost" if points < 0 else "nothing"
            ),
            {
                "won": "{seat} <scored|will score> {points.size} for the {face.name}.",
                "lost": "{seat} <lost|will lose> {points.size} for the {face.name}.",
                "nothing": "{seat} <scored|will score> nothing for the {face.name}.",
            },
        ),
        dull=True,
        books=[
            Entry("declarations", "TTA-54", lambda seat, face, points, _: {seat: max(points, 0)}),
            Entry(
                "failed declarations",
                "TTA-55",
                lambda seat, face, points, _: {seat: min(points, 0)},
            ),
        ],
        seat=NAME,
        face=FACE,
        points=NUMBER,
    ),
    "unbuilt": NewsRow(
        "{seat} <lost|will lose> {points} for {blocks.name} left.",
        dull=True,
        books=loss("blocks left", "TTA-56", 2),
        seat=NAME,
        blocks=SO_MANY,
        points=NUMBER,
    ),
    "points": NewsRow(
        "Points after the round: {A} {A_points}, {B} {B_points}, {C} {C_points}, {D} {D_points}.",
        A_points=NUMBER,
        B_points=NUMBER,
        C_points=NUMBER,
        D_points=NUMBER,
        more={letter: (NAME, lambda *_, seat=seat: seat) for seat, letter in enumerate("ABCD")},
    ),
}

ENDINGS = {
    "points": Ending("TTA-57", "{winner} won with {most.name} to {next}."),
    "shared": Ending("TTA-57", "{winner} shared the win with {most.name} each."),
}
MOMENTS = {
    "trick": Caption("The trick is over.", "rights", since=("rights",)),
    "round": Caption("The round is scored.", "points"),
}
