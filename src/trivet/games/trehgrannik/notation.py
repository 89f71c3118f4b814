"""Trehgrannik in writing: "deck", "take RT", "fee RQ", "go d5", "module", "lay RT", "double RT",
"cargo".  Cards have two letters (RQ is a Rock Quarry), hexes a row and a number (e4 is the pad)."""

from collections.abc import Sequence

from trivet.core.codec import Codec
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import has
from trivet.core.state import CHANCE, Event, Objection
from trivet.games.trehgrannik.board import GROUNDS, PAD_HEX, TURNS
from trivet.games.trehgrannik.building import CARGO, CENTRE, COINS, FOREPART
from trivet.games.trehgrannik.cards import KINDS
from trivet.games.trehgrannik.pieces import CARDS, CENTRES, FOREPARTS
from trivet.games.trehgrannik.rules import DECK, MOVE, PASS, SPRING, TAKE
from trivet.games.trehgrannik.state import (
    ALL_PASSED,
    BUILT_UP,
    NO_PROJECTS,
    TOO_LONG,
    Trehgrannik,
)
from trivet.games.trehgrannik.view import HEX_NAMES, HOWS

NAMES = [card.name for card in CARDS]
CODES = [card.code for card in CARDS]
KIND = {word.lower(): kind for kind, card in enumerate(CARDS) for word in (card.code, card.name)}
HEX = {name: hexagon for hexagon, name in enumerate(HEX_NAMES)}
SLOTS = {"forepart": FOREPART, "centre": CENTRE, "cargo": CARGO}
SLOT_NAMES = ("forepart", "centre", "cargo")
BUTTONS = {"deck": DECK, "move": MOVE, "leap": SPRING, "pass": PASS}  # answers of one word
PART_LETTERS = "ABCDEF"
DRAWS = ("deal", "market", "draw")  # what chance turns up

HOW_WORDS = (
    "a module with one card",
    "a base with two cards",
    "a base with one card, using the forepart",
    "a base with three cards, using the forepart",
    "a module with any card, using the forepart",
    "a base with any two cards, using the forepart",
)


def a(name: str) -> str:
    """ "an Ice Melter", "a Rock Quarry"."""
    return f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


def _first_up(text: str) -> str:
    return text[0].upper() + text[1:]


RULES = {  # by step: the rule that its question is about
    "act": "TRG-20",
    "take": "TRG-20",
    "fee": "TRG-22",
    "rebate": "TRG-42",
    "go": "TRG-22",
    "build": "TRG-30",
    "lay": "TRG-30",
    "block": "TRG-31",
    "slot": "TRG-32",
}


class TrehgrannikCodec(Codec[Trehgrannik]):
    rules = RULES

    # --- choices ---------------------------------------------------------------------------------

    def ask(self, s: Trehgrannik, seat: int) -> str:
        match s.step.what:
            case "act":
                return "Add cards, or move your harvester?"
            case "take":
                more = "one more card" if s.to_take == 1 else f"{s.to_take} more cards"
                return f"Take {more}, from the deck or the market."
            case "fee":
                return "Which card is the fee of your leap?"
            case "rebate":
                return "Take a card for your fee, from the deck or the market."
            case "go":
                return "Where does your harvester go?"
            case "build":
                return f"What do you build on {self._site(s)}?"
            case "lay":
                return f"Which card is built on {self._site(s)}?"
            case "block":
                return f"What does your {NAMES[s.laid[s.looked_at]]} do?"
            case "slot":
                return f"Which slot takes your {NAMES[s.laid[s.stored]]}?"
        return ""

    def _site(self, s: Trehgrannik) -> str:
        return f"{HEX_NAMES[s.site]} ({GROUNDS[s.planet.ground[s.site]]})"

    def how(self, s: Trehgrannik, seat: int) -> str:
        match s.step.what:
            case "act":
                return _how_to_act([_write_act(choice) for choice in s.options(seat)])
            case "take" | "rebate":
                return "'deck', or 'take' and a card of the market, as take RT"
            case "fee":
                return "'fee' and a card of your hand, as fee RQ"
            case "go":
                return "'go' and a hex, as go d5"
            case "build":
                return " or ".join(f"'{HOWS[how]}'" for how in s.options(seat))
            case "lay":
                return "'lay' and a card of your hand, as lay RT"
            case "block":
                return "'coins', or 'double' and a card, as double RT"
            case "slot":
                return "'forepart', 'centre' or 'cargo'"
        return "what chance says"

    def write(self, s: Trehgrannik, seat: int, choice: int) -> str:
        match s.step.what:
            case "act" | "take" | "rebate" | "fee":
                return _write_act(choice)
            case "go":
                return f"go {HEX_NAMES[choice]}"
            case "build":
                return HOWS[choice]
            case "lay":
                return f"lay {CODES[choice]}"
            case "block":
                return "coins" if choice == COINS else f"double {CODES[choice]}"
            case "slot":
                return SLOT_NAMES[choice]
            case "part":
                return f"part {PART_LETTERS[choice // TURNS]}{choice % TURNS}"
            case "forepart":
                return f"forepart {FOREPARTS[choice]}"
            case "main":
                return f"main {CENTRES[choice]}"
            case "lot":
                return f"lot {SEAT_LETTERS[choice]}"
        return f"{s.step.what} {CODES[choice]}"

    def read(self, s: Trehgrannik, seat: int, text: str) -> int | Objection:
        first, _, rest = " ".join(text.split()).partition(" ")
        word, rest, what = first.lower(), rest.lower(), s.step.what
        read: int | Objection | None = None
        if seat == CHANCE:
            read = _read_chance(what, word, rest)
        elif what in ("act", "take", "rebate", "fee"):
            read = _read_act(word, rest)
        elif what == "go":
            read = _read_hex(rest if word == "go" else f"{word} {rest}".strip())
        elif what == "build":
            read = _read_how(rest if word == "build" else f"{word} {rest}".strip())
        elif what == "lay":
            read = _read_card(rest if word == "lay" else f"{word} {rest}".strip())
        elif what == "block":
            read = COINS if word == "coins" and not rest else None
            if word == "double":
                read = _read_card(rest)
        elif what == "slot" and not rest:
            read = SLOTS.get(word)
        if read is None:
            return Objection("HOUSE-2", f"That cannot be read here. Type {self.how(s, seat)}.")
        return read

    def words(self, s: Trehgrannik, seat: int, choice: int) -> str:
        match s.step.what:
            case "act" | "take" | "rebate" | "fee":
                return _words_act(choice)
            case "go":
                return f"Go to {HEX_NAMES[choice]}{self._what_is_there(s, seat, choice)}"
            case "build":
                return f"Build {HOW_WORDS[choice]}"
            case "lay":
                return f"Lay {a(NAMES[choice])}, which earns {s.income(seat, choice, s.site)}"
            case "block":
                if choice == COINS:
                    return f"Earn {s.terms.pays[s.laid[s.looked_at]]}"
                return f"Double the {s.income(seat, choice, s.site)} of the {NAMES[choice]}"
            case "slot":
                return f"Put it into the {SLOT_NAMES[choice]}"
            case "part":
                return f"Part {PART_LETTERS[choice // TURNS]}, turned {choice % TURNS} times"
            case "forepart":
                return f"A forepart with the effect {FOREPARTS[choice]}"
            case "main":
                return f"A main part with the effect {CENTRES[choice]}"
            case "lot":
                return f"{SEAT_LETTERS[choice]} starts"
        return f"Turn up {a(NAMES[choice])}"

    def _what_is_there(self, s: Trehgrannik, seat: int, hexagon: int) -> str:
        if hexagon == PAD_HEX:
            return ", the Landing pad"
        owner = s.owner(hexagon)
        if owner < 0:
            return f" and build there ({GROUNDS[s.planet.ground[hexagon]]})"
        if owner == seat:
            return ", your own project"
        toll = 1 if has(s.sides[owner].modules, hexagon) else 2
        return f" and pay {SEAT_LETTERS[owner]} {toll}"

    def touched(self, s: Trehgrannik, seat: int, choice: int) -> list[str]:
        match s.step.what:
            case "act" | "take" | "rebate" | "fee":
                return [_touched_act(choice)]
            case "go":
                return [f"cell:{HEX_NAMES[choice]}"]
            case "build":
                return [f"build:{HOWS[choice]}"]
            case "lay":
                return [f"hand:{NAMES[choice]}"]
            case "block":
                return ["coins" if choice == COINS else f"laid:{NAMES[choice]}"]
            case "slot":
                return [f"slot:{SLOT_NAMES[choice]}"]
        return []

    def meant(self, s: Trehgrannik, seat: int, thing: str) -> int | None:
        """A hex or a card that was touched stands for the choice of it, allowed or not."""
        what = s.step.what
        where, _, name = thing.partition(":")
        kind = KIND.get(name.lower())
        if where == "cell" and what == "go":
            return HEX.get(name)
        if where == "hand" and what in ("act", "fee", "lay"):
            return kind
        if where == "market" and what in ("act", "take", "rebate") and kind is not None:
            return TAKE + kind
        if where == "slot" and what == "slot":
            return SLOTS.get(name)
        return super().meant(s, seat, thing)

    # --- events ----------------------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str]) -> str:
        return NEWS[event.what](event.data, names)


def _write_act(choice: int) -> str:
    for word, button in BUTTONS.items():
        if choice == button:
            return word
    return f"fee {CODES[choice]}" if choice < TAKE else f"take {CODES[choice - TAKE]}"


def _how_to_act(offered: Sequence[str]) -> str:
    """Every first word that is possible now, with an example."""
    examples = {
        "deck": "'deck'",
        "take": "'take RT' (from the market)",
        "fee": "'fee RQ' to move",
        "move": "'move' (without a fee)",
        "leap": "'leap' to any hex",
    }
    first = {text.split()[0] for text in offered}
    return ", or ".join(example for word, example in examples.items() if word in first)


def _words_act(choice: int) -> str:
    if choice < KINDS:
        return f"Move: pay {a(NAMES[choice])} as the fee"
    if choice == DECK:
        return "Take the top card of the deck"
    if choice == MOVE:
        return "Move without a fee"
    if choice == SPRING:
        return "Use the forepart: leap to any hex"
    if choice == PASS:
        return "Pass"
    return f"Take {a(NAMES[choice - TAKE])} from the market"


def _touched_act(choice: int) -> str:
    if choice < KINDS:
        return f"hand:{NAMES[choice]}"
    return f"market:{NAMES[choice - TAKE]}" if choice < DECK else _write_act(choice)


def _read_act(word: str, rest: str) -> int | Objection | None:
    if word in BUTTONS and not rest:
        return BUTTONS[word]
    if word not in ("fee", "take"):
        return None
    kind = _read_card(rest)
    return TAKE + kind if word == "take" and isinstance(kind, int) else kind


def _read_card(text: str) -> int | Objection:
    if text not in KIND:
        return Objection("HOUSE-2", "No card has that name; type two letters, as RQ, or all of it.")
    return KIND[text]


def _read_hex(text: str) -> int | Objection:
    if text not in HEX:
        return Objection("HOUSE-2", "There is no such hex; the rows are a to i, and e4 is the pad.")
    return HEX[text]


def _read_how(text: str) -> int | None:
    return HOWS.index(text) if text in HOWS else None


def _read_chance(what: str, word: str, rest: str) -> int | None:
    if word != what:
        return None
    if (
        what == "part"
        and len(rest) == 2
        and rest[0].upper() in PART_LETTERS
        and rest[1] in "012345"
    ):
        return PART_LETTERS.index(rest[0].upper()) * TURNS + int(rest[1])
    if what in ("forepart", "main"):
        effects = [effect.lower() for effect in (FOREPARTS if what == "forepart" else CENTRES)]
        return effects.index(rest) if rest in effects else None
    if what == "lot" and len(rest) == 1 and rest.upper() in SEAT_LETTERS:
        return SEAT_LETTERS.index(rest.upper())
    if what in DRAWS:
        return KIND.get(rest)
    return None


# --- news -----------------------------------------------------------------------------------------

Data = tuple[int, int, int, int]
Names = Sequence[str]


def _built(data: Data, names: Names) -> str:
    return f"{names[data[0]]} built a {'base' if data[2] else 'module'} on {HEX_NAMES[data[1]]}."


def _doubled(data: Data, names: Names) -> str:
    seat, block, more, _ = data
    return f"The {NAMES[block]} doubled that: {names[seat]} earned {more} more."


def _points(data: Data, names: Names) -> str:
    seat, coins, cargo, _ = data
    return f"{names[seat]} ended with {coins + cargo} points: {coins} coins and {cargo} for cargo."


OVER = {
    BUILT_UP: "The last turns were taken, and the game was over.",
    ALL_PASSED: "Everybody passed, and the game was over.",
    NO_PROJECTS: "Nothing was built for a hundred turns, and the game was over.",
    TOO_LONG: "Three hundred turns were taken, and the game was over.",
}

NEWS = {
    "began": lambda data, names: f"{names[data[0]]} had the first turn.",
    "shown": lambda data, names: f"{_first_up(a(NAMES[data[0]]))} came to the market.",
    "drawn": lambda data, names: f"{names[data[0]]} took a card from the deck.",
    "drew": lambda data, names: f"{names[data[0]]} drew {a(NAMES[data[1]])}.",
    "took": lambda data, names: f"{names[data[0]]} took {a(NAMES[data[1]])} from the market.",
    "paid": lambda data, names: f"{names[data[0]]} paid {a(NAMES[data[1]])} to move.",
    "used": lambda data, names: f"{names[data[0]]} used the forepart: {FOREPARTS[data[1]]}.",
    "moved": lambda data, names: f"{names[data[0]]} moved to {HEX_NAMES[data[1]]}.",
    "toll": lambda data, names: f"{names[data[0]]} paid {names[data[1]]} a toll of {data[2]}.",
    "laid": lambda data, names: f"{names[data[0]]} laid {a(NAMES[data[1]])}.",
    "built": _built,
    "earned": lambda data, names: f"{names[data[0]]} earned {data[2]} with {NAMES[data[1]]}.",
    "robbed": lambda data, names: f"{names[data[0]]} took {data[2]} from {names[data[1]]}.",
    "doubled": _doubled,
    "stored": lambda data, names: (
        f"{names[data[0]]} put {a(NAMES[data[1]])} into the {SLOT_NAMES[data[2]]}."
    ),
    "passed": lambda data, names: f"{names[data[0]]} showed the hand, and passed.",
    "last": lambda data, names: (
        f"{names[data[0]]} built the last project; every other player had one more turn."
    ),
    "over": lambda data, names: OVER[data[0]],
    "points": _points,
}
