"""Trinity in words: names of things, questions, choices as orders, and the news."""

from collections.abc import Callable, Sequence

from trivet.core.seats import SEAT_LETTERS
from trivet.games.trinity.develop import CONVERT, DONE, MOVE, REPOSITION, TAKE
from trivet.games.trinity.ending import BY_FULL_CITY, BY_LAST_TURN
from trivet.games.trinity.events.cards import PLAY, TABLE
from trivet.games.trinity.events.desk import SWAP
from trivet.games.trinity.pieces import (
    EVENTS,
    HERE,
    NEIGHBOUR,
    SIDES,
    SPACES,
    TILE_NAMES,
    TILES,
)  # fmt: skip
from trivet.games.trinity.setup import REDRAW
from trivet.games.trinity.stack import KIND
from trivet.games.trinity.state import DEVELOPMENT, Trinity

# --- Names --------------------------------------------------------------------------------------


def cell_name(cell: int) -> str:
    return "abcdefgh"[cell % 8] + "87654321"[cell // 8]


CELLS = {cell_name(cell): cell for cell in range(SPACES)}
SLUGS = tuple(kind.name.lower().replace(" ", "-") for kind in TABLE)
NEXT_TO = ("north", "east", "south", "west", "")
FROM_TOP = ("first", "second", "third")


def beside(cell: int, side: int) -> str:
    """The name of the space on that side."""
    return cell_name(NEIGHBOUR[cell * 5 + side])


# --- Questions ----------------------------------------------------------------------------------

ASKS = {
    "redraw": "Keep these five tiles, or shuffle them into the D. Stack and draw five new ones?",
    "draft": "Which of your two Events do you keep? The other goes to the player on your left.",
    "develop": "Development: place a tile, found a Headquarters, play an Event, or be done.",
    "act": "Agents: move, secure, reposition, take over, convert, play, or end your turn.",
    "landmark": "You can build more than one Landmark: which trio first?",
    "give": "Market Crash: give up a tile.",
    "rezoning": "Rezoning: which of your tiles do you take back into your hand?",
    "domain": "Eminent Domain: which tile is removed?",
    "acquisition": "Hostile Acquisition: which rival's tile do you take into your hand?",
    "expansion": "Hostile Expansion: which tile next to yours becomes yours?",
    "permit": "Conversion Permit: which of your tiles do you exchange, and for what?",
    "hostile": "Hostile Rezoning: which rival's tile do you exchange, and for what?",
    "renewal": "Urban Renewal: which of your tiles moves, and where?",
    "double": "Double Agent: which rival's Agent moves, and onto which property of that rival?",
    "reinforce": "Reinforcements: which tile of your hand becomes an Agent, and where?",
    "strike": "Union Strike: which rival skips the next Agent phase?",
    "tape": "Red Tape: which rival skips the next Development phase?",
    "stakeout": "Stakeout: whose Events do you look at?",
    "deal": "Backroom Deal: which tile do you give, and which do you take from whom?",
}
ONE_SPACE = "a space, as e4"
A_SEAT = "the letter of a player, as B"
AN_EXCHANGE = "a space and the new type, as e4=C"
A_STEP = "two spaces, as e4-e5"
HOWS = {
    "redraw": "'keep' or 'redraw'",
    "draft": "'keep' and an Event, as keep red-tape",
    "develop": "a tile and a space as He4, 'hq e4', 'play red-tape', or 'done'",
    "act": "e4-e5 to move, 'reposition e4 e5', 'take e4', 'hq e4', 'play red-tape', or 'end'",
    "landmark": "'build' and the spaces of Housing, Commerce and Industry, as build e4 e5 d4",
    "commit": "'commit' and a space, as commit e5",
    "give": "'give' and a tile, as give H",
    "rezoning": ONE_SPACE,
    "domain": ONE_SPACE,
    "acquisition": ONE_SPACE,
    "expansion": ONE_SPACE,
    "permit": AN_EXCHANGE,
    "hostile": AN_EXCHANGE,
    "renewal": A_STEP,
    "double": A_STEP,
    "reinforce": "a tile and a space, as He4",
    "strike": A_SEAT,
    "tape": A_SEAT,
    "stakeout": A_SEAT,
    "deal": "the tile you give, the one you take, and from whom, as H=C B",
    "insider": "'take' and a place from the top, as take 2",
    "order": "'leave' or 'swap'",
    "lot": "'lot' and a tile, as lot H",
    "tile": "'tile' and a tile, as tile H",
    "event": "'event' and its name, as event red-tape",
}


def ask(s: Trinity) -> str:
    what = s.step.what
    if what == "commit":
        left = "1 more Agent" if s.needed == 1 else f"{s.needed} more Agents"
        return f"The takeover of {cell_name(s.target)} takes {left}: from which space?"
    if what == "insider":
        return f"Insider Trading: on top lie {_tops(s)}. Which one do you take?"
    if what == "order":
        return f"Insider Trading: {_tops(s)} go back on top. In this order?"
    return ASKS.get(what, "")


def _tops(s: Trinity) -> str:
    """The tiles the player is looking at."""
    tiles = 2 if s.step.what == "order" else s.looked
    named = [TILE_NAMES[tile & KIND] for tile in s.stack.top[:tiles]]
    return " and ".join([", ".join(named[:-1]), named[-1]])


# --- Choices ------------------------------------------------------------------------------------


def words(s: Trinity, choice: int) -> str:
    what = s.step.what
    if what in ("develop", "act"):
        return _action(s, choice)
    return CHOICES[what](s, choice)


def _action(s: Trinity, choice: int) -> str:
    if choice < CONVERT:
        return f"Place {TILE_NAMES[choice // SPACES]} on {cell_name(choice % SPACES)}"
    if choice < MOVE:
        return f"Turn the Landmark on {cell_name(choice - CONVERT)} into a Headquarters"
    if choice < REPOSITION:
        cell, side = divmod(choice - MOVE, SIDES)
        there = NEIGHBOUR[cell * 5 + side]
        if there < SPACES and s.owner(there) == s.mover:
            return f"Secure {cell_name(there)} with an Agent from {cell_name(cell)}"
        return f"Move an Agent from {cell_name(cell)} {NEXT_TO[side]}"
    if choice < TAKE:
        cell, side = divmod(choice - REPOSITION, 5)
        agent = "the Agent on it" if side == HERE else f"the Agent on {beside(cell, side)}"
        return f"Reposition the tile on {cell_name(cell)} with {agent}"
    if choice < PLAY:
        return f"Take over {cell_name(choice - TAKE)}"
    if choice < DONE:
        second = " (the other one)" if choice >= PLAY + EVENTS else ""
        return f"Play {TABLE[(choice - PLAY) % EVENTS].name}{second}"
    return "End your Development" if choice == DONE else "End your turn"


def _landmark(s: Trinity, choice: int) -> str:
    home, shop, works = choice // 16, choice // 4 % 4, choice % 4
    return (
        f"Build a Landmark on {cell_name(home)} with {beside(home, shop)} and {beside(home, works)}"
    )


def _deal(s: Trinity, choice: int) -> str:
    rival, mine, theirs = choice // 9, choice // 3 % 3, choice % 3
    given, taken = TILE_NAMES[mine], TILE_NAMES[theirs]
    return f"Give {given} and take {taken} from {SEAT_LETTERS[rival]}"


def _insider(s: Trinity, choice: int) -> str:
    top = s.stack.top
    named = TILE_NAMES[top[choice] & KIND] if choice < len(top) else "tile"
    return f"Take the {named}, the {FROM_TOP[choice]} from the top"


CHOICES: dict[str, Callable[[Trinity, int], str]] = {
    "lot": lambda s, choice: f"{TILE_NAMES[choice]} is drawn",
    "tile": lambda s, choice: f"{TILE_NAMES[choice]} is next",
    "event": lambda s, choice: f"{TABLE[choice].name} is next",
    "redraw": lambda s, choice: "Draw five new tiles" if choice == REDRAW else "Keep your tiles",
    "draft": lambda s, choice: f"Keep {TABLE[choice].name}",
    "landmark": _landmark,
    "commit": lambda s, choice: f"Commit an Agent from {cell_name(choice)}",
    "give": lambda s, choice: f"Give up {TILE_NAMES[choice]}",
    "rezoning": lambda s, choice: f"Take back the tile on {cell_name(choice)}",
    "domain": lambda s, choice: f"Remove the tile on {cell_name(choice)}",
    "acquisition": lambda s, choice: f"Take the tile on {cell_name(choice)} into your hand",
    "expansion": lambda s, choice: f"Make the tile on {cell_name(choice)} yours",
    "permit": lambda s, choice: _exchange(choice),
    "hostile": lambda s, choice: _exchange(choice),
    "renewal": lambda s, choice: (
        f"Move the tile on {cell_name(choice // SIDES)} {NEXT_TO[choice % SIDES]}"
    ),
    "double": lambda s, choice: (
        f"Move the Agent on {cell_name(choice // SIDES)} {NEXT_TO[choice % SIDES]}"
    ),
    "reinforce": lambda s, choice: (
        f"Make {TILE_NAMES[choice // SPACES]} an Agent on {cell_name(choice % SPACES)}"
    ),
    "strike": lambda s, choice: f"{SEAT_LETTERS[choice]} skips an Agent phase",
    "tape": lambda s, choice: f"{SEAT_LETTERS[choice]} skips a Development phase",
    "stakeout": lambda s, choice: f"Look at the Events of {SEAT_LETTERS[choice]}",
    "deal": _deal,
    "insider": _insider,
    "order": lambda s, choice: "Let them change places" if choice == SWAP else "Leave their order",
}


def _exchange(choice: int) -> str:
    cell, kind = divmod(choice, TILES)
    return f"Exchange the tile on {cell_name(cell)} for {TILE_NAMES[kind]}"


# --- News ---------------------------------------------------------------------------------------

Data = tuple[int, int, int, int]
Names = Sequence[str]


def _lifted(data: Data, names: Names) -> str:
    owner, cell, tile, taker = data
    whose = "" if owner == taker else f" of {names[owner]}"
    return f"{names[taker]} took the {TILE_NAMES[tile]}{whose} on {cell_name(cell)} into hand."


def _exchanged(data: Data, names: Names) -> str:
    owner, cell, old, new = data
    return (
        f"The {TILE_NAMES[old]} of {names[owner]} on {cell_name(cell)} became {TILE_NAMES[new]}, "
        "and the D. Stack was shuffled."
    )


def _dealt(data: Data, names: Names) -> str:
    seat, rival, mine, theirs = data
    given, taken = TILE_NAMES[mine], TILE_NAMES[theirs]
    return f"{names[seat]} gave {given} to {names[rival]} and took {taken}."


def _repositioned(data: Data, names: Names) -> str:
    seat, cell, tile, agent = data
    spent = f"an Agent on {cell_name(agent)}"
    return f"{names[seat]} spent {spent} and took back the {TILE_NAMES[tile]} on {cell_name(cell)}."


def _skipped(data: Data, names: Names) -> str:
    phase = "Development" if data[1] == DEVELOPMENT else "Agent"
    return f"{names[data[0]]} skipped the {phase} phase."


def _ordered(data: Data, names: Names) -> str:
    did = "let the other two change places" if data[1] == SWAP else "left the other two as they lay"
    return f"{names[data[0]]} {did}."


def _over(data: Data, names: Names) -> str:
    if data[0] == BY_FULL_CITY:
        return "The game is over: the city was full."
    if data[0] == BY_LAST_TURN:
        return "The game is over: the last turn was played."
    return "The game is over: nothing went on any more."


NEWS: dict[str, Callable[[Data, Names], str]] = {
    "lot": lambda data, names: f"{names[data[0]]} drew {TILE_NAMES[data[1]]} for the first turn.",
    "starts": lambda data, names: f"{names[data[0]]} got the first turn.",
    "drew": lambda data, names: f"{names[data[0]]} drew {TILE_NAMES[data[1]]}.",
    "redrew": lambda data, names: f"{names[data[0]]} shuffled five tiles into the D. Stack.",
    "got": lambda data, names: f"{names[data[0]]} drew the Event {TABLE[data[1]].name}.",
    "drafted": lambda data, names: "Everyone kept one Event and passed the other to the left.",
    "passed": lambda data, names: (
        f"{names[data[0]]} passed {TABLE[data[2]].name} to {names[data[1]]}."
    ),
    "turn": lambda data, names: f"Turn {data[1]} went to {names[data[0]]}.",
    "placed": lambda data, names: (
        f"{names[data[0]]} placed {TILE_NAMES[data[1]]} on {cell_name(data[2])}."
    ),
    "built": lambda data, names: f"{names[data[0]]} built a Landmark on {cell_name(data[1])}.",
    "earned": lambda data, names: f"{names[data[0]]} drew a Tactical Event.",
    "turned_up": lambda data, names: (
        f"{names[data[0]]} drew the Immediate Event {TABLE[data[1]].name}."
    ),
    "fizzled": lambda data, names: f"{TABLE[data[0]].name} had no effect.",
    "reshuffled": lambda data, names: "The discarded Events were shuffled into a new E. Stack.",
    "played": lambda data, names: f"{names[data[0]]} played {TABLE[data[1]].name}.",
    "gave_up": lambda data, names: f"{names[data[0]]} gave up {TILE_NAMES[data[1]]}.",
    "looked": lambda data, names: (
        f"{names[data[0]]} saw {TILE_NAMES[data[2]]}, the {FROM_TOP[data[1]]} from the top."
    ),
    "traded": lambda data, names: (
        f"{names[data[0]]} took {TILE_NAMES[data[1]]}, the {FROM_TOP[data[2]]} from the top."
    ),
    "ordered": _ordered,
    "staked_out": lambda data, names: f"{names[data[0]]} looked at the Events of {names[data[1]]}.",
    "spied": lambda data, names: f"There lay {TABLE[data[1]].name} of {names[data[0]]}.",
    "struck": lambda data, names: f"{names[data[0]]} called {names[data[1]]} out on strike.",
    "taped": lambda data, names: f"{names[data[0]]} tied up {names[data[1]]} in red tape.",
    "skipped": _skipped,
    "dealt": _dealt,
    "razed": lambda data, names: (
        f"The {TILE_NAMES[data[2]]} of {names[data[0]]} on {cell_name(data[1])} was removed."
    ),
    "lifted": _lifted,
    "exchanged": _exchanged,
    "shifted": lambda data, names: (
        f"{names[data[0]]} moved the tile on {cell_name(data[1])} to {cell_name(data[2])}."
    ),
    "reinforced": lambda data, names: (
        f"{names[data[0]]} made {TILE_NAMES[data[2]]} an Agent on {cell_name(data[1])}."
    ),
    "converted": lambda data, names: (
        f"{names[data[0]]} turned the Landmark on {cell_name(data[1])} into a Headquarters."
    ),
    "moved": lambda data, names: (
        f"An Agent of {names[data[0]]} moved from {cell_name(data[1])} to {cell_name(data[2])}."
    ),
    "repositioned": _repositioned,
    "attacked": lambda data, names: (
        f"{names[data[0]]} began a takeover of {cell_name(data[1])} against {names[data[2]]}."
    ),
    "committed": lambda data, names: (
        f"{names[data[0]]} committed an Agent from {cell_name(data[1])}."
    ),
    "captured": lambda data, names: (
        f"{names[data[0]]} captured the tile of {names[data[2]]} on {cell_name(data[1])}."
    ),
    "settled": lambda data, names: (
        f"The property of {names[data[0]]} on {cell_name(data[1])} was settled: all of it went."
    ),
    "reclaimed": lambda data, names: (
        f"{names[data[0]]} claimed the insurance and took back what stood on {cell_name(data[1])}."
    ),
    "over": _over,
}
