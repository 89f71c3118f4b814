"""Names, titles and lines of chat: generated for guests, cleaned when people write them."""

import secrets
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from trivet.core.seats import BOT_NAMES
from trivet.server.wire.messages import LONGEST_LINE, LONGEST_NAME, LONGEST_TITLE

MOODS = """
    Able Agile Amber Bold Brave Bright Brisk Calm Cheery Clever Cosy Crisp Daring Dapper Eager
    Early Fair Fleet Fond Frank Gentle Glad Golden Grand Happy Hardy Honest Humble Jolly Keen
    Kind Lively Lucky Mellow Merry Mighty Neat Nimble Noble Patient Plucky Polite Proud Quick
    Quiet Rapid Ready Silver Sly Snug Spry Steady Sunny Swift Tidy Trusty Warm Wise Witty Zesty
"""
ANIMALS = """
    Badger Beaver Bison Buzzard Camel Condor Cormorant Crane Curlew Deer Dolphin Dormouse Dove
    Eagle Egret Elk Falcon Ferret Finch Fox Gannet Gecko Goose Hare Hawk Hedgehog Heron Ibex
    Jackdaw Kestrel Kite Lark Lemur Linnet Lynx Magpie Marmot Marten Mole Moose Newt Nuthatch
    Otter Owl Panda Pelican Petrel Puffin Quail Raven Robin Seal Sparrow Stork Swan Tern Toad
    Vole Walrus Weasel Wombat Wren Yak
"""

MARKS = 2  # combining marks on one letter at most: more would cover the lines above
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, format, surrogate, private, unused
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # letters that are invisible
LOOKALIKES = str.maketrans(  # homoglyphs of Latin letters: Cyrillic, Greek, digits and signs
    "аеорсухіјѕһԁԛԝкмнвтг" + "αβεικνορτυχηϲϳ" + "015|!$@",
    "aeopcyxijshdqwkmhbtr" + "abeiknoptuxncj" + "olsllsa",
)


class BadName(ValueError):
    """A name that cannot be shown; the text says why."""


def guest() -> str:
    """A random name for a new guest."""
    return f"{secrets.choice(MOODS.split())} {secrets.choice(ANIMALS.split())}"


def bot(seat: int) -> str:
    """The name of the bot on a seat; its level is shown beside it."""
    return BOT_NAMES[seat % len(BOT_NAMES)]


def name_of(text: str) -> str:
    """The name a player asked for, cleaned; BadName if nothing is left of it."""
    cleaned = clean(text, LONGEST_NAME)
    if not skeleton(cleaned):
        raise BadName("A name needs at least one letter or digit.")
    return cleaned


def title_of(text: str) -> str:
    return clean(text, LONGEST_TITLE)


def line_of(text: str) -> str:
    return clean(text, LONGEST_LINE)


def clean(text: str, longest: int) -> str:
    """One line of visible text, without control, direction and invisible characters."""
    visible = (c for c in unicodedata.normalize("NFC", text) if c.isspace() or _is_visible(c))
    words = " ".join("".join(visible).split())
    return _with_few_marks(words)[:longest].rstrip()


def _is_visible(letter: str) -> bool:
    return unicodedata.category(letter) not in HIDDEN and letter not in BLANKS


def _with_few_marks(text: str) -> str:
    kept, marks = [], MARKS  # a mark needs a letter before it
    for letter in text:
        marks = marks + 1 if unicodedata.category(letter).startswith("M") else 0
        if marks <= MARKS:
            kept.append(letter)
    return "".join(kept)


@lru_cache(4096)
def skeleton(name: str) -> str:
    """The shape of a name: names with the same skeleton look alike."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(LOOKALIKES)
    letters = "".join(c for c in plain if c.isalnum() or _is_symbol(c))
    return letters.replace("rn", "m").replace("vv", "w").replace("i", "l")


def _is_symbol(letter: str) -> bool:
    return unicodedata.category(letter) in ("So", "Sk", "Sm")


class Introductions:
    """The names that are shown in one place.  One more costs the same, however many there are."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._numbers: dict[str, int] = {}  # by what numbers are put behind: the one given last

    def is_taken(self, name: str) -> bool:
        return skeleton(name) in self._taken

    def unique(self, name: str) -> str:
        """The same name; with a number if it looks like an earlier one."""
        unique, stem = name, name[: LONGEST_NAME - 5]
        number = self._numbers.get(skeleton(stem), 1)
        while name and self.is_taken(unique):
            number += 1
            unique = f"{stem} ({number})"
        self._numbers[skeleton(stem)] = number
        self._taken.add(skeleton(unique))
        return unique


def is_shown_as(name: str, shown: str) -> bool:
    """Whether this is the name itself, or the name with a number."""
    return shown == name or shown.rpartition(" (")[0] == name[: LONGEST_NAME - 5]


def told_apart(names: Sequence[str]) -> list[str]:
    """The same names; a name that looks like an earlier one gets a number."""
    known = Introductions()
    return [known.unique(name) for name in names]
