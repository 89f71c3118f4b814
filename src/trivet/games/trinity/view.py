"""What a viewer sees of a game of Trinity, built from nothing.

Hidden are only the unseen part of the Tile stack, the Event deck, and Events held (TRI-16); who has
looked at a tile or a card is known to all.
"""

from typing import Any

from msgspec.structs import replace

from trivet.core.bags import things
from trivet.core.boards import area, cells_of
from trivet.core.sets import has
from trivet.core.state import CHANCE, EVERYONE
from trivet.games.trinity import cards, stack
from trivet.games.trinity.agents import Commit
from trivet.games.trinity.ending import REASONS, counts_as_quiet
from trivet.games.trinity.events.desk import GiveUp, InsiderTrading, PutBack
from trivet.games.trinity.events.rows import TABLE
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
from trivet.games.trinity.seen import (
    EventSeen,
    EventsSeen,
    NowSeen,
    SpaceSeen,
    StackSeen,
    TableSeen,
    ThisTurnSeen,
    TileSeen,
    TycoonSeen,
)
from trivet.games.trinity.setup import DrawLot
from trivet.games.trinity.state import MOVED, NOTHING, TILE, Trinity, Tycoon

UNKNOWN = "?"
FEW_SPACES = 6  # so many empty ones or fewer: the end by a full city is near
LAST_ROUNDS = 2  # in which the turns left are counted
PHASES = ("draw", "development", "agents")


def public(s: Trinity) -> TableSeen:
    """What is open; `table` puts in what its viewer knows."""
    return TableSeen(
        s.turns,
        s.terms.last_turn,
        ENDS[s.terms.end],
        REASONS[s.ended_by],
        s.starter if not _draws_lots(s) else None,
        s.mover if s.turns else None,
        PHASES[s.phase] if s.turns else "set-up",
        [_space(s, cell) for cell in range(SPACES)],
        [[cell_name(cell) for cell in cells_of(s.zone(seat))] for seat in _seats(s)],
        [_tycoon(s, seat) for seat in _seats(s)],
        _stack(s),
        EventsSeen(
            cards.cards(s.deck),
            _names(s.discards),
            TABLE[s.resolving].name if s.resolving != NOTHING else "",
            s.player if s.resolving != NOTHING else None,
        ),
        ThisTurnSeen(
            s.shells,
            s.permits,
            s.has_strike,
            s.is_quiet,
            s.has_skipped,
            s.began_empty,
            [cell_name(cell) for cell in cells_of(s.resting)],
        ),
        s.quiet_turns,
        s.final_turn or None,
        _now(s),
    )


def table(s: Trinity, viewer: int, shared: TableSeen) -> TableSeen:
    """What is public, and what this viewer knows of Events and of the top of the Tile stack."""
    tycoons = [
        replace(tycoon, events=[_held(s, viewer, seat, card) for card in s.tycoons[seat].held])
        if s.tycoons[seat].held
        else tycoon
        for seat, tycoon in enumerate(shared.tycoons)
    ]
    stack = shared.stack
    if s.stack.top:
        stack = replace(stack, top=[_tile(s, viewer, tile) for tile in s.stack.top])
    return replace(shared, tycoons=tycoons, stack=stack)


def _seats(s: Trinity) -> range:
    return range(s.seats)


def _draws_lots(s: Trinity) -> bool:
    return s.turn == CHANCE and isinstance(s.step, DrawLot)


# --- The city -----------------------------------------------------------------------------------


def _space(s: Trinity, cell: int) -> SpaceSeen | None:
    owner = s.owner(cell)
    if owner < 0:
        return None
    agents = s.agents[cell]
    return SpaceSeen(
        owner,
        _property(s.tycoons[owner], cell),
        [TILE_NAMES[agent & TILE] for agent in reversed(agents)],
        [bool(agent & MOVED) for agent in reversed(agents)],
        s.height(cell),
    )


def _property(tycoon: Tycoon, cell: int) -> str:
    """A basic tile, a Landmark, or nothing under the Agents."""
    if has(tycoon.marks, cell):
        return "Landmark"
    return TILE_NAMES[tycoon.tile_at(cell)] if has(tycoon.basic(), cell) else ""


def _tycoon(s: Trinity, seat: int) -> TycoonSeen:
    tycoon = s.tycoons[seat]
    return TycoonSeen(
        [TILE_NAMES[tile] for tile in things(tycoon.hand)],
        area(tycoon.marks),
        area(tycoon.marks & tycoon.posts),
        sum(len(s.agents[cell]) for cell in cells_of(tycoon.posts)),
        [],
        tycoon.is_on_strike,
        tycoon.is_tied_up,
        tycoon.is_insured,
    )


# --- Cards and stacks ---------------------------------------------------------------------------


def _held(s: Trinity, viewer: int, holder: int, card: int) -> EventSeen:
    """TRI-17  How a card came there is known to all; which it is, to those who have seen it."""
    may_see = viewer in (holder, EVERYONE) or (viewer >= 0 and cards.is_known(card, viewer))
    return EventSeen(
        TABLE[card & cards.KIND].name if may_see else UNKNOWN,
        bool(card & cards.DRAFTED),
        bool(card & cards.NEW),
        [seat for seat in _seats(s) if cards.is_known(card, seat)],
    )


def _stack(s: Trinity) -> StackSeen:
    pile = s.stack
    contents = pile.contents()
    return StackSeen(
        pile.size(),
        {TILE_NAMES[tile]: contents >> 8 * tile & 255 for tile in range(TILES)},
        [],
        [TILE_NAMES[tile] for tile in pile.bottom],
    )


def _tile(s: Trinity, viewer: int, tile: int) -> TileSeen:
    """A tile near the top that a seat has looked at."""
    is_open = bool(tile & stack.OPEN)
    may_see = is_open or viewer == EVERYONE or (viewer >= 0 and stack.is_known(tile, viewer))
    return TileSeen(
        TILE_NAMES[tile & stack.KIND] if may_see else UNKNOWN,
        is_open,
        [seat for seat in _seats(s) if has(tile, stack.LOOKERS + seat)],
    )


def _names(bag: int) -> list[str]:
    return [TABLE[kind].name for kind in cards.kinds(bag) for _ in range(cards.copies(bag, kind))]


# --- What is going on ---------------------------------------------------------------------------


def _now(s: Trinity) -> NowSeen:
    """What the present question is about, where the table does not show it."""
    step = s.step
    lot, commit = isinstance(step, DrawLot), isinstance(step, Commit)
    return NowSeen(
        step.what,
        [seat for seat in _seats(s) if has(s.contenders, seat + 1)] if lot else None,
        (TILE_NAMES[s.best] if s.best < TILES else "") if lot else None,
        [s.drawer, s.drawing] if s.drawing else None,
        [s.builder, s.earned] if s.earned else None,
        cell_name(s.target) if commit else None,
        s.needed if commit else None,
        s.looked if isinstance(step, (InsiderTrading, PutBack)) else None,
        s.givers if isinstance(step, GiveUp) else None,
    )


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
