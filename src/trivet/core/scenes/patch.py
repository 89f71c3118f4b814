"""What changes between two scenes: a page that has the one before is sent no more than that.

`scene_diff.py` finds it.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
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


# --- the other end --------------------------------------------------------------------------------


class Unfit(ValueError):
    """A patch of another scene than the one that is there."""


class LatestScene:
    """The scene that a client has: makes whole scenes of what it is sent."""

    def __init__(self) -> None:
        self._scene: Scene | None = None
        self._number = 0

    def take(self, number: int, scene: Scene | None, change: ScenePatch | None) -> Scene | None:
        """The scene of a notice; None if there is none, Unfit if its patch does not fit."""
        if change is not None:
            if self._scene is None or self._number != change.of:
                self._scene = None
                raise Unfit(f"this changes scene {change.of}, not {self._number}")
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


def _spliced(
    old: tuple[Any, ...], splices: Sequence[tuple[int, int, Sequence[Any]]]
) -> tuple[Any, ...]:
    items = list(old)
    for start, gone, come in splices:
        items[start : start + gone] = come
    return tuple(items)
