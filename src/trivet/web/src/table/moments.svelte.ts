// Positions on the way to the present one, drawn in order before it: a finished trick, a full grid.

import type { MomentSeen } from "../wire";

const TURN = "turn"; // any answer; the others are the game's own
const LONG = 1600; // milliseconds a moment of the game is shown
const SHORT = 700; // ... and a turn
const MOST = 4000; // of waiting in all; then only what the game itself calls a moment is left

export class MomentPlayer {
  current = $state.raw<MomentSeen | null>(null); // drawn instead of the present position
  private queue: MomentSeen[] = [];
  private timer = 0;

  /** Draw these one after the other; a tap or a key skips them. */
  play(moments: MomentSeen[]): void {
    if (document.documentElement.dataset.motion === "still") return;
    this.queue.push(...moments);
    const wait = this.queue.reduce((sum, moment) => sum + lasts(moment), 0);
    if (wait > MOST) this.queue = this.queue.filter((moment) => moment.what !== TURN).slice(-2);
    if (!this.current) this.next();
  }

  skip(): void {
    clearTimeout(this.timer);
    this.queue = [];
    this.current = null;
  }

  private next(): void {
    this.current = this.queue.shift() ?? null;
    if (this.current) this.timer = window.setTimeout(() => this.next(), lasts(this.current));
  }
}

function lasts(moment: MomentSeen): number {
  return moment.what === TURN ? SHORT : LONG;
}
