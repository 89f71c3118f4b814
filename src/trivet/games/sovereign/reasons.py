"""Why a hint suggests an answer in Sovereign."""

from trivet.core.bags import things
from trivet.core.sets import has
from trivet.core.words.advice import Advice
from trivet.core.words.fields import listed
from trivet.games.sovereign.pieces import DECK, DECKS, NEIGHBOUR, OFF
from trivet.games.sovereign.setup import SHUFFLE
from trivet.games.sovereign.state import KIND, Sovereign
from trivet.games.sovereign.words import (
    DRAWN_LAST,
    KNOWS_NEXT,
    LETS_DRAW,
    MIXTURE,
    NOBODY_KNOWS,
    NOTHING_BESIDE,
    PIECE,
    SEVERAL,
    SHOWS,
)

SPACES = 9
PLACED = 5  # SOV-7  by the starter of a round, of the nine


def why_build(s: Sovereign, seat: int, choice: int) -> str:
    kinds = things(DECKS[choice])
    often = max(set(kinds), key=kinds.count)
    return MIXTURE.say(often, kinds.count(often))


def why_order(s: Sovereign, seat: int, choice: int) -> str:
    if choice == SHUFFLE:
        return NOBODY_KNOWS.say()
    order = [choice >> 3 * place & 7 for place in range(DECK)]
    placed = PLACED if s.starter == seat else SPACES - PLACED
    first = listed([PIECE.value(kind).name for kind in order[:placed]])
    return LETS_DRAW.say(first, some(order[placed:]))


def some(kinds: list[int]) -> str:
    """ "Aura and 2 Insights"."""
    found = [(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]
    return listed([PIECE.value(kind).name if n == 1 else SEVERAL.say(n, kind) for kind, n in found])


def why_place(s: Sovereign, seat: int, choice: int) -> str:
    """The ranks that the piece then turns to empty spaces, and its weakest one if that is safe."""
    cell, then = choice >> 2, s.copy()
    then.listener = None
    then.apply(seat, choice)
    if not then.sides[seat].held >> cell & 1:
        return ""  # the round is over, and the grid is cleared
    sides = [side for side in range(4) if is_open(then, NEIGHBOUR[cell * 4 + side])]
    if not sides:
        return NOTHING_BESIDE.say()
    ranks = sorted((then.rank(cell, side) + then.bonus(seat, cell) for side in sides), reverse=True)
    shown = listed([str(rank) for rank in ranks])
    weakest = min(range(4), key=lambda side: int(then.rank(cell, side)))
    is_safe = NEIGHBOUR[cell * 4 + weakest] == OFF
    return SHOWS.say(shown, len(sides), int(then.rank(cell, weakest)), int(is_safe))


def is_open(s: Sovereign, cell: int) -> bool:
    return cell != OFF and has(s.empty, cell)


def why_bury(s: Sovereign, seat: int, choice: int) -> str:
    kind = s.sides[1 - seat].deck[-1] & KIND
    return DRAWN_LAST.say(kind) if choice else KNOWS_NEXT.say(kind)


ADVICE = Advice(
    does={
        "taken": "Captures the {piece.name} on {cell}[: {attack.more} beats {guard.more}].",
        "reflected": "Copies the ranks of {like}.",
        "shone": "Gives +1 to {there}.",
        "looked": "Shows you the next piece of the other deck.",
        "won": "Wins round {number}, {most} spaces to {least}.",
    },
    features={
        "rounds won": ("Wins the round.", "Loses the round."),
        "spaces": ("Holds more spaces.", "Holds fewer spaces."),
        "strength on open sides": (
            "Leaves stronger sides towards empty spaces.",
            "Leaves weaker sides towards empty spaces.",
        ),
    },
    because={"build": why_build, "arrange": why_order, "place": why_place, "bury": why_bury},
)
