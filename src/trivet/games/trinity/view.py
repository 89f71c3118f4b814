"""What a viewer sees of a game of Trinity, built from nothing.

Hidden are only the unseen part of the Tile stack, the Event deck, and Events held (TRI-16); who has
looked at a tile or a card is known to all.
"""

from typing import Any

from trivet.core.bags import things
from trivet.core.boards import area, cells_of
from trivet.core.sets import has
from trivet.core.state import CHANCE, EVERYONE
from trivet.games.trinity import cards, stack
from trivet.games.trinity.agents import Commit
from trivet.games.trinity.ending import REASONS, counts_as_quiet
from trivet.games.trinity.events.cards import TABLE
from trivet.games.trinity.events.desk import GiveUp, InsiderTrading, PutBack
from trivet.games.trinity.names import cell_name
from trivet.games.trinity.pieces import (
    EMPTY,
    ENDS,
    PASSES,
    QUIET,
    SPACES,
    TILE_NAMES,
    TILES,
)
from trivet.games.trinity.setup import DrawLot
from trivet.games.trinity.state import MOVED, NOTHING, TILE, Trinity, Tycoon

UNKNOWN = "?"
FEW_SPACES = 6  # so many empty ones or fewer: the end by a full city is near
LAST_ROUNDS = 2  # in which the turns left are counted
PHASES = ("draw", "development", "agents")


def public(s: Trinity) -> dict[str, object]:
    """Spaces in reading order from a8; stacks of Agents and of tiles from the top."""
    return {
        "turn": s.turns,
        "last_turn": s.terms.last_turn,
        "end": ENDS[s.terms.end],
        "ended_by": REASONS[s.ended_by],
        "starter": s.starter if not _draws_lots(s) else None,
        "mover": s.mover if s.turns else None,
        "phase": PHASES[s.phase] if s.turns else "set-up",
        "city": [_space(s, cell) for cell in range(SPACES)],
        "zones": [[cell_name(cell) for cell in cells_of(s.zone(seat))] for seat in _seats(s)],
        "tycoons": [_tycoon(s, seat) for seat in _seats(s)],
        "stack": _stack(s),
        "events": {
            "left": cards.cards(s.deck),
            "discards": _names(s.discards),
            "resolving": TABLE[s.resolving].name if s.resolving != NOTHING else "",
            "player": s.player if s.resolving != NOTHING else None,
        },
        "this_turn": {
            "shells": s.shells,
            "permits": s.permits,
            "on_strike": s.has_strike,
            "quiet": s.is_quiet,
            "skipped": s.has_skipped,
            "began_empty": s.began_empty,
            "resting": [cell_name(cell) for cell in cells_of(s.resting)],
        },
        "quiet_turns": s.quiet_turns,
        "final_turn": s.final_turn or None,
        "now": _now(s),
    }


def table(s: Trinity, viewer: int, shared: dict[str, Any]) -> dict[str, object]:
    """What is public, and what this viewer knows of Events and of the top of the D. Stack."""
    tycoons = [
        {**tycoon, "events": [_held(s, viewer, seat, card) for card in s.tycoons[seat].held]}
        if s.tycoons[seat].held
        else tycoon
        for seat, tycoon in enumerate(shared["tycoons"])
    ]
    stack = shared["stack"]
    if s.stack.top:
        stack = {**stack, "top": [_tile(s, viewer, tile) for tile in s.stack.top]}
    return {**shared, "tycoons": tycoons, "stack": stack}


def _seats(s: Trinity) -> range:
    return range(s.seats)


def _draws_lots(s: Trinity) -> bool:
    return s.turn == CHANCE and isinstance(s.step, DrawLot)


# --- The city -----------------------------------------------------------------------------------


def _space(s: Trinity, cell: int) -> dict[str, object] | None:
    owner = s.owner(cell)
    if owner < 0:
        return None
    agents = s.agents[cell]
    return {
        "owner": owner,
        "tile": _property(s.tycoons[owner], cell),
        "agents": [TILE_NAMES[agent & TILE] for agent in reversed(agents)],
        "moved": [bool(agent & MOVED) for agent in reversed(agents)],
        "height": s.height(cell),
    }


def _property(tycoon: Tycoon, cell: int) -> str:
    """A basic tile, a Landmark, or nothing under the Agents."""
    if has(tycoon.marks, cell):
        return "Landmark"
    return TILE_NAMES[tycoon.tile_at(cell)] if has(tycoon.basic(), cell) else ""


def _tycoon(s: Trinity, seat: int) -> dict[str, object]:
    tycoon = s.tycoons[seat]
    return {
        "hand": [TILE_NAMES[tile] for tile in things(tycoon.hand)],
        "landmarks": area(tycoon.marks),
        "secured": area(tycoon.marks & tycoon.posts),
        "agents": sum(len(s.agents[cell]) for cell in cells_of(tycoon.posts)),
        "events": [],
        "on_strike": tycoon.is_on_strike,
        "tied_up": tycoon.is_tied_up,
        "insured": tycoon.is_insured,
    }


# --- Cards and stacks ---------------------------------------------------------------------------


def _held(s: Trinity, viewer: int, holder: int, card: int) -> dict[str, object]:
    """TRI-17  How a card came there is known to all; which it is, to those who have seen it."""
    may_see = viewer in (holder, EVERYONE) or (viewer >= 0 and cards.is_known(card, viewer))
    return {
        "event": TABLE[card & cards.KIND].name if may_see else UNKNOWN,
        "drafted": bool(card & cards.DRAFTED),
        "new": bool(card & cards.NEW),
        "known_to": [seat for seat in _seats(s) if cards.is_known(card, seat)],
    }


def _stack(s: Trinity) -> dict[str, object]:
    pile = s.stack
    contents = pile.contents()
    return {
        "size": pile.size(),
        "contents": {TILE_NAMES[tile]: contents >> 8 * tile & 255 for tile in range(TILES)},
        "top": [],
        "bottom": [TILE_NAMES[tile] for tile in pile.bottom],
    }


def _tile(s: Trinity, viewer: int, tile: int) -> dict[str, object]:
    """A tile near the top that a seat has looked at."""
    is_open = bool(tile & stack.OPEN)
    may_see = is_open or viewer == EVERYONE or (viewer >= 0 and stack.is_known(tile, viewer))
    return {
        "tile": TILE_NAMES[tile & stack.KIND] if may_see else UNKNOWN,
        "open": is_open,
        "known_to": [seat for seat in _seats(s) if has(tile, stack.LOOKERS + seat)],
    }


def _names(bag: int) -> list[str]:
    return [TABLE[kind].name for kind in cards.kinds(bag) for _ in range(cards.copies(bag, kind))]


# --- What is going on ---------------------------------------------------------------------------


def _now(s: Trinity) -> dict[str, object]:
    """What the present question is about, where the table does not show it."""
    step = s.step
    now: dict[str, object] = {"step": step.what}
    if isinstance(step, DrawLot):
        now["contenders"] = [seat for seat in _seats(s) if has(s.contenders, seat + 1)]
        now["best"] = TILE_NAMES[s.best] if s.best < TILES else ""
    if s.drawing:
        now["draws"] = [s.drawer, s.drawing]
    if s.earned:
        now["earns"] = [s.builder, s.earned]
    if isinstance(step, Commit):
        now["target"] = cell_name(s.target)
        now["needed"] = s.needed
    if isinstance(step, (InsiderTrading, PutBack)):
        now["looked"] = s.looked
    if isinstance(step, GiveUp):
        now["givers"] = s.givers
    return now


def warnings(s: Trinity) -> list[tuple[Any, ...]]:
    """TRI-50, TRI-51  What is about to end the game."""
    found = list[tuple[Any, ...]]()
    free, end = SPACES - area(s.occupied()), s.terms.end
    if s.turns == 0:
        return found
    if free <= FEW_SPACES:
        found.append(("full city", free))
    quiet = s.seats - s.quiet_turns if counts_as_quiet(s) else s.seats
    if end == QUIET and s.stack.is_empty():
        found.append(("quiet", quiet))
    if end == PASSES and quiet < s.seats:
        found.append(("passes", quiet))
    if end == EMPTY and s.stack.is_empty():
        found.append(("empty",))
    if s.final_turn:
        found.append(("last round", s.final_turn - s.turns + 1, s.final_turn))
    last = -(-s.terms.last_turn // s.seats) * s.seats  # its round is played to the end
    left = last - s.turns + 1
    if left <= LAST_ROUNDS * s.seats:
        found.append(("last turn", left, last))
    return found
