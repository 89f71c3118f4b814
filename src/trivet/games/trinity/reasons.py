"""Why a hint suggests an answer in Trinity."""

from trivet.core.words.advice import Advice
from trivet.core.words.fields import listed
from trivet.games.trinity.develop import DONE, END, PLACE
from trivet.games.trinity.events.cards import PLAY
from trivet.games.trinity.pieces import EVENTS, NEIGHBOUR, SIDES, SPACES, TILE_NAMES, TILES
from trivet.games.trinity.setup import REDRAW
from trivet.games.trinity.state import Trinity
from trivet.games.trinity.words import (
    BESIDE,
    GIVES_UP,
    KEEPS_EVENTS,
    KEEPS_MORE,
    OTHER_TWO,
    TILE_NAME,
    TRIOS,
    WHAT_IT_DOES,
    YOU_HOLD_TRIOS,
    YOUR_ONLY,
)


def why_phase(s: Trinity, seat: int, choice: int) -> str:
    tycoon = s.tycoons[seat]
    if choice in (DONE, END):
        held = len(tycoon.held)
        return KEEPS_EVENTS.say(held) if held else ""
    if PLACE <= choice < PLACE + len(TILE_NAMES) * SPACES:
        return why_placed(s, seat, *divmod(choice - PLACE, SPACES))
    return WHAT_IT_DOES.say((choice - PLAY) % EVENTS) if PLAY <= choice < DONE else ""


def why_placed(s: Trinity, seat: int, tile: int, cell: int) -> str:
    """Which own tiles lie beside it that a Landmark could be made of."""
    near = [TILE_NAME.say(kind) for kind in kinds_beside(s, seat, cell) if kind != tile]
    if near:
        return BESIDE.say(listed(near, comma=""))
    hand = s.tycoons[seat].hand
    others = [kind for kind in range(TILES) if kind != tile and hand >> 8 * kind & 255]
    return OTHER_TWO.say() if len(others) == TILES - 1 else ""


def kinds_beside(s: Trinity, seat: int, cell: int) -> list[int]:
    """The kinds of own tiles beside a space."""
    tycoon = s.tycoons[seat]
    beside = [NEIGHBOUR[cell * 5 + side] for side in range(SIDES)]
    inside = [there for there in beside if there < SPACES]
    kinds = enumerate((tycoon.homes, tycoon.shops, tycoon.works))
    return [kind for kind, own in kinds if any(own >> there & 1 for there in inside)]


def why_redraw(s: Trinity, seat: int, choice: int) -> str:
    hand = s.tycoons[seat].hand
    trios = min(hand >> 8 * kind & 255 for kind in range(TILES))
    row = GIVES_UP if choice == REDRAW and trios else YOU_HOLD_TRIOS
    return row.say(TRIOS.say(trios))


def why_give(s: Trinity, seat: int, choice: int) -> str:
    more = (s.tycoons[seat].hand >> 8 * choice & 255) - 1
    return KEEPS_MORE.say(more, choice) if more else YOUR_ONLY.say(choice)


def why_keep(s: Trinity, seat: int, choice: int) -> str:
    return WHAT_IT_DOES.say(choice)


ADVICE = Advice(
    does={
        "built": "Builds a Landmark on {cell}.",
        "captured": "Captures {owner.whose} tile on {cell}.",
        "repositioned": "Takes back the {tile.name} on {cell}.",
        "gave_up": "Discards {tile.name}.",
        "traded": "Takes {tile.name} into your hand.",
        "reinforced": "Makes {tile.name} an Agent on {cell}.",
        "dealt": "Gives {mine.name} for {theirs.name}.",
    },
    features={
        "Landmarks": ("Brings a Landmark.", "Costs a Landmark."),
        "whole trios of tiles": (
            "Your hand still makes whole trios.", "Breaks up a trio of your hand.",
        ),
        "single tiles": ("Keeps more tiles in hand.", "Keeps fewer tiles in hand."),
        "of the next Landmark in place": (
            "More of your next Landmark lies in the city.",
            "Less of your next Landmark lies in the city.",
        ),
        "tiles safe in hand": ("Keeps tiles safe in hand.", "Leaves fewer tiles safe in hand."),
        "Agents": ("Keeps more Agents.", "Costs an Agent."),
        "secured Landmarks": ("Secures a Landmark.", "Leaves a Landmark unsecured."),
        "Agents beside rivals' Landmarks": (
            "Brings Agents beside rivals' Landmarks.",
            "Takes Agents away from rivals' Landmarks.",
        ),
        "Events": ("Keeps your Event for later.", "Uses an Event now."),
        "tiles and Events to come": (
            "Leaves you more tiles and Events to come.",
            "Leaves you fewer tiles and Events to come.",
        ),
        "of the turn left": ("Your turn goes on.", "Ends your turn."),
    },
    because={"redraw": why_redraw, "draft": why_keep, "develop": why_phase, "act": why_phase,
             "give": why_give},
)  # fmt: skip
