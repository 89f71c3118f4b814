"""The nouns of Trehgrannik, and its texts outside of questions and news, each with its key."""

from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import each
from trivet.core.state import Objection
from trivet.core.words.fields import ComputedField, Field, counted, listed, plain
from trivet.core.words.templates import Cases
from trivet.core.words.texts import VERBATIM, Text, Texts
from trivet.core.words.values import Value
from trivet.games.trehgrannik.board import GROUNDS, TERRAINS
from trivet.games.trehgrannik.names import HEX_NAMES, HOWS, SLOTS
from trivet.games.trehgrannik.pieces import (
    CARDS,
    CENTRES,
    COLOURS,
    FOREPARTS,
)  # fmt: skip

# --- nouns ----------------------------------------------------------------------------------------


def card(kind: int) -> Value:
    """ "an Ice Melter", or "An Ice Melter" where a sentence begins; two lines on the card."""
    row = CARDS[kind]
    name, article = row.name, "n" if row.name[0] in "AEIO" else ""
    top, bottom = name.split()
    return Value(
        row.code,
        name=name,
        a=f"a{article} {name}",
        first=f"A{article} {name}",
        top=top,
        bottom=bottom,
        counts=row.counts,
        touch=name.replace(" ", "_"),
    )


def no_card(said: str) -> Objection:
    return Objection("HOUSE-2", NO_CARD.say())


def no_hex(said: str) -> Objection:
    return Objection("HOUSE-2", NO_HEX.say())


CARD = Field(
    map(card, range(len(CARDS))),
    noun="card",
    also={row.name.lower(): kind for kind, row in enumerate(CARDS)},
    shape=".*",
    wrong=no_card,
)
WHERE = Field(  # by a card's condition
    (
        Value(drawing, name=name)
        for drawing, name in (
            ("rock", "on Rock"),
            ("sand", "on Sand"),
            ("ice", "on Ice"),
            ("any", "anywhere"),
            ("rift", "by a Rift"),
        )
    ),
    noun="where",
)
HEX = Field(HEX_NAMES, shape=".*", wrong=no_hex)
GROUND = Field(
    (Value(letter, name=name) for letter, name in zip("RSI#O", GROUNDS, strict=True)),
    noun="ground",
    also={name.lower(): ground for ground, name in enumerate(GROUNDS)},
)
HOW_NAMES = (
    "a module with one card",
    "a base with two cards",
    "a module with two cards, using the forepart",
    "a base with three cards, using the forepart",
    "a module with any card, using the forepart",
    "a base with any two cards, using the forepart",
)
HOW = Field(
    (
        Value(how, name=name, touch=how.replace(" ", "_"))
        for how, name in zip(HOWS, HOW_NAMES, strict=True)
    ),
    noun="how",
)
SORT = Field([Value("module", a="a module"), Value("base", a="a base")], noun="sort")
SLOT = Field((Value(slot, the=f"the {slot}") for slot in SLOTS), noun="slot")
FOREPART, MAIN_PART = Field(FOREPARTS), Field(CENTRES)
SEAT, NUMBER, CARDS_TAKEN = Field(SEAT_LETTERS), plain(), counted("card", "cards")
COINS, POINTS = counted("coin", "coins"), counted("point", "points")
MODULES, BASES = counted("module", "modules"), counted("base", "bases")

TEXTS = Texts()
EFFECT_NAMES = {
    effect: TEXTS.add(f"effect.{effect}.name", effect) for effect in (*FOREPARTS, *CENTRES)
}
COLOUR_NAMES = {colour: TEXTS.add(f"colour.{colour}", colour) for colour in COLOURS}
FOREPART_NAME = ComputedField(lambda n: Value(EFFECT_NAMES[FOREPARTS[n]].say(), n))
MAIN_PART_NAME = ComputedField(lambda n: Value(EFFECT_NAMES[CENTRES[n]].say(), n))


def effect_name(effect: str) -> str:
    """Empty before a mat is fitted."""
    return EFFECT_NAMES[effect].say() if effect else ""


def card_names(kinds: list[int]) -> str:
    return listed([CARD.value(kind).name for kind in kinds])


# --- how an answer is typed, by example -----------------------------------------------------------

EXAMPLES_OR = TEXTS.add("how.act.or", ", or ")
EXAMPLES = (
    TEXTS.add("how.act.deck", "'deck'"),
    TEXTS.add("how.act.take", "'take RT' (from the market)"),
    TEXTS.add("how.act.fee", "'fee RQ' to move"),
    TEXTS.add("how.act.move", "'move' (without a fee)"),
    TEXTS.add("how.act.leap", "'leap' to any hex"),
)
BUILDINGS_OR = TEXTS.add("how.build.or", " or ")
BUILDINGS = tuple(TEXTS.add(f"how.build.{how}", f"'{how}'") for how in HOWS)
TO_ACT = ComputedField(lambda members: alternatives(members, EXAMPLES, EXAMPLES_OR))
TO_BUILD = ComputedField(lambda members: alternatives(members, BUILDINGS, BUILDINGS_OR))


def alternatives(members: int, texts: tuple[Text, ...], word: Text) -> Value:
    """A set of texts as one number."""
    return Value(word.say().join(texts[number].say() for number in each(members)), members)


# --- refusals -------------------------------------------------------------------------------------

NO_CARD = TEXTS.add("refusal.card", "No card has that name; type two letters, as RQ, or all of it.")
NO_HEX = TEXTS.add("refusal.hex", "There is no such hex; the rows are a to i, and e4 is the pad.")
NO_PASS = TEXTS.add("refusal.pass", "You can take a card or move, so you may not pass.")
NO_LEAP = TEXTS.add("refusal.leap", "Only a full forepart with the leap can take you anywhere.")
MOVE_COSTS = TEXTS.add("refusal.move", "A move costs a card from your hand as its fee.")
NOWHERE = TEXTS.add("refusal.nowhere", "Your harvester has nowhere to go.")
MOVES_FREE = TEXTS.add("refusal.free", "Your centre moves you without a fee.")
NOT_HELD = TEXTS.add("refusal.not_held", "You hold no {card.name}.", card=CARD)
NOWHERE_AFTER = TEXTS.add("refusal.fee", "With the cards left after that fee you could go nowhere.")
TAKE_ALL = TEXTS.add("refusal.take", "You must take as many cards as there are to take.")
EMPTY_DECK = TEXTS.add("refusal.deck", "The deck is empty.")
NOT_ON_MARKET = TEXTS.add("refusal.market", "There is no {card.name} on the market.", card=CARD)
TAKE_ONE = TEXTS.add("refusal.source", "Take a card from the deck or from the market.")
NO_FEE_BACK = TEXTS.add("refusal.rebate", "You may not take a card of the fee's name back.")
STANDS_THERE = TEXTS.add("refusal.here", "Your harvester stands there already.")
NO_STOP = TEXTS.add("refusal.stop", "A harvester may not stop on a Rift.")
CANNOT_BUILD = TEXTS.add("refusal.empty", "That hex is empty, and you cannot build there.")
NO_CROSSING = TEXTS.add("refusal.cross", "A harvester may not cross a Rift.")
STRAIGHT = TEXTS.add("refusal.line", "A harvester moves in a straight line.")
NO_MODULE = TEXTS.add("refusal.module", "You have no module left.")
NO_BASE = TEXTS.add("refusal.base", "You have no base left.")
NO_HELP = TEXTS.add("refusal.help", "Your forepart does not do that, or is not full.")
NONE_FITS = TEXTS.add("refusal.one", "None of your cards may be built on this hex.")
NO_TWO = TEXTS.add("refusal.two", "You have no two cards of different names for this hex.")
NO_THREE = TEXTS.add("refusal.three", "You have no three cards of different names for this hex.")
DIFFERENT = TEXTS.add("refusal.names", "The cards of a base must have different names.")
NOT_HERE = TEXTS.add("refusal.ground", "{card.name} may not be built on this hex.", card=CARD)
CANNOT_DOUBLE = TEXTS.add(
    "refusal.double", "{block.name} cannot double {card.name}.", block=CARD, card=CARD
)
DOUBLES_SAME = TEXTS.add("refusal.block", "A Block doubles a card of the same construction.")
FULL_FOREPART = TEXTS.add("refusal.forepart", "Your forepart is full.")
FULL_CENTRE = TEXTS.add("refusal.centre", "Your centre is full.")
THREE_SLOTS = TEXTS.add("refusal.slot", "A harvester has three slots: forepart, centre and cargo.")

# --- the planet -----------------------------------------------------------------------------------

PLANET = TEXTS.add("label.planet", "The planet")
FOG_LABEL = TEXTS.add(
    "label.fog", "{hex}, not laid yet[, {harvesters}]", hex=HEX, harvesters=VERBATIM
)
HEX_LABEL = TEXTS.add(
    "label.hex",
    Cases(
        lambda hexagon, ground, project, harvesters: (
            "built" if project else "empty" if ground in GROUNDS[:TERRAINS] else "bare"
        ),
        {
            "built": "{hex}, {ground.name}, {project}[, {harvesters}]",
            "empty": "{hex}, {ground.name}, empty[, {harvesters}]",
            "bare": "{hex}, {ground.name}[, {harvesters}]",
        },
    ),
    hex=HEX,
    ground=GROUND,
    project=VERBATIM,
    harvesters=VERBATIM,
)
WHOSE = TEXTS.add(
    "label.whose",
    Cases(
        lambda what, seat: what,
        {
            "module": "module of {seat}",
            "base": "base of {seat}",
            "harvester": "harvester of {seat}",
        },
    ),
    what=VERBATIM,
    seat=SEAT,
)
SITE_LABEL = TEXTS.add("label.site", "A project is being built on {hex}", hex=HEX)
POINTS_NOTE = TEXTS.add("note.points", "{points.name}", points=POINTS)
CARDS_NOTE = TEXTS.add("note.cards", "{cards.name}", cards=CARDS_TAKEN)
LEFT_NOTE = TEXTS.add("note.left", "{left} to build", left=NUMBER)

# --- mats -----------------------------------------------------------------------------------------

MAT_LABEL = TEXTS.add(
    "label.mat",
    "{seat}: {coins.name}; {forepart}; {centre}; {cargo}; "
    "{modules.name} and {bases.name} left[; known in hand: {known}]",
    seat=SEAT,
    coins=COINS,
    forepart=VERBATIM,
    centre=VERBATIM,
    cargo=VERBATIM,
    modules=MODULES,
    bases=BASES,
    known=VERBATIM,
)
SLOT_LABEL = TEXTS.add(
    "label.slot",
    Cases(
        lambda slot, *_: slot,
        {
            "forepart": "forepart {effect}, {count} of {room}",
            "centre": "centre {effect}, {count} of {room}",
        },
    ),
    slot=SLOT,
    effect=VERBATIM,
    count=NUMBER,
    room=NUMBER,
)
CARGO_LABEL = TEXTS.add(
    "label.cargo",
    Cases(
        lambda counts: "some" if counts else "none",
        {"some": "cargo {counts}", "none": "cargo empty"},
    ),
    counts=VERBATIM,
)
COLOUR_COUNT = TEXTS.add("label.colour", "{count} {colour}", count=NUMBER, colour=VERBATIM)
PART_LABEL = TEXTS.add(
    "label.part",
    Cases(
        lambda part, seat: part,
        {part: f"{part} of {{seat}}" for part in ("purse", *SLOTS)},
    ),
    part=VERBATIM,
    seat=SEAT,
)
CRATE_LABEL = TEXTS.add("label.crate", "{colour} card", colour=VERBATIM)
FREE_PLACE = TEXTS.add("label.free", "free place")
EFFECTS = {
    effect: TEXTS.add(f"effect.{effect}.does", does)
    for effect, does in (
        ("Lone", "a module with two cards"),
        ("Triple", "a base with three cards"),
        ("Leap", "a move to any hex"),
        ("Waiver", "building against the conditions"),
        ("Free", "moves cost no fee"),
        ("Third", "adding takes three cards"),
        ("Crossing", "moves may cross Rifts"),
        ("Rebate", "a card after every fee"),
    )
}
LONE_BASE = TEXTS.add("effect.lone_base", "a base with one card")  # by an option
CARGO_DOES = TEXTS.add("effect.cargo", "points at the end")
SLOT_DOES = TEXTS.add("label.slot_does", "{slot}: {effect}", slot=VERBATIM, effect=VERBATIM)
SLOT_MARKS = {slot: TEXTS.add(f"mark.{slot}", slot.capitalize()) for slot in SLOTS}
YOUR_MAT = TEXTS.add("label.your_mat", "Your mat")

# --- cards ----------------------------------------------------------------------------------------

CARD_LABEL = TEXTS.add(
    "label.card",
    Cases(
        lambda card, count, *_: "many" if count > 1 else "one",
        {
            "many": "{card.name}, {count} of them, built {where.name}, {coins} {card.counts}",
            "one": "{card.name}, built {where.name}, {coins} {card.counts}",
        },
    ),
    card=CARD,
    count=NUMBER,
    where=WHERE,
    coins=NUMBER,
)
MARKET = TEXTS.add("label.market", "Market")
DECK_LABEL = TEXTS.add(
    "label.deck",
    Cases(
        lambda cards: "some" if cards else "none",
        {"some": "The deck, {cards.name}", "none": "The deck is empty"},
    ),
    cards=CARDS_TAKEN,
)
YOUR_HAND = TEXTS.add("label.hand", "Your hand")
EMPTY_HAND = TEXTS.add("mark.hand", "Your hand is empty")
ALL_HANDS = TEXTS.add("label.hands", "All hands")
EMPTY_HANDS = TEXTS.add("mark.hands", "All hands are empty")
TILE_LABEL = TEXTS.add("label.tile", "{name}, {more}", name=VERBATIM, more=VERBATIM)
EARN = TEXTS.add("mark.earn", "Earn")
COINS_MARK = TEXTS.add("mark.coins", "{coins.name}", coins=COINS)
TILES = {  # by what is touched, or how it is built; Lone may use one card
    tile: (TEXTS.add(f"mark.{tile}.name", name), TEXTS.add(f"mark.{tile}.more", more))
    for tile, name, more in (
        ("move", "Move", "no fee"),
        ("leap", "Leap", "to any hex"),
        ("module", "Module", "1 card"),
        ("base", "Base", "2 cards"),
        ("lone base", "Module", "2 cards"),
        ("one card", "Base", "1 card"),
        ("triple base", "Base", "3 cards"),
        ("waived module", "Module", "any card"),
        ("waived base", "Base", "any 2 cards"),
    )
}

# --- pictures in the terminal ---------------------------------------------------------------------

LEGEND = TEXTS.add("picture.land", "R S I land # Rift")
LEGEND_HARVESTER = TEXTS.add("picture.harvester", "* harvester")
LEGEND_PROJECTS = TEXTS.add("picture.projects", "a module  A base")
PROGRESS = TEXTS.add(
    "picture.progress", "Turn {turn}, {cards} cards in the deck", turn=NUMBER, cards=NUMBER
)
MARKET_HEAD = TEXTS.add("picture.market", "Market:")
NAMED_CARD = TEXTS.add("picture.card", "{card} {card.name}", card=CARD)
STANDING = TEXTS.add(
    "picture.standing",
    "{coins} coins +{cargo} {modules} modules {bases} bases left, at {hex}, hand {cards}",
    coins=VERBATIM,
    cargo=VERBATIM,
    modules=VERBATIM,
    bases=NUMBER,
    hex=HEX,
    cards=NUMBER,
)
MAT = TEXTS.add(
    "picture.mat",
    "{forepart}, {centre}, cargo {cargo}",
    forepart=VERBATIM,
    centre=VERBATIM,
    cargo=VERBATIM,
)
FILLED = TEXTS.add(
    "picture.slot",
    Cases(
        lambda effect, count, room: "full" if count == room else "some",
        {"full": "{effect} {count}/{room} full", "some": "{effect} {count}/{room}"},
    ),
    effect=VERBATIM,
    count=NUMBER,
    room=NUMBER,
)
SHORT_COLOURS = {
    colour: TEXTS.add(f"picture.{colour}", short)
    for colour, short in zip(
        COLOURS, ("blu", "red", "yel", "grn", "pur", "blk", "wht"), strict=True
    )
}
KNOWN = TEXTS.add("picture.known", "; known {cards}", cards=VERBATIM)
HAND = TEXTS.add("picture.hand", "Hand: {cards}", cards=VERBATIM)

# --- why a hint suggests an answer ----------------------------------------------------------------

USE = {"card": CARD, "coins": NUMBER, "hex": HEX}
CAN_EARN = TEXTS.add("reason.use", "{card.name} can earn {coins} on {hex}.", **USE)
YOU_KEEP = TEXTS.add("reason.keep", "You keep {card.name}, which can earn {coins} on {hex}.", **USE)
YOURS_CAN_EARN = TEXTS.add("reason.go", "Your {card.name} can earn {coins} on {hex}.", **USE)
FROM_OTHERS = TEXTS.add("reason.take", "Keeps {card.name} from the others.", card=CARD)
NOBODY_SEES = TEXTS.add("reason.deck", "Nobody sees what you take.")
EARNS_HERE = TEXTS.add(
    "reason.build", "Can earn {coins} here with {cards}.", coins=NUMBER, cards=VERBATIM
)
IS_DOUBLED = TEXTS.add(
    "reason.doubled", "Your {block.name} can double it: {coins} more.", block=CARD, coins=NUMBER
)
CAN_DOUBLE = TEXTS.add(
    "reason.double", "Can double {card.name}: {coins} more.", card=CARD, coins=NUMBER
)
FILLS_FOREPART = TEXTS.add(
    "reason.forepart",
    "Your forepart, {effect}, then has {count} of {room} cards.",
    effect=FOREPART_NAME,
    count=NUMBER,
    room=NUMBER,
)
FILLS_CENTRE = TEXTS.add(
    "reason.centre",
    "Your centre, {effect}, then has {count} of {room} cards.",
    effect=MAIN_PART_NAME,
    count=NUMBER,
    room=NUMBER,
)
