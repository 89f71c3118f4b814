"""What the cards, mats and projects of Trehgrannik do."""

from trivet.core.words.topics import Topic
from trivet.games.trehgrannik.pieces import CARDS, TYPE_NAMES, Card
from trivet.games.trehgrannik.words import CARD, COINS, EFFECTS, WHERE

RULES = {"Protection": "TRG-30", "Systems": "TRG-37", "Blocks": "TRG-31"}  # by type
PARTS = {"Free": "TRG-42", "Third": "TRG-42", "Crossing": "TRG-42", "Rebate": "TRG-42"}


def _card(card: Card) -> Topic:
    words, where, type_name = CARD.read(card.name), WHERE.value(card.where), TYPE_NAMES[card.type]
    money = COINS.value(card.coins).name
    return Topic(
        card.name,
        f"{type_name}. Built {where.name}: pays {money} (as printed) {words.counts}.",
        RULES.get(type_name, "TRG-30"),
    )


def _effect(name: str, does: str) -> Topic:
    return Topic(name, f"{does[:1].upper()}{does[1:]}.", PARTS.get(name, "TRG-41"))


TOPICS = (
    *map(_card, CARDS),
    *(_effect(name, does.say()) for name, does in EFFECTS.items()),
    Topic("module", "A project built with one card: it earns that card's income.", "TRG-30"),
    Topic(
        "base",
        "A project built with two cards of different names: it earns for both.",
        "TRG-31",
    ),
    Topic(
        "harvester",
        "Moves any distance in a straight line, over projects, but not over or onto a Rift.",
        "TRG-22",
    ),
    Topic("Rift", "Nobody stops on it, and moves end before it.", "TRG-22"),
    Topic("cargo", "Whoever has most cards of a colour here scores them at the end.", "TRG-52"),
    Topic("forepart", "When it is full, it gives one strong action; then it is emptied.", "TRG-40"),
    Topic("centre", "When it is full, it helps for the rest of the game.", "TRG-42"),
)
