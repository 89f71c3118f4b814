"""Sovereign in writing: "build SSIRRMA", "order SIRSMRA", "shuffle", "Ab2>" (Aura to b2, its north
side facing east), "bury", "keep", "mask c3", "mask -".  A Scepter is C, as a Secret is S."""

import re
from collections import Counter
from collections.abc import Sequence

from trivet.core.bags import ONE, things
from trivet.core.codec import Codec, Narrowed
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import each
from trivet.core.state import CHANCE, NOBODY, Event, Objection
from trivet.games.sovereign.pieces import DECK, DECKS, LIMITS, NAMES
from trivet.games.sovereign.rules import BURY, DECLINE, KEEP
from trivet.games.sovereign.setup import ORDERED, SHUFFLE
from trivet.games.sovereign.state import Sovereign

LETTERS = "SIRMDAC"
ARROWS = "^>v<"
POINTS = ("north", "east", "south", "west")
ABILITIES = ("reflect", "mask", "discover", "aura")
INDEX = {deck: index for index, deck in enumerate(DECKS)}


def cell_name(cell: int) -> str:
    return "abc"[cell % 3] + "321"[cell // 3]


CELLS = {cell_name(cell): cell for cell in range(9)}


def letters(kinds: Sequence[int]) -> str:
    return "".join(LETTERS[kind] for kind in kinds)


def order_of(choice: int) -> list[int]:
    """The kinds of an arranged deck, the top one first."""
    return [choice >> 3 * place & 7 for place in range(DECK)]


def a(kind: int) -> str:
    """ "an Aura", "a Secret"."""
    return f"{'an' if NAMES[kind][0] in 'AI' else 'a'} {NAMES[kind]}"


RULES = {  # by step: the rule that its question is about
    "build": "SOV-3",
    "arrange": "SOV-5",
    "place": "SOV-9",
    "bury": "SOV-21",
    "reflect": "SOV-22",
    "mask": "SOV-23",
    "discover": "SOV-24",
    "aura": "SOV-25",
}


class SovereignCodec(Codec[Sovereign]):
    rules = RULES

    # --- choices ---------------------------------------------------------------------------------

    def ask(self, s: Sovereign, seat: int) -> str:
        return {
            "build": "Build your secret deck of seven pieces.",
            "arrange": f"Round {s.round}: set the order of your deck, or shuffle it.",
            "place": f"Place your {NAMES[s.drawn]} on an empty space." if s.drawn >= 0 else "",
            "bury": f"On top of the rival's deck is {self._seen(s)}. Leave it, or bury it?",
            "reflect": "Which of your pieces does the Reflection copy?",
            "mask": "Which piece does the Mask capture?",
            "discover": "Which Secret does the Discovery capture?",
            "aura": "Which of your pieces does the Aura strengthen?",
        }.get(s.step.what, "")

    def _seen(self, s: Sovereign) -> str:
        deck = s.sides[1 - s.mover].deck
        return a(deck[-1] & 7) if s.step.what == "bury" else ""

    def how(self, s: Sovereign, seat: int) -> str:
        return {
            "build": "'build' and seven letters: S I R M D A C (C is a Scepter), as build SSIRRMA",
            "arrange": f"'shuffle', or 'order' and your seven letters from the top: order "
            f"{letters(things(s.sides[seat].built)) if seat >= 0 else ''}",
            "place": "space and where its north side points (^ > v <, or n e s w), as b2> or b2e",
            "bury": "'keep' or 'bury'",
            "mask": "'mask' and a space, or 'mask -' to capture nothing",
        }.get(s.step.what, f"'{s.step.what}' and a space, as {s.step.what} b2")

    def write(self, s: Sovereign, seat: int, choice: int) -> str:
        what = s.step.what
        if what == "build":
            return f"build {letters(things(DECKS[choice]))}"
        if what == "arrange":
            return "shuffle" if choice == SHUFFLE else f"order {letters(order_of(choice))}"
        if what == "place":
            return LETTERS[s.drawn] + cell_name(choice // 4) + ARROWS[choice % 4]
        if what == "bury":
            return "bury" if choice == BURY else "keep"
        if what == "lot":
            return f"lot {SEAT_LETTERS[choice]}"
        if what == "top":
            return f"top {LETTERS[choice]}"
        return f"{what} {'-' if choice == DECLINE else cell_name(choice)}"

    def read(self, s: Sovereign, seat: int, text: str) -> int | Objection:
        what = s.step.what
        words = text.split()
        if seat == CHANCE:
            return self._read_chance(what, words)
        if what == "build" and len(words) == 2 and words[0].lower() == "build":
            return self._read_deck(words[1].upper())
        if what == "arrange" and [word.lower() for word in words] == ["shuffle"]:
            return SHUFFLE
        if what == "arrange" and len(words) == 2 and words[0].lower() == "order":
            return self._read_order(words[1].upper())
        if what == "place" and len(words) == 1:
            return self._read_placement(s, words[0])
        if what == "bury" and [word.lower() for word in words] in (["keep"], ["bury"]):
            return BURY if words[0].lower() == "bury" else KEEP
        if what in ABILITIES and len(words) == 2 and words[0].lower() == what:
            return self._read_target(what, words[1].lower())
        return Objection("HOUSE-2", f"That cannot be read here. Type {self.how(s, seat)}.")

    def _read_chance(self, what: str, words: list[str]) -> int | Objection:
        if len(words) == 2 and words[0] == what == "lot" and words[1] in ("A", "B"):
            return SEAT_LETTERS.index(words[1])
        if len(words) == 2 and words[0] == what == "top" and words[1] in tuple(LETTERS):
            return LETTERS.index(words[1])
        return Objection(
            "HOUSE-2", "Chance is asked for 'lot A' or 'lot B', or for 'top' a letter."
        )

    def _read_deck(self, text: str) -> int | Objection:
        if wrong := self._not_seven_letters(text):
            return wrong
        counts = [text.count(letter) for letter in LETTERS]
        for kind, limit in enumerate(LIMITS):
            if counts[kind] > limit:
                return Objection("SOV-3", f"A deck may hold only one {NAMES[kind]}.")
        return INDEX[sum(count * ONE[kind] for kind, count in enumerate(counts))]

    def _read_order(self, text: str) -> int | Objection:
        if wrong := self._not_seven_letters(text):
            return wrong
        return ORDERED | sum(
            LETTERS.index(letter) << 3 * place for place, letter in enumerate(text)
        )

    def _not_seven_letters(self, text: str) -> Objection | None:
        unknown = [letter for letter in text if letter not in LETTERS]
        if unknown:
            return Objection(
                "HOUSE-2", f"No piece has the letter {unknown[0]!r}; use S I R M D A C."
            )
        if len(text) != DECK:
            return Objection("SOV-3", f"A deck has exactly seven pieces, not {len(text)}.")
        return None

    def _read_placement(self, s: Sovereign, text: str) -> int | Objection:
        match = re.fullmatch(r"([sirmdac])?([abc][123])([\^>v<nesw])", text.lower())
        if not match:
            return Objection("HOUSE-2", f"That cannot be read here. Type {self.how(s, 0)}.")
        if match[1] and LETTERS.index(match[1].upper()) != s.drawn:
            named = NAMES[LETTERS.index(match[1].upper())]
            return Objection("SOV-9", f"You drew {a(s.drawn)}: you cannot place {named} now.")
        turns = ARROWS.index(match[3]) if match[3] in ARROWS else "nesw".index(match[3])
        return CELLS[match[2]] * 4 + turns

    def _read_target(self, what: str, text: str) -> int | Objection:
        if text == "-" and what == "mask":
            return DECLINE
        if text not in CELLS:
            return Objection("HOUSE-2", "The grid has the spaces a1 to c3.")
        return CELLS[text]

    def words(self, s: Sovereign, seat: int, choice: int) -> str:
        what = s.step.what
        if what == "build":
            return "Build " + _counted(DECKS[choice])
        if what == "arrange":
            named = ", ".join(NAMES[kind] for kind in order_of(choice))
            return "Shuffle the deck" if choice == SHUFFLE else f"Order the deck: {named}"
        if what == "place":
            space, point = cell_name(choice // 4), POINTS[choice % 4]
            return f"Place the {NAMES[s.drawn]} on {space}, its north side facing {point}"
        if what == "bury":
            return "Put it at the bottom" if choice == BURY else "Leave it on top"
        if what == "lot":
            return f"{SEAT_LETTERS[choice]} starts"
        if what == "top":
            return f"On top is {a(choice)}"
        if choice == DECLINE:
            return "Capture nothing"
        verb = {"reflect": "Copy", "aura": "Strengthen"}.get(what, "Capture")
        return f"{verb} the {NAMES[s.kind[choice]]} on {cell_name(choice)}"

    def touched(self, s: Sovereign, seat: int, choice: int) -> list[str]:
        what = s.step.what
        if what == "build":
            return [f"piece:{NAMES[kind]}" for kind in things(DECKS[choice])]
        if what == "arrange":
            if choice == SHUFFLE:
                return ["shuffle"]
            return [f"piece:{NAMES[kind]}" for kind in order_of(choice)]
        if what == "place":
            return [f"cell:{cell_name(choice // 4)}", f"turn:{POINTS[choice % 4]}"]
        if what == "bury":
            return ["bury" if choice == BURY else "keep"]
        if what in ABILITIES:
            return ["decline"] if choice == DECLINE else [f"cell:{cell_name(choice)}"]
        return []

    def meant(self, s: Sovereign, seat: int, thing: str) -> int | None:
        """A space that was touched stands for the choice of it, allowed or not."""
        where, _, name = thing.partition(":")
        if where == "cell" and name in CELLS and s.step.what in (*ABILITIES, "place"):
            return CELLS[name] * 4 if s.step.what == "place" else CELLS[name]
        return super().meant(s, seat, thing)

    def narrow(self, s: Sovereign, seat: int, touched: Sequence[str]) -> Narrowed:
        """A deck to be built is a heap: its pieces are touched in any order."""
        if s.step.what != "build":
            return super().narrow(s, seat, touched)
        heap, choice, following, left = Counter(touched), None, dict[str, None](), 0
        for option in s.options(seat):
            deck = Counter(self.touched(s, seat, option))
            if heap <= deck:
                left += 1
                choice = option if heap == deck else choice
                following |= dict.fromkeys(deck - heap)
        return Narrowed(choice, list(following), left)

    # --- events ----------------------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str]) -> str:
        return NEWS[event.what](event.data, names)


def _counted(bag: int) -> str:
    kinds = things(bag)
    return ", ".join(
        NAMES[kind] if kinds.count(kind) == 1 else f"{kinds.count(kind)} {_several(NAMES[kind])}"
        for kind in sorted(set(kinds))
    )


def _several(name: str) -> str:
    return f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


Data = tuple[int, int, int, int]
Names = Sequence[str]


def _placed(data: Data, names: Names) -> str:
    seat, cell, kind, turns = data
    where = f"{cell_name(cell)}, its north side facing {POINTS[turns]}"
    return f"{names[seat]} placed {a(kind)} on {where}."


def _taken(data: Data, names: Names) -> str:
    return f"{names[data[0]]} captured {' and '.join(cell_name(cell) for cell in each(data[1]))}."


def _buried(data: Data, names: Names) -> str:
    return f"{names[data[0]]} {'put it at the bottom' if data[1] == BURY else 'left it on top'}."


def _won(data: Data, names: Names) -> str:
    number, winner, *spaces = data
    if winner == NOBODY:
        return f"Nobody won round {number}."
    return f"{names[winner]} won round {number}, {max(spaces)} spaces to {min(spaces)}."


def _over(data: Data, names: Names) -> str:
    if data[0] == data[1]:
        return "The game is over: the win is shared."
    return f"{names[0 if data[0] > data[1] else 1]} won the game and became the Sovereign."


NEWS = {
    "built": lambda data, names: "Both decks have been built.",
    "round": lambda data, names: f"Round {data[0]} began; {names[data[1]]} had the first turn.",
    "arranged": lambda data, names: "Both decks were ready.",
    "drawn": lambda data, names: f"{names[data[0]]} drew {a(data[1])}.",
    "placed": _placed,
    "looked": lambda data, names: f"{names[data[0]]} looked at the top of the rival's deck.",
    "seen": lambda data, names: f"{names[data[0]]} saw {a(data[1])} there.",
    "buried": _buried,
    "reflected": lambda data, names: (
        f"The Reflection on {cell_name(data[1])} took the ranks of {cell_name(data[2])}."
    ),
    "declined": lambda data, names: f"{names[data[0]]} captured nothing with the Mask.",
    "shone": lambda data, names: f"The Aura on {cell_name(data[1])} lit up {cell_name(data[2])}.",
    "taken": _taken,
    "won": _won,
    "over": _over,
}
