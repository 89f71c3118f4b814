"""What changes between two scenes: a page that has the one before is sent no more than that.

`scene_diff.py` finds it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from trivet.core.scenes.scene import Mark, Piece, Scene, SceneWarning, SeatNote, Spot, Zone

# From an index on, so many items are replaced by these.
SpotSplice = tuple[int, int, tuple[Spot, ...]]
PieceSplice = tuple[int, int, tuple[Piece, ...]]
MarkSplice = tuple[int, int, tuple[Mark, ...]]


class ZonePatch(Struct, frozen=True, kw_only=True, gc=False):
    """What is different about one zone.  Splices of a list are made one after the other."""

    at: int  # its index among the zones
    whole: Zone | None = None  # the zone itself, if it is new or has another frame
    spots: tuple[SpotSplice, ...] = ()
    pieces: tuple[PieceSplice, ...] = ()
    marks: tuple[MarkSplice, ...] = ()


class ScenePatch(Struct, frozen=True, kw_only=True, gc=False):
    """How to make a scene of the one before it."""

    of: int  # the number of the scene that is changed
    count: int  # of zones now: any more are gone
    zones: tuple[ZonePatch, ...]  # those that are different
    notes: tuple[SeatNote, ...] | None = None  # null: as they were
    warnings: tuple[SceneWarning, ...] | None = None  # likewise


class ZoneChange(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """What is different about one zone, field by field; all of it if the zone is new.

    An edit of a list is `[n, {field: value}]`, which changes fields of item n, or
    `[n, gone, item, ...]`: from n on, so many items are replaced by these.  Edits are made one
    after the other.  Fields of a new item that have their usual value are left out.
    """

    at: int  # its index among the zones
    zone: dict[str, Any] = {}  # its own fields, without the lists
    spots: tuple[list[Any], ...] = ()
    pieces: tuple[list[Any], ...] = ()
    marks: tuple[list[Any], ...] = ()


class SceneChange(Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """A patch for clients that asked to be told briefly."""

    of: int  # the number of the scene that is changed
    count: int  # of zones now: any more are gone
    zones: tuple[ZoneChange, ...] = ()
    notes: tuple[list[Any], ...] = ()  # edits
    warnings: tuple[SceneWarning, ...] | None = None


# --- the other end --------------------------------------------------------------------------------


class Unfit(ValueError):
    """A patch of another scene than the one that is there."""


class LatestScene:
    """The scene that a client has: makes whole scenes of what it is sent."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._number = 0

    def take(
        self, number: int, scene: Scene | None, change: ScenePatch | SceneChange | None
    ) -> Scene | None:
        """The scene of a notice; None if there is none, Unfit if its patch does not fit."""
        if change is not None:
            if self._scene is None or self._number != change.of:
                self._scene = None
                raise Unfit(f"this changes scene {change.of}, not {self._number}")
            if isinstance(change, SceneChange):
                scene = changed(self._scene, change)
            else:
                scene = patched(self._scene, change)
        self._scene, self._number = scene, number
        return scene


def patched(old: Scene, change: ScenePatch) -> Scene:
    """The scene that a patch makes of the one before it."""
    zones = list(old.zones[: change.count])
    for one in change.zones:
        zone = one.whole or _patched_zone(zones[one.at], one)
        zones[one.at : one.at + 1] = [zone]
    return Scene(
        zones=tuple(zones),
        notes=old.notes if change.notes is None else change.notes,
        warnings=old.warnings if change.warnings is None else change.warnings,
    )


def _patched_zone(old: Zone, change: ZonePatch) -> Zone:
    return replace(
        old,
        spots=_spliced(old.spots, change.spots),
        pieces=_spliced(old.pieces, change.pieces),
        marks=_spliced(old.marks, change.marks),
    )


EMPTY = Zone(name="", label="", width=0.0, height=0.0)


def changed(old: Scene, change: SceneChange) -> Scene:
    """The scene that a brief patch makes of the one before it."""
    zones = list(old.zones[: change.count])
    for one in change.zones:
        base = to_builtins(zones[one.at] if one.at < len(zones) else EMPTY)
        lists = {name: _edited(base[name], getattr(one, name)) for name in LISTS}
        zones[one.at : one.at + 1] = [convert({**base, **one.zone, **lists}, Zone)]
    notes = _edited(to_builtins(old.notes), change.notes)
    return Scene(
        zones=tuple(zones),
        notes=convert(notes, tuple[SeatNote, ...]),
        warnings=old.warnings if change.warnings is None else change.warnings,
    )


LISTS = ("spots", "pieces", "marks")


def _edited(items: Sequence[Any], edits: Sequence[list[Any]]) -> list[Any]:
    made = list(items)
    for start, what, *come in edits:
        if isinstance(what, dict):
            made[start] = {**made[start], **what}
        else:
            made[start : start + what] = come
    return made


def _spliced(
    old: tuple[Any, ...], splices: Sequence[tuple[int, int, Sequence[Any]]]
) -> tuple[Any, ...]:
    items = list(old)
    for start, gone, come in splices:
        items[start : start + gone] = come
    return tuple(items)
