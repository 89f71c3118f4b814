"""Sovereign at the table: every question with its answers, every piece of news, every ending.

In writing: "build SSIRRMA", "order SIRSMRA", "shuffle", "Ab2>" (Aura to b2, turned right), "bury",
"keep", "mask c3", "mask -".
"""

from collections import Counter
from collections.abc import Sequence
from math import factorial, prod

from trivet.core.bags import ONE, things
from trivet.core.state import NOBODY, Objection
from trivet.core.words.answers import Form, Narrowed, Question, Ready, chance_question, either
from trivet.core.words.entries import Entry
from trivet.core.words.fields import NAME, ComputedField, Fact, listed
from trivet.core.words.news import DRAWN, TAKEN, Chip, Ending, NewsRow
from trivet.core.words.templates import Cases
from trivet.core.words.values import Caption, Value
from trivet.games.sovereign.names import LETTERS
from trivet.games.sovereign.pieces import DECK, DECKS, LIMITS, NAMES, SECRET
from trivet.games.sovereign.rules import DECLINE
from trivet.games.sovereign.setup import ORDERED, SHUFFLE
from trivet.games.sovereign.state import Sovereign
from trivet.games.sovereign.words import (
    ABILITY,
    CELL,
    COMES_NEXT,
    FULL_DECK,
    NO_LETTER,
    NOT_BUILT,
    NOT_SEVEN,
    NUMBER,
    ONE_MORE,
    ONLY_ONE,
    OTHER_PIECE,
    PIECE,
    POINT,
    SEAT,
)

# --- decks: a heap to build, a row to order -------------------------------------------------------

HEAPS = [Counter(f"piece:{NAMES[kind]}" for kind in things(deck)) for deck in DECKS]


def row_of(kinds: Sequence[int], name: str = "") -> Value:
    pieces = [PIECE.value(kind) for kind in kinds]
    return Value("".join(pieces), name=name, touch=" ".join(piece.touch for piece in pieces))


def deck(number: int) -> Value:
    kinds = things(DECKS[number])
    counts = [(kinds.count(kind), PIECE.value(kind)) for kind in sorted(set(kinds))]
    return row_of(kinds, ", ".join(p.name if n == 1 else f"{n} {p.many}" for n, p in counts))


def order(number: int) -> Value:
    kinds = [number >> 3 * place & 7 for place in range(DECK)]
    return row_of(kinds, ", ".join(PIECE.value(kind).name for kind in kinds))


def read_deck(said: str) -> int | Objection:
    wrong, counts = not_seven(said), [said.upper().count(letter) for letter in LETTERS]
    for kind, limit in enumerate(LIMITS):
        if not wrong and counts[kind] > limit:
            wrong = Objection("SOV-3", ONLY_ONE.say(kind))
    return wrong or DECKS.index(sum(count * ONE[kind] for kind, count in enumerate(counts)))


def read_order(said: str) -> int | Objection:
    return not_seven(said) or sum(
        LETTERS.index(letter) << 3 * place for place, letter in enumerate(said.upper())
    )


def not_seven(said: str) -> Objection | None:
    for letter in said.upper():
        if letter not in LETTERS:
            return Objection("HOUSE-2", NO_LETTER.say(repr(letter)))
    if len(said) != DECK:
        return Objection("SOV-3", NOT_SEVEN.say(len(said)))
    return None


def narrow_deck(s: Sovereign, seat: int, touched: Sequence[str]) -> Narrowed:
    """A deck to be built is a heap: its pieces are touched in any order."""
    heap, choice, following, left = Counter(touched), None, dict[str, None](), 0
    for option, whole in enumerate(HEAPS):
        if heap <= whole:
            left += 1
            choice = option if heap == whole else choice
            following |= dict.fromkeys(whole - heap)
    return Narrowed(choice, list(following), left)


def narrow_order(s: Sovereign, seat: int, touched: Sequence[str]) -> Narrowed:
    """Orders are counted, not listed: there are up to 5,040."""
    if list(touched) == ["shuffle"]:
        return Narrowed(SHUFFLE, [], 1)
    rest = Counter(f"piece:{NAMES[kind]}" for kind in things(s.sides[seat].built))
    rest.subtract(touched)
    if min(rest.values()) < 0:
        return Narrowed(None, [], 0)
    rest += Counter()  # drops what is used up
    left = factorial(rest.total()) // prod(map(factorial, rest.values()))
    if not touched:
        return Narrowed(None, ["shuffle", *rest], left + 1)
    kinds = [NAMES.index(thing.removeprefix("piece:")) for thing in touched]
    choice = ORDERED | sum(kind << 3 * place for place, kind in enumerate(kinds))
    return Narrowed(None if rest else choice, list(rest), left)


def against_deck(s: Sovereign, seat: int, touched: Sequence[str]) -> Objection | None:
    """SOV-3  Seven pieces, and not too many of a type."""
    kind = next((kind for kind, name in enumerate(NAMES) if touched[-1] == f"piece:{name}"), None)
    if kind is None:
        return None
    if len(touched) > DECK:
        return Objection("SOV-3", FULL_DECK.say())
    if list(touched).count(touched[-1]) > LIMITS[kind]:
        return Objection("SOV-3", ONE_MORE.say(kind))
    return None


def against_order(s: Sovereign, seat: int, touched: Sequence[str]) -> Objection | None:
    """SOV-5  Every piece of the deck once."""
    built = Counter(f"piece:{NAMES[kind]}" for kind in things(s.sides[seat].built))
    name = touched[-1].removeprefix("piece:")
    if name in NAMES and Counter(touched)[touched[-1]] > built[touched[-1]]:
        return Objection("SOV-5", NOT_BUILT.say(NAMES.index(name), built[touched[-1]]))
    if touched[-1] in built:
        return Objection("SOV-5", COMES_NEXT.say(NAMES.index(name)))
    return None


# --- facts: what the position knows ---------------------------------------------------------------

DRAWN_PIECE = Fact(
    PIECE,
    lambda s, seat, found: s.drawn if s.drawn >= 0 else None,
    lambda said, true: Objection("SOV-9", OTHER_PIECE.say(true.number, said.number)),
)
THERE = Fact(PIECE, lambda s, seat, found: s.kind[found["cell"].number])
ON_TOP = Fact(PIECE, lambda s, seat, found: s.sides[1 - s.mover].deck[-1] & 7)
NORTH_RANK = Fact(NUMBER, lambda s, seat, found: s.terms.printed[s.drawn][0])
RIVAL = Fact(NAME, lambda s, seat, found: 1 - seat)
ROUND = Fact(NUMBER, lambda s, seat, found: s.round)
BUILT = Fact(
    ComputedField(lambda bag: row_of(things(bag))), lambda s, seat, found: s.sides[seat].built
)

# Shuffled every round, against the bots' own decks and orders, each wins 31 to 40 % of 800 games
# between greedy bots; a deck of four Reflections or three Discoveries without a Scepter, half that.
READY_DECKS = [
    Ready("One of each", "Every piece once. Best for a first game.", "build SIRMDAC"),
    Ready("Watchers", "Insights see what comes and bury it.", "build SSIIIMC"),
    Ready("Hall of mirrors", "Reflections repeat your best side.", "build IIRRMAC"),
    Ready("Strongholds", "Secrets in the corners are hard to take.", "build SSSIMAC"),
    Ready("Hunters", "Sixes to attack with; Discoveries break Secrets.", "build SMDDDAC"),
]

# --- questions ------------------------------------------------------------------------------------


def aimed(word: str, verb: str) -> Form:
    words = verb + " the {there.name} on {cell}"
    return Form(text=word + " {cell}", touches="cell:{cell}", words=words, cell=CELL, there=THERE)


QUESTIONS = {
    "build": Question(
        "SOV-3",
        ask="Choose seven pieces for your secret deck, or take a ready one, made for beginners.",
        wait="{seat} build{s} a secret deck.",
        how="'build' and seven letters: S I R M D A C (C is a Scepter), as build SSIRRMA; "
        f"or a ready deck for beginners: {listed([row.name for row in READY_DECKS], ' or ')}",
        answers=Form(
            text="build {deck}",
            touches="{deck.touch}",
            words="Build {deck.name}",
            deck=ComputedField(deck, read_deck, r"\S+"),
        ),
        narrow=narrow_deck,
        against=against_deck,
        shows="types",
        ready=READY_DECKS,
    ),
    "arrange": Question(
        "SOV-5",
        ask="Round {round}: set the order of your deck, or shuffle it.",
        wait="{seat} prepare{s} the deck.",
        how="'shuffle', or 'order' and your seven letters from the top: order {built}",
        answers={
            SHUFFLE: Form(text="shuffle", touches="shuffle", words="Shuffle the deck"),
            ORDERED: Form(
                text="order {deck}",
                touches="{deck.touch}",
                words="Order the deck: {deck.name}",
                deck=ComputedField(order, read_order, r"\S+"),
            ),
        },
        narrow=narrow_order,
        against=against_order,
        shows="pieces",
        ready=[Ready("Shuffle", "Chance decides, and nobody can guess your order.", "shuffle")],
        round=ROUND,
        built=BUILT,
    ),
    "place": Question(
        "SOV-9",
        ask="Place your {piece.name} on an empty space.",
        wait="{seat} place{s} a piece.",
        how="a space and which way its top points (^ > v <, or n e s w), as b2> or b2e",
        answers=Form(
            text="{piece}{cell}{point}",
            touches="cell:{cell} turn:{point.name}",
            words="Place the {piece.name} on {cell}, {point.turned} ({rank} points {point.name})",
            piece=DRAWN_PIECE,
            cell=CELL,
            point=POINT,
            rank=NORTH_RANK,
        ),
        piece=DRAWN_PIECE,
    ),
    "bury": Question(
        "SOV-21",
        ask="On top of {rival.whose} deck is {piece.a}. Leave it there, or put it at the bottom?",
        wait="{seat} decide{s} about the piece on top.",
        how="'keep' to leave it, or 'bury'",
        answers=either(keep="Leave on top", bury="Put at the bottom"),
        piece=ON_TOP,
        rival=RIVAL,
    ),
    "reflect": Question(
        "SOV-22",
        ask="Which of your pieces does the Reflection copy?",
        wait="{seat} choose{s} what the Reflection copies.",
        how="'reflect' and a space, as reflect b2",
        answers=aimed("reflect", "Copy"),
    ),
    "mask": Question(
        "SOV-23",
        ask="Which piece does the Mask capture?",
        wait="{seat} choose{s} what the Mask captures.",
        how="'mask' and a space, or 'mask -' to capture nothing",
        answers={
            0: aimed("mask", "Capture"),
            DECLINE: Form(text="mask -", touches="decline", words="Capture nothing"),
        },
    ),
    "discover": Question(
        "SOV-24",
        ask="Which Secret does the Discovery capture?",
        wait="{seat} choose{s} what the Discovery captures.",
        how="'discover' and a space, as discover b2",
        answers=aimed("discover", "Capture"),
    ),
    "aura": Question(
        "SOV-25",
        ask="Which of your pieces does the Aura strengthen?",
        wait="{seat} choose{s} what the Aura strengthens.",
        how="'aura' and a space, as aura b2",
        answers=aimed("aura", "Strengthen"),
    ),
    "lot": chance_question(
        "'lot A' or 'lot B'", Form(text="lot {seat}", touches="", words="{seat} starts", seat=SEAT)
    ),
    "top": chance_question(
        "'top' and a letter, as top S",
        Form(text="top {piece}", touches="", words="On top is {piece.a}", piece=PIECE),
    ),
}

# --- news -----------------------------------------------------------------------------------------


def captured_by(seat: int, cell: int, piece: int, how: int) -> int:
    """SOV-23, SOV-24  A piece that no rank beat: a Discovery captures Secrets, a Mask others."""
    return 0 if how & 255 else 2 if piece == SECRET else 1


NEWS = {
    "built": NewsRow("Both players <built|will build> their decks."),
    "round": NewsRow(
        "Round {number} <began|will begin>; {first} <had|will have> the first turn.",
        weight=TAKEN,
        number=NUMBER,
        first=NAME,
        chapter=0,
    ),
    "arranged": NewsRow("Both players <set|will set> their decks.", dull=True),
    "drawn": NewsRow("{seat} <drew|will draw> {piece.a}.", dull=True, seat=NAME, piece=PIECE),
    "placed": NewsRow(
        "{seat} <placed|will place> {piece.a} on {cell}[ ({point.told})].",
        seat=NAME,
        cell=CELL,
        piece=PIECE,
        point=POINT,
    ),
    "looked": NewsRow(
        "{seat} <looked|will look> at the top of {rival.whose} deck.",
        weight=DRAWN,
        seat=NAME,
        more={"rival": (NAME, lambda seat, *_: 1 - seat)},
    ),
    "seen": NewsRow("{seat} <saw|will see> {piece.a} there.", weight=DRAWN, seat=NAME, piece=PIECE),
    "buried": NewsRow(
        Cases(
            lambda seat, choice, *_: "buried" if choice else "left",
            {
                "left": "{seat} <left|will leave> it on top.",
                "buried": "{seat} <put|will put> it at the bottom.",
            },
        ),
        weight=DRAWN,
        seat=NAME,
    ),
    "reflected": NewsRow(
        "The Reflection on {cell} <took|will take> the ranks of {like}.",
        chips=[Chip("cell:{cell}", "copied", start="cell:{like}")],
        seat=NAME,
        cell=CELL,
        like=CELL,
    ),
    "declined": NewsRow(
        "{seat} <captured|will capture> nothing with the Mask.", weight=DRAWN, seat=NAME
    ),
    "shone": NewsRow(
        "The Aura on {cell} <gave|will give> +1 to {there}.",
        weight=TAKEN,
        chips=[Chip("cell:{there}", "+1", "gain", start="cell:{cell}")],
        seat=NAME,
        cell=CELL,
        there=CELL,
    ),
    "taken": NewsRow(
        Cases(
            lambda seat, cell, piece, how: "beaten" if how & 255 else "by ability",
            {
                "beaten": "{seat} <captured|will capture> the {piece.name} on {cell} ({attack} "
                "beats {guard}).",
                "by ability": "{seat} <captured|will capture> the {piece.name} on {cell} with the "
                "{ability.name}.",
            },
        ),
        harms=lambda seat, *_: 1 - seat,
        chips=[
            Chip("cell:{cell}", "[{attack.more} beats {guard.more}]", start="cell:{placed}"),
            Chip("cell:{cell}", "[{ability.captures}]", start="cell:{placed}"),
        ],
        seat=NAME,
        cell=CELL,
        piece=PIECE,
        more={
            "placed": (CELL, lambda seat, cell, piece, how: how >> 8),
            "attack": (NUMBER, lambda seat, cell, piece, how: how >> 4 & 15),
            "guard": (NUMBER, lambda seat, cell, piece, how: how & 15),
            "ability": (ABILITY, captured_by),
        },
    ),
    "won": NewsRow(
        Cases(
            lambda number, winner, *spaces: "nobody" if winner == NOBODY else "somebody",
            {
                "nobody": "Nobody <won|will win> round {number}.",
                "somebody": "{winner} <won|will win> round {number}, {most} spaces to {least}.",
            },
        ),
        number=NUMBER,
        winner=NAME,
        more={
            "most": (NUMBER, lambda number, winner, *spaces: max(spaces)),
            "least": (NUMBER, lambda number, winner, *spaces: min(spaces)),
        },
        books=[
            Entry("spaces", "SOV-40", lambda n, winner, *held: dict(enumerate(held)), adds=False),
            Entry(
                "rounds", "SOV-42", lambda n, winner, *_: {} if winner == NOBODY else {winner: 1}
            ),
        ],
    ),
    "over": NewsRow(
        Cases(
            lambda one, other, *_: "shared" if one == other else "won",
            {
                "shared": "The game <is|will be> over: the win <is|will be> shared.",
                "won": "{winner} <won|will win> the game and <became|become> the Sovereign.",
            },
        ),
        more={"winner": (NAME, lambda one, other, *_: 0 if one > other else 1)},
    ),
}

ENDINGS = {
    "two rounds": Ending("SOV-42", "{winner} won two rounds and became the Sovereign."),
    "three rounds": Ending(
        "SOV-42", "{winner} won more of the three rounds and became the Sovereign."
    ),
    "shared": Ending("SOV-42", "Both won as many rounds: the win is shared."),
}
MOMENTS = {"round": Caption("The grid is full.", "won", since=("round",))}
