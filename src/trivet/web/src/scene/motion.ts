// Movement by the difference of two scenes: where pieces were before, and where they are now.

interface Was {
  x: number; // on the screen
  y: number;
  w: number;
  zone: string;
  inside: { x: number; y: number }; // in the lengths of its zone
  face: string;
  owner: string;
}

export type Snapshot = Map<string, Was>;

const TRAVEL = 280; // milliseconds
const FLIP = 220;
const AT_ONCE = 3;
const PAUSE = 110;
const LATEST = 600; // when the last one starts

export function snapshot(root: Element | undefined): Snapshot {
  const found: Snapshot = new Map();
  for (const el of root?.querySelectorAll<SVGGElement>(".mover") ?? []) {
    const box = el.getBoundingClientRect();
    if (!box.width) continue;
    found.set(keyOf(el), {
      x: box.x + box.width / 2,
      y: box.y + box.height / 2,
      w: box.width,
      zone: zoneOf(el),
      inside: inside(el, box),
      face: el.dataset.face ?? "",
      owner: el.dataset.owner ?? "",
    });
  }
  return found;
}

/** Let everything travel from where it was. */
export function travel(root: Element | undefined, before: Snapshot): void {
  if (!before.size || !root) return;
  const now = [...root.querySelectorAll<SVGGElement>(".mover")];
  const here = new Set(now.map(keyOf));
  const vanished = [...before].filter(([key]) => !here.has(key)).map(([, was]) => was);
  let started = 0;
  for (const el of now) {
    const delay = Math.min(LATEST, Math.floor(started / AT_ONCE) * PAUSE);
    if (moves(el, before, vanished, delay)) started += 1;
  }
}

function moves(el: SVGGElement, before: Snapshot, vanished: Was[], delay: number): boolean {
  const known = before.get(keyOf(el));
  const was = known ?? takeAlike(el, vanished);
  const timing = { duration: TRAVEL, delay, easing: "cubic-bezier(.2,.7,.3,1)", fill: "backwards" as const };
  if (!was) {
    el.animate([{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], timing);
    return true;
  }
  const box = el.getBoundingClientRect();
  const unit = unitOf(el);
  const isHere = was.zone === zoneOf(el); // then a page that made room for something does not matter
  const now = inside(el, box);
  const dx = isHere ? was.inside.x - now.x : (was.x - box.x - box.width / 2) / unit;
  const dy = isHere ? was.inside.y - now.y : (was.y - box.y - box.height / 2) / unit;
  const scale = isHere ? 1 : was.w / Math.max(1, box.width);
  if (Math.hypot(dx, dy) * unit > 3) {
    const arc = Math.min(24, Math.hypot(dx, dy) * 0.12);
    el.animate(
      [
        { transform: `translate(${dx}px,${dy}px) scale(${scale})` },
        { transform: `translate(${dx / 2}px,${dy / 2 - arc}px) scale(${(1 + scale) / 2})` },
        { transform: "none" },
      ],
      timing,
    );
    return true;
  }
  if (was.owner !== el.dataset.owner || isBack(was.face) !== isBack(el.dataset.face ?? "")) {
    el.animate([{ transform: "scaleX(1)" }, { transform: "scaleX(0.05)" }, { transform: "scaleX(1)" }], {
      ...timing,
      duration: FLIP,
    });
    return true;
  }
  return false;
}

/** Whether a face is that of something face down. */
function isBack(face: string): boolean {
  return face.split(" ").some((name) => name.endsWith("back"));
}

/** A piece that left and looks the same has probably come here. */
function takeAlike(el: SVGGElement, vanished: Was[]): Was | undefined {
  const at = vanished.findIndex((was) => was.face === el.dataset.face && was.owner === el.dataset.owner);
  return at < 0 ? undefined : vanished.splice(at, 1)[0];
}

function keyOf(el: SVGGElement): string {
  return el.dataset.id || (el.dataset.key ?? "");
}

function zoneOf(el: SVGGElement): string {
  return el.ownerSVGElement?.dataset.zone ?? "";
}

function inside(el: SVGGElement, box: DOMRect): { x: number; y: number } {
  const frame = el.ownerSVGElement?.getBoundingClientRect();
  const unit = unitOf(el);
  return {
    x: (box.x + box.width / 2 - (frame?.x ?? 0)) / unit,
    y: (box.y + box.height / 2 - (frame?.y ?? 0)) / unit,
  };
}

function unitOf(el: SVGGElement): number {
  return el.ownerSVGElement?.getScreenCTM()?.a || 1;
}
