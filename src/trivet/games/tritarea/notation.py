"""Tri*T*Area in writing: "I7" (the 7 of Intelligent), "H5=10" (a 5 that counts as 10), "b3" (one
block there), "b3x2" (two), "default", "+c3" (one more block), "pass", "declare M8", "sell 4"."""

import re
from collections.abc import Sequence

from trivet.core.codec import Codec
from trivet.core.seats import SEAT_LETTERS
from trivet.core.sets import each
from trivet.core.state import CHANCE, Event, Objection
from trivet.games.tritarea.pieces import (
    AREAS,
    AS_TEN,
    AS_ZERO,
    CARD_OF,
    CARDS,
    FACES,
    NOTHING,
    RANK_OF,
    RANKS,
    ROUNDS,
    SEATS,
    SQUARES,
    SUIT_OF,
    VALUE_OF,
)  # fmt: skip
from trivet.games.tritarea.rules import DECLINE, DEFAULT
from trivet.games.tritarea.state import TriTArea
from trivet.games.tritarea.tricks import face_of

LETTERS = "IMEH"
TWO = 16  # added to a square for two blocks
NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
PLACES = ("", "first", "second", "third", "fourth")


def card_text(card: int) -> str:
    """ "I7"."""
    return f"{LETTERS[card // RANKS]}{card % RANKS + 1}"


def face_text(face: int) -> str:
    """ "I7", or "I5=10"."""
    card = card_text(CARD_OF[face])
    return card if face < CARDS else f"{card}={VALUE_OF[face]}"


def face_words(face: int) -> str:
    """ "Intelligent 7", or "Intelligent 5 as 10"."""
    card = f"{AREAS[SUIT_OF[face]]} {RANK_OF[face]}"
    return card if face < CARDS else f"{card} as {VALUE_OF[face]}"


def square_name(square: int) -> str:
    return "abcd"[square % 4] + "4321"[square // 4]


FACE = {face_text(face): face for face in range(FACES)}
SQUARE = {square_name(square): square for square in range(SQUARES)}


def counted(blocks: int) -> str:
    """ "one block", "two blocks"."""
    return f"{NUMBER_WORDS[blocks]} block{'' if blocks == 1 else 's'}"


RULES = {  # by step: the rule that its question is about
    "declare": "TTA-40",
    "sell": "TTA-41",
    "play": "TTA-12",
    "build": "TTA-30",
    "extend": "TTA-33",
    "value": "TTA-58",
}


class TriTAreaCodec(Codec[TriTArea]):
    rules = RULES

    # --- choices ---------------------------------------------------------------------------------

    def ask(self, s: TriTArea, seat: int) -> str:
        what = s.step.what
        if what == "play":
            return "Lead the trick with any card." if s.laid == 0 else "Play any card."
        if what == "build":
            return self._ask_build(s, seat)
        return {
            "declare": "Pick the card of your Declaration of Intent; all are revealed together.",
            "sell": "How many blocks do you sell, for 3 points each?",
            "extend": "Place an additional block beside the square you built on, or pass.",
            "value": "Does your 5 count as 5, as 0 or as 10?",
        }.get(what, "")

    def _ask_build(self, s: TriTArea, seat: int) -> str:
        face = face_of(s.trick, seat)
        area, rank = AREAS[SUIT_OF[face]], RANK_OF[face]
        number, blocks = (1, "a block") if seat == s.first else (2, "one or two blocks")
        if s.players[seat].stock == 1:
            blocks = "your last block"
        return f"Rightholder {number}: place {blocks} in {area}, or default and lose {rank}."

    def how(self, s: TriTArea, seat: int) -> str:
        what = s.step.what
        if what == "build":
            two = "" if seat == s.first else ", b3x2 for two blocks"
            return f"a square, as b3{two}, or 'default'"
        return {
            "declare": "'declare' and a card, as declare M8, or declare H5=10",
            "sell": "'sell' and a number from 0 to 9, as sell 3",
            "play": "a card, as I7; a 5 may be changed, as H5=0 or H5=10",
            "extend": "'+' and a square, as +b3, or 'pass'",
            "value": "5, 0 or 10",
        }.get(what, f"'{what}'")

    def write(self, s: TriTArea, seat: int, choice: int) -> str:
        what = s.step.what
        if what == "lot":
            return f"lot {SEAT_LETTERS[choice]}"
        if what == "deal":
            return f"deal {card_text(choice)}"
        if what == "sell":
            return f"sell {choice}"
        if what == "build":
            return "default" if choice == DEFAULT else self._write_square(choice)
        if what == "extend":
            return "pass" if choice == DECLINE else f"+{square_name(choice)}"
        return f"declare {face_text(choice)}" if what == "declare" else face_text(choice)

    def _write_square(self, choice: int) -> str:
        return square_name(choice % TWO) + ("x2" if choice >= TWO else "")

    def read(self, s: TriTArea, seat: int, text: str) -> int | Objection:
        what = s.step.what
        words = text.lower().split()
        if seat == CHANCE:
            return self._read_chance(what, words)
        if what in ("declare", "sell") and len(words) == 2 and words[0] == what:
            del words[0]
        if len(words) == 1:
            word = words[0]
            if what in ("play", "declare"):
                return self._read_face(word)
            if what == "value":
                return self._read_value(s, seat, word)
            if what == "sell" and re.fullmatch("[0-9]{1,4}", word):
                return int(word)
            if what == "build":
                return self._read_build(word)
            if what == "extend":
                return DECLINE if word == "pass" else self._read_square(word.removeprefix("+"))
        return Objection("HOUSE-2", f"That cannot be read here. Type {self.how(s, seat)}.")

    def _read_chance(self, what: str, words: list[str]) -> int | Objection:
        if len(words) == 2 and words[0] == what:
            if what == "lot" and words[1].upper() in SEAT_LETTERS[:SEATS]:
                return SEAT_LETTERS.index(words[1].upper())
            if what == "deal" and FACE.get(words[1].upper(), FACES) < CARDS:
                return FACE[words[1].upper()]
        return Objection("HOUSE-2", "Chance is asked for 'lot' a seat, or for 'deal' a card.")

    def _read_face(self, word: str) -> int | Objection:
        word = word.upper()
        if word in FACE:
            return FACE[word]
        match = re.fullmatch("([A-Z])([0-9]+)(=[0-9]+)?", word)
        if not match:
            return Objection("HOUSE-2", "A card is a letter and a rank, as I7, or H5=10.")
        if match[1] not in LETTERS:
            return Objection("TTA-1", "The suits are I, M, E and H.")
        if match[3] is None or match[1] + match[2] not in FACE:
            return Objection("TTA-1", "The ranks go from 1 to 9.")
        if match[2] == "5":
            return Objection("TTA-13", "A 5 counts as 5, as 0 or as 10.")
        return Objection("TTA-13", "Only a 5 can be changed.")

    def _read_value(self, s: TriTArea, seat: int, word: str) -> int | Objection:
        suit = SUIT_OF[s.players[seat].declared]
        values = {"5": suit * RANKS + 4, "0": AS_ZERO + suit, "10": AS_TEN + suit}
        return values[word] if word in values else self._read_face(word)

    def _read_build(self, word: str) -> int | Objection:
        if word == "default":
            return DEFAULT
        two = TWO if word.endswith("x2") else 0
        square = self._read_square(word.removesuffix("x2").removesuffix("x1"))
        return square if isinstance(square, Objection) else square + two

    def _read_square(self, word: str) -> int | Objection:
        if word not in SQUARE:
            return Objection("HOUSE-2", "The board has the squares a1 to d4.")
        return SQUARE[word]

    def words(self, s: TriTArea, seat: int, choice: int) -> str:
        what = s.step.what
        if what == "lot":
            return f"{SEAT_LETTERS[choice]} is the first Lead"
        if what == "deal":
            return f"Deal the {face_words(choice)}"
        if what == "sell":
            return f"Sell {counted(choice)}"
        if what == "build":
            if choice == DEFAULT:
                return f"Default and lose {RANK_OF[face_of(s.trick, seat)]}"
            return f"Place {counted(choice // TWO + 1)} on {square_name(choice % TWO)}"
        if what == "extend":
            if choice == DECLINE:
                return "Place no additional block"
            return f"Place an additional block on {square_name(choice)}"
        if what == "value" and choice < CARDS:
            return f"Leave the {face_words(choice)} as it is"
        verb = {"play": "Play", "declare": "Declare", "value": "Count"}[what]
        price = s.terms.price(choice)
        return f"{verb} the {face_words(choice)}" + (f" for {points(price)}" if price else "")

    def touched(self, s: TriTArea, seat: int, choice: int) -> list[str]:
        what = s.step.what
        if what in ("play", "declare"):
            card = f"card:{card_text(CARD_OF[choice])}"
            return [card, f"value:{VALUE_OF[choice]}"] if RANK_OF[choice] == 5 else [card]
        if what == "value":
            return [f"value:{VALUE_OF[choice]}"]
        if what == "sell":
            return [f"sell:{choice}"]
        if what == "build":
            if choice == DEFAULT:
                return ["default"]
            square = f"cell:{square_name(choice % TWO)}"
            if seat == s.first or s.players[seat].stock == 1:
                return [square]
            return [square, f"blocks:{choice // TWO + 1}"]
        if what == "extend":
            return ["pass"] if choice == DECLINE else [f"cell:{square_name(choice)}"]
        return []

    def meant(self, s: TriTArea, seat: int, thing: str) -> int | None:
        """A square or a card that was touched stands for the choice of it, allowed or not."""
        where, _, name = thing.partition(":")
        if where == "cell" and name in SQUARE and s.step.what in ("build", "extend"):
            return SQUARE[name]
        if where == "card" and name in FACE and s.step.what in ("play", "declare"):
            return FACE[name]
        return super().meant(s, seat, thing)

    # --- events ----------------------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str]) -> str:
        return NEWS[event.what](event.data, names)


Data = tuple[int, int, int, int]
Names = Sequence[str]


def points(number: int) -> str:
    """ "1 point", "2 points"."""
    return f"{number} point{'' if number == 1 else 's'}"


def _dealt(data: Data, names: Names) -> str:
    return f"{names[data[0]]} took up {' '.join(card_text(card) for card in each(data[1]))}."


def _for(price: int) -> str:
    return f" for {points(price)}" if price else ""


def _rights(data: Data, names: Names) -> str:
    if data[1] == NOTHING:
        return f"{names[data[0]]} got the only right: four different suits."
    return f"{names[data[0]]} got the first right, {names[data[1]]} the second."


def _placed(data: Data, names: Names) -> str:
    seat, square, blocks, earned = data
    gain = f" and scored {earned}" if earned else ""
    return f"{names[seat]} placed {counted(blocks)} on {square_name(square)}{gain}."


def _defaulted(data: Data, names: Names) -> str:
    why = "" if data[2] else ", with no block left,"
    return f"{names[data[0]]} defaulted{why} and lost {points(data[1])}."


def _intent(data: Data, names: Names) -> str:
    gain = data[2]
    if not gain:
        return f"{names[data[0]]} scored nothing for the {face_words(data[1])}."
    verb = "scored" if gain > 0 else "lost"
    return f"{names[data[0]]} {verb} {abs(gain)} for the {face_words(data[1])}."


def _area(data: Data, names: Names) -> str:
    seat, area, gain, place = data
    return f"{names[seat]} scored {gain} in {AREAS[area]}, {PLACES[place]} there."


def _points(data: Data, names: Names) -> str:
    standing = ", ".join(f"{name} {score}" for name, score in zip(names, data, strict=False))
    return f"Points after the round: {standing}."


NEWS = {
    "round": lambda data, names: (
        f"Round {data[0]} of {ROUNDS} began; {names[data[1]]} got the lead."
    ),
    "dealt": _dealt,
    "declared": lambda data, names: (
        f"{names[data[0]]} declared the {face_words(data[1])}{_for(data[2])}."
    ),
    "sold": lambda data, names: f"{names[data[0]]} sold {counted(data[1])}{_for(data[2])}.",
    "played": lambda data, names: (
        f"{names[data[0]]} played the {face_words(data[1])}{_for(data[2])}."
    ),
    "rights": _rights,
    "placed": _placed,
    "defaulted": _defaulted,
    "declined": lambda data, names: f"{names[data[0]]} placed no additional block.",
    "left": lambda data, names: f"{names[data[0]]} turned up the {face_words(data[1])}.",
    "set": lambda data, names: (
        f"{names[data[0]]} counted the {face_words(data[1])}{_for(data[2])}."
    ),
    "area": _area,
    "tallest": lambda data, names: (
        f"{names[data[0]]} scored {data[2]} for the building on {square_name(data[1])}, "
        f"{data[3]} high."
    ),
    "intent": _intent,
    "unbuilt": lambda data, names: f"{names[data[0]]} lost {data[2]} for {counted(data[1])} left.",
    "points": _points,
}
