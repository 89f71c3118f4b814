"""Finds what changes between two scenes."""

from typing import Any

from trivet.core.scenes.patch import ScenePatch, ZonePatch
from trivet.core.scenes.scene import Scene, Zone


def patch(old: Scene, new: Scene, of: int = 0) -> ScenePatch:
    """What makes `new` of `old`."""
    zones = []
    for at, zone in enumerate(new.zones):
        if at >= len(old.zones):
            zones.append(ZonePatch(at=at, whole=zone))
        elif zone is not old.zones[at] and zone != old.zones[at]:
            zones.append(_zone_patch(at, old.zones[at], zone))
    notes = None if old.notes == new.notes else new.notes
    warnings = None if old.warnings == new.warnings else new.warnings
    return ScenePatch(
        of=of, count=len(new.zones), zones=tuple(zones), notes=notes, warnings=warnings
    )


def _zone_patch(at: int, old: Zone, new: Zone) -> ZonePatch:
    if _frame(old) != _frame(new):
        return ZonePatch(at=at, whole=new)
    return ZonePatch(
        at=at,
        spots=_splices(old.spots, new.spots),
        pieces=_splices(old.pieces, new.pieces),
        marks=_splices(old.marks, new.marks),
    )


def _frame(zone: Zone) -> tuple[object, ...]:
    return zone.name, zone.label, zone.width, zone.height, zone.ground


def _splices(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[tuple[int, int, Any], ...]:
    """One for each item that differs; if some came or went, one from the first to the last."""
    if old is new or old == new:
        return ()
    if len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return tuple((n, 1, (b,)) for n, (a, b) in pairs if a is not b and a != b)
    short = min(len(old), len(new))
    head = next((n for n in range(short) if old[n] != new[n]), short)
    short -= head
    tail = next((n for n in range(short) if old[-1 - n] != new[-1 - n]), short)
    return ((head, len(old) - head - tail, new[head : len(new) - tail]),)
