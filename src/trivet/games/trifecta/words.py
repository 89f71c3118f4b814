"""The nouns of Trifecta, and its texts outside of questions and news, each with its key."""

from trivet.core.seats import SEAT_LETTERS
from trivet.core.state import Objection
from trivet.core.words.fields import Field, counted, plain, set_of
from trivet.core.words.templates import Cases
from trivet.core.words.texts import VERBATIM, Texts
from trivet.core.words.values import Value, number_word
from trivet.games.trifecta.names import LETTERS, SEGMENTS, short
from trivet.games.trifecta.pieces import COPIES, KINDS, SINGLE, VALUES, card_name

# --- nouns ----------------------------------------------------------------------------------------

SHAPES = VALUES.index("Circle")  # the values from here on are nouns: "a Circle", but "a Red card"


def card(kind: int) -> Value:
    """There is only one of each Complete, so it has no plural."""
    name = card_name(kind)
    if kind < SINGLE:
        return Value(short(kind), name=name, a=f"the {name}", paid=f"the {name}")
    value = VALUES[kind - SINGLE]
    paid = f"a {value}" if kind - SINGLE >= SHAPES else f"a {value} card"
    return Value(short(kind), name=name, a=f"a {name}", many=f"{name}s", paid=paid)


def no_card(said: str) -> Objection:
    return Objection("HOUSE-2", NO_CARD.say(said[:20]))


WORD = Field(
    [Value("false", name="False"), Value("true", name="True")],
    noun="word",
    also={"f": 0, "no": 0, "t": 1, "yes": 1},
)
CARD = Field(map(card, range(KINDS)), noun="card", shape="(?!ante|pay)[^ +,]+", wrong=no_card)
GOAL = Field(
    (Value(letter, name=value) for letter, value in zip(LETTERS, VALUES, strict=True)), noun="goal"
)
SEGMENT = Field((Value(name.lower(), name=name) for name in SEGMENTS), noun="segment")
NUMBER = plain()
MATCHES = counted("card that matches", "cards that match", number_word)
MATCHING = counted("matching card", "matching cards", number_word)
GOALS = counted("goal", "goals", number_word)
STAGES = counted("more stage", "more stages")
LETTER, CARDS_BID = Field(SEAT_LETTERS), counted("card", "cards")
GOALS_WON, PLAYERS = counted("goal", "goals"), set_of(LETTER)

# --- refusals -------------------------------------------------------------------------------------

TEXTS = Texts()
NO_CARD = TEXTS.add(
    "refusal.card",
    "No card is written '{said}': a Single is one letter of F P H R G B C S T, "
    "a Complete three, as Frs.",
    said=VERBATIM,
)
SO_MANY_SINGLES = TEXTS.add(
    "refusal.singles", f"The deck has only {number_word(COPIES)} of each Single."
)
ONE_COMPLETE = TEXTS.add("refusal.complete", "The deck has only one of each Complete.")
TRUE_OR_FALSE = TEXTS.add("refusal.opt", "You choose True or False.")
NOT_HELD = TEXTS.add("refusal.not_held", "You do not hold that card.")
ONE_CARD = TEXTS.add("refusal.ante", "You ante one card from your hand.")
ANY_NUMBER = TEXTS.add("refusal.bid", "You bid any number of cards that match the goal.")
NOT_ALL_HELD = TEXTS.add("refusal.not_all", "You do not hold all of these cards.")
NO_MATCH = TEXTS.add(
    "refusal.match", "Only cards that carry {goal.name} match this goal.", goal=GOAL
)

# --- labels and notes -----------------------------------------------------------------------------

CARD_LABEL = TEXTS.add("label.card", "{card.name}", card=CARD)
GOAL_NAME = TEXTS.add("label.value", "{goal.name}", goal=GOAL)
YOUR_CARDS = TEXTS.add("label.hand", "Your cards")
BID_NOTHING = TEXTS.add("label.nothing", "Bid nothing")
NOTHING_MARK = TEXTS.add("mark.nothing", "nothing")
HANDS_OF = TEXTS.add("label.hands", "The hands of {seats}", seats=VERBATIM)
OUT_NOTE = TEXTS.add("note.out", "out in stage {stage}", stage=NUMBER)
GOALS_NOTE = TEXTS.add("note.goals", "{goals.name}", goals=GOALS_WON)
CARDS_NOTE = TEXTS.add("note.cards", "{cards.name}", cards=CARDS_BID)
TABLE_LABEL = TEXTS.add("label.table", "The table")
TOKEN_LABELS = {
    "true": TEXTS.add("label.true", "True: you fight for the goal"),
    "false": TEXTS.add("label.false", "False: you stay out of it"),
}
TOKEN_MARKS = {
    "true": TEXTS.add("mark.true", "TRUE"),
    "false": TEXTS.add("mark.false", "FALSE"),
}
ROUND_LABEL = TEXTS.add("label.round", "Round {number}", number=NUMBER)
ROUND_NOW = TEXTS.add("label.now", "Round {number}: now", number=NUMBER)
ROUND_WON = TEXTS.add(
    "label.won", "Round {number}: {goal}, won by {seat}", number=NUMBER, goal=VERBATIM, seat=LETTER
)
ROUND_GONE = TEXTS.add(
    "label.gone", "Round {number}: {goal}, discarded", number=NUMBER, goal=VERBATIM
)
UNSEEN_GOAL = TEXTS.add("label.unseen", "an unseen goal")
NOBODY_WON = TEXTS.add("label.nobody", "Nobody won it")
SEGMENT_NAME = TEXTS.add("mark.segment", "{segment.name}", segment=SEGMENT)
THE_GOAL = TEXTS.add("label.goal", "The goal: {goal.name}", goal=GOAL)
HIDDEN_GOAL = TEXTS.add("label.hidden", "A goal that nobody has seen")
NO_GOAL = TEXTS.add("label.no_goal", "No goal lies here now")
CUP = TEXTS.add("label.cup", "The cup of {seats}", seats=PLAYERS)
STAGE_MARK = TEXTS.add("mark.stage", "Stage {stage}", stage=NUMBER)
SURVIVE_MARKS = (
    TEXTS.add("mark.survive.1", "survive", needed=NUMBER),
    TEXTS.add("mark.survive.2", "with", needed=NUMBER),
    TEXTS.add("mark.survive.3", "{needed} goals", needed=NUMBER),
)
MOST_MARKS = (
    TEXTS.add("mark.most.1", "most", needed=NUMBER),
    TEXTS.add("mark.most.2", "goals", needed=NUMBER),
    TEXTS.add("mark.most.3", "wins", needed=NUMBER),
)
UNSEEN_MARKS = (
    TEXTS.add(
        "mark.unseen.1",
        Cases(lambda n: "one" if n == 1 else "many", {"one": "goal", "many": "goals"}),
        unseen=NUMBER,
    ),
    TEXTS.add("mark.unseen.2", "not yet", unseen=NUMBER),
    TEXTS.add("mark.unseen.3", "seen", unseen=NUMBER),
)
OUT_MARK = TEXTS.add("mark.out", "out")
HOLDS = TEXTS.add("label.holds", "{seat} holds {cards} cards", seat=LETTER, cards=NUMBER)
PLACE_LABEL = TEXTS.add("label.place", "{seat}, place {place}", seat=LETTER, place=NUMBER)
DESK_LABEL = TEXTS.add(
    "label.desk",
    "{seat}: {goals} goals, {cards} cards in hand",
    seat=LETTER,
    goals=NUMBER,
    cards=NUMBER,
)
HAS_CHOSEN = TEXTS.add("label.chosen", "{seat} has chosen", seat=LETTER)
SAID = TEXTS.add("label.said", "{seat} said {word.name}", seat=LETTER, word=WORD)
MEDAL = TEXTS.add("label.medal", "{seat} won {goal.name}", seat=LETTER, goal=GOAL)

# --- pictures in the terminal ---------------------------------------------------------------------

DEALT = TEXTS.add(
    "picture.dealt",
    "Stage {stage} of at most {stages}: the cards are dealt.",
    stage=NUMBER,
    stages=NUMBER,
)
WHERE = TEXTS.add(
    "picture.where",
    "Stage {stage} of at most {stages}, {segment.name} round {round} of {rounds}: {aim}.",
    stage=NUMBER,
    stages=NUMBER,
    segment=SEGMENT,
    round=NUMBER,
    rounds=NUMBER,
    aim=VERBATIM,
)
AIM = TEXTS.add("picture.aim", "{needed} goals to survive", needed=VERBATIM)
MORE_GOALS = TEXTS.add("picture.more", "more goals than the other")
CARDS_HEAD = TEXTS.add("picture.cards", "cards")
UNSEEN = TEXTS.add("picture.unseen", "unseen")
BRIEF = {  # too long for a round's column
    "Partial": TEXTS.add("picture.partial", "Part"),
    "Triangle": TEXTS.add("picture.triangle", "Tri"),
}
OUT = TEXTS.add("picture.out", "out")
SAYS_TRUE = TEXTS.add("picture.true", "True")
GOAL_HEAD = TEXTS.add("picture.goal", "goal")
YOU_MATCH = TEXTS.add("picture.match", "you match with")
NOT_SEEN = TEXTS.add("picture.not_seen", "not seen yet")
NOW = TEXTS.add("picture.now", "now")
GONE = TEXTS.add("picture.gone", "gone")
EMPTY_HAND = TEXTS.add("picture.empty", "Your hand is empty.")
HAND = TEXTS.add("picture.hand", "Your hand: {cards}", cards=VERBATIM)

# --- why a hint suggests an answer ----------------------------------------------------------------

KEEPS_OPEN = TEXTS.add(
    "reason.keeps.open",
    "Keeps {goal.name} for an open round: {held.name}.",
    goal=GOAL,
    held=MATCHING,
)
KEEPS_LATER = TEXTS.add(
    "reason.keeps.later",
    "Keeps {goal.name} for a later round: {held.name}.",
    goal=GOAL,
    held=MATCHING,
)
KEEPS_CARDS = TEXTS.add("reason.keeps.cards", "Keeps your cards.")
BEST_CHANCE = TEXTS.add(
    "reason.chance",
    "Your best chance is {goal.name}, with {held.name}.",
    goal=GOAL,
    held=MATCHING,
)
ALONE = TEXTS.add(
    "reason.alone",
    Cases(
        lambda goal, is_free: "free" if is_free else "paid",
        {
            "free": "It costs nothing: {goal.name} is yours if nobody else is in.",
            "paid": "You hold no card that matches it, but {goal.name} is yours if nobody else is "
            "in.",
        },
    ),
    goal=GOAL,
    is_free=NUMBER,
)
YOU_HOLD = TEXTS.add(
    "reason.hold",
    Cases(
        lambda held, goal, is_free: "free" if is_free else "paid",
        {
            "free": "You hold {held.name} for {goal.name} and it costs nothing.",
            "paid": "You hold {held.name} for {goal.name}.",
        },
    ),
    held=MATCHING,
    goal=GOAL,
    is_free=NUMBER,
)
HOLD_NONE = TEXTS.add("reason.none", "You hold no card that matches {goal.name}.", goal=GOAL)
GIVES_UP = TEXTS.add(
    "reason.gives_up",
    "Gives up {goal.name}, although you hold {held.name}.",
    goal=GOAL,
    held=MATCHING,
)
STILL_KEEPS = TEXTS.add(
    "reason.still", "It matches {goal.name}, but you keep {held.name}.", goal=GOAL, held=MATCHING
)
ONLY_CARD = TEXTS.add("reason.only", "Your only card for {goal.name}.", goal=GOAL)
YOU_KEEP = TEXTS.add(
    "reason.keep", "You keep {held.name} for {goal.name}.", held=MATCHING, goal=GOAL
)
MATCHES_NONE = TEXTS.add("reason.matches.none", "It matches no goal to come.")
MATCHES_ONE = TEXTS.add(
    "reason.matches.one", "Of the goals to come it matches only {goals}.", goals=VERBATIM
)
MATCHES_MANY = TEXTS.add(
    "reason.matches.many", "Of the goals to come it matches {goals}.", goals=VERBATIM
)
BIDS_ALL = TEXTS.add("reason.bids.all", "Bids every card that matches.")
BIDS_ONE = TEXTS.add("reason.bids.one", "Bids the only card that matches.")
KEEPS_YOUR = TEXTS.add("reason.keeps.your", "Keeps your {held.name}.", held=MATCHING)
BIDS_SOME = TEXTS.add(
    "reason.bids.some", "Bids {bid} of your {held.name}.", bid=VERBATIM, held=MATCHING
)
