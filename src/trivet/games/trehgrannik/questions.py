"""Trehgrannik at the table: every question with its answers, every piece of news, every ending.

In writing: "deck", "take RT", "fee RQ", "go d5", "module", "lay RT", "double RT", "cargo".  Cards
have two letters (RQ is a Rock Quarry), hexes a row and a number (e4 is the pad).
"""

from collections.abc import Mapping

from trivet.core.sets import bit, each, has, is_several
from trivet.core.words.answers import Form, Question, chance_question
from trivet.core.words.entries import Entry, gain
from trivet.core.words.fields import (
    NAME,
    ComputedField,
    Fact,
    Field,
    counted,
    listed,
)
from trivet.core.words.news import DRAWN, TAKEN, Chip, Ending, NewsRow, WarningRow
from trivet.core.words.templates import Cases
from trivet.core.words.values import Caption, Value
from trivet.games.trehgrannik.board import PAD_HEX, TURNS
from trivet.games.trehgrannik.building import COINS
from trivet.games.trehgrannik.names import HEX_NAMES, PART_LETTERS
from trivet.games.trehgrannik.pieces import SYSTEMS, TYPE, TYPE_NAMES
from trivet.games.trehgrannik.rules import DECK, MOVE, PASS, SPRING, TAKE
from trivet.games.trehgrannik.state import LONE_BASE, WHY_OVER, Trehgrannik
from trivet.games.trehgrannik.words import (
    CARD,
    CARDS_TAKEN,
    FOREPART,
    FOREPART_NAME,
    GROUND,
    HEX,
    HOW,
    MAIN_PART,
    MAIN_PART_NAME,
    NUMBER,
    SEAT,
    SLOT,
    SORT,
    TO_ACT,
    TO_BUILD,
    card_names,
)

# --- fields ---------------------------------------------------------------------------------------


PART, TURNED = Field(PART_LETTERS), Field(map(str, range(TURNS)))
TURNS_LEFT, PASSES = counted("turn", "turns"), counted("more pass", "more passes")

# --- facts: what the position knows ---------------------------------------------------------------


def examples(s: Trehgrannik, seat: int) -> int:
    """The set of those ways to act that are possible now."""
    options = s.options(seat)
    ways = (
        DECK in options,
        any(TAKE <= choice < DECK for choice in options),
        any(choice < TAKE for choice in options),
        MOVE in options,
        SPRING in options,
    )
    return sum(bit(way) for way, is_possible in enumerate(ways) if is_possible)


def ways_to_act(s: Trehgrannik, seat: int) -> str:
    """TRG-20, TRG-22  Which case of the question fits what is possible now."""
    options = s.options(seat)
    takes = any(TAKE <= choice <= DECK for choice in options)
    pays = any(choice < TAKE or choice == SPRING for choice in options)
    if pays or MOVE in options:
        return ("both" if takes else "move") if pays else "free" if takes else "move free"
    return "cards"


def toll(s: Trehgrannik, hexagon: int) -> int:
    """TRG-23  1 for a module, 2 for a base."""
    return 1 if has(s.sides[s.owner(hexagon)].modules, hexagon) else 2


SITE = Fact(HEX, lambda s, seat, found: s.site)
SITE_GROUND = Fact(GROUND, lambda s, seat, found: s.planet.ground[s.site])
THERE = Fact(GROUND, lambda s, seat, found: s.planet.ground[found["hex"].number])
OWNER = Fact(SEAT, lambda s, seat, found: s.owner(found["hex"].number))
TOLL = Fact(NUMBER, lambda s, seat, found: toll(s, found["hex"].number))
FOREPART_SAID = Fact(FOREPART_NAME, lambda s, seat, found: found["effect"].number)
MAIN_PART_SAID = Fact(MAIN_PART_NAME, lambda s, seat, found: found["effect"].number)
INCOME = Fact(NUMBER, lambda s, seat, found: s.income(seat, found["card"].number, s.site))
BLOCK = Fact(CARD, lambda s, seat, found: s.laid[s.looked_at])
BLOCK_COINS = Fact(NUMBER, lambda s, seat, found: s.terms.pays[s.laid[s.looked_at]])
USED_CARD = Fact(CARD, lambda s, seat, found: s.laid[s.stored])
LEFT_TO_TAKE = Fact(NUMBER, lambda s, seat, found: s.to_take)
FULL_TAKE = Fact(CARDS_TAKEN, lambda s, seat, found: s.full_take(s.sides[seat]))
EXAMPLES = Fact(TO_ACT, lambda s, seat, found: examples(s, seat))
BUILDINGS = Fact(TO_BUILD, lambda s, seat, found: sum(map(bit, s.options(seat))))

# --- questions ------------------------------------------------------------------------------------


def what_is_there(s: Trehgrannik, seat: int, found: Mapping[str, Value]) -> str:
    hexagon = found["hex"].number
    if hexagon == PAD_HEX:
        return "pad"
    owner = s.owner(hexagon)
    return "empty" if owner < 0 else "own" if owner == seat else "rival"


def turned_up(word: str) -> Question:
    """A card that chance turns up."""
    return chance_question(
        f"'{word}' and a card, as {word} RQ",
        Form(text=f"{word} {{card}}", touches="", words="Turn up {card.a}", card=CARD),
    )


ACTS = {  # of these every question about cards and moves allows some
    0: Form(
        text="fee {card}",
        touches="hand:{card.touch}",
        words="Move: pay {card.a} as the fee",
        card=CARD,
    ),
    TAKE: Form(
        text="take {card}",
        touches="market:{card.touch}",
        words="Take {card.a} from the market",
        card=CARD,
    ),
    DECK: Form(text="deck", touches="deck", words="Take the top card of the deck"),
    MOVE: Form(text="move", touches="move", words="Move without a fee"),
    SPRING: Form(text="leap", touches="leap", words="Use the forepart: leap to any hex"),
    PASS: Form(text="pass", touches="pass", words="Pass"),
}
HOW_TO_TAKE = "'deck', or 'take' and a card of the market, as take RT"

QUESTIONS = {
    "act": Question(
        "TRG-20",
        ask=Cases(
            ways_to_act,
            {
                "both": "Take {number.name} (deck or market), or pay a card to move.",
                "free": "Take {number.name} (deck or market), or move.",
                "cards": "Take {number.name} (deck or market).",
                "move": "Pay a card to move.",
                "move free": "Move your harvester.",
            },
        ),
        wait="{seat} begin{s} a turn.",
        how="{examples}",
        answers=ACTS,
        shows="effects",
        elsewhere={"cell": "To move there, first pay with a card from your hand."},
        examples=EXAMPLES,
        number=FULL_TAKE,
    ),
    "take": Question(
        "TRG-20",
        ask=Cases(
            lambda s, seat: "one" if s.to_take == 1 else "many",
            {
                "one": "Take one more card, from the deck or the market.",
                "many": "Take {number} more cards, from the deck or the market.",
            },
        ),
        wait="{seat} take{s} more cards.",
        how=HOW_TO_TAKE,
        answers=ACTS,
        number=LEFT_TO_TAKE,
    ),
    "fee": Question(
        "TRG-22",
        ask="Which card is the fee of your leap?",
        wait="{seat} pay{s} the fee of a leap.",
        how="'fee' and a card of your hand, as fee RQ",
        answers=ACTS,
    ),
    "rebate": Question(
        "TRG-42",
        ask="Take a card for your fee, from the deck or the market.",
        wait="{seat} take{s} a card for the fee.",
        how=HOW_TO_TAKE,
        answers=ACTS,
    ),
    "go": Question(
        "TRG-22",
        ask="Where does your harvester go?",
        wait="{seat} move{s} the harvester.",
        how="'go' and a hex, as go d5",
        answers=Form(
            text="(go ){hex}",
            touches="cell:{hex}",
            words=Cases(
                what_is_there,
                {
                    "pad": "Go to {hex}, the Landing pad",
                    "empty": "Go to {hex} and build there ({ground.name})",
                    "own": "Go to {hex}, your own project",
                    "rival": "Go to {hex} and pay {owner} {toll}",
                },
            ),
            hex=HEX,
            ground=THERE,
            owner=OWNER,
            toll=TOLL,
        ),
    ),
    "build": Question(
        "TRG-30",
        ask="What do you build on {site} ({ground.name})?",
        wait="{seat} choose{s} what to build on {site}.",
        how="{buildings}",
        answers=Form(
            text="{how}",
            touches="build:{how.touch}",
            words=Cases(
                lambda s, seat, found: (
                    "lone base"
                    if s.terms.lone_is_base and found["how"].number == LONE_BASE
                    else "as named"
                ),
                {
                    "lone base": "Build a base with one card, using the forepart",
                    "as named": "Build {how.name}",
                },
            ),
            reads="(build ){how}",
            how=HOW,
        ),
        shows="projects",
        shortcuts={"hand": 0},  # a card: a module with it
        site=SITE,
        ground=SITE_GROUND,
        buildings=BUILDINGS,
    ),
    "lay": Question(
        "TRG-30",
        ask="Which card is built on {site} ({ground.name})?",
        wait="{seat} choose{s} a card to build on {site}.",
        how="'lay' and a card of your hand, as lay RT",
        answers=Form(
            text="(lay ){card}",
            touches="hand:{card.touch}",
            words="Lay {card.a}, which earns {income}",
            card=CARD,
            income=INCOME,
        ),
        shows="laid cards",
        site=SITE,
        ground=SITE_GROUND,
    ),
    "block": Question(
        "TRG-31",
        ask="What does your {block.name} do?",
        wait="{seat} decide{s} what the {block.name} does.",
        how="'coins', or 'double' and a card, as double RT",
        answers={
            0: Form(
                text="double {card}",
                touches="laid:{card.touch}",
                words="Double the {income} of the {card.name}",
                card=CARD,
                income=INCOME,
            ),
            COINS: Form(text="coins", touches="coins", words="Earn {coins}", coins=BLOCK_COINS),
        },
        shows="block",
        block=BLOCK,
    ),
    "slot": Question(
        "TRG-32",
        ask="Which slot takes your {card.name}?",
        wait="{seat} put{s} away {card.a}.",
        how="'forepart', 'centre' or 'cargo'",
        answers=Form(
            text="{slot}", touches="slot:{slot}", words="Put it into {slot.the}", slot=SLOT
        ),
        shows="slots",
        card=USED_CARD,
    ),
    "deal": turned_up("deal"),
    "market": turned_up("market"),
    "draw": turned_up("draw"),
    "forepart": chance_question(
        "'forepart' and its effect, as forepart Leap",
        Form(
            text="forepart {effect}",
            touches="",
            words="A forepart with the effect {said}",
            effect=FOREPART,
            said=FOREPART_SAID,
        ),
    ),
    "main": chance_question(
        "'main' and its effect, as main Free",
        Form(
            text="main {effect}",
            touches="",
            words="A main part with the effect {said}",
            effect=MAIN_PART,
            said=MAIN_PART_SAID,
        ),
    ),
    "part": chance_question(
        "'part', its letter and how often it is turned, as part A0",
        Form(
            text="part {part}{turns}",
            touches="",
            words="Part {part}, turned {turns} times",
            part=PART,
            turns=TURNED,
        ),
    ),
    "lot": chance_question(
        "'lot' and a seat, as lot A",
        Form(text="lot {seat}", touches="", words="{seat} starts", seat=SEAT),
    ),
}

# --- news -----------------------------------------------------------------------------------------


def purses(starter: int, packed: int, *_: int) -> dict[int, int]:
    """TRG-13  The starting coins by seat, as DrawLots packs them: eight bits each."""
    return {seat: coins for seat, coins in enumerate(packed.to_bytes(4, "little")) if coins}


def income_of(type_: int) -> Entry:
    """What the cards of one type earned."""
    return Entry(
        TYPE_NAMES[type_],
        "TRG-37" if type_ == SYSTEMS else "TRG-31",
        lambda seat, kind, coins, _: {seat: coins} if TYPE[kind] == type_ else {},
    )


def laid(packed: int) -> Value:
    """The cards of a project, as Earn packs them: six bits for each, its kind + 1."""
    kinds = [packed >> place & 63 for place in range(0, 18, 6)]
    return Value(card_names([kind - 1 for kind in kinds if kind]), packed)


def hexes(members: int) -> Value:
    """A set of hexes: what to call them, and the things on the board."""
    names = [HEX_NAMES[place] for place in each(members)]
    touch = " ".join(f"cell:{name}" for name in names)
    return Value(" ".join(names), members, touch=touch, name=listed(names))


HEX_SET = ComputedField(hexes)
NEWS = {
    "began": NewsRow(
        "{seat} <had|will have> the first turn.",
        weight=DRAWN,
        books=[Entry("purse", "TRG-13", purses)],
        seat=NAME,
    ),
    "fitted_forepart": NewsRow(
        "{seat} <got|will get> the forepart {part}.", dull=True, seat=NAME, part=FOREPART_NAME
    ),
    "fitted_centre": NewsRow(
        "{seat} <got|will get> the centre {part}.", dull=True, seat=NAME, part=MAIN_PART_NAME
    ),
    "shown": NewsRow("{card.first} <came|will come> to the market.", dull=True, card=CARD),
    "drawn": NewsRow("{seat} <took|will take> a card from the deck.", weight=DRAWN, seat=NAME),
    "drew": NewsRow("{seat} <drew|will draw> {card.a}.", dull=True, seat=NAME, card=CARD),
    "took": NewsRow(
        "{seat} <took|will take> {card.a} from the market.", weight=TAKEN, seat=NAME, card=CARD
    ),
    "paid": NewsRow("{seat} <paid|will pay> {card.a} to move.", dull=True, seat=NAME, card=CARD),
    "used": NewsRow(
        "{seat} <used|will use> the forepart: {effect}.",
        weight=TAKEN,
        seat=NAME,
        effect=FOREPART_NAME,
    ),
    "moved": NewsRow("{seat} <moved|will move> to {hex}.", weight=TAKEN, seat=NAME, hex=HEX),
    "toll": NewsRow(
        "{seat} <paid|will pay> {owner} a toll of {coins}.",
        weight=TAKEN,
        seat=NAME,
        owner=NAME,
        coins=NUMBER,
        books=[
            Entry("tolls", "TRG-23", lambda seat, owner, coins, _: {seat: -coins, owner: coins})
        ],
    ),
    "laid": NewsRow("{seat} <laid|will lay> {card.a}.", dull=True, seat=NAME, card=CARD),
    "built": NewsRow(
        "{seat} <built|will build> {sort.a} with {cards}.",
        short="{seat} built {sort.a}.",
        seat=NAME,
        hex=HEX,
        sort=SORT,
        cards=ComputedField(laid),
    ),
    "earned": NewsRow(
        "{seat} <earned|will earn> {coins} with {card.name}.",
        dull=True,
        seat=NAME,
        card=CARD,
        coins=NUMBER,
        hex=HEX,
        chips=[Chip("cell:{hex}", "+{coins}", "gain")],
        books=[income_of(type_) for type_ in range(len(TYPE_NAMES))],
    ),
    "counted": NewsRow(
        Cases(
            lambda seat, card, coins, hexes: "many" if is_several(hexes) else "one",
            {
                "one": "The {card.name} <paid|will pay> {coins} for {hexes.name}.",
                "many": "The {card.name} <paid|will pay> {coins} each for {hexes.name}.",
            },
        ),
        dull=True,
        seat=NAME,
        card=CARD,
        coins=NUMBER,
        hexes=HEX_SET,
        chips=[Chip("{hexes.touch}", "{coins}", "part")],
    ),
    "robbed": NewsRow(
        "{seat} <took|will take> {coins} from {rival}.",
        harms=lambda seat, rival, *_: rival,
        seat=NAME,
        rival=NAME,
        coins=NUMBER,
        books=[
            Entry("taken by Systems", "TRG-37", lambda seat, rival, coins, _: {rival: -coins}),
        ],
    ),
    "doubled": NewsRow(
        "The {block.name} <doubled|will double> that: {seat} <earned|will earn> {coins} more.",
        dull=True,
        seat=NAME,
        block=CARD,
        coins=NUMBER,
        books=gain("Blocks", "TRG-31", 2),
    ),
    "stored": NewsRow(
        "{seat} <put|will put> {card.a} into {slot.the}.",
        dull=True,
        seat=NAME,
        card=CARD,
        slot=SLOT,
    ),
    "passed": NewsRow(
        "{seat} <showed|will show> the hand, and <passed|pass>.", weight=TAKEN, seat=NAME
    ),
    "last": NewsRow(
        "{seat} <finished|will finish> the last project; every other player <had|will have> one "
        "more turn.",
        seat=NAME,
    ),
    "over": NewsRow(
        Cases(
            lambda why, *_: WHY_OVER[why],
            {
                "built up": "The last turns <were|will be> taken, and the game <was|will be> over.",
                "all passed": "Everybody <passed|will pass>, and the game <was|will be> over.",
                "no projects": (
                    "Nothing <was|will be> built for a hundred turns, and the game "
                    "<was|will be> over."
                ),
                "too long": "Three hundred turns <were|will be> taken, and the game <was|will be> "
                "over.",
            },
        ),
    ),
    "points": NewsRow(
        "{seat} <ended|will end> with {points} points: {coins} coins and {cargo} for cargo.",
        dull=True,
        seat=NAME,
        coins=NUMBER,
        cargo=NUMBER,
        more={"points": (NUMBER, lambda seat, coins, cargo, _: coins + cargo)},
        books=gain("cargo", "TRG-52", 2),
    ),
}

ENDINGS = {
    "built up": Ending(
        "TRG-50", "The last turns were taken: {winner} won with {most.name} to {next}."
    ),
    "all passed": Ending("TRG-51", "Everybody passed: {winner} won with {most.name} to {next}."),
    "no projects": Ending(
        "TRG-51",
        "Nothing was built for a hundred turns: {winner} won with {most.name} to {next}.",
    ),
    "too long": Ending(
        "TRG-51", "Three hundred turns were taken: {winner} won with {most.name} to {next}."
    ),
    "shared": Ending("TRG-53", "{winner} had {most.name} each and shared the win."),
}
MOMENTS = {
    "project": Caption("A project is built, and its cards have earned.", "built", since=("moved",))
}
WARNINGS = {
    "last turns": WarningRow(
        "TRG-50",
        Cases(
            lambda seat, turns: "one" if turns == 1 else "many",
            {
                "one": "{seat} has built the last project: this is the last turn.",
                "many": "{seat} has built the last project: {turns.name} left.",
            },
        ),
        seat=SEAT,
        turns=TURNS_LEFT,
    ),
    "last project": WarningRow(
        "TRG-50",
        "{seat} has one project left: after it every other player has one more turn.",
        seat=SEAT,
    ),
    "passes": WarningRow(
        "TRG-51",
        Cases(
            lambda passes: "one" if passes == 1 else "many",
            {
                "one": "One more pass ends the game.",
                "many": "{passes.name} in a row end the game.",
            },
        ),
        passes=PASSES,
    ),
    "no projects": WarningRow(
        "TRG-51", "The game ends after {turns.name} more without a project.", turns=TURNS_LEFT
    ),
    "too long": WarningRow(
        "TRG-51", "Three hundred turns end the game: {turns.name} left.", turns=TURNS_LEFT
    ),
}
