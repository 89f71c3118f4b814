"""What the cards, mats and projects of Trehgrannik do."""

from trivet.core.words.topics import Topic
from trivet.games.trehgrannik.pieces import CARDS, TYPE_NAMES
from trivet.games.trehgrannik.scene.cards import PRINTS
from trivet.games.trehgrannik.scene.mats import EFFECTS

RULES = {"Protection": "TRG-30", "Systems": "TRG-37", "Blocks": "TRG-31"}  # by type
PARTS = {"Free": "TRG-42", "Third": "TRG-42", "Crossing": "TRG-42", "Rebate": "TRG-42"}


def _card(name: str, coins: int, type_name: str) -> Topic:
    print_ = PRINTS[name]
    money = "1 coin" if coins == 1 else f"{coins} coins"
    return Topic(
        name,
        f"{type_name}. Built {print_.where}: pays {money} (as printed) {print_.what}.",
        RULES.get(type_name, "TRG-30"),
    )


TOPICS = (
    *(_card(card.name, card.coins, TYPE_NAMES[card.type]) for card in CARDS),
    *(
        Topic(name, f"{does[:1].upper()}{does[1:]}.", PARTS.get(name, "TRG-41"))
        for name, does in EFFECTS.items()
        if name
    ),
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
