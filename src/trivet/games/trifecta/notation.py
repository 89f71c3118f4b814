"""Trifecta in writing: "true", "ante Frs" (the Filled Red Square), "bid Frs+R" (with a Red Single).

Every value has a letter of its own: F P H, R G B, C S T.  One letter is a Single, three a Complete.
"""

import re
from collections.abc import Sequence

from trivet.core.codec import Codec
from trivet.core.sets import each
from trivet.core.state import CHANCE, Event, Objection
from trivet.games.trifecta.pieces import (
    COPIES,
    KINDS,
    SINGLE,
    VALUES,
    card_name,
    cards,
    copies,
    kinds,
    matches,
    unit,
)
from trivet.games.trifecta.rules import FALSE, TRUE
from trivet.games.trifecta.state import FREE, UNSEEN, Trifecta
from trivet.games.trifecta.view import SEGMENTS

LETTERS = "FPHRGBCST"  # by value
NO_CARDS = "0"


def short(kind: int) -> str:
    """ "Frs" for the Filled Red Square, "R" for a Red Single."""
    if kind >= SINGLE:
        return LETTERS[kind - SINGLE]
    return LETTERS[kind // 9] + (LETTERS[3 + kind // 3 % 3] + LETTERS[6 + kind % 3]).lower()


KIND = {short(kind).lower(): kind for kind in range(KINDS)}
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def matching_cards(count: int) -> str:
    return "one card that matches" if count == 1 else f"{NUMBERS[count]} cards that match"


def a(kind: int) -> str:
    """ "a Red Single", "the Filled Red Square": there is only one of each Complete."""
    return f"{'a' if kind >= SINGLE else 'the'} {card_name(kind)}"


def listed(things: Sequence[str]) -> str:
    """ "this, that and the other"."""
    return " and ".join([", ".join(things[:-1]), things[-1]] if len(things) > 1 else things)


def spelled(bag: int) -> str:
    """A bag of cards in words: "the Filled Red Square and two Red Singles"."""
    counts = [(kind, copies(bag, kind)) for kind in kinds(bag)]
    return listed([a(k) if n == 1 else f"{NUMBERS[n]} {card_name(k)}s" for k, n in counts])


RULES = {  # by step: the rule that its question is about
    "ante": "TRF-9",
    "bid": "TRF-12",
}


OPT_RULES = ("TRF-6", "TRF-7", "TRF-8")  # by segment


class TrifectaCodec(Codec[Trifecta]):
    rules = RULES

    # --- choices ---------------------------------------------------------------------------------

    def rule(self, s: Trifecta, seat: int) -> str:
        """What True and False mean is another matter in each segment."""
        return OPT_RULES[s.segment()] if s.step.what == "opt" else super().rule(s, seat)

    def ask(self, s: Trifecta, seat: int) -> str:
        what = s.step.what
        if what == "opt":
            return f"{self._prize(s)}: True or False?"
        if what == "ante":
            return f"{self._prize(s)}: which card do you ante?"
        if what == "bid":
            hold = matching_cards(matches(s.players[seat].hand, s.goal))
            return f"{self._prize(s)}: you hold {hold}. Which do you bid?"
        return ""

    def _prize(self, s: Trifecta) -> str:
        where = f"{SEGMENTS[s.segment()]} round {s.round}"
        if s.goal != UNSEEN:
            return f"{where}, for {VALUES[s.goal]}"
        return f"{where}, for an unseen goal"

    def how(self, s: Trifecta, seat: int) -> str:
        what = s.step.what
        if what == "opt":
            free = s.segment() == FREE
            return f"'true' to fight for the goal{'' if free else ' (it costs a card)'}, or 'false'"
        if what == "ante":
            return f"'ante' and a card, as ante {short(cards(s.players[seat].hand)[0])}"
        if what == "bid":
            example = "+".join(map(short, cards(s.options(seat)[-1]))) or NO_CARDS
            return f"'bid' and matching cards, as bid {example}, or 'bid 0'"
        return ""

    def write(self, s: Trifecta, seat: int, choice: int) -> str:
        what = s.step.what
        if what == "opt":
            return "true" if choice == TRUE else "false"
        if what == "bid":
            return "bid " + ("+".join(map(short, cards(choice))) or NO_CARDS)
        if what == "goal":
            return f"goal {LETTERS[choice]}"
        return f"{what} {short(choice)}"

    def read(self, s: Trifecta, seat: int, text: str) -> int | Objection:
        what = s.step.what
        words = re.split(r"[\s+,]+", text.strip().lower())
        if seat == CHANCE:
            return self._read_chance(what, words)
        if what == "opt" and len(words) == 1 and words[0] in OPTS:
            return OPTS[words[0]]
        if words[0] == what:
            words = words[1:]
        if what == "ante" and len(words) == 1:
            return self._read_card(words[0])
        if what == "bid" and words:
            return 0 if words == [NO_CARDS] else self._read_cards(words)
        return Objection("HOUSE-2", f"That cannot be read here. Type {self.how(s, seat)}.")

    def _read_chance(self, what: str, words: list[str]) -> int | Objection:
        if len(words) == 2 and words[0] == what and words[1] in KIND:
            kind = KIND[words[1]]
            if what == "deal":
                return kind
            if what == "goal" and kind >= SINGLE:
                return kind - SINGLE
        return Objection("HOUSE-2", "Chance is asked for 'deal' and a card, or 'goal' and a value.")

    def _read_card(self, word: str) -> int | Objection:
        if word in KIND:
            return KIND[word]
        return Objection(
            "HOUSE-2",
            f"No card is written '{word[:20]}': a Single is one letter of F P H R G B C S T, "
            "a Complete three, as Frs.",
        )

    def _read_cards(self, words: list[str]) -> int | Objection:
        bag = 0
        for word in words:
            kind = self._read_card(word)
            if isinstance(kind, Objection):
                return kind
            if copies(bag, kind) == (COPIES if kind >= SINGLE else 1):
                most = (
                    "only three of each Single" if kind >= SINGLE else "only one of each Complete"
                )
                return Objection("TRF-1", f"The deck has {most}.")
            bag += unit(kind)
        return bag

    def words(self, s: Trifecta, seat: int, choice: int) -> str:
        what = s.step.what
        if what == "opt":
            return "Choose True" if choice == TRUE else "Choose False"
        if what == "ante":
            return f"Ante {a(choice)}"
        if what == "bid":
            return f"Bid {spelled(choice)}" if choice else "Bid nothing"
        if what == "goal":
            return f"Turn up {VALUES[choice]}"
        return f"Deal {a(choice)}"

    def touched(self, s: Trifecta, seat: int, choice: int) -> list[str]:
        what = s.step.what
        if what == "opt":
            return ["true" if choice == TRUE else "false"]
        if what == "ante":
            return [f"card:{short(choice)}"]
        if what == "bid":
            return [f"card:{short(kind)}" for kind in cards(choice)] or ["nothing"]
        return []

    def meant(self, s: Trifecta, seat: int, thing: str) -> int | None:
        """A card that was touched stands for the ante or the bid of just this card."""
        where, _, name = thing.partition(":")
        kind = KIND.get(name.lower()) if where == "card" else None
        if kind is None:
            return super().meant(s, seat, thing)
        return {"ante": kind, "bid": unit(kind)}.get(s.step.what)

    # --- events ----------------------------------------------------------------------------------

    def news(self, event: Event, names: Sequence[str]) -> str:
        return NEWS[event.what](event.data, names)


OPTS = {"true": TRUE, "t": TRUE, "yes": TRUE, "false": FALSE, "f": FALSE, "no": FALSE}

Data = tuple[int, int, int, int]
Names = Sequence[str]


def _who(seats: int, names: Names) -> str:
    return listed([names[seat] for seat in each(seats)])


def _stage(data: Data, names: Names) -> str:
    number, seats, needed, _ = data
    aim = f"{NUMBERS[needed]} goals were needed to survive" if needed else "more goals would win"
    return f"Stage {number} began for {_who(seats, names)}; {aim}."


def _round(data: Data, names: Names) -> str:
    return f"{SEGMENTS[(data[0] - 1) // 3]} round {data[0]} began."


def _opted(data: Data, names: Names) -> str:
    return f"{_who(data[0], names)} chose True." if data[0] else "Nobody chose True."


def _bid(data: Data, names: Names) -> str:
    return f"{names[data[0]]} bid {spelled(data[1]) if data[1] else 'nothing'}."


def _discarded(data: Data, names: Names) -> str:
    what = "The goal" if data[0] == UNSEEN else VALUES[data[0]]
    return f"{what} was discarded{' unseen' if data[0] == UNSEEN else ''}."


def _survived(data: Data, names: Names) -> str:
    stage, survivors, began, _ = data
    if not survivors:
        return f"Nobody came out ahead in stage {stage}; all who began it stayed in."
    if survivors == began:
        return f"Everybody survived stage {stage}."
    gone = _who(began ^ survivors, names)
    return f"{_who(survivors, names)} survived stage {stage}; {gone} went out."


def _over(data: Data, names: Names) -> str:
    winners = each(data[0])
    if len(winners) == 1:
        return f"{names[winners[0]]} won the game."
    return f"The last stage was over: {_who(data[0], names)} shared the win."


NEWS = {
    "stage": _stage,
    "hand": lambda data, names: f"{names[data[0]]} picked up {spelled(data[1])}.",
    "round": _round,
    "goal": lambda data, names: f"{VALUES[data[0]]} was turned up.",
    "opted": _opted,
    "ante": lambda data, names: f"{names[data[0]]} anted {a(data[1])}.",
    "bid": _bid,
    "won": lambda data, names: f"{names[data[0]]} won {VALUES[data[1]]}.",
    "tied": lambda data, names: f"The bids were tied: {VALUES[data[0]]} was discarded.",
    "discarded": _discarded,
    "survived": _survived,
    "over": _over,
}
