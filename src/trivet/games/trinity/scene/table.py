"""Trinity to look at: the city, everyone's desk, both stacks, and what a player has at hand."""

from collections.abc import Mapping
from typing import Any

from trivet.core.scenes.scene import Scene, SceneCache, SeatNote, Zone
from trivet.games.trinity.scene.city import city
from trivet.games.trinity.scene.hand import hand
from trivet.games.trinity.scene.office import desks, stacks

EFFECTS = {"on_strike": "on strike", "tied_up": "in red tape", "insured": "insured"}


def scene(view: Mapping[str, Any], cache: SceneCache) -> Scene:
    table, viewer = view["table"], view["viewer"]
    zones: list[Zone] = [
        city(table["city"], table["zones"], cache),
        cache.part(("desks", viewer), desks, table["tycoons"]),
        cache.part(("stacks", viewer), stacks, table["stack"], table["events"]),
    ]
    if viewer in range(view["seats"]):
        zones.append(cache.part(("hand", viewer), hand, _held(view)))
    return Scene(
        zones=tuple(zones), notes=tuple(_note(table, seat) for seat in range(view["seats"]))
    )


def _held(view: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a hand is made of: more than one's own things only where the question is about them."""
    viewer, shows, table = view["viewer"], view["shows"], view["table"]
    tycoons = table["tycoons"]
    parts = {"tycoons": tycoons if "rivals" in shows else {viewer: tycoons[viewer]}}
    if shows == "top":
        parts |= {"stack": table["stack"], "now": table["now"]}
    return {"viewer": viewer, "seats": view["seats"], "shows": shows, "table": parts}


def _note(table: Mapping[str, Any], seat: int) -> SeatNote:
    tycoon, turn = table["tycoons"][seat], table["this_turn"]
    built = _several(tycoon["landmarks"], "Landmark")
    lines = [f"{built}, {tycoon['secured']} secured" if tycoon["secured"] else built]
    lines += [words for effect, words in EFFECTS.items() if tycoon[effect]]
    if table["mover"] == seat and turn["shells"]:
        lines.append("next tile anywhere")
    if table["mover"] == seat and turn["permits"]:
        lines.append(f"{_several(1 + turn['permits'], 'Event')} a Landmark")
    return SeatNote(seat=seat, lines=tuple(lines))


def _several(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
