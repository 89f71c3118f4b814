// Positions, sizes and differences of scenes: only arithmetic, no drawing.

import type { Mark, Piece, Scene, Spot, Zone } from "../wire";

/** The outline of a spot around its centre, a little larger or smaller by `by`. */
export function outline(spot: Pick<Spot, "w" | "h" | "shape">, by = 0): string {
  const x = spot.w / 2 + by;
  const y = spot.h / 2 + by;
  if (spot.shape === "disc") return `M${-x} 0a${x} ${y} 0 1 0 ${2 * x} 0a${x} ${y} 0 1 0 ${-2 * x} 0z`;
  if (spot.shape === "diamond") return `M0 ${-y}L${x} 0L0 ${y}L${-x} 0z`;
  if (spot.shape === "hex") {
    return spot.h >= spot.w
      ? `M0 ${-y}L${x} ${-y / 2}V${y / 2}L0 ${y}L${-x} ${y / 2}V${-y / 2}z`
      : `M${-x} 0L${-x / 2} ${-y}H${x / 2}L${x} 0L${x / 2} ${y}H${-x / 2}z`;
  }
  const r = Math.min(x, y) * 0.18;
  return (
    `M${-x + r} ${-y}H${x - r}a${r} ${r} 0 0 1 ${r} ${r}V${y - r}a${r} ${r} 0 0 1 ${-r} ${r}` +
    `H${-x + r}a${r} ${r} 0 0 1 ${-r} ${-r}V${-y + r}a${r} ${r} 0 0 1 ${r} ${-r}z`
  );
}

export interface Layer {
  name: string;
  isTurned: boolean;
}

/** The drawings of a face, the lowest first. */
export function layers(face: string): Layer[] {
  return face
    .split(" ")
    .filter(Boolean)
    .map((name) => ({ name: name.replace("@", ""), isTurned: name.startsWith("@") }));
}

/** Pieces with unique keys. */
export function keyed(pieces: Piece[]): { key: string; piece: Piece }[] {
  const seen = new Map<string, number>();
  return pieces.map((piece, place) => {
    const id = piece.id || `${place} ${piece.face}`;
    const times = seen.get(id) ?? 0;
    seen.set(id, times + 1);
    return { key: times ? `${id} ${times}` : id, piece };
  });
}

export function lies(piece: Piece, spot: Spot): boolean {
  const aside = Math.abs(piece.x - spot.x) / (spot.w / 2);
  const above = Math.abs(piece.y - spot.y) / (spot.h / 2);
  return spot.shape === "diamond" ? aside + above < 1 : aside < 1 && above < 1;
}

/** The spot that a piece stands on, at any level: both have the same thing. */
export function footing(zone: Zone, piece: Piece): Spot | undefined {
  return piece.thing ? zone.spots.find((spot) => spot.thing === piece.thing) : undefined;
}

/** The spot that a piece stands on, or the topmost one under it, if there is one. */
export function spotUnder(zone: Zone, piece: Piece): Spot | undefined {
  return footing(zone, piece) ?? zone.spots.findLast((spot) => lies(piece, spot) && piece.w <= spot.w * 1.3);
}

/** A mark rotated around the centre of its piece; its text stays upright. */
export function turned(mark: Mark, degrees: number): Mark {
  const angle = (degrees * Math.PI) / 180;
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  return { ...mark, x: mark.x * cos - mark.y * sin, y: mark.x * sin + mark.y * cos };
}

export function board(scene: Scene): Zone | undefined {
  return scene.zones[0];
}

/** The zone at the bottom of the table. */
export function hand(scene: Scene): Zone | undefined {
  const last = scene.zones.at(-1);
  return scene.zones.length > 1 && last?.name.startsWith("hand") ? last : undefined;
}

/** The width that the content of a zone takes around its middle: empty margins need no space. */
export function taken(zone: Zone): number {
  if (zone.ground || !(zone.spots.length || zone.pieces.length)) return zone.width;
  const reach = [...zone.spots, ...zone.pieces].map((one) => Math.abs(one.x - zone.width / 2) + one.w / 2);
  return Math.min(zone.width, 2 * Math.max(...reach) + 4);
}

/** The smaller zones that are not empty. */
export function others(scene: Scene): Zone[] {
  const zones = hand(scene) ? scene.zones.slice(1, -1) : scene.zones.slice(1);
  return zones.filter((zone) => zone.spots.length || zone.pieces.length || zone.marks.length || zone.ground);
}

/** The scale of a zone: smaller if nothing in it can be touched. */
export function shrunk(zone: Zone): number {
  return zone.spots.length || zone.pieces.some((piece) => piece.thing) ? 1 : 0.7;
}

/** A zone of loose cards as one row, in reading order: what lies on another moves with it. */
export function inRow(zone: Zone, gap = 8): Zone {
  const bases: { x: number; y: number; w: number; h: number; dx: number }[] = [];
  const all = [...zone.spots, ...zone.pieces];
  const isOn = (one: { x: number; y: number }, base: { x: number; y: number; w: number; h: number }) =>
    Math.abs(one.x - base.x) <= base.w / 2 && Math.abs(one.y - base.y) <= base.h / 2;
  for (const one of [...all].sort((a, b) => b.w * b.h - a.w * a.h)) {
    if (!bases.some((base) => isOn(one, base))) bases.push({ x: one.x, y: one.y, w: one.w, h: one.h, dx: 0 });
  }
  if (zone.ground || bases.length < 2) return zone;
  bases.sort((a, b) => (Math.abs(a.y - b.y) > Math.min(a.h, b.h) / 2 ? a.y - b.y : a.x - b.x));
  const far = (one: { x: number; y: number }, base: (typeof bases)[number]) => Math.hypot(one.x - base.x, one.y - base.y);
  const under = (one: { x: number; y: number }) => bases.find((some) => isOn(one, some)) ?? bases.reduce((best, some) => (far(one, some) < far(one, best) ? some : best));
  const reach = [
    ...all.map((one) => [one.y - one.h / 2 - under(one).y, one.y + one.h / 2 - under(one).y]),
    ...zone.marks.map((mark) => [mark.y - mark.size / 2 - under(mark).y, mark.y + mark.size / 2 - under(mark).y]),
  ];
  const [top, foot] = [Math.min(...reach.map(([up]) => up ?? 0)), Math.max(...reach.map(([, down]) => down ?? 0))];
  let at = gap / 2;
  for (const base of bases) {
    base.dx = at + base.w / 2 - base.x;
    at += base.w + gap;
  }
  const moved = <T extends { x: number; y: number }>(one: T): T => {
    const base = under(one);
    return { ...one, x: one.x + base.dx, y: one.y - base.y - top + gap / 2 };
  };
  const [spots, pieces, marks] = [zone.spots.map(moved), zone.pieces.map(moved), zone.marks.map(moved)];
  return { ...zone, width: at - gap / 2, height: foot - top + gap, spots, pieces, marks };
}

/** Of each zone the largest that was seen: what becomes empty keeps its place, so that the board keeps its. */
export function grown(before: Map<string, Zone>, rest: Zone[]): Zone[] {
  for (const zone of rest) {
    const old = before.get(zone.name);
    const reach = (one: Zone) => one.width * one.height * shrunk(one);
    if (!old || reach(zone) > reach(old)) before.set(zone.name, zone);
  }
  return [...before.values()];
}

/** All things in a scene that can be touched. */
export function things(scene: Scene): Set<string> {
  const found = new Set<string>();
  for (const zone of scene.zones) {
    for (const spot of zone.spots) found.add(spot.thing);
    for (const piece of zone.pieces) if (piece.thing) found.add(piece.thing);
  }
  return found;
}

/** The things that a sentence names, as b2 in "placed an Aura on b2". */
export function spokenOf(scene: Scene, sentence: string): Set<string> {
  const found = new Set<string>();
  const text = plain(sentence);
  const isNamed = (name: string) => plain(name).length > 3 && text.includes(plain(name));
  for (const zone of scene.zones) {
    for (const one of [...zone.spots, ...zone.pieces]) {
      const names = [one.thing.split(":").at(-1) ?? "", one.label.split(",")[0] ?? ""];
      if (one.thing && names.some(isNamed)) found.add(one.thing);
    }
  }
  return found;
}

/** Lower-case words with a space around each. */
function plain(text: string): string {
  return ` ${text.toLowerCase().replace(/[^a-z0-9]+/g, " ").trim()} `;
}

/** The difference of two scenes: "zone/key" of pieces that are new, moved or changed. */
export function changes(before: Scene | null, now: Scene): Set<string> {
  const found = new Set<string>();
  if (!before) return found;
  const known = new Map(before.zones.map((zone) => [zone.name, new Map(keyed(zone.pieces).map((k) => [k.key, k.piece]))]));
  for (const zone of now.zones.slice(0, 1)) {
    for (const { key, piece } of keyed(zone.pieces)) {
      const old = known.get(zone.name)?.get(key);
      if (!old || !isSame(old, piece)) found.add(`${zone.name}/${key}`);
    }
  }
  return found;
}

function isSame(one: Piece, other: Piece): boolean {
  return (
    one.x === other.x &&
    one.y === other.y &&
    one.owner === other.owner &&
    one.turn === other.turn &&
    one.level === other.level
  );
}

// --- sizes ------------------------------------------------------------------------------------

export interface Fit {
  unit: number; // pixels for one unit of the scene
  isBeside: boolean; // the smaller zones are beside the board
  isLong: boolean; // they are below it, out of sight, so that the board is large enough to touch
}

const GAP = 12; // pixels between zones
const CAPTION = 18; // pixels for the name of a zone
export const NARROW = 560; // pixels of a phone held upright
const RIM = 4; // pixels for the outline of a place at the edge
export const FINGER = 44; // pixels of a touch target

/** The largest scale at which the board and the smaller zones fit an area. */
export function fit(first: Zone, rest: Zone[], width: number, height: number, most: number): Fit {
  const below = largest((unit) => stacked(first, rest, unit, width) <= height && first.width * unit <= width, most);
  const beside = rest.length
    ? largest((unit) => {
        const wide = Math.max(...rest.map((zone) => zone.width * shrunk(zone))) * unit + GAP;
        const high = rest.reduce((sum, zone) => sum + zone.height * shrunk(zone) * unit + CAPTION + GAP, 0);
        return first.width * unit + wide <= width && Math.max(first.height * unit, high) <= height;
      }, most)
    : 0;
  const isBeside = beside > below * 1.1;
  const unit = isBeside ? beside : below;
  if (width < NARROW && rest.length && smallest(first) * unit < FINGER) {
    const alone = Math.min(width / first.width, (height - 2 * RIM) / first.height, most);
    return { unit: alone, isBeside: false, isLong: true };
  }
  return { unit, isBeside, isLong: false };
}

function smallest(zone: Zone): number {
  return Math.min(...zone.spots.map((spot) => Math.min(spot.w, spot.h)));
}

/** The height of the board with the smaller zones below it. */
export function stacked(first: Zone, rest: Zone[], unit: number, width: number): number {
  let total = first.height * unit;
  let row = 0;
  let high = 0;
  for (const zone of rest) {
    const wide = zone.width * shrunk(zone) * unit;
    if (wide > width) return Infinity;
    if (row && row + GAP + wide > width) {
      total += high + GAP + CAPTION;
      row = high = 0;
    }
    row += (row ? GAP : 0) + wide;
    high = Math.max(high, zone.height * shrunk(zone) * unit);
  }
  return rest.length ? total + high + GAP + CAPTION : total;
}

function largest(fits: (unit: number) => boolean, most: number): number {
  let [low, high] = [0.1, most];
  for (let step = 0; step < 18; step++) {
    const middle = (low + high) / 2;
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}
