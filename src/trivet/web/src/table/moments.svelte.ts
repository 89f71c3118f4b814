// Plays moments (a finished trick, a full grid) in order, before the present position is drawn.

import type { MomentSeen } from "../wire";

const TURN = "turn"; // the end of a turn; all other moments come from the rules
const LONG = 1600; // milliseconds for a moment of the rules
const SHORT = 700; // milliseconds for a turn
const MOST = 4000; // milliseconds in all; otherwise only the last two moments of the rules are drawn

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
