"""Trifecta at the table: every question with its answers, every piece of news, every ending.

In writing: "true", "ante Frs" (the Filled Red Square), "bid Frs+R" (with a Red Single), "bid 0".
"""

import re

from trivet.core.sets import each
from trivet.core.state import Objection
from trivet.core.words.answers import Also, Form, Question, chance_question
from trivet.core.words.entries import Entry
from trivet.core.words.fields import NAME, NAMES, ComputedField, Fact, Field, listed
from trivet.core.words.news import DRAWN, TAKEN, Chip, Ending, NewsRow, WarningRow
from trivet.core.words.templates import Cases
from trivet.core.words.values import Caption, Value, number_word
from trivet.games.trifecta.names import SEGMENTS, short
from trivet.games.trifecta.pieces import (
    COPIES,
    KINDS,
    SINGLE,
    cards,
    copies,
    kinds,
    matches,
    total,
    unit,
)
from trivet.games.trifecta.state import FREE, UNSEEN, Trifecta
from trivet.games.trifecta.words import (
    CARD,
    CARDS_BID,
    GOAL,
    GOALS,
    LETTER,
    MATCHES,
    NUMBER,
    ONE_COMPLETE,
    SEGMENT,
    SO_MANY_SINGLES,
    STAGES,
    WORD,
    no_card,
)

# --- bags of cards --------------------------------------------------------------------------------


def bag(number: int) -> Value:
    """ "Frs+R+R", in words "the Filled Red Square and two Red Singles"."""
    held = [CARD.value(kind) for kind in cards(number)]
    counts = [(copies(number, kind), CARD.value(kind)) for kind in kinds(number)]
    return Value(
        "+".join(held) or "0",
        number,
        touch=" ".join(f"card:{card}" for card in held) or "nothing",
        name=listed([card.a if n == 1 else f"{number_word(n)} {card.many}" for n, card in counts]),
    )


def read_bag(said: str) -> int | Objection:
    number, words = 0, re.findall("[^ +,]+", said)
    for word in words if words != ["0"] else []:
        if word not in CARD.numbers:
            return no_card(word)
        kind = CARD.numbers[word]
        if copies(number, kind) == (COPIES if kind >= SINGLE else 1):
            refusal = SO_MANY_SINGLES if kind >= SINGLE else ONE_COMPLETE
            return Objection("TRF-1", refusal.say())
        number += unit(kind)
    return number


BAG = ComputedField(bag, read_bag, r"[ +,]*(?!bid\b)[^ +,].*")
BID_OF_ONE = {f"card:{short(kind)}": unit(kind) for kind in range(KINDS)}

# --- facts: what the position knows ---------------------------------------------------------------

IN_SEGMENT = Fact(SEGMENT, lambda s, seat, found: s.segment())
ROUND = Fact(NUMBER, lambda s, seat, found: s.round)
PRIZE = Fact(GOAL, lambda s, seat, found: None if s.goal == UNSEEN else s.goal)
MATCH_FACT = Fact(MATCHES, lambda s, seat, found: matches(s.players[seat].hand, s.goal))
FIRST_CARD = Fact(CARD, lambda s, seat, found: cards(s.players[seat].hand)[0])
LARGEST_BID = Fact(BAG, lambda s, seat, found: s.options(seat)[-1])


def sight(s: Trifecta, seat: int) -> str:
    return "unseen" if s.goal == UNSEEN else "seen"


# --- questions ------------------------------------------------------------------------------------


def spaced(word: str, field: Field) -> Also:
    """Commas and pluses are read like blanks: "ante, Frs"; to pay is to ante."""
    verb = "(?:ante|pay)" if word == "ante" else word
    pattern = re.compile(f"{verb}[ +,]+([^ +,]+)")

    def read(s: Trifecta, seat: int, said: str) -> int | None:
        match = pattern.fullmatch(said)
        return field.numbers.get(match[1]) if match else None

    return read


QUESTIONS = {
    "opt": Question(
        Cases(
            lambda s, seat: SEGMENTS[s.segment()],
            {"Blind": "TRF-6", "Open": "TRF-7", "Free": "TRF-8"},
        ),
        ask=Cases(
            sight,
            {
                "unseen": "{segment.name} round {round}, for an unseen goal: True or False?",
                "seen": "{segment.name} round {round}, for {goal.name}: True or False?",
            },
        ),
        wait="{seat} choose{s} True or False[ for {goal.name}].",
        how=Cases(
            lambda s, seat: "free" if s.segment() == FREE else "ante",
            {
                "ante": "'true' to fight for the goal (it costs a card), or 'false'",
                "free": "'true' to fight for the goal, or 'false'",
            },
        ),
        answers=Form(text="{word}", touches="{word}", words="Choose {word.name}", word=WORD),
        segment=IN_SEGMENT,
        round=ROUND,
        goal=PRIZE,
    ),
    "ante": Question(
        "TRF-9",
        ask=Cases(
            sight,
            {
                "unseen": "{segment.name} round {round}, for an unseen goal: "
                "which card do you pay as ante?",
                "seen": "{segment.name} round {round}, for {goal.name}: "
                "which card do you pay as ante?",
            },
        ),
        wait="{seat} pay{s} a card[ for {goal.name}].",
        how="'ante' and a card, as ante {card}",
        answers=Form(
            text="(ante ){card}",
            touches="card:{card}",
            words="Pay {card.a}",
            also=spaced("ante", CARD),
            card=CARD,
        ),
        segment=IN_SEGMENT,
        round=ROUND,
        goal=PRIZE,
        card=FIRST_CARD,
    ),
    "bid": Question(
        "TRF-12",
        ask="{segment.name} round {round}, for {goal.name}: you hold {matching.name}. "
        "Which do you bid?",
        wait="{seat} bid{s} for {goal.name}.",
        how="'bid' and matching cards, as bid {largest}, or 'bid 0'",
        answers=Form(
            text="(bid ){cards}",
            touches="{cards.touch}",
            words=Cases(
                lambda s, seat, found: "cards" if found["cards"].number else "nothing",
                {"nothing": "Bid nothing", "cards": "Bid {cards.name}"},
            ),
            cards=BAG,
        ),
        shows="an empty bid",
        preferred=lambda s, seat, thing: BID_OF_ONE.get(thing),
        segment=IN_SEGMENT,
        round=ROUND,
        goal=PRIZE,
        matching=MATCH_FACT,
        largest=LARGEST_BID,
    ),
    "deal": chance_question(
        "'deal' and a card, as deal Frs",
        Form(
            text="deal {card}",
            touches="",
            words="Deal {card.a}",
            also=spaced("deal", CARD),
            card=CARD,
        ),
    ),
    "goal": chance_question(
        "'goal' and a letter of F P H R G B C S T, as goal R",
        Form(
            text="goal {goal}",
            touches="",
            words="Turn up {goal.name}",
            also=spaced("goal", GOAL),
            goal=GOAL,
        ),
    ),
}

# --- news -----------------------------------------------------------------------------------------

NEWS = {
    "stage": NewsRow(
        Cases(
            lambda number, seats, needed, _: "many" if needed else "two",
            {
                "many": "Stage {number} <began|will begin> for {players}; {needed.name} "
                "<were|will be> needed to survive.",
                "two": "Stage {number} <began|will begin> for {players}; most goals wins.",
            },
        ),
        short="Stage {number} began for {players}.",
        number=NUMBER,
        players=NAMES,
        needed=GOALS,
        chapter=0,
    ),
    "hand": NewsRow("{seat} <picked|will pick> up {cards.name}.", dull=True, seat=NAME, cards=BAG),
    "round": NewsRow(
        "{segment.name} round {number} <began|will begin>.",
        dull=True,
        number=NUMBER,
        segment=SEGMENT,
    ),
    "goal": NewsRow("{goal.name} <was|will be> turned up.", dull=True, goal=GOAL),
    "opted": NewsRow(
        Cases(
            lambda true, *_: "some" if true else "nobody",
            {
                "nobody": "Nobody <chose|will choose> True.",
                "some": "{true} <chose|will choose> True.",
            },
        ),
        weight=TAKEN,
        true=NAMES,
    ),
    "ante": NewsRow("{seat} <paid|will pay> {card.paid}.", weight=DRAWN, seat=NAME, card=CARD),
    "bid": NewsRow(
        Cases(
            lambda seat, cards, *_: "cards" if cards else "nothing",
            {
                "nothing": "{seat} <bid|will bid> nothing.",
                "cards": "{seat} <bid|will bid> {cards.name}.",
            },
        ),
        seat=NAME,
        cards=BAG,
        more={
            "letter": (LETTER, lambda seat, *_: seat),
            "many": (CARDS_BID, lambda seat, cards, *_: total(cards)),
        },
        chips=[Chip("desk:{letter}", "{many.name}")],
    ),
    "won": NewsRow(
        "{seat} <won|will win> {goal.name}.",
        more={"letter": (LETTER, lambda seat, *_: seat)},
        chips=[Chip("desk:{letter}", "wins {goal.name}", "gain")],
        seat=NAME,
        goal=GOAL,
        books=[Entry("goals", "TRF-20", lambda seat, *_: {seat: 1}, adds=False)],
    ),
    "tied": NewsRow(
        "The bids <were|will be> tied: {goal.name} <was|will be> discarded.", goal=GOAL
    ),
    "discarded": NewsRow(
        Cases(
            lambda goal, *_: "unseen" if goal == UNSEEN else "seen",
            {
                "unseen": "The goal <was|will be> discarded unseen.",
                "seen": "{goal.name} <was|will be> discarded.",
            },
        ),
        goal=GOAL,
    ),
    "survived": NewsRow(
        Cases(
            lambda stage, survivors, began, _: (
                "nobody" if not survivors else "all" if survivors == began else "some"
            ),
            {
                "nobody": "Nobody <came|will come> out ahead in stage {stage}; all who began it "
                "<stayed|will stay> in.",
                "all": "Everybody <survived|will survive> stage {stage}.",
                "some": "{survivors} <survived|will survive> stage {stage}; {gone} <went|will go> "
                "out.",
            },
        ),
        stage=NUMBER,
        survivors=NAMES,
        more={"gone": (NAMES, lambda stage, survivors, began, _: began ^ survivors)},
        books=[
            Entry(
                "stages",
                "TRF-24",
                lambda stage, survivors, began, _: dict.fromkeys(each(survivors or began), 1),
            )
        ],
    ),
    "over": NewsRow(
        Cases(
            lambda winners, *_: "shared" if winners & winners - 1 else "won",
            {
                "won": "{winners} <won|will win> the game.",
                "shared": "The last stage <was|will be> over: {winners} <shared|will share> the "
                "win.",
            },
        ),
        winners=NAMES,
    ),
}

ENDINGS = {
    "survivor": Ending("TRF-22", "{winner} {winner.was} the only survivor and won the game."),
    "duel": Ending("TRF-21", "{winner} won more goals, and so the game."),
    "cards left": Ending("TRF-21", "{winner} had more cards left, and so won the game."),
    "most goals": Ending("TRF-23", "{winner} had most goals in the last stage and won the game."),
    "latest goal": Ending("TRF-23", "{winner} won the latest goal, and so the game."),
    "survivors": Ending("TRF-23", "{winner} survived the last stage and shared the win."),
    "undecided": Ending(
        "TRF-23", "Nobody came out ahead in the last stage: {winner} shared the win."
    ),
}
MOMENTS = {
    "bids": Caption("The bids are open.", "won", "tied", since=("round",)),
    "stage": Caption("The stage is over.", "survived", since=("stage",)),
}
WARNINGS = {
    "last stage": WarningRow(
        "TRF-23",
        "Stage {last} is the last: the players still in after it share the win.",
        last=NUMBER,
    ),
    "ties broken": WarningRow(
        "TRF-23",
        "Stage {last} is the last: more cards left break a tie of goals, then the latest goal.",
        last=NUMBER,
    ),
    "few stages": WarningRow(
        "TRF-23", "{stages.name} at most: stage {last} is the last.", stages=STAGES, last=NUMBER
    ),
}
