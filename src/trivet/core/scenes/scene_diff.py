"""Finds what changes between two scenes."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import NODEFAULT

from trivet.core.scenes.patch import EMPTY, LISTS, SceneChange, ScenePatch, ZoneChange, ZonePatch
from trivet.core.scenes.scene import Mark, Piece, Scene, SeatNote, Spot, Zone


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


def _frame(zone: Zone) -> list[object]:
    return [getattr(zone, name) for name, _ in ZONE_FIELDS]


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


# --- field by field -------------------------------------------------------------------------------


def change(old: Scene, new: Scene, of: int = 0) -> SceneChange:
    """The same for clients that asked to be told briefly."""
    zones = []
    for at, zone in enumerate(new.zones):
        before = old.zones[at] if at < len(old.zones) else EMPTY
        if zone is not before and zone != before:
            zones.append(_zone_change(at, before, zone))
    return SceneChange(
        of=of,
        count=len(new.zones),
        zones=tuple(zones),
        notes=_edits(old.notes, new.notes, _seat),
        warnings=None if old.warnings == new.warnings else new.warnings,
    )


def _zone_change(at: int, old: Zone, new: Zone) -> ZoneChange:
    return ZoneChange(
        at=at,
        zone=_changed_fields(old, new, ZONE_FIELDS),
        spots=_edits(old.spots, new.spots, _thing),
        pieces=_edits(old.pieces, new.pieces, _id),
        marks=_edits(old.marks, new.marks, _text),
    )


def _edits(
    old: tuple[Any, ...], new: tuple[Any, ...], key: Callable[[Any], str]
) -> tuple[list[Any], ...]:
    """Items with the same key are the same item, in the order of both lists."""
    if old is new or old == new:
        return ()
    if len(old) == len(new):
        pairs = [(n, a, b) for n, (a, b) in enumerate(zip(old, new, strict=True)) if a != b]
        if all(key(a) == key(b) for _, a, b in pairs):
            return tuple([n, _changed_fields(a, b, FIELDS[type(b)])] for n, a, b in pairs)
    before, after = [key(item) for item in old], [key(item) for item in new]
    edits = list[list[Any]]()
    i, j, place = 0, 0, 0
    while i < len(old) and j < len(new):
        if before[i] != after[j]:
            gone, come = _steps_to(after[j], before, i), _steps_to(before[i], after, j)
            if gone and (not come or gone <= come):
                edits.append([place, gone])
                i += gone
                continue
            if come:
                edits.append([place, 0, *map(_unusual_fields, new[j : j + come])])
                j, place = j + come, place + come
                continue
        fields = _changed_fields(old[i], new[j], FIELDS[type(new[j])])
        if fields:
            edits.append([place, fields])
        i, j, place = i + 1, j + 1, place + 1
    if i < len(old) or j < len(new):
        edits.append([place, len(old) - i, *map(_unusual_fields, new[j:])])
    return tuple(edits)


def _steps_to(wanted: str, keys: Sequence[str], start: int) -> int:
    """How far on a key stands; 0 if it does not."""
    for at in range(start + 1, len(keys)):
        if keys[at] == wanted:
            return at - start
    return 0


def _changed_fields(old: Any, new: Any, fields: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    if old is new:
        return {}
    found = {}
    for name, _ in fields:
        value = getattr(new, name)
        if value != getattr(old, name):
            found[name] = _brief(name, value)
    return found


def _unusual_fields(item: Any) -> dict[str, Any]:
    found = {}
    for name, usual in FIELDS[type(item)]:
        value = getattr(item, name)
        if value != usual:
            found[name] = _brief(name, value)
    return found


def _brief(name: str, value: Any) -> Any:
    if isinstance(value, float):
        return int(value) if value == int(value) else value
    return [_unusual_fields(mark) for mark in value] if name == "marks" else value


def _seat(note: SeatNote) -> str:
    return str(note.seat)


def _thing(spot: Spot) -> str:
    return spot.thing


def _id(piece: Piece) -> str:
    return piece.id or piece.label


def _text(mark: Mark) -> str:
    return mark.text


def _fields(kind: type[Any]) -> list[tuple[str, Any]]:
    """The names of the fields of a kind of items, each with its usual value, if it has one."""
    names, usual = kind.__struct_fields__, kind.__struct_defaults__
    values = [NODEFAULT] * (len(names) - len(usual)) + list(usual)
    return list(zip(names, values, strict=True))


FIELDS = {kind: _fields(kind) for kind in (Mark, Spot, Piece, SeatNote)}
ZONE_FIELDS = [(name, usual) for name, usual in _fields(Zone) if name not in LISTS]
