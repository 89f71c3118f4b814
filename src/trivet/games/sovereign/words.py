"""The nouns of Sovereign, and its texts outside of questions and news, each with its key."""

from trivet.core.state import Objection
from trivet.core.words.fields import Field, counted, plain
from trivet.core.words.templates import Cases
from trivet.core.words.texts import VERBATIM, Texts
from trivet.core.words.values import Value
from trivet.games.sovereign.names import ARROWS, CELLS, LETTERS, POINTS, TURNED
from trivet.games.sovereign.pieces import NAMES
from trivet.games.sovereign.topics import DOES

# --- nouns ----------------------------------------------------------------------------------------

ARTICLES = ("a", "an", "a", "a", "a", "an", "a")  # by kind
MANY = ("Secrets", "Insights", "Reflections", "Masks", "Discoveries", "Auras", "Scepters")
PIECE = Field(
    (
        Value(
            letter,
            name=name,
            a=f"{article} {name}",
            many=many,
            does=DOES[name],
            touch=f"piece:{name}",
        )
        for letter, name, article, many in zip(LETTERS, NAMES, ARTICLES, MANY, strict=True)
    ),
    noun="piece",
)


def no_space(said: str) -> Objection:
    return Objection("HOUSE-2", NO_SPACE.say())


CELL = Field(CELLS, shape="[a-z][0-9]+|-", wrong=no_space)
POINT = Field(
    (
        Value(arrow, name=name, turned=turned, told=turned if turns else "")
        for turns, (arrow, name, turned) in enumerate(zip(ARROWS, POINTS, TURNED, strict=True))
    ),
    noun="point",
    also={letter: turns for turns, letter in enumerate("nesw")},
)
SEAT, NUMBER = Field("AB"), plain()
ROUNDS, SPACES = counted("round", "rounds"), counted("space", "spaces")
ABILITY = Field(  # that captures a piece, whatever the ranks
    (
        Value("", captures=""),
        Value("M", name="Mask", captures="Mask captures"),
        Value("D", name="Discovery", captures="Discovery captures"),
    ),
    noun="ability",
)

# --- refusals -------------------------------------------------------------------------------------

TEXTS = Texts()
NO_SPACE = TEXTS.add("refusal.space", "The grid has the spaces a1 to c3.")
NO_LETTER = TEXTS.add(
    "refusal.letter", "No piece has the letter {letter}; use S I R M D A C.", letter=VERBATIM
)
NOT_SEVEN = TEXTS.add(
    "refusal.seven", "A deck has exactly seven pieces, not {number}.", number=NUMBER
)
ONLY_ONE = TEXTS.add("refusal.one", "A deck may hold only one {piece.name}.", piece=PIECE)
ONE_MORE = TEXTS.add("refusal.one_more", "Only one {piece.name} in a deck.", piece=PIECE)
FULL_DECK = TEXTS.add("refusal.full", "A deck has exactly seven pieces: take one out first.")
DECK_LIMITS = TEXTS.add(
    "refusal.deck", "A deck has exactly seven pieces, at most one Mask, one Aura and one Scepter."
)
NOT_BUILT = TEXTS.add(
    "refusal.built",
    Cases(
        lambda piece, count: "some" if count else "none",
        {
            "some": "You have only {count} of the {piece.name}: order the pieces that you built "
            "with.",
            "none": "There is no {piece.name} in your deck: order the pieces that you built with.",
        },
    ),
    piece=PIECE,
    count=NUMBER,
)
COMES_NEXT = TEXTS.add(
    "refusal.next", "The {piece.name} comes next in your order from the top.", piece=PIECE
)
ORDER_SEVEN = TEXTS.add(
    "refusal.order", "Order exactly the seven pieces of your deck, or shuffle them."
)
OTHER_PIECE = TEXTS.add(
    "refusal.drew", "You drew {true.a}: you cannot place {said.name} now.", true=PIECE, said=PIECE
)
OCCUPIED = TEXTS.add("refusal.occupied", "That space is occupied.")
NO_SUCH_PLACE = TEXTS.add(
    "refusal.place", "The grid has nine spaces and a piece four orientations."
)
TOP_OR_BOTTOM = TEXTS.add("refusal.bury", "Leave the piece on top or put it at the bottom.")
COPIES_OWN = TEXTS.add("refusal.copy", "A Reflection copies one of your own pieces next to it.")
MASK_NEXT = TEXTS.add("refusal.mask", "A Mask captures a piece next to it.")
NO_RIVAL = TEXTS.add("refusal.rival", "There is no piece of your rival's there.")
MASK_SECRET = TEXTS.add("refusal.secret", "A Mask cannot take a Secret.")
IMMUNE = TEXTS.add("refusal.immune", "A Scepter is immune to abilities.")
IMMUNE_TOO = TEXTS.add("refusal.immune_too", "A Scepter is immune to abilities, your own too.")
MASK_REFLECTION = TEXTS.add(
    "refusal.reflection", "A Mask cannot capture a Reflection by its ability."
)
DISCOVERS = TEXTS.add(
    "refusal.discover", "A Discovery captures one of your rival's Secrets next to it."
)
SHINES = TEXTS.add("refusal.shine", "An Aura shines on one of your own pieces next to it.")

# --- labels and notes -----------------------------------------------------------------------------

GRID = TEXTS.add("label.grid", "The grid")
RANKS = TEXTS.add(
    "label.ranks",
    "north {north}, east {east}, south {south}, west {west}",
    north=NUMBER,
    east=NUMBER,
    south=NUMBER,
    west=NUMBER,
)
TILE_LABEL = TEXTS.add(
    "label.tile",
    Cases(
        lambda piece, seat, aura, *ranks: "aura" if aura else "plain",
        {
            "aura": "{piece.name} of {seat}, north {north}, east {east}, south {south}, "
            "west {west}, under an Aura",
            "plain": "{piece.name} of {seat}, north {north}, east {east}, south {south}, "
            "west {west}",
        },
    ),
    piece=PIECE,
    seat=SEAT,
    aura=NUMBER,
    north=NUMBER,
    east=NUMBER,
    south=NUMBER,
    west=NUMBER,
)
SPACE_LABEL = TEXTS.add("label.space", "{cell}, {tile}", cell=CELL, tile=VERBATIM)
EMPTY_LABEL = TEXTS.add("label.empty", "{cell}, empty", cell=CELL)
QUADRANT_LABEL = TEXTS.add("label.quadrant", "A quadrant under control: plus one on every side")
DECK_LABEL = TEXTS.add("label.deck", "The deck of {seat}, from the top", seat=SEAT)
IN_DECK = TEXTS.add(
    "label.in_deck", "{piece.name}, number {place} from the top", piece=PIECE, place=NUMBER
)
UNKNOWN_IN_DECK = TEXTS.add("label.unknown", "unknown, number {place} from the top", place=NUMBER)
NO_PIECE_LEFT = TEXTS.add("mark.bare", "no piece left")
NOT_BUILT_YET = TEXTS.add("mark.not_built", "not built yet")
HAND_LABEL = TEXTS.add("label.hand", "In the hand of {seat}", seat=SEAT)
TO_PLACE = TEXTS.add("label.to_place", "{piece.name} to be placed", piece=PIECE)
PIECE_TO_PLACE = TEXTS.add("label.piece_to_place", "A piece to be placed")
YOUR_PIECES = TEXTS.add("label.bench", "Your pieces")
BENCH_LABEL = TEXTS.add("label.on_bench", "{piece.name}, {ranks}", piece=PIECE, ranks=VERBATIM)
WON_NOTE = TEXTS.add("note.won", "{rounds.name} won", rounds=ROUNDS)
SPACES_NOTE = TEXTS.add("note.spaces", "{spaces} of 9 spaces", spaces=NUMBER)

# --- pictures in the terminal ---------------------------------------------------------------------

HEAD = TEXTS.add("picture.head", "piece")
MORE = (
    TEXTS.add("picture.more.1", "What one does: type"),
    TEXTS.add("picture.more.2", "rules and its name."),
)
PIECE_NAME = TEXTS.add("picture.piece", "{piece.name}", piece=PIECE)
ROUND = TEXTS.add("picture.round", "Round {number} of 3", number=NUMBER)
BEFORE = TEXTS.add("picture.before", "Before round 1")
STANDING = TEXTS.add("picture.standing", "{won} won, {spaces.name}", won=NUMBER, spaces=SPACES)
BUILT_OF = TEXTS.add("picture.built", "built of: {pieces}", pieces=VERBATIM)
IN_HAND = TEXTS.add("picture.hand", "in hand: {piece}", piece=VERBATIM)
PIECE_DOES = TEXTS.add("picture.does", "{piece.name}: {piece.does}", piece=PIECE)
LEFT_IN_DECK = TEXTS.add("picture.left", "deck, shuffled, has left: {pieces}", pieces=VERBATIM)
FROM_THE_TOP = TEXTS.add("picture.deck", "deck, from the top: {pieces}", pieces=VERBATIM)

# --- why a hint suggests an answer ----------------------------------------------------------------

MIXTURE = TEXTS.add(
    "reason.mixture",
    Cases(
        lambda piece, count: "some" if count > 1 else "none",
        {
            "some": "A deck with {count} {piece.many} from a mixture, so that nobody can prepare "
            "for it.",
            "none": "A deck from a mixture, so that nobody can prepare for it.",
        },
    ),
    piece=PIECE,
    count=NUMBER,
)
NOBODY_KNOWS = TEXTS.add("reason.shuffle", "Nobody can know your order.")
LETS_DRAW = TEXTS.add(
    "reason.order",
    "Lets you draw {first}, and leaves {rest} at the bottom.",
    first=VERBATIM,
    rest=VERBATIM,
)
SEVERAL = TEXTS.add("reason.several", "{count} {piece.many}", count=NUMBER, piece=PIECE)
NOTHING_BESIDE = TEXTS.add("reason.full", "No empty space is left beside it.")
SHOWS = TEXTS.add(
    "reason.shows",
    Cases(
        lambda ranks, spaces, weakest, is_safe: (
            ("one" if spaces == 1 else "many") + (" safe" if is_safe else "")
        ),
        {
            "one": "Shows {ranks} to the empty space beside it.",
            "many": "Shows {ranks} to the empty spaces beside it.",
            "one safe": "Shows {ranks} to the empty space beside it; its {weakest} faces the edge.",
            "many safe": "Shows {ranks} to the empty spaces beside it; its {weakest} faces the "
            "edge.",
        },
    ),
    ranks=VERBATIM,
    spaces=NUMBER,
    weakest=NUMBER,
    is_safe=NUMBER,
)
DRAWN_LAST = TEXTS.add(
    "reason.bury", "The {piece.name} is then drawn last, if at all.", piece=PIECE
)
KNOWS_NEXT = TEXTS.add("reason.keep", "You know that {piece.name} comes.", piece=PIECE)
