// Animation: pieces move from their places in the previous scene to those in this one.

interface Was {
  x: number; // on the screen
  y: number;
  w: number;
  zone: string;
  inside: { x: number; y: number }; // in the units of its zone
  face: string;
  owner: string;
}

export type Snapshot = Map<string, Was>;

interface Movement {
  el: SVGGElement;
  frames: Keyframe[];
  duration: number;
}

const TRAVEL = 280; // milliseconds
const FLIP = 220;
const AT_ONCE = 3; // pieces that move at the same time: an eye cannot follow more
const LONGEST = 960; // milliseconds until the last one has arrived
const MOST = 8 * AT_ONCE; // pieces that move; the rest appear in place

const running = new Set<Animation>();

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

/** Move the pieces from their old places, three at a time. */
export function travel(root: Element | undefined, before: Snapshot): void {
  if (!before.size || !root) return;
  arrive();
  const now = [...root.querySelectorAll<SVGGElement>(".mover")];
  const here = new Set(now.map(keyOf));
  const vanished = [...before].filter(([key]) => !here.has(key)).map(([, was]) => was);
  const moving = now.flatMap((el) => movement(el, before, vanished) ?? []).slice(0, MOST);
  const beat = Math.min(TRAVEL, LONGEST / Math.ceil(moving.length / AT_ONCE));
  moving.forEach(({ el, frames, duration }, place) => {
    const animation = el.animate(frames, {
      duration: Math.min(duration, beat),
      delay: Math.floor(place / AT_ONCE) * beat,
      easing: "cubic-bezier(.2,.7,.3,1)",
      fill: "backwards",
    });
    running.add(animation);
    animation.onfinish = animation.oncancel = () => running.delete(animation);
  });
}

/** End all animations at once: the player goes on. */
export function arrive(): void {
  for (const animation of running) animation.finish();
  running.clear();
}

function movement(el: SVGGElement, before: Snapshot, vanished: Was[]): Movement | null {
  const was = before.get(keyOf(el)) ?? takeAlike(el, vanished);
  if (!was) {
    return { el, frames: [{ opacity: 0, transform: "scale(.7)" }, { opacity: 1, transform: "none" }], duration: TRAVEL };
  }
  const box = el.getBoundingClientRect();
  const unit = unitOf(el);
  const isHere = was.zone === zoneOf(el); // in the same zone a shift of the page does not matter
  const now = inside(el, box);
  const dx = isHere ? was.inside.x - now.x : (was.x - box.x - box.width / 2) / unit;
  const dy = isHere ? was.inside.y - now.y : (was.y - box.y - box.height / 2) / unit;
  const scale = isHere ? 1 : was.w / Math.max(1, box.width);
  if (Math.hypot(dx, dy) * unit > 3) {
    const arc = Math.min(24, Math.hypot(dx, dy) * 0.12);
    const frames = [
      { transform: `translate(${dx}px,${dy}px) scale(${scale})` },
      { transform: `translate(${dx / 2}px,${dy / 2 - arc}px) scale(${(1 + scale) / 2})` },
      { transform: "none" },
    ];
    return { el, frames, duration: TRAVEL };
  }
  if (was.owner !== el.dataset.owner || isBack(was.face) !== isBack(el.dataset.face ?? "")) {
    const frames = ["scaleX(1)", "scaleX(0.05)", "scaleX(1)"].map((transform) => ({ transform }));
    return { el, frames, duration: FLIP };
  }
  return null;
}

/** Whether a face is the back of a card or piece. */
function isBack(face: string): boolean {
  return face.split(" ").some((name) => name.endsWith("back"));
}

/** A piece that disappeared and looks the same: probably this one, so it moves here. */
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
