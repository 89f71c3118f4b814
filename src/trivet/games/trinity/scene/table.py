"""Trinity to look at: the city, everyone's desk, both stacks, and what a player has at hand."""

from collections.abc import Mapping
from typing import Any

from trivet.core.scene import Scene, SeatNote, Zone
from trivet.games.trinity.scene.city import city
from trivet.games.trinity.scene.hand import hand
from trivet.games.trinity.scene.office import desks, stacks

EFFECTS = {"on_strike": "on strike", "tied_up": "in red tape", "insured": "insured"}


def scene(view: Mapping[str, Any]) -> Scene:
    table = view["table"]
    zones: list[Zone] = [city(table), desks(table), stacks(table)]
    if view["viewer"] in range(view["seats"]):
        zones.append(hand(view))
    return Scene(
        zones=tuple(zones), notes=tuple(_note(table, seat) for seat in range(view["seats"]))
    )


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
