"""Trinity to look at: the city, everyone's desk, both stacks, and what a player has at hand."""

from trivet.core.scenes.scene import Scene, SceneCache, SeatNote, Zone
from trivet.games.trinity.scene.city import city
from trivet.games.trinity.scene.hand import hand
from trivet.games.trinity.scene.office import desks, effects, stacks
from trivet.games.trinity.seen import TableSeen, TrinityView
from trivet.games.trinity.words import BUILT, EFFECT_NOTES, EVENTS_A_LANDMARK, TILE_ANYWHERE


def scene(view: TrinityView, cache: SceneCache) -> Scene:
    table, viewer = view["table"], view["viewer"]
    zones: list[Zone] = [
        city(table.city, table.zones, cache),
        cache.part(("desks", viewer), desks, table.tycoons),
        cache.part(("stacks", viewer), stacks, table.stack, table.events),
    ]
    if isinstance(viewer, int):
        zones.append(_held(view, viewer, cache))
    return Scene(
        zones=tuple(zones), notes=tuple(_note(table, seat) for seat in range(view["seats"]))
    )


def _held(view: TrinityView, viewer: int, cache: SceneCache) -> Zone:
    """A hand is made of more than one's own things only where the question is about them."""
    shows, table = view["shows"], view["table"]
    rivals = table.tycoons if "rivals" in shows else []
    top = table.stack.top[: table.now.looked or 0] if shows == "top" else []
    made_of = (viewer, shows, table.tycoons[viewer], rivals, top)
    return cache.part(("hand", viewer), hand, *made_of)


def _note(table: TableSeen, seat: int) -> SeatNote:
    tycoon, turn = table.tycoons[seat], table.this_turn
    lines = [BUILT.say(tycoon.landmarks, tycoon.secured)]
    lines += [EFFECT_NOTES[effect].say() for effect in effects(tycoon)]
    if table.mover == seat and turn.shells:
        lines.append(TILE_ANYWHERE.say())
    if table.mover == seat and turn.permits:
        lines.append(EVENTS_A_LANDMARK.say(1 + turn.permits))
    return SeatNote(seat=seat, lines=tuple(lines))
