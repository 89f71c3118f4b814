// The game as a page is told it: usual values are left out, scenes come as changes of the one before.

import { type Ask, type BriefAsk, type BriefMoment, type BriefShown, type Mark, type MomentSeen, type Piece, type Scene, type SceneChange, type SeatNote, type Shown, type Spot, usual, type Zone, type ZoneChange } from "../wire";

type Edit = [number, object] | [number, number, ...object[]]; // see ZoneChange in trivet/core/scenes/patch.py
const NO_ZONE: Zone = { ...usual.Zone, name: "", label: "", width: 0, height: 0, spots: [], pieces: [], marks: [] };

/** Keeps the latest scene, to which the next change belongs. */
export class SceneKeeper {
  isBehind = false; // a change did not fit: the game has to be asked for again
  private latest: Scene | null = null;
  private number = 0;

  forget(): void {
    this.latest = null;
  }

  /** The whole notice; without scenes if a change does not fit. */
  whole(brief: BriefShown): Shown {
    this.isBehind = false;
    return {
      is: "shown",
      view: null,
      waiting: brief.waiting ?? [],
      wait: brief.wait ?? "",
      ask: brief.ask ? wholeAsk(brief.ask) : null,
      count: brief.count ?? 0,
      may_undo: brief.may_undo ?? false,
      since: brief.since ?? 0,
      news: (brief.news ?? []).map((item) => ({ ...item, what: "", data: [] })),
      turns: (brief.turns ?? []).map((turn) => ({ words: "", gains: [], shares: [], short: "", harm: "", ...turn })),
      moments: (brief.moments ?? []).map((one) => this.moment(one)),
      takebacks: brief.takebacks ?? 0,
      clocks: brief.clocks ?? [],
      is_open: brief.is_open ?? false,
      open: null,
      number: brief.number ?? 0,
      scene: this.scene(brief),
      patch: null,
      picture: brief.picture ?? "",
    };
  }

  private moment(brief: BriefMoment): MomentSeen {
    const { change: _, ...rest } = brief;
    return { caption: "", words: "", headline: "", sheet: [], chips: [], number: 0, picture: "", ...rest, view: null, patch: null, scene: this.scene(brief) };
  }

  /** The scene of a notice, which is the latest one then. */
  private scene(brief: BriefShown | BriefMoment): Scene | null {
    const fits = !brief.change || (this.latest !== null && this.number === brief.change.of);
    this.isBehind ||= !fits;
    const scene = brief.change && this.latest && fits ? changed(this.latest, brief.change) : (brief.scene ?? null);
    this.latest = scene;
    this.number = brief.number ?? 0;
    return scene;
  }
}

function wholeAsk(brief: BriefAsk): Ask {
  let words = "";
  let touched: string[] = [];
  const options = (brief.rows ?? []).map(([text, same, rest, kept, others], row) => {
    words = words.slice(0, same) + rest;
    touched = [...touched.slice(0, kept), ...others];
    const [name, why] = brief.names?.[row] ?? ["", ""];
    return { text, words, touched, name, why };
  });
  return { step: brief.step, words: brief.words, how: "", rule: brief.rule ?? "", is_vast: brief.is_vast ?? false, options };
}

function changed(old: Scene, change: SceneChange): Scene {
  const zones = old.zones.slice(0, change.count);
  for (const one of change.zones ?? []) zones[one.at] = changedZone(zones[one.at] ?? NO_ZONE, one);
  const notes = edited(old.notes, change.notes, (fields) => fields as SeatNote);
  return { zones, notes, warnings: change.warnings ?? old.warnings };
}

function changedZone(old: Zone, change: ZoneChange): Zone {
  return {
    ...old,
    ...change.zone,
    spots: edited(old.spots, change.spots, (fields) => filled<Spot>(usual.Spot, fields)),
    pieces: edited(old.pieces, change.pieces, (fields) => filled<Piece>(usual.Piece, fields)),
    marks: edited(old.marks, change.marks, mark),
  };
}

function edited<T extends object>(old: T[], edits: unknown[][] | undefined, item: (fields: object) => T): T[] {
  if (!edits?.length) return old; // the same array: what has not changed is not drawn again
  const items = [...old];
  for (const [at, what, ...come] of edits as Edit[]) {
    const was = items[at];
    if (typeof what === "number") items.splice(at, what, ...come.map((one) => item(one)));
    else if (was) items[at] = { ...was, ...("marks" in what ? { ...what, marks: marks(what.marks) } : what) };
  }
  return items;
}

function filled<T>(usually: object, fields: object): T {
  return { ...usually, ...fields, marks: marks("marks" in fields ? fields.marks : []) } as T;
}

const marks = (found: unknown) => (found as object[]).map(mark);

function mark(fields: object): Mark {
  return { ...usual.Mark, ...fields } as Mark;
}
