// The scenes of a notice: whole, or made from the one before by what changed.

import type { MomentSeen, Scene, ScenePatch, Shown, Zone, ZonePatch } from "../wire";

type Splice<T> = [number, number, T[]]; // from an index on, so many items are replaced by these

/** Keeps the latest scene and fills in those that were sent as patches. */
export class SceneKeeper {
  private latest: Scene | null = null;
  private number = 0;

  forget(): void {
    this.latest = null;
  }

  /** Whether all patches fitted; if not, the whole game has to be asked for again. */
  fill(shown: Shown): boolean {
    return [...shown.moments, shown].map((one) => this.draw(one)).every(Boolean);
  }

  private draw(one: Shown | MomentSeen): boolean {
    if (one.patch) {
      if (!this.latest || this.number !== one.patch.of) {
        this.latest = null;
        return false;
      }
      one.scene = patched(this.latest, one.patch);
    }
    this.latest = one.scene;
    this.number = one.number;
    return true;
  }
}

export function patched(old: Scene, patch: ScenePatch): Scene {
  const zones = old.zones.slice(0, patch.count);
  for (const one of patch.zones) {
    const was = zones[one.at];
    if (one.whole) zones[one.at] = one.whole;
    else if (was) zones[one.at] = patchedZone(was, one);
  }
  return { zones, notes: patch.notes ?? old.notes, warnings: patch.warnings ?? old.warnings };
}

function patchedZone(old: Zone, patch: ZonePatch): Zone {
  return {
    ...old,
    spots: spliced(old.spots, patch.spots),
    pieces: spliced(old.pieces, patch.pieces),
    marks: spliced(old.marks, patch.marks),
  };
}

function spliced<T>(old: T[], splices: Splice<T>[]): T[] {
  if (!splices.length) return old; // the same array: what has not changed is not drawn again
  const items = [...old];
  for (const [start, gone, come] of splices) items.splice(start, gone, ...come);
  return items;
}
