"""Why a hint suggests an answer in Sovereign."""

from trivet.core.bags import things
from trivet.core.sets import has
from trivet.core.words.advice import Advice
from trivet.core.words.fields import listed
from trivet.games.sovereign.pieces import DECK, DECKS, NAMES, NEIGHBOUR, OFF
from trivet.games.sovereign.questions import MANY
from trivet.games.sovereign.setup import SHUFFLE
from trivet.games.sovereign.state import KIND, Sovereign

SPACES = 9
PLACED = 5  # SOV-7  by the starter of a round, of the nine


def why_build(s: Sovereign, seat: int, choice: int) -> str:
    kinds = things(DECKS[choice])
    often = max(set(kinds), key=kinds.count)
    many = f" with {kinds.count(often)} {MANY[often]}" if kinds.count(often) > 1 else ""
    return f"A deck{many} from a mixture, so that nobody can prepare for it."


def why_order(s: Sovereign, seat: int, choice: int) -> str:
    if choice == SHUFFLE:
        return "Nobody can know your order."
    order = [choice >> 3 * place & 7 for place in range(DECK)]
    placed = PLACED if s.starter == seat else SPACES - PLACED
    first = listed([NAMES[kind] for kind in order[:placed]])
    return f"Lets you draw {first}, and leaves {some(order[placed:])} at the bottom."


def some(kinds: list[int]) -> str:
    """ "Aura and 2 Insights"."""
    found = [(kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)]
    return listed([NAMES[kind] if many == 1 else f"{many} {MANY[kind]}" for kind, many in found])


def why_place(s: Sovereign, seat: int, choice: int) -> str:
    """The ranks that the piece then turns to empty spaces, and its weakest one if that is safe."""
    cell, then = choice >> 2, s.copy()
    then.listener = None
    then.apply(seat, choice)
    if not then.sides[seat].held >> cell & 1:
        return ""  # the round is over, and the grid is cleared
    sides = [side for side in range(4) if is_open(then, NEIGHBOUR[cell * 4 + side])]
    if not sides:
        return "No empty space is left beside it."
    ranks = sorted((then.rank(cell, side) + then.bonus(seat, cell) for side in sides), reverse=True)
    shown = listed([str(rank) for rank in ranks])
    weakest = min(range(4), key=lambda side: int(then.rank(cell, side)))
    safe = ""
    if NEIGHBOUR[cell * 4 + weakest] == OFF:
        safe = f"; its {then.rank(cell, weakest)} faces the edge"
    return f"Shows {shown} to the empty space{'s' if len(sides) > 1 else ''} beside it{safe}."


def is_open(s: Sovereign, cell: int) -> bool:
    return cell != OFF and has(s.empty, cell)


def why_bury(s: Sovereign, seat: int, choice: int) -> str:
    name = NAMES[s.sides[1 - seat].deck[-1] & KIND]
    return (
        f"The {name} is then drawn last, if at all." if choice else f"You know that {name} comes."
    )


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
