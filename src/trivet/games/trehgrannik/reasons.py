"""Why a hint suggests an answer in Trehgrannik."""

from trivet.core.sets import bit, each, has
from trivet.core.words.advice import Advice
from trivet.core.words.templates import Cases
from trivet.core.words.texts import Text
from trivet.games.trehgrannik.building import CARGO, FOREPART
from trivet.games.trehgrannik.pieces import (
    CENTRE_HOLDS,
    DOUBLES,
    FOREPART_HOLDS,
    TYPE,
)  # fmt: skip
from trivet.games.trehgrannik.rules import DECK, MOVE, SPRING, TAKE
from trivet.games.trehgrannik.state import Trehgrannik
from trivet.games.trehgrannik.words import (
    CAN_DOUBLE,
    CAN_EARN,
    EARNS_HERE,
    FILLS_CENTRE,
    FILLS_FOREPART,
    FROM_OTHERS,
    IS_DOUBLED,
    NOBODY_SEES,
    YOU_KEEP,
    YOURS_CAN_EARN,
    card_names,
)


def best_use(s: Trehgrannik, seat: int, kinds: int, ways: int) -> tuple[int, int, int]:
    """The most that one of these cards can earn where the harvester can go: coins, card, hex."""
    side, found = s.sides[seat], (0, -1, -1)
    for kind in each(kinds):
        for hexagon in each(ways & s.sites(side, bit(kind)) & ~s.settled):
            found = max(found, (s.income(seat, kind, hexagon), kind, -hexagon))
    return found


def said_use(s: Trehgrannik, seat: int, kinds: int, ways: int, text: Text = CAN_EARN) -> str:
    coins, kind, hexagon = best_use(s, seat, kinds, ways)
    return text.say(kind, coins, -hexagon) if kind >= 0 and coins else ""


def why_act(s: Trehgrannik, seat: int, choice: int) -> str:
    side = s.sides[seat]
    ways = s.lines(side)
    if TAKE <= choice < DECK:
        use = said_use(s, seat, bit(choice - TAKE), ways)
        return use or FROM_OTHERS.say(choice - TAKE)
    if choice == DECK:
        return NOBODY_SEES.say()
    if choice == MOVE:
        return said_use(s, seat, side.hand.kinds, ways)
    if choice == SPRING:
        return said_use(s, seat, side.hand.kinds, s.leaps(side))
    left = side.hand.kinds_without(choice)
    return said_use(s, seat, left, s.ways(side), YOU_KEEP)


def why_go(s: Trehgrannik, seat: int, choice: int) -> str:
    if has(s.settled, choice):
        return ""
    return said_use(s, seat, s.sides[seat].hand.kinds, bit(choice), YOURS_CAN_EARN)


def why_build(s: Trehgrannik, seat: int, choice: int) -> str:
    """What the best cards for it earn here."""
    then = s.copy()
    then.how = choice
    kinds = each(then.fitting(then.sides[seat]))
    best = sorted(((s.income(seat, kind, s.site), kind) for kind in kinds), reverse=True)
    used = best[: s.cards_for(choice)]
    names = card_names([kind for _, kind in used])
    return EARNS_HERE.say(sum(coins for coins, _ in used), names)


def why_lay(s: Trehgrannik, seat: int, choice: int) -> str:
    """What a Block doubles: this one, or one that lies there already."""
    blocks = [kind for kind in s.laid if DOUBLES[kind] == TYPE[choice]]
    if blocks:
        coins = s.income(seat, choice, s.site)
        return IS_DOUBLED.say(blocks[0], coins) if coins else ""
    others = list(s.laid)
    if s.to_lay > 1:
        others += each(s.fitting(s.sides[seat]) & ~bit(choice))
    fit = [(s.income(seat, kind, s.site), kind) for kind in others if DOUBLES[choice] == TYPE[kind]]
    coins, kind = max(fit, default=(0, 0))
    return CAN_DOUBLE.say(kind, coins) if coins else ""


def why_slot(s: Trehgrannik, seat: int, choice: int) -> str:
    """How full the slot is then."""
    side = s.sides[seat]
    if choice == CARGO:
        return ""
    if choice == FOREPART:
        room = FOREPART_HOLDS[s.seats]
        return FILLS_FOREPART.say(side.ability, side.forepart.size + 1, room)
    return FILLS_CENTRE.say(side.engine, side.centre.size + 1, CENTRE_HOLDS[s.seats])


ADVICE = Advice(
    does={
        "toll": "Pays a toll of {coins}.",
        "earned": Cases(
            lambda seat, kind, coins, *_: "some" if coins else "none",
            {"some": "Earns {coins} with {card.name}.", "none": ""},
        ),
        "doubled": "The {block.name} doubles that: {coins} more.",
        "robbed": "Takes {coins} from {rival}.",
        "last": "It is your last project: every other player has one more turn.",
    },
    features={
        "coins": ("Brings more coins.", "Brings fewer coins."),
        "points for cargo": ("Gains points for cargo.", "Gives up points for cargo."),
        "cards in hand": ("Keeps more cards.", "Keeps fewer cards."),
        "use of the cards in hand": (
            "Your cards fit better where you can go.", "Your cards fit worse where you can go.",
        ),
        "use of the harvester": (
            "Your harvester stands better for the next move.",
            "Your harvester stands worse for the next move.",
        ),
        "modules": ("Builds a module.", "Builds no module."),
        "bases": ("Builds a base.", "Builds no base."),
        "projects beside each other": (
            "Builds beside your other projects.", "Builds away from your other projects.",
        ),
        "cards in the centre": ("Fills your centre.", "Leaves your centre emptier."),
        "cards in the forepart": ("Loads your forepart.", "Leaves your forepart emptier."),
        "of a forepart that is ready": (
            "Your forepart is ready to use.", "Uses up your forepart.",
        ),
        "cards in the cargo": ("Puts more into the cargo.", "Puts less into the cargo."),
        "of the turn left": ("Your turn goes on.", "Ends your turn."),
    },
    because={
        "act": why_act, "take": why_act, "rebate": why_act, "fee": why_act, "go": why_go,
        "build": why_build, "lay": why_lay, "slot": why_slot,
    },
)  # fmt: skip
